"""Reports of pages: both texts with their differences, blocks of another order, regions by CER."""

import re
from html import unescape

import pytest

import levmetrics as lm
from levmetrics.formats.pages.page import Page, Segment, outline
from tests.formats.page_documents import page_xml
from tests.reports.reading import read_html
from tests.shell import shell

GT = "one first line\nand a second\nother words here\nat the end"
MOVED = "other words here\nat thx end\none first line\nand a second"
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f"
    b"\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00"
    b"\x00\x00IEND\xaeB`\x82"
)


def view(prediction, reference, metric="order", **options):
    run = lm.score([prediction], [reference], metric, ids=["p1"])
    return run.report(**options).html()


def drawn(html):
    """The parts of the view as they stand, without styles and the script's data."""
    return html.partition("<main>")[2].partition("</main>")[0]


def sides(html):
    """The texts of both sides of the first page, without the numbers of blocks."""
    found = re.findall(r'<div class="text" dir="auto">(.*?)</div>', html, re.DOTALL)[:2]
    plain = [re.sub(r'<b class="mark">\d+</b>', "", text) for text in found]
    return [unescape(re.sub(r"<[^>]*>", "", text)).replace("↵", "") for text in plain]


@pytest.mark.parametrize("metric", ["order", "cer"])
@pytest.mark.parametrize("prediction", [GT, MOVED, "", "other\n", GT.replace("line", "<b>\u202e")])
def test_both_sides_have_the_texts_that_were_scored(metric, prediction):
    html = view(prediction, GT, metric)
    if prediction == GT:
        assert "page-view" not in drawn(html)
        return
    target, pred = sides(html)
    shown = [text.replace("␣", " ").replace("⟨202E⟩", "\u202e") for text in (target, pred)]
    assert shown == [GT, prediction]


def test_blocks_of_another_order_have_the_same_numbers():
    html = view(MOVED, GT)
    left, right = re.findall(r'<div class="text" dir="auto">(.*?)</div>', drawn(html), re.DOTALL)
    numbers = [re.findall(r'<b class="mark">(\d+)</b>', text) for text in (left, right)]
    assert numbers == [["1", "2"], ["2", "1"]]
    assert left.count('<bdi class="S">e</bdi>') == 1
    assert right.count('<bdi class="S">x</bdi>') == 1
    assert 'class="mark"' not in drawn(view(GT.replace("the", "thx"), GT))


def test_regions_are_coloured_by_their_cer():
    regions = [
        Segment("r1", "one first line\nand a second", outline(0, 0, 50, 50)),
        Segment("r2", "other words here\nat the end", outline(50, 0, 50, 50)),
    ]
    page = Page(tuple(regions), (100.0, 50.0), "p1.png")
    html = view(MOVED, GT, pages={"p1": page})
    assert 'viewBox="0 0 100.0 50.0"' in html
    assert re.search(r'class="cer0"><title>r1: CER 0.00 %', html)
    assert re.search(r'class="cer2"><title>r2: CER 3.70 %', html)
    # Of another text than the page's the regions have no rate, and no colour.
    other = view(MOVED, GT + "\nmore", pages={"p1": page})
    assert 'class="unknown"><title>r1</title>' in other


class TestImages:
    PAGE = Page((Segment("r1", GT, outline(0, 0, 50, 50)),), (50.0, 50.0), "images\\p1.png")

    def test_an_image_is_part_of_the_report_only_if_asked_for(self, tmp_path):
        (tmp_path / "p1.png").write_bytes(PNG)
        assert "data:image" not in view(MOVED, GT, pages={"p1": self.PAGE})
        html = view(MOVED, GT, pages={"p1": self.PAGE}, images=tmp_path)
        assert 'href="data:image/png;base64,' in html

    @pytest.mark.parametrize(
        ("name", "size", "message"),
        [
            ("p1.png", None, "the image p1.png of a page is not in "),
            ("p1.tif", 1, "browsers do not show"),
            ("p1.svg", 1, "browsers do not show"),
            ("p1.png", 6_000_000, "more than 5 MB"),
        ],
    )
    def test_an_image_that_cannot_be_shown_is_refused(self, tmp_path, name, size, message):
        if size is not None:
            (tmp_path / name).write_bytes(b"x" * size)
        page = Page(self.PAGE.regions, self.PAGE.size, f"../{name}")
        with pytest.raises(lm.InputError, match=message):
            view(MOVED, GT, pages={"p1": page}, images=tmp_path)

    def test_an_image_is_found_where_the_page_names_it_and_nowhere_outside(self, tmp_path):
        (tmp_path / "in" / "images").mkdir(parents=True)
        (tmp_path / "in" / "images" / "p1.png").write_bytes(PNG)
        images = {"pages": {"p1": self.PAGE}, "images": tmp_path / "in"}
        assert "data:image/png" in view(MOVED, GT, **images)
        (tmp_path / "p1.png").write_bytes(PNG)
        outside = Page(self.PAGE.regions, self.PAGE.size, "../p1.png")
        with pytest.raises(lm.InputError, match="is not in"):
            view(MOVED, GT, pages={"p1": outside}, images=tmp_path / "in")

    def test_images_without_pages_are_refused(self, tmp_path):
        with pytest.raises(lm.InputError, match="whole pages with coordinates"):
            view(MOVED, GT, images=tmp_path)


@pytest.mark.parametrize(
    ("pages", "message"),
    [("gt", "pages is str"), ([1], "pages is list"), ({"p9": Page(())}, "none of the ids")],
)
def test_pages_of_other_samples_are_refused(pages, message):
    with pytest.raises(lm.InputError, match=message):
        view(MOVED, GT, pages=pages)


@pytest.mark.parametrize(
    ("metric", "options", "reference", "expected"),
    [
        ("cer", {}, "a\nb", True),
        ("cer", {"tokenizer": "grapheme"}, "a\nb", True),
        ("cer", {}, "a b", False),
        ("wer", {}, "a\nb", False),
        ("order", {}, "a\nb", True),
        ("bag", {}, "a\nb", False),
        ("anls", {}, "a\nb", True),
        ("flexible", {}, "a\nb", True),
    ],
)
def test_pages_are_texts_of_lines_whose_characters_are_counted(
    metric, options, reference, expected
):
    html = drawn(lm.score(["x"], [reference], metric, **options).report().html())
    assert ('class="page-view"' in html) is expected


def test_confusions_of_pages_have_code_points():
    (table,) = read_html(view("ein f\nalt", "ein ſ\nalt")).tables["Most frequent errors"]
    assert table[1] == ["ſ⟨17F⟩", "f⟨66⟩", "1"]


@pytest.mark.parametrize("metric", ["order", "cer", "bag", "flexible"])
def test_the_command_writes_a_report_of_folders(tmp_path, metric):
    pytest.importorskip("lxml")
    for side, lines in (("gt", [["a b", "c"], ["d e"]]), ("ocr", [["a x", "c"], ["d e"]])):
        for page in ("p1", "p2"):
            path = tmp_path / side / f"{page}.xml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(page_xml(lines), encoding="utf-8")
    (tmp_path / "page.png").write_bytes(PNG)
    output = tmp_path / "report.html"
    sides = "-r", str(tmp_path / "gt"), "-p", str(tmp_path / "ocr")
    images = "--embed-images", str(tmp_path)
    ran = shell("report", metric, *sides, "-o", output, *images)
    assert ran.exit_code == 0, ran.stderr
    assert "data:image/png" in output.read_text("utf-8")

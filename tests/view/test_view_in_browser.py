"""Documents of a view in a real browser: read by everyone, without scripts, on paper."""

import re

import pytest

from tests.corpora import OCR, SPEECH
from tests.reports.making import report
from tests.view.documents import line
from tests.web.accessibility import FACES, findings

pytestmark = pytest.mark.slow

ARABIC = (
    ["ذهب الولد الى المدرسة", "السلام عليكم و رحمة الله"],
    ["ذهب الولد إلى المدرسة في الصباح", "السلام عليكم ورحمة الله"],
)
HOSTILE = ["<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "\u202eabc\x1b"]
SHORT = 60  # the scan takes as long as a page is


def of_speech(*names, samples=None, **options):
    systems = {name: SPEECH.systems[name][:samples] for name in names}
    groups = SPEECH.groups[:samples]
    return report(systems, SPEECH.references[:samples], groups=groups, **options)


@pytest.fixture
def show(browser, tmp_path):
    """Open a document in a window; an error, a dialog and anything it loads fail the test."""
    pages, faults = [], []

    def shown(document, **window):
        path = tmp_path / f"{len(pages)}.html"
        path.write_text(document, "utf-8")
        page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **window})
        pages.append(page)
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        page.on("dialog", lambda dialog: faults.append(dialog.message))
        page.on("request", lambda request: faults.append(request.url))
        page.goto(path.as_uri())
        faults.remove(path.as_uri())
        return page

    yield shown
    for page in pages:
        page.close()
    assert faults == []


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(lambda: of_speech("wide_beams", samples=SHORT), id="one"),
        pytest.param(lambda: of_speech(*SPEECH.systems, samples=SHORT), id="two"),
        pytest.param(
            lambda: report(
                {"読み": OCR.systems["reading"][:SHORT]},
                OCR.references[:SHORT],
                "cer",
                language="ja",
            ),
            id="japanese",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
def test_everyone_can_read_it(show, made):
    page = show(made().html())
    page.wait_for_selector(".lev-explored tbody tr")
    page.locator(".lev-opener").first.click()
    page.locator("summary").click()
    for face, width in FACES.items():
        page.emulate_media(color_scheme=face)
        page.set_viewport_size({"width": width, "height": 900})
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", background)[:3])) < 300) == (face == "dark")


def test_a_table_is_sorted_and_selects_samples_by_the_keyboard(show):
    page = show(of_speech(*SPEECH.systems).html())
    table = page.get_by_role("table", name="Results by group")
    table.get_by_role("button", name="narrow_beams").focus()
    voices = "slt", "kal16", "awb", "rms"  # from the highest rate on
    for order, direction in ((voices, "descending"), (voices[::-1], "ascending")):
        page.keyboard.press("Enter")
        assert tuple(table.locator("tbody th").all_inner_texts()) == order
        assert table.locator(f"th[aria-sort={direction}]").inner_text().startswith("narrow_beams")
    table.get_by_role("button", name="rms").focus()
    page.keyboard.press("Enter")
    assert {*page.locator(".lev-explored tbody tr td:nth-child(2)").all_inner_texts()} == {"rms"}
    assert "150" in page.get_by_role("status").inner_text()


def test_the_result_is_whole_without_scripts(show):
    made = of_speech(*SPEECH.systems, print_samples=3)
    page = show(made.html(), java_script_enabled=False)
    assert page.locator(":is(button, input, select):visible").count() == 0
    assert page.locator(".lev-worst article:visible").count() == 3 * len(SPEECH.systems)
    shown = line(page.locator("main").inner_text())
    for part in made.view.parts[:3]:
        for said in (part.heading, *part.sentences):
            assert said in shown
    page.locator("summary").click()
    for part in made.view.parts:
        for table in part.tables:
            assert page.get_by_role("table", name=table.caption).first.is_visible()


@pytest.mark.parametrize(
    ("made", "sheets"),
    [
        pytest.param(lambda: of_speech("wide_beams"), 4, id="speech"),
        pytest.param(lambda: of_speech(*SPEECH.systems), 4, id="two"),
        pytest.param(lambda: report(OCR.systems, OCR.references, "cer"), 4, id="ocr"),
    ],
)
def test_it_takes_few_sheets_of_paper(show, made, sheets):
    page = show(made().html())
    page.wait_for_selector(".lev-explored tbody tr")
    printed = page.pdf(format="A4")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= sheets


def test_paper_has_everything_but_the_controls(show):
    page = show(of_speech("wide_beams", print_samples=5).html(), color_scheme="dark")
    page.wait_for_selector(".lev-explored tbody tr")
    assert page.locator(".lev-worst article:visible").count() == 0
    page.emulate_media(media="print")
    assert page.locator(".lev-explored:visible, input:visible, .lev-button:visible").count() == 0
    assert page.locator(".lev-worst article:visible").count() == 5
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour == "rgb(255, 255, 255)"


@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
def test_a_text_is_no_code(show):
    texts = [f"{text} {i}" for text in HOSTILE for i in range(4)]
    made = report({texts[0]: texts}, texts[::-1], ids=texts, groups=texts, title=texts[4])
    page = show(made.html())
    page.wait_for_selector(".lev-explored tbody tr")
    page.locator(".lev-opener").first.click()
    assert page.locator("body :is(img, script:not([type])), script script").count() == 1
    assert not {"\u202e", "\x1b"} & {*page.inner_text("body")}
    assert "⟨202E⟩abc⟨1B⟩" in page.inner_text("body")


def test_a_notebook_shows_the_report_in_a_frame_and_a_run_without_scripts(show):
    made = of_speech("wide_beams", samples=SHORT)
    page = show(f"<!DOCTYPE html><meta charset=utf-8>{made._repr_html_()}")
    page.frame_locator("iframe").locator(".lev-explored tbody tr").first.wait_for()
    cell = made.systems.first._repr_html_()
    assert "<script" not in cell
    page = show(f"<!DOCTYPE html><html lang=en><title>a</title><main><h1>a</h1>{cell}</main>")
    assert findings(page) == []


def lefts(page, row):
    """Return where the tokens of one line of the first alignment are, column by column."""
    return page.evaluate(
        "row => [...document.querySelector('.lev-worst .columns').children]"
        ".map(column => column.children[row].getBoundingClientRect())"
        ".map(box => [box.left + box.width / 2, box.top])",
        row,
    )


def test_columns_of_japanese_line_up_on_paper(show):
    page = show(report(OCR.systems, OCR.references, "cer", print_samples=1).html())
    page.emulate_media(media="print")
    distances = set()
    for (above, top), (below, bottom) in zip(lefts(page, 0), lefts(page, 1), strict=True):
        assert above == pytest.approx(below, abs=0.5)
        distances.add(round(bottom - top))
    assert len(distances) == 1


@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
def test_arabic_reads_from_right_to_left_on_paper(show):
    page = show(report({"system": ARABIC[0]}, ARABIC[1]).html())
    page.emulate_media(media="print")
    centres = [centre for centre, _ in lefts(page, 0)]
    assert centres == sorted(centres, reverse=True)

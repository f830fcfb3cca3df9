"""A report in a real browser: read, searched, sorted, printed, on a desk and on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from levmetrics.reports.report import report
from tests.corpora import OCR, SPEECH
from tests.reports.reading import rows

pytestmark = pytest.mark.slow

ARABIC = (
    ["ذهب الولد الى المدرسة", "السلام عليكم و رحمة الله"],
    ["ذهب الولد إلى المدرسة في الصباح", "السلام عليكم ورحمة الله"],
)
WINDOWS = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def english():
    return report(SPEECH.systems, SPEECH.references, groups=SPEECH.groups, n_worst=30)


@pytest.fixture(scope="module")
def japanese():
    return report(OCR.systems, OCR.references, "cer", n_worst=30)


SHORT = 60  # more samples than a page of the table has; the scan takes as long as a page is


@pytest.fixture(scope="module")
def short_english():
    systems = {name: texts[:SHORT] for name, texts in SPEECH.systems.items()}
    return report(systems, SPEECH.references[:SHORT], groups=SPEECH.groups[:SHORT], n_worst=6)


@pytest.fixture(scope="module")
def short_japanese():
    systems = {name: texts[:SHORT] for name, texts in OCR.systems.items()}
    return report(systems, OCR.references[:SHORT], "cer", n_worst=6)


# Every pair of a language, a window and a colour scheme.
@pytest.mark.parametrize(
    ("name", "colours"), [("english", ("light", "dark")), ("japanese", ("dark", "light"))]
)
def test_everyone_can_read_it(show, request, name, colours):
    page = show(request.getfixturevalue(f"short_{name}"))
    # The scan takes what lies where for what is on it, and that is laid out when it is seen.
    page.add_style_tag(content="article { content-visibility: visible }")
    for scheme, window in zip(colours, WINDOWS, strict=True):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(window)
        violations = Axe().run(page).response["violations"]
        assert [each for each in violations if each["impact"] in ("serious", "critical")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == window["width"]


def shown_ids(page):
    return page.locator("#table tbody th").all_inner_texts()


def test_a_search_leaves_the_samples_that_hold_it(show, english):
    page = show(english)
    page.get_by_label("Search the samples").fill("Comrade Ossipon")
    found = [
        row[0] for row in rows(english) if "comrade ossipon" in " ".join(map(str, row)).lower()
    ]
    assert found
    assert shown_ids(page) == found
    assert f"of {len(found)}." in page.inner_text("#status")
    assert page.locator("#worst article:visible").count() == len(
        {*found} & {r[0] for r in rows(english)[:30]}
    )
    page.get_by_label("Search the samples").fill("no text holds this")
    assert page.inner_text("#status") == "No sample holds this."


def test_the_samples_are_sorted_by_their_headings_and_turned_page_by_page(show, english):
    page = show(english)  # by keys: what is drawn when it is seen moves under a pointer
    page.get_by_role("button", name="sample", exact=True).press("Enter")
    assert shown_ids(page) == [str(number) for number in range(1, 51)]
    page.get_by_role("button", name="Next").press("Enter")
    assert shown_ids(page)[0] == "51"
    page.get_by_role("button", name="WER, narrow_beams").last.press("Enter")
    best = max(rows(english), key=lambda row: float(row[3].removesuffix(" %")))
    assert shown_ids(page)[0] == best[0]
    assert page.get_by_role("button", name="Previous").is_disabled()


def test_a_table_is_sorted_by_the_keyboard(show, english):
    page = show(english)
    table = page.locator("#groups table")
    table.get_by_role("button", name="narrow_beams").focus()
    page.keyboard.press("Enter")
    assert table.locator("tbody th").all_inner_texts() == ["slt", "kal16", "awb", "rms"]
    page.keyboard.press("Enter")
    assert table.locator("tbody th").all_inner_texts() == ["rms", "awb", "kal16", "slt"]
    assert table.locator("th[aria-sort=ascending]").inner_text().startswith("narrow_beams")


def test_errors_only_hides_what_is_right(show, english):
    page = show(english)
    assert page.locator("#worst .hit:visible").count()
    errors = page.locator("#worst .error:visible").count()
    page.get_by_label("Errors only").check()
    assert page.locator("#worst .hit:visible").count() == 0
    assert page.locator("#worst .error:visible").count() == errors


def lefts(page, row):
    """Return where the tokens of one line of the first alignment start, column by column."""
    return page.evaluate(
        "row => [...document.querySelector('#worst .columns').children]"
        ".map(column => column.children[row].getBoundingClientRect())"
        ".map(box => [box.left + box.width / 2, box.top])",
        row,
    )


def test_japanese_columns_line_up(show, japanese):
    page = show(japanese)
    for (above, top), (below, bottom) in zip(lefts(page, 0), lefts(page, 1), strict=True):
        assert above == pytest.approx(below, abs=0.5)
        assert bottom - top == pytest.approx(24, abs=0.5)


def test_arabic_reads_from_right_to_left(show):
    page = show(report({"system": ARABIC[0]}, ARABIC[1]))
    centres = [centre for centre, _ in lefts(page, 0)]
    assert centres == sorted(centres, reverse=True)
    cell = page.locator("#table tbody td.text").first
    assert cell.evaluate("cell => getComputedStyle(cell).direction") == "rtl"


def test_a_text_is_no_code(show):
    texts = ["<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>"]
    page = show(report({texts[0]: texts}, texts[::-1], ids=texts, groups=texts, title=texts[1]))
    page.get_by_label("Search the samples").fill("script")
    assert page.locator("#table tbody :is(img, script)").count() == 0
    assert page.locator("#table tbody th").first.inner_text() in texts


def test_a_print_has_everything_but_the_controls(show, english):
    page = show(english, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.locator(".controls:visible, nav:visible").count() == 0
    assert page.locator("#worst article:visible").count() == 30
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour == "rgb(255, 255, 255)"


def test_without_scripts_there_are_no_dead_controls(browser, english, tmp_path):
    english.write(tmp_path / "report.html")
    page = browser.new_page(java_script_enabled=False)
    page.goto((tmp_path / "report.html").as_uri())
    assert page.locator("button:visible, input:visible").count() == 0
    assert page.get_by_text("The table needs JavaScript.").is_visible()
    assert page.locator("#worst article:visible").count() == 30
    page.close()


def test_a_notebook_shows_it_in_a_frame_in_which_links_work(browser, english, tmp_path):
    path = tmp_path / "notebook.html"
    path.write_text(f"<!DOCTYPE html><meta charset=utf-8>{english._repr_html_()}", "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("#table tbody tr").first.wait_for()
    frame.get_by_role("link", name="All samples").click()
    page.frames[1].wait_for_function("scrollY > 0")
    page.close()

"""The Compare tab in a real browser: the verdict, what is refused, more systems, both languages."""

import re

import jiwer
import pytest
from playwright.sync_api import expect

from levmetrics.formats.examples import read_example
from tests.web.accessibility import findings
from tests.web.visitor import fill, pick

pytestmark = pytest.mark.slow

SPEECH = read_example("speech_en")
REFERENCES = SPEECH.references[:60]
WIDE, NARROW = (SPEECH.systems[name][:60] for name in ("wide_beams", "narrow_beams"))


def opened(page, tab="Compare"):
    page.get_by_role("tab", name=tab, exact=True).click()
    page.locator("#compare").wait_for()
    return page


def give(page, references=REFERENCES, **systems):
    fill(page, "compare_references", "\n".join(references))
    for letter, texts in systems.items():
        fill(page, f"compare_{letter}", "\n".join(texts))


def compare(page):
    """Press the button, and return the verdict's heading."""
    page.evaluate("document.querySelectorAll('#compare_explorer h2').forEach(e => e.remove())")
    page.click("#compare")
    page.wait_for_function("document.activeElement.matches('#compare_explorer h2')")
    return page.locator("#compare_explorer h2").inner_text()


def load_example(page):
    page.click("#example_compare_english")
    page.wait_for_function("document.querySelector('#compare_B textarea').value")


def test_the_example_gives_a_verdict_first_and_it_has_the_focus(open_page):
    page = opened(open_page())
    assert page.locator("#compare_references textarea").input_value() == ""
    load_example(page)
    assert compare(page) == "A is better than B"
    text = page.locator("#compare_explorer .lev-top").inner_text()
    rates = [
        jiwer.wer(SPEECH.references[:200], SPEECH.systems[name][:200])
        for name in ("wide_beams", "narrow_beams")
    ]
    assert f"{100 * (rates[1] - rates[0]):.2f} points fewer word errors" in text
    assert all(f"{100 * rate:.2f} %" in text for rate in rates)
    assert not page.get_by_text("MAPSSWE").first.is_visible()
    page.get_by_text("How this was computed").last.click()
    assert page.locator("#compare_explorer .lev-bottom").get_by_text("metric:wer_lev|").is_visible()


def test_a_sample_shows_both_alignments_one_below_the_other(open_page):
    page = opened(open_page())
    give(page, ["a b", "c d"], A=["a b", "c d"], B=["a x", "c d"])
    compare(page)
    page.locator("#compare_explorer .lev-opener").first.click()
    drawn = page.locator("#compare_explorer .lev-detail figure")
    drawn.nth(1).wait_for()
    first, second = (drawn.nth(number).bounding_box() for number in range(2))
    assert first["y"] + first["height"] <= second["y"]


def test_a_point_of_the_plot_opens_its_sample(open_page):
    page = opened(open_page())
    give(page, A=WIDE, B=NARROW)
    compare(page)
    page.locator("#compare_explorer circle").nth(30).dispatch_event("click")
    page.locator("#compare_explorer tr[data-sample='30'].lev-opened").wait_for()


def test_a_system_with_a_missing_line_is_named_until_the_next_run(open_page):
    page = opened(open_page())
    give(page, A=WIDE, B=[*NARROW[:20], *NARROW[21:]])
    page.click("#compare")
    note = page.locator("#compare_refusal .lev-refusal")
    note.wait_for()
    assert note.inner_text().startswith("B has 59 lines, the references 60 lines.")
    assert re.search(r"at line 2[012]:", note.inner_text())
    assert not page.locator("#compare_results").is_visible()
    page.wait_for_function("document.activeElement.matches('.lev-refusal')")
    fill(page, "compare_B", "\n".join(NARROW))
    assert note.is_visible()
    compare(page)
    note.wait_for(state="detached")


def wait_for_reason(page, said):
    """Wait until the button is disabled with this reason beside it."""
    expect(page.locator("#compare_reason")).to_contain_text(said)
    expect(page.locator("#compare")).to_be_disabled()


def upload(page, folder, *others, **files):
    """Upload files of lines, and others that are there, and wait until the page has read them."""
    page.locator("[role=tab]:visible", has_text="Upload files").click()
    paths = [folder / f"{name}.txt" for name in files]
    for path, texts in zip(paths, files.values(), strict=True):
        path.write_text("\n".join(texts) + "\n")
    paths += [folder / name for name in others]
    page.locator("#compare_files input[type=file]").first.set_input_files(paths)
    page.locator("#compare_cards .lev-file-card").nth(len(paths) - 1).wait_for()
    page.locator("#compare_systems_column").wait_for()


def choose_systems(page, *files):
    """Choose the columns of systems; that of the references is known by its name."""
    choice = page.locator("#compare_systems_column")
    for number, file in enumerate(files):
        pick(page, choice.locator("input"), file)
        choice.locator(".token").nth(number).wait_for()
    page.keyboard.press("Escape")


def test_an_uploaded_system_that_does_not_fit_is_named(open_page, tmp_path):
    page = opened(open_page())
    upload(page, tmp_path, ref=REFERENCES, wide=WIDE, narrow=NARROW[1:])
    page.click("#compare")
    note = page.locator("#compare_refusal .lev-refusal")
    note.wait_for()
    assert note.inner_text().startswith("wide.txt has 60 samples, and narrow.txt 59;")


def test_uploaded_systems_are_compared(open_page, tmp_path):
    page = opened(open_page())
    upload(page, tmp_path, ref=REFERENCES, wide=WIDE, narrow=NARROW)
    page.locator("#compare_systems_column .token").nth(1).wait_for()  # files say which they are
    assert compare(page) == "wide is better than narrow"


def test_columns_that_no_name_tells_are_asked_for_and_chosen(open_page, tmp_path):
    page = opened(open_page())
    upload(page, tmp_path, said=REFERENCES, wide=WIDE, narrow=NARROW)
    wait_for_reason(page, "Choose the column of the references.")
    pick(page, page.locator("#compare_references_column input"), "said.txt")
    wait_for_reason(page, "Choose the columns of two systems or more.")
    choose_systems(page, "wide.txt", "narrow.txt")
    assert compare(page) == "wide is better than narrow"


def test_the_button_waits_until_all_sides_are_there_and_says_for_what(open_page, tmp_path):
    page = opened(open_page())
    wait_for_reason(page, "Paste references and the output of two systems or more")
    fill(page, "compare_A", "a\nb")
    wait_for_reason(page, "Paste the references.")
    fill(page, "compare_references", "a\nb")
    wait_for_reason(page, "Paste the predictions of two systems or more.")
    fill(page, "compare_B", "a\nc")
    assert "A has the better score here" in compare(page)
    upload(page, tmp_path, ref=REFERENCES, wide=WIDE)
    wait_for_reason(page, "A comparison needs references and two systems")


def test_uploaded_rows_in_order_are_compared_once_that_is_said_where_one_file_has_ids(
    open_page, tmp_path
):
    page = opened(open_page())
    rows = "".join(f"{number},{text}\n" for number, text in enumerate(REFERENCES))
    (tmp_path / "ref.csv").write_text(f"id,ref\n{rows}")
    upload(page, tmp_path, "ref.csv", wide=WIDE, narrow=NARROW)
    wait_for_reason(page, "Say above whether the rows of the files are in the same order.")
    page.locator("#compare_by_order").get_by_label("Yes").check()
    assert compare(page) == "wide is better than narrow"


def test_up_to_six_systems_are_compared_pair_by_pair(open_page):
    page = opened(open_page())
    for letter in "CDEF":
        page.click("#compare_add")
        page.locator(f"#compare_{letter}").wait_for()
    page.locator("#compare_add").wait_for(state="hidden")
    fill(page, "compare_F", "not seen, not compared")
    for letter in "FED":
        page.click("#compare_remove")
        page.locator(f"#compare_{letter}").wait_for(state="hidden")
    page.locator("#compare_C_name").locator("input, textarea").fill("mine")
    give(page, A=WIDE, B=NARROW, C=NARROW[:30] + WIDE[30:])
    compare(page)
    assert "mine" in page.locator("#compare_explorer .lev-top").inner_text()
    page.locator("#compare_explorer .lev-opener").first.click()
    page.locator("#compare_explorer .lev-detail figure").nth(2).wait_for()


def test_a_changed_input_greys_the_result_until_it_is_compared_again(open_page):
    page = opened(open_page())
    give(page, A=WIDE, B=NARROW)
    compare(page)
    assert not page.locator("#compare_results.lev-stale").count()
    fill(page, "compare_A", "\n".join(NARROW))
    page.locator("#compare_results.lev-stale").wait_for()
    assert page.get_by_text("Inputs changed: compare again").is_visible()
    fill(page, "compare_A", "\n".join(WIDE))
    page.locator("#compare_results.lev-stale").wait_for(state="detached")
    fill(page, "compare_A", "\n".join(NARROW))
    page.locator("#compare_results.lev-stale").wait_for()
    assert compare(page) == "A and B have the same score"
    assert not page.locator("#compare_results.lev-stale").count()
    assert not page.get_by_text("Inputs changed: compare again").is_visible()


def test_groups_are_given_in_the_settings(open_page):
    page = opened(open_page())
    give(page, A=WIDE, B=NARROW)
    page.locator("button:visible", has_text="Settings").first.click()
    page.locator("#compare_groups").wait_for()
    fill(page, "compare_groups", "\n".join(SPEECH.groups[:60]))
    compare(page)
    assert "Results by group" in page.locator("#compare_explorer .lev-top").inner_text()
    assert "rms" in page.locator("#compare_explorer .lev-top").inner_text()


def test_it_is_japanese_for_a_japanese_browser(open_as_another):
    page = opened(open_as_another(locale="ja-JP"), "比較")
    load_example(page)
    assert compare(page) == "AはBより優れています"
    assert "単語誤り率" in page.locator("#compare_explorer .lev-top").inner_text()
    assert page.get_by_role("button", name="システムを追加").is_visible()
    fill(page, "compare_A", "別の文")
    page.get_by_text("入力が変わりました。もう一度比較してください").wait_for()


def test_it_works_by_keyboard_alone(open_page):
    page = opened(open_page())
    page.locator("#example_compare_english").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#compare_B textarea').value")
    page.locator("#compare").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.matches('#compare_explorer h2')")
    page.locator("#compare_explorer .lev-opener").first.focus()
    page.keyboard.press("Enter")
    page.locator("#compare_explorer .lev-detail figure").first.wait_for()


@pytest.mark.parametrize(("dark", "width"), [(False, 1440), (True, 375)], ids=["light", "dark"])
def test_axe_finds_nothing_above_minor(open_as_another, dark, width):
    page = open_as_another(
        color_scheme="dark" if dark else "light", viewport={"width": width, "height": 900}
    )
    opened(page)
    wait_for_reason(page, "Paste references")
    assert findings(page) == []
    load_example(page)
    compare(page)
    page.locator("#compare_explorer .lev-opener").first.click()
    page.locator("#compare_explorer .lev-detail figure").first.wait_for()
    page.locator("#compare_explorer .lev-computed > summary").click()
    page.wait_for_timeout(500)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width

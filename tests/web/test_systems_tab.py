"""The Compare tab in a real browser: the verdict, what is refused, and more systems."""

import re

import jiwer
import pytest
from playwright.sync_api import expect

from tests.corpora import SPEECH
from tests.web.accessibility import faults, findings
from tests.web.visitor import fill, pick

pytestmark = pytest.mark.slow

REFERENCES = SPEECH.references[:60]
WIDE, NARROW = (SPEECH.systems[name][:60] for name in ("wide_beams", "narrow_beams"))


def opened(page):
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.locator("#compare").wait_for()
    return page


def give(page, references=REFERENCES, **systems):
    fill(page, "compare_references", "\n".join(references))
    for letter, texts in systems.items():
        fill(page, f"compare_{letter}", "\n".join(texts))


def compare(page):
    """Press the button, and return the verdict's heading."""
    page.evaluate(
        "document.querySelectorAll('#compare_results .lev-verdict').forEach(e => e.remove())"
    )
    page.click("#compare")
    page.wait_for_function("document.activeElement.matches('#compare_results .lev-verdict')")
    return page.locator("#compare_results .lev-verdict").inner_text()


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
    if page.locator("#compare_files").get_by_label("Clear").count():
        page.locator("#compare_files").get_by_label("Clear").click()
        page.locator("#compare_cards .lev-file-card").first.wait_for(state="detached")
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


def test_the_example_gives_a_verdict_first_by_keyboard_alone_on_a_page_that_everyone_can_use(
    open_page,
):
    page = opened(open_page())
    assert page.locator("#compare_references textarea").input_value() == ""
    wait_for_reason(page, "Paste references")
    assert findings(page) == []
    page.locator("#example_compare_english").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#compare_B textarea').value")
    page.locator("#compare").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.matches('#compare_results .lev-verdict')")
    assert page.locator("#compare_results .lev-verdict").inner_text() == "A is better than B"
    text = page.locator("#compare_results .lev-view").inner_text()
    rates = [
        jiwer.wer(SPEECH.references[:200], SPEECH.systems[name][:200])
        for name in ("wide_beams", "narrow_beams")
    ]
    assert f"{100 * (rates[1] - rates[0]):.2f} points fewer word errors" in text
    assert all(f"{100 * rate:.2f} %" in text for rate in rates)
    assert not page.get_by_text("MAPSSWE").first.is_visible()
    page.get_by_text("How this was computed").last.click()
    assert page.locator("#compare_results .lev-computed").get_by_text("metric:wer|").is_visible()
    page.locator("#compare_results .lev-opener").first.focus()
    page.keyboard.press("Enter")
    page.locator("#compare_results .lev-detail .columns").first.wait_for()
    assert faults(page) == {}


def test_the_button_waits_for_all_sides_and_a_result_is_grey_while_it_is_of_other_texts(open_page):
    page = opened(open_page())
    wait_for_reason(page, "Paste references and the output of two systems or more")
    fill(page, "compare_A", "\n".join(WIDE))
    wait_for_reason(page, "Paste the references.")
    fill(page, "compare_references", "\n".join(REFERENCES))
    wait_for_reason(page, "Paste the predictions of two systems or more.")
    fill(page, "compare_B", "\n".join([*NARROW[:20], *NARROW[21:]]))
    page.click("#compare")
    note = page.locator("#compare_results .lev-refusal")
    note.wait_for()
    assert note.inner_text().startswith(
        "The numbers of samples differ: 59 in B, 60 in the references."
    )
    assert re.search(r"at sample 2[012]\.", note.inner_text())
    assert not page.locator("#compare_results .lev-view").count()
    page.wait_for_function("document.activeElement.matches('.lev-refusal')")
    fill(page, "compare_B", "\n".join(NARROW))
    assert note.is_visible()
    compare(page)
    note.wait_for(state="detached")
    stale = page.locator("#compare_results.lev-stale")
    assert not stale.count()
    fill(page, "compare_A", "\n".join(NARROW))
    stale.wait_for()
    assert page.get_by_text("Inputs changed: compare again").is_visible()
    fill(page, "compare_A", "\n".join(WIDE))
    stale.wait_for(state="detached")
    fill(page, "compare_A", "\n".join(NARROW))
    stale.wait_for()
    assert compare(page) == "A and B have the same score"
    assert not stale.count()
    assert not page.get_by_text("Inputs changed: compare again").is_visible()


def test_uploaded_systems_are_compared_once_the_page_knows_their_columns(open_page, tmp_path):
    page = opened(open_page())
    upload(page, tmp_path, ref=REFERENCES, wide=WIDE)
    wait_for_reason(page, "A comparison needs references and two systems")
    upload(page, tmp_path, ref=REFERENCES, wide=WIDE, narrow=NARROW[1:])
    page.locator("#compare_systems_column .token").nth(1).wait_for()  # files say which they are
    page.click("#compare")
    note = page.locator("#compare_results .lev-refusal")
    note.wait_for()
    assert "differ: 59 in narrow.txt, 60 in the references. Probably" in note.inner_text()
    upload(page, tmp_path, said=REFERENCES, wide=WIDE, narrow=NARROW)
    wait_for_reason(page, "Choose the column of the references.")
    pick(page, page.locator("#compare_references_column input"), "said.txt")
    wait_for_reason(page, "Choose the columns of two systems or more.")
    choose_systems(page, "wide.txt", "narrow.txt")
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
    assert "mine" in page.locator("#compare_results .lev-view").inner_text()
    page.locator("#compare_results .lev-opener").first.click()
    page.locator("#compare_results .lev-detail .columns").nth(2).wait_for()

"""The Compare tab in a real browser: the verdict, what is refused, and more systems."""

import jiwer
import pytest
from playwright.sync_api import expect

from tests.corpora import SPEECH
from tests.web.accessibility import faults, findings
from tests.web.visitor import fill, open_compare, pick, refusal, score, upload, wait_for_reason

pytestmark = pytest.mark.slow

REFERENCES = SPEECH.references[:60]
WIDE, NARROW = (SPEECH.systems[name][:60] for name in ("wide_beams", "narrow_beams"))


@pytest.fixture
def page(open_page):
    page = open_page()
    open_compare(page)
    return page


def give(page, references=REFERENCES, **systems):
    fill(page, "compare_references", "\n".join(references))
    for letter, texts in systems.items():
        fill(page, f"compare_{letter}", "\n".join(texts))


def test_the_example_gives_a_verdict_first_by_keyboard_alone_on_a_page_that_everyone_can_use(page):
    assert page.locator("#compare_references textarea").input_value() == ""
    assert findings(page) == []
    page.locator("#example_compare_english").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#compare_B textarea').value")
    page.locator("#compare").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.matches('#compare_results .lev-verdict')")
    expect(page.locator("#compare_results .lev-verdict")).to_have_text("A is better than B")
    texts = (SPEECH.systems[name][:200] for name in ("wide_beams", "narrow_beams"))
    for rate in (jiwer.wer(SPEECH.references[:200], text) for text in texts):
        expect(page.locator("#compare_results .lev-view")).to_contain_text(f"{100 * rate:.2f} %")
    assert not page.get_by_text("MAPSSWE").first.is_visible()
    page.get_by_text("How this was computed").last.click()
    assert page.locator("#compare_results .lev-computed").get_by_text("metric:wer|").is_visible()
    page.locator("#compare_results .lev-opener").first.focus()
    page.keyboard.press("Enter")
    page.locator("#compare_results .lev-detail .columns").first.wait_for()
    assert faults(page) == {}


def test_the_button_waits_for_all_sides_and_a_result_is_grey_while_it_is_of_other_texts(page):
    wait_for_reason(page, "Paste references and the output of two systems or more", tab="compare")
    give(page, A=WIDE)
    wait_for_reason(page, "Paste the predictions of two systems or more.", tab="compare")
    give(page, B=[*NARROW[:20], *NARROW[21:]])
    assert refusal(page, "compare").startswith(
        "The numbers of samples differ: 59 in B, 60 in the references."
    )
    give(page, B=NARROW)
    score(page, "compare")
    stale = page.locator("#compare_results.lev-stale")
    assert not stale.count()
    give(page, A=NARROW)
    stale.wait_for()
    assert page.get_by_text("Inputs changed: compare again").is_visible()
    give(page, A=WIDE)
    stale.wait_for(state="detached")


def test_uploaded_systems_are_compared_once_the_page_knows_their_columns(page, written):
    texts = {"ref": REFERENCES, "said": REFERENCES, "wide": WIDE, "narrow": NARROW}
    contents = {f"{name}_txt": "\n".join(each) for name, each in texts.items()}
    ref, said, wide, narrow = written(**contents).values()
    upload(page, ref, wide, tab="compare")
    wait_for_reason(page, "A comparison needs references and two systems", tab="compare")
    upload(page, ref, wide, narrow, tab="compare")  # files say which they are
    page.locator("#compare_systems_column .token").nth(1).wait_for()
    assert score(page, "compare") == "wide is better than narrow"
    upload(page, said, wide, narrow, tab="compare")
    wait_for_reason(page, "Choose the column of the references.", tab="compare")
    pick(page, page.locator("#compare_references_column input"), "said.txt")
    wait_for_reason(page, "Choose the columns of two systems or more.", tab="compare")
    for number, name in enumerate(("wide.txt", "narrow.txt")):
        pick(page, page.locator("#compare_systems_column input"), name)
        page.locator("#compare_systems_column .token").nth(number).wait_for()
    expect(page.locator("#compare")).to_be_enabled()


def test_up_to_six_systems_are_compared_pair_by_pair(page):
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
    score(page, "compare")
    assert "mine" in page.locator("#compare_results .lev-view").inner_text()
    page.locator("#compare_results .lev-opener").first.click()
    page.locator("#compare_results .lev-detail .columns").nth(2).wait_for()

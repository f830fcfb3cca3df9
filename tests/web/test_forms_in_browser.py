"""Pasted files in a real browser: a question, and one click for each answer."""

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import findings
from tests.web.test_forms import PREDICTIONS, REFERENCES, srt, stm
from tests.web.visitor import choose, fill, load, refusal, score, wait_for_columns, wait_for_reason

pytestmark = pytest.mark.slow

ASKED = "Say above how the pasted text is to be read."


def paste(page, references, predictions):
    """Paste both sides, and wait until the page asks."""
    fill(page, "score_references", references)
    fill(page, "score_A", predictions)
    wait_for_reason(page, ASKED)
    expect(page.locator("#score_form")).to_contain_text("predictions: looks like")


def test_subtitles_after_an_example_are_asked_about_in_both_languages_and_read_in_one_click(
    open_page,
):
    page = open_page()
    load(page, "english")
    expect(page.locator("#score")).to_be_enabled()
    assert not page.locator(".lev-form-question").count()
    paste(page, srt(REFERENCES), srt(PREDICTIONS))
    assert findings(page) == []
    page.click("#language")
    expect(page.locator("#score_form")).to_contain_text("正解: 字幕")
    page.click("#language")
    expect(page.locator("#score_form")).to_contain_text("references: looks like subtitles")
    page.click("#score_form [data-event=read]")
    wait_for_columns(page, "references.srt: text", "predictions.srt: text")
    assert score(page) == "25.00 %"  # of 8 words: see test_forms
    assert "predictions.srt" in page.locator("#score_results .lev-view").inner_text()


def test_plain_text_stays_until_it_changes(open_page):
    page = open_page()
    paste(page, srt(REFERENCES), srt(PREDICTIONS))
    page.click("#score_form [data-event=plain]")
    page.locator(".lev-form-question").wait_for(state="detached")
    assert score(page) == "12.50 %"  # 2 of 16 words, of which 8 are numbers and times
    fill(page, "score_A", srt(["another text"]))
    wait_for_reason(page, ASKED)


def take_offer(page, place, words):
    """Press the button of another way of scoring, and return the score that it leads to."""
    page.evaluate("document.activeElement.blur()")
    page.locator(place).get_by_role("button", name=words).click()
    page.wait_for_function("document.activeElement.closest('#score_results')")
    return page.locator("#score_results .lev-score").inner_text()


def test_a_refused_meeting_is_scored_as_one_by_a_button(open_page):
    page = open_page()
    paste(page, stm(REFERENCES), stm(PREDICTIONS, "ben"))
    page.click("#score_form [data-event=read]")
    wait_for_columns(page, "references.stm: text", "predictions.stm: text")
    assert "predictions.stm has no id" in refusal(page)
    assert take_offer(page, ".lev-refusal", "Score as a meeting") == "25.00 %"
    wait_for_columns(page, "references.stm: segments", "predictions.stm: segments")


def test_texts_that_are_cut_differently_are_scored_as_whole_documents_by_a_button(open_page):
    page = open_page()
    paste(page, srt(REFERENCES), srt([" ".join(PREDICTIONS)]))
    page.click("#score_form [data-event=read]")
    wait_for_columns(page, "references.srt: text", "predictions.srt: text")
    assert "predictions.srt" in refusal(page)
    assert findings(page) == []
    assert take_offer(page, ".lev-refusal", "Whole documents") == "25.00 %"
    page.get_by_role("button", name="Settings").first.click()
    expect(page.locator("#score_whole input")).to_be_checked()


def test_pasted_records_and_a_meeting_are_scored_as_such_in_one_click_each(open_page):
    page = open_page()
    record = '{"total": "12.50", "shop": "Kaya"}'
    paste(page, record, record.replace("Kaya", "Kay"))
    page.click("#score_form [data-event=read]")
    assert take_offer(page, "#score_cards", "Score as records") == "87.50 %"
    wait_for_columns(page, "references.json: record", "predictions.json: record")
    choose(page, "Metric", "What suits the texts")
    wait_for_columns(page, "references.json: text", "predictions.json: text")
    page.get_by_role("tab", name="Paste").click()
    paste(page, stm(REFERENCES), stm(PREDICTIONS, "ben"))
    assert take_offer(page, "#score_form", "Score as a meeting") == "25.00 %"
    assert not page.locator(".lev-form-question").count()


def test_systems_are_asked_about_too(open_page):
    page = open_page()
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.locator("#compare").wait_for()
    fill(page, "compare_references", srt(REFERENCES * 4))
    fill(page, "compare_A", srt(REFERENCES * 4))
    fill(page, "compare_B", srt(PREDICTIONS * 4))
    expect(page.locator("#compare_form")).to_contain_text("B: looks like subtitles")
    page.click("#compare_form [data-event=read]")
    expect(page.locator("#compare_cards .lev-file-card")).to_have_count(3)
    expect(page.locator("#compare_reason")).to_have_text("")
    expect(page.locator("#compare")).to_be_enabled()

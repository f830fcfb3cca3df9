"""Pasted files in a real browser: a refusal, with a button for each way of reading them."""

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import findings
from tests.web.test_forms import PREDICTIONS, REFERENCES, srt, stm
from tests.web.visitor import choose, fill, load, refusal, score, wait_for_columns

pytestmark = pytest.mark.slow


def paste(page, references, predictions):
    """Paste both sides, and ask for a score, which is refused."""
    fill(page, "score_references", references)
    fill(page, "score_A", predictions)
    assert "references looks like" in refusal(page)


def take(page, words, score, place=".lev-refusal"):
    """Press the button of a way of scoring, and wait for the score that it leads to."""
    page.locator(place).get_by_role("button", name=words).click()
    expect(page.locator("#score_results .lev-score")).to_have_text(score)


def test_subtitles_after_an_example_are_read_or_taken_as_lines_until_they_change(open_page):
    page = open_page()
    load(page, "english")
    assert score(page) == "23.57 %"
    paste(page, srt(REFERENCES), srt(PREDICTIONS))
    assert findings(page) == []
    take(page, "As a file", "25.00 %")  # of 8 words: see test_forms
    wait_for_columns(page, "references.srt: text", "predictions.srt: text")
    assert "predictions.srt" in page.locator("#score_results .lev-view").inner_text()
    page.get_by_role("tab", name="Paste").click()
    refusal(page)
    page.click("#language")
    expect(page.locator(".lev-refusal")).to_contain_text("正解は文の行ではなく、字幕のようです")
    take(page, "1行に1件の文字列として", "12.50 %")  # 2 of 16 words, of which 8 are times
    fill(page, "score_references", srt([*REFERENCES, "more"]))
    refusal(page)


def test_a_table_of_both_sides_is_pasted_into_one_box(open_page):
    page = open_page()
    fill(page, "score_references", "well, it was\nfine")
    expect(page.locator("#score_reason")).to_have_text("Paste the predictions.")
    expect(page.locator("#score")).to_be_disabled()
    rows = zip(REFERENCES, PREDICTIONS, strict=True)
    fill(page, "score_references", "ref\thyp\n" + "\n".join(map("\t".join, rows)))
    refusal(page)
    take(page, "As a file", "25.00 %")


def test_records_and_a_meeting_are_scored_as_such_also_after_they_were_read(open_page):
    page = open_page()
    record = '{"total": "12.50", "shop": "Kaya"}'
    paste(page, record, record.replace("Kaya", "Kay"))
    page.locator(".lev-refusal").get_by_role("button", name="As a file").click()
    wait_for_columns(page, "references.json: text", "predictions.json: text")
    take(page, "Score as records", "87.50 %", "#score_cards")
    wait_for_columns(page, "references.json: record", "predictions.json: record")
    choose(page, "Metric", "What suits the texts")
    page.get_by_role("tab", name="Paste").click()
    paste(page, stm(REFERENCES), stm(PREDICTIONS, "ben"))
    page.locator(".lev-refusal").get_by_role("button", name="As a file").click()
    wait_for_columns(page, "references.stm: text", "predictions.stm: text")
    said = page.locator(".lev-refusal")
    expect(said).to_contain_text("predictions.stm has no id")
    take(page, "Score as a meeting", "25.00 %")
    wait_for_columns(page, "references.stm: segments", "predictions.stm: segments")


def test_systems_are_asked_about_too(open_page):
    page = open_page()
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.locator("#compare").wait_for()
    fill(page, "compare_references", "\n".join(REFERENCES * 4))
    fill(page, "compare_A", "\n".join(REFERENCES * 4))
    fill(page, "compare_B", srt(PREDICTIONS * 4))
    page.click("#compare")
    refused = page.locator("#compare_results .lev-refusal")
    expect(refused).to_contain_text("B looks like subtitles")
    refused.get_by_role("button", name="As a file").click()
    expect(page.locator("#compare_cards .lev-file-card")).to_have_count(3)
    expect(page.locator("#compare_results .lev-view")).to_contain_text("A is better than B")

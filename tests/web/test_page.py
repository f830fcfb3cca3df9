"""The page in a real browser: the roads of a visitor who pastes texts."""

import pytest

from tests.web.visitor import choose, fill, load, refusal, score, upload, wait_for_reason

pytestmark = pytest.mark.slow


def test_a_japanese_visitor_with_a_dark_phone_scores_and_switches_to_english_in_place(open_page):
    page = open_page("ja-JP", "dark", 375)
    page.get_by_role("button", name="採点する").wait_for()
    load(page, "english")
    assert score(page) == "23.57 %"
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    headings = page.locator("#score_results .lev-explored thead th").all_inner_texts()
    assert [each.split()[0] for each in headings] == ["番号", "WER", "誤り", "正解", "予測"]
    shown = page.locator("#score_results").inner_text()
    for english in ("Sample", "Reference", "Prediction", "Most", "interval", "Search"):
        assert english not in shown
    page.click("#language")
    page.locator("#score_results").get_by_text("Most frequent errors").wait_for()
    page.get_by_role("button", name="Score", exact=True).wait_for()
    assert page.locator("#score_references textarea").input_value()
    assert page.locator("#score_results .lev-score").inner_text() == "23.57 %"
    page.reload()
    page.get_by_role("button", name="日本語").wait_for()  # it stays


def test_the_button_waits_for_both_sides_and_what_does_not_fit_is_refused(open_page):
    page = open_page()
    wait_for_reason(page, "Paste references and predictions, or load an example.")
    fill(page, "score_references", "a")
    wait_for_reason(page, "Paste the predictions.")
    fill(page, "score_A", "a\nb")
    assert "2 in the box of predictions, 1 in the references." in refusal(page)
    assert not page.locator(".toast-body").count()  # which would go by itself
    page.locator(".lev-refusal").get_by_role("button", name="Close").focus()
    page.keyboard.press("Enter")
    page.locator(".lev-refusal").wait_for(state="hidden")
    fill(page, "score_references", "")
    wait_for_reason(page, "Paste the references.")


def test_settings_that_a_metric_lacks_are_hidden(open_page):
    page = open_page()
    page.get_by_text("Settings", exact=True).first.click()
    names = ("Tokenizer", "Normalizer", "Ignore case and punctuation")
    for name in names:
        page.get_by_label(name).first.wait_for(state="visible")
    page.get_by_label("Threshold").first.wait_for(state="hidden")
    choose(page, "Metric", "Records: Donut's rule (nTED, F1)")
    for name in names:
        page.get_by_label(name).first.wait_for(state="hidden")


HOSTILE = [
    "<script>alert(1)</script>",
    "[link](javascript:alert(1))",
    "a \u202e <svg onload=alert(1)>",
    "{{7*7}} </textarea><iframe srcdoc='<script>alert(1)</script>'>",
]


def test_hostile_text_and_names_are_inert(open_page, tmp_path):
    page = open_page()
    fill(page, "score_A", "\n".join(HOSTILE))
    # Of the same first words in another order, the page would ask whether they are ids.
    fill(page, "score_references", "\n".join(f"as {text}" for text in HOSTILE[::-1]))
    score(page)
    for opener in page.locator("#score_results .lev-opener").all():
        opener.click()
    page.locator("#score_results .lev-detail .columns").nth(len(HOSTILE) - 1).wait_for()
    name = "<img src=x onerror=alert(1)>.csv"
    (tmp_path / name).write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    upload(page, tmp_path / name)
    for root in ("#score_results", "#score_cards"):
        own = page.locator(root)
        assert own.locator("script, img, iframe, svg[onload], a[href^=javascript]").count() == 0
        assert "\u202e" not in (own.first.text_content() or "")

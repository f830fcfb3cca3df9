"""The page in a real browser: the roads of a visitor who pastes texts."""

import pytest
from playwright.sync_api import expect

from tests.files import written
from tests.web.accessibility import findings
from tests.web.test_forms import PREDICTIONS, REFERENCES, srt
from tests.web.visitor import (
    fill,
    load,
    open_compare,
    paste,
    refusal,
    score,
    upload,
    wait_for_columns,
    wait_for_reason,
)

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
    page.wait_for_timeout(1_000)  # whatever still changes
    assert not page.locator(".lev-stale").count()
    assert page.locator("#score_references textarea").input_value()
    assert page.locator("#score_results .lev-score").inner_text() == "23.57 %"
    page.reload()
    page.get_by_role("button", name="日本語").wait_for()  # it stays


def test_the_button_waits_for_both_sides_and_what_does_not_fit_is_refused(open_page):
    page = open_page()
    example = page.get_by_text("An example: this is what you will see")
    wait_for_reason(page, "Paste references and predictions, or load an example.")
    fill(page, "score_references", "a")
    wait_for_reason(page, "Paste the predictions.")
    fill(page, "score_A", "a\nb")
    assert "2 in the box of predictions, 1 in the references." in refusal(page)
    assert not page.locator(".toast-body").count()  # which would go by itself
    assert example.is_visible()
    page.locator(".lev-refusal").get_by_role("button", name="Close").focus()
    page.keyboard.press("Enter")
    page.locator(".lev-refusal").wait_for(state="hidden")
    fill(page, "score_references", "")
    wait_for_reason(page, "Paste the references.")
    fill(page, "score_references", "c\nb")
    assert score(page) == "50.00 %"
    assert not example.is_visible()
    result = page.locator("#score_results .lev-view")
    assert result.evaluate("view => getComputedStyle(view).filter") == "none"


@pytest.mark.parametrize(
    ("example", "metric", "shown"),
    [
        ("records", "Records: each field by its type (ANLS*, F1)", "Values that were misread"),
        # In the best order of its lines, 6 of 279 characters are misread.
        ("page", "Pages: CER, and its part by reading order", "2.15 %"),
        ("meeting", "Meetings: cpWER", "Anna"),
    ],
)
def test_every_kind_of_metric_has_an_example_that_sets_and_says_what_it_needs(
    open_page, example, metric, shown
):
    page = open_page()
    load(page, example)
    expect(page.locator(".lev-start input").first).to_have_value(metric)
    expect(page.locator("#score_about p")).to_have_count(2)
    score(page)
    expect(page.locator("#score_results .lev-view")).to_contain_text(shown)
    assert not page.locator(".lev-stale").count()


def values(page):
    """Return what is in both boxes."""
    return [page.locator(f"#score_{box} textarea").input_value() for box in ("references", "A")]


def test_a_list_that_was_closed_by_escape_opens_on_a_click(open_page):
    page = open_page()
    box, options = page.get_by_label("Metric", exact=True).first, page.get_by_role("option")
    for _ in range(2):
        box.click()
        options.first.wait_for()
        page.keyboard.press("Escape")
        options.first.wait_for(state="hidden")


def test_sides_are_swapped_by_a_button_and_scored_by_control_and_enter(open_page):
    page = open_page()
    paste(page, "a b c", "a b")
    page.click("#score_swap")
    page.wait_for_function("document.querySelector('#score_A textarea').value === 'a b c'")
    assert values(page) == ["a b", "a b c"]
    page.locator("#score_A textarea").press("Control+Enter")
    expect(page.locator("#score_results .lev-score")).to_have_text("50.00 %")
    assert values(page) == ["a b", "a b c"]


def test_settings_of_a_link_are_named_while_they_are_closed_and_the_link_is_copied(open_page, url):
    page = open_page()
    page.goto("about:blank")
    others = "score.threshold=0.5&score.whole=true"  # which word error rates do not have, and do
    normalizers = "score.normalizer=nfc+lower+remove_punctuation+squeeze_whitespace"
    page.goto(f"{url}#score.metric=wer&score.tokenizer=char&{normalizers}&{others}")
    heading = page.locator(".lev-settings .label-wrap").first
    expect(heading).to_have_text("Settings: Tokenizer, Normalizer (4), Whole documents ▼")
    heading.click()
    expect(page.locator("#score_plain input")).to_be_checked()
    page.click("#score_link")
    expect(page.locator("#score_link")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.click("#language")
    expect(heading).to_contain_text("設定: トークナイザ, 正規化 (4), ")


HOSTILE = [
    "<script>alert(1)</script>",
    "[link](javascript:alert(1))",
    "a \u202e <svg onload=alert(1)>",
    "{{7*7}} </textarea><iframe srcdoc='<script>alert(1)</script>'>",
]


def test_hostile_text_and_names_are_inert(open_page, tmp_path):
    page = open_page()
    # Of the same first words in another order, the page would ask whether they are ids.
    paste(page, "\n".join(f"as {text}" for text in HOSTILE[::-1]), "\n".join(HOSTILE))
    score(page)
    for opener in page.locator("#score_results .lev-opener").all():
        opener.click()
    page.locator("#score_results .lev-detail .columns").nth(len(HOSTILE) - 1).wait_for()
    name = "<img src=x onerror=alert(1)>.csv"
    upload(page, written(tmp_path / name, b"\x89PNG\r\n\x1a\n\0\0"))
    for root in ("#score_results", "#score_cards"):
        own = page.locator(root)
        assert own.locator("script, img, iframe, svg[onload], a[href^=javascript]").count() == 0
        assert "\u202e" not in (own.first.text_content() or "")


def asked(page, references, predictions):
    """Paste both sides, and ask for a score, which is refused."""
    paste(page, references, predictions)
    assert "references looks like" in refusal(page)


def take(page, words, score, place=".lev-refusal"):
    """Press the button of a way of scoring, and wait for the score that it leads to."""
    page.locator(place).get_by_role("button", name=words).click()
    expect(page.locator("#score_results .lev-score")).to_have_text(score)


def test_subtitles_after_an_example_are_read_or_taken_as_lines_until_they_change(open_page):
    page = open_page()
    load(page, "english")
    assert score(page) == "23.57 %"
    asked(page, srt(REFERENCES), srt(PREDICTIONS))
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


def test_a_table_of_both_sides_is_pasted_into_one_box_and_records_are_scored_as_such(open_page):
    page = open_page()
    fill(page, "score_references", "well, it was\nfine")
    wait_for_reason(page, "Paste the predictions.")
    rows = map("\t".join, zip(REFERENCES, PREDICTIONS, strict=True))
    fill(page, "score_references", "\n".join(["ref\thyp", *rows]))
    refusal(page)
    take(page, "As a file", "25.00 %")
    record = '{"total": "12.50", "shop": "Kaya"}'
    page.get_by_role("tab", name="Paste").click()
    asked(page, record, record.replace("Kaya", "Kay"))
    page.locator(".lev-refusal").get_by_role("button", name="As a file").click()
    wait_for_columns(page, "references.json: text", "predictions.json: text")
    take(page, "Score as records", "87.50 %", "#score_cards")
    wait_for_columns(page, "references.json: record", "predictions.json: record")


def test_systems_are_asked_about_too(open_page):
    page = open_page()
    open_compare(page)
    paste(page, *["\n".join(REFERENCES * 4)] * 2, srt(PREDICTIONS * 4), tab="compare")
    assert "B looks like subtitles" in refusal(page, "compare")
    page.locator(".lev-refusal").get_by_role("button", name="As a file").click()
    expect(page.locator("#compare_cards .lev-file-card")).to_have_count(3)
    expect(page.locator("#compare_results .lev-view")).to_contain_text("A is better than B")

"""The form above the result, in a real browser: its examples, keys, and settings."""

import pytest
from playwright.sync_api import expect

from tests.web.visitor import fill, load, refusal, score

pytestmark = pytest.mark.slow

CAPTION = "An example: this is what you will see"


def values(page):
    """Return what is in both boxes."""
    return [page.locator(f"#score_{box} textarea").input_value() for box in ("references", "A")]


def test_the_example_is_never_in_the_place_of_a_result_whose_colours_a_language_leaves(open_page):
    page = open_page()
    caption = page.get_by_text(CAPTION)
    fill(page, "score_references", "a b\nc")
    fill(page, "score_A", "a b")
    refusal(page)
    assert caption.is_visible()
    fill(page, "score_A", "a c\nc")
    assert score(page) == "33.33 %"
    assert not caption.is_visible()
    result = page.locator("#score_results .lev-view")
    assert result.evaluate("view => getComputedStyle(view).filter") == "none"
    page.click("#language")
    page.get_by_role("tab", name="採点").wait_for()
    page.locator("#score_results .lev-view[lang=ja]").wait_for()
    page.wait_for_timeout(1_000)  # whatever still changes
    assert not page.locator(".lev-stale").count()


@pytest.mark.parametrize(
    ("example", "metric", "shown"),
    [
        ("records", "Records: each field by its type (ANLS*, F1)", "Values that were misread"),
        ("page", "Pages: CER, and its part by reading order", "reading order"),
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


def test_sides_are_swapped_by_a_button_and_scored_by_control_and_enter(open_page):
    page = open_page()
    fill(page, "score_references", "a b c")
    fill(page, "score_A", "a b")
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
    page.goto(f"{url}#score.metric=wer&score.normalizer=nfc+lower&score.tokenizer=char&{others}")
    heading = page.locator(".lev-settings .label-wrap").first
    expect(heading).to_have_text("Settings: Tokenizer, Normalizer (2), Whole documents ▼")
    heading.click()
    page.click("#score_link")
    expect(page.locator("#score_link")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.click("#language")
    expect(heading).to_contain_text("設定: トークナイザ, 正規化 (2), ")


def test_the_keyboard_goes_from_the_metric_to_the_button(open_page):
    page = open_page()
    load(page, "english")
    expect(page.locator("#score")).to_be_enabled()
    page.locator(".lev-start input").first.focus()
    page.keyboard.press("Tab")
    expect(page.locator("#score")).to_be_focused()

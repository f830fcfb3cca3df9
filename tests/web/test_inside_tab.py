"""The tab that looks inside a pair, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults, findings

pytestmark = pytest.mark.slow


def opened(page, tab="Look inside"):
    page.get_by_role("tab", name=tab, exact=True).click()
    page.locator("#align").wait_for()
    return page


def look(page, reference, prediction):
    for side, text in (("reference", reference), ("prediction", prediction)):
        page.locator(f"#inside_{side}").locator("input, textarea").fill(text)
    page.evaluate("document.querySelectorAll('#tokens h2').forEach(e => e.remove())")
    page.click("#align")
    page.wait_for_selector("#tokens h2")
    # While Gradio draws results, what is typed into a box may be lost.
    page.wait_for_function("document.activeElement.matches('#pair h2')")


def test_the_example_shows_alignment_matrix_and_both_texts_in_all_tokenizers(open_page):
    page = opened(open_page())
    page.click("#example_pair")
    page.wait_for_function(
        "document.querySelector('#inside_prediction :is(input, textarea)').value"
    )
    page.click("#align")
    page.wait_for_selector("#tokens table", timeout=60_000)  # all tokenizers are loaded
    page.wait_for_function("document.activeElement.matches('#pair h2')")
    assert "1 replaced (S)" in page.locator("#pair").inner_text()
    matrix = page.locator("#matrix").inner_text()
    assert "Edit distance 1" in matrix
    assert "Reference ↓" in matrix
    assert "Prediction →" in matrix
    mecab = page.locator("#tokens tbody").filter(has_text="mecab:ipadic")
    assert "良い" in mecab.inner_text()
    assert "いい" in mecab.inner_text()
    assert faults(page) == {}


def test_the_button_waits_for_a_text_and_the_reference_is_the_upper_row(open_page):
    page = opened(open_page())
    reason = page.locator("#inside_reason")
    expect(page.locator("#align")).to_be_disabled()
    expect(reason).to_contain_text("Type a reference and a prediction, or load the example.")
    assert findings(page) == []
    look(page, "ab", "")
    expect(reason).to_be_hidden()
    look(page, "ab", "b")
    assert "1 missing (D)" in page.locator("#pair").inner_text()
    for side in ("reference", "prediction"):
        page.locator(f"#inside_{side}").locator("input, textarea").fill("")
    page.locator("#inside_results.lev-stale").wait_for()
    expect(page.locator("#align")).to_be_disabled()


def test_it_is_japanese_for_a_japanese_browser(open_page):
    page = opened(open_page("ja-JP"), "中身を見る")
    look(page, "ab", "ac")
    assert "正解 ↓" in page.locator("#matrix").inner_text()
    assert "各トークナイザの分割" in page.locator("#tokens").inner_text()

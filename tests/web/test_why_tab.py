"""The tab of other tools' pitfalls, in a real browser."""

import pytest

from tests.web.accessibility import faults

pytestmark = pytest.mark.slow


def opened(page, tab="Why"):
    page.get_by_role("tab", name=tab, exact=True).click()
    page.locator("#pitfalls table").wait_for()
    return page


def rows(page):
    """Return the cells of the table, by the metric."""
    lines = page.locator("#pitfalls tbody tr").all()
    return {
        line.locator("th").inner_text(): [cell.inner_text() for cell in line.locator("td").all()]
        for line in lines
    }


def test_it_opens_on_a_word_that_differs_and_tries_an_example_and_a_text_of_ones_own(open_page):
    page = opened(open_page())
    found = rows(page)
    assert found["WER by white space"][:2] == ["100.00 %", "wrong"]
    assert found["WER by MeCab's words"][:2] == ["20.00 %", "right"]
    assert found["ROUGE-1, rouge-score as it comes"][:2] == ["0.00 %", "wrong"]
    assert not page.locator("#why_results.lev-stale").count()
    marks = page.locator("#pitfalls .lev-wrong").evaluate_all(
        "marks => marks.map(mark => getComputedStyle(mark, '::before').content)"
    )
    assert all("✗" in mark for mark in marks)
    assert faults(page) == {}
    page.click("#example_greek")
    page.locator("#pitfalls").get_by_text("κόσμος").wait_for()
    assert rows(page)["WER by white space"][:2] == ["50.00 %", "right"]
    page.wait_for_function("!document.querySelector('#why_results.lev-stale')")
    reference = page.get_by_label("Reference", exact=True).locator("visible=true")
    reference.fill("who is there")
    page.locator("#why_results.lev-stale").wait_for()
    page.get_by_label("Prediction", exact=True).locator("visible=true").fill("who is their")
    page.click("#why")
    page.locator("#pitfalls").get_by_text("who is their").wait_for()
    assert all(mark == "right" for _, mark, _ in rows(page).values())


def test_it_opens_in_japanese_for_a_japanese_browser(open_page):
    page = opened(open_page("ja-JP"), "なぜ必要か")
    page.locator("#pitfalls").get_by_text("各ツールの値").wait_for()
    assert rows(page)["WER(空白区切り)"][:2] == ["100.00 %", "誤り"]

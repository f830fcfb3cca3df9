"""The tab that looks inside a pair: what it draws, and its use in a real browser."""

import pytest
from playwright.sync_api import expect

from levmetrics import list_tokenizers
from levmetrics.web import inside_tab
from tests.packages import needs
from tests.web.accessibility import faults


def drawn(reference, prediction, tokenizer="char"):
    return inside_tab._draw_pair("en", reference, prediction, tokenizer, [])


@needs("fugashi", "icu4py", "ipadic", "jieba", "kiwipiepy", "sudachipy")
def test_both_texts_are_shown_and_scored_in_every_installed_tokenizer():
    html = drawn("今日は良い天気です", "今日はいい天気です")
    assert all(f">{name} · error rate " in html for name in list_tokenizers())
    assert ">whitespace · error rate 100.00 %</th>" in html
    assert ">mecab · error rate 20.00 %</th>" in html
    for side in ("Reference", "Prediction"):
        assert html.count(f'<th scope="row">{side}</th>') == len(list_tokenizers())


def test_a_tokenizer_that_fails_is_said_beside_those_that_do_not_and_long_texts_are_cut(
    monkeypatch,
):
    monkeypatch.setattr(inside_tab, "installed_tokenizers", lambda: ("char", "no-such"))
    html = drawn("a" * 600, "b")
    assert html.count('class="lev-token"') == 501
    assert html.count("unknown tokenizer") == 1
    assert html.count('<th scope="row" style') == 30


@pytest.mark.slow
def test_it_opens_with_an_example_and_refuses_nothing(open_page):
    page = open_page("ja-JP")
    results = page.locator("#inside_results")
    page.get_by_role("tab", name="中身を見る", exact=True).click()
    page.click("#align")
    page.wait_for_selector("#inside_results table", timeout=60_000)  # all tokenizers are loaded
    page.wait_for_function("document.activeElement.matches('#inside_results h2')")
    for said in ("置換1", "正解 ↓", "予測 →"):
        expect(results).to_contain_text(said)
    assert faults(page) == {}
    for side in ("reference", "prediction"):
        page.locator(f"#inside_{side}").locator("input, textarea").fill("")
    page.locator("#inside_results.lev-stale").wait_for()
    page.click("#align")
    expect(results).to_contain_text("まだ")
    results.locator(".lev-shown").wait_for(state="detached")

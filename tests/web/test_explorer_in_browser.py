"""A result on the page in a real browser: filtered, opened, saved, scored anew, and its address.

What the browser does alone (sorting, searching, marks) has tests beside the view.
"""

import json
from glob import glob

import pytest
from gradio.utils import get_upload_folder
from playwright.sync_api import expect

from levmetrics.web.snippet import snippet
from tests.web.accessibility import faults, findings
from tests.web.given import scored_texts
from tests.web.visitor import load, open_compare, paste, score

pytestmark = pytest.mark.slow


def saved(page, button, folder):
    with page.expect_download() as download:
        page.click(f"#score_results {button}")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_result_takes_the_examples_place_and_its_samples_open_by_the_keyboard_alone(open_page):
    page = open_page()
    page.get_by_text("An example: this is what you will see").wait_for()
    assert page.locator("#example .lev-score").first.inner_text() == "23.57 %"
    assert page.locator("#score_results .lev-score").count() == 0
    assert findings(page) == []
    page.locator("#example_score_english").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#score_references textarea').value")
    expect(page.locator("#score")).to_be_enabled()
    page.locator(".lev-start input").first.focus()
    page.keyboard.press("Tab")  # from the metric to the button
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.matches('.lev-result > h2')")
    assert not page.get_by_text("An example: this is what you will see").is_visible()
    for said in ("23.57 %", "95 % interval", "200 samples"):
        expect(page.locator("#score_results .lev-view")).to_contain_text(said)
    page.evaluate("document.dispatchEvent(new Event('levmetrics-language'))")  # it is drawn anew
    assert page.evaluate("document.activeElement.closest('#score_results') !== null")
    page.locator("#score_results .lev-opener").first.focus()
    page.keyboard.press("Enter")
    page.locator("#score_results .lev-detail .columns").wait_for()
    page.locator("#score_results .lev-computed > summary").click()
    assert faults(page) == {}


def test_an_alignment_that_the_page_has_not_is_asked_for_and_a_server_that_is_gone_is_told(
    open_page,
):
    page = open_page()
    paste(page, "na\u00eff\ncafe\u0301", "nai\u0308f\ncaf\u00e9")  # which look alike
    score(page)
    openers = page.locator("#score_results .lev-opener")
    openers.first.click()
    page.locator("#score_results .lev-detail", has_text="⟨").wait_for()
    page.route("**/component_server**", lambda route: route.abort())
    openers.nth(1).click()
    page.get_by_text("The page's server does not answer: try again.").wait_for()


def test_results_are_saved_and_nothing_of_them_lies_on_the_server(open_page, tmp_path):
    page = open_page()
    texts = '=1+1\ntoday, "quoted"'
    paste(page, "a ||| b\ntoday", texts)
    found = score(page)
    table = saved(page, ".lev-csv", tmp_path).read_text("utf-8-sig")
    assert table.startswith("sample,wer,substitutions,")
    assert "'=1+1" in table
    document = json.loads(saved(page, "[data-download=json]", tmp_path).read_text("utf-8"))
    assert document["predictions"] == texts.split("\n")
    assert document["references"] == [["a", "b"], ["today"]]
    assert [sample["sample"] for sample in document["samples"]] == [1, 2]
    assert f"{100 * document['result']['wer']:.2f} %" == found
    assert found in saved(page, "[data-download=report]", tmp_path).read_text("utf-8")
    picture = saved(page, "[data-download=picture]", tmp_path).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert glob(f"{get_upload_folder()}/**/levmetrics.*", recursive=True, include_hidden=True) == []
    page.locator("#score_results .lev-computed > summary").click()
    assert "wer" in page.locator("#score_results .lev-signature").first.inner_text()
    expected = snippet("en", scored_texts(document["predictions"], document["references"]))
    page.locator("#score_results [data-copy]").click()
    assert page.evaluate("navigator.clipboard.readText()") == expected


def test_another_way_of_scoring_is_offered_only_where_it_applies_and_scores_so(open_page):
    page = open_page()
    paste(page, "cafe\u0301 noir", "caf\u00e9 Noir")
    score(page)
    offered = page.locator("#score_results [data-rescore]")
    assert offered.all_inner_texts() == [
        "Compose accents (NFC)",
        "Ignore case and punctuation",
    ]
    offered.first.click()
    page.wait_for_function("!document.querySelector('#score_results [data-rescore=nfc]')")
    assert page.locator("#score_results .lev-score").inner_text() == "50.00 %"
    offered.first.click()
    expect(page.locator("#score_results .lev-score")).to_have_text("0.00 %")


def test_the_address_keeps_tab_and_settings_and_no_text(open_page, url):
    page = open_page()
    load(page, "japanese")
    score(page)
    open_compare(page)
    assert page.evaluate("location.hash") == "#tab=compare&score.metric=ja"
    page.go_back()
    page.locator("#score").wait_for()
    assert page.locator("#score_results .lev-score").inner_text() == "15.87 %"
    assert page.evaluate("JSON.stringify([localStorage, sessionStorage])").count("今日") == 0
    page.goto("about:blank")  # else a page that is there would only be told the new hash
    page.goto(f"{url}#score.metric=wer_lev%3Aja")  # an old name
    page.wait_for_function(
        "document.querySelector('.lev-start input')?.value.startsWith('Words: WER of Japanese')"
    )

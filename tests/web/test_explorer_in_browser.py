"""A result in a real browser: charts that filter, samples that sort and open, and what is saved."""

import csv
import io
import json
from glob import glob

import pytest
from gradio.utils import get_upload_folder
from levmetrics.web.results.snippet import snippet
from playwright.sync_api import expect

from levmetrics.rendering.labels import percent
from tests.web.accessibility import faults
from tests.web.results.scored import scored
from tests.web.visitor import fill, load, score

pytestmark = pytest.mark.slow

FORMULAS = ["=1+1", "+1", "-1", "@a", "＝1+1", "＠a"]


def given(page, predictions, references):
    fill(page, "score_A", predictions)
    fill(page, "score_references", references)
    return score(page)


def cells(page, column):
    """Return what a column of the table of samples shows, from 0."""
    rows = page.locator("#score_explorer .lev-explored tbody tr[data-sample]")
    return [row.locator("th, td").nth(column).inner_text().strip() for row in rows.all()]


def head(page, name):
    return page.locator("#score_explorer thead").get_by_role("button", name=name, exact=True)


def opened(page, number):
    page.locator("#score_explorer .lev-opener").nth(number).click()
    drawn = page.locator("#score_explorer .lev-detail figure")
    drawn.first.wait_for()
    return drawn


def saved(page, kind, folder):
    with page.expect_download() as download:
        page.click(f"#score_explorer [data-download={kind}]")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_samples_sort_search_and_open_in_place_by_mouse_and_keyboard_without_the_server(open_page):
    page = open_page()
    given(page, "a\nx y z d\nx\nis", "a\na B c d\na\nwho is there")
    assert cells(page, 0) == ["3", "2", "4", "1"]  # the worst rates come first
    assert cells(page, 1) == ["100.00 %", "75.00 %", "66.67 %", "0.00 %"]
    head(page, "Errors").click()
    assert cells(page, 0) == ["2", "4", "3", "1"]
    head(page, "Errors").click()
    assert cells(page, 0) == ["1", "3", "4", "2"]
    assert page.locator("#score_explorer th[aria-sort=ascending]").inner_text().startswith("Errors")
    page.get_by_label("Search the samples").fill("b c")
    assert cells(page, 0) == ["2"]
    expect(page.get_by_label("Search the samples")).to_be_focused()
    page.keyboard.type("zz")
    page.get_by_text("No sample matches.").wait_for()
    page.get_by_label("Search the samples").fill("who")
    opener, row = page.locator("#score_explorer .lev-opener"), page.locator(".lev-detail")
    opener.focus()
    page.keyboard.press("Enter")
    row.locator("figure").wait_for()
    expect(opener).to_be_focused()
    assert "2 missing (D)" in row.inner_text()
    row.locator("summary").click()
    assert "66.67 %" in row.locator("dl").inner_text()
    opener.click()
    row.wait_for(state="detached")
    page.get_by_label("Search the samples").fill("")
    page.route("**/component_server**", lambda route: route.abort())
    head(page, "Sample").focus()
    page.keyboard.press("Enter")
    expect(head(page, "Sample")).to_be_focused()
    assert cells(page, 0) == ["1", "2", "3", "4"]
    opener.first.click()
    page.get_by_text("The page's server does not answer: try again.").wait_for()


def test_a_long_result_has_pages_whose_rates_are_written_as_python_does(open_page):
    page = open_page()
    lengths = [3, 7, 16, 32, 64, 81, 160, 800]
    references = [" ".join(["a"] * length) for length in lengths] + ["x"] * 52
    predictions = [f"b{text[1:]}" for text in references[:8]] + [*map(str, range(52))]
    given(page, "\n".join(predictions), "\n".join(references))
    assert len(cells(page, 0)) == 25
    page.get_by_role("button", name="Next").click()
    page.get_by_text("26 to 50 of 60 (60 samples)").wait_for()
    assert not page.get_by_role("button", name="Previous").is_disabled()
    head(page, "Sample").click()
    assert cells(page, 1)[:8] == [percent(1 / length) for length in lengths]


def test_a_result_takes_the_examples_place_and_its_bars_filter_its_samples(open_page):
    page = open_page()
    page.get_by_text("An example: this is what you will see").wait_for()
    assert page.locator("#score_explorer .lev-score").inner_text() == "23.57 %"
    load(page, "english")
    score(page)
    assert not page.get_by_text("An example: this is what you will see").is_visible()
    bar = page.locator("#score_explorer [data-label='0 %, no error']")
    bar.click()
    assert {*cells(page, 1)} == {"0.00 %"}
    assert bar.get_attribute("aria-pressed") == "true"
    edit = page.locator("#score_explorer [data-kind=edit]").first
    edit.click()
    page.get_by_text("No sample matches.").wait_for()
    page.get_by_role("button", name="Without the filter 0 %, no error").click()
    target, _ = edit.get_attribute("data-label").split(" → ")
    assert all(target in text.split() for text in cells(page, 3))
    assert cells(page, 3)
    opened(page, 0)
    page.locator("#score_explorer .lev-computed > summary").click()
    assert faults(page) == {}
    page.locator("#score_explorer [data-kind=edit]").first.click()
    page.get_by_text("1 to 25 of 200 (200 samples)").wait_for()


def test_results_are_saved_and_nothing_of_them_lies_on_the_server(open_page, tmp_path):
    page = open_page()
    texts = "\n".join([*FORMULAS, '今日, "quoted"'])
    found = given(page, texts, "\n".join(["a ||| b"] * len(FORMULAS)) + "\n今日")
    table = saved(page, "csv", tmp_path).read_bytes()
    assert table.startswith("\ufeffsample,wer,substitutions,".encode())
    rows = [*csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline=""))]
    assert [row["prediction"] for row in rows] == [*(f"'{f}" for f in FORMULAS), '今日, "quoted"']
    document = json.loads(saved(page, "json", tmp_path).read_text("utf-8"))
    assert document["predictions"] == texts.split("\n")
    assert document["references"] == [*[["a", "b"]] * len(FORMULAS), ["今日"]]
    assert f"{100 * document['result']['wer']:.2f} %" == found
    assert found in saved(page, "report", tmp_path).read_text("utf-8")
    assert saved(page, "picture", tmp_path).read_bytes().startswith(b"\x89PNG")
    assert glob(f"{get_upload_folder()}/**/levmetrics.*", recursive=True, include_hidden=True) == []
    page.locator("#score_explorer .lev-computed > summary").click()
    signature = page.locator("#score_explorer .lev-signature").first.inner_text()
    assert "metric:wer|" in signature
    request = scored(document["predictions"], document["references"])
    assert page.locator("#score_explorer .lev-snippet").inner_text() == snippet("en", request)


def test_another_way_of_scoring_is_offered_only_where_it_applies_and_scores_so(open_page):
    page = open_page()
    given(page, "caf\u00e9 Noir", "cafe\u0301 noir")
    offered = page.locator("#score_explorer [data-rescore]")
    assert offered.all_inner_texts() == [
        "Compose accents (NFC)",
        "Ignore case and punctuation",
    ]
    offered.first.click()
    page.wait_for_function("!document.querySelector('#score_explorer [data-rescore=nfc]')")
    assert page.locator(".lev-score").inner_text() == "50.00 %"
    offered.first.click()
    page.wait_for_function("document.querySelector('.lev-score')?.textContent === '0.00 %'")


def test_the_address_keeps_tab_and_settings_and_no_text(open_page):
    page = open_page()
    load(page, "japanese")
    score(page)
    page.get_by_role("tab", name="Compare").click()
    page.locator("#compare").wait_for()
    assert page.evaluate("location.hash") == "#tab=compare&score.metric=ja"
    page.go_back()
    page.locator("#score").wait_for()
    assert page.locator(".lev-score").first.inner_text() == "15.87 %"
    page.reload()
    page.wait_for_function(
        "document.querySelector('.lev-start input')?.value.startsWith('WER: Japanese words')"
    )
    assert page.evaluate("JSON.stringify([localStorage, sessionStorage])").count("今日") == 0


def test_a_link_with_an_old_name_of_a_metric_chooses_it(open_page, url):
    page = open_page()
    for address, title in (("wer_lev%3Aja", "WER: Japanese words"), ("cp", "Meetings: cpWER")):
        page.goto("about:blank")  # else a page that is there would only be told the new hash
        page.goto(f"{url}#score.metric={address}")
        page.wait_for_function(
            f"document.querySelector('.lev-start input')?.value.startsWith('{title}')"
        )

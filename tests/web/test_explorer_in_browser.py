"""A result in a real browser: charts that filter, samples that sort and open, and what is saved."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from gradio.utils import get_upload_folder
from playwright.sync_api import expect

from levmetrics.rendering.labels import percent
from tests.web.accessibility import findings
from tests.web.visitor import fill, load, score

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
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


def test_the_worst_rates_come_first_and_heads_sort(open_page):
    page = open_page()
    given(page, "a\nx y c d\nx", "a\na b c d\na")
    assert cells(page, 0) == ["3", "2", "1"]
    assert cells(page, 1) == ["100.00 %", "50.00 %", "0.00 %"]
    head(page, "Errors").click()
    assert cells(page, 0) == ["2", "3", "1"]
    head(page, "Errors").click()
    assert cells(page, 0) == ["1", "3", "2"]
    assert page.locator("#score_explorer th[aria-sort=ascending]").inner_text().startswith("Errors")


def test_a_search_keeps_the_samples_that_hold_it_and_the_focus(open_page):
    page = open_page()
    given(page, "a\nx y c d\nx", "a\na B c d\na")
    page.get_by_label("Search the samples").fill("b c")
    assert cells(page, 0) == ["2"]
    expect(page.get_by_label("Search the samples")).to_be_focused()
    page.keyboard.type("zz")
    page.get_by_text("No sample matches.").wait_for()


def test_a_bar_filters_the_samples_and_a_second_press_takes_the_filter_away(open_page):
    page = open_page()
    load(page, "english")
    score(page)
    bar = page.locator("#score_explorer [data-label='0 %, no error']")
    bar.click()
    assert set(cells(page, 1)) == {"0.00 %"}
    assert bar.get_attribute("aria-pressed") == "true"
    edit = page.locator("#score_explorer [data-kind=edit]").first
    edit.click()
    page.get_by_text("No sample matches.").wait_for()
    page.get_by_role("button", name="Without the filter 0 %, no error").click()
    target, _ = edit.get_attribute("data-label").split(" → ")
    assert all(target in text.split() for text in cells(page, 3))
    assert cells(page, 3)
    edit.click()
    page.get_by_text("1 to 25 of 200 (200 samples)").wait_for()


def test_a_row_opens_in_its_place_with_the_alignment_and_other_tokenizers(open_page):
    page = open_page()
    given(page, "is there\nwho is their", "who is there\nwho is there")
    opened(page, 0)
    row = page.locator("#score_explorer .lev-detail")
    assert "1 missing (D)" in row.inner_text()
    row.locator("summary").click()
    assert "33.33 %" in row.locator("dl").inner_text()
    page.locator("#score_explorer .lev-opener").first.click()
    row.wait_for(state="detached")


def test_it_works_by_keyboard_alone(open_page):
    page = open_page()
    given(page, "is there\nwho is their", "who is there\nwho is there")
    page.locator("#score_explorer .lev-opener").first.focus()
    page.keyboard.press("Enter")
    page.locator("#score_explorer .lev-detail figure").wait_for()
    expect(page.locator("#score_explorer .lev-opener").first).to_be_focused()
    head(page, "Sample").focus()
    page.keyboard.press("Enter")
    expect(head(page, "Sample")).to_be_focused()


def test_a_long_result_has_pages(open_page):
    page = open_page()
    given(page, "\n".join(map(str, range(60))), "\n".join(["x"] * 60))
    assert len(cells(page, 0)) == 25
    page.get_by_role("button", name="Next").click()
    page.get_by_text("26 to 50 of 60 (60 samples)").wait_for()
    assert not page.get_by_role("button", name="Previous").is_disabled()


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
    assert not [*Path(get_upload_folder()).rglob("levmetrics.*")]


def test_the_table_writes_rates_as_python_does(open_page):
    page = open_page()
    lengths = [3, 7, 16, 32, 64, 81, 160, 800]
    references = [" ".join(["a"] * length) for length in lengths]
    given(page, "\n".join(f"b{text[1:]}" for text in references), "\n".join(references))
    head(page, "Sample").click()
    assert cells(page, 1) == [percent(1 / length) for length in lengths]


def test_the_code_that_is_shown_prints_the_number_that_is_shown(open_page, tmp_path):
    page = open_page()
    found = given(page, "is there\n今日", "who is there\n今日")
    page.locator("#score_explorer .lev-computed > summary").click()
    code = page.locator("#score_explorer .lev-snippet").inner_text()
    done = subprocess.run(
        [sys.executable, "-c", code.replace("print(run.result())", "print(run.result()['wer'])")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{100 * float(done.stdout.split()[0]):.2f} %" == found
    assert "metric:wer_lev|" in page.locator("#score_explorer .lev-signature").first.inner_text()


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


def test_an_example_is_there_before_anything_is_scored_and_is_gone_after(open_page):
    page = open_page()
    page.get_by_text("An example: this is what you will see").wait_for()
    assert page.locator("#score_explorer .lev-score").inner_text() == "23.57 %"
    assert given(page, "a", "b") == "100.00 %"
    assert not page.get_by_text("An example: this is what you will see").is_visible()


def test_a_result_stays_when_other_visitors_come_and_the_server_is_gone(open_page):
    page = open_page()
    given(page, "is there\nb", "who is there\nb")
    page.route("**/component_server**", lambda route: route.abort())
    head(page, "Sample").click()
    assert len(cells(page, 0)) == 2
    page.locator("#score_explorer .lev-opener").first.click()
    page.get_by_text("The page's server does not answer: try again.").wait_for()


def test_the_language_changes_in_its_place(open_as_another):
    page = open_as_another(locale="ja-JP")
    load(page, "english")
    score(page)
    headings = page.locator("#score_explorer thead th").all_inner_texts()
    assert [each.split()[0] for each in headings] == ["番号", "WER", "誤り", "正解", "予測"]
    shown = page.locator("#score_explorer").inner_text()
    for english in ("Sample", "Reference", "Prediction", "Most", "interval", "Search"):
        assert english not in shown
    page.click("#language")
    page.get_by_text("Most frequent errors").wait_for()
    page.get_by_role("button", name="Score", exact=True).wait_for()
    assert page.locator("#score_references textarea").input_value()
    assert page.locator("#score_explorer .lev-score").inner_text() == "23.57 %"


def test_the_address_keeps_tab_and_settings_and_no_text(open_page):
    page = open_page()
    load(page, "japanese")
    score(page)
    page.get_by_role("tab", name="Compare").click()
    page.locator("#compare").wait_for()
    assert page.evaluate("location.hash") == "#tab=compare&score.metric=wer_lev%3Aja"
    page.go_back()
    page.locator("#score").wait_for()
    assert page.locator(".lev-score").first.inner_text() == "15.87 %"
    page.reload()
    page.wait_for_function(
        "document.querySelector('.lev-start input')?.value.startsWith('WER: Japanese words')"
    )
    assert page.evaluate("JSON.stringify([localStorage, sessionStorage])").count("今日") == 0


@pytest.mark.parametrize(("dark", "width"), [(False, 1440), (True, 375)], ids=["light", "dark"])
def test_axe_finds_nothing_above_minor(open_as_another, dark, width):
    page = open_as_another(
        color_scheme="dark" if dark else "light", viewport={"width": width, "height": 900}
    )
    load(page, "japanese")
    score(page)
    page.locator("#score_explorer [data-kind=edit]").first.click()
    opened(page, 0)
    page.locator("#score_explorer .lev-computed > summary").click()
    page.wait_for_timeout(500)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width

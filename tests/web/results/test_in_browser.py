"""The results in a real browser: tables, samples, downloads, and buttons that score otherwise."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from gradio.utils import get_upload_folder

from tests.web.visitor import fill, load, score

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


def given(page, predictions, references):
    fill(page, "predictions", predictions)
    fill(page, "references", references)
    return score(page)


def cells(page, column):
    """Return what a column of the table of samples shows, from 0."""
    page.wait_for_timeout(300)
    every = page.locator("#samples").get_by_role("gridcell").all_inner_texts()
    width = page.locator("#samples").get_by_role("columnheader").count()
    return [text.strip() for text in every[column::width]]


def test_the_table_is_by_rate_and_on_demand_by_errors(open_page):
    page = open_page()
    given(page, "a\nx y c d\nx", "a\na b c d\na")
    assert cells(page, 0) == ["3", "2", "1"]
    assert cells(page, 1) == ["100.00 %", "50.00 %", "0.00 %"]
    page.locator("#samples").get_by_text("Samples, highest error rate first").first.wait_for()
    page.get_by_label("Most errors first").click()
    page.locator("#samples").get_by_text("Samples, most errors first").first.wait_for()
    assert cells(page, 0) == ["2", "3", "1"]


def test_a_table_sorts_by_its_headings_as_numbers_and_a_row_opens_its_sample(open_page):
    page = open_page()
    given(page, "a b c d e f g h i j x\nb\nc x x", "a b c d e f g h i j\nb\nc")
    assert cells(page, 1) == ["200.00 %", "10.00 %", "0.00 %"]
    heading = page.locator("#samples").get_by_role("columnheader", name="WER")
    heading.hover()
    heading.get_by_label("Open cell menu").click()
    page.get_by_text("Sort ascending").click()
    assert cells(page, 1) == ["0.00 %", "10.00 %", "200.00 %"]
    page.locator("#samples").get_by_role("gridcell").nth(5).click()
    page.locator("#alignment").get_by_text("Sample 1", exact=True).wait_for()


def test_results_are_downloaded_and_nothing_of_them_lies_on_the_server(open_page, tmp_path):
    page = open_page()
    found = given(page, "=1+1 is there\n今日", "who is there\n今日")
    for name in ("csv", "json"):
        with page.expect_download() as download:
            page.click(f"#{name}")
        assert download.value.suggested_filename == f"levmetrics.{name}"
        download.value.save_as(tmp_path / f"levmetrics.{name}")
    table = (tmp_path / "levmetrics.csv").read_bytes()
    assert table.startswith("\ufeffsample,wer".encode())
    assert "'=1+1 is there" in table.decode()
    document = json.loads((tmp_path / "levmetrics.json").read_text("utf-8"))
    assert document["predictions"] == ["=1+1 is there", "今日"]
    assert f"{100 * document['result']['wer']:.2f} %" == found
    assert not list(Path(get_upload_folder()).rglob("levmetrics.*"))


def test_the_code_that_is_shown_prints_the_number_that_is_shown(open_page, tmp_path):
    page = open_page()
    found = given(page, "is there\n今日", "who is there\n今日")
    page.locator("#how").get_by_role("button").first.click()
    page.locator("#snippet .cm-line").first.wait_for()
    code = "\n".join(page.locator("#snippet .cm-line").all_inner_texts())
    done = subprocess.run(
        [sys.executable, "-c", code.replace("print(run.result())", "print(run.result()['wer'])")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{100 * float(done.stdout.split()[0]):.2f} %" == found
    assert "metric:wer_lev|" in page.locator("#method").inner_text()


def test_another_way_of_scoring_is_offered_only_where_it_applies(open_page):
    page = open_page()
    given(page, "今日はいい天気です", "今日は良い天気です")
    offered = page.locator("#rescore button")
    assert offered.all_inner_texts() == ["Score by MeCab words", "Score by characters"]
    given(page, "Hello, world", "hello world")
    page.locator("#rescore_plain").wait_for()
    assert offered.all_inner_texts() == ["Ignore case and punctuation"]
    given(page, "a b", "a c")
    page.locator("#notices .lev-notice").wait_for(state="hidden")
    assert offered.count() == 0


def test_the_results_of_a_japanese_visitor_are_in_japanese(open_as_another):
    page = open_as_another(locale="ja-JP")
    load(page, "english")
    score(page)
    page.locator("#histogram").get_by_text("WERの分布").wait_for()
    headings = page.locator("#samples").get_by_role("columnheader").all_inner_texts()
    assert [each.split()[0] for each in headings] == ["番号", "WER", "誤り", "正解", "予測"]
    assert page.locator("#result-heading").inner_text() == "結果"
    assert page.get_by_role("button", name="CSVをダウンロード").is_visible()
    shown = page.locator("#results").inner_text()
    for english in ("Sample", "Reference", "Prediction", "Most", "interval", "Download"):
        assert english not in shown


def test_a_sample_that_is_not_there_is_refused_in_its_place(open_page):
    page = open_page()
    given(page, "a\nb", "a\nc")
    page.locator("#sample input").fill("7")
    page.locator("#sample input").press("Enter")
    page.locator("#alignment").get_by_text("give a number from 1 to 2").wait_for()


@pytest.mark.parametrize(("dark", "width"), [(False, 1440), (True, 375)], ids=["light", "dark"])
def test_axe_finds_nothing_in_the_results(open_as_another, dark, width):
    page = open_as_another(
        color_scheme="dark" if dark else "light", viewport={"width": width, "height": 900}
    )
    load(page, "japanese")
    score(page)
    page.locator("#how").get_by_role("button").first.click()
    page.locator("#snippet .cm-line").first.wait_for()
    page.wait_for_timeout(500)
    found = Axe().run(page, context="#results").response["violations"]
    assert [
        (violation["id"], [node["target"] for node in violation["nodes"]][:5])
        for violation in found
        if violation["impact"] != "minor"
    ] == []

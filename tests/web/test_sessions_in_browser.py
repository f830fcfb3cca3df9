"""Sessions of speakers in a real browser: uploaded or pasted, scored, and opened."""

import json

import pytest
from playwright.sync_api import expect

import levmetrics as lm
from tests.web.accessibility import faults
from tests.web.test_sessions import PREDICTIONS, REFERENCES
from tests.web.visitor import choose, fill, score, upload, wait_for_columns

pytestmark = pytest.mark.slow

MEETINGS, TIMES = "Meetings: cpWER", "Meetings: DER, who spoke when"


@pytest.fixture
def files(tmp_path):
    for side, sessions in (("ref", REFERENCES), ("hyp", PREDICTIONS)):
        lm.write_sessions(sessions, tmp_path / f"{side}.stm")
    return [tmp_path / "ref.stm", tmp_path / "hyp.stm"]


def test_uploaded_files_are_read_as_the_metric_takes_them(open_page, files):
    page = open_page()
    upload(page, *files)
    wait_for_columns(page, "ref.stm: text", "hyp.stm: text")
    choose(page, "Metric", MEETINGS)
    wait_for_columns(page, "ref.stm: segments", "hyp.stm: segments")
    expect(page.locator("#score_cards")).to_contain_text("anna: good morning everyone / ben:")
    expect(page.locator("#score")).to_be_enabled()
    assert score(page) == "77.78 %"
    shown = page.locator("#score_results .lev-explored").inner_text()
    assert "anna: good morning everyone / ben: hi anna" in shown
    assert "{" not in shown
    choose(page, "Metric", TIMES)
    assert score(page) == "28.57 %"
    choose(page, "Metric", "Characters: CER")
    wait_for_columns(page, "ref.stm: text", "hyp.stm: text")


def test_pasted_sessions_open_with_the_words_of_the_wrong_speaker(open_page):
    page = open_page()
    choose(page, "Metric", MEETINGS)
    page.get_by_text("Paste or upload SegLST").wait_for()
    fill(page, "score_references", json.dumps(REFERENCES["S1"]))
    fill(page, "score_A", json.dumps(PREDICTIONS["S1"]))
    score(page)
    page.locator("#score_results .lev-opener").first.click()
    page.locator("#score_results .session-view").wait_for()
    opened = page.locator("#score_results .lev-open")
    expect(opened).to_contain_text("errors are due to the wrong speaker: they disappear")
    expect(opened).to_contain_text("W another speaker's")  # what the letter says
    assert faults(page) == {}

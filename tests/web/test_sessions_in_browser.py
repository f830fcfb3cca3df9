"""Sessions of speakers in a real browser: uploaded, scored, and opened."""

import pytest
from playwright.sync_api import expect

import levmetrics as lm
from tests.web.accessibility import faults
from tests.web.test_sessions import PREDICTIONS, REFERENCES
from tests.web.visitor import choose, score, upload, wait_for_columns

pytestmark = pytest.mark.slow


def test_uploaded_files_are_read_as_the_metric_takes_them_and_sessions_open(open_page, tmp_path):
    page = open_page()
    files = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    for path, sessions in zip(files, (REFERENCES, PREDICTIONS), strict=True):
        lm.write_sessions(sessions, path)
    upload(page, *files)
    wait_for_columns(page, "ref.stm: text", "hyp.stm: text")
    choose(page, "Metric", "Meetings: cpWER")
    page.get_by_text("Paste or upload SegLST").wait_for()
    wait_for_columns(page, "ref.stm: segments", "hyp.stm: segments")
    expect(page.locator("#score_cards")).to_contain_text("anna: good morning everyone / ben:")
    assert score(page) == "77.78 %"
    samples = page.locator("#score_results .lev-explored")
    expect(samples).to_contain_text("anna: good morning everyone / ben: hi anna")
    assert "{" not in samples.inner_text()
    samples.locator(".lev-opener").first.click()
    opened = page.locator("#score_results .lev-open")
    expect(opened).to_contain_text("errors are due to the wrong speaker: they disappear")
    expect(opened).to_contain_text("W another speaker's")  # what the letter says
    assert faults(page) == {}
    choose(page, "Metric", "Characters: CER")
    wait_for_columns(page, "ref.stm: text", "hyp.stm: text")

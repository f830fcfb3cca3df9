"""Records and sessions of speakers in a real browser: given, scored, and opened."""

import json

import pytest
from playwright.sync_api import expect

import levmetrics as lm
from tests.web.accessibility import faults
from tests.web.test_sessions import PREDICTIONS, REFERENCES
from tests.web.visitor import choose, fill, paste, score, upload, wait_for_columns, wait_for_reason

pytestmark = pytest.mark.slow

TARGET = {"day": "2024-04-03", "items": [{"name": "tea", "price": 2.5}], "paid": True}
READ = {"day": "3 April 2024", "items": [{"name": "ten", "price": 2.5}]}
SCHEMA = {"properties": {"day": {"type": "string", "format": "date"}, "paid": {"type": "boolean"}}}


def test_a_record_is_scored_as_it_is_copied_opens_as_a_tree_and_has_its_metrics_settings(open_page):
    page = open_page()
    schema, results = page.locator("#score_schema"), page.locator("#score_results")
    settings = ("Tokenizer", "Normalizer", "Ignore case and punctuation")
    page.get_by_text("Settings", exact=True).first.click()
    for setting in settings:
        expect(page.get_by_label(setting).first).to_be_visible()
    for hidden in (schema, page.get_by_label("Threshold").first):
        expect(hidden).to_be_hidden()
    choose(page, "Metric", "Records: each field by its type (ANLS*, F1)")
    paste(page, json.dumps(TARGET, indent=2), json.dumps(READ, indent=2))
    assert score(page) == "41.67 %"
    for said in ("Fields: 1 right", "2 misread", "1 missing", "Scores by field", "ten"):
        expect(results).to_contain_text(said)
    results.locator(".lev-opener").first.click()
    row = results.locator(".lev-detail table tr", has_text="name")
    assert row.inner_text().split() == ["name", "tea", "ten", "text", "misread", "66.67", "%"]
    assert not {"token", "align"} & {*results.inner_text().lower().split()}
    fill(page, "score_schema", json.dumps(SCHEMA, indent=1))
    page.locator("#score_results.lev-stale").wait_for()
    assert score(page) == "66.67 %"  # of four fields: 1 + 2/3 + 1 + 0
    choose(page, "Metric", "Records: Donut's rule (nTED, F1)")
    for hidden in (schema, *(page.get_by_label(setting).first for setting in settings)):
        expect(hidden).to_be_hidden()
    choose(page, "Metric", "Records: DocuBench's rule")
    fill(page, "score_schema", "")
    wait_for_reason(page, "Paste the schema.")
    fill(page, "score_schema", json.dumps(SCHEMA))
    assert score(page) == "0.00 %"
    results.locator(".lev-opener").first.click()
    expect(results).to_contain_text("The fields as the metric record compares them:")
    assert faults(page) == {}


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

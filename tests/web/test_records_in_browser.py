"""Records in a real browser: pasted as they are copied, scored by field, and opened as a tree."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults
from tests.web.visitor import choose, fill, score, wait_for_reason

pytestmark = pytest.mark.slow

TARGET = {"day": "2024-04-03", "items": [{"name": "tea", "price": 2.5}], "paid": True}
READ = {"day": "3 April 2024", "items": [{"name": "ten", "price": 2.5}]}
SCHEMA = {"properties": {"day": {"type": "string", "format": "date"}, "paid": {"type": "boolean"}}}


def test_one_record_is_scored_as_it_is_copied_opens_as_a_tree_and_may_have_a_schema(open_page):
    page = open_page()
    schema, results = page.locator("#score_schema"), page.locator("#score_results")
    expect(schema).to_be_hidden()
    choose(page, "Metric", "Records: each field by its type (ANLS*, F1)")
    fill(page, "score_references", json.dumps(TARGET, indent=2))
    fill(page, "score_A", json.dumps(READ, indent=2))
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
    expect(schema).to_be_hidden()
    choose(page, "Metric", "Records: DocuBench's rule")
    fill(page, "score_schema", "")
    wait_for_reason(page, "Paste the schema.")
    fill(page, "score_schema", json.dumps(SCHEMA))
    assert score(page) == "0.00 %"
    results.locator(".lev-opener").first.click()
    expect(results).to_contain_text("The fields as the metric record compares them:")
    assert faults(page) == {}

"""Records in a real browser: pasted as they are copied, scored by field, and opened as a tree."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults
from tests.web.visitor import choose, fill, refusal, score, wait_for_reason

pytestmark = pytest.mark.slow

RECORD, DOCUBENCH = "Records: each field by its type (ANLS*, F1)", "Records: DocuBench's rule"
TARGET = {"day": "2024-04-03", "items": [{"name": "tea", "price": 2.5}], "paid": True}
READ = {"day": "3 April 2024", "items": [{"name": "ten", "price": 2.5}]}
SCHEMA = {"properties": {"day": {"type": "string", "format": "date"}, "paid": {"type": "boolean"}}}


def give(page, metric=RECORD):
    choose(page, "Metric", metric)
    fill(page, "score_references", json.dumps(TARGET, indent=2))
    fill(page, "score_A", json.dumps(READ, indent=2))


def opened(page):
    page.locator("#score_results .lev-opener").first.click()
    record = page.locator("#score_results .lev-detail table")
    record.wait_for()
    return record


def test_one_record_is_scored_as_it_is_copied_opens_as_a_tree_and_may_have_a_schema(open_page):
    page = open_page()
    schema = page.locator("#score_schema")
    expect(schema).to_be_hidden()
    give(page)
    expect(schema).to_be_visible()
    assert score(page) == "41.67 %"
    shown = page.locator("#score_results").inner_text()
    for said in (
        "ANLS*",
        "F1",
        "Exact",
        "Fields: 1 right",
        "2 misread",
        "1 missing",
        "Scores by field",
        "ten",
    ):
        assert said in shown
    record = opened(page)
    assert record.locator("tr", has_text="name").inner_text().split() == [
        *("name", "tea", "ten", "text", "misread", "66.67", "%"),
    ]
    said = page.locator("#score_results").inner_text().lower()
    assert "token" not in said
    assert "align" not in said
    fill(page, "score_schema", json.dumps(SCHEMA, indent=1))
    page.locator("#score_results.lev-stale").wait_for()
    assert score(page) != "41.67 %"
    fill(page, "score_schema", "{")
    assert "schema: line 1, column 2: Expecting property name" in refusal(page)
    choose(page, "Metric", "Records: Donut's rule (nTED, F1)")
    expect(schema).to_be_hidden()
    score(page)


def test_docubench_waits_for_its_schema(open_page):
    page = open_page()
    give(page, metric=DOCUBENCH)
    wait_for_reason(page, "Paste the schema.")
    fill(page, "score_schema", json.dumps(SCHEMA))
    assert score(page) == "0.00 %"
    opened(page)
    assert page.get_by_text("The fields as the metric record compares them:").is_visible()
    assert faults(page) == {}

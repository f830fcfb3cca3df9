"""Records in a real browser: pasted as they are copied, scored by field, and opened as a tree."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults
from tests.web.visitor import choose, fill, refusal, score, upload, wait_for_reason

pytestmark = pytest.mark.slow

RECORD, DOCUBENCH = "Records by type (ANLS*, F1)", "Records by DocuBench's rule"
TARGET = {"day": "2024-04-03", "items": [{"name": "tea", "price": 2.5}], "paid": True}
READ = {"day": "3 April 2024", "items": [{"name": "ten", "price": 2.5}]}
SCHEMA = {"properties": {"day": {"type": "string", "format": "date"}, "paid": {"type": "boolean"}}}


def give(page, target=TARGET, read=READ, metric=RECORD, label="Metric"):
    choose(page, label, metric)
    fill(page, "score_references", json.dumps(target, indent=2))
    fill(page, "score_A", json.dumps(read, indent=2))


def opened(page):
    page.locator("#score_explorer .lev-opener").first.click()
    record = page.locator("#score_explorer .lev-detail table")
    record.wait_for()
    return record


def test_one_record_is_scored_as_it_is_copied_opens_as_a_tree_and_may_have_a_schema(open_page):
    page = open_page()
    schema = page.locator("#score_schema")
    expect(schema).to_be_hidden()
    give(page)
    expect(schema).to_be_visible()
    assert score(page) == "41.67 %"
    shown = page.locator("#score_explorer").inner_text()
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
    said = page.locator("#score_explorer").inner_text().lower()
    assert "token" not in said
    assert "align" not in said
    fill(page, "score_schema", json.dumps(SCHEMA, indent=1))
    page.locator("#score_results.lev-stale").wait_for()
    assert score(page) != "41.67 %"
    fill(page, "score_schema", "{")
    assert "schema: line 1, column 2: Expecting property name" in refusal(page)
    choose(page, "Metric", "Records by donut's rule (nTED, F1)")
    expect(schema).to_be_hidden()
    score(page)


def test_docubench_waits_for_its_schema_and_rows_of_records_are_uploaded(open_page, tmp_path):
    page = open_page()
    give(page, metric=DOCUBENCH)
    wait_for_reason(page, "Paste the schema.")
    fill(page, "score_schema", json.dumps(SCHEMA))
    assert score(page) == "0.00 %"
    opened(page)
    assert page.get_by_text("The fields as the metric record compares them:").is_visible()
    path = tmp_path / "both.jsonl"
    path.write_text("\n".join([json.dumps({"reference": TARGET, "prediction": READ})] * 2))
    choose(page, "Metric", RECORD)
    fill(page, "score_schema", "")
    upload(page, path)
    expect(page.locator("#score")).to_be_enabled()
    assert score(page) == "41.67 %"


def test_systems_of_records_are_compared(open_page):
    page = open_page()
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.locator("#compare").wait_for()
    page.get_by_label("Metric", exact=True).locator("visible=true").fill(RECORD)
    page.get_by_role("option", name=RECORD).click()
    page.locator("#compare_schema").wait_for()
    fill(page, "compare_references", json.dumps([TARGET] * 3, indent=1))
    fill(page, "compare_A", json.dumps([READ] * 3, indent=1))
    fill(page, "compare_B", json.dumps([TARGET] * 3, indent=1))
    expect(page.locator("#compare")).to_be_enabled()
    page.click("#compare")
    expect(page.locator("#compare_explorer caption", has_text="A: Scores by field")).to_be_visible()
    page.locator("#compare_explorer .lev-opener").first.click()
    page.locator("#compare_explorer .lev-detail table").nth(1).wait_for()


def test_it_is_japanese_and_everyone_can_use_it(open_page):
    page = open_page("ja-JP")
    give(page, metric="レコード:型ごとに比較(ANLS*、F1)", label="指標")
    page.get_by_text("スキーマ(JSON Schema)").locator("visible=true").wait_for()
    score(page)
    opened(page)
    shown = page.locator("#score_explorer").inner_text()
    assert "項目別のスコア" in shown
    for english in ("misread", "missing", "Score", "field", "comparator"):
        assert english not in shown
    assert faults(page) == {}

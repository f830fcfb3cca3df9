"""Records in the shell: the numbers of ``score``, from files as people have them."""

import json

import pytest

import levmetrics as lm
from levmetrics.formats import file_format
from levmetrics.rendering.labels import percent
from tests.files import written
from tests.packages import needs
from tests.shell import shell

REFERENCES = [
    {"no": "INV-7", "total": 27.5, "items": [{"n": "tea", "p": 2.5}, {"n": "milk", "p": 1.25}]},
    {"no": "INV-8", "total": 10},
    {"no": "請求書9", "total": 1.5},
]
PREDICTIONS = [
    {"no": "INV-1", "total": "27.50", "items": [{"n": "milk", "p": 1.3}, {"n": "ten", "p": 2.5}]},
    '{"no": "INV-8", "total": 11}',
    "Sure! ```json\n{'no': '請求書9', 'total': 1.5,}\n```",
]
SCHEMA = {
    "properties": {
        "no": {"type": "string", "x-levmetrics": {"compare": "exact", "weight": 2}},
        "items": {
            "items": {"properties": {"p": {"type": "number", "x-levmetrics": {"tolerance": 0.1}}}}
        },
    }
}


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def rows(tmp_path):
    """One file with both sides, by id."""
    pairs = zip(REFERENCES, PREDICTIONS, strict=True)
    samples = [{"id": i, "reference": r, "prediction": p} for i, (r, p) in enumerate(pairs)]
    return write_lines(tmp_path / "rows.jsonl", samples)


@pytest.fixture
def schema(tmp_path):
    return written(tmp_path / "schema.json", json.dumps(SCHEMA))


def test_the_numbers_are_those_of_score(rows, schema):
    asked = ("score", "record", "--file", rows, "--json")
    result = json.loads(shell(*asked).stdout)
    expected = lm.score(PREDICTIONS, REFERENCES, "record")
    assert result == {**expected.result(), "samples": 3, "signature": expected.signature()}
    options = {"missing_fields": "skip", "extra_fields": "skip", "lists": "ordered"}
    flags = [
        word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", value)
    ]
    result = json.loads(shell(*asked, "--schema", schema, *flags).stdout)
    expected = lm.score(PREDICTIONS, REFERENCES, "record", schema=SCHEMA, **options)
    assert result["signature"] == expected.signature()
    assert result["record_anls"] == expected.score


@needs("json_repair")
def test_what_models_print_is_repaired_where_that_is_asked_for(rows):
    result = json.loads(shell("record", rows, rows, "--repair", "--json").stdout)
    assert result["unreadable"] == 0
    assert json.loads(shell("record", rows, rows, "--json").stdout)["unreadable"] == 1


@pytest.mark.parametrize("size", [1, 100_000])
def test_confusions_by_field_are_those_of_the_run_in_batches_of_any_size(rows, size, monkeypatch):
    monkeypatch.setattr(file_format, "ROWS_OF_A_BATCH", size)
    found = json.loads(shell("confusions", rows, rows, "--config", "record", "--json").stdout)
    expected = lm.score(PREDICTIONS, REFERENCES, "record")
    fields = json.loads(json.dumps(expected.confusions().to_dict(20)))
    assert found == {**fields, "samples": 3, "signature": expected.signature()}
    shown = shell("confusions", rows, rows, "--config", "record").stdout
    assert "Scores by field" in shown
    assert "INV-7       INV-1" in shown


def test_align_shows_each_record_as_a_tree(rows):
    shown = shell("align", rows, rows, "--config", "record", "--limit", 1).stdout
    record = lm.score(PREDICTIONS, REFERENCES, "record").alignment(0)
    assert shown == f"0: {percent(record.score)}\n{record}\n\n"
    found = json.loads(shell("align", rows, rows, "--config", "record", "--json").stdout)
    first = found["alignments"][0]
    assert first["fields"] == json.loads(json.dumps(record.to_dict()))["fields"]


def test_files_whose_rows_are_the_records_are_read_as_such(tmp_path):
    references, predictions = REFERENCES[:2], [REFERENCES[0], {"no": "INV-9", "total": 10}]
    expected = lm.score(predictions, references, "record").score
    lines = write_lines(tmp_path / "ref.jsonl", references)
    answers = write_lines(tmp_path / "hyp.jsonl", predictions)
    listed = written(tmp_path / "ref.json", json.dumps(references, indent=1))
    for reference in (lines, listed):
        for flags in ((), ("--format", "records")):
            done = shell("record", reference, answers, "--json", *flags)
            assert json.loads(done.stdout)["record_anls"] == expected
            assert flags or f"references: the objects of {reference.name}" in done.stderr
    one = written(tmp_path / "one.json", json.dumps(references[0], indent=1))
    again = write_lines(tmp_path / "again.json", references[:1])
    done = shell("record", one, again, "--format", "records", "--json")
    assert json.loads(done.stdout)["record_anls"] == 1
    refused = shell("anls", lines, answers)
    assert refused.exit_code == 2
    assert "has the keys no, total" in refused.stderr
    assert "--format records" in refused.stderr


@pytest.mark.parametrize("key", ["text", "reference"])
def test_a_text_beside_other_fields_is_not_taken_for_all_of_the_record(tmp_path, key):
    sides = [
        write_lines(tmp_path / f"{name}.jsonl", [{key: "INV-1", "total": total, "id": "7"}])
        for name, total in (("ref", 1), ("hyp", 2))
    ]
    refused = shell("record", *sides)
    assert (refused.exit_code, f"give --reference-column {key}, or" in refused.stderr) == (2, True)
    scored = shell("record", *sides, "--format", "records", "--json")
    assert json.loads(scored.stdout)["misread"] == 1
    for path in sides:
        write_lines(path, [{key: '{"total": 1}', "model": "m"}])
    assert shell("record", *sides, "--prediction-column", key).exit_code == 0


def test_a_first_record_of_any_length_is_a_line(tmp_path):
    records = [{"a": "x" * 2_000_000}, {"a": "y"}]
    files = [write_lines(tmp_path / name, records) for name in ("ref.jsonl", "hyp.jsonl")]
    assert (
        json.loads(shell("record", *files, "--format", "records", "--json").stdout)["samples"] == 2
    )


def test_what_are_no_records_is_refused(tmp_path):
    texts = written(tmp_path / "texts.json", '[{"a": 1}, "b"]')
    again = write_lines(tmp_path / "again.json", [{"a": 1}, {"a": 2}])
    refused = shell("record", texts, again, "--format", "records")
    assert (refused.exit_code, "texts.json, row 2" in refused.stderr) == (2, True)


def test_the_gate_shows_the_fields_of_records_that_got_worse(tmp_path):
    records = [{"no": f"INV-{i}", "total": i} for i in range(40)]
    for name, answers in (("old", records), ("new", [{**each, "no": "?"} for each in records])):
        rows = zip(records, answers, strict=True)
        samples = [{"id": i, "reference": r, "prediction": p} for i, (r, p) in enumerate(rows)]
        write_lines(tmp_path / f"{name}.jsonl", samples)
    old, new, stored = (tmp_path / name for name in ("old.jsonl", "new.jsonl", "b.parquet"))
    assert shell("baseline", old, old, "--metric", "record", "-o", stored).exit_code == 0
    asked = ("gate", new, new, "--baseline", stored, "--metric", "record", "--margin", "1%")
    done = shell(*asked, "--markdown", tmp_path / "summary.md")
    assert (done.exit_code, "ANLS* 100.00 % to 50.00 %" in done.stdout) == (3, True)
    row = "no      INV-0       ?            text         misread, below the threshold     0.00 %"
    assert row in (tmp_path / "summary.md").read_text("utf-8")


def test_docubench_needs_a_schema(rows, schema):
    refused = shell("score", "docubench", "--file", rows)
    assert "record:docubench scores what --schema names; add it" in refused.stderr
    result = json.loads(
        shell("score", "docubench", "--file", rows, "--schema", schema, "--json").stdout
    )
    assert (
        result["docubench_score"]
        == lm.score(PREDICTIONS, REFERENCES, "docubench", schema=SCHEMA).score
    )


@pytest.mark.parametrize(
    ("content", "fault"), [("{", "JSONDecodeError"), (None, "FileNotFoundError")]
)
def test_a_schema_that_cannot_be_read_is_named(rows, tmp_path, content, fault):
    path = tmp_path / "broken.json"
    if content is not None:
        path.write_text(content, "utf-8")
    refused = shell("score", "record", "--file", rows, "--schema", path)
    assert refused.exit_code == 2
    assert f"the schema broken.json cannot be read: {fault}" in refused.stderr


def test_errors_and_warnings_name_the_file_its_row_and_the_field(tmp_path, monkeypatch):
    monkeypatch.setattr(file_format, "ROWS_OF_A_BATCH", 2)
    right = [{"a": {"n": number}} for number in (1.5, 2.5, 1234, 3.5)]
    reference = write_lines(tmp_path / "ref.jsonl", right)
    wrong = [*right[:2], {"a": {"n": "1,234"}}, right[3]]
    said = shell("record", reference, write_lines(tmp_path / "hyp.jsonl", wrong)).stderr
    assert "Error: hyp.jsonl, row 3, field 'a'['n'] is '1,234', which may be 1234 or 1.234" in said
    (tmp_path / "nan.jsonl").write_text((tmp_path / "ref.jsonl").read_text().replace("1234", "NaN"))
    said = shell("record", reference, tmp_path / "nan.jsonl").stderr
    assert "scored as wrong: 1, the first at nan.jsonl, row 3, field 'a'['n']" in said
    said = shell("record", tmp_path / "nan.jsonl", reference).stderr
    assert "Error: nan.jsonl, row 3, field 'a'['n'] is NaN" in said


def test_a_record_of_a_column_is_named_by_its_id(tmp_path):
    rows = [{"id": "u1", "reference": {"a": 1234}, "prediction": {"a": "1,234"}}]
    asked = ("score", "record", "--file", write_lines(tmp_path / "a.jsonl", rows))
    assert "Error: a.jsonl, prediction, id u1, field 'a' is '1,234'" in shell(*asked).stderr

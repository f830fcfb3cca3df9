"""``--worst N`` shows the samples with the most errors, from files of any size."""

import json

import jiwer
import pytest

from levmetrics.formats import file_format
from tests.corpora import SPEECH
from tests.shell import shell

REFERENCES, PREDICTIONS = SPEECH.references, SPEECH.systems["wide_beams"]


def run(*words, **env):
    return shell(*words, env=env)


@pytest.fixture
def files(tmp_path):
    paths = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    for path, texts in zip(paths, (REFERENCES, PREDICTIONS), strict=True):
        path.write_text("\n".join(texts) + "\n", "utf-8")
    return paths


def worst(*words):
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)["worst"]


def errors(reference, prediction):
    found = jiwer.process_words(reference, prediction)
    return found.substitutions + found.deletions + found.insertions, found.wer


def test_the_worst_samples_are_those_with_the_most_errors_then_the_worst_rate(files):
    measured = [errors(*texts) for texts in zip(REFERENCES, PREDICTIONS, strict=True)]
    order = sorted(range(600), key=lambda row: (*(-number for number in measured[row]), row))
    found = worst("wer", *files, "--worst", 10)
    assert [row["row"] for row in found] == [row + 1 for row in order[:10]]
    assert [row["wer"] for row in found] == pytest.approx([measured[row][1] for row in order[:10]])
    assert found[0]["reference"] == REFERENCES[order[0]]
    assert found[0]["prediction"] == PREDICTIONS[order[0]]


def test_they_are_the_same_of_many_batches(files, monkeypatch):
    expected = worst("wer", *files, "--worst", 10)
    monkeypatch.setattr(file_format, "ROWS_OF_A_BATCH", 7)
    assert worst("wer", *files, "--worst", 10) == expected


@pytest.mark.parametrize("command", [["cer"], ["anls"], ["score", "wer"]])
def test_every_command_of_scores_has_a_table_of_them(files, command):
    sides = ["-r", files[0], "-p", files[1]] if command[0] == "score" else files
    shown = run(*command, *sides, "--worst", 2, COLUMNS="200").stdout
    table = shown.split("\n\n", 1)[1]
    assert table.startswith("row   reference")
    assert sum(line[:1].isdigit() for line in table.splitlines()) == 2


def test_records_have_their_ids_and_the_fields_that_are_wrong(tmp_path):
    sides = {"ref": [3, 4, 5], "hyp": [3, 0, 0]}
    for name, totals in sides.items():
        rows = [{"id": f"u{n}", name: {"total": each, "n": 1}} for n, each in enumerate(totals)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    options = ["--reference-column", "ref", "--prediction-column", "hyp", "--worst", 5]
    found = worst("record", tmp_path / "ref.jsonl", tmp_path / "hyp.jsonl", *options)
    assert [(row["id"], row["misread"], row["record_anls"]) for row in found] == [
        ("u1", 1, 0.5),
        ("u2", 1, 0.5),
    ]


def test_samples_without_an_error_are_left_out(files, tmp_path):
    (tmp_path / "same.txt").write_text(files[0].read_text())
    assert worst("wer", files[0], tmp_path / "same.txt", "--worst", 3) == []
    shown = run("wer", files[0], tmp_path / "same.txt", "--worst", 3).stdout
    assert "\nno sample has an error\n" in shown


def test_without_it_there_is_no_table_and_a_number_below_one_is_refused(files):
    assert "\nrow " not in run("wer", *files).stdout
    assert "worst" not in json.loads(run("wer", *files, "--json").stdout)
    assert run("wer", *files, "--worst", 0).exit_code == 2


def test_records_that_are_aligned_are_the_worst_first(tmp_path):
    """Of records with equally many wrong fields, the one with the lower score comes first."""
    rows = [
        ({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2, "c": 0}),
        ({"a": 1, "b": 2}, {"a": 1, "b": 0}),
    ]
    for side, name in enumerate(("ref", "hyp")):
        lines = [json.dumps({"id": n, name: row[side]}) for n, row in enumerate(rows)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
    options = ["--reference-column", "ref", "--prediction-column", "hyp", "--worst", 2, "--json"]
    files = tmp_path / "ref.jsonl", tmp_path / "hyp.jsonl"
    done = run("align", *files, "--config", "record", *options)
    assert [row["sample"] for row in json.loads(done.stdout)["alignments"]] == [1, 0]

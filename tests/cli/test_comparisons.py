"""``levmetrics compare``: the numbers of ``compare_systems``, from files read batch by batch."""

import json

import pytest

from levmetrics import compare
from levmetrics.formats import file_format
from tests.corpora import SPEECH
from tests.shell import run, scored


@pytest.fixture
def files(tmp_path):
    """The references with their groups, and the predictions of each system, as JSON lines."""
    columns = {name: {"prediction": texts} for name, texts in SPEECH.systems.items()}
    columns["ref"] = {"reference": SPEECH.references, "speaker": SPEECH.groups}
    for name, sides in columns.items():
        rows = [dict(zip(sides, row, strict=True)) for row in zip(*sides.values(), strict=True)]
        lines = "".join(f"{json.dumps(row)}\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
    return [str(tmp_path / f"{name}.jsonl") for name in ("ref", *SPEECH.systems)]


def compared(*arguments):
    """Run the command, and return its result."""
    return scored("compare", *arguments)


@pytest.mark.parametrize("rows", [7, 100_000])
@pytest.mark.parametrize("metric", ["wer", "anls"])
def test_batches_of_any_size_give_the_numbers_of_compare_systems(files, metric, rows, monkeypatch):
    monkeypatch.setattr(file_format, "ROWS_OF_A_BATCH", rows)
    reference, *systems = files
    result = compared(metric, "-r", reference, "-p", *systems, "--groups", "speaker", "--seed", "5")
    expected = compare(SPEECH.systems, SPEECH.references, metric, groups=SPEECH.groups, seed=5)
    assert result == json.loads(json.dumps(expected))


def test_columns_of_one_table_are_systems_by_their_names(tmp_path):
    table = tmp_path / "t.tsv"
    table.write_text("id\treference\told\tnew\n1\ta b\ta x\ta b\n2\tc\tc\tc\n")
    columns = ("--prediction-column", "old", "--prediction-column", "new")
    for files in ((), ("-p", table), ("-p", table, "-p", table)):
        done = run("compare", "wer", "-r", table, *files, *columns, "--json")
        systems = json.loads(done.stdout)["systems"]
        assert {name: system["wer"] for name, system in systems.items()} == {"old": 1 / 3, "new": 0}
    page = tmp_path / "report.html"
    assert "old, new" in run("report", "wer", "-r", table, *columns, "-o", page).stdout


def test_columns_that_fit_no_files_are_refused(tmp_path):
    table, other, third = tmp_path / "t.tsv", tmp_path / "u.tsv", tmp_path / "v.tsv"
    for path in (table, other, third):
        path.write_text("reference\told\tnew\na\ta\tb\n")
    columns = ("--prediction-column", "old", "--prediction-column", "new")
    files = ("-p", table, other, third)
    said = run("compare", "wer", "-r", table, *files, *columns, status=2).stderr
    assert "--prediction-column is given 2 times for 3 files" in said
    twice = ("--prediction-column", "old", "--prediction-column", "old")
    said = run("compare", "wer", "-r", table, *twice, status=2).stderr
    assert "two systems have the same file and column" in said
    assert "give --prediction-column once" in run("wer", table, table, *columns, status=2).stderr

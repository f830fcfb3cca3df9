"""What a visitor takes along: files that spreadsheets take for texts, and Python that runs."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics.web.results.exports import as_csv, as_json, snippet
from tests.web.results.scored import scored

ROOT = Path(__file__).parents[3]
FORMULAS = ["=1+1", "+1", "-1", "@a", "\ta", "\ra", "\0=1+1", "\x01\x02-1", "＝1+1", "＠a"]
TEXTS = ["a=1", "今日", "'=1", " =1", "１＋１"]


def test_no_text_is_a_formula_in_the_csv():
    texts = FORMULAS + TEXTS
    rows = list(csv.DictReader(io.StringIO(as_csv(scored(texts, texts[::-1], "anls")))))
    written = [f"'{text}" for text in FORMULAS] + TEXTS
    assert [row["prediction"] for row in rows] == written
    assert [row["reference"] for row in rows] == written[::-1]


def test_the_csv_has_the_reference_before_the_prediction_and_the_counts_of_every_sample():
    [header, row] = csv.reader(io.StringIO(as_csv(scored(["a b"], ["a c d"]))))
    assert header == [
        *("sample", "wer", "substitutions", "deletions", "insertions", "hits"),
        *("reference", "prediction"),
    ]
    assert row == ["1", "0.6666666666666666", "1", "1", "0", "1", "a c d", "a b"]


def test_the_json_holds_the_texts_as_they_were_given():
    shown = scored(FORMULAS, [["x", "y"]] * len(FORMULAS))
    document = json.loads(as_json(shown))
    assert document["predictions"] == FORMULAS
    assert document["references"] == [["x", "y"]] * len(FORMULAS)
    assert document["result"] == shown.result
    assert document["interval"] == list(shown.interval)
    assert len(document["samples"]) == len(FORMULAS)


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        ("wer_lev:cer", {"normalizer": "lower+nfkc"}),
        ("wer_lev:wer", {"tokenizer": "mecab"}),
        ("anls:docvqa", {"threshold": 0.7}),
        ("anls:star", {}),
    ],
)
@pytest.mark.parametrize("samples", [1, 2, 30])
def test_the_snippet_runs_in_an_empty_folder_and_prints_the_number_and_interval_of_the_page(
    metric, options, samples, tmp_path
):
    texts = ['A "quoted"', '{"a": "今日は\\n"}'] * samples
    references = [["a 'quoted'", "b"], ['{"a": "今日"}']] * samples
    shown = scored(texts[:samples], references[:samples], metric, **options)
    if samples > 20:
        (tmp_path / "levmetrics.json").write_text(as_json(shown), "utf-8")
    run = subprocess.run(
        [sys.executable, "-c", snippet("ja", shown)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    interval = [] if shown.interval is None else [repr(shown.interval)]
    assert run.stdout.splitlines() == [repr(shown.result), *interval]


def test_the_snippet_begins_with_the_line_that_installs_what_it_needs():
    shown = scored(["猫"], ["猫"], "wer_lev:ja")
    assert snippet("en", shown).splitlines()[0] == "# pip install 'levmetrics[ja]'"
    assert snippet("en", scored(["a"], ["a"])).splitlines()[0] == "# pip install 'levmetrics'"


def test_long_texts_are_read_from_the_download_and_not_written_into_the_snippet():
    assert "levmetrics.json" in snippet("en", scored(["a " * 2_000], ["a"]))
    assert "levmetrics.json" not in snippet("en", scored(["a " * 20], ["a"]))

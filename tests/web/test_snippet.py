"""Python that runs anywhere, and prints the number that the page shows."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics.web.snippet import snippet
from tests.web.given import scored_texts as scored
from tests.web.given import value

ROOT = Path(__file__).parents[2]


SCHEMA = '{"properties": {"a": {"type": ["string", "null"]}}}'


# One sample, several, and so many that the texts are read from the download.
@pytest.mark.parametrize(
    ("metric", "options", "samples"),
    [
        ("cer", {"normalizer": "lower+nfkc"}, 1),
        ("wer", {"tokenizer": "mecab", "groups": ["a", "b"]}, 2),
        ("anls:docvqa", {"threshold": "0.7"}, 30),
        ("anls:star", {}, 2),
        ("anls:star", {}, 30),
        ("record", {"schema": SCHEMA}, 1),
        ("record", {"schema": SCHEMA}, 30),
    ],
)
def test_the_snippet_runs_in_an_empty_folder_and_prints_the_number_and_interval_of_the_page(
    metric, options, samples, tmp_path
):
    texts = ['A "quoted"', '{"a": "今日は\\n"}'] * samples
    references = [["a 'quoted'", "b"], ['{"a": "今日"}']] * samples
    shown = scored(texts[:samples], references[:samples], metric, **options)
    if samples > 20:
        given = value(texts[:samples], references[:samples], metric, **options)
        texts = {  # as the page's download has them
            "references": given["references"],
            "predictions": given["predictions"][0],
            "schema": given["document"].get("schema"),
        }
        (tmp_path / "levmetrics.json").write_text(json.dumps(texts), "utf-8")
    run = subprocess.run(
        [sys.executable, "-c", snippet("ja", shown)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    intervals = [repr(interval) for interval in shown.systems.intervals.values()]
    assert run.stdout.splitlines() == [repr(shown.systems.first.result()), *intervals]


def test_the_snippet_begins_with_the_line_that_installs_what_it_needs():
    shown = scored(["猫"], ["猫"], "ja")
    assert snippet("en", shown).splitlines()[0] == "# pip install 'levmetrics[ja]'"
    assert snippet("en", scored(["a"], ["a"])).splitlines()[0] == "# pip install 'levmetrics'"
    lists = scored(['["a", "b"]'], ['["b", "a"]'], "anls:star")
    assert snippet("en", lists).splitlines()[0] == "# pip install 'levmetrics[records]'"


def test_long_texts_are_read_from_the_download_and_not_written_into_the_snippet():
    assert "levmetrics.json" in snippet("en", scored(["a " * 2_000], ["a"]))
    assert "levmetrics.json" not in snippet("en", scored(["a " * 20], ["a"]))

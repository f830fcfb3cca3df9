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
    ("metric", "options", "samples", "extra"),
    [
        ("cer", {"normalizer": "lower+nfkc"}, 1, ""),
        ("ja", {"groups": ["a", "b"]}, 2, "[ja]"),
        ("anls:docvqa", {"threshold": "0.7"}, 30, ""),
        ("anls:star", {}, 2, "[records]"),
        ("record", {"schema": SCHEMA}, 1, "[records]"),
        ("record", {"schema": SCHEMA}, 30, "[records]"),
    ],
)
def test_the_snippet_runs_in_an_empty_folder_and_prints_the_number_and_interval_of_the_page(
    metric, options, samples, extra, tmp_path
):
    texts = (['A "quoted"', '{"a": "今日は\\n"}'] * samples)[:samples]
    references = ([["a 'quoted'", "b"], ['{"a": "今日"}']] * samples)[:samples]
    shown = scored(texts, references, metric, **options)
    code = snippet("ja", shown)
    assert code.splitlines()[0] == f"# pip install 'levmetrics{extra}'"
    assert ("levmetrics.json" in code) is (samples > 20)
    if samples > 20:
        given = value(texts, references, metric, **options)
        download = {
            "references": given["references"],
            "predictions": given["predictions"][0],
            "schema": given["document"].get("schema"),
        }
        (tmp_path / "levmetrics.json").write_text(json.dumps(download), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    printed = subprocess.check_output(command, cwd=tmp_path, env=environment, text=True)
    intervals = [repr(interval) for interval in shown.systems.intervals.values()]
    assert printed.splitlines() == [repr(shown.systems.first.result()), *intervals]


def test_long_texts_are_read_from_the_download_and_not_written_into_the_snippet():
    assert "levmetrics.json" in snippet("en", scored(["a " * 2_000], ["a"]))

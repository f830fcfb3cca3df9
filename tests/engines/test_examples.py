"""The examples of engines run as they stand, on a cluster of this machine."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics import error_counts
from tests.corpora import OCR, SPEECH
from tests.processes import another_python

ROOT = Path(__file__).parents[2]
pytest.importorskip("pyspark")
pytest.importorskip("ray")
pytestmark = pytest.mark.slow


def output_of_spark(folder):
    path = os.pathsep.join([str(another_python(folder)), os.environ["PATH"]])
    given = {name: value for name, value in os.environ.items() if name != "PYSPARK_PYTHON"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "spark_corpus.py"), "--pairs", "1200"],
        capture_output=True,
        text=True,
        env={**given, "PATH": path, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_spark_scores_the_example_with_its_speakers_and_worst_rows(tmp_path):
    counts = error_counts(SPEECH.systems["wide_beams"], SPEECH.references)
    printed = output_of_spark(tmp_path)
    assert f"WER of 1,200 utterances: {counts.wer:.2%}, with 95 % confidence" in printed
    for speaker, of_speaker in counts.by_group(SPEECH.groups).items():
        assert f"  {speaker}: {of_speaker.wer:.2%}" in printed
    assert "|pyspark:" in printed
    assert f"{counts.rates()['wer'].max():.6f}"[:6] in printed


def test_ray_scores_the_example_and_writes_the_scores_of_its_rows(data, monkeypatch, capsys):
    counts = error_counts(OCR.systems["reading"], OCR.references, tokenizer="char")
    rows = [i % len(OCR.references) for i in range(1200)]
    cer = counts.take(rows).wer
    # The cluster of all tests is like the one that it makes.
    monkeypatch.setattr("ray.init", lambda **settings: None)
    monkeypatch.setattr("ray.shutdown", lambda: None)
    monkeypatch.setattr(sys, "argv", ["ray_corpus.py", "--pairs", "1200"])
    runpy.run_path(str(ROOT / "examples" / "ray_corpus.py"), run_name="__main__")
    printed = capsys.readouterr().out
    assert f"CER of 1,200 lines: {cer:.2%}, with 95 % confidence" in printed
    assert "|ray:" in printed
    wrong = int((counts.errors[rows] > 0).sum())
    assert f"{wrong:,} lines have an error" in printed

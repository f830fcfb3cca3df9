"""The examples run as they stand, without a download, and their scores move as they should."""

import re
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def before_and_after(monkeypatch, capsys):
    """Run an example, and return the score that it prints before and after training."""

    def run(example, *options):
        monkeypatch.setattr(sys, "argv", [example, *options])
        runpy.run_path(str(ROOT / "examples" / example), run_name="__main__")
        return map(float, re.findall(r"(?:before|after) ([\d.]+)", capsys.readouterr().out))

    return run


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "options"), [("train_seq2seq.py", []), ("train_ctc.py", ["--epochs", "15"])]
)
def test_a_tiny_model_learns_and_its_error_rate_falls(example, options, before_and_after):
    before, after = before_and_after(example, *options)
    assert after < 0.5 < before


@pytest.mark.slow
def test_a_tiny_model_learns_by_rewards_and_its_similarity_rises(before_and_after):
    before, after = before_and_after("train_grpo.py")
    assert before < 0.5 < after

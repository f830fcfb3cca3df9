"""The examples run as they stand, without a download, and their scores move as they should."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def before_and_after(example, *options):
    """Run an example, and return the score that it prints before and after training."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / example), *options],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"},
    )
    return map(float, re.findall(r"(?:before|after) ([\d.]+)", done.stdout))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "options"), [("train_seq2seq.py", []), ("train_ctc.py", ["--epochs", "15"])]
)
def test_a_tiny_model_learns_and_its_error_rate_falls(example, options):
    before, after = before_and_after(example, *options)
    assert after < 0.5 < before


@pytest.mark.slow
def test_a_tiny_model_learns_by_rewards_and_its_similarity_rises():
    before, after = before_and_after("train_grpo.py")
    assert before < 0.5 < after

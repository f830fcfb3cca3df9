"""The examples run as they stand, without a download, and their scores move as they should."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_a_tiny_t5_learns_to_correct_a_recogniser():
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "train_seq2seq.py")],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"},
    )
    before, after = map(float, re.findall(r"(?:before|after) ([\d.]+)", done.stdout))
    assert after < 0.5 < before

"""A package of its own with metrics of numbers, which pip installs, and samples for these.

The numbers are worked out by hand: of the references' numbers, the predictions have these shares.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from shutil import copytree

TEXTS = ["7 of 9", "in 1999", "1 2 3 4"] * 4, [["7 of 9"], ["in 1998"], ["1 2 5 6", "1 2 3 6"]] * 4
VALUES = [{"total": 12.5, "n": [1, 2]}, {"n": 3}] * 6, [{"total": 12.5, "n": [1, 3]}, {"n": 3}] * 6
SAMPLES = {"numerals": (TEXTS, [1, 0, 3 / 4]), "numerals:values": (VALUES, [2 / 3, 1])}


def install(folder: Path) -> Path:
    """Install the package by pip below a folder; returns where Python finds it."""
    copytree(
        Path(__file__).with_name("plugin"), folder / "sources"
    )  # setuptools leaves files there
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps"]
    asked = [*pip, "--no-build-isolation", "--target", folder / "site", folder / "sources"]
    subprocess.run(asked, check=True)
    return folder / "site"


def in_columns(name: str) -> list[list[object]]:
    """Return the samples of a metric as a table holds them: values as JSON."""
    sides, _ = SAMPLES[name]
    return [[*map(json.dumps, side)] if "values" in name else side for side in sides]

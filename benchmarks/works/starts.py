"""Starting Python, and importing."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

from benchmarks.bars import OURS, Seconds, ShareOfTime
from benchmarks.timing import Contenders
from benchmarks.works.work import Work

BARE_PYTHON = "python alone"
_CLASS = f"{OURS}, WordErrorRate"


def starts() -> Contenders:
    """Start Python and import."""
    touch = "import levmetrics; levmetrics."
    return {
        BARE_PYTHON: partial(_run, "-c", ""),
        OURS: partial(_run, "-c", "import levmetrics"),
        f"{OURS}, error_counts": partial(_run, "-c", f"{touch}error_counts"),
        _CLASS: partial(_run, "-c", f"{touch}WordErrorRate"),
        f"{OURS} demo": partial(_run, "-m", "levmetrics", "demo"),
        "jiwer": partial(_run, "-c", "import jiwer"),
        "evaluate": partial(_run, "-c", "import evaluate"),
        "torchmetrics": partial(_run, "-c", "import torchmetrics.text"),
    }


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


STARTS = Work(
    "W12",
    "Start and import",
    "",
    starts,
    (Seconds(0.4), ShareOfTime(1.25, ("torchmetrics",), _CLASS)),
)

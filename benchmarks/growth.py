"""What a run of more samples takes: the processor time of each request, and its memory; on Linux.

``python -m benchmarks.growth`` prints the table of docs/benchmarks.md, in some minutes and 6 GiB.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
import pandas  # noqa: F401  # which Arrow would load within what is measured

import levmetrics as lm
from benchmarks.memory import in_fresh_processes, with_memory
from benchmarks.results import seconds
from levmetrics import Run

SIZES = (1_000, 10_000, 100_000, 1_000_000)
_WORDS = 10  # of a text
_VOCABULARY = 1_000
_DISTINCT = 20_000

Request = Callable[[Run, Path], object]
"""Asks a run for something, which may write into a folder."""


def _texts(samples: int) -> tuple[list[str], list[str]]:
    """Return predictions and references, of which a third has a wrong word."""
    rng = np.random.default_rng(0)
    words = [f"w{number}" for number in range(_VOCABULARY)]
    rows = rng.integers(0, _VOCABULARY, (_DISTINCT, _WORDS)).tolist()
    texts = [" ".join(words[number] for number in row) for row in rows]
    target = [f"{texts[i % _DISTINCT]} {i // _DISTINCT}" for i in range(samples)]
    return [text if i % 3 else f"{text} more" for i, text in enumerate(target)], target


def _run(samples: int) -> Run:
    preds, target = _texts(samples)
    return lm.score(preds, target, "wer", ids=[f"u{number}" for number in range(samples)])


REQUESTS: dict[str, Request] = {
    "score": lambda run, folder: lm.score(*run.request.texts(), "wer"),
    "alignment(i)": lambda run, folder: run.alignment(run.sample_count // 2),
    "worst(10)": lambda run, folder: run.worst(10),
    "interval()": lambda run, folder: run.interval(),
    "report": lambda run, folder: run.report(folder / "report.html"),
    "baseline": lambda run, folder: run.to_baseline(folder / "baseline.parquet"),
    "baseline with edits and texts": lambda run, folder: run.to_baseline(
        folder / "edits.parquet", with_edits=True, with_texts=True
    ),
    "gate": lambda run, folder: lm.gate(run, folder / "baseline.parquet", margin=0.01),
}
"""What is asked of a run, by its name in the table."""


def _row(name: str) -> list[str]:
    """Return the processor time for each size, its exponent at the end, and the memory there."""
    times: list[float] = []
    memory = 0.0
    with TemporaryDirectory() as folder:
        for samples in (100, *SIZES):  # the first one loads modules
            run = _run(samples)
            run.to_baseline(Path(folder) / "baseline.parquet")
            run = _run(samples)  # that keeps nothing of an earlier request
            start = process_time()
            _, memory = with_memory(partial(REQUESTS[name], run, Path(folder)))
            times.append(process_time() - start)
    growth = math.log(times[-1] / times[-2]) / math.log(SIZES[-1] / SIZES[-2])
    return [*map(seconds, times[1:]), f"{growth:.2f}", f"{memory:,.0f} MiB"]


if __name__ == "__main__":
    heads = ["asked of a run", *(f"{size:,} samples" for size in SIZES), "exponent", "memory"]
    in_fresh_processes(heads, _row, REQUESTS)

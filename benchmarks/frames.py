"""A score for every row of a table, against the bare scoring of its two columns.

``python -m benchmarks.frames`` prints the times, the ratio of processor time, and the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
import pyarrow as pa

from benchmarks.corpora import repeated_speech
from benchmarks.memory import in_fresh_processes, with_memory
from benchmarks.results import digits, seconds
from benchmarks.timing import OURS, Contenders, in_turns
from levmetrics import score, score_table

BARE = "bare scoring"

# From a table of Arrow with the columns preds and target.
LIBRARIES: Mapping[str, Callable[[pa.Table], Any]] = {
    "pyarrow": pa.Table.combine_chunks,
    "pyarrow, in chunks": lambda table: table,
    "polars": pl.from_arrow,
    "pandas": pa.Table.to_pandas,
}


def contenders(library: str, rows: int = 1_000_000) -> Contenders:
    """Return a table's scoring, and the bare one of its columns, both to the mean WER of a row."""
    held = LIBRARIES[library](repeated_speech(rows))

    def added() -> float:
        scored = score_table(held, prediction="preds", reference="target")
        return float(scored["wer"].to_numpy().mean())

    def bare() -> float:
        return float(score(held["preds"], held["target"]).sample_scores().mean())

    return {OURS: added, BARE: bare}


def row(library: str) -> list[str]:
    """Measure the tables of this library."""
    calls = contenders(library)
    _, above = with_memory(calls[OURS])
    ours, bare = in_turns(calls).values()
    times = seconds(ours.median), seconds(bare.median)
    return [*times, *map(digits, ours.ratios(bare)), f"{above:,.0f}"]


if __name__ == "__main__":
    heads = ["1,000,000 rows", "score_table", BARE, "ratio", "of the processor", "MiB above"]
    in_fresh_processes(heads, row, LIBRARIES)

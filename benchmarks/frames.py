"""A score for every row of a table, against the bare scoring of its two columns.

``python -m benchmarks.frames`` prints times, memory and whether the bars are met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
import pyarrow as pa
import typer
from rich.console import Console
from rich.table import Table

from benchmarks import fresh
from benchmarks.bars import OURS, ShareOfTime
from benchmarks.corpora import repeated_speech
from benchmarks.memory import CallMemory
from benchmarks.numbers import seconds
from benchmarks.timing import Contenders, in_turns
from levmetrics import score_table
from levmetrics.scoring import score

ROWS = 1_000_000
BARE = "bare scoring"
_MIB = 2**20
_TIME = ShareOfTime(1.2, (BARE,))
_SHARE_OF_TEXTS = 0.5

# From a table of Arrow with the columns preds and target.
LIBRARIES: Mapping[str, Callable[[pa.Table], Any]] = {
    "pyarrow": pa.Table.combine_chunks,
    "pyarrow, in chunks": lambda table: table,
    "polars": pl.from_arrow,
    "pandas": pa.Table.to_pandas,
}


def contenders(library: str, rows: int = ROWS) -> Contenders:
    """Return a table's scoring, and the bare one of its columns, both to the mean WER of a row."""
    table = LIBRARIES[library](repeated_speech(rows))

    def added() -> float:
        scored = score_table(table, prediction="preds", reference="target")
        return float(scored["wer"].to_numpy().mean())

    def bare() -> float:
        return float(score(table["preds"], table["target"]).sample_scores().mean())

    return {OURS: added, BARE: bare}


def main(rows: int = ROWS) -> None:
    """Measure every library, and print what it takes."""
    texts = repeated_speech(rows).nbytes / _MIB
    memory = CallMemory(_SHARE_OF_TEXTS * texts)
    heads = ["table", "score_table", BARE, "ratio", "of the processor", "MiB above", "bars met"]
    shown = Table(*heads, title=f"{rows:,} rows; texts of {texts:,.0f} MiB")
    for library in LIBRARIES:
        timings = in_turns(contenders(library, rows))
        time = _TIME.outcome(timings)
        above = memory.outcome(fresh.measure(fresh.table.__name__, library, rows))
        shown.add_row(
            library,
            *(seconds(timings[name].median) for name in (OURS, BARE)),
            f"{time.value:.2f}",
            f"{time.processor:.2f}",
            f"{above.value:,.0f} of {memory.mebibytes:,.0f}",
            f"time {time.met}, memory {above.met}",
        )
    Console(width=120).print(shown)


if __name__ == "__main__":
    typer.run(main)

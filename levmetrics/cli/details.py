"""A file with the score of every sample, written as the samples are scored."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.formats.file_format import listed
from levmetrics.formats.samples import Batch
from levmetrics.rendering.text import formula_safe
from levmetrics.run import Run
from levmetrics.written_files import replaced

AddRows: TypeAlias = Callable[[dict[str, list[Any]]], None]


@contextmanager
def details_file(path: Path | None) -> Iterator[AddRows | None]:
    """Open a file for the scores of samples; it is there once all are written.

    Returns:
        A function that adds rows, given as columns by their names; ``None`` without a path.

    Raises:
        InputError: for another suffix than ``.csv`` and ``.parquet``, and where no file can be
            written.

    """
    if path is None:
        yield None
        return
    opened = {".csv": _csv_file, ".parquet": _parquet_file}.get(path.suffix.lower())
    if opened is None:
        raise InputError("command.details_suffix", file=path.name)
    with replaced(path) as new, opened(new) as add_rows:
        yield add_rows


@contextmanager
def _csv_file(path: Path) -> Iterator[AddRows]:
    """Open a CSV file that spreadsheets open as UTF-8, and read no formulas in."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)

        def add_rows(columns: dict[str, list[Any]]) -> None:
            if not file.tell():
                writer.writerow(columns)
            rows = zip(*columns.values(), strict=True)
            writer.writerows(map(formula_safe, row) for row in rows)

        yield add_rows


@contextmanager
def _parquet_file(path: Path) -> Iterator[AddRows]:
    """Open a parquet file, a row group for each batch."""
    from pyarrow.parquet import ParquetWriter  # slow to load, and rarely asked for

    with ExitStack() as stack:
        writers: list[ParquetWriter] = []

        def add_rows(columns: dict[str, list[Any]]) -> None:
            rows = pa.table(columns)
            if not writers:
                writers.append(stack.enter_context(ParquetWriter(path, rows.schema)))
            writers[0].write_table(rows)

        yield add_rows


def sample_columns(batch: Batch, run: Run, first: int) -> dict[str, list[Any]]:
    """Return the columns of a batch's samples: id or number, score, counts and texts.

    Args:
        batch: the samples.
        run: what was scored of them.
        first: the number of the first, from 1.

    """
    numbers = range(first, first + len(batch))
    chosen = run.chosen_references().tolist()
    return {
        **({"sample": [*numbers]} if batch.ids is None else {"id": listed(batch.ids)}),
        run.metric.key: run.sample_scores().tolist(),
        **{name: counts.tolist() for name, counts in run.counts().items()},
        "prediction": listed(batch.predictions[0]),
        "reference": [
            text if isinstance(text, str) else text[number]
            for text, number in zip(listed(batch.references), chosen, strict=True)
        ],
        **({} if batch.groups is None else {"group": listed(batch.groups)}),
    }

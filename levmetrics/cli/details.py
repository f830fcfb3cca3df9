"""A file with the score of every sample, written as the samples are scored."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.formats.file_format import listed
from levmetrics.formats.samples import Batch
from levmetrics.rendering.text import formula_safe
from levmetrics.run import Run
from levmetrics.written_files import replaced

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetWriter


class Details(Protocol):
    """A file of samples that is being written."""

    def write(self, columns: dict[str, list[Any]]) -> None:
        """Add rows, given as columns by their names."""


class _Csv:
    """A CSV file that spreadsheets open as UTF-8, and read no formulas in."""

    def __init__(self, file: Any) -> None:
        self._writer = csv.writer(file)
        self._has_heading = False

    def write(self, columns: dict[str, list[Any]]) -> None:
        if not self._has_heading:
            self._writer.writerow(columns)
            self._has_heading = True
        for row in zip(*columns.values(), strict=True):
            self._writer.writerow(map(formula_safe, row))


class _Parquet:
    """A parquet file, a row group for each batch."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer: ParquetWriter | None = None

    def write(self, columns: dict[str, list[Any]]) -> None:
        rows = pa.table(columns)
        writer = self._writer or self._new_writer(rows.schema)
        writer.write_table(rows)
        self._writer = writer

    def _new_writer(self, schema: pa.Schema) -> ParquetWriter:
        from pyarrow.parquet import ParquetWriter  # slow to load, and rarely asked for

        return ParquetWriter(self._path, schema)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


@contextmanager
def details_file(path: Path) -> Iterator[Details]:
    """Open a file for the scores of samples; it is there once all are written.

    Raises:
        InputError: for another suffix than ``.csv`` and ``.parquet``, and where no file can be
            written.

    """
    suffix = path.suffix.lower()
    if suffix not in (".csv", ".parquet"):
        raise InputError("command.details_suffix", file=path.name)
    with replaced(path) as new:
        if suffix == ".csv":
            with new.open("w", encoding="utf-8-sig", newline="") as file:
                yield _Csv(file)
        else:
            table = _Parquet(new)
            yield table
            table.close()


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

"""The file with the scores of samples that --details names."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, NoReturn, TypeAlias

import click

from levmetrics.core.run import Run
from levmetrics.errors import InputError
from levmetrics.formats.samples import Batch
from levmetrics.lazy import pa
from levmetrics.rendering.text import formula_safe
from levmetrics.system.written_files import is_stream, written

AddRows: TypeAlias = Callable[[dict[str, list[Any]]], None]


@contextmanager
def details_file(path: Path | None, spreadsheet: bool) -> Iterator[AddRows | None]:
    """Open a file for the scores of samples; it appears once all are written.

    If it cannot be written to its end, as on a full disk, the command goes on to show its result
    and raises the error when it ends.

    Args:
        path: the file, or a stream, which gets CSV if its name has no suffix; ``None`` writes none.
        spreadsheet: whether to make the CSV file safe for spreadsheets, with a byte order mark and
            without formulas.

    Returns:
        A function that adds rows, given as columns by name; ``None`` without a file.

    Raises:
        InputError: for a suffix other than ``.csv`` and ``.parquet``, and for a file that cannot
            be written.

    """
    suffix = "" if path is None else path.suffix.lower() or (".csv" if is_stream(path) else "")
    if spreadsheet and suffix != ".csv":
        raise InputError("command.spreadsheet")
    if path is None:
        yield None
        return
    if suffix not in (".csv", ".parquet"):
        raise InputError("command.details_suffix", file=path.name)
    faults: list[InputError] = []

    def add_until_a_fault(rows: dict[str, list[Any]]) -> None:
        if not faults:
            try:
                add_rows(rows)
            except InputError as error:
                faults.append(error)

    def fail(error: InputError) -> NoReturn:
        raise error

    opened = ExitStack()
    file = opened.enter_context(written(path))
    add_rows = (
        _csv_rows(opened, file, spreadsheet=spreadsheet)
        if suffix == ".csv"
        else _parquet_rows(opened, file)
    )
    try:
        with opened:
            yield add_until_a_fault
            if faults:
                raise faults[0]
    except InputError as error:
        if error.code != "file.unwritable":
            raise
        click.get_current_context().call_on_close(partial(fail, error))


def _csv_rows(opened: ExitStack, file: IO[bytes], *, spreadsheet: bool) -> AddRows:
    """Return a function that writes rows to a CSV file, which ends with what is opened."""
    encoding = "utf-8-sig" if spreadsheet else "utf-8"
    writer = csv.writer(opened.enter_context(io.TextIOWrapper(file, encoding, newline="")))
    has_heading = False

    def add_rows(columns: dict[str, list[Any]]) -> None:
        nonlocal has_heading
        if not has_heading:
            writer.writerow(columns)
            has_heading = True
        rows = zip(*columns.values(), strict=True)
        writer.writerows([*map(formula_safe, row)] if spreadsheet else row for row in rows)

    return add_rows


def _parquet_rows(opened: ExitStack, file: IO[bytes]) -> AddRows:
    """Return a function that writes rows to a parquet file, each time as a row group."""
    from pyarrow.parquet import ParquetWriter  # slow to load, and rarely asked for

    writers: list[ParquetWriter] = []

    def add_rows(columns: dict[str, list[Any]]) -> None:
        rows = pa.table(columns)
        if not writers:
            writers.append(opened.enter_context(ParquetWriter(file, rows.schema)))
        writers[0].write_table(rows)

    return add_rows


def sample_columns(batch: Batch, run: Run) -> dict[str, list[Any]]:
    """Return the columns of a batch's samples: id or row, score, other rates, counts and texts.

    Args:
        batch: the samples.
        run: their run.

    """
    texts = ["prediction", "reference", *([] if batch.groups is None else ["group"])]
    return {
        "row" if batch.ids is None else "id": batch.sample_names,
        **{name: numbers.tolist() for name, numbers in run.numbers().items()},
        **run.samples().select(texts).to_pydict(),
    }

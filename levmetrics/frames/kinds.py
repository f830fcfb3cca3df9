"""The tables of other libraries; none is imported here, since who has its table has the library."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy.typing as npt
import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.frames.frame import ROWS_OF_A_PART, ArrowFrame, Frame, SlicedFrame
from levmetrics.inputs.arguments import type_phrase

_NO_TABLES = {
    ("polars", "LazyFrame"): "frame.lazy",
    ("datasets", "DatasetDict"): "frame.dataset_dict",
    ("datasets", "IterableDataset"): "frame.dataset_stream",
    ("datasets", "IterableDatasetDict"): "frame.dataset_stream_dict",
}
_ROWS = "_levmetrics_rows"  # what SQL calls a relation, as no table of its own should be called
_WITH_COLUMNS = "SELECT * FROM _levmetrics_rows POSITIONAL JOIN _levmetrics_columns"


def is_of(table: object, library: str, kind: str) -> bool:
    """Tell whether a value is of a class of a library, which may not be there."""
    known = getattr(sys.modules.get(library), kind, None)
    return isinstance(known, type) and isinstance(table, known)


class PandasFrame(SlicedFrame):
    """A ``DataFrame`` of pandas."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.names = list(table.columns)

    @classmethod
    def holds(cls, table: object) -> bool:
        """Tell whether it is a ``DataFrame``."""
        return is_of(table, "pandas", "DataFrame")

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.table)

    def column(self, name: str) -> Any:
        """Return the series."""
        return self.table[name]

    @staticmethod
    def _slice(column: Any, start: int) -> Any:
        return column.iloc[start : start + ROWS_OF_A_PART]

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Assign columns by the rows' positions, whatever their index is."""
        series = sys.modules["pandas"].Series
        return self.table.assign(
            **{
                name: series(values, index=self.table.index, copy=False)
                for name, values in columns.items()
            }
        )


class PolarsFrame(SlicedFrame):
    """A ``DataFrame`` of polars."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.names = table.columns

    @classmethod
    def holds(cls, table: object) -> bool:
        """Tell whether it is a ``DataFrame``."""
        return is_of(table, "polars", "DataFrame")

    def __len__(self) -> int:
        """Count the rows."""
        return int(self.table.height)

    def column(self, name: str) -> Any:
        """Return the series."""
        return self.table.get_column(name)

    @staticmethod
    def _slice(column: Any, start: int) -> Any:
        return column.slice(start, ROWS_OF_A_PART)

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Add series."""
        series = sys.modules["polars"].Series
        return self.table.with_columns([series(name, values) for name, values in columns.items()])


class DatasetFrame(Frame):
    """A ``Dataset`` of Hugging Face's datasets."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.names = table.column_names

    @classmethod
    def holds(cls, table: object) -> bool:
        """Tell whether it is a ``Dataset``."""
        return is_of(table, "datasets", "Dataset")

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.table)

    def column(self, name: str) -> Any:
        """Return the column as Arrow, in the order of the data set's rows."""
        return self._as_arrow([name])[:].column(name)

    def parts(self, prediction: str, reference: str) -> Iterator[tuple[Any, Any]]:
        """Read rows as Arrow, whatever their format is."""
        rows = self._as_arrow([*{prediction, reference}])
        for start in range(0, len(self), ROWS_OF_A_PART):
            part = rows[start : start + ROWS_OF_A_PART]
            yield part.column(prediction), part.column(reference)

    def _as_arrow(self, names: list[str]) -> Any:
        return self.table.select_columns(names).with_format("arrow")

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Add columns beside the data set's own files; its format stays as it is.

        Of a data set that was shuffled or filtered, which is numbers of rows of another one,
        ``datasets`` writes the rows themselves first.
        """
        table, chosen = self.table, dict(self.table.format)
        for name, values in columns.items():
            table = table.add_column(name, pa.array(values))
        if chosen["columns"] == self.names:
            chosen["columns"] = None  # all, and so those that are added
        return table.with_format(**{**chosen.pop("format_kwargs"), **chosen})


class DuckdbFrame(Frame):
    """A relation of DuckDB, run once: what is scored and what is returned are the same rows."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.names = table.columns

    @classmethod
    def holds(cls, table: object) -> bool:
        """Tell whether it is a relation."""
        return is_of(table, "duckdb", "DuckDBPyRelation")

    @cached_property
    def _rows(self) -> Any:
        """The relation's result, in DuckDB's own types.

        Raises:
            InputError: if its connection lets rows come in any order.

        """
        setting = "SELECT current_setting('preserve_insertion_order') FROM (SELECT 1)"
        if not self.table.query(_ROWS, setting).fetchall()[0][0]:
            raise InputError("frame.unordered")
        return self.table.materialize()

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._rows)

    def column(self, name: str) -> Any:
        """Return the column as Arrow."""
        return self._selected(name).to_arrow_table().column(0)

    def parts(self, prediction: str, reference: str) -> Iterator[tuple[Any, Any]]:
        """Read rows as Arrow."""
        for part in self._selected(prediction, reference).to_arrow_reader(ROWS_OF_A_PART):
            yield part.column(0), part.column(1)

    def _selected(self, *names: str) -> Any:
        columns = ", ".join(f"{_quoted(name)} AS c{i}" for i, name in enumerate(names))
        return self._rows.project(columns)

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Return a relation, of the same connection, of the rows beside their scores."""
        rows = self._rows
        # DuckDB finds it by this name, which no table in its catalog should have.
        _levmetrics_columns = pa.table(dict(columns))
        return rows.query(_ROWS, _WITH_COLUMNS)

    def _is_taken(self, name: str) -> bool:
        return name.lower() in map(str.lower, self.names)  # SQL's names are equal in any case


def _quoted(name: str) -> str:
    """Quote a name for SQL."""
    return '"{}"'.format(name.replace('"', '""'))


_LIBRARIES: Sequence[type[Frame]] = (
    ArrowFrame,
    PandasFrame,
    PolarsFrame,
    DatasetFrame,
    DuckdbFrame,
)


def frame_of(table: object) -> Frame:
    """Return a table as what is asked of one; of an unknown library, as a ``pyarrow.Table``.

    Raises:
        InputError: for what is no table.

    >>> frame_of(pa.table({"hyp": ["a"]})).names
    ['hyp']
    >>> frame_of({"hyp": ["a"]})
    Traceback (most recent call last):
    levmetrics.errors.InputError: table is of type dict; it must be a table of pandas, polars, \
pyarrow, DuckDB or datasets, or another one with __arrow_c_stream__

    """
    for frame in _LIBRARIES:
        if frame.holds(table):
            return frame(table)
    for (library, kind), code in _NO_TABLES.items():
        if is_of(table, library, kind):
            raise InputError(code)
    if hasattr(table, "__arrow_c_stream__"):
        try:
            return ArrowFrame(pa.table(table))
        except (pa.ArrowException, TypeError, ValueError):
            pass  # a column, as a Series is
    raise InputError("frame.no_table", given=type_phrase(table))

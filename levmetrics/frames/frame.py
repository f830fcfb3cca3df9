"""Adapters for tables, which are read and extended by their own library.

No library is imported here: a caller with a table has imported its library.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from levmetrics.core.metric import Metric
from levmetrics.core.names import get_metric
from levmetrics.core.run import Run
from levmetrics.errors import InputError, InputWarning, unknown_name, warn
from levmetrics.inputs.arguments import ColumnName, type_phrase
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column
from levmetrics.inputs.list_texts import hold_lists, lists_note, several_references, strings_in
from levmetrics.lazy import pa
from levmetrics.sums.sample_statistics import group_labels

# The rows of a part. A part holds its texts as Arrow strings, their counts and its scores: more
# rows take more memory, fewer rows more time.
ROWS_OF_A_PART = 32_768
_ROWS = "_levmetrics_rows"  # the SQL name of a relation, which no real table should have
_WITH_COLUMNS = "SELECT * FROM _levmetrics_rows POSITIONAL JOIN _levmetrics_columns"


class Frame(ABC):
    """A table of a library.

    Args:
        table: the library's table.

    """

    def __init__(self, table: Any) -> None:
        self.table = table

    @property
    def names(self) -> list[Hashable]:
        """The names of the columns."""
        return list(self.table.columns)

    def column(self, name: Hashable) -> Any:
        """Return a column unchanged."""
        return self.table[name]

    @abstractmethod
    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Return a table of the same library with columns added; this one is unchanged."""

    def sliceable(self, names: Sequence[Hashable]) -> Any:
        """Return an object with at least these columns whose slices are rows."""
        return self.table

    def parts(self, *names: Hashable) -> Iterator[list[Any]]:
        """Yield these columns part by part."""
        table = self.sliceable(names)
        for start in range(0, len(self.table), ROWS_OF_A_PART):
            rows = table[start : start + ROWS_OF_A_PART]
            yield [rows[name] for name in names]

    def check_has(self, name: Hashable) -> None:
        """Raise unless exactly one column has the name.

        Raises:
            InputError: the error suggests the nearest name.

        """
        names = self.names
        if not names:
            raise InputError("frame.no_columns", column=name)
        if name not in names:
            raise unknown_name(names, name, "column")
        if names.count(name) > 1:
            raise InputError("frame.column_twice", count=names.count(name), column=name)

    def check_lacks(self, name: str) -> None:
        """Raise if a column to add exists already.

        Raises:
            InputError: the error names the column.

        """
        if name in self.names:
            raise InputError("frame.column_taken", column=name)


class ArrowFrame(Frame):
    """A table or record batch of pyarrow."""

    @property
    def names(self) -> list[Hashable]:
        """The names of the columns."""
        return list(self.table.schema.names)

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Append columns without copying the others."""
        table = self.table
        for name, values in columns.items():
            table = table.append_column(name, pa.array(values))
        return table


class PandasFrame(Frame):
    """A pandas ``DataFrame``, whose column names may be numbers or tuples."""

    def sliceable(self, names: Sequence[Hashable]) -> Any:
        """Return an object that selects rows by position, whatever the index."""
        return self.table.iloc

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Assign columns by row position, whatever the index."""
        series, table = sys.modules["pandas"].Series, self.table.assign()
        below = ("",) * (table.columns.nlevels - 1)
        for name, values in columns.items():
            added = series(values, index=table.index, copy=False)
            table[(name, *below) if below else name] = added
        return table

    def check_lacks(self, name: str) -> None:
        """Raise also for the first element of tuple names, which selects all of their columns."""
        if name in self.table.columns:
            raise InputError("frame.column_taken", column=name)


class PolarsFrame(Frame):
    """A ``DataFrame`` of polars."""

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Add columns as series."""
        series = sys.modules["polars"].Series
        return self.table.with_columns([series(name, values) for name, values in columns.items()])


class DatasetFrame(Frame):
    """A ``Dataset`` of Hugging Face's datasets."""

    @property
    def names(self) -> list[Hashable]:
        """The names of the columns."""
        return list(self.table.column_names)

    def column(self, name: Hashable) -> Any:
        """Return the column as Arrow data, in the order of the data set's rows."""
        return self.sliceable([name])[:][name]

    def sliceable(self, names: Sequence[Hashable]) -> Any:
        """Return an object that gives rows as Arrow data, whatever the data set's format."""
        return self.table.select_columns([*set(names)]).with_format("arrow")

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Add columns beside the data set's own files; its format is unchanged.

        A shuffled or filtered data set consists of row numbers of another one; ``datasets`` first
        writes its rows.
        """
        table, chosen = self.table, dict(self.table.format)
        for name, values in columns.items():
            table = table.add_column(name, pa.array(values))
        if chosen["columns"] == self.names:
            chosen["columns"] = None  # all columns, and so the added ones
        return table.with_format(**{**chosen.pop("format_kwargs"), **chosen})


class DuckdbFrame(Frame):
    """A DuckDB relation, run only once, so the scored rows are the returned rows."""

    @cached_property
    def _rows(self) -> Any:
        """The relation's result, in DuckDB's own types.

        Raises:
            InputError: if its connection does not preserve the order of rows.

        """
        setting = "SELECT current_setting('preserve_insertion_order') FROM (SELECT 1)"
        if not self.table.query(_ROWS, setting).fetchall()[0][0]:
            raise InputError("frame.unordered")
        return self.table.materialize()

    def column(self, name: Hashable) -> Any:
        """Return the column as Arrow."""
        return self._selected(name).to_arrow_table().column(0)

    def parts(self, *names: Hashable) -> Iterator[list[Any]]:
        """Yield these columns part by part, as Arrow data."""
        for part in self._selected(*names).to_arrow_reader(ROWS_OF_A_PART):
            yield part.columns

    def _selected(self, *names: Hashable) -> Any:
        quoted = ['"{}"'.format(name.replace('"', '""')) for name in map(str, names)]
        return self._rows.project(", ".join(f"{name} AS c{i}" for i, name in enumerate(quoted)))

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Return a relation of the same connection with the rows and their scores."""
        rows = self._rows
        # DuckDB finds the table by this name, which no table of its catalog should have.
        _levmetrics_columns = pa.table(dict(columns))
        return rows.query(_ROWS, _WITH_COLUMNS)

    def check_lacks(self, name: str) -> None:
        """Raise if the name exists in any letter case, since SQL ignores case."""
        if name.lower() in (str(own).lower() for own in self.names):
            raise InputError("frame.column_taken", column=name)


# By library and class: the frame for tables, or the error code for objects that are not tables.
_KINDS: Mapping[tuple[str, str], type[Frame] | str] = {
    ("pandas", "DataFrame"): PandasFrame,
    ("polars", "DataFrame"): PolarsFrame,
    ("datasets", "Dataset"): DatasetFrame,
    ("duckdb", "DuckDBPyRelation"): DuckdbFrame,
    ("polars", "LazyFrame"): "frame.lazy",
    ("datasets", "DatasetDict"): "frame.dataset_dict",
    ("datasets", "IterableDataset"): "frame.dataset_stream",
    ("datasets", "IterableDatasetDict"): "frame.dataset_stream_dict",
}


def is_of(table: object, library: str, kind: str) -> bool:
    """Whether a value is an instance of a library's class; the library may be missing."""
    known = getattr(sys.modules.get(library), kind, None)
    return isinstance(known, type) and isinstance(table, known)


def frame_of(table: object) -> Frame:
    """Return the frame of a table; a table of an unknown library becomes a ``pyarrow.Table``.

    Raises:
        InputError: for anything but a table.

    >>> frame_of(pa.table({"hyp": ["a"]})).names
    ['hyp']
    >>> frame_of({"hyp": ["a"]})
    Traceback (most recent call last):
    levmetrics.errors.InputError: table is of type dict; it must be a table of pandas, polars, \
pyarrow, DuckDB or datasets, or another one with __arrow_c_stream__

    """
    if isinstance(table, (pa.Table, pa.RecordBatch)):
        return ArrowFrame(table)
    for (library, kind), frame in _KINDS.items():
        if is_of(table, library, kind):
            if isinstance(frame, str):
                raise InputError(frame)
            return frame(table)
    if hasattr(table, "__arrow_c_stream__"):
        try:
            return ArrowFrame(pa.table(table))
        except (pa.ArrowException, TypeError, ValueError):
            pass  # a column, such as a Series
    raise InputError("frame.no_table", given=type_phrase(table))


Columns: TypeAlias = "dict[str, npt.NDArray[Any]]"


@dataclass(frozen=True)
class RowMetric:
    """A metric with the names of the columns that it scores.

    Attributes:
        metric: the metric with its options.
        prediction: the name of the column of predictions.
        reference: the name of the column of references.
        groups: the name of the column of group labels, if groups are scored.
        sample_id: the name of the column that identifies samples, if an interval may be computed.
        prefix: the prefix of the names of score columns.
        reads_lists: whether references are the texts of lists, whose strings are several ones.

    Raises:
        InputError: for an invalid column name, and for a prefix that is not a string.

    >>> rows = RowMetric(get_metric("wer", options={}), "hyp", "ref", prefix="first_")
    >>> {name: values.tolist() for name, values in rows.columns(rows.run("a", "a b")).items()}
    {'first_wer': [0.5], 'first_substitutions': [0], 'first_deletions': [1],
     'first_insertions': [0], 'first_hits': [1], 'first_reference_index': [0]}

    """

    metric: Metric[Any]
    prediction: Hashable
    reference: Hashable
    groups: Hashable = None
    sample_id: str | None = None
    prefix: str = ""
    reads_lists: bool = False

    def __post_init__(self) -> None:
        for side in ("prediction", "reference", "groups", "sample_id"):
            name = getattr(self, side)
            try:
                hash(name)
            except TypeError as error:  # a column instead of a name, or a list of names
                raise InputError("frame.name", side=side, given=type_phrase(name)) from error
            if name is None and side in ("prediction", "reference"):
                raise InputError("frame.name", side=side, given="None")
        if not isinstance(self.prefix, str):
            raise InputError("frame.prefix", given=type_phrase(self.prefix))

    @property
    def read(self) -> list[Hashable]:
        """The unique names of the columns that are read."""
        names = (self.prediction, self.reference, self.groups, self.sample_id)
        return list(dict.fromkeys(name for name in names if name is not None))

    def reading_lists(self, frame: Frame) -> RowMetric:
        """Return the metric for a whole table, whose references may all be the texts of lists.

        Raises:
            InputError: for columns that are missing, and if only some references are such texts.

        """
        for name in self.read:
            frame.check_has(name)
        first = next(frame.parts(self.reference), None)
        reads_lists = self.metric.takes.lists_are_references
        if not reads_lists or not first or not _has_list(first[0]):
            return self
        name = _in_messages(self.reference)
        try:
            target = reference_column(frame.column(self.reference), ColumnName(name, "reference"))
            preds = prediction_column(frame.column(self.prediction))
        except InputError:  # which scoring raises with the column's name
            return self
        if not hold_lists(target, [preds]):
            return self
        warn(InputWarning(lists_note(name)))
        return replace(self, reads_lists=True)

    def run(self, predictions: Any, references: Any, first: int | None = 0) -> Run:
        """Score rows.

        Args:
            predictions: one per row, of the type that the metric takes.
            references: one per row, or several for each.
            first: the number of the first row, for messages; ``None`` if messages name a batch.

        Raises:
            InputError: for anything that cannot be scored, with the column's name.

        """
        prediction, reference = (
            ColumnName(_in_messages(name, is_batch=first is None), noun, first or 0)
            for name, noun in ((self.prediction, "prediction"), (self.reference, "reference"))
        )
        names = (prediction, reference)
        preds, target = self.metric.takes.columns(predictions, references, names)
        if self.reads_lists and isinstance(target, TextColumn):
            target = several_references(target)
        return Run.of(self.metric, preds, target)

    def columns(self, run: Run) -> Columns:
        """Return the score, the counts and the index of the best reference of every row."""
        columns = {
            run.metric.key: run.sample_scores(),
            **run.counts(),
            "reference_index": run.request.reference,
        }
        return {f"{self.prefix}{name}": values for name, values in columns.items()}

    @cached_property
    def added(self) -> list[str]:
        """The names of the added columns."""
        names = [*self.columns(self.run([], []))]
        return names if self.groups is None else [*names, self._group_score]

    def scored(self, frame: Frame, first: int | None = 0) -> Any:
        """Return a table with the score columns added.

        Args:
            frame: the table.
            first: as for :meth:`added_columns`.

        Raises:
            InputError: for columns that are missing or exist already, and for anything that cannot
                be scored.

        """
        for name in self.read:
            frame.check_has(name)
        for name in self.added:
            frame.check_lacks(name)
        return frame.with_columns(self.added_columns(frame, first))

    def added_columns(self, frame: Frame, first: int | None = 0) -> Columns:
        """Score the rows of a table part by part, and return the columns to add.

        Args:
            frame: the table.
            first: the number of the first row, for messages; ``None`` if they name a batch.

        Raises:
            InputError: for anything that cannot be scored.

        """
        group = None
        if self.groups is not None:
            labels = frame.column(self.groups)
            group = np.asarray(group_labels(labels, len(labels), _in_messages(self.groups)).indices)
            of_groups = self.run([], []).with_names(None, group[:0])
        parts: list[Columns] = []
        start = 0
        for predictions, references in frame.parts(self.prediction, self.reference):
            run = self.run(predictions, references, None if first is None else first + start)
            parts.append(self.columns(run))
            end = start + run.sample_count
            if group is not None:
                of_groups += run.with_names(None, group[start:end])
            start = end
        if not parts:
            parts.append(self.columns(self.run([], [])))
        # The counts of a part share memory, so parts live until the last count is joined.
        columns = {name: np.concatenate([part.pop(name) for part in parts]) for name in [*parts[0]]}
        if group is not None:
            scores = np.asarray(of_groups.group_table()[self.metric.key], np.float64)
            columns[self._group_score] = scores[group]
        return columns

    @property
    def _group_score(self) -> str:
        return f"{self.prefix}group_{self.metric.key}"


def _has_list(references: Any) -> bool:
    """Whether one of some references is the text of a list."""
    try:
        column = reference_column(references)
    except InputError:
        return False
    return column.offsets is None and any(map(strings_in, column.texts))


def _in_messages(name: Hashable, *, is_batch: bool = False) -> str:
    """Return the name of a column in messages; pandas' index may take its place.

    >>> _in_messages("hyp"), _in_messages("hyp", is_batch=True), _in_messages(0)
    ('hyp', "batch['hyp']", 'table[0]')
    """
    if is_batch:
        return f"batch[{name!r}]"
    return name if isinstance(name, str) else f"table[{name!r}]"


def metric_of_rows(
    metric: str, options: Mapping[str, Any], caller: str, others: Sequence[str] = ()
) -> Metric[Any]:
    """Return a metric for single rows.

    Args:
        metric: a metric's name, or ``"NAME:CONFIG"``.
        options: the metric's options, by name.
        caller: the name of the function that received the options, for messages.
        others: the names of that function's own options, for messages.

    Raises:
        InputError: for unknown names and options, and for a reduction.

    >>> metric_of_rows("wer", {"reduction": "mean"}, "score_table")
    Traceback (most recent call last):
    levmetrics.errors.InputError: score_table gives every row a score of its own, and reduces \
nothing; leave reduction out

    """
    if "reduction" in options:
        raise InputError("frame.reduction", caller=caller)
    return get_metric(metric, options=options, caller=caller, others=others)

"""Tables of every library, read and added to by that library's own means.

No library is imported here: who has a table of one has the library.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.arguments import ColumnName, type_phrase
from levmetrics.inputs.columns import text_columns
from levmetrics.inputs.values import value_column
from levmetrics.metric import get_metric
from levmetrics.run import Run
from levmetrics.scores.base import Metric
from levmetrics.scores.sample_statistics import group_labels

# What is held of a part beside its scores are its texts as Arrow's strings and their counts: more
# rows take more memory, and fewer more time.
ROWS_OF_A_PART = 32_768
_ROWS = "_levmetrics_rows"  # what SQL calls a relation, as no table of its own should be called
_WITH_COLUMNS = "SELECT * FROM _levmetrics_rows POSITIONAL JOIN _levmetrics_columns"


class Frame(ABC):
    """A table of some library.

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
        """Return a column as it is, for whoever reads columns of any kind."""
        return self.table[name]

    @abstractmethod
    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Return a table of the same library with columns added; this one stays as it is."""

    def sliceable(self, names: Sequence[Hashable]) -> Any:
        """Return what has at least these columns, and gives some of its rows for a slice."""
        return self.table

    def parts(self, *names: Hashable) -> Iterator[list[Any]]:
        """Return these columns, some rows at a time, where they are in memory."""
        table = self.sliceable(names)
        for start in range(0, len(self.table), ROWS_OF_A_PART):
            rows = table[start : start + ROWS_OF_A_PART]
            yield [rows[name] for name in names]

    def check_has(self, name: Hashable) -> None:
        """Refuse the name of no column, and of several.

        Raises:
            InputError: with the nearest name that there is.

        """
        names = self.names
        if not names:
            raise InputError("frame.no_columns", column=name)
        if name not in names:
            raise unknown_name(names, name, "column")
        if names.count(name) > 1:
            raise InputError("frame.column_twice", count=names.count(name), column=name)

    def check_lacks(self, name: str) -> None:
        """Refuse to add a column whose name there is.

        Raises:
            InputError: naming it.

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
        """Append columns, which leaves the others where they are in memory."""
        table = self.table
        for name, values in columns.items():
            table = table.append_column(name, pa.array(values))
        return table


class PandasFrame(Frame):
    """A ``DataFrame`` of pandas, whose columns may have numbers or tuples for names."""

    def sliceable(self, names: Sequence[Hashable]) -> Any:
        """Return what gives rows by their positions, whatever their index is."""
        return self.table.iloc

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Assign columns by the rows' positions, whatever their index is."""
        series, table = sys.modules["pandas"].Series, self.table.assign()
        below = ("",) * (table.columns.nlevels - 1)
        for name, values in columns.items():
            added = series(values, index=table.index, copy=False)
            table[(name, *below) if below else name] = added
        return table

    def check_lacks(self, name: str) -> None:
        """Refuse a name that begins tuples too: by it, pandas finds all of their columns."""
        if name in self.table.columns:
            raise InputError("frame.column_taken", column=name)


class PolarsFrame(Frame):
    """A ``DataFrame`` of polars."""

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Add series."""
        series = sys.modules["polars"].Series
        return self.table.with_columns([series(name, values) for name, values in columns.items()])


class DatasetFrame(Frame):
    """A ``Dataset`` of Hugging Face's datasets."""

    @property
    def names(self) -> list[Hashable]:
        """The names of the columns."""
        return list(self.table.column_names)

    def column(self, name: Hashable) -> Any:
        """Return the column as Arrow, in the order of the data set's rows."""
        return self.sliceable([name])[:][name]

    def sliceable(self, names: Sequence[Hashable]) -> Any:
        """Return what gives rows as Arrow, whatever their format is."""
        return self.table.select_columns([*set(names)]).with_format("arrow")

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

    def column(self, name: Hashable) -> Any:
        """Return the column as Arrow."""
        return self._selected(name).to_arrow_table().column(0)

    def parts(self, *names: Hashable) -> Iterator[list[Any]]:
        """Read rows as Arrow."""
        for part in self._selected(*names).to_arrow_reader(ROWS_OF_A_PART):
            yield part.columns

    def _selected(self, *names: Hashable) -> Any:
        quoted = ['"{}"'.format(name.replace('"', '""')) for name in map(str, names)]
        return self._rows.project(", ".join(f"{name} AS c{i}" for i, name in enumerate(quoted)))

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Return a relation, of the same connection, of the rows beside their scores."""
        rows = self._rows
        # DuckDB finds it by this name, which no table in its catalog should have.
        _levmetrics_columns = pa.table(dict(columns))
        return rows.query(_ROWS, _WITH_COLUMNS)

    def check_lacks(self, name: str) -> None:
        """Refuse a name that there is in any case, since SQL takes these for equal."""
        if name.lower() in (str(own).lower() for own in self.names):
            raise InputError("frame.column_taken", column=name)


# By a library and its class: the frame of its tables, or the error's code of what is no table.
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
    """Whether a value is of a class of a library, which may not be there."""
    known = getattr(sys.modules.get(library), kind, None)
    return isinstance(known, type) and isinstance(table, known)


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
            pass  # a column, as a Series is
    raise InputError("frame.no_table", given=type_phrase(table))


Columns: TypeAlias = "dict[str, npt.NDArray[Any]]"


@dataclass(frozen=True)
class RowMetric:
    """A metric, and the columns of the tables whose rows it scores.

    Attributes:
        metric: the metric with its options.
        prediction: the name of the column of predictions.
        reference: the name of the column of references.
        groups: the name of the column of labels, if there are scores of groups.
        sample_id: the name of the column that identifies samples, if there may be an interval.
        prefix: of the names of the columns of scores.

    Raises:
        InputError: for what can be no name of a column, and a prefix that is no string.

    >>> rows = RowMetric(get_metric("wer_lev", options={}), "hyp", "ref", prefix="first_")
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

    def __post_init__(self) -> None:
        for side in ("prediction", "reference", "groups", "sample_id"):
            name = getattr(self, side)
            try:
                hash(name)
            except TypeError as error:  # a column itself, or a list of names
                raise InputError("frame.name", side=side, given=type_phrase(name)) from error
            if name is None and side in ("prediction", "reference"):
                raise InputError("frame.name", side=side, given="None")
        if not isinstance(self.prefix, str):
            raise InputError("frame.prefix", given=type_phrase(self.prefix))

    @property
    def read(self) -> list[Hashable]:
        """The columns that are read, each once."""
        names = (self.prediction, self.reference, self.groups, self.sample_id)
        return list(dict.fromkeys(name for name in names if name is not None))

    def run(self, predictions: Any, references: Any, first: int | None = 0) -> Run:
        """Score rows.

        Args:
            predictions: one a row, as the metric takes them.
            references: the same, or several for each row.
            first: the number of the first row, for messages; ``None`` if they name a batch.

        Raises:
            InputError: for anything that cannot be scored, with the column's name.

        """
        prediction, reference = (
            ColumnName(_in_messages(name, is_batch=first is None), noun, first or 0)
            for name, noun in ((self.prediction, "prediction"), (self.reference, "reference"))
        )
        if self.metric.nested:
            values = value_column(predictions, prediction), value_column(references, reference)
            return Run.of(self.metric, *values)
        texts = text_columns(predictions, references, (prediction, reference))
        return Run.of(self.metric, *texts)

    def columns(self, run: Run) -> Columns:
        """Return what was scored of every row: the score, counts, and which reference counted."""
        columns = {
            run.metric.key: run.sample_scores(),
            **run.counts(),
            "reference_index": run.chosen_references(),
        }
        return {f"{self.prefix}{name}": values for name, values in columns.items()}

    @cached_property
    def added(self) -> list[str]:
        """The names of the columns that are added."""
        names = [*self.columns(self.run([], []))]
        return names if self.groups is None else [*names, self._group_score]

    def scored(self, frame: Frame, first: int | None = 0) -> Any:
        """Return a table with the columns of scores added.

        Args:
            frame: the table.
            first: as for :meth:`added_columns`.

        Raises:
            InputError: for columns that there are not or are already, and for anything that cannot
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
            end = start + len(run.measured)
            if group is not None:
                of_groups += run.with_names(None, group[start:end])
            start = end
        if not parts:
            parts.append(self.columns(self.run([], [])))
        # Counts of a part share their memory: parts are there until the last of these is joined.
        columns = {name: np.concatenate([part.pop(name) for part in parts]) for name in [*parts[0]]}
        if group is not None:
            scores = np.asarray(of_groups.group_table()[self.metric.key], np.float64)
            columns[self._group_score] = scores[group]
        return columns

    @property
    def _group_score(self) -> str:
        return f"{self.prefix}group_{self.metric.key}"


def _in_messages(name: Hashable, *, is_batch: bool = False) -> str:
    """Return how messages call a column, in whose place an index may stand.

    >>> _in_messages("hyp"), _in_messages("hyp", is_batch=True), _in_messages(0)
    ('hyp', "batch['hyp']", 'table[0]')
    """
    if is_batch:
        return f"batch[{name!r}]"
    return name if isinstance(name, str) else f"table[{name!r}]"


def metric_of_rows(
    metric: str, options: Mapping[str, Any], caller: str, others: Sequence[str] = ()
) -> Metric[Any]:
    """Find a metric whose options are of single rows.

    Args:
        metric: a metric's name, or ``"NAME:CONFIG"``.
        options: of the metric, by name.
        caller: what the options were given to, for messages.
        others: the caller's own options, for messages.

    Raises:
        InputError: for unknown names and options, and for a reduction.

    >>> metric_of_rows("wer_lev", {"reduction": "mean"}, "score_table")
    Traceback (most recent call last):
    levmetrics.errors.InputError: score_table gives every row a score of its own, and reduces \
nothing; leave reduction out

    """
    if "reduction" in options:
        raise InputError("frame.reduction", caller=caller)
    return get_metric(metric, options=options, caller=caller, others=others)

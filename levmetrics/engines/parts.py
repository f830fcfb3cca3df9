"""What a worker does with its part of a corpus, and how the parts become one.

A part goes to a few rows of sums. What cannot be scored becomes a row too, with the sentence that
says why: an error that a worker raises reaches the caller as a page of traces.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.frames.rows import RowScorer
from levmetrics.frames.score_table import score_table
from levmetrics.run import Run

# A part of a corpus is scored so many rows at a time, whose tokens stay near the processor. What
# engines hand over is joined where it is smaller by far, since each batch has a cost of its own.
ROWS_AT_ONCE = 16_384
_FAULT = "fault"
_SHOWN = 60  # characters of a text in a message
_SHOWN_COLUMNS = 8  # of a row, which may be wide


@dataclass(frozen=True)
class PartScorer:
    """A metric for the parts of a corpus.

    Attributes:
        scorer: the metric with the columns of predictions and references.
        groups: the column of labels, if there are results by group.
        sample_id: the column that identifies samples, if there may be an interval.
        packages: the engine, for the signature.

    """

    scorer: RowScorer
    groups: str | None = None
    sample_id: str | None = None
    packages: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """The columns that are read, each once."""
        names = (self.scorer.prediction, self.scorer.reference, self.groups, self.sample_id)
        return list(dict.fromkeys(name for name in names if name is not None))

    @cached_property
    def schema(self) -> pa.Schema:
        """The schema of rows of sums."""
        return self._nothing().to_arrow().schema.append(pa.field(_FAULT, pa.string()))

    def rows(self, batches: Iterable[pa.RecordBatch]) -> pa.Table:
        """Score a part, and return its rows of sums; of a part without rows, none.

        Args:
            batches: of the part, with at least :attr:`columns`.

        """
        part = self._nothing()
        try:
            for table in _joined(batches):
                part += self._run(table)
        except (InputError, ImportError) as fault:  # a worker may lack what the driver has
            return self._refusal(fault)
        return self._rows(part)

    def added(self, rows: pa.Table) -> pa.Table:
        """Add up rows of several parts, as an engine does with those of one group."""
        try:
            return self._rows(self._sum(rows))
        except InputError as fault:
            return self._refusal(fault)

    def whole(self, rows: pa.Table) -> Run:
        """Add up the rows of all parts.

        Raises:
            InputError: if a part could not be scored, or there is nothing to score.

        """
        run = self._sum(rows)
        if not run.sample_count:
            raise InputError("samples.none", place=self.scorer.prediction)
        return replace(run, packages=self.packages)

    def _sum(self, rows: pa.Table) -> Run:
        """Add up rows.

        Raises:
            InputError: if one of them is of a part that could not be scored.

        """
        faults = sorted(rows[_FAULT].drop_null().to_pylist())
        if faults:
            code, fields = json.loads(faults[0])
            raise InputError(code, **fields)
        return Run.from_arrow(self.scorer.metric, rows)

    def _nothing(self) -> Run:
        return Run.empty(self.scorer.metric)

    def _rows(self, run: Run) -> pa.Table:
        rows = run.to_arrow()
        return rows.append_column(self.schema.field(_FAULT), pa.nulls(len(rows), pa.string()))

    def _refusal(self, fault: InputError | ImportError) -> pa.Table:
        code, fields = getattr(fault, "code", ""), getattr(fault, "fields", {})
        written = json.dumps([code or str(fault), fields], default=str)
        return pa.Table.from_pylist([{_FAULT: written}], self.schema)

    def _run(self, table: pa.Table) -> Run:
        """Score rows.

        Raises:
            InputError: naming the first row that cannot be scored by what is in it.

        """
        try:
            return self._run_of_all(table)
        except InputError as fault:
            raise _of_row(fault, table, self.columns, self._run_of_all) from None

    def _run_of_all(self, table: pa.Table) -> Run:
        run = self.scorer.run(table[self.scorer.prediction], table[self.scorer.reference])
        if self.sample_id is not None:
            run = run.with_random_groups(table[self.sample_id])
        return run.with_names(None, None if self.groups is None else table[self.groups])


def scored_rows(table: Any, metric: str, asked: Mapping[str, Any]) -> Any:
    """Add the score of every row to a part, as :func:`levmetrics.score_table` does.

    Args:
        table: the part, or a batch of it.
        metric: the metric.
        asked: of the table, by name.

    Raises:
        InputError: for a row that cannot be scored, with what is in it.

    """
    try:
        return score_table(table, metric, **asked)
    except InputError as fault:
        columns = dict.fromkeys([asked["prediction"], asked["reference"], *table.schema.names])
        shown = [*columns][:_SHOWN_COLUMNS]
        raise _of_row(
            fault, table, shown, lambda rows: score_table(rows, metric, **asked)
        ) from None


def _of_row(
    fault: InputError, table: Any, columns: Sequence[str], score: Callable[[Any], object]
) -> InputError:
    """Return the fault of the first row that has one by itself, with what identifies it.

    Args:
        fault: of the rows together, which is returned where no row alone has any.
        table: the rows, or a batch of them.
        columns: that are shown.
        score: scores rows.

    """
    first, end = 0, table.num_rows
    while end - first > 1:  # the fault is among these rows, and there is none before them
        middle = (first + end) // 2
        try:
            score(table.slice(first, middle - first))
        except InputError:
            end = middle
        else:
            first = middle
    row = table.slice(first, 1)
    try:
        score(row)
    except InputError as of_row:
        message = str(of_row)
        for name in columns:  # its position among one row says nothing
            message = message.replace(f"{name}[0]", name)
        shown = ", ".join(f"{name}={_shown(row[name][0].as_py())}" for name in columns)
        return InputError("engine.row", reason=message, row=shown)
    return fault


def _joined(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Join batches to tables of many rows, and cut those that have more."""
    waiting: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        for start in range(0, batch.num_rows, ROWS_AT_ONCE):
            part = batch.slice(start, ROWS_AT_ONCE)
            if rows + part.num_rows > ROWS_AT_ONCE:
                yield pa.Table.from_batches(waiting)
                waiting, rows = [], 0
            waiting.append(part)
            rows += part.num_rows
    if waiting:
        yield pa.Table.from_batches(waiting)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."

"""What a worker does with its part of a corpus, and how the parts become one.

A part goes to a few rows of sums. What cannot be scored becomes a row too, with the sentence that
says why: an error that a worker raises reaches the caller as a page of traces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa

from levmetrics.corpus import Corpus
from levmetrics.errors import InputError
from levmetrics.frames.rows import RowScorer

# A part of a corpus is scored so many rows at a time: engines hand over fewer, and groups are then
# split more often.
ROWS_AT_ONCE = 65_536
_FAULT = "fault"
_SHOWN = 60  # characters of a text in a message


@dataclass(frozen=True)
class PartScorer:
    """A metric for the parts of a corpus.

    Attributes:
        scorer: the metric with the columns of predictions and references.
        groups: the column of labels, if there are results by group.
        sample_id: the column that identifies samples, if there is an interval.
        resampling: of the interval: ``confidence_level``, ``n_resamples`` and ``seed``.
        packages: the engine, for the signature.

    """

    scorer: RowScorer
    groups: str | None = None
    sample_id: str | None = None
    resampling: Mapping[str, Any] | None = None
    packages: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """The columns that are read, each once."""
        names = (self.scorer.prediction, self.scorer.reference, self.groups, self.sample_id)
        return list(dict.fromkeys(name for name in names if name is not None))

    @cached_property
    def schema(self) -> pa.Schema:
        """The schema of rows of sums."""
        return _with_fault(self._corpus().to_arrow(), None).schema

    def rows(self, batches: Iterable[pa.RecordBatch]) -> pa.Table:
        """Score a part, and return its rows of sums; of a part without rows, none.

        Args:
            batches: of the part, with at least :attr:`columns`.

        """
        corpus = self._corpus()
        try:
            for table in _joined(batches):
                self._add(corpus, table)
        except InputError as fault:
            return _with_fault(self._corpus().to_arrow(), str(fault))
        rows = _with_fault(corpus.to_arrow(), None)
        return rows if corpus.samples else rows.slice(0, 0)

    def added(self, rows: pa.Table) -> pa.Table:
        """Add up rows of several parts, as an engine does with those of one group."""
        try:
            return _with_fault(self.corpus(rows).to_arrow(), None)
        except InputError as fault:
            return _with_fault(self._corpus().to_arrow(), str(fault))

    def corpus(self, rows: pa.Table) -> Corpus:
        """Add up the rows of all parts.

        Raises:
            InputError: if a part could not be scored, or there is nothing to score.

        """
        faults = sorted(rows[_FAULT].drop_null().to_pylist())
        if faults:
            raise InputError(faults[0])
        corpus = Corpus.from_arrow(self.scorer.scoring, rows)
        corpus.resampling, corpus.packages = self.resampling, self.packages
        return corpus

    def _corpus(self) -> Corpus:
        return Corpus(self.scorer.scoring)

    def _add(self, corpus: Corpus, table: pa.Table) -> None:
        """Score rows, and add them to the corpus.

        Raises:
            InputError: naming the first row that cannot be scored by what is in it.

        """
        try:
            self._add_all(corpus, table)
        except InputError:
            self._refuse_first_fault(table)
            raise

    def _add_all(self, corpus: Corpus, table: pa.Table) -> None:
        run = self.scorer.run(table[self.scorer.prediction], table[self.scorer.reference])
        groups = None if self.groups is None else table[self.groups]
        ids = None if self.sample_id is None else table[self.sample_id]
        corpus.add_run(run, groups, ids)

    def _refuse_first_fault(self, table: pa.Table) -> None:
        """Raise the error of the first row that has one by itself, with what identifies it."""
        first, end = 0, table.num_rows
        while end - first > 1:  # the fault is among these rows, and there is none before them
            middle = (first + end) // 2
            try:
                self._add_all(self._corpus(), table.slice(first, middle - first))
            except InputError:
                end = middle
            else:
                first = middle
        row = table.slice(first, 1)
        try:
            self._add_all(self._corpus(), row)
        except InputError as fault:
            shown = ", ".join(f"{name}={_shown(row[name][0].as_py())}" for name in self.columns)
            raise InputError(f"{fault} (in the row with {shown})") from None


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


def _with_fault(rows: pa.Table, fault: str | None) -> pa.Table:
    return rows.append_column(_FAULT, pa.array([fault] * rows.num_rows, pa.string()))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."

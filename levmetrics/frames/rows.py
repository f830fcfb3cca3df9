"""Scores of rows: which columns a metric adds to a table, and what is in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.frames.frame import ArrowFrame, Frame
from levmetrics.inputs.arguments import ColumnName, type_phrase
from levmetrics.inputs.columns import text_columns
from levmetrics.inputs.values import value_column
from levmetrics.metric import get_metric
from levmetrics.run import Run
from levmetrics.scores.base import Metric
from levmetrics.scores.sample_statistics import group_labels

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

    >>> rows = row_metric("wer_lev", {}, "score_table", "hyp", "ref", prefix="first_")
    >>> {name: values.tolist() for name, values in rows.columns(rows.run("a", "a b")).items()}
    {'first_wer': [0.5], 'first_substitutions': [0], 'first_deletions': [1],
     'first_insertions': [0], 'first_hits': [1], 'first_reference_index': [0]}

    """

    metric: Metric[Any]
    prediction: str
    reference: str
    groups: str | None = None
    sample_id: str | None = None
    prefix: str = ""

    @property
    def read(self) -> list[str]:
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
        prediction = _name(self.prediction, "prediction", first)
        reference = _name(self.reference, "reference", first)
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

    def check(self, frame: Frame) -> None:
        """Refuse a table without the columns that are read, or with one that is added.

        Raises:
            InputError: naming the column.

        """
        for name in self.read:
            frame.check_has(name)
        for name in self.added:
            frame.check_lacks(name)

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
            group = np.asarray(group_labels(labels, len(labels), self.groups).indices)
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
        # The parts of one column at a time are there twice.
        columns = {name: np.concatenate([part.pop(name) for part in parts]) for name in [*parts[0]]}
        if group is not None:
            scores = [result[self.metric.key] for result in of_groups.by_group().values()]
            columns[self._group_score] = np.array(scores, np.float64)[group]
        return columns

    @property
    def _group_score(self) -> str:
        return f"{self.prefix}group_{self.metric.key}"


def _name(column: str, noun: str, first: int | None) -> ColumnName:
    if first is None:
        return ColumnName(f"batch[{column!r}]", noun)
    return ColumnName(column, noun, first)


def scored_schema(rows: RowMetric, schema: pa.Schema) -> pa.Schema:
    """Return the schema of a table with its scores.

    Raises:
        InputError: for columns that there are not, or are already.

    """
    frame = ArrowFrame(schema.empty_table())
    rows.check(frame)
    return frame.with_columns(rows.added_columns(frame)).schema


def row_metric(
    metric: str,
    options: Mapping[str, Any],
    caller: str,
    prediction: str,
    reference: str,
    groups: str | None = None,
    prefix: str = "",
    *,
    others: Sequence[str] = (),
) -> RowMetric:
    """Find a metric whose options are of single rows, for the columns of a table.

    Args:
        metric: a metric's name, or ``"NAME:CONFIG"``.
        options: of the metric, by name.
        caller: what the options were given to, for messages.
        prediction: the name of the column of predictions.
        reference: the name of the column of references.
        groups: the name of the column of labels.
        prefix: of the names of the columns of scores.
        others: the caller's own options, for messages.

    Raises:
        InputError: for unknown names and options, and for a reduction.

    >>> row_metric("wer_lev", {"reduction": "mean"}, "score_table", "hyp", "ref")
    Traceback (most recent call last):
    levmetrics.errors.InputError: score_table gives every row a score of its own, and reduces \
nothing; leave reduction out

    """
    if "reduction" in options:
        raise InputError("frame.reduction", caller=caller)
    if not isinstance(prefix, str):
        raise InputError("frame.prefix", given=type_phrase(prefix))
    chosen = get_metric(metric, options=options, caller=caller, others=others)
    return RowMetric(chosen, prediction, reference, groups, prefix=prefix)

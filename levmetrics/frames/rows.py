"""Scores of rows: which columns a metric adds to a table, and what is in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy.typing as npt

from levmetrics.errors import InputError
from levmetrics.inputs.arguments import ColumnName, type_phrase
from levmetrics.inputs.columns import text_columns
from levmetrics.inputs.values import ValueColumn, value_column
from levmetrics.metric import get_metric
from levmetrics.run import Run
from levmetrics.scores.base import Metric

Columns: TypeAlias = "dict[str, npt.NDArray[Any]]"
_REFERENCE_INDEX = "reference_index"


@dataclass(frozen=True)
class RowScorer:
    """A metric for two columns of a table.

    Attributes:
        metric: the metric with its options.
        prediction: the name of the column of predictions.
        reference: the name of the column of references.
        prefix: of the names of the columns of scores.

    >>> scorer = RowScorer(row_scoring("wer_lev", {}, "score_table"), "hyp", "ref", "first_")
    >>> {name: values.tolist() for name, values in scorer.columns(scorer.run("a", "a b")).items()}
    {'first_wer': [0.5], 'first_substitutions': [0], 'first_deletions': [1],
     'first_insertions': [0], 'first_hits': [1], 'first_reference_index': [0]}

    """

    metric: Metric[Any]
    prediction: str
    reference: str
    prefix: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.prefix, str):
            raise InputError("frame.prefix", given=type_phrase(self.prefix))

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
        read = _values if self.metric.nested else text_columns
        return Run.of(self.metric, *read(predictions, references, (prediction, reference)))

    def columns(self, run: Run) -> Columns:
        """Return what was scored of every row: the score, counts, and which reference counted."""
        columns = {
            run.metric.key: run.sample_scores(),
            **run.counts(),
            _REFERENCE_INDEX: run.chosen_references(),
        }
        return {f"{self.prefix}{name}": values for name, values in columns.items()}

    @cached_property
    def empty(self) -> Run:
        """The run of no rows, whose columns have the names and types of all others."""
        return self.run([], [])


def _name(column: str, noun: str, first: int | None) -> ColumnName:
    if first is None:
        return ColumnName(f"batch[{column!r}]", noun)
    return ColumnName(column, noun, first)


def _values(
    predictions: Any, references: Any, names: tuple[str, str]
) -> tuple[ValueColumn, ValueColumn]:
    return value_column(predictions, names[0]), value_column(references, names[1])


def row_scoring(
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

    >>> row_scoring("wer_lev", {"reduction": "mean"}, "score_table")
    Traceback (most recent call last):
    levmetrics.errors.InputError: score_table gives every row a score of its own, and reduces \
nothing; leave reduction out

    """
    if "reduction" in options:
        raise InputError("frame.reduction", caller=caller)
    return get_metric(metric, options=options, caller=caller, others=others)

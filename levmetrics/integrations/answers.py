"""Scoring of a model's answers with one or several references each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from levmetrics.core.metric import Metric
from levmetrics.core.run import Run


def score_answers(
    metric: Metric[Any],
    predictions: Sequence[Any],
    references: Sequence[Any],
    names: tuple[str, str] = ("predictions", "references"),
) -> Run:
    """Score answers.

    Args:
        metric: the metric with its options.
        predictions: the answers, one per sample.
        references: a text or a list of texts for each; values for a metric of nested values.
        names: the names of both arguments, for messages.

    Raises:
        InputError: for anything that cannot be scored.

    >>> from levmetrics.core.names import get_metric
    >>> metric = get_metric("anls", options={})
    >>> score_answers(metric, ["rain", "7"], ["shine", ["7", "seven"]]).result()
    {'anls': 0.7}
    >>> score_answers(metric, ["rain", None], ["shine", "7"])
    Traceback (most recent call last):
    levmetrics.errors.InputError: predictions[1] is None; every prediction must be a string

    """
    if metric.takes.lists_are_references and not all(isinstance(it, str) for it in references):
        references = [[it] if isinstance(it, str) else it for it in references]
    return Run.of(metric, *metric.takes.columns(predictions, references, names))

"""How much work a request is: what would take too long is refused before it is scored."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np

from levmetrics.errors import InputError
from levmetrics.inputs.columns import TextColumn, text_columns
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.inputs.values import ValueColumn
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.web.costs import value_seconds
from levmetrics.web.limits import PAGE, SECONDS
from levmetrics.web.visitors import charge_visitor


def checked_texts(
    predictions: Sequence[str], references: Sequence[str | list[str]], tokenizer: str = ""
) -> tuple[TextColumn, TextColumn]:
    """Check both sides as texts, within the page's limits.

    Args:
        predictions: one a sample.
        references: one a sample, or a list for each.
        tokenizer: by which they will be split; empty for the metric's own.

    Raises:
        InputError: for anything that cannot be scored.

    """
    _check_tokenizer(tokenizer, _checked_characters(predictions, references))
    return text_columns(predictions, references)


def checked_values(
    predictions: Sequence[str], references: Sequence[str | list[str]]
) -> tuple[ValueColumn, ValueColumn]:
    """Check both sides as JSON values, within the page's limits.

    Args:
        predictions: one a sample.
        references: one a sample, or a list for each.

    Raises:
        InputError: for anything that cannot be scored.

    """
    _checked_characters(predictions, references)
    return json_value_columns(predictions, references)


def seconds_of_values(preds: ValueColumn, target: ValueColumn) -> float:
    """Return what scoring nested values is expected to cost.

    Args:
        preds: one a sample.
        target: one a sample.

    """
    lengths = (map(_count_leaf_characters, column.values) for column in (preds, target))
    return value_seconds(
        comparisons=sum(map(_count_comparisons, preds.values, target.values)),
        leaves=sum(map(_count_leaves, target.values)),
        cells=sum(map(operator.mul, *lengths)),
    )


def check_seconds(seconds: float) -> None:
    """Refuse work that takes too long, or too long for a visitor who had much done already.

    Args:
        seconds: of a processor, that it is expected to take.

    Raises:
        InputError: that says how long it would take.

    """
    if seconds > SECONDS:
        share = SECONDS / seconds
        raise InputError("page.too_slow", seconds=seconds, most=SECONDS, share=share)
    charge_visitor(seconds)


def _checked_characters(predictions: Sequence[str], references: Sequence[str | list[str]]) -> int:
    """Check both sides by the page's limits, and return how many characters they have.

    Raises:
        InputError: if there are no samples, or more than the page allows.

    """
    if not len(predictions) and not len(references):
        raise InputError("page.nothing_to_score")
    lengths = {
        "predictions": [*map(len, predictions)],
        "references": [*map(_characters, references)],
    }
    for name, side in lengths.items():
        PAGE.check_texts(np.array(side, np.int64), name)
    return sum(map(sum, lengths.values()))


def _characters(reference: str | list[str]) -> int:
    return len(reference) if isinstance(reference, str) else sum(map(len, reference))


def _check_tokenizer(name: str, characters: int) -> None:
    """Refuse more characters than a slow tokenizer splits in seconds."""
    facts = TOKENIZERS.get(name)
    most = None if facts is None else facts.request_characters
    if most is not None and characters > most:
        raise InputError("page.slow_tokenizer", name=name, count=characters, most=most)


def _count_comparisons(pred: object, reference: object) -> int:
    """Return an upper bound of how often single values are compared: in lists, all with all.

    >>> _count_comparisons({"a": [1, 2]}, {"a": ([1, 2, 3], "x"), "b": 1})
    14
    """
    if isinstance(reference, tuple):
        return sum(_count_comparisons(pred, option) for option in reference)
    if isinstance(pred, dict) and isinstance(reference, dict):
        shared = pred.keys() & reference.keys()
        return 1 + sum(_count_comparisons(pred[key], reference[key]) for key in shared)
    if isinstance(pred, list) and isinstance(reference, list):
        return _count_leaves(pred) * _count_leaves(reference)
    return 1


def _count_leaf_characters(value: object) -> int:
    """Return how many characters the single values within a value have.

    >>> _count_leaf_characters({"a": ["bc", 10], "d": None})
    8
    """
    if isinstance(value, dict):
        return sum(map(_count_leaf_characters, value.values()))
    if isinstance(value, (list, tuple)):
        return sum(map(_count_leaf_characters, value))
    return len(str(value))


def _count_leaves(value: object) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_count_leaves, value.values()))
    return 1 + sum(map(_count_leaves, value)) if isinstance(value, (list, tuple)) else 1

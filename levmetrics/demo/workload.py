"""How much work a request is: what would take too long is refused before it is scored."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np

from levmetrics.demo.costs import text_seconds, value_seconds
from levmetrics.demo.limits import PAGE, SECONDS
from levmetrics.demo.visitors import charge_visitor
from levmetrics.errors import InputError
from levmetrics.inputs.columns import TextColumn, text_columns
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.inputs.values import ValueColumn
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.tokenizers import TOKENIZERS


def checked_texts(
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
    metric: str,
    tokenizer: str = "",
    normalizer: NormalizerLike = None,
) -> tuple[TextColumn, TextColumn]:
    """Check both sides as texts, and that scoring them will not take too long.

    Args:
        predictions: one a sample.
        references: one a sample, or a list for each.
        metric: that they will be scored by.
        tokenizer: by which they will be split; empty for the metric's own.
        normalizer: that will be applied first; it may make texts longer.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    """
    _check_tokenizer(tokenizer, _checked_characters(predictions, references))
    preds, target = text_columns(predictions, references)
    normalize = get_normalizer(normalizer).column
    check_seconds(text_seconds(metric, tokenizer, normalize(preds), normalize(target)))
    return preds, target


def checked_values(
    predictions: Sequence[str], references: Sequence[str | list[str]]
) -> tuple[ValueColumn, ValueColumn]:
    """Check both sides as JSON values, and that scoring them will not take too long.

    Args:
        predictions: one a sample.
        references: one a sample, or a list for each.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    """
    _checked_characters(predictions, references)
    preds, target = json_value_columns(predictions, references)
    check_seconds(
        value_seconds(
            samples=len(preds.values),
            comparisons=sum(map(_count_comparisons, preds.values, target.values)),
            leaves=sum(map(_count_leaves, target.values)),
            cells=sum(map(operator.mul, map(len, predictions), map(_characters, references))),
        )
    )
    return preds, target


def check_seconds(seconds: float) -> None:
    """Refuse work that takes too long, or too long for a visitor who had much done already.

    Args:
        seconds: of a processor, that it is expected to take.

    Raises:
        InputError: that says how long it would take.

    """
    if seconds > SECONDS:
        raise InputError(
            f"this would take about {seconds:,.0f} seconds, and a request gets {SECONDS:g} on this "
            f"page; give shorter or fewer texts, about {SECONDS / seconds:.0%} of these, or run it "
            "yourself"
        )
    charge_visitor(seconds)


def _checked_characters(predictions: Sequence[str], references: Sequence[str | list[str]]) -> int:
    """Check both sides by the page's limits, and return how many characters they have.

    Raises:
        InputError: if there are no samples, or more than the page allows.

    """
    if not len(predictions) and not len(references):
        raise InputError("there is nothing to score yet: give predictions and references")
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
        raise InputError(
            f"the tokenizer {name!r} is slow: {characters:,} characters are more than the "
            f"{most:,} that it gets on this page; give fewer"
        )


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


def _count_leaves(value: object) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_count_leaves, value.values()))
    return 1 + sum(map(_count_leaves, value)) if isinstance(value, (list, tuple)) else 1

"""How long a request would take: what takes too long is refused before it is done."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from levmetrics.demo.limits import PAGE
from levmetrics.errors import InputError
from levmetrics.inputs.arrow_text import text_lengths
from levmetrics.inputs.columns import TextColumn, text_columns
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.inputs.values import ValueColumn
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.tokenizers import TOKENIZERS

# Cells of the edit matrices of all pairs together: seconds of search.
CELLS = 5_000_000_000
# Comparisons of values in the lists of structured answers, where each meets each.
COMPARISONS = 2_000_000


def checked_texts(
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
    tokenizer: str = "",
    normalizer: NormalizerLike = None,
) -> tuple[TextColumn, TextColumn]:
    """Check both sides as texts, and that scoring them will not take too long.

    Args:
        predictions: one a sample.
        references: one a sample, or a list for each.
        tokenizer: by which they will be split.
        normalizer: that will be applied first; it may make texts longer.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    """
    _check_tokenizer(tokenizer, _checked_characters(predictions, references))
    preds, target = text_columns(predictions, references)
    _check_work(_cells(preds, target, normalizer), CELLS)
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
    _check_work(sum(map(_comparisons, preds.values, target.values)), COMPARISONS)
    return preds, target


def _check_work(work: int, most: int) -> None:
    if work > most:
        raise InputError(
            "these texts or lists are too long to be compared on this page; give fewer or shorter "
            "ones"
        )


def _checked_characters(predictions: Sequence[str], references: Sequence[str | list[str]]) -> int:
    """Count the characters of both sides, each of which must be within the page's limits."""
    if not len(predictions) and not len(references):
        raise InputError("there is nothing to score yet: give predictions and references")
    lengths = {
        "predictions": [*map(len, predictions)],
        "references": [
            len(given) if isinstance(given, str) else sum(map(len, given)) for given in references
        ],
    }
    for name, side in lengths.items():
        PAGE.check_texts(np.array(side, np.int64), name)
    return sum(map(sum, lengths.values()))


def _check_tokenizer(name: str, characters: int) -> None:
    """Refuse more characters than a slow tokenizer gets through in seconds."""
    facts = TOKENIZERS.get(name)
    most = None if facts is None else facts.request_characters
    if most is not None and characters > most:
        raise InputError(
            f"the tokenizer {name!r} is slow: {characters:,} characters are more than the "
            f"{most:,} that it gets on this page; give fewer"
        )


def _cells(preds: TextColumn, target: TextColumn, normalizer: NormalizerLike) -> int:
    """Count the cells of all edit matrices."""
    normalize = get_normalizer(normalizer).column
    pred_lengths = text_lengths(normalize(preds).texts)
    if target.offsets is not None:
        pred_lengths = np.repeat(pred_lengths, np.diff(target.offsets))
    return int((pred_lengths * text_lengths(normalize(target).texts)).sum())


def _comparisons(pred: object, reference: object) -> int:
    """Bound how often single values are compared: in lists each meets each.

    >>> _comparisons({"a": [1, 2]}, {"a": ([1, 2, 3], "x"), "b": 1})
    14
    """
    if isinstance(reference, tuple):
        return sum(_comparisons(pred, option) for option in reference)
    if isinstance(pred, dict) and isinstance(reference, dict):
        shared = pred.keys() & reference.keys()
        return 1 + sum(_comparisons(pred[key], reference[key]) for key in shared)
    if isinstance(pred, list) and isinstance(reference, list):
        return _leaves(pred) * _leaves(reference)
    return 1


def _leaves(value: object) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_leaves, value.values()))
    return 1 + sum(map(_leaves, value)) if isinstance(value, (list, tuple)) else 1

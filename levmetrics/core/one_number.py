"""The score of all samples as one number, for a few strings without NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from levmetrics.edits.strings import CHARACTERS, WORDS, string_totals
from levmetrics.inputs.list_signs import may_be_lists
from levmetrics.sums.pooled import normalized_similarity, pooled_rate

# Longer words on average are worth a look: they may be sentences that are not split, of 3 bytes a
# character. A look at every call would take as long as measuring a pair.
_BYTES_OF_A_WORD = 15


def wer(predictions: Any, references: Any, **options: Any) -> float:
    """Return the word error rate of all samples together.

    Args:
        predictions: one per sample.
        references: one per sample, or several for each.
        **options: as :func:`levmetrics.core.scoring.score` takes them.

    Raises:
        InputError: for anything that cannot be scored, and for no samples.

    >>> wer(["is there"], ["who is there"])
    0.3333333333333333

    """
    return _error_rate("wer", WORDS, predictions, references, options)


def cer(predictions: Any, references: Any, **options: Any) -> float:
    """Return the character error rate of all samples together; the arguments are those of `wer`.

    >>> cer(["is here"], ["is there"])
    0.125
    """
    return _error_rate("cer", CHARACTERS, predictions, references, options)


def _error_rate(
    metric: str, tokens: int, predictions: Any, references: Any, options: Mapping[str, Any]
) -> float:
    """Return an error rate; for a few strings without options, from their distances alone."""
    is_plain = not options and not may_be_lists(references)
    totals = string_totals(predictions, references, tokens) if is_plain else None
    if totals is None:
        return _score(predictions, references, metric, options)
    errors, _, length, size = totals
    if size > length * _BYTES_OF_A_WORD:
        from levmetrics.tokenizers.scripts import FIRST_TEXTS, warn_of_unspaced

        warn_of_unspaced([references] if type(references) is str else references[:FIRST_TEXTS])
    return pooled_rate(errors, length)


def anls(predictions: Any, references: Any, rule: str = "default", **options: Any) -> float:
    """Return the average normalized Levenshtein similarity.

    Args:
        predictions: one per sample.
        references: one per sample, or several for each.
        rule: ``"default"``, or a published one: ``"stvqa"``, ``"docvqa"``, ``"star"``.
        **options: as :func:`levmetrics.core.scoring.score` takes them.

    Raises:
        InputError: for anything that cannot be scored, and for no samples.

    >>> anls(["CocaCola"], [["Pepsi", "Coca Cola"]], rule="docvqa")
    0.8888888888888888

    """
    is_plain = not options and not may_be_lists(references)
    if is_plain and rule == "default" and _is_one(references):
        totals = string_totals(predictions, references, CHARACTERS)
        if totals is not None:
            distance, pred_length, target_length, _ = totals
            return normalized_similarity(distance, pred_length, target_length)
    return _score(predictions, references, f"anls:{rule}", options)


def _is_one(references: object) -> bool:
    """Whether references, in Python's own types, belong to one sample."""
    return type(references) is str or (type(references) is list and len(references) == 1)


def _score(predictions: Any, references: Any, metric: str, options: Mapping[str, Any]) -> float:
    from levmetrics.core.scoring import score  # loads NumPy and the wing

    return score(predictions, references, metric, **options).score

"""fastwer: C++, whole lists; rates in percent, rounded to four digits after the point."""

from __future__ import annotations

import fastwer

from benchmarks.texts import Texts


def word_error_rate(preds: Texts, target: Texts) -> float:
    """Return the pooled rate."""
    return float(fastwer.score(preds, target)) / 100


def character_error_rate(preds: Texts, target: Texts) -> float:
    """Return the pooled rate."""
    return float(fastwer.score(preds, target, char_level=True)) / 100


def mean_distance(preds: Texts, target: Texts) -> float:
    """Return the mean distance of characters: the rate times the mean length."""
    return character_error_rate(preds, target) * sum(map(len, target)) / len(target)

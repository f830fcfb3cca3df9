"""Error rates: formulas over counts of edits, registered by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.registry import Registry


class EditCounts(Protocol):
    """The counts that a formula may use; int64, shape ``(samples,)`` each."""

    @property
    def errors(self) -> IntArray:
        """Substitutions, deletions and insertions together."""
        ...

    @property
    def insertions(self) -> IntArray:
        """Predicted tokens without a reference token."""
        ...

    @property
    def hits(self) -> IntArray:
        """Reference tokens recognised."""
        ...

    @property
    def reference_length(self) -> IntArray:
        """Tokens in the references."""
        ...

    @property
    def prediction_length(self) -> IntArray:
        """Tokens in the predictions."""
        ...


@dataclass(frozen=True)
class Rate:
    """An error rate.

    Attributes:
        name: its key in results.
        description: its definition, in one line.
        formula: returns the rate of every sample by its counts; float64, shape ``(samples,)``.

    """

    name: str
    description: str
    formula: Callable[[EditCounts], FloatArray]


def token_error_rate(errors: IntArray, reference_length: IntArray) -> FloatArray:
    """Return (S + D + I) / N of every sample; without reference tokens, N counts as 1.

    >>> token_error_rate(np.array([1, 2]), np.array([4, 0]))
    array([0.25, 2.  ])
    """
    rates: FloatArray = errors / np.maximum(reference_length, 1)
    return rates


def match_error_rate(counts: EditCounts) -> FloatArray:
    """Return (S + D + I) / (N + I) of every sample; 0 where both texts are empty."""
    rates: FloatArray = counts.errors / np.maximum(counts.reference_length + counts.insertions, 1)
    return rates


def word_information_preserved(counts: EditCounts) -> FloatArray:
    """Return H² / (N · P) of every sample; 1 where both texts are empty, 0 where one is."""
    n, p = counts.reference_length, counts.prediction_length
    # Two divisions, not one by N · P, which could overflow for large corpora.
    preserved = (counts.hits / np.maximum(n, 1)) * (counts.hits / np.maximum(p, 1))
    return np.where((n == 0) & (p == 0), 1.0, preserved)


def word_error_rate(counts: EditCounts) -> FloatArray:
    """Return (S + D + I) / N of every sample; without reference tokens, N counts as 1."""
    return token_error_rate(counts.errors, counts.reference_length)


def word_information_lost(counts: EditCounts) -> FloatArray:
    """Return 1 - H² / (N · P) of every sample."""
    return 1.0 - word_information_preserved(counts)


RATES: Registry[Rate] = Registry("rate")  # the first one is the main score
for _rate in (
    Rate(
        "wer",
        "errors / reference tokens; without reference tokens, the number of insertions",
        word_error_rate,
    ),
    Rate("mer", "match error rate, errors / (hits + errors)", match_error_rate),
    Rate("wil", "word information lost, 1 - wip", word_information_lost),
    Rate(
        "wip",
        "word information preserved, hits² / (reference tokens x predicted tokens)",
        word_information_preserved,
    ),
):
    RATES.register(_rate)

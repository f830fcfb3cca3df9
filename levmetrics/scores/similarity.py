"""Normalized Levenshtein similarity: what a distance means between 0 and 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from levmetrics.arrays import FloatArray, IntArray, lowest_of_each
from levmetrics.edits.kernel import PairDistances, pair_distances
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.numbers import checked_number, checked_whole_number
from levmetrics.scores.sample_statistics import SampleStatistics


@dataclass(frozen=True)
class SampleScores:
    """One score a sample.

    Attributes:
        similarity: in [0, 1]; float64, shape ``(samples,)``.
        reference: which of its references the sample was scored by, from 0; int64, the same shape.
        details: of nested values, the closest reference and the scores of its keys, a sample.

    """

    similarity: FloatArray
    reference: IntArray
    details: Sequence[tuple[Any, Mapping[str, float]]] = field(default=(), repr=False)

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.similarity)

    def take(self, indices: IntArray) -> SampleScores:
        """Return the scores of these samples."""
        details = [self.details[i] for i in indices.tolist()] if self.details else ()
        return SampleScores(self.similarity[indices], self.reference[indices], details)

    def statistics(self) -> SampleStatistics:
        """Return the similarities as statistics, for intervals and tests."""
        return SampleStatistics.of_scores(self.similarity)


def best_of_each(similarity: FloatArray, offsets: IntArray | None) -> SampleScores:
    """Take the most similar reference of each sample (ties: the first).

    Args:
        similarity: of every pair, shape ``(pairs,)``.
        offsets: where the samples start, as in :class:`levmetrics.edits.pairs.TokenPairs`.

    >>> best_of_each(np.array([0.5, 0.8, 0.8]), np.array([0, 1, 3]))
    SampleScores(similarity=array([0.5, 0.8]), reference=array([0, 0]))

    """
    if offsets is None:
        return SampleScores(similarity, np.zeros(len(similarity), np.int64))
    best = lowest_of_each(-similarity, offsets)
    return SampleScores(similarity[best], best - offsets[:-1])


def largest_distance(
    pred_length: IntArray, target_length: IntArray, substitution_cost: int
) -> IntArray:
    """Return the largest edit distance that texts of these lengths can have.

    No token is alike: every one of the shorter text is substituted, or deleted and inserted where
    that is cheaper, and the rest is inserted or deleted.

    >>> largest_distance(np.array([4]), np.array([5]), 1), largest_distance(
    ...     np.array([4]), np.array([5]), 2
    ... )
    (array([5]), array([9]))
    """
    shorter = np.minimum(pred_length, target_length)
    longer = np.maximum(pred_length, target_length)
    largest: IntArray = longer - shorter + min(substitution_cost, 2) * shorter
    return largest


def similarities(pairs: PairDistances, substitution_cost: int, threshold: float) -> FloatArray:
    """Return 1 - distance / largest distance of every pair, 0 where that is below the threshold.

    Args:
        pairs: distances at this ``substitution_cost``, ``n`` of them.
        substitution_cost: what a substitution cost in the search.
        threshold: similarities below it become 0.

    Returns:
        float64 in [0, 1], shape ``(n,)``; two empty texts are 1.

    Source: Yujian and Bo, "A Normalized Levenshtein Distance Metric", TPAMI 2007, discusses this
    normalization by the largest distance; for cost 1 it is the NL of Biten et al., "Scene Text
    Visual Question Answering", 2019 (arXiv 1905.13648), eq. 1, without that paper's threshold.

    >>> one = PairDistances(np.array([3]), np.array([4]), np.array([5]))
    >>> similarities(one, 1, 0.0)
    array([0.4])

    """
    largest = largest_distance(pairs.pred_length, pairs.target_length, substitution_cost)
    # One division: 1 - 4 / 5 would be a little less than 0.2, and be dropped at that threshold.
    similarity = np.where(largest > 0, (largest - pairs.distance) / np.maximum(largest, 1), 1.0)
    return np.where(similarity >= threshold, similarity, 0.0)


def best_similarities(pairs: TokenPairs, substitution_cost: int, threshold: float) -> SampleScores:
    """Measure the pairs and take the most similar reference of each sample.

    >>> from levmetrics.edits.pairs import token_pairs
    >>> best_similarities(token_pairs(["rain"], [["shine", "brain"]], "char"), 1, 0.0)
    SampleScores(similarity=array([0.8]), reference=array([1]))
    """
    found = pair_distances(pairs, substitution_cost=substitution_cost)
    return best_of_each(similarities(found, substitution_cost, threshold), pairs.offsets)


def checked_threshold(threshold: Any) -> float:
    """Return the threshold, or say what it must be.

    >>> checked_threshold(1)
    1.0
    """
    return checked_number(threshold, "threshold", 0, 1)


def checked_substitution_cost(cost: Any) -> int:
    """Return the cost, or say what it must be.

    >>> checked_substitution_cost(np.int32(2))
    2
    """
    return checked_whole_number(cost, "substitution_cost", 0)

"""Normalized Levenshtein similarity: the edit distance normalized to [0, 1]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from levmetrics.edits.pairs import PairDistances
from levmetrics.inputs.arrays import FloatArray, IntArray, lowest_of_each


@dataclass(frozen=True)
class SampleScores:
    """The score of every sample, with the index of its best reference.

    Attributes:
        score: a similarity in [0, 1], float64; or an edit distance, int64; shape ``(samples,)``.
        reference: the index (from 0) of the reference that the sample was scored by; int64, the
            same shape.
        parts: further numbers of 0 or more of every sample, by name: float64, or int64 for counts;
            the same shape each.

    """

    score: FloatArray | IntArray
    reference: IntArray
    parts: Mapping[str, FloatArray | IntArray] = field(
        default_factory=dict, kw_only=True, repr=False
    )
    unit_of_lengths: ClassVar[str] = "tokens"
    of_errors: ClassVar[tuple[str, ...]] = ()  # the counts that are errors, as far as there are any
    of_lengths: ClassVar[tuple[str, ...]] = ()  # those that together are the reference's length

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.score)

    @property
    def unit(self) -> str:
        """What lengths and errors are numbers of, in the plural."""
        return self.unit_of_lengths

    @property
    def errors(self) -> IntArray | None:
        """The errors of every sample; ``None`` for a score that counts none."""
        return self._sum(self.of_errors) if {*self.of_errors} & {*self.parts} else None

    @property
    def lengths(self) -> IntArray | None:
        """The length of every reference; ``None`` for a score that keeps none."""
        names = {*self.of_lengths}
        return self._sum(self.of_lengths) if names and names <= {*self.parts} else None

    def _sum(self, names: Sequence[str]) -> IntArray:
        counts = [self.parts[name] for name in names if name in self.parts]
        return np.asarray(np.sum(counts, axis=0, dtype=np.int64))

    def counts(self) -> dict[str, IntArray]:
        """Return the counts of every sample by name."""
        return {
            n: each.astype(np.int64) for n, each in self.parts.items() if each.dtype.kind == "i"
        }

    def take(self, indices: IntArray) -> Self:
        """Return the scores of these samples."""
        parts = {name: each[indices] for name, each in self.parts.items()}
        score, reference = self.score[indices], self.reference[indices]
        return replace(self, score=score, reference=reference, parts=parts)


def best_of_each(similarity: FloatArray, offsets: IntArray | None) -> SampleScores:
    """Return the highest similarity of each sample over its references (ties: the first).

    Args:
        similarity: the similarity of every pair, shape ``(pairs,)``.
        offsets: where each sample's pairs start, as in :class:`levmetrics.edits.pairs.TokenPairs`.

    >>> best_of_each(np.array([0.5, 0.8, 0.8]), np.array([0, 1, 3]))
    SampleScores(score=array([0.5, 0.8]), reference=array([0, 0]))

    """
    nearest = nearest_of_each(-similarity, offsets)
    return SampleScores(-nearest.score, nearest.reference)


def nearest_of_each(distance: FloatArray | IntArray, offsets: IntArray | None) -> SampleScores:
    """Return the lowest distance of each sample over its references; see :func:`best_of_each`.

    >>> nearest_of_each(np.array([3, 2]), np.array([0, 2]))
    SampleScores(score=array([2]), reference=array([1]))
    """
    if offsets is None:
        return SampleScores(distance, np.zeros(len(distance), np.int64))
    nearest = lowest_of_each(distance, offsets)
    return SampleScores(distance[nearest], nearest - offsets[:-1])


def largest_distance(
    pred_length: IntArray, target_length: IntArray, substitution_cost: int
) -> IntArray:
    """Return the largest edit distance that texts of these lengths can have.

    Texts without a common token have this distance: every token of the shorter text is substituted
    (or deleted and inserted, if that is cheaper), and the rest is inserted or deleted.

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
    """Return 1 - distance / largest distance of every pair, or 0 if that is below the threshold.

    Args:
        pairs: ``n`` distances at this ``substitution_cost``.
        substitution_cost: the cost of a substitution in these distances.
        threshold: similarities below it become 0.

    Returns:
        float64 in [0, 1], shape ``(n,)``; 1 for two empty texts.

    Source: Yujian and Bo, "A Normalized Levenshtein Distance Metric", TPAMI 2007, discusses this
    normalization by the largest distance; for cost 1 it is the NL of Biten et al., "Scene Text
    Visual Question Answering", 2019 (arXiv 1905.13648), eq. 1, without that paper's threshold.

    >>> distances = PairDistances(np.array([3]), np.array([4]), np.array([5]))
    >>> similarities(distances, 1, 0.0)
    array([0.4])

    """
    largest = largest_distance(pairs.pred_length, pairs.target_length, substitution_cost)
    # One division only: 1 - 4 / 5 rounds to less than 0.2, so it would be below that threshold.
    similarity = np.where(largest > 0, (largest - pairs.distance) / np.maximum(largest, 1), 1.0)
    return np.where(similarity >= threshold, similarity, 0.0)

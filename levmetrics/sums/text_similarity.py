"""What the published rules of ANLS share: their normalization, and the best of several texts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from levmetrics.edits.kernel import nearest_references
from levmetrics.edits.pairs import PairDistances, TokenPairs
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.tokens import Characters
from levmetrics.normalizers import get_normalizer
from levmetrics.sums.similarity import SampleScores, similarities

squeezed_lower: Callable[[TextColumn], TextColumn] = get_normalizer("docvqa").column
"""The normalization of all the published scripts: stripped, in lower case, white space squeezed."""


def at_least(threshold: float, normalized: FloatArray) -> FloatArray:
    """Return the similarities of normalized distances, or 0 for those below a threshold.

    >>> at_least(0.5, np.array([0.25, 0.75]))
    array([0.75, 0.  ])
    """
    similarity = 1 - normalized
    return np.where(similarity >= threshold, similarity, 0.0)


def best_of_texts(
    preds: TextColumn,
    target: TextColumn,
    lengths: tuple[IntArray, IntArray] | None,
    similarity: Callable[[FloatArray], FloatArray],
    most: float,
) -> SampleScores:
    """Return the similarity and the index of the most similar reference of each sample.

    Args:
        preds: the normalized predictions.
        target: the normalized references.
        lengths: the lengths of predictions and references; the longer one of a pair divides its
            distance. ``None``: the lengths of these texts.
        similarity: maps these quotients to similarities of 0 or more; it must not increase with
            the distance.
        most: the similarity of larger quotients is 0.

    """
    pairs = TokenPairs(Characters(preds.texts), Characters(target.texts), target.offsets)
    nearest = nearest_references(pairs, lengths, most)
    return _scores(similarity(nearest.distance / nearest.length), nearest.reference)


def nearest_by_tokens(pairs: TokenPairs, threshold: float) -> SampleScores:
    """Return the similarity and the index of the most similar reference of each sample, in tokens.

    Args:
        pairs: the tokens of both sides.
        threshold: similarities below it become 0.

    """
    distance, length, reference = nearest_references(pairs, most=1 - threshold)
    score = similarities(PairDistances(distance, length, length), 1, threshold)
    return _scores(score, reference)


def _scores(score: FloatArray, reference: IntArray) -> SampleScores:
    """Return scores with their references: of scores that all are 0, the first is the best."""
    return SampleScores(score, np.where(score > 0, reference, 0))

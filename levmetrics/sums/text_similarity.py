"""What the published rules of ANLS share: their normalization, and the best of several texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from levmetrics.edits.compiled import string_distances
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters
from levmetrics.lazy import pc
from levmetrics.normalizers import get_normalizer
from levmetrics.sums.similarity import SampleScores, best_of_each

_FEW_PAIRS = 100

squeezed_lower: Callable[[TextColumn], TextColumn] = get_normalizer("docvqa").column
"""The normalization of all the published scripts: stripped, in lower case, white space squeezed."""


def at_least(threshold: float, normalized: FloatArray) -> FloatArray:
    """Return the similarities of normalized distances, or 0 for those below a threshold.

    >>> at_least(0.5, np.array([0.25, 0.75]))
    array([0.75, 0.  ])
    """
    return np.where(1 - normalized >= threshold, 1 - normalized, 0.0)


def best_of_texts(
    preds: TextColumn,
    target: TextColumn,
    lengths: Sequence[IntArray],
    similarity: Callable[[FloatArray], FloatArray],
) -> SampleScores:
    """Score all pairs, and return the most similar reference of each sample.

    Args:
        preds: the normalized predictions.
        target: the normalized references.
        lengths: the lengths of predictions and references; the longer one of a pair divides its
            distance.
        similarity: maps these quotients to similarities of 0 or more; it must not increase with
            the distance.

    """
    references = 1 if target.offsets is None else np.diff(target.offsets)
    sample = np.repeat(np.arange(len(preds)), references)  # by pair
    longer = np.maximum(np.maximum(lengths[0][sample], lengths[1]), 1)
    known = _distances_of_few(preds, target, sample)
    if known is not None:
        return best_of_each(similarity(known / longer), target.offsets)

    def texts(pairs: IntArray) -> tuple[Texts, Texts]:
        return preds.texts.take(sample[pairs]), target.texts.take(pairs)

    # The difference of the lengths is a lower bound of the distance. Pairs with a similarity of 0
    # at this bound, and equal texts, need no search; together they are often more than half of all
    # pairs.
    distance = np.abs(preds.texts.lengths()[sample] - target.texts.lengths())
    needs_search = similarity(distance / longer) > 0
    same_length = np.flatnonzero(distance == 0)
    needs_search[same_length] &= np.asarray(
        pc.not_equal(*(side.to_arrow() for side in texts(same_length)))
    )
    searched = np.flatnonzero(needs_search)
    searched_preds, searched_target = map(Characters, texts(searched))
    distance[searched] = pair_distances(TokenPairs(searched_preds, searched_target)).distance
    return best_of_each(similarity(distance / longer), target.offsets)


def _distances_of_few(preds: TextColumn, target: TextColumn, sample: IntArray) -> IntArray | None:
    """Return the distances of a few pairs, where a columnar computation would take longer."""
    if len(sample) > _FEW_PAIRS:
        return None
    texts = preds.texts.to_pylist()
    repeated = [texts[i] for i in sample.tolist()]
    found = string_distances(repeated, target.texts.to_pylist(), Characters)
    return None if found is None else found[1]

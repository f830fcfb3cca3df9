"""The choice among several references: the one with the lowest error rate."""

from __future__ import annotations

import numpy as np

from levmetrics.arrays import IntArray
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.results import Costs
from levmetrics.scores.error_counts import count_errors


def best_references(pairs: TokenPairs, costs: Costs) -> IntArray:
    """Return the number, from 0, of each sample's reference that its counts are of.

    Args:
        pairs: the tokens of both sides.
        costs: the sum that the alignment minimizes, as for the counts.

    >>> from levmetrics.edits.pairs import token_pairs
    >>> best_references(token_pairs(["a", "b"], [["x", "a"], ["b"]], "char"), "unit")
    array([1, 0])

    """
    if pairs.offsets is None:
        return np.zeros(len(pairs.preds), np.int64)
    return count_errors(pairs, costs).reference

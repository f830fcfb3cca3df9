"""Which of several references a sample is aligned with."""

from __future__ import annotations

import numpy as np

from levmetrics.arrays import IntArray
from levmetrics.edits.kernel import Costs
from levmetrics.edits.pairs import TokenPairs
from levmetrics.scores.error_counts import total_errors


def best_references(pairs: TokenPairs, costs: Costs) -> IntArray:
    """Return which of its references has the lowest error rate for each sample, from 0.

    Args:
        pairs: the tokens of both sides.
        costs: what an alignment minimizes, as for the counts.

    >>> from levmetrics.edits.pairs import token_pairs
    >>> best_references(token_pairs(["a", "b"], [["x", "a"], ["b"]], "char"), "unit")
    array([1, 0])

    """
    if pairs.offsets is None:
        return np.zeros(len(pairs.preds), np.int64)
    chosen: IntArray = total_errors(pairs, costs).rows()[:, -1]
    return chosen

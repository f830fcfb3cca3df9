"""The pairing of the items of two lists, by the similarity of each pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from levmetrics.inputs.arrays import FloatArray
from levmetrics.system.extras import PackageOfExtra

if TYPE_CHECKING:
    from levmetrics.records.schema import ListRule

optimize = PackageOfExtra("scipy.optimize", "the best matching of lists", "records")

Pairs: TypeAlias = "list[tuple[int, int]]"
"""The indices of the reference's item and the prediction's item of each pair."""


_AT_ONCE = 100_000  # pairs that are converted to Python numbers at a time


def paired(similarity: FloatArray, rule: ListRule) -> Pairs:
    """Return the pairs of items.

    Args:
        similarity: the similarity of each reference item (rows) and prediction item (columns).
        rule: ``"optimal"``, ``"ordered"`` or ``"greedy"``.

    >>> table = np.array([[0.9, 0.8], [0.8, 0.1]])
    >>> paired(table, "optimal"), paired(table, "greedy"), paired(table, "ordered")
    ([(0, 1), (1, 0)], [(0, 0), (1, 1)], [(0, 0), (1, 1)])

    """
    return {"optimal": _optimal, "ordered": _ordered, "greedy": _greedy}[rule](similarity)


def _optimal(similarity: FloatArray) -> Pairs:
    """Return the pairs with the highest sum.

    The definition of ANLS* does not decide ties, so the order of the closest reference is open; if
    tied items differ in size, the score is open too.
    """
    # Minimized as costs: the subtraction rounds, which decides which weights are tied.
    rows, columns = optimize.linear_sum_assignment(similarity.max() - similarity)
    return [*zip(rows.tolist(), columns.tolist(), strict=True)]


def _greedy(similarity: FloatArray) -> Pairs:
    """Return the most similar pair, then the most similar of the rest, ... (ties: first items)."""
    columns = similarity.shape[1]
    rows_left, columns_left = {*range(len(similarity))}, {*range(columns)}
    pairs: Pairs = []
    order = np.argsort(-similarity, axis=None, kind="stable")
    for start in range(0, len(order), _AT_ONCE):
        for place in order[start : start + _AT_ONCE].tolist():
            row, column = divmod(place, columns)
            if row in rows_left and column in columns_left:
                rows_left.remove(row)
                columns_left.remove(column)
                pairs.append((row, column))
        if not rows_left or not columns_left:
            break
    return sorted(pairs)


def _ordered(similarity: FloatArray) -> Pairs:
    """Return the pairs of the cheapest alignment: a skipped item costs 1, a pair 1 - similarity.

    Ties: pairs are preferred to skipped items, and later pairs to earlier ones.
    """
    rows, columns = similarity.shape
    costs = np.zeros((rows + 1, columns + 1))
    costs[:, 0], costs[0] = np.arange(rows + 1), np.arange(columns + 1)
    for row in range(rows):
        best = np.minimum(costs[row, :-1] + 1 - similarity[row], costs[row, 1:] + 1)
        # The minimum of a cell and the cells before it, each of which skips one more item.
        line = np.r_[costs[row + 1, 0], best] - np.arange(columns + 1)
        costs[row + 1] = np.minimum.accumulate(line) + np.arange(columns + 1)
    pairs: Pairs = []
    row, column = rows, columns
    while row and column:
        cost = costs.item(row, column)
        before = costs.item(row - 1, column - 1)
        if _is_close(cost, before + 1 - similarity.item(row - 1, column - 1)):
            row, column = row - 1, column - 1
            pairs.append((row, column))
        elif _is_close(cost, costs.item(row - 1, column) + 1):
            row -= 1
        else:
            column -= 1
    return pairs[::-1]


def _is_close(cost: float, other: float) -> bool:
    """Whether costs are equal but for rounding; ``numpy.isclose`` takes long for single numbers."""
    return abs(cost - other) <= 1e-8 + 1e-5 * abs(other)

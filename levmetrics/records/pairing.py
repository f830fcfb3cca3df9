"""Which items of two lists are paired, by the similarity of each pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from levmetrics.arrays import FloatArray

if TYPE_CHECKING:
    from levmetrics.records.schema import ListRule

Pairs: TypeAlias = "list[tuple[int, int]]"
"""The numbers of the items of the reference and of the prediction, of each pair."""


_AT_ONCE = 100_000  # pairs that are Python's numbers at a time


def paired(similarity: FloatArray, rule: ListRule) -> Pairs:
    """Return the items that are paired.

    Args:
        similarity: of each item of the reference (rows) and of the prediction (columns).
        rule: ``"optimal"``, ``"ordered"`` or ``"greedy"``.

    >>> table = np.array([[0.9, 0.8], [0.8, 0.1]])
    >>> paired(table, "optimal"), paired(table, "greedy"), paired(table, "ordered")
    ([(0, 1), (1, 0)], [(0, 0), (1, 1)], [(0, 0), (1, 1)])

    """
    return {"optimal": _optimal, "ordered": _ordered, "greedy": _greedy}[rule](similarity)


def _optimal(similarity: FloatArray) -> Pairs:
    """Return the pairs with the highest sum.

    Ties are not decided by the definition of ANLS*, and with them the order of the closest
    reference; where the tied items differ in size, nor is the score.
    """
    from scipy.optimize import linear_sum_assignment  # half of the time in which scoring loads

    # Minimized as costs: the subtraction rounds, and so decides which weights are tied.
    rows, columns = linear_sum_assignment(similarity.max() - similarity)
    return [*zip(rows.tolist(), columns.tolist(), strict=True)]


def _greedy(similarity: FloatArray) -> Pairs:
    """Return the most similar pair, then that of the rest, and so on (ties: the first items)."""
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
    """Return the pairs of the cheapest alignment: an item left out costs 1, a pair 1 - similarity.

    Ties: pairs before items left out, and those of the ends first.
    """
    rows, columns = similarity.shape
    costs = np.zeros((rows + 1, columns + 1))
    costs[:, 0], costs[0] = np.arange(rows + 1), np.arange(columns + 1)
    for row in range(rows):
        best = np.minimum(costs[row, :-1] + 1 - similarity[row], costs[row, 1:] + 1)
        # The least of a cell and of those before it, each of which leaves an item more out.
        line = np.r_[costs[row + 1, 0], best] - np.arange(columns + 1)
        costs[row + 1] = np.minimum.accumulate(line) + np.arange(columns + 1)
    pairs: Pairs = []
    row, column = rows, columns
    while row and column:
        cost = costs[row, column]
        if np.isclose(cost, costs[row - 1, column - 1] + 1 - similarity[row - 1, column - 1]):
            row, column = row - 1, column - 1
            pairs.append((row, column))
        elif np.isclose(cost, costs[row - 1, column] + 1):
            row -= 1
        else:
            column -= 1
    return pairs[::-1]

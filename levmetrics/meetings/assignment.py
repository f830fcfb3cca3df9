"""The assignment of hypothesis speakers to reference speakers with the fewest errors.

Source: Watanabe et al., "CHiME-6 Challenge: Tackling Multispeaker Speech Recognition for
Unsegmented Recordings", arXiv 2004.09249, which calls the word error rate under this assignment the
concatenated minimum-permutation word error rate (cpWER). Crouse, "On implementing 2D rectangular
assignment algorithms", IEEE Transactions on Aerospace and Electronic Systems 2016, for the search
by shortest augmenting paths.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from levmetrics.inputs.arrays import IntArray

_Duals: TypeAlias = tuple[list[float], list[float]]  # of the rows and of the columns


def assigned_speakers(errors: IntArray) -> list[tuple[int, int]]:
    """Return the assignment with the fewest errors; each speaker has at most one partner.

    Args:
        errors: the errors of each pair of a reference speaker and a hypothesis speaker, and in the
            last row and column those beside no one.

    Returns:
        The numbers of the speakers of each pair, in the order of the reference, then of the
        hypothesis. A speaker without a partner is beside no one.

    >>> import numpy as np
    >>> assigned_speakers(np.array([[2, 0, 1], [1, 2, 1], [2, 1, 0]]))
    [(0, 1), (1, 0)]
    >>> assigned_speakers(np.array([[2, 0, 1], [2, 1, 0]]))
    [(0, 1), (1, 0)]

    """
    rows, columns = errors.shape[0] - 1, errors.shape[1] - 1
    costs = [row[:-1] + row[-1:] * (rows - columns) for row in errors.tolist()]
    costs = costs[:-1] + costs[-1:] * (columns - rows)
    return [(min(i, rows), min(j, columns)) for i, j in cheapest_pairs(costs)]


def cheapest_pairs(costs: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the pairs of a row and a column with the lowest sum of costs, in the order of rows.

    Of several best assignments, it is that of SciPy's ``linear_sum_assignment``, which takes a
    third of a second and 50 MB to load.

    Args:
        costs: a row for each row of a matrix; infinite for pairs that must not be.

    >>> cheapest_pairs([[4, 1], [2, 0]]), cheapest_pairs([[1], [0]])
    ([(0, 1), (1, 0)], [(1, 0)])

    """
    if costs and len(costs) > len(costs[0]):
        by_column = cheapest_pairs([*zip(*costs, strict=True)])
        return sorted((row, column) for column, row in by_column)
    rows, columns = len(costs), len(costs[0]) if costs else 0
    duals: _Duals = ([0] * rows, [0] * columns)
    column_of, row_of = [-1] * rows, [-1] * columns
    for row in range(rows):
        cost, columns_on_way, reached, before = _shortest_path(row, costs, duals, row_of)
        duals[0][row] += cost
        for column in columns_on_way:
            saved = cost - reached[column]
            duals[1][column] -= saved
            if row_of[column] >= 0:
                duals[0][row_of[column]] += saved
        column, current = columns_on_way[-1], -1
        while current != row:
            current = row_of[column] = before[column]
            column_of[current], column = column, column_of[current]
    return [*enumerate(column_of)]


def _shortest_path(
    row: int, costs: Sequence[Sequence[float]], duals: _Duals, row_of: Sequence[int]
) -> tuple[float, list[int], list[float], list[int]]:
    """Find the shortest augmenting path from a row to a column without a row.

    Returns:
        The cost of the path; the columns on the way, whose distances are final, that column last;
        the distance of each column; and the row before each.

    """
    size = len(row_of)
    waiting = [*range(size)][::-1]  # so that equal costs leave all in their order
    reached, before = [math.inf] * size, [-1] * size
    columns: list[int] = []
    cost: float = 0
    while True:
        so_far, of_row, dual = cost, costs[row], duals[0][row]
        place, cost = -1, math.inf
        for number, column in enumerate(waiting):
            through = so_far + of_row[column] - dual - duals[1][column]
            if through < reached[column]:
                before[column], reached[column] = row, through
            here = reached[column]
            if here < cost or (here == cost and row_of[column] < 0):
                place, cost = number, here
        column = waiting[place]
        waiting[place] = waiting[-1]
        waiting.pop()
        columns.append(column)
        row = row_of[column]
        if row < 0:
            return cost, columns, reached, before

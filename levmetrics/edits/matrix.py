"""The dynamic-programming matrix of the edit distance, by numbers of tokens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError

_LARGEST = 10_000_000  # cells; 80 MB


def distance_matrix(
    pred: Sequence[int], target: Sequence[int], substitution_cost: int, gap_cost: int
) -> IntArray:
    """Fill the matrix row by row.

    Args:
        pred: the prediction's tokens by their numbers, one a column.
        target: the reference's, one a row.
        substitution_cost: cost of replacing one token by another.
        gap_cost: cost of an insertion or a deletion.

    Returns:
        As :attr:`EditMatrix.distances`.

    Raises:
        InputError: if the matrix would have more than ten million cells.

    """
    shape = (len(target) + 1, len(pred) + 1)
    if shape[0] * shape[1] > _LARGEST:
        raise InputError(
            f"texts of {len(pred)} and {len(target)} tokens have a matrix of more than "
            f"{_LARGEST:,} cells; give shorter ones"
        )
    columns = np.array(pred, np.int64)
    gaps = gap_cost * np.arange(shape[1])
    matrix = np.empty(shape, np.int64)
    matrix[0] = gaps
    for i, token in enumerate(target, start=1):
        replaced = np.where(columns == token, 0, substitution_cost)
        above = matrix[i - 1]
        row = np.concatenate(
            [above[:1] + gap_cost, np.minimum(above[:-1] + replaced, above[1:] + gap_cost)]
        )
        # A run of insertions: the least of all cells to the left, each with its way to here.
        matrix[i] = np.minimum.accumulate(row - gaps) + gaps
    return matrix


def best_path(
    matrix: IntArray,
    pred: Sequence[int],
    target: Sequence[int],
    substitution_cost: int,
    gap_cost: int,
) -> list[tuple[int, int]]:
    """Return the cells of one best path; of equal ways the diagonal, then the deletion.

    Args:
        matrix: as :func:`distance_matrix` returns it for the other arguments.
        pred: the prediction's tokens by their numbers.
        target: the reference's.
        substitution_cost: cost of replacing one token by another.
        gap_cost: cost of an insertion or a deletion.

    """
    row, column = len(target), len(pred)
    path = [(row, column)]
    while row or column:
        here = matrix[row, column]
        if row and column:
            cost = 0 if pred[column - 1] == target[row - 1] else substitution_cost
            if matrix[row - 1, column - 1] + cost == here:
                row, column = row - 1, column - 1
                path.append((row, column))
                continue
        if row and matrix[row - 1, column] + gap_cost == here:
            row -= 1
        else:
            column -= 1
        path.append((row, column))
    return path[::-1]

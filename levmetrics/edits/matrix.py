"""The dynamic-programming matrix of the edit distance, and a best path through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np

from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray

Step: TypeAlias = Literal["diagonal", "deletion", "insertion"]

_MAX_CELLS = 10_000_000  # 80 MB


def distance_matrix(
    pred: Sequence[int], target: Sequence[int], substitution_cost: int, gap_cost: int
) -> IntArray:
    """Return the matrix of the weighted edit distances between all prefixes.

    Args:
        pred: the numbers of the prediction's tokens, one for each column.
        target: the numbers of the reference's tokens, one for each row.
        substitution_cost: the cost of a substitution.
        gap_cost: the cost of an insertion or a deletion.

    Returns:
        int64, shape ``(len(target) + 1, len(pred) + 1)``; see
        :attr:`levmetrics.alignment.edit_matrix.EditMatrix.distances`.

    Raises:
        InputError: if the matrix would have more than ten million cells.

    """
    shape = (len(target) + 1, len(pred) + 1)
    if shape[0] * shape[1] > _MAX_CELLS:
        sizes = {"count": len(pred), "other_count": len(target)}
        raise InputError("edits.too_many_cells", **sizes, most=_MAX_CELLS)
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
        # A run of insertions: the lowest of the cells to the left, each plus the gaps to this cell.
        matrix[i] = np.minimum.accumulate(row - gaps) + gaps
    return matrix


def best_path(
    matrix: IntArray,
    pred: Sequence[int],
    target: Sequence[int],
    substitution_cost: int,
    gap_cost: int,
    steps: Sequence[Step] = ("diagonal", "deletion", "insertion"),
) -> list[tuple[int, int]]:
    """Return the cells of one best path.

    Args:
        matrix: the result of :func:`distance_matrix` for the other arguments.
        pred: the numbers of the prediction's tokens.
        target: the numbers of the reference's tokens.
        substitution_cost: the cost of a substitution.
        gap_cost: the cost of an insertion or a deletion.
        steps: the kinds of steps, in the order that breaks ties, from the end on.

    """
    row, column = len(target), len(pred)
    path = [(row, column)]
    while row or column:
        before = {
            "diagonal": (row - 1, column - 1),
            "deletion": (row - 1, column),
            "insertion": (row, column - 1),
        }
        is_equal = min(row, column) > 0 and pred[column - 1] == target[row - 1]
        for step in steps:
            cell = before[step]
            cost = gap_cost
            if step == "diagonal":
                cost = 0 if is_equal else substitution_cost
            if min(cell) >= 0 and matrix[cell] + cost == matrix[row, column]:
                break
        row, column = cell
        path.append(cell)
    return path[::-1]

"""The dynamic-programming matrix of the edit distance, as textbooks draw it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.columns import InputError
from levmetrics.normalizers import NormalizerLike
from levmetrics.pairs import single_tokens
from levmetrics.rendering import aligned_columns, inert, visible
from levmetrics.tokenizers import TokenizerLike

_LARGEST = 10_000_000  # cells; 80 MB


@dataclass(frozen=True, eq=False)
class EditMatrix:
    """Distances of all beginnings of a reference to all beginnings of a prediction.

    Attributes:
        distances: int64, shape ``(len(target) + 1, len(pred) + 1)``: row ``i``, column ``j`` is the
            distance of the first ``j`` tokens of the prediction to the first ``i`` of the
            reference; the last cell is the distance.
        path: the cells ``(row, column)`` of one best path, from the first cell to the last.
        pred: the prediction's tokens.
        target: the reference's tokens.

    """

    distances: IntArray
    path: tuple[tuple[int, int], ...]
    pred: tuple[str, ...]
    target: tuple[str, ...]

    @property
    def distance(self) -> int:
        """The edit distance."""
        return int(self.distances[-1, -1])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self.distances, dtype=dtype)

    def __str__(self) -> str:
        """Draw the matrix as text, the cells of the path in brackets."""
        return aligned_columns(
            ["", "", *map(visible, self.target)],
            [
                [header, *(self._cell(row, column) for row in range(len(self.distances)))]
                for column, header in enumerate(["", *map(visible, self.pred)])
            ],
            width=10**9,
        )

    def _cell(self, row: int, column: int) -> str:
        value = int(self.distances[row, column])
        return f"[{value}]" if (row, column) in self.path else f" {value}"

    def to_html(self) -> str:
        """Draw the matrix as a table that stands by itself, the path in bold on a background."""
        cell = "padding:.2em .6em;border:1px solid #8886"
        on_path = f"{cell};background:#8885;font-weight:bold"
        head = "".join(f'<th scope="col" style="{cell}">{inert(token)}</th>' for token in self.pred)
        rows = "".join(
            f'<tr><th scope="row" style="{cell}">{inert(header) if header else ""}</th>'
            + "".join(
                f'<td style="{on_path if (row, column) in self.path else cell}">{int(value)}</td>'
                for column, value in enumerate(self.distances[row])
            )
            + "</tr>"
            for row, header in enumerate(["", *self.target])
        )
        return (
            '<table class="levmetrics-matrix" style="border-collapse:collapse;text-align:center;'
            'font-family:monospace">'
            '<caption style="font-family:sans-serif;font-size:.9em;margin-bottom:.4em">'
            f"Edit distance {self.distance}</caption>"
            f'<tr><td style="{cell}"></td><td style="{cell}"></td>{head}</tr>{rows}</table>'
        )

    _repr_html_ = to_html


def edit_matrix(
    pred: Any,
    target: Any,
    *,
    substitution_cost: int = 1,
    tokenizer: TokenizerLike = "char",
    normalizer: NormalizerLike = None,
) -> EditMatrix:
    """Compute the matrix of two short texts, with one best path through it.

    Args:
        pred: a text, or a list of tokens.
        target: the same.
        substitution_cost: cost of replacing one token by another; insertions and deletions are 1.
        tokenizer: see :func:`levmetrics.tokenizers.get_tokenizer`.
        normalizer: see :func:`levmetrics.normalizers.get_normalizer`.

    Raises:
        InputError: for anything that is no text, or for texts whose matrix has more than ten
            million cells.

    Source: Wagner and Fischer, "The String-to-String Correction Problem", J. ACM 1974; the example
    is of Gilleland, "Levenshtein Distance, in Three Flavors".

    >>> print(edit_matrix("GUMBO", "GAMBOL"))
             G   U   M   B   O
      [0]  1   2   3   4   5
    G  1  [0]  1   2   3   4
    A  2   1  [1]  2   3   4
    M  3   2   2  [1]  2   3
    B  4   3   3   2  [1]  2
    O  5   4   4   3   2  [1]
    L  6   5   5   4   3  [2]

    """
    preds = single_tokens(pred, "pred", tokenizer, normalizer)
    targets = single_tokens(target, "target", tokenizer, normalizer)
    distances = distance_matrix(preds, targets, substitution_cost, 1)
    return EditMatrix(
        distances,
        tuple(best_path(distances, preds, targets, substitution_cost, 1)),
        tuple(map(str, preds)),
        tuple(map(str, targets)),
    )


def distance_matrix(
    pred: Sequence[Hashable], target: Sequence[Hashable], substitution_cost: int, gap_cost: int
) -> IntArray:
    """Fill the matrix row by row.

    Args:
        pred: the prediction's tokens, one a column.
        target: the reference's tokens, one a row.
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
    numbers: dict[Hashable, int] = {}
    columns = np.array([numbers.setdefault(t, len(numbers)) for t in pred], np.int64)
    gaps = gap_cost * np.arange(shape[1])
    matrix = np.empty(shape, np.int64)
    matrix[0] = gaps
    for i, token in enumerate(target, start=1):
        replaced = np.where(columns == numbers.get(token, -1), 0, substitution_cost)
        above = matrix[i - 1]
        row = np.concatenate(
            [above[:1] + gap_cost, np.minimum(above[:-1] + replaced, above[1:] + gap_cost)]
        )
        # A run of insertions: the least of all cells to the left, each with its way to here.
        matrix[i] = np.minimum.accumulate(row - gaps) + gaps
    return matrix


def best_path(
    matrix: IntArray,
    pred: Sequence[Hashable],
    target: Sequence[Hashable],
    substitution_cost: int,
    gap_cost: int,
) -> list[tuple[int, int]]:
    """Return the cells of one best path; of equal ways the diagonal, then the deletion.

    Args:
        matrix: as :func:`distance_matrix` returns it for the other arguments.
        pred: the prediction's tokens.
        target: the reference's tokens.
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

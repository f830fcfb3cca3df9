"""The dynamic-programming matrix of the edit distance, as textbooks draw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.columns import InputError
from levmetrics.normalizers import NormalizerLike
from levmetrics.pairs import numbered, single_tokens
from levmetrics.rendering import aligned_columns, inert, visible
from levmetrics.similarity import checked_substitution_cost
from levmetrics.tokenizers import TokenizerLike

_LARGEST = 10_000_000  # cells; 80 MB
_DRAWN = 50  # tokens a side, as many as anybody reads


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
        """Draw the matrix as text, the cells of the path in brackets; of a large one the corner."""
        path = self._drawn_path()
        columns = [
            [
                header,
                *(
                    f"[{value}]" if (row, column) in path else f" {value}"
                    for row, value in enumerate(self.distances[: _DRAWN + 1, column].tolist())
                ),
            ]
            for column, header in enumerate(["", *map(visible, self.pred[:_DRAWN])])
        ]
        labels = ["", "", *map(visible, self.target[:_DRAWN])]
        drawn = aligned_columns(labels, columns, width=10**9)
        return f"{drawn}\n{self._left_out()}" if self._left_out() else drawn

    def to_html(self) -> str:
        """Draw the matrix as a table that stands by itself, the path in bold on a background.

        Of a large matrix only the corner of the first 50 tokens is drawn, and the caption says so:
        a notebook draws whatever a cell returns.
        """
        cell = "padding:.2em .6em;border:1px solid #8886"
        on_path = f"{cell};background:#8885;font-weight:bold"
        path = self._drawn_path()
        head = "".join(
            f'<th scope="col" style="{cell}">{inert(token)}</th>' for token in self.pred[:_DRAWN]
        )
        rows = "".join(
            f'<tr><th scope="row" style="{cell}">{inert(header) if header else ""}</th>'
            + "".join(
                f'<td style="{on_path if (row, column) in path else cell}">{value}</td>'
                for column, value in enumerate(self.distances[row, : _DRAWN + 1].tolist())
            )
            + "</tr>"
            for row, header in enumerate(["", *self.target[:_DRAWN]])
        )
        caption = "; ".join(filter(None, [f"Edit distance {self.distance}", self._left_out()]))
        return (
            '<table class="levmetrics-matrix" style="border-collapse:collapse;text-align:center;'
            'font-family:monospace">'
            '<caption style="font-family:sans-serif;font-size:.9em;margin-bottom:.4em">'
            f"{caption}</caption>"
            f'<tr><td style="{cell}"></td><td style="{cell}"></td>{head}</tr>{rows}</table>'
        )

    def _drawn_path(self) -> set[tuple[int, int]]:
        return {cell for cell in self.path if max(cell) <= _DRAWN}

    def _left_out(self) -> str:
        """Say what a drawing leaves out; nothing of a small matrix."""
        sizes = len(self.target), len(self.pred)
        if max(sizes) <= _DRAWN:
            return ""
        reference, prediction = (f"{min(size, _DRAWN)} of {size:,}" for size in sizes)
        return f"drawn: the first {reference} reference and {prediction} predicted tokens"

    _repr_html_ = to_html


def edit_matrix(
    pred: Any,
    target: Any,
    *,
    substitution_cost: int = 1,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
) -> EditMatrix:
    """Compute the matrix of two short texts, with one best path through it.

    Args:
        pred: a text, or a list of tokens.
        target: the same.
        substitution_cost: cost of replacing one token by another; insertions and deletions are 1.
        tokenizer: of texts, characters by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens take none.
        normalizer: of texts; see :func:`levmetrics.normalizers.get_normalizer`.

    Raises:
        InputError: for anything that is no text, a cost that is no whole number of 0 or more, or
            texts whose matrix has more than ten million cells.

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
    # One that costs more than a deletion and an insertion is never made.
    cost = min(checked_substitution_cost(substitution_cost), 3)
    preds, targets = (
        single_tokens(text, name, tokenizer, normalizer, default_tokenizer="char")
        for text, name in ((pred, "pred"), (target, "target"))
    )
    sides = numbered(preds, targets)
    distances = distance_matrix(*sides, cost, 1)
    distances.flags.writeable = False
    return EditMatrix(
        distances,
        tuple(best_path(distances, *sides, cost, 1)),
        tuple(map(str, preds)),
        tuple(map(str, targets)),
    )


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

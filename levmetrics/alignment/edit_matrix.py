"""The dynamic-programming matrix of an edit distance, drawn as in textbooks."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.edits.matrix import best_path, distance_matrix
from levmetrics.edits.pairs import numbered
from levmetrics.edits.reader import SampleLike, both_tokens
from levmetrics.inputs.arguments import checked_whole_number
from levmetrics.inputs.arrays import IntArray
from levmetrics.normalizers import NormalizerLike
from levmetrics.rendering.html import render
from levmetrics.rendering.text import aligned_columns, visible
from levmetrics.tokenizers import TokenizerLike

_MAX_DRAWN = 50  # tokens of each text


class MatrixWords(NamedTuple):
    """The words of a drawn matrix.

    Attributes:
        caption: the caption of the table, with the placeholder ``{distance}``.
        reference: the label of the vertical axis.
        prediction: the label of the horizontal axis.

    """

    caption: str = "Edit distance {distance}"
    reference: str = "reference ↓"
    prediction: str = "prediction →"


_WORDS = MatrixWords()


@dataclass(frozen=True, eq=False)
class EditMatrix:
    """The edit distances between all prefixes of a reference and all prefixes of a prediction.

    Attributes:
        distances: int64, shape ``(len(target) + 1, len(pred) + 1)``: row ``i``, column ``j`` is the
            distance between the first ``i`` tokens of the reference and the first ``j`` of the
            prediction; the last cell is the distance of the texts.
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

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        return np.array(self.distances, dtype=dtype)

    def __str__(self) -> str:
        """Return the matrix drawn as text, with the cells of the path in brackets.

        Only the first 50 tokens of each text are drawn.
        """
        path = self._drawn_path()
        columns = [
            [
                header,
                *(
                    f"[{value}]" if (row, column) in path else f" {value}"
                    for row, value in enumerate(self.distances[: _MAX_DRAWN + 1, column].tolist())
                ),
            ]
            for column, header in enumerate(["", *map(visible, self.pred[:_MAX_DRAWN])])
        ]
        labels = ["", "", *map(visible, self.target[:_MAX_DRAWN])]
        drawn = aligned_columns(labels, columns, width=10**9)
        note = self._truncation_note()
        return f"{drawn}\n{note}" if note else drawn

    def to_html(self, words: MatrixWords = _WORDS) -> str:
        """Return the matrix as a self-contained HTML table, the path in bold on a background.

        Only the first 50 tokens of each text are drawn, because a notebook draws every result of a
        cell; the caption says if tokens are missing.

        Args:
            words: the words of the caption and the axes.

        """
        return render(
            "edit_matrix.html.j2",
            caption=words.caption.format(distance=self.distance),
            words=words,
            left_out=self._truncation_note(),
            pred=self.pred[:_MAX_DRAWN],
            target=self.target[:_MAX_DRAWN],
            rows=self.distances[: _MAX_DRAWN + 1, : _MAX_DRAWN + 1].tolist(),
            path=self._drawn_path(),
        )

    def _drawn_path(self) -> set[tuple[int, int]]:
        return {cell for cell in self.path if max(cell) <= _MAX_DRAWN}

    def _truncation_note(self) -> str:
        """Return a note on the tokens that are not drawn; ``""`` if all are."""
        sizes = len(self.target), len(self.pred)
        if max(sizes) <= _MAX_DRAWN:
            return ""
        reference, prediction = (f"{min(size, _MAX_DRAWN)} of {size:,}" for size in sizes)
        return f"drawn: the first {reference} reference and {prediction} predicted tokens"

    _repr_html_ = to_html


def edit_matrix(
    prediction: SampleLike,
    reference: SampleLike,
    *,
    substitution_cost: int = 1,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
) -> EditMatrix:
    """Return the edit matrix of two short texts, with one best path through it.

    Args:
        prediction: a text, or a list of tokens.
        reference: the same.
        substitution_cost: the cost of a substitution; insertions and deletions cost 1.
        tokenizer: splits texts, by default into characters; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens take none.
        normalizer: normalizes texts; see :func:`levmetrics.normalizers.get_normalizer`.

    Raises:
        InputError: for a value that is not a text, a cost that is not a whole number of 0 or more,
            or a matrix of more than ten million cells.

    Source: Wagner and Fischer, "The String-to-String Correction Problem", J. ACM 1974; the example
    is from Gilleland, "Levenshtein Distance, in Three Flavors".

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
    cost = checked_whole_number(substitution_cost, "substitution_cost", 0)
    sides = both_tokens(prediction, reference, tokenizer, normalizer, default_tokenizer="char")
    return matrix_of_tokens(*sides, cost)


def matrix_of_tokens(
    pred_tokens: Sequence[Hashable], target_tokens: Sequence[Hashable], substitution_cost: int
) -> EditMatrix:
    """Return the edit matrix of the tokens of two short texts, with one best path through it.

    Args:
        pred_tokens: the prediction's tokens; hashable, and equal to themselves.
        target_tokens: the reference's tokens.
        substitution_cost: the cost of a substitution, a whole number of 0 or more.

    Raises:
        InputError: if the matrix would have more than ten million cells.

    >>> matrix_of_tokens(["is", "it"], ["it", "is"], 1).distances.tolist()
    [[0, 1, 2], [1, 1, 1], [2, 1, 2]]

    """
    # A substitution that costs more than a deletion and an insertion is never made.
    cost = min(substitution_cost, 3)
    sides = numbered(pred_tokens, target_tokens)
    distances = distance_matrix(*sides, cost, 1)
    distances.flags.writeable = False
    return EditMatrix(
        distances=distances,
        path=tuple(best_path(distances, *sides, cost, 1)),
        pred=tuple(map(str, pred_tokens)),
        target=tuple(map(str, target_tokens)),
    )

"""The kind of every token in an alignment: a hit, or a kind of edit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from levmetrics.edits.kernel import pair_edits
from levmetrics.edits.numbering import NumberedRows
from levmetrics.edits.pairs import DELETE, INSERT, KINDS, TokenPairs
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.tokens import Tokens
from levmetrics.lazy import pa

HIT = len(KINDS)
"""The number of a hit, after those of the kinds of edits."""


@dataclass(frozen=True)
class TokenKinds:
    """The kinds of the tokens of one side.

    Attributes:
        offsets: where each row starts; int64, shape ``(rows + 1,)``.
        kinds: the edit of every token, as an index of :data:`levmetrics.edits.pairs.KINDS`, or
            ``HIT``; int8, shape ``(tokens,)``.

    """

    offsets: IntArray
    kinds: npt.NDArray[np.int8]

    @property
    def row(self) -> IntArray:
        """The row of every token; shape ``(tokens,)``."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    def count(self, among: npt.NDArray[np.bool_]) -> IntArray:
        """Return the number of chosen tokens of each row.

        Args:
            among: whether a token is chosen; shape ``(tokens,)``.

        Returns:
            int64, shape ``(rows,)``.

        """
        return np.bincount(self.row[among], minlength=len(self.offsets) - 1)


def token_kinds(preds: NumberedRows, target: NumberedRows) -> tuple[TokenKinds, TokenKinds]:
    """Align the rows one to one with the fewest edits, and return the kind of every token.

    The hits and substitutions of both sides are the same pairs of tokens, in the same order.

    Args:
        preds: the tokens of the predictions.
        target: the tokens of the references.

    Returns:
        The kinds of the tokens of predictions and of references.

    >>> pred, target = (NumberedRows(np.array([1, n]), np.array([0, 2])) for n in (3, 2))
    >>> [side.kinds.tolist() for side in token_kinds(pred, target)]
    [[3, 0], [3, 0]]

    """
    edits = pair_edits(TokenPairs(token_column(preds), token_column(target)))

    def kinds_of(rows: NumberedRows, index: IntArray, without: int) -> TokenKinds:
        kinds = np.full(len(rows.numbers), HIT, np.int8)
        has_token = edits.kind != without
        places = rows.offsets[edits.pair[has_token]] + index[has_token]
        kinds[places] = edits.kind[has_token]
        return TokenKinds(rows.offsets, kinds)

    return kinds_of(preds, edits.pred, DELETE), kinds_of(target, edits.target, INSERT)


def token_column(rows: NumberedRows) -> Tokens:
    """Return rows of numbers as a token column."""
    numbers = pa.array(rows.numbers, pa.int64())
    return Tokens(pa.LargeListArray.from_arrays(pa.array(rows.offsets, pa.int64()), numbers))

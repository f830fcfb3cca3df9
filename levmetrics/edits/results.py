"""What a kernel finds of every pair: distances, counts and edits, as arrays."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray

Costs: TypeAlias = Literal["unit", "nist", "kaldi"]
EditKind: TypeAlias = Literal["replace", "delete", "insert"]

KINDS: tuple[EditKind, ...] = ("replace", "delete", "insert")
"""The kinds of edits, in the order of their numbers."""

REPLACE, DELETE, INSERT = range(len(KINDS))


def weights(costs: Costs) -> tuple[int, int]:
    """Return what a deletion or insertion costs, and what a substitution.

    >>> weights("unit"), weights("nist")
    ((1, 1), (3, 4))

    """
    return (3, 4) if costs == "nist" else (1, 1)


class PairDistances(NamedTuple):
    """The edit distance and the lengths of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        distance: the smallest total cost of insertions, deletions (1 each) and substitutions.
        pred_length: tokens in the prediction.
        target_length: tokens in the reference.

    """

    distance: IntArray
    pred_length: IntArray
    target_length: IntArray


class PairCounts(NamedTuple):
    """Substitutions, hits and lengths of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        substitutions: reference tokens that are aligned with another token.
        hits: reference tokens that are aligned with an equal token.
        pred_length: tokens in the prediction, where words are merged as many as the reference has.
        target_length: tokens in the reference.

    """

    substitutions: IntArray
    hits: IntArray
    pred_length: IntArray
    target_length: IntArray

    @property
    def deletions(self) -> IntArray:
        """Reference tokens that are aligned with none."""
        return self.target_length - self.hits - self.substitutions

    @property
    def insertions(self) -> IntArray:
        """Predicted tokens that are aligned with none."""
        return self.pred_length - self.hits - self.substitutions


class PairMerges(NamedTuple):
    """Where words that one side joins match, pair by pair: int64 arrays of shape ``(merges,)``.

    Attributes:
        pair: the index of the merge's pair.
        target_start: the first token of the reference in it.
        target_end: the first one after it.
        pred_start: the first token of the prediction in it.
        pred_end: the first one after it.

    """

    pair: IntArray
    target_start: IntArray
    target_end: IntArray
    pred_start: IntArray
    pred_end: IntArray


class PairEdits(NamedTuple):
    """The edits of one best alignment of every pair, pair by pair; shape ``(edits,)``.

    Attributes:
        pair: the index of the edit's pair; int64.
        kind: its kind, as an index of :data:`KINDS`; int8.
        target: the index of the reference's token, or for an insertion of the token before which
            it is; int64.
        pred: the index of the prediction's token, or for a deletion of the token before which the
            deleted one would be; int64.

    """

    pair: IntArray
    kind: npt.NDArray[np.int8]
    target: IntArray
    pred: IntArray

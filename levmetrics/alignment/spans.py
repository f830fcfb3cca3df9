"""Spans of all pairs: runs of equal, substituted, deleted or inserted tokens, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from levmetrics.edits.kernel import pair_distances, pair_edits
from levmetrics.edits.pairs import DELETE, INSERT, KINDS, TokenPairs
from levmetrics.inputs.arrays import IntArray

EQUAL = len(KINDS)
"""The kind of a span without edits, a number that no kind of edit has."""


class Spans(NamedTuple):
    """The spans of all pairs, pair by pair and in order; int64, shape ``(spans,)`` each.

    Attributes:
        pair: the index of the span's pair.
        kind: an index of :data:`levmetrics.edits.pairs.KINDS`, or :data:`EQUAL`.
        target_start: its first token in the reference.
        target_end: the first one after it.
        pred_start: its first token in the prediction.
        pred_end: the first one after it.

    """

    pair: IntArray
    kind: IntArray
    target_start: IntArray
    target_end: IntArray
    pred_start: IntArray
    pred_end: IntArray

    def sizes(self) -> IntArray:
        """Return the number of equal, substituted, deleted or inserted tokens of each span."""
        of_target, of_pred = self.target_end - self.target_start, self.pred_end - self.pred_start
        sizes: IntArray = np.maximum(of_target, of_pred)
        return sizes


def pair_spans(pairs: TokenPairs) -> Spans:
    """Return, for every sample, the spans of one alignment with the fewest edits.

    It is the alignment of :func:`levmetrics.edits.kernel.pair_edits`; its spans together cover all
    tokens of both sides.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.

    By hand: against the reference "abcd", "bcxd" lacks the "a", and has an "x" before the "d".

    >>> from levmetrics.edits.reader import token_pairs
    >>> spans = pair_spans(token_pairs(["bcxd"], ["abcd"], "char"))
    >>> spans.kind.tolist(), spans.target_end.tolist(), spans.pred_end.tolist()
    ([1, 3, 2, 3], [1, 3, 3, 4], [0, 2, 3, 4])

    """
    _, pred_lengths, target_lengths = pair_distances(pairs)
    edits, numbers = pair_edits(pairs), np.arange(len(pairs.preds))
    # After each pair's edits comes an empty span at its end, which holds the equal run before it.
    pair = np.concatenate([edits.pair, numbers])
    order = np.argsort(pair, kind="stable")
    pair = pair[order]
    kind = np.concatenate([edits.kind, np.full(len(numbers), EQUAL)])[order]
    target = np.concatenate([edits.target, target_lengths])[order]
    pred = np.concatenate([edits.pred, pred_lengths])[order]
    target_end = target + (kind <= DELETE)
    pred_end = pred + ((kind != DELETE) & (kind <= INSERT))
    is_first = np.diff(pair, prepend=-1) != 0
    target_done, pred_done = (
        np.where(is_first, 0, np.roll(end, 1)) for end in (target_end, pred_end)
    )
    is_start = is_first | (target > target_done) | (np.diff(kind, prepend=-1) != 0)
    starts = np.flatnonzero(is_start)
    stops = np.append(starts, len(pair))[1:] - 1
    before = np.full(len(starts), EQUAL), target_done[starts], target[starts], pred_done[starts]
    within = kind[starts], target[starts], target_end[stops], pred[starts]
    columns = [
        np.stack(column, axis=1).ravel()
        for column in zip(
            (pair[starts], *before, pred[starts]),
            (pair[starts], *within, pred_end[stops]),
            strict=True,
        )
    ]
    spans = Spans(*columns)
    is_some = (spans.target_end > spans.target_start) | (spans.pred_end > spans.pred_start)
    return Spans(*(column[is_some] for column in spans))

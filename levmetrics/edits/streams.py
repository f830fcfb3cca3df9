"""Edit distances of token streams that may have times, such as the speakers of a meeting.

Tokens with times may be aligned only if their times overlap. The compiled kernel
(``native/streams.hpp``, ``native/columns.hpp``) computes the distances, or NumPy if it is missing;
the numbers are the same.

Source of the constraint: von Neumann, Boeddeker, Delcroix, Haeb-Umbach, "MeetEval: A Toolkit for
Computation of Word Error Rates for Meeting Transcription Systems", arXiv 2307.11394.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from levmetrics.edits import compiled, library
from levmetrics.inputs.arrays import FloatArray, IntArray, ranges
from levmetrics.system.work import seconds_left

CostArray: TypeAlias = npt.NDArray[np.int32]
_CELLS_OF_A_BLOCK = 1_000_000  # of an edit matrix, kept at once
_SEPARATE = 2  # the cost of two unaligned tokens: a deletion and an insertion


@dataclass(frozen=True)
class Streams:
    """Rows of tokens, which are numbers, with their times.

    Attributes:
        tokens: the tokens of all rows, as numbers from 0 on without large gaps, since a table has a
            place for each up to the largest; int64, shape ``(tokens,)``.
        offsets: where each row begins, and the last one ends; int64, shape ``(rows + 1,)``.
        begin: the begin of each token in seconds; float64. ``None``: tokens have no times.
        end: the same.

    """

    tokens: IntArray
    offsets: IntArray
    begin: FloatArray | None = None
    end: FloatArray | None = None

    @classmethod
    def concatenated(cls, parts: Sequence[Streams]) -> Streams:
        """Return the rows of one or several parts; their tokens all have times, or none has."""
        lengths = np.concatenate([part.lengths for part in parts])
        tokens = np.concatenate([part.tokens for part in parts])
        begin, end = (
            None if times[0] is None else np.concatenate(times)
            for times in zip(*((part.begin, part.end) for part in parts), strict=True)
        )
        return cls(tokens, np.r_[0, np.cumsum(lengths)], begin, end)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.offsets) - 1

    @property
    def lengths(self) -> IntArray:
        """The number of tokens of each row."""
        return np.diff(self.offsets)

    def row(self, number: int) -> Streams:
        """Return one row."""
        first, last = self.offsets[number : number + 2].tolist()
        return self.part(slice(first, last), np.array([0, last - first]))

    def within(self, first: int, last: int) -> Streams:
        """Return a slice of the tokens of one row."""
        if first <= 0 and last >= len(self.tokens):
            return self
        size = len(self.tokens[first:last])
        return self.part(slice(first, last), np.array([0, size]))

    def take(self, rows: Sequence[int] | IntArray) -> Streams:
        """Return some rows, in the order given."""
        rows = np.asarray(rows, np.int64)
        lengths = self.lengths[rows]
        return self.part(ranges(self.offsets[rows], lengths), np.r_[0, np.cumsum(lengths)])

    def joined(self, sizes: Sequence[int] | IntArray) -> Streams:
        """Return consecutive rows joined; ``sizes`` has the number of rows to join for each."""
        last = np.cumsum(np.asarray(sizes, np.int64))
        return Streams(self.tokens, self.offsets[np.r_[0, last]], self.begin, self.end)

    def backwards(self) -> Streams:
        """Return the rows in reverse order, each with its tokens in reverse order."""
        return self.part(slice(None, None, -1), self.offsets[-1] - self.offsets[::-1])

    def part(self, tokens: slice | IntArray, offsets: IntArray) -> Streams:
        """Return the selected tokens (indices over all rows) as rows that start at ``offsets``."""

        def part(column: FloatArray | None) -> FloatArray | None:
            return None if column is None else np.ascontiguousarray(column[tokens])

        numbers = np.ascontiguousarray(self.tokens[tokens])
        return Streams(numbers, np.ascontiguousarray(offsets), part(self.begin), part(self.end))

    def for_kernel(self) -> library.StreamPointers:
        """Return the addresses of the arrays."""
        begin, end = (
            None if times is None else times.ctypes.data for times in (self.begin, self.end)
        )
        return library.StreamPointers(
            self.tokens.ctypes.data, begin, end, self.offsets.ctypes.data, len(self)
        )


class StreamLinks(NamedTuple):
    """Alignments of pairs of streams.

    Attributes:
        distance: the fewest edits of each pair; int64, shape ``(pairs,)``.
        starts: where the links of each pair begin; int64, shape ``(pairs + 1,)``.
        links: for each token of all pairs' references, the number of the aligned token in its
            prediction's row, or -1.

    """

    distance: IntArray
    starts: IntArray
    links: IntArray


def stream_distances(
    target: Streams, pred: Streams, targets: IntArray, preds: IntArray
) -> IntArray:
    """Return the edit distance of each pair of rows.

    Args:
        target: the references.
        pred: the predictions, with times if the references have them.
        targets: the number of each pair's row in ``target``.
        preds: the same in ``pred``.

    >>> times = np.array([0.0, 1.0])
    >>> late = Streams(np.array([7, 8]), np.array([0, 2]), times + 1.5, times + 2.5)
    >>> reference = Streams(np.array([7, 8]), np.array([0, 2]), times, times + 1)
    >>> stream_distances(reference, late, np.array([0]), np.array([0]))
    array([3])

    """
    return _aligned(target, pred, targets, preds, None)[0]


def stream_links(target: Streams, pred: Streams, targets: IntArray, preds: IntArray) -> StreamLinks:
    """Return an alignment of each pair of rows with the fewest edits.

    Ties follow MeetEval's choice: from the end on, an insertion before a deletion, and a deletion
    before two aligned tokens. The arguments are those of :func:`stream_distances`.

    >>> offsets = np.array([0, 3])
    >>> reference, prediction = Streams(np.array([1, 2, 3]), offsets), np.array([1, 3, 4])
    >>> stream_links(reference, Streams(prediction, offsets), np.array([0]), np.array([0])).links
    array([ 0, -1,  1])

    """
    starts = np.r_[0, np.cumsum(target.lengths[targets])]
    distance, links = _aligned(target, pred, targets, preds, starts)
    return StreamLinks(distance, starts, links)


def _aligned(
    target: Streams, pred: Streams, targets: IntArray, preds: IntArray, starts: IntArray | None
) -> tuple[IntArray, IntArray]:
    """Return the distances, and the links, which begin at ``starts``."""
    links = np.full(0 if starts is None else starts[-1], -1)
    kernel = library.compiled_kernel()
    if kernel is None:
        return _portable_aligned(target, pred, targets, preds, starts, links), links
    distance = np.empty(len(targets), np.int64)
    rows = [np.ascontiguousarray(row, np.int64) for row in (targets, preds)]
    status = compiled.interruptibly(
        lambda cancelled: kernel.levmetrics_streams(
            target.for_kernel(),
            pred.for_kernel(),
            *[row.ctypes.data for row in rows],
            len(targets),
            cancelled,
            distance.ctypes.data,
            None if starts is None else starts.ctypes.data,
            None if starts is None else links.ctypes.data,
        ),
        cells=float((target.lengths[targets] * pred.lengths[preds]).sum()),
    )
    compiled.check_status(status)
    return distance, links


def moved_segments(
    segments: Streams, streams: Streams, start: IntArray, substitution: int, most_rounds: int
) -> tuple[int, IntArray] | None:
    """Move segments between streams while that reduces the errors.

    Args:
        segments: one row per segment, in their order.
        streams: one row per stream; at least one.
        start: the initial stream number of each segment; int64, shape ``(segments,)``.
        substitution: the cost of two aligned tokens that differ.
        most_rounds: how often each segment may be moved.

    Returns:
        The cost, and the stream number of each segment; ``None`` without the compiled kernel.

    """
    kernel = library.compiled_kernel()
    if kernel is None:
        return None
    chosen, cost = np.array(start, np.int64), np.zeros(1, np.int64)
    sides = segments, streams, segments.backwards(), streams.backwards()
    status = compiled.interruptibly(
        lambda cancelled: kernel.levmetrics_combination(
            *[side.for_kernel() for side in sides],
            substitution,
            most_rounds,
            cancelled,
            chosen.ctypes.data,
            cost.ctypes.data,
        ),
        cells=float(len(segments.tokens)) * len(streams.tokens),
    )
    compiled.check_status(status)
    return int(cost[0]), chosen


class Columns:
    """The costs of all prefixes of some streams, given tokens of references.

    A column has the costs of one stream, from none of its tokens to all. The columns of all streams
    are one array, int32, shape ``(tokens + streams,)``.

    Args:
        streams: the predictions.
        unit: the cost of an insertion or deletion.
        substitution: the cost of two aligned tokens that differ.

    Attributes:
        starts: where the column of each stream begins; int64, shape ``(streams,)``.
        ends: where its last cost is; the same.

    """

    def __init__(self, streams: Streams, unit: int = 1, substitution: int = 1) -> None:
        self.streams = streams
        self.starts = streams.offsets[:-1] + np.arange(len(streams))
        self.ends = streams.offsets[1:] + np.arange(len(streams))
        self._unit, self._substitution = unit, substitution

    def first(self) -> CostArray:
        """Return the costs given no reference token, which are those of insertions."""
        lengths = self.streams.lengths + 1
        return (ranges(np.zeros_like(lengths), lengths) * self._unit).astype(np.int32)

    def of_stream(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return each stream's value, repeated for each cost of its column."""
        repeated: npt.NDArray[Any] = np.repeat(values, self.streams.lengths + 1)
        return repeated

    def append(
        self, segment: Streams, costs: CostArray, is_active: npt.NDArray[np.bool_]
    ) -> CostArray:
        """Return the costs after more reference tokens.

        Args:
            segment: one row of tokens.
            costs: the costs before.
            is_active: whether each stream's reference gets the tokens; the others keep their costs.

        """
        kernel = library.compiled_kernel()
        if kernel is None:
            return self._portable_append(segment, costs, is_active)
        # The kernel reads contiguous rows, which those of backward columns are not.
        costs, is_active = np.ascontiguousarray(costs), np.ascontiguousarray(is_active)
        most = compiled.CELLS_OF_A_MOMENT // max(len(costs), 1) + 1
        for first in range(0, len(segment.tokens), most):  # so that it can be interrupted
            seconds_left()
            part = segment.within(first, first + most)
            costs = self._compiled_append(kernel, part, costs, is_active)
        return costs if len(segment.tokens) else costs.copy()

    def _compiled_append(
        self,
        kernel: ctypes.CDLL,
        segment: Streams,
        costs: CostArray,
        is_active: npt.NDArray[np.bool_],
    ) -> CostArray:
        after = np.empty_like(costs)
        compiled.check_status(
            kernel.levmetrics_append(
                segment.for_kernel(),
                self.streams.for_kernel(),
                is_active.ctypes.data,
                self._unit,
                self._substitution,
                costs.ctypes.data,
                after.ctypes.data,
            )
        )
        return after

    def least(self, costs: CostArray) -> CostArray:
        """Return the lowest cost of each stream."""
        least: CostArray = np.minimum.reduceat(costs, self.starts)
        return least

    def last(self, costs: CostArray) -> CostArray:
        """Return the cost of each whole stream."""
        last: CostArray = costs[self.ends]
        return last

    def _portable_append(
        self, segment: Streams, costs: CostArray, is_active: npt.NDArray[np.bool_]
    ) -> CostArray:
        after: CostArray = costs.copy()
        for number in np.flatnonzero(is_active).tolist():
            stream = self.streams.row(number)
            column = slice(self.starts[number], self.ends[number] + 1)
            for row in _rows(segment, stream, after[column], self._unit, self._substitution):
                after[column] = row
        return after


def _rows(
    target: Streams, pred: Streams, row: IntArray | CostArray, unit: int, substitution: int
) -> list[IntArray]:
    """Return the rows of an edit matrix after its first row, one for each reference token."""
    found = []
    steps = np.arange(len(row)) * unit
    for i in range(len(target.tokens)):
        seconds_left()
        cost = np.where(pred.tokens == target.tokens[i], 0, substitution)
        if target.begin is not None and target.end is not None:
            assert pred.begin is not None
            assert pred.end is not None
            is_at_once = (target.begin[i] < pred.end) & (target.end[i] > pred.begin)
            cost = np.where(is_at_once, cost, _SEPARATE * unit)
        next_row = row.astype(np.int64) + unit
        np.minimum(next_row[1:], row[:-1] + cost, out=next_row[1:])
        row = np.minimum.accumulate(next_row - steps) + steps
        found.append(row)
    return found


def _portable_aligned(
    target: Streams,
    pred: Streams,
    targets: IntArray,
    preds: IntArray,
    starts: IntArray | None,
    links: IntArray,
) -> IntArray:
    distance = np.empty(len(targets), np.int64)
    for pair, (i, j) in enumerate(zip(targets.tolist(), preds.tolist(), strict=True)):
        sides = target.row(i), pred.row(j)
        blocks = [*_blocks(*sides)]
        distance[pair] = blocks.pop().row[-1]
        if starts is not None:
            _trace(*sides, blocks, links[starts[pair] : starts[pair + 1]])
    return distance


class _Block(NamedTuple):
    """The row of an edit matrix before a block of reference tokens, and the number of the first."""

    first: int
    row: IntArray


def _blocks(target: Streams, pred: Streams) -> Iterator[_Block]:
    """Yield the blocks of an edit matrix, of which few rows are in memory; the last is empty."""
    size, row = len(target.tokens), np.arange(len(pred.tokens) + 1)
    length = max(isqrt(size), _CELLS_OF_A_BLOCK // len(row), 1)
    for first in range(0, size, length):
        yield _Block(first, row)
        row = _rows(target.within(first, first + length), pred, row, 1, 1)[-1]
    yield _Block(size, row)


def _trace(target: Streams, pred: Streams, blocks: Sequence[_Block], links: IntArray) -> None:
    """Write the links of an alignment; the rows of each block are computed again."""
    i, j = len(target.tokens), len(pred.tokens)
    for first, row in reversed(blocks):
        matrix = [row, *_rows(target.within(first, i), pred, row, 1, 1)]
        while i > first and j:
            above, here = matrix[i - 1 - first], matrix[i - first]
            deleted, inserted = above[j] + 1, here[j - 1] + 1
            aligned = above[j - 1] + (target.tokens[i - 1] != pred.tokens[j - 1])
            if aligned < min(deleted, inserted) and _overlap(target, i - 1, pred, j - 1):
                i, j = i - 1, j - 1
                links[i] = j
            elif deleted < inserted:
                i -= 1
            else:
                j -= 1
        if not j:
            break


def _overlap(target: Streams, i: int, pred: Streams, j: int) -> bool:
    if target.begin is None or target.end is None or pred.begin is None or pred.end is None:
        return True
    return bool(target.begin[i] < pred.end[j] and target.end[i] > pred.begin[j])

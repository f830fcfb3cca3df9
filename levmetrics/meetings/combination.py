"""To which stream each segment belongs, so that the errors of all streams are the fewest (ORC).

Segments keep their order. An exact search prices them. The price of a segment is paid back to the
stream that takes it; then each stream may choose its segments by itself, by dynamic programming,
and the costs of all streams and the prices together are a lower bound of the errors. Prices move
until the bound meets the errors of an assignment that was found, which is then proved the best.
Where it does not, the search is divided by the stream of one segment.

Sources: Sklyar, Piunova, Zheng, Liu, "Multi-turn RNN-T for streaming recognition of multi-party
speech", arXiv 2112.10200, for the optimal reference combination word error rate; von Neumann et
al., "On Word Error Rate Definitions and their Efficient Computation for Multi-Speaker Speech
Recognition Systems", arXiv 2211.16112, for its computation by columns of edit matrices; MeetEval
0.4.3 for the greedy search; Fisher, "The Lagrangian relaxation method for solving integer
programming problems", Management Science 1981, for the bound; Bertsekas, "The auction algorithm: a
distributed relaxation method for the assignment problem", Annals of Operations Research 1988, for
prices between the best and the second best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.edits.streams import Columns, CostArray, Streams
from levmetrics.errors import InputError
from levmetrics.work import seconds_left

_MOST_ROUNDS = 49  # of the greedy search, which ends before
_PRICE = 64  # so finely an error is divided
_MOST_BYTES = 400_000_000  # of the columns of an exact search
_MOST_SWEEPS = 2_000
_PATIENCE = 6  # sweeps in which the bound does not move
_NEVER = np.iinfo(np.int32).max // 2


class Combination(NamedTuple):
    """An assignment of segments to streams.

    Attributes:
        errors: of all streams.
        streams: the number of each segment's stream; int64, shape ``(segments,)``.

    """

    errors: int
    streams: IntArray


def greedy_combination(segments: Streams, streams: Streams, start: IntArray) -> Combination:
    """Move segments between streams while that makes the errors fewer, as MeetEval does.

    Moves are made first with substitutions that cost 2, and then with those that cost 1.

    Args:
        segments: a row each, in their order.
        streams: a row each; one at least.
        start: the number of each segment's stream at first; int64, shape ``(segments,)``.

    >>> streams = Streams(np.array([1, 2, 3]), np.array([0, 1, 3]))
    >>> segments = Streams(np.array([2, 1, 3]), np.array([0, 1, 2, 3]))
    >>> greedy_combination(segments, streams, np.array([0, 0, 0]))
    Combination(errors=0, streams=array([1, 0, 1]))

    """
    errors, chosen = 0, start
    for substitution in (2, 1):
        errors, chosen = _improved(segments, streams, chosen, substitution)
    return Combination(errors, chosen)


def _improved(
    segments: Streams, streams: Streams, start: IntArray, substitution: int
) -> tuple[int, IntArray]:
    """Move segments until no move makes the cost less; return the cost and their streams."""
    columns = Columns(streams, substitution=substitution)
    behind = Columns(streams.backwards(), substitution=substitution)
    rows = [segments.row(number) for number in range(len(segments))]
    backward_rows = [row.backwards() for row in rows]
    every = np.ones(len(streams), np.bool_)
    chosen = start.copy()
    for _ in range(_MOST_ROUNDS):
        seconds_left()
        is_chosen = chosen[:, None] == np.arange(len(streams))
        suffixes = [columns.backwards(behind.first())]
        for row, is_one in zip(reversed(backward_rows), is_chosen[::-1], strict=True):
            before = behind.append(row, suffixes[-1][::-1], is_one[::-1])
            suffixes.append(columns.backwards(before))
        suffixes.reverse()
        costs = columns.first()
        moved = chosen.copy()
        for number, row in enumerate(rows):
            with_row = columns.append(row, costs, every)
            suffix = suffixes[number + 1]
            more = columns.least(with_row + suffix) - columns.least(costs + suffix)
            best = int(more.argmin())
            if more[best] < more[chosen[number]]:
                moved[number] = best
            costs = np.where(
                columns.of_stream(every & (np.arange(len(every)) == moved[number])), with_row, costs
            )
        is_done = np.array_equal(moved, chosen)
        chosen = moved
        if is_done:
            break
    return int(columns.last(costs).sum()), chosen


def best_combination(segments: Streams, streams: Streams, start: IntArray) -> Combination:
    """Assign segments to streams with the fewest errors.

    Args:
        segments: a row each, in their order.
        streams: a row each; one at least.
        start: the number of each segment's stream to begin with; int64, shape ``(segments,)``.

    Raises:
        InputError: if the search would take too much memory, or too long.

    >>> streams = Streams(np.array([1, 2, 3]), np.array([0, 1, 3]))
    >>> segments = Streams(np.array([2, 1, 3]), np.array([0, 1, 2, 3]))
    >>> best_combination(segments, streams, np.array([0, 0, 0]))
    Combination(errors=0, streams=array([1, 0, 1]))

    """
    found = greedy_combination(segments, streams, start)
    if len(streams) == 1 or not len(segments):
        return found
    size = int(streams.offsets[-1]) + len(streams)
    if 4 * size * len(segments) > _MOST_BYTES:
        raise InputError("session.search_memory", segments=len(segments), tokens=size)
    search = _Search(segments, streams, found)
    search.run()
    return search.best


@dataclass
class _Node:
    """A part of the search.

    Attributes:
        is_open: whether a segment may belong to a stream; shape ``(segments, streams)``.
        prices: of each segment, in parts of an error; int32.

    """

    is_open: npt.NDArray[np.bool_]
    prices: CostArray


class _Search:
    """The exact search.

    Attributes:
        best: the best assignment so far.

    """

    def __init__(self, segments: Streams, streams: Streams, best: Combination) -> None:
        self._segments, self._streams = segments, streams
        self._rows = [segments.row(number) for number in range(len(segments))]
        self._backward_rows = [row.backwards() for row in self._rows]
        self._columns = Columns(streams, _PRICE, _PRICE)
        self._behind = Columns(streams.backwards(), _PRICE, _PRICE)
        self._sweeps = 0
        self.best = best

    def run(self) -> None:
        shape = (len(self._rows), len(self._streams))
        nodes = [_Node(np.ones(shape, np.bool_), np.zeros(shape[0], np.int32))]
        while nodes:
            nodes += self._solved(nodes.pop())

    def _solved(self, node: _Node) -> list[_Node]:
        """Move the prices of a node; return the nodes that it is divided into, the best one last."""
        columns = self._columns
        suffix = columns.backwards(self._behind.first())
        kept: list[CostArray] = []
        for number in reversed(range(len(self._rows))):
            kept.append(suffix)
            with_row = self._appended(number, suffix, node, is_backward=True)
            suffix = self._chosen(number, suffix, with_row, node)
        kept.reverse()  # the suffix after each segment
        best_bound, stalled, is_backward = -_NEVER, 0, False
        more = np.full(node.is_open.shape, _NEVER)
        while True:
            self._sweeps += 1
            if self._sweeps > _MOST_SWEEPS:
                raise InputError("session.search_time", sweeps=_MOST_SWEEPS)
            bound = self._sweep(node, kept, more, is_backward=is_backward)
            if bound is None or -(-bound // _PRICE) >= self.best.errors:
                return []
            is_backward = not is_backward
            stalled = 0 if bound > best_bound else stalled + 1
            best_bound = max(best_bound, bound)
            if stalled == 0 and self._sweeps > 2:
                continue
            self._try(node, more)
            if -(-best_bound // _PRICE) >= self.best.errors:
                return []
            if stalled > _PATIENCE:
                return self._divided(node, more)

    def _sweep(
        self, node: _Node, kept: list[CostArray], more: IntArray, *, is_backward: bool
    ) -> int | None:
        """Price all segments, in their order or backwards; return the bound, or none if a segment
        has no stream left with which the errors would be fewer.

        Args:
            node: whose prices and open streams are changed.
            kept: of each segment the costs of what is after it in the sweep; then, of what is
                before it.
            more: what each segment costs in each stream more than out of it; is changed.
            is_backward: whether the last segment is the first.

        """
        columns = self._columns
        start = self._behind.first()[::-1] if is_backward else columns.first()
        numbers = range(len(self._rows))
        priced = int(node.prices[node.is_open.sum(axis=1) > 1].sum())
        costs = start
        for number in reversed(numbers) if is_backward else numbers:
            seconds_left()
            is_open = node.is_open[number]
            with_row = self._appended(number, costs, node, is_backward=is_backward)
            after = kept[number]
            kept[number] = costs
            if np.count_nonzero(is_open) > 1:
                without = columns.least(costs + after).astype(np.int64)
                row = np.where(is_open, columns.least(with_row + after) - without, _NEVER)
                more[number] = row
                priced -= int(node.prices[number])
                base = int(without.sum()) + priced
                is_open &= -(-(base + row) // _PRICE) < self.best.errors
                if not is_open.any():
                    return None
                least, second = np.partition(row, 1)[:2].tolist()
                node.prices[number] = (least + second) // 2
                if np.count_nonzero(is_open) > 1:
                    priced += int(node.prices[number])
            costs = self._chosen(number, costs, with_row, node)
        if is_backward:
            return int(costs[columns.starts].sum()) + priced
        return int(columns.last(costs).sum()) + priced

    def _appended(
        self, number: int, costs: CostArray, node: _Node, *, is_backward: bool
    ) -> CostArray:
        """Return the costs after a segment, in the streams that are open to it."""
        is_open = node.is_open[number]
        if is_backward:
            row = self._backward_rows[number]
            return self._behind.append(row, costs[::-1], is_open[::-1])[::-1]
        return self._columns.append(self._rows[number], costs, is_open)

    def _chosen(self, number: int, costs: CostArray, with_row: CostArray, node: _Node) -> CostArray:
        """Return the costs where each stream takes a segment for its price or leaves it.

        A segment that is open to one stream only must be taken by that.
        """
        is_open = node.is_open[number]
        if np.count_nonzero(is_open) == 1:
            return np.where(self._columns.of_stream(is_open), with_row, costs)
        price = np.where(is_open, node.prices[number], -_NEVER // 2)
        offer = with_row - self._columns.of_stream(price.astype(np.int32))
        return np.minimum(costs, offer)

    def _try(self, node: _Node, more: IntArray) -> None:
        """Begin a greedy search where prices point to."""
        start = np.where(node.is_open, more, _NEVER + 1).argmin(axis=1)
        errors, chosen = _improved(self._segments, self._streams, start, 1)
        if errors < self.best.errors:
            self.best = Combination(errors, chosen)

    def _divided(self, node: _Node, more: IntArray) -> list[_Node]:
        """Return a node for each stream of the segment whose streams differ least."""
        undecided = np.flatnonzero(node.is_open.sum(axis=1) > 1)
        if not len(undecided):  # each segment has one stream: the bound is the number of errors
            return []
        costs = np.where(node.is_open, more, _NEVER)[undecided]
        two = np.partition(costs, 1, axis=1)[:, :2]
        number = int(undecided[(two[:, 1] - two[:, 0]).argmin()])
        streams = np.flatnonzero(node.is_open[number])
        found = []
        for stream in streams[np.argsort(-more[number, streams], kind="stable")].tolist():
            is_open = node.is_open.copy()
            is_open[number] = np.arange(is_open.shape[1]) == stream
            found.append(_Node(is_open, node.prices.copy()))
        return found

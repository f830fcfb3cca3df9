"""The assignment of segments to streams with the fewest errors (ORC).

Segments keep their order. The exact search gives each segment a price, which the stream that takes
the segment gets back. Then each stream can choose its segments independently, by dynamic
programming, and the sum of all stream costs and prices is a lower bound of the errors. Prices are
adjusted until the bound meets the errors of a known assignment, which is then proved optimal.
Otherwise, the assignments that the bound does not exclude are enumerated from the first segment on.

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

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

import numpy as np

from levmetrics.edits.streams import Columns, CostArray, Streams, moved_segments
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray
from levmetrics.system.work import seconds_left

_MOST_ROUNDS = 49  # rounds of the greedy search, which ends earlier
_PRICE = 64  # parts of an error, the unit of prices
_MOST_BYTES = 400_000_000  # memory of the columns that a search keeps
_MOST_BEGINNINGS = 4_000  # assignments that are followed at once
_SLOW = _PRICE // 8  # if the bound moves less in a sweep, the assignments are enumerated
_MOST_SWEEPS = 100
_SWEEPS_BETWEEN_LISTS = 40
_NEVER = np.iinfo(np.int32).max // 2


class Combination(NamedTuple):
    """An assignment of segments to streams.

    Attributes:
        errors: the errors of all streams.
        streams: the stream of each segment, as a number; int64, shape ``(segments,)``.

    """

    errors: int
    streams: IntArray


def greedy_combination(segments: Streams, streams: Streams, start: IntArray) -> Combination:
    """Move segments between streams while that reduces the errors, as MeetEval does.

    Moves are made first with a substitution cost of 2, and then of 1.

    Args:
        segments: one row per segment, in their order.
        streams: one row per stream; at least one.
        start: the initial stream number of each segment; int64, shape ``(segments,)``.

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
    """Move segments until no move reduces the cost; return the cost and their streams."""
    found = moved_segments(segments, streams, start, substitution, _MOST_ROUNDS)
    return found or _portable_improved(segments, streams, start, substitution)


def _portable_improved(
    segments: Streams, streams: Streams, start: IntArray, substitution: int
) -> tuple[int, IntArray]:
    columns = Columns(streams, substitution=substitution)
    behind = Columns(streams.backwards(), substitution=substitution)
    rows = [segments.row(number) for number in range(len(segments))]
    backward_rows = [row.backwards() for row in rows]
    every = np.ones(len(streams), np.bool_)
    chosen = start.copy()
    for _ in range(_MOST_ROUNDS):
        suffixes = _suffixes(behind, backward_rows, chosen)
        costs = columns.first()
        moved = chosen.copy()
        for number, (row, suffix) in enumerate(zip(rows, suffixes, strict=True)):
            seconds_left()
            with_row = columns.append(row, costs, every)
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


def _suffixes(
    behind: Columns, backward_rows: Sequence[Streams], chosen: IntArray
) -> Iterator[CostArray]:
    """Yield the costs of the rest after each segment.

    If all of them would take too much memory, only those after each block of segments are kept, and
    the others are recomputed block by block.

    Args:
        behind: the costs of the reversed streams.
        backward_rows: the segments in their order, each with its tokens reversed.
        chosen: the stream number of each segment.

    """
    streams = np.arange(len(behind.streams))[::-1]

    def before(number: int, suffix: CostArray) -> CostArray:
        seconds_left()
        row, is_one = backward_rows[number], streams == chosen[number]
        return behind.append(row, suffix[::-1], is_one)[::-1]

    suffix, size = behind.first()[::-1], len(backward_rows)
    block = isqrt(size) if size * suffix.nbytes > _MOST_BYTES else size
    after_blocks = [suffix]
    for number in range(size - 1, block - 1, -1):
        suffix = before(number, suffix)
        if number % block == 0:
            after_blocks.append(suffix)
    for start in range(0, size, max(block, 1)):
        suffixes = [after_blocks.pop()]
        for number in range(min(start + block, size) - 1, start, -1):
            suffixes.append(before(number, suffixes[-1]))
        yield from reversed(suffixes)


def best_combination(segments: Streams, streams: Streams, start: IntArray) -> Combination:
    """Assign segments to streams with the fewest errors.

    Args:
        segments: one row per segment, in their order.
        streams: one row per stream; at least one.
        start: the initial stream number of each segment; int64, shape ``(segments,)``.

    Raises:
        InputError: if the search would take too much memory, or too long.

    >>> streams = Streams(np.array([1, 2, 3]), np.array([0, 1, 3]))
    >>> segments = Streams(np.array([2, 1, 3]), np.array([0, 1, 2, 3]))
    >>> best_combination(segments, streams, np.array([0, 0, 0]))
    Combination(errors=0, streams=array([1, 0, 1]))

    """
    if len(streams) == 1 or not len(segments):
        return greedy_combination(segments, streams, start)
    size = int(streams.offsets[-1]) + len(streams)
    if 4 * size * len(segments) > _MOST_BYTES:
        raise too_much_memory(segments, streams)
    found = greedy_combination(segments, streams, start)
    search = _ExactSearch(segments, streams, found)
    search.run()
    return search.best


def too_much_memory(segments: Streams, streams: Streams) -> InputError:
    """Return the error of a search that would take too much memory."""
    tokens = int(streams.offsets[-1]) + len(streams)
    return InputError("session.search_memory", segments=len(segments), tokens=tokens)


class _ExactSearch:
    """The exact search.

    Attributes:
        best: the best assignment so far.

    """

    def __init__(self, segments: Streams, streams: Streams, best: Combination) -> None:
        self.best = best
        self._segments, self._streams = segments, streams
        self._rows = [segments.row(number) for number in range(len(segments))]
        self._backward_rows = [row.backwards() for row in self._rows]
        self._columns = Columns(streams, _PRICE, _PRICE)
        self._behind = Columns(streams.backwards(), _PRICE, _PRICE)
        # By segment: the streams that it may still belong to, its price in parts of an error, and
        # the extra cost of each stream with it.
        self._is_open = np.ones((len(segments), len(streams)), np.bool_)
        self._prices = np.zeros(len(segments), np.int64)
        self._more = np.zeros(self._is_open.shape, np.int64)

    def run(self) -> None:
        """Search until the best assignment is proved optimal.

        Raises:
            InputError: if the search takes too long.

        """
        # The costs of each segment's suffix; after every other sweep, of its prefix.
        kept = self._suffixes()
        before, wait = -_NEVER, 0
        for left in reversed(range(_MOST_SWEEPS)):
            for is_backward in (False, True):
                bound = self._sweep(kept, is_backward=is_backward)
                if self._is_proved(bound):
                    return
            self._try()
            if self._is_proved(bound):
                return
            more, gap = bound - before, _PRICE * (self.best.errors - 1) - bound
            is_hopeless = more * left < gap  # since sweeps add less and less
            if is_hopeless or (not wait and more < _SLOW):
                if self._list(kept):
                    return
                wait = _SWEEPS_BETWEEN_LISTS
            if is_hopeless:
                break
            before, wait = bound, max(wait - 1, 0)
        raise InputError("session.search_time")

    def _is_proved(self, bound: int) -> bool:
        return -(-bound // _PRICE) >= self.best.errors

    def _suffixes(self) -> list[CostArray]:
        """Return the costs of the rest after each segment."""
        suffix = self._behind.first()[::-1]
        kept = []
        for number in reversed(range(len(self._rows))):
            kept.append(suffix)
            with_row = self._appended(number, suffix, is_backward=True)
            suffix = self._offered(number, suffix, with_row)
        return kept[::-1]

    def _sweep(self, kept: list[CostArray], *, is_backward: bool) -> int:
        """Set the prices of all segments, from the first on or backwards.

        Args:
            kept: the costs of the rest after each segment of the sweep; replaced by the costs
                before it.
            is_backward: whether the sweep starts at the last segment.

        Returns:
            The lower bound of the errors, in parts of an error. It is a high number if no stream
            would give a segment fewer errors than the best assignment.

        """
        columns, numbers = self._columns, range(len(self._rows))
        costs = self._behind.first()[::-1] if is_backward else columns.first()
        paid = self._paid()
        for number in reversed(numbers) if is_backward else numbers:
            seconds_left()
            with_row = self._appended(number, costs, is_backward=is_backward)
            after, kept[number] = kept[number], costs
            if self._is_undecided(number):
                paid -= int(self._prices[number])
                without = columns.least(costs + after).astype(np.int64)
                more = columns.least(with_row + after) - without
                if not self._price(number, more, int(without.sum()) + paid):
                    return _NEVER
                if self._is_undecided(number):
                    paid += int(self._prices[number])
            costs = self._offered(number, costs, with_row)
        ends = costs[columns.starts] if is_backward else columns.last(costs)
        return int(ends.sum()) + paid

    def _price(self, number: int, more: IntArray, bound: int) -> bool:
        """Set a segment's price between its best and its second best stream.

        Streams that cannot improve on the best assignment are closed to the segment.

        Args:
            number: the number of the segment.
            more: the extra cost of each stream with the segment.
            bound: the bound of the errors without this segment.

        Returns:
            Whether any stream is still open to the segment.

        """
        is_open = self._is_open[number]
        more = np.where(is_open, more, _NEVER)
        least, second = np.partition(more, 1)[:2].tolist()
        self._more[number], self._prices[number] = more, (least + second) // 2
        is_open &= -(-(bound + more) // _PRICE) < self.best.errors
        return bool(is_open.any())

    def _is_undecided(self, number: int) -> bool:
        return int(np.count_nonzero(self._is_open[number])) > 1

    def _paid(self) -> int:
        """Return the prices of all segments with more than one open stream."""
        return int(self._prices[self._is_open.sum(axis=1) > 1].sum())

    def _appended(self, number: int, costs: CostArray, *, is_backward: bool = False) -> CostArray:
        """Return the costs after a segment in its open streams."""
        is_open = self._is_open[number]
        if is_backward:
            row = self._backward_rows[number]
            return self._behind.append(row, costs[::-1], is_open[::-1])[::-1]
        return self._columns.append(self._rows[number], costs, is_open)

    def _offered(self, number: int, costs: CostArray, with_row: CostArray) -> CostArray:
        """Return the costs if each stream may take a segment for its price or leave it.

        If only one stream is open, it must take the segment and gets nothing.
        """
        is_open = self._is_open[number]
        if not self._is_undecided(number):
            taken: CostArray = np.where(self._columns.of_stream(is_open), with_row, costs)
            return taken
        offer = np.where(is_open, self._prices[number], -_NEVER // 2).astype(np.int32)
        offered: CostArray = np.minimum(costs, with_row - self._columns.of_stream(offer))
        return offered

    def _try(self) -> None:
        """Run a greedy search from the cheapest stream of each segment."""
        start = np.where(self._is_open, self._more, _NEVER + 1).argmin(axis=1)
        errors, chosen = _improved(self._segments, self._streams, start, 1)
        if errors < self.best.errors:
            self.best = Combination(errors, chosen)

    def _list(self, suffixes: Sequence[CostArray]) -> bool:
        """Find the best of all assignments whose bound is below the errors of the best so far.

        Assignments are extended from the first segment on. Of two with the same relevant future,
        the cheaper one is kept.

        Args:
            suffixes: the costs of the rest after each segment.

        Returns:
            Whether there were few enough of them.

        """
        columns, paid = self._columns, self._paid()
        beginnings = [_Beginning(columns.first(), None, 0)]
        for number, suffix in enumerate(suffixes):
            seconds_left()
            if self._is_undecided(number):
                paid -= int(self._prices[number])
            found: dict[bytes, tuple[int, _Beginning]] = {}
            for beginning in beginnings:
                for bound, next_one in self._continued(number, beginning, suffix, paid):
                    key, cost = self._future(next_one.costs, suffix, bound)
                    if key not in found or cost < found[key][0]:
                        found[key] = cost, next_one
            if len(found) > min(_MOST_BEGINNINGS, _MOST_BYTES // suffix.nbytes):
                return False
            beginnings = [beginning for _, beginning in found.values()]
            if not beginnings:
                return True
        best = min(beginnings, key=lambda one: int(columns.last(one.costs).sum()))
        self.best = Combination(int(columns.last(best.costs).sum()) // _PRICE, best.streams())
        return True

    def _continued(
        self, number: int, beginning: _Beginning, suffix: CostArray, paid: int
    ) -> Iterator[tuple[int, _Beginning]]:
        """Yield the extensions of a beginning by one segment, with their bounds."""
        columns, costs = self._columns, beginning.costs
        with_row = self._appended(number, costs)
        without = columns.least(costs + suffix).astype(np.int64)
        bounds = int(without.sum()) + paid + columns.least(with_row + suffix) - without
        for stream in np.flatnonzero(self._is_open[number]).tolist():
            bound = int(bounds[stream])
            if not self._is_proved(bound):
                after = costs.copy()
                part = slice(columns.starts[stream], columns.ends[stream] + 1)
                after[part] = with_row[part]
                yield bound, _Beginning(after, beginning, stream)

    def _future(self, costs: CostArray, suffix: CostArray, bound: int) -> tuple[bytes, int]:
        """Return a key that is equal for beginnings with the same future, and a cost.

        Beginnings have the same future if their relevant costs differ by a constant per stream.
        """
        columns = self._columns
        through = costs + suffix
        slack = self.best.errors * _PRICE - bound
        matters = through < columns.of_stream(columns.least(through)) + slack
        least = columns.least(np.where(matters, costs, _NEVER))
        shape = np.where(matters, costs - columns.of_stream(least), _NEVER)
        return shape.tobytes(), int(least.sum())


class _Beginning(NamedTuple):
    """An assignment of the first segments.

    Attributes:
        costs: the costs of all prefixes of the streams.
        before: the beginning without the last segment; ``None``: there are no segments.
        stream: the stream number of the last segment.

    """

    costs: CostArray
    before: _Beginning | None
    stream: int

    def streams(self) -> IntArray:
        """Return the stream of each segment."""
        found, beginning = [], self
        while beginning.before is not None:
            found.append(beginning.stream)
            beginning = beginning.before
        return np.array(found[::-1], np.int64)

"""To which stream each segment belongs, so that the errors of all streams are the fewest (ORC).

Segments keep their order. An exact search prices them. The price of a segment is paid back to the
stream that takes it; then each stream may choose its segments by itself, by dynamic programming,
and the costs of all streams and the prices together are a lower bound of the errors. Prices move
until the bound meets the errors of an assignment that was found, which is then proved the best.
Where it does not, the assignments that the bound leaves are followed from the first segment on.

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

from levmetrics.arrays import IntArray
from levmetrics.edits.streams import Columns, CostArray, Streams
from levmetrics.errors import InputError
from levmetrics.work import seconds_left

_MOST_ROUNDS = 49  # of the greedy search, which ends before
_PRICE = 64  # so finely an error is divided
_MOST_BYTES = 400_000_000  # of the columns that a search keeps
_MOST_BEGINNINGS = 4_000  # that are followed at once
_SLOW = _PRICE // 8  # a bound that moves less in a sweep waits for the list of assignments
_MOST_SWEEPS = 100
_SWEEPS_BETWEEN_LISTS = 40
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
    """Yield the costs of what is after each segment.

    Where all of them take too much memory, those after each block of segments are kept, and the
    others are computed again block by block.

    Args:
        behind: of backward streams.
        backward_rows: the segments in their order, each with its tokens in reverse order.
        chosen: the number of each segment's stream.

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
    if len(streams) == 1 or not len(segments):
        return greedy_combination(segments, streams, start)
    size = int(streams.offsets[-1]) + len(streams)
    if 4 * size * len(segments) > _MOST_BYTES:
        raise InputError("session.search_memory", segments=len(segments), tokens=size)
    found = greedy_combination(segments, streams, start)
    search = _Search(segments, streams, found)
    search.run()
    return search.best


class _Search:
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
        # By segment: to which streams it may still belong, its price in parts of an error, and what
        # it costs each stream more to have it than not.
        self._is_open = np.ones((len(segments), len(streams)), np.bool_)
        self._prices = np.zeros(len(segments), np.int64)
        self._more = np.zeros(self._is_open.shape, np.int64)

    def run(self) -> None:
        """Search until the best assignment is proved to be that.

        Raises:
            InputError: if that takes too long.

        """
        # The costs of each segment's suffix; or after each sweep but every second, of its prefix.
        kept = self._suffixes()
        before, wait = -_NEVER, 0
        for left in reversed(range(_MOST_SWEEPS)):
            bound = self._sweep(kept, is_backward=False)
            if self._is_proved(bound):
                return
            bound = self._sweep(kept, is_backward=True)
            if self._is_proved(bound):
                return
            self._try()
            if self._is_proved(bound):
                return
            more, gap = bound - before, _PRICE * (self.best.errors - 1) - bound
            is_hopeless = more * left < gap  # as more and more sweeps add less and less
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
        """Return the costs of what is after each segment."""
        suffix = self._behind.first()[::-1]
        kept = []
        for number in reversed(range(len(self._rows))):
            kept.append(suffix)
            with_row = self._appended(number, suffix, is_backward=True)
            suffix = self._offered(number, suffix, with_row)
        return kept[::-1]

    def _sweep(self, kept: list[CostArray], *, is_backward: bool) -> int:
        """Price all segments, from the first one on or backwards.

        Args:
            kept: of each segment the costs of what is after it in the sweep; then, of what is
                before it.
            is_backward: whether the last segment is the first.

        Returns:
            The lower bound of the errors, in parts of an error; it is a high one where no stream is
            left to a segment with which there would be fewer errors than the best.

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
        """Set the price of a segment between its best and its second best stream.

        Streams with which there are not fewer errors than the best are closed to it.

        Args:
            number: of the segment.
            more: what it costs each stream more to have it than not.
            bound: of the errors without this segment.

        Returns:
            Whether any stream is open to it still.

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
        """Return the prices of all segments that more than one stream is open to."""
        return int(self._prices[self._is_open.sum(axis=1) > 1].sum())

    def _appended(self, number: int, costs: CostArray, *, is_backward: bool = False) -> CostArray:
        """Return the costs after a segment, in the streams that are open to it."""
        is_open = self._is_open[number]
        if is_backward:
            row = self._backward_rows[number]
            return self._behind.append(row, costs[::-1], is_open[::-1])[::-1]
        return self._columns.append(self._rows[number], costs, is_open)

    def _offered(self, number: int, costs: CostArray, with_row: CostArray) -> CostArray:
        """Return the costs where each stream takes a segment for its price or leaves it.

        If one stream only is open to it, that must take it, and gets nothing.
        """
        is_open = self._is_open[number]
        if not self._is_undecided(number):
            taken: CostArray = np.where(self._columns.of_stream(is_open), with_row, costs)
            return taken
        offer = np.where(is_open, self._prices[number], -_NEVER // 2).astype(np.int32)
        offered: CostArray = np.minimum(costs, with_row - self._columns.of_stream(offer))
        return offered

    def _try(self) -> None:
        """Begin a greedy search with the streams that segments cost least."""
        start = np.where(self._is_open, self._more, _NEVER + 1).argmin(axis=1)
        errors, chosen = _improved(self._segments, self._streams, start, 1)
        if errors < self.best.errors:
            self.best = Combination(errors, chosen)

    def _list(self, suffixes: Sequence[CostArray]) -> bool:
        """Find the best assignment among all whose bound is below the errors of the best so far.

        Assignments are followed from the first segment on. Of two that go on alike, as far as they
        may have fewer errors than the best, the cheaper one is kept.

        Args:
            suffixes: the costs of what is after each segment.

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
        """Yield what begins so and has one more segment, with the bounds of the errors."""
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
        """Return what a beginning's errors depend on, equal for those that go on alike; and a cost.

        Those whose costs differ by a number for each stream, where they matter, go on alike.
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
        costs: of all prefixes of the streams.
        before: the assignment of all of these but the last; ``None``: of no segments.
        stream: the number of the last one's stream.

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

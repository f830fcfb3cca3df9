"""The order of segments and their assignment to streams with the fewest errors (MIMO).

Each speaker's segments keep their order. The exact search first finds prices. A stream that takes a
segment is paid its price, and may take any segments in any order and any number of times: this is a
shortest path from the stream's first token to its last, on which an edge is an inserted token or a
segment aligned with some of the tokens. The sum of path lengths and prices is a lower bound of the
errors. The best prices solve a linear program, whose rows are added as needed. The excess of an
edge is how much longer it makes a path than the shortest one; a segment that takes no token also
has an excess. It is at least 0, and the errors exceed the bound by the sum of the excess over all
segments and insertions. So only edges with little excess can be part of a solution, and the search
enumerates all orders of these edges segment by segment.

Many orders are equivalent: two successive segments of different speakers in different streams may
be swapped. Of equivalent orders, only the first by segment numbers is followed (sleep sets). Of
orders that have reached the same segments and places in the streams, only the cheapest continues.

Prices, paths and bounds are integers, so the proof does not rely on the linear program's floats.

Sources: von Neumann, Boeddeker, Kinoshita, Delcroix, Haeb-Umbach, "On Word Error Rate Definitions
and their Efficient Computation for Multi-Speaker Speech Recognition Systems", arXiv 2211.16112, for
the multi-input multi-output word error rate; Fisher, "The Lagrangian relaxation method for solving
integer programming problems", Management Science 1981, for the bound; Marsten, Hogan, Blankenship,
"The boxstep method for large-scale optimization", Operations Research 1975, for prices that move a
limited step; Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996,
for sleep sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.edits.streams import Columns, CostArray, Streams
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import BoolArray, FloatArray, IntArray, ranges
from levmetrics.meetings.combination import Combination, too_much_memory
from levmetrics.system.extras import PackageOfExtra
from levmetrics.system.work import seconds_left

optimize, sparse = (
    PackageOfExtra(name, "the search of MIMO", "meetings")
    for name in ("scipy.optimize", "scipy.sparse")
)

_Trail: TypeAlias = "tuple[CostArray, npt.NDArray[np.int16], npt.NDArray[np.int16]]"
"""Of each node of a layer: the node before it, and the speaker and stream of the move to it."""

R = TypeVar("R", "_Edges", "_Nodes", "_Moves")

_PRICE = 5040  # parts of an error, the unit of costs: halves to tenths are exact
_NEVER = 1 << 29  # larger than any cost
_MOST_BYTES = 400_000_000
_MOST_EDGES = 4_000_000
_MOST_NODES = 400_000  # nodes of one layer, before equal nodes are merged
_MOST_OF_ALL = 10_000_000  # nodes of all layers
_NEAR = _PRICE // 50  # a smaller difference of bounds is ignored
_MOST_STEPS = 300_000  # total steps of the simplex method
_FEWEST_STEPS = 1_000  # steps that a round counts as
_FIRST_STEP, _LONGER, _SHORTER = 0.1, 1.5, 0.7  # the initial step of prices, in errors
_CENTRAL_ROUNDS, _CENTRAL_STEP = 8, 0.3
_CHANCE = 1e-3  # the weight, in errors, that decides between equally good prices


class Interleaving(NamedTuple):
    """An order of segments, and an assignment of them to streams.

    Attributes:
        errors: the errors of all streams.
        segments: the numbers of the segments in their order; int64, shape ``(segments,)``.
        streams: the stream number of each of them; the same.

    """

    errors: int
    segments: IntArray
    streams: IntArray


def best_interleaving(
    segments: Streams, speaker: IntArray, streams: Streams, best: Combination
) -> Interleaving:
    """Order segments and assign them to streams with the fewest errors.

    Args:
        segments: one row per segment, in the order of time.
        speaker: the speaker number of each segment; a speaker's segments keep their order; int64,
            shape ``(segments,)``.
        streams: one row per stream; at least one.
        best: an assignment with the segments in the order of time.

    Raises:
        InputError: if the search would take too much memory, or too long.

    >>> streams = Streams(np.array([3, 1, 2]), np.array([0, 3]))
    >>> segments = Streams(np.array([1, 2, 3]), np.array([0, 1, 2, 3]))
    >>> best = Combination(2, np.array([0, 0, 0]))
    >>> best_interleaving(segments, np.array([0, 0, 1]), streams, best)
    Interleaving(errors=0, segments=array([2, 0, 1]), streams=array([0, 0, 0]))

    """
    in_time = Interleaving(best.errors, np.arange(len(segments)), best.streams)
    if not best.errors or len(np.unique(speaker)) < 2:
        return in_time
    size = int(streams.offsets[-1]) + len(streams)
    cost = _PRICE * (size + int(segments.offsets[-1]))
    if 12 * size * len(segments) > _MOST_BYTES or cost > _NEVER // 2:
        raise too_much_memory(segments, streams)
    prices = _best_prices(_Paths(segments, streams), best.errors)
    for errors in range(-(-prices.bound // _PRICE), best.errors):
        edges = _edges(segments, streams, prices, errors * _PRICE - prices.bound)
        found = _Orders(segments, speaker, streams, prices, edges).best(errors, best.streams)
        if found is not None:
            return found
    return in_time


class _Prices(NamedTuple):
    """Prices of segments, and the shortest paths at these prices; costs are in parts of an error.

    A place of a stream is before one of its tokens or after the last one. The places of all streams
    form one array, like the costs of ``Columns``.

    Attributes:
        prices: the price of each segment; int64, shape ``(segments,)``.
        lengths: the length of the path from each place to the end of the stream; int64, shape
            ``(places,)``.
        excess: the least excess of a segment aligned with at least one token from a place on;
            int32, shape ``(segments, places)``.
        bound: the bound of the errors.

    """

    prices: IntArray
    lengths: IntArray
    excess: CostArray
    bound: int

    def excess_of(self, edges: _Edges) -> IntArray:
        """Return the excess of edges."""
        longer = self.lengths[edges.last] - self.lengths[edges.first]
        return edges.errors * _PRICE - self.prices[edges.segment] + longer


class _Edges(NamedTuple):
    """Segments aligned with tokens, in the order of their numbers and then of the places.

    Attributes:
        segment: the number of the segment.
        first: the place before the first token.
        last: the place after the last token.
        errors: the distance of the segment and the tokens.

    """

    segment: IntArray
    first: IntArray
    last: IntArray
    errors: IntArray


def _taken(rows: R, numbers: IntArray) -> R:
    """Return the rows with these numbers."""
    columns: Sequence[npt.NDArray[Any]] = rows
    return type(rows)._make(column[numbers] for column in columns)


def _joined(parts: Sequence[R]) -> R:
    """Return the rows of all parts."""
    return type(parts[0])(*map(np.concatenate, zip(*parts, strict=True)))


class _Paths:
    """The shortest paths through streams with priced segments.

    A cell is before a token of a segment, or after the last one.
    """

    def __init__(self, segments: Streams, streams: Streams) -> None:
        self.segments, self.streams = segments, streams
        self._columns = Columns(streams)
        numbers, count = np.arange(len(segments)), int(segments.offsets[-1])
        self._firsts, self._ends = (segments.offsets[i:][: len(segments)] + numbers for i in (0, 1))
        self._segment = np.repeat(numbers, segments.lengths + 1)
        is_token = np.ones(count + len(segments), np.bool_)
        is_token[self._ends] = False
        self._tokens = np.full(len(is_token), -1)
        self._tokens[is_token] = segments.tokens
        self._times: tuple[FloatArray, FloatArray] | None = None
        if segments.begin is not None and segments.end is not None:
            self._times = np.full(len(is_token), np.inf), np.full(len(is_token), -np.inf)
            self._times[0][is_token], self._times[1][is_token] = segments.begin, segments.end
        # The cost of leaving out the tokens before a cell, and those after it.
        cell = np.arange(len(is_token))
        self._before = (_PRICE * (cell - self._firsts[self._segment])).astype(np.int32)
        self._behind = (_PRICE * (self._ends[self._segment] - cell)).astype(np.int32)
        # Separates segments where minimal costs are accumulated from the last cell on.
        self._apart = self._segment[::-1] * (4 * _NEVER) - self._behind[::-1]

    def found(self, prices: IntArray) -> _Prices:
        """Return the shortest paths."""
        starts, ends = self._columns.starts, self._columns.ends
        lengths = np.zeros(int(self.streams.offsets[-1]) + len(self.streams), np.int64)
        excess = np.full((len(lengths), len(prices)), _NEVER, np.int32)
        paid = prices.astype(np.int32)
        for stream, first in enumerate(starts.tolist()):
            part = slice(first, int(ends[stream]) + 1)
            self._follow(self.streams.row(stream), paid, lengths[part], excess[part])
        return _Prices(prices, lengths, excess.T, int(lengths[starts].sum() + prices.sum()))

    def _follow(
        self, stream: Streams, paid: CostArray, lengths: IntArray, excess: CostArray
    ) -> None:
        """Set the lengths and the excess of a stream, from its last token on."""
        costs = self._behind  # costs from a cell and place on
        for place in reversed(range(len(stream.tokens))):
            seconds_left()
            aligned = self._aligned(stream, place)
            aligned[:-1] += costs[1:]
            aligned[self._ends] = _NEVER
            starting = np.minimum.reduceat(aligned + self._before, self._firsts) - paid
            length = min(int(lengths[place + 1]) + _PRICE, int(starting.min()))
            lengths[place], excess[place] = length, starting - length
            costs = self._closed(np.minimum(aligned, costs + np.int32(_PRICE)))
            costs = np.minimum(costs, self._behind + np.int32(length))

    def _aligned(self, stream: Streams, place: int) -> CostArray:
        """Return the cost of aligning the token of each cell with a token of the stream."""
        costs = np.where(self._tokens == stream.tokens[place], 0, _PRICE)
        if self._times is not None:
            assert stream.begin is not None
            assert stream.end is not None
            begin, end = self._times
            is_at_once = (begin < stream.end[place]) & (end > stream.begin[place])
            costs = np.where(is_at_once, costs, _NEVER // 2)
        return costs.astype(np.int32)

    def _closed(self, costs: CostArray) -> CostArray:
        """Return the cost from each cell on if its tokens may be left out."""
        least = np.minimum.accumulate(costs[::-1] + self._apart) - self._apart
        closed: CostArray = least[::-1].astype(np.int32)
        return closed


def _best_prices(paths: _Paths, most: int) -> _Prices:
    """Return prices with a high lower bound of the errors; the search stops at ``most``.

    Each round moves to the best prices within a step of the best so far, for the edges known to be
    on shortest paths. The step grows after a success and shrinks after a failure.
    """
    program = _Program(paths.segments, paths.streams)
    best = tried = paths.found(np.full(len(paths.segments), -_PRICE // 100))
    step, expected = _FIRST_STEP, best.bound
    while program.steps < _MOST_STEPS:
        is_right = 3 * (tried.bound - best.bound) > expected - best.bound
        step *= _LONGER if is_right else _SHORTER
        best = max(best, tried, key=lambda prices: prices.bound)
        if best.bound > (most - 1) * _PRICE:
            return best
        program.add(_edges(paths.segments, paths.streams, tried, 0), tried)
        expected, prices = program.solved(best.prices, step)
        if expected - best.bound < _NEAR:
            break
        tried = paths.found(prices)
    return _central(paths, program, best)


def _central(paths: _Paths, program: _Program, best: _Prices) -> _Prices:
    """Return equally good prices that leave more excess to edges off the shortest paths.

    The linear program's best prices are at a corner of the set of optimal prices; steps towards
    other corners lead to its interior.
    """
    for _ in range(_CENTRAL_ROUNDS):
        if program.steps >= _MOST_STEPS:
            break
        prices = program.solved(best.prices, _CENTRAL_STEP)[1]
        tried = paths.found((best.prices + prices) // 2)
        program.add(_edges(paths.segments, paths.streams, tried, 0), tried)
        if tried.bound >= best.bound - _NEAR:
            best = tried
    return best


class _Program:
    """The linear program of the best prices: no edge may make a path shorter than its length.

    Its variables are the path lengths from all places and the prices of all segments, in errors.

    Attributes:
        steps: the steps of the simplex method so far.

    """

    def __init__(self, segments: Streams, streams: Streams) -> None:
        columns = Columns(streams)
        self._most = segments.lengths
        self._places = int(streams.offsets[-1]) + len(streams)
        self._starts, self._ends = columns.starts, columns.ends
        self._edges, self.steps = _NO_EDGES, 0
        self._random = np.random.default_rng(0)

    def add(self, edges: _Edges, prices: _Prices) -> None:
        """Add the edges that shorten paths, one for the same tokens."""
        inserted = prices.lengths[edges.first] - prices.lengths[edges.first + 1]
        edges = _taken(edges, self._random.permutation(np.flatnonzero(inserted < _PRICE)))
        alike = _numbered([edges.first, edges.last])
        edges = _taken(edges, np.unique(alike, return_index=True)[1])
        joined = _joined([self._edges, edges])
        key = _numbered([joined.segment, joined.first, joined.last])
        self._edges = _taken(joined, np.unique(key, return_index=True)[1])

    def solved(self, prices: IntArray, step: float) -> tuple[int, IntArray]:
        """Return the highest bound with prices within a step of the given ones, and these prices.

        Of equally good prices, any may be returned.
        """
        segment, first, last, errors = self._edges
        token = np.setdiff1d(np.arange(self._places), self._ends)
        edge, inserted = np.arange(len(segment)), len(segment) + np.arange(len(token))
        rows = np.concatenate([edge, inserted, edge, inserted, edge])
        variables = np.concatenate([first, token, last, token + 1, self._places + segment])
        ones = np.ones(len(edge) + len(token))
        values = np.concatenate([ones, -ones, ones[: len(edge)]])
        count = self._places + len(prices)
        least, most = np.full(count, -np.inf), np.full(count, np.inf)
        least[self._ends] = most[self._ends] = 0
        least[self._places :] = prices / _PRICE - step
        most[self._places :] = np.minimum(prices / _PRICE + step, self._most)
        weights = np.zeros(count)
        weights[self._starts] = -1
        weights[self._places :] = -1 + _CHANCE * self._random.uniform(-1, 1, len(prices))
        found = optimize.linprog(
            weights,
            sparse.coo_array((values, (rows, variables)), (len(ones), count)).tocsr(),
            np.concatenate([errors, np.ones(len(token))]),
            bounds=np.stack([least, most], axis=1),
            method="highs-ds",
            options={"time_limit": seconds_left(), "maxiter": _MOST_STEPS},
        )
        self.steps += max(found.nit, _FEWEST_STEPS)
        if not found.success:
            return -_NEVER, prices
        bound = found.x[self._starts].sum() + found.x[self._places :].sum()
        prices = np.rint(found.x[self._places :] * _PRICE).astype(np.int64)
        return int(bound * _PRICE), np.minimum(prices, self._most * _PRICE)


def _edges(segments: Streams, streams: Streams, prices: _Prices, most: int) -> _Edges:
    """Return all edges whose excess is at most ``most``, in the order of segments and places."""
    columns = Columns(streams)
    stream = columns.of_stream(np.arange(len(streams)))
    # After this is added, paths get longer with each token; streams are kept apart.
    ascending = prices.lengths + _PRICE * np.arange(len(stream)) + 4 * _NEVER * stream
    found, count = [_NO_EDGES], 0
    for number, size in enumerate(segments.lengths.tolist()):
        seconds_left()
        first = np.flatnonzero(prices.excess[number] <= most)
        if not len(first):
            continue
        # With too many tokens for the segment, the excess is too high.
        highest = ascending[first] + most + int(prices.prices[number]) + size * _PRICE
        tokens = ascending.searchsorted(highest, "right") - 1 - first
        count += int(tokens.sum())
        if count > _MOST_EDGES * 10:
            raise too_much_memory(segments, streams)
        edges = _edges_of(segments.row(number), streams, stream[first], first, tokens)
        edges = edges._replace(segment=edges.segment + number)
        found.append(_taken(edges, np.flatnonzero(prices.excess_of(edges) <= most)))
    return _joined(found)


def _edges_of(
    segment: Streams, streams: Streams, stream: IntArray, first: IntArray, tokens: IntArray
) -> _Edges:
    """Return the edges of one segment (as number 0) that have no fewer errors with a token less.

    Args:
        segment: the row of the segment.
        streams: all streams.
        stream: the stream number of each first place.
        first: the first places.
        tokens: the maximum number of tokens from each first place on.

    """
    offsets = np.r_[0, np.cumsum(tokens)]
    columns = Columns(streams.part(ranges(first - stream, tokens), offsets))
    errors = columns.append(segment, columns.first(), np.ones(len(first), np.bool_))
    size, begin = int(segment.offsets[-1]), columns.of_stream(first)
    end = np.arange(len(errors)) + columns.of_stream(first - columns.starts)
    is_better = (end > begin) & (errors < size + end - begin)
    is_better[1:] &= (begin[1:] != begin[:-1]) | (errors[1:] <= errors[:-1])
    # The same without the first token.
    key, without = (place * (int(end.max()) + 1) + end for place in (begin, begin + 1))
    index = np.minimum(key.searchsorted(without), len(key) - 1)
    is_better &= (key[index] != without) | (errors <= errors[index])
    chosen = np.flatnonzero(is_better)
    return _taken(_Edges(np.zeros_like(begin), begin, end, errors.astype(np.int64)), chosen)


class _Nodes(NamedTuple):
    """The states of partial orders that their continuations depend on.

    Attributes:
        taken: the number of taken segments of each speaker; int64, shape ``(nodes, speakers)``.
        places: the place reached in each stream; int64, shape ``(nodes, streams)``.
        is_asleep: whether the move of each speaker's next segment into each stream (the last: into
            none) can be skipped, since an equivalent order is followed elsewhere; shape
            ``(nodes, speakers, streams + 1)``.
        excess: the excess so far; int64, shape ``(nodes,)``.

    """

    taken: IntArray
    places: IntArray
    is_asleep: BoolArray
    excess: IntArray


class _Moves(NamedTuple):
    """Moves from nodes by one more segment each.

    Attributes:
        node: the number of the node.
        speaker: the speaker whose next segment is taken.
        stream: the stream that takes it; the number of streams: none.
        place: the place that the stream has reached then.
        excess: the total excess.

    """

    node: IntArray
    speaker: IntArray
    stream: IntArray
    place: IntArray
    excess: IntArray


class _Orders:
    """The search through all orders of edges with little excess."""

    def __init__(
        self,
        segments: Streams,
        speaker: IntArray,
        streams: Streams,
        prices: _Prices,
        edges: _Edges,
    ) -> None:
        self._segments, self._streams, self._bound = segments, streams, prices.bound
        columns = Columns(streams)
        self._starts, self._ends = columns.starts, columns.ends
        count, places = len(segments), len(prices.lengths)
        names = np.unique(speaker)
        # The segments of each speaker, followed by a number that no segment has.
        self._turns = np.full((len(names), count + 1), count)
        for number, name in enumerate(names.tolist()):
            own = np.flatnonzero(speaker == name)
            self._turns[number, : len(own)] = own
        self._edges, self._edge_excess = edges, prices.excess_of(edges)
        stream = self._starts.searchsorted(edges.first, "right") - 1
        # The start of the edges of each segment and stream.
        group = edges.segment * len(streams) + stream
        self._groups = group.searchsorted(np.arange(count * len(streams) + 1))
        # How much longer insertions make paths, as a difference between two places.
        self._inserted = prices.lengths + _PRICE * np.arange(places)
        # The excess of a segment in no stream, and the least excess from a place on.
        self._left_out = np.r_[segments.lengths * _PRICE - prices.prices, 0]
        self._later = np.full((count + 1, places), _NEVER, np.int32)
        np.minimum.at(self._later, (edges.segment, edges.first), self._edge_excess)
        for first, last in zip(self._starts.tolist(), self._ends.tolist(), strict=True):
            part = self._later[:, first : last + 1][:, ::-1]
            np.minimum.accumulate(part, axis=1, out=part)
        self._later[count] = 0

    def best(self, errors: int, otherwise: IntArray) -> Interleaving | None:
        """Return the best order, if it has at most this many errors.

        Args:
            errors: the maximum number of errors.
            otherwise: the stream of each segment without an aligned token.

        """
        most = errors * _PRICE - self._bound
        speakers, streams = len(self._turns), len(self._streams)
        nodes = _Nodes(
            np.zeros((1, speakers), np.int64),
            self._starts[None],
            np.zeros((1, speakers, streams + 1), np.bool_),
            np.zeros(1, np.int64),
        )
        trail: list[_Trail] = []
        total = 0
        for _ in range(len(self._segments)):
            seconds_left()
            moves = self._moves(nodes, most)
            nodes = self._moved(nodes, moves)
            kept = np.flatnonzero(nodes.excess + self._least_to_come(nodes) <= most)
            chosen, nodes = _merged(_taken(nodes, kept))
            if not len(chosen):
                return None
            node, speaker, stream, *_ = _taken(moves, kept[chosen])
            of_layer = node.astype(np.int32), speaker.astype(np.int16), stream.astype(np.int16)
            trail.append(of_layer)
            total += len(chosen)
            if total > _MOST_OF_ALL:
                raise InputError("session.search_time")
        left = self._inserted[self._ends] - self._inserted[nodes.places]
        excess = nodes.excess + left.sum(axis=1)
        last = int(excess.argmin())
        if excess[last] > most:
            return None
        return self._followed_back(
            trail, last, (self._bound + int(excess[last])) // _PRICE, otherwise
        )

    def _moves(self, nodes: _Nodes, most: int) -> _Moves:
        """Return all moves with an excess of at most ``most``."""
        found, count = [_NO_MOVES], 0
        for speaker, turns in enumerate(self._turns):
            following = turns[nodes.taken[:, speaker]]
            for segment in np.unique(following).tolist():
                if segment == len(self._segments):
                    continue
                seconds_left()
                numbers = np.flatnonzero(following == segment)
                for moves in self._moves_of(nodes, numbers, speaker, segment, most):
                    found.append(moves)
                    count += len(moves.node)
                if count > _MOST_NODES:
                    raise too_much_memory(self._segments, self._streams)
        return _joined(found)

    def _moves_of(
        self, nodes: _Nodes, numbers: IntArray, speaker: int, segment: int, most: int
    ) -> Iterator[_Moves]:
        """Yield the moves of nodes with the same next segment of a speaker."""
        count = len(self._streams)
        excess = nodes.excess[numbers] + int(self._left_out[segment])
        is_one = ~nodes.is_asleep[numbers, speaker, count] & (excess <= most)
        left_out = numbers[is_one]
        yield _moves_to(left_out, speaker, count, np.zeros_like(left_out), excess[is_one])
        for stream in range(count):
            group = slice(*self._groups[segment * count + stream :][:2].tolist())
            first, last = self._edges.first[group], self._edges.last[group]
            if not len(first):
                continue
            longer = self._edge_excess[group] + self._inserted[first]
            awake = numbers[~nodes.is_asleep[numbers, speaker, stream]]
            for some in np.array_split(awake, 1 + len(awake) * len(first) // _MOST_NODES):
                place = nodes.places[some, stream]
                excess = (nodes.excess[some] - self._inserted[place])[:, None] + longer
                node, edge = np.nonzero((excess <= most) & (first >= place[:, None]))
                yield _moves_to(some[node], speaker, stream, last[edge], excess[node, edge])

    def _moved(self, nodes: _Nodes, moves: _Moves) -> _Nodes:
        """Return the nodes after the moves."""
        number = np.arange(len(moves.node))
        taken, places, is_asleep, _ = _taken(nodes, moves.node)
        following = self._following(taken)
        # Independent segments with lower numbers had to be taken before this one.
        is_before = following < following[number, moves.speaker][:, None]
        is_asleep |= is_before[:, :, None]
        is_asleep[number, moves.speaker] = False
        into = np.flatnonzero(moves.stream < len(self._streams))
        is_asleep[into, :, moves.stream[into]] = False
        taken[number, moves.speaker] += 1
        places[into, moves.stream[into]] = moves.place[into]
        return _Nodes(taken, places, is_asleep, moves.excess)

    def _following(self, taken: IntArray) -> IntArray:
        """Return the next segment of each speaker."""
        return self._turns[np.arange(len(self._turns)), taken]

    def _least_to_come(self, nodes: _Nodes) -> IntArray:
        """Return the least excess of the next segments of all speakers.

        A segment that is asleep in a stream is not taken there before another segment.
        """
        least = np.zeros(len(nodes.excess), np.int64)
        for speaker, segment in enumerate(self._following(nodes.taken).T):
            is_asleep = nodes.is_asleep[:, speaker]
            one = np.where(is_asleep[:, -1], _NEVER, self._left_out[segment])
            for stream, end in enumerate(self._ends.tolist()):
                place = np.minimum(nodes.places[:, stream] + is_asleep[:, stream], end)
                one = np.minimum(one, self._later[segment, place])
            least += one
        return least

    def _followed_back(
        self, trail: Sequence[_Trail], last: int, errors: int, otherwise: IntArray
    ) -> Interleaving:
        """Return the order that ends at a node."""
        moves = []
        for node, speaker, stream in reversed(trail):
            moves.append((int(speaker[last]), int(stream[last])))
            last = int(node[last])
        turns = [iter(own.tolist()) for own in self._turns]
        segments = np.array([next(turns[speaker]) for speaker, _ in reversed(moves)])
        streams = np.array([stream for _, stream in reversed(moves)])
        streams = np.where(streams < len(self._streams), streams, otherwise[segments])
        return Interleaving(errors, segments, streams)


def _moves_to(
    node: IntArray, speaker: int, stream: int, place: IntArray, excess: IntArray
) -> _Moves:
    """Return moves with the same speaker and stream."""
    return _Moves(node, np.full(len(node), speaker), np.full(len(node), stream), place, excess)


def _merged(nodes: _Nodes) -> tuple[IntArray, _Nodes]:
    """Return the numbers of the cheapest nodes among those with the same future, and these nodes.

    A move that is awake in one of the merged nodes is awake.
    """
    key = _numbered([*nodes.taken.T, *nodes.places.T])
    order = np.lexsort((nodes.excess, key))
    first = np.flatnonzero(np.diff(key[order], prepend=-1))
    chosen = order[first]
    kept = _taken(nodes, chosen)
    if len(chosen):
        asleep = np.logical_and.reduceat(nodes.is_asleep[order], first, axis=0)
        kept = kept._replace(is_asleep=asleep)
    return chosen, kept


def _numbered(columns: Sequence[IntArray]) -> IntArray:
    """Return a number for each row; rows that are equal in all columns have equal numbers."""
    key, size = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        values = int(column.max(initial=0)) + 1
        if size * values >= 1 << 62:
            key = np.unique(key, return_inverse=True)[1].reshape(-1)
            size = int(key.max(initial=0)) + 1
        key, size = key * values + column, size * values
    return key


_NO_EDGES = _Edges(*(np.zeros(0, np.int64) for _ in _Edges._fields))
_NO_MOVES = _Moves(*(np.zeros(0, np.int64) for _ in _Moves._fields))

"""In which order, and in which stream each, segments of speakers have the fewest errors (MIMO).

Each speaker's segments keep their order. The exact search finds prices first. The price of a
segment is paid to the stream that takes it, and each stream takes what it likes, in any order and
as often as it likes: a shortest path from the stream's first token to its last one, on which an
edge is an inserted token, or a segment aligned with some of the tokens. The lengths of the paths
and the prices together are a lower bound of the errors; the best prices are those of a linear
program, whose rows are added as they are needed. What an edge makes a path longer than the
shortest one, and what it costs to take a segment for no token at all, is at least 0, and the sum of
this excess over all segments and insertions is by how much the errors are more than the bound. So
only edges with little excess are left, and over these all orders are followed segment by segment.

Many orders are the same: two successive segments of different speakers may change places if they
are in different streams. Of all orders that are the same, only the first one in the order of the
numbers of the segments is followed (sleep sets). Orders that have come to the same segments and the
same places in the streams go on as the cheapest of them.

Prices, paths and bounds are integers, so that what the linear program says is never part of the
proof.

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
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.edits.streams import Columns, CostArray, Streams
from levmetrics.errors import InputError
from levmetrics.meetings.combination import Combination
from levmetrics.work import seconds_left

BoolArray = npt.NDArray[np.bool_]

_PRICE = 5040  # so finely an error is divided: halves to tenths of it are exact
_NEVER = 1 << 29  # a cost that nothing has
_MOST_BYTES = 400_000_000
_MOST_EDGES = 4_000_000
_MOST_NODES = 400_000  # of one layer, before those that are equal are merged
_MOST_OF_ALL = 20_000_000  # nodes of all layers
_MOST_ROUNDS = 60  # of the prices
_NEAR = 0.01  # errors: prices this near to the best bound are good enough


class Interleaving(NamedTuple):
    """An order of segments, and an assignment of them to streams.

    Attributes:
        errors: of all streams.
        segments: the numbers of the segments in their order; int64, shape ``(segments,)``.
        streams: the number of the stream of each of them; the same.

    """

    errors: int
    segments: IntArray
    streams: IntArray


def best_interleaving(
    segments: Streams, speaker: IntArray, streams: Streams, best: Combination
) -> Interleaving:
    """Order segments, and assign them to streams, with the fewest errors.

    Args:
        segments: a row each, in the order of time.
        speaker: the number of each segment's speaker, whose segments keep their order; int64,
            shape ``(segments,)``.
        streams: a row each; one at least.
        best: an assignment with the segments in the order of time.

    Raises:
        InputError: if the search would take too much memory, or too long.

    >>> streams = Streams(np.array([1, 2, 3, 4]), np.array([0, 2, 4]))
    >>> segments = Streams(np.array([3, 1, 4, 2]), np.array([0, 1, 2, 3, 4]))
    >>> speaker, best = np.array([0, 1, 0, 1]), Combination(0, np.array([1, 0, 1, 0]))
    >>> best_interleaving(segments, speaker, streams, best)
    Interleaving(errors=0, segments=array([0, 1, 2, 3]), streams=array([1, 0, 1, 0]))

    """
    in_time = Interleaving(best.errors, np.arange(len(segments)), best.streams)
    if not best.errors or len(np.unique(speaker)) < 2:
        return in_time
    size = int(streams.offsets[-1]) + len(streams)
    if 12 * size * len(segments) > _MOST_BYTES:
        raise InputError("session.search_memory", segments=len(segments), tokens=size)
    prices = _best_prices(_Paths(segments, streams), best.errors)
    for errors in range(-(-prices.bound // _PRICE), best.errors):
        edges = _edges(segments, streams, prices, errors * _PRICE - prices.bound)
        found = _Orders(segments, speaker, streams, prices, edges).best(errors, best.streams)
        if found is not None:
            return found
    return in_time


class _Prices(NamedTuple):
    """Prices of segments, and the shortest paths with them; costs are in parts of an error.

    A place of a stream is before one of its tokens, or behind the last one; those of all streams
    are one array, as the costs of ``Columns`` are.

    Attributes:
        prices: of each segment; int64, shape ``(segments,)``.
        lengths: of the path from each place to the end of the stream; int64, shape ``(places,)``.
        excess: by how much the path from a place on gets longer, at least, if a segment is aligned
            from there on, but is not taken for no token; int32, shape ``(segments, places)``.
        bound: of the errors.

    """

    prices: IntArray
    lengths: IntArray
    excess: CostArray
    bound: int


class _Edges(NamedTuple):
    """Segments aligned with tokens, in the order of their numbers and then of the places.

    Attributes:
        segment: the number.
        first: the place before the first token.
        last: the place behind the last token.
        errors: between the segment and the tokens.

    """

    segment: IntArray
    first: IntArray
    last: IntArray
    errors: IntArray

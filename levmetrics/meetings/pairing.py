"""The pairing of token streams in a session, by the rules of cpWER, ORC-WER and others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from levmetrics.edits.kernel import pair_counts, pair_distances
from levmetrics.edits.pairs import PairCounts, TokenPairs
from levmetrics.edits.streams import StreamLinks, Streams, stream_distances, stream_links
from levmetrics.errors import warn
from levmetrics.inputs.arrays import IntArray, parts_of, ranges
from levmetrics.inputs.tokens import Tokens
from levmetrics.lazy import pa
from levmetrics.meetings.assignment import assigned_speakers
from levmetrics.meetings.combination import best_combination, greedy_combination
from levmetrics.meetings.timing import WordTiming, word_times
from levmetrics.meetings.transcript import Side, TokenizedSession

_TOKENS_OF_A_PART = 200_000  # of sessions that are aligned together
_LONGEST_MEAN = 60  # the longest plausible duration of a token, in seconds

SessionRule: TypeAlias = Literal["cp", "orc", "mimo", "dicp"]


class Constraint(NamedTuple):
    """The time constraint of alignments: tokens are aligned only if their times overlap.

    Attributes:
        collar: the seconds by which each hypothesis token is extended at both ends.
        reference: the rule that divides a segment's time among its tokens.
        hypothesis: the same for the hypothesis.

    """

    collar: float
    reference: WordTiming
    hypothesis: WordTiming


@dataclass(frozen=True)
class StreamPairs:
    """The paired streams of a session: row ``i`` of both sides belongs together.

    Attributes:
        reference: the tokens; the partner of an unpaired stream is empty.
        hypothesis: the same.
        names: the speaker or stream of each row on both sides; ``None``: no partner.
        reference_order: the numbers of the segments of the reference, row by row.
        hypothesis_order: the same for the hypothesis.

    """

    reference: Streams
    hypothesis: Streams
    names: list[tuple[str | None, str | None]]
    reference_order: IntArray
    hypothesis_order: IntArray

    def counts(self) -> PairCounts:
        """Count substitutions and hits of each row, in kaldialign's alignment."""
        return _row_counts(self.reference, self.hypothesis)

    def errors(self) -> int:
        """Return the substitutions, deletions and insertions of all rows."""
        return int(self.counts().errors.sum())

    def links(self) -> StreamLinks:
        """Align the tokens of each row."""
        return _row_links(self.reference, self.hypothesis)


def _row_counts(reference: Streams, hypothesis: Streams) -> PairCounts:
    """Count substitutions and hits of each row, in kaldialign's alignment."""
    if reference.begin is None:
        return pair_counts(_token_pairs(reference, hypothesis), costs="kaldi")
    links = _row_links(reference, hypothesis).links
    row = np.repeat(np.arange(len(reference)), reference.lengths)
    is_linked = links >= 0
    partner = hypothesis.offsets[row] + links
    is_hit = np.zeros(len(row), np.bool_)
    is_hit[is_linked] = reference.tokens[is_linked] == hypothesis.tokens[partner[is_linked]]
    hits, linked = (
        np.bincount(row[found], minlength=len(reference)) for found in (is_hit, is_linked)
    )
    return PairCounts(linked - hits, hits, hypothesis.lengths, reference.lengths)


def _row_links(reference: Streams, hypothesis: Streams) -> StreamLinks:
    """Align the tokens of each row."""
    rows = np.arange(len(reference))
    return stream_links(reference, hypothesis, rows, rows)


def sides(session: TokenizedSession, constraint: Constraint | None) -> tuple[Side, Side]:
    """Return both sides of a session; with a constraint, their tokens have times.

    Raises:
        InputError: for segments without times if there is a constraint.

    """
    if constraint is None:
        return session.sides
    reference, hypothesis = session.sides
    return (
        _timed(reference, session.sizes, constraint.reference, 0.0),
        _timed(hypothesis, session.sizes, constraint.hypothesis, constraint.collar),
    )


def _timed(side: Side, sizes: IntArray, timing: WordTiming, collar: float) -> Side:
    start, end = side.transcript.times()
    tokens, offsets = side.segments.tokens, side.segments.offsets
    mean = float((end - start).sum()) / max(len(tokens), 1)
    if mean > _LONGEST_MEAN:
        warn(
            f"a token of {side.transcript.place} takes {mean:,.0f} seconds on average; times must "
            "be in seconds, not in samples or milliseconds"
        )
    times = word_times(start, end, offsets, sizes[tokens], timing, collar)
    return Side(side.transcript, Streams(tokens, offsets, *times))


def paired_streams(
    reference: Side, hypothesis: Side, rule: SessionRule, *, is_greedy: bool = False
) -> StreamPairs:
    """Return the pairing of a session's streams with the fewest errors.

    Args:
        reference: the reference side.
        hypothesis: the system's side.
        rule: ``"cp"``: speakers are paired one to one; ``"orc"``: each reference segment goes to a
            hypothesis stream, in the order of all starts; ``"mimo"``: the same, in any order that
            keeps the order of each speaker; ``"dicp"``: each hypothesis segment is assigned to a
            reference speaker.
        is_greedy: whether to move segments greedily; else the errors are proved minimal. It has no
            effect on ``"cp"``, and makes ``"mimo"`` the same as ``"orc"``.

    Raises:
        InputError: if the search would take too much memory or too long.

    """
    if rule == "cp":
        return _by_speakers(reference, hypothesis)
    if rule == "dicp":
        pairs = _by_segments(hypothesis, reference, "orc", is_greedy)
        return StreamPairs(
            pairs.hypothesis,
            pairs.reference,
            [(name, other) for other, name in pairs.names],
            pairs.hypothesis_order,
            pairs.reference_order,
        )
    return _by_segments(reference, hypothesis, rule, is_greedy)


def speaker_counts(sessions: Sequence[tuple[Side, Side]]) -> Iterator[PairCounts]:
    """Yield the counts of the pairs of speakers with the fewest errors (cpWER), of each session.

    Many short sessions are aligned by few calls of the kernel.

    Args:
        sessions: the reference and the hypothesis of each session.

    """
    for part in parts_of(sessions, map(_tokens_in_pairs, sessions), _TOKENS_OF_A_PART):
        found = _Assigned.of(part)
        counts = _row_counts(found.reference, found.hypothesis)
        ends = np.cumsum([0, *map(len, found.pairs)]).tolist()
        for first, last in pairwise(ends):
            yield PairCounts(*(each[first:last] for each in counts))


def _tokens_in_pairs(session: tuple[Side, Side]) -> int:
    """Return the number of tokens of all pairs of a session's speakers."""
    speakers, tokens = (
        [len(side.transcript.speakers) for side in session],
        [len(side.segments.tokens) for side in session],
    )
    return tokens[0] * speakers[1] + tokens[1] * speakers[0]


class _Speakers(NamedTuple):
    """The speakers of one side of several sessions, and after those of each session no one.

    Attributes:
        rows: the tokens of each speaker, session by session; no one has none.
        first: where the speakers of each session begin; int64, shape ``(sessions + 1,)``.

    """

    rows: Streams
    first: IntArray

    @classmethod
    def of(cls, sides: Sequence[Side]) -> _Speakers:
        first = np.cumsum([0, *(len(side.transcript.speakers) + 1 for side in sides)])
        numbers = zip(sides, first.tolist(), strict=False)
        speaker = np.concatenate([side.transcript.speaker + start for side, start in numbers])
        segments = Streams.concatenated([side.segments for side in sides])
        in_order = segments.take(np.argsort(speaker, kind="stable"))
        return cls(in_order.joined(np.bincount(speaker, minlength=first[-1])), first)

    def paired(self, numbers: Iterable[Iterable[int]]) -> Streams:
        """Return speakers of each session by their numbers in it."""
        starts = zip(self.first.tolist(), numbers, strict=False)
        return self.rows.take([start + number for start, own in starts for number in own])


class _Assigned(NamedTuple):
    """The speakers of several sessions, paired with the fewest errors.

    Attributes:
        pairs: the numbers of the speakers of each pair, by session.
        reference: the tokens of the pairs of all sessions.
        hypothesis: the same.

    """

    pairs: list[list[tuple[int, int]]]
    reference: Streams
    hypothesis: Streams

    @classmethod
    def of(cls, sessions: Sequence[tuple[Side, Side]]) -> _Assigned:
        target, pred = (_Speakers.of(side) for side in zip(*sessions, strict=True))
        pairs = [*map(assigned_speakers, _distances_by_session(target, pred))]
        of_target, of_pred = ([[pair[side] for pair in own] for own in pairs] for side in (0, 1))
        return cls(pairs, target.paired(of_target), pred.paired(of_pred))


def _distances_by_session(target: _Speakers, pred: _Speakers) -> Iterator[IntArray]:
    """Yield the errors of the pairs of each session: ``[reference, hypothesis]``, no one last."""
    rows, columns = np.diff(target.first), np.diff(pred.first)
    sizes = rows * columns
    session = np.repeat(np.arange(len(sizes)), sizes)
    cell = ranges(np.zeros_like(sizes), sizes)
    targets = target.first[session] + cell // columns[session]
    preds = pred.first[session] + cell % columns[session]
    lengths = target.rows.lengths[targets], pred.rows.lengths[preds]
    found, is_pair = lengths[0] + lengths[1], np.minimum(*lengths) > 0
    found[is_pair] = _row_distances(target.rows, pred.rows, targets[is_pair], preds[is_pair])
    ends = np.cumsum(sizes)[:-1]
    for part, shape in zip(np.split(found, ends), zip(rows, columns, strict=True), strict=True):
        yield part.reshape(shape)


def _by_speakers(reference: Side, hypothesis: Side) -> StreamPairs:
    (pairs,), target, pred = _Assigned.of([(reference, hypothesis)])
    speakers, others = ([*side.transcript.speakers, None] for side in (reference, hypothesis))
    names = [(speakers[i], others[j]) for i, j in pairs]
    orders = _order(reference, [i for i, _ in pairs]), _order(hypothesis, [j for _, j in pairs])
    return StreamPairs(target, pred, names, *orders)


def _order(side: Side, speakers: list[int]) -> IntArray:
    """Return the numbers of the segments of some speakers, speaker by speaker."""
    place = np.zeros(len(side.transcript.speakers) + 1, np.int64)
    place[speakers] = np.arange(len(speakers))
    order: IntArray = np.argsort(place[side.transcript.speaker], kind="stable")
    return order


def _by_segments(segments: Side, streams: Side, rule: SessionRule, is_greedy: bool) -> StreamPairs:
    """Assign each segment of one side, returned as the reference, to a stream of the other."""
    names: Sequence[str | None] = streams.transcript.speakers or (None,)
    others = _Speakers.of([streams])
    rows = others.rows.take(range(len(names)))
    order, chosen = _chosen(segments, others, rows, rule, is_greedy)
    by_stream = order[np.argsort(chosen, kind="stable")]
    sizes = np.bincount(chosen, minlength=len(rows))
    return StreamPairs(
        segments.segments.take(by_stream).joined(sizes),
        rows,
        [(name, name) for name in names],
        by_stream,
        np.argsort(streams.transcript.speaker, kind="stable"),
    )


def _chosen(
    segments: Side, streams: _Speakers, rows: Streams, rule: SessionRule, is_greedy: bool
) -> tuple[IntArray, IntArray]:
    """Return the order of the segments, and the stream number of each."""
    order = np.arange(len(segments.segments))
    if not len(order) or len(streams.rows) == 1:
        return order, np.zeros(len(order), np.int64)
    start = _start(segments, streams)
    if is_greedy:
        return order, greedy_combination(segments.segments, rows, start).streams
    best = best_combination(segments.segments, rows, start)
    if rule == "orc":
        return order, best.streams
    from levmetrics.meetings.interleaving import best_interleaving

    found = best_interleaving(segments.segments, segments.transcript.speaker, rows, best)
    return found.segments, found.streams


def _start(segments: Side, streams: _Speakers) -> IntArray:
    """Return the initial stream of each segment, one per speaker, as in MeetEval."""
    speakers = _Speakers.of([segments])
    (distances,) = _distances_by_session(speakers, streams)
    nearest = distances[:-1, :-1].argmin(axis=1)
    for i, j in assigned_speakers(distances):
        if i < len(nearest) and j < len(streams.rows) - 1:
            nearest[i] = j
    stream: IntArray = nearest[segments.transcript.speaker]
    return stream


def _row_distances(target: Streams, pred: Streams, targets: IntArray, preds: IntArray) -> IntArray:
    """Return the distance of each pair of rows, given by their numbers."""
    if target.begin is None:
        return pair_distances(_token_pairs(target.take(targets), pred.take(preds))).distance
    return stream_distances(target, pred, targets, preds)


def _token_pairs(target: Streams, pred: Streams) -> TokenPairs:
    preds, references = (
        Tokens(pa.LargeListArray.from_arrays(pa.array(side.offsets), pa.array(side.tokens)))
        for side in (pred, target)
    )
    return TokenPairs(preds, references)

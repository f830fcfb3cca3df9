"""Which streams of tokens are compared in a session: by the rules of cpWER, ORC-WER and others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa

from levmetrics.arrays import IntArray
from levmetrics.edits.kernel import pair_counts, pair_distances
from levmetrics.edits.pairs import PairCounts, TokenPairs
from levmetrics.edits.streams import StreamLinks, Streams, stream_distances, stream_links
from levmetrics.errors import warn
from levmetrics.inputs.tokens import Tokens
from levmetrics.meetings.assignment import assigned_speakers
from levmetrics.meetings.combination import best_combination, greedy_combination
from levmetrics.meetings.timing import WordTiming, word_times
from levmetrics.meetings.transcript import TokenizedSession, Transcript

_LONGEST_MEAN = 60  # seconds of a token: more are no speech

SessionRule: TypeAlias = Literal["cp", "orc", "mimo", "dicp"]


class Constraint(NamedTuple):
    """When tokens may be aligned: only if their times overlap.

    Attributes:
        collar: how much earlier each token of the hypothesis may begin, and how much later it may
            end, in seconds.
        reference: how the tokens of a segment share its time.
        hypothesis: the same of the hypothesis.

    """

    collar: float
    reference: WordTiming
    hypothesis: WordTiming


class Side(NamedTuple):
    """The segments of one side of a session, as tokens.

    Attributes:
        transcript: the segments.
        segments: the tokens of each.

    """

    transcript: Transcript
    segments: Streams

    def speakers(self) -> Streams:
        """Return the tokens of each speaker."""
        return self.transcript.by_speaker(self.segments)


@dataclass(frozen=True)
class StreamPairs:
    """The streams of a session that are compared: row ``i`` of one side with that of the other.

    Attributes:
        reference: their tokens; a stream without a partner is beside an empty one.
        hypothesis: the same.
        names: the speaker or stream of each row, of reference and hypothesis; ``None``: no one.
        reference_order: the numbers of the segments of the reference, row by row.
        hypothesis_order: the same of the hypothesis.

    """

    reference: Streams
    hypothesis: Streams
    names: list[tuple[str | None, str | None]]
    reference_order: IntArray
    hypothesis_order: IntArray

    def counts(self) -> PairCounts:
        """Count substitutions and hits of each row, in the alignment that kaldialign takes."""
        if self.reference.begin is None:
            return pair_counts(_token_pairs(self.reference, self.hypothesis), costs="kaldi")
        links = self.links()
        row = np.repeat(np.arange(len(self.reference)), self.reference.lengths)
        is_linked = links.links >= 0
        partner = self.hypothesis.offsets[row] + links.links
        is_hit = np.zeros(len(row), np.bool_)
        is_hit[is_linked] = (
            self.reference.tokens[is_linked] == self.hypothesis.tokens[partner[is_linked]]
        )
        hits, linked = (
            np.bincount(row[found], minlength=len(self.reference)) for found in (is_hit, is_linked)
        )
        return PairCounts(linked - hits, hits, self.hypothesis.lengths, self.reference.lengths)

    def errors(self) -> int:
        """Return the substitutions, deletions and insertions of all rows."""
        counts = self.counts()
        return int((counts.substitutions + counts.deletions + counts.insertions).sum())

    def links(self) -> StreamLinks:
        """Align the tokens of each row."""
        rows = np.arange(len(self.reference))
        return stream_links(self.reference, self.hypothesis, rows, rows)


def sides(session: TokenizedSession, constraint: Constraint | None) -> tuple[Side, Side]:
    """Return reference and hypothesis of a session, their tokens with times if that is asked for.

    Raises:
        InputError: for segments without times if tokens need some.

    """
    reference = Side(session.reference, session.reference_tokens)
    hypothesis = Side(session.hypothesis, session.hypothesis_tokens)
    if constraint is None:
        return reference, hypothesis
    sizes = np.array([*map(len, session.vocabulary)], np.int64)
    return (
        _timed(reference, sizes, constraint.reference, 0.0),
        _timed(hypothesis, sizes, constraint.hypothesis, constraint.collar),
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
    """Return the streams of a session that are compared, so that the errors are the fewest.

    Args:
        reference: what was said.
        hypothesis: what a system found.
        rule: ``"cp"``: each speaker of one side is one of the other; ``"orc"``: each segment of the
            reference belongs to a stream of the hypothesis, in the order of all starts;
            ``"mimo"``: the same, in an order that keeps that of each speaker; ``"dicp"``: each
            segment of the hypothesis belongs to a speaker of the reference.
        is_greedy: whether segments are moved while that helps; else, the fewest errors are proved.

    Raises:
        InputError: if the search for these would take too much memory or too long.

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


def _by_speakers(reference: Side, hypothesis: Side) -> StreamPairs:
    target, pred = reference.speakers(), hypothesis.speakers()
    found = assigned_speakers(_distances(target, pred), target.lengths, pred.lengths)
    names = [
        (
            None if i is None else reference.transcript.speakers[i],
            None if j is None else hypothesis.transcript.speakers[j],
        )
        for i, j in found
    ]
    targets = [len(target) if i is None else i for i, _ in found]
    preds = [len(pred) if j is None else j for _, j in found]
    return StreamPairs(
        target.with_empty_row().take(targets),
        pred.with_empty_row().take(preds),
        names,
        _order(reference, targets),
        _order(hypothesis, preds),
    )


def _order(side: Side, speakers: list[int]) -> IntArray:
    """Return the numbers of the segments of some speakers, speaker by speaker."""
    place = np.zeros(len(side.transcript.speakers) + 1, np.int64)
    place[speakers] = np.arange(len(speakers))
    order: IntArray = np.argsort(place[side.transcript.speaker], kind="stable")
    return order


def _by_segments(segments: Side, streams: Side, rule: SessionRule, is_greedy: bool) -> StreamPairs:
    """Give each segment of one side, returned as the reference, to a stream of the other."""
    names: Sequence[str | None] = streams.transcript.speakers
    rows = streams.speakers()
    order, chosen = _chosen(segments, streams, rows, rule, is_greedy)
    if not names:  # all segments are beside nothing
        names, rows = (None,), rows.with_empty_row()
    by_stream = order[np.argsort(chosen, kind="stable")]
    sizes = np.bincount(chosen, minlength=len(rows))
    return StreamPairs(
        segments.segments.take(by_stream).joined(sizes),
        rows,
        [(name, name) for name in names],
        by_stream,
        streams.transcript.speaker_order,
    )


def _chosen(
    segments: Side, streams: Side, rows: Streams, rule: SessionRule, is_greedy: bool
) -> tuple[IntArray, IntArray]:
    """Return the order of the segments, and the number of the stream of each."""
    order = np.arange(len(segments.segments))
    if not len(order) or not len(rows):
        return order, np.zeros(len(order), np.int64)
    start = _start(segments, rows)
    if is_greedy:
        return order, greedy_combination(segments.segments, rows, start).streams
    best = best_combination(segments.segments, rows, start)
    if rule == "orc":
        return order, best.streams
    from levmetrics.meetings.interleaving import best_interleaving

    found = best_interleaving(segments.segments, segments.transcript.speaker, rows, best)
    return found.segments, found.streams


def _start(segments: Side, streams: Streams) -> IntArray:
    """Return the stream of each segment as if speakers were streams, as MeetEval begins with."""
    speakers = segments.speakers()
    distances = _distances(speakers, streams)
    nearest = distances.argmin(axis=1)
    for i, j in assigned_speakers(distances, speakers.lengths, streams.lengths):
        if i is not None and j is not None:
            nearest[i] = j
    stream: IntArray = nearest[segments.transcript.speaker]
    return stream


def _distances(target: Streams, pred: Streams) -> IntArray:
    """Return the distance of each row to each; shape ``(rows of target, rows of pred)``."""
    shape = len(target), len(pred)
    targets, preds = (index.ravel() for index in np.indices(shape))
    if target.begin is None:
        pairs = _token_pairs(target.take(targets), pred.take(preds))
        return pair_distances(pairs).distance.reshape(shape)
    return stream_distances(target, pred, targets, preds).reshape(shape)


def _token_pairs(target: Streams, pred: Streams) -> TokenPairs:
    preds, references = (
        Tokens(pa.LargeListArray.from_arrays(pa.array(side.offsets), pa.array(side.tokens)))
        for side in (pred, target)
    )
    return TokenPairs(preds, references)

"""The errors of a session, and those that are only words of the wrong speaker."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.alignment.explanation import Alignment, UnexplainedError, Words
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray, ranges
from levmetrics.meetings.pairing import Constraint, SessionRule, StreamPairs, paired_streams, sides
from levmetrics.meetings.presentation import session_view
from levmetrics.meetings.streams import (
    AlignedStreams,
    SessionToken,
    TokenKind,
    in_words,
    speaker_name,
)
from levmetrics.meetings.timing import word_times
from levmetrics.meetings.transcript import SelfOverlap, Side, TokenizedSession
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import ERRORS, HITS
from levmetrics.rendering.table import Cell, Table, printed, whole
from levmetrics.rendering.text import legible

_MOST_PAIRS = 400_000_000  # pairs of tokens of a session to explain: some seconds
# The same for the exact searches for causes, by rule; larger ones are greedy, or left out.
_MOST_PAIRS_OF_SEARCH = {"cp": _MOST_PAIRS, "orc": 100_000_000, "dicp": 100_000_000, "mimo": 10**7}


@dataclass(frozen=True)
class SessionAlignment(Alignment):
    """The alignment of a session, stream by stream, with the causes of its errors.

    Attributes:
        session: the session's id; ``None`` if it has none.
        streams: the streams, in the order of the reference speakers.
        errors: the errors of all streams.
        errors_of_speakers: the errors that are due to the wrong speaker only: the number beyond the
            errors of ORC-WER; ``None`` for rules other than cpWER's. Words that another speaker has
            are marked only if it is not 0.
        errors_of_times: the errors that are due to wrong times only: the number beyond the errors
            without times; ``None`` without a time constraint, and if the search without it is too
            large.
        speaker_hits: the number of recognised words, whoever spoke, for each pair of reference
            speaker and hypothesis speaker.
        self_overlaps: how long speakers of each side overlap with themselves, which may make the
            times of words inconsistent; ``None`` without times.
        is_exact: whether the errors of ORC-WER are proved minimal; if not, they may be fewer, and
            the errors due to speakers more.
        is_timed: whether there is a time constraint.

    """

    session: str | None
    streams: Sequence[AlignedStreams]
    errors: int
    errors_of_speakers: int | None
    errors_of_times: int | None
    speaker_hits: Mapping[tuple[str, str], int]
    self_overlaps: tuple[SelfOverlap | None, SelfOverlap | None]
    is_exact: bool
    is_timed: bool

    def __str__(self) -> str:
        """Return tables of the streams and of the speakers' words as text."""
        tables = [self.table(), *([self.speaker_table()] if self.speaker_hits else [])]
        return "\n".join([*(printed(table).rstrip() for table in tables), *self.causes()])

    def to_html(self, words: Words | None = None) -> str:
        """Return a timeline of the speakers, and their words side by side, as HTML with a key.

        Args:
            words: labels in another language, by the keys of the file ``words.json`` beside this.

        """
        said = in_words(words)
        key = {letter: said[f"session_key_{letter}"] for letter in "SDIW"}
        return render("key.html.j2", key=key) + self.markup(words)

    def markup(self, words: Words | None = None) -> str:
        """Return the timeline and the words as HTML for a report, which has a key of its own."""
        tables = [self.speaker_table(words)] if self.speaker_hits else []
        return session_view(self.streams, self.causes(words), tables, in_words(words))

    def causes(self, words: Words | None = None) -> list[str]:
        """Return the known causes of the errors, one sentence each."""
        found, words = [], in_words(words)
        if self.errors_of_speakers is not None:
            said = "session_of_speakers" if self.is_exact else "session_of_speakers_at_least"
            found.append(words[said].format(wrong=self.errors_of_speakers, errors=self.errors))
        if self.errors_of_times is not None:
            found.append(
                words["session_of_times"].format(wrong=self.errors_of_times, errors=self.errors)
            )
        elif self.is_timed:
            found.append(words["session_times_unknown"])
        return found

    def table(self) -> Table:
        """Return a table with one row per stream."""
        rows: list[list[Cell]] = []
        said = in_words(None)
        for stream in self.streams:
            counts = stream.counts()
            names = (stream.reference_speaker, stream.hypothesis_speaker)
            cells = (counts[count.key] for count in (HITS, *ERRORS))
            rows.append([*(speaker_name(name, said) for name in names), *map(whole, cells)])
        headings = [count.heading for count in (HITS, *ERRORS)]
        return Table("Streams that are compared", ["reference", "hypothesis"], headings, rows)

    def speaker_table(self, words: Words | None = None) -> Table:
        """Return a table of recognised words by reference speaker and hypothesis speaker."""
        hits, words = self.speaker_hits, in_words(words)
        names = [*dict.fromkeys(name for name, _ in hits)]
        streams = (stream.hypothesis_speaker for stream in self.streams)
        others = [name for name in dict.fromkeys(streams) if name is not None]
        rows: list[list[Cell]] = [
            [legible(name), *(whole(hits.get((name, other), 0)) for other in others)]
            for name in names
        ]
        return Table(
            words["session_hits"], [words["session_speaker"]], [*map(legible, others)], rows
        )

    def to_dict(self) -> dict[str, Any]:
        """Return counts and pairs of speakers as JSON values."""
        pairs = [
            {
                "reference": stream.reference_speaker,
                "hypothesis": stream.hypothesis_speaker,
                **stream.counts(),
            }
            for stream in self.streams
        ]
        found: dict[str, Any] = {"errors": self.errors, "streams": pairs}
        if self.errors_of_speakers is not None:
            found["errors_of_speakers"] = self.errors_of_speakers
            found["speaker_hits"] = [
                {"reference": name, "hypothesis": other, "words": words}
                for (name, other), words in self.speaker_hits.items()
            ]
        if self.errors_of_times is not None:
            found["errors_of_times"] = self.errors_of_times
        for side, times in zip(("reference", "hypothesis"), self.self_overlaps, strict=True):
            if times is not None:
                found[f"{side}_self_overlap"] = times._asdict()
        return found


def explained_session(
    session: TokenizedSession, rule: SessionRule, constraint: Constraint | None, *, is_greedy: bool
) -> SessionAlignment:
    """Align the paired streams of a session, and find the causes of their errors.

    Args:
        session: both sides as tokens.
        rule: see :func:`levmetrics.meetings.pairing.paired_streams`.
        constraint: the time constraint of alignments; ``None``: no constraint.
        is_greedy: see there.

    Raises:
        InputError: as there, and for a session with too many tokens.

    """
    reference_size, hypothesis_size = _sizes(session.sides)
    if reference_size * hypothesis_size > _MOST_PAIRS:
        raise UnexplainedError(
            "session.too_large_to_explain",
            place=session.name,
            reference=reference_size,
            hypothesis=hypothesis_size,
            most=_MOST_PAIRS,
        )
    both = sides(session, constraint)
    pairs = paired_streams(*both, rule, is_greedy=is_greedy)
    errors, links = _linked(pairs, both)
    whoever, is_exact, of_speakers = None, True, None
    if rule == "cp":
        proved = _pairs_in_seconds(both, "orc")
        is_exact = proved is not None
        free = proved or paired_streams(*both, "orc", is_greedy=True)
        errors_of_anyone, whoever = _linked(free, both)
        of_speakers = max(errors - errors_of_anyone, 0)
    errors_of_times = None
    if constraint is not None:
        untimed = _pairs_in_seconds(session.sides, rule, is_greedy=is_greedy)
        # Two greedy searches are independent: the second may find more errors.
        errors_of_times = None if untimed is None else max(errors - untimed.errors(), 0)
    reference, hypothesis = (side.transcript for side in both)
    return SessionAlignment(
        reference.session or hypothesis.session,
        # Without such an error, words that fit another speaker as well are no one else's.
        [*_streams(session, pairs, links, whoever if of_speakers else None)],
        errors,
        of_speakers,
        errors_of_times,
        {} if whoever is None else _speaker_hits(session, whoever[0]),
        (reference.self_overlap(), hypothesis.self_overlap()),
        is_exact,
        constraint is not None,
    )


def _sizes(both: tuple[Side, Side]) -> tuple[int, int]:
    """Return the numbers of tokens of reference and hypothesis."""
    reference, hypothesis = (len(side.segments.tokens) for side in both)
    return reference, hypothesis


def _pairs_in_seconds(
    both: tuple[Side, Side], rule: SessionRule, *, is_greedy: bool = False
) -> StreamPairs | None:
    """Return the paired streams; ``None`` if the search for them is too large for a cause."""
    if not is_greedy and math.prod(_sizes(both)) > _MOST_PAIRS_OF_SEARCH[rule]:
        return None
    try:
        return paired_streams(*both, rule, is_greedy=is_greedy)
    except InputError as error:
        if not error.code.startswith("session.search"):
            raise
        return None


class _Linked(NamedTuple):
    """The tokens of one side, and those of the other side with which streams align them.

    Attributes:
        order: the numbers of the tokens in the order of the streams.
        partner: the token of the other side aligned with each token, or -1.
        place: the index in its stream of that token, or -1.
        is_hit: whether each token is aligned with an equal token.

    """

    order: IntArray
    partner: IntArray
    place: IntArray
    is_hit: npt.NDArray[np.bool_]


def _linked(pairs: StreamPairs, both: tuple[Side, Side]) -> tuple[int, tuple[_Linked, _Linked]]:
    """Return the errors of all streams, and the aligned tokens of each side."""
    reference = _tokens(both[0], pairs.reference_order)
    hypothesis = _tokens(both[1], pairs.hypothesis_order)
    links = pairs.links()
    row = np.repeat(np.arange(len(pairs.reference)), pairs.reference.lengths)
    at = np.flatnonzero(links.links >= 0)
    ours, our_place = reference[at], at - pairs.reference.offsets[row[at]]
    their_place = links.links[at]
    theirs = hypothesis[pairs.hypothesis.offsets[row[at]] + their_place]
    is_equal = both[0].segments.tokens[ours] == both[1].segments.tokens[theirs]

    def of_side(order: IntArray, own: IntArray, other: IntArray, other_place: IntArray) -> _Linked:
        partner, place = np.full((2, len(order)), -1)
        is_hit = np.zeros(len(order), np.bool_)
        partner[own], place[own], is_hit[own] = other, other_place, is_equal
        return _Linked(order, partner, place, is_hit)

    sides_ = (
        of_side(reference, ours, theirs, their_place),
        of_side(hypothesis, theirs, ours, our_place),
    )
    return int(links.distance.sum()), sides_


def _tokens(side: Side, order: IntArray) -> IntArray:
    """Return the token numbers of segments in the given order."""
    return ranges(side.segments.offsets[order], side.segments.lengths[order])


def _speaker_hits(session: TokenizedSession, links: _Linked) -> dict[tuple[str, str], int]:
    """Return how many tokens of each speaker of the reference are hits of each found speaker."""
    reference, hypothesis = session.sides
    hits = np.flatnonzero(links.is_hit)
    said = reference.speaker_of_tokens()[hits].tolist()
    heard = hypothesis.speaker_of_tokens()[links.partner[hits]].tolist()
    names = reference.transcript.speakers, hypothesis.transcript.speakers
    counts = sorted(Counter(zip(said, heard, strict=True)).items())
    return {(names[0][i], names[1][j]): count for (i, j), count in counts}


def _streams(
    session: TokenizedSession,
    pairs: StreamPairs,
    links: tuple[_Linked, _Linked],
    whoever: tuple[_Linked, _Linked] | None,
) -> Iterator[AlignedStreams]:
    tokens = [
        [*_session_tokens(session, side, links[side], whoever and whoever[side])] for side in (0, 1)
    ]
    bounds = pairs.reference.offsets, pairs.hypothesis.offsets
    for row, names in enumerate(pairs.names):
        reference, hypothesis = (
            [of_side[number] for number in linked.order[ends[row] : ends[row + 1]].tolist()]
            for of_side, linked, ends in zip(tokens, links, bounds, strict=True)
        )
        yield AlignedStreams(*names, reference, hypothesis)


def _session_tokens(
    session: TokenizedSession, side: int, links: _Linked, whoever: _Linked | None
) -> Iterator[SessionToken]:
    """Yield the tokens of a side.

    Args:
        session: the session.
        side: 0: the reference; 1: the hypothesis.
        links: the alignments of the side's tokens.
        whoever: the same whoever speaks; ``None``: no error is due to a speaker.

    """
    own, other = session.sides[side], session.sides[1 - side]
    alone: TokenKind = "insertion" if side else "deletion"
    texts = [str(session.vocabulary[token]) for token in own.segments.tokens.tolist()]
    others: Sequence[str | None] = [None] * len(texts)
    if whoever is not None:
        names, speaker = other.transcript.speakers, other.speaker_of_tokens()
        is_moved = whoever.is_hit & ~links.is_hit
        others = [
            names[speaker[number]] if moved else None
            for moved, number in zip(is_moved.tolist(), whoever.partner.tolist(), strict=True)
        ]
    of_tokens = zip(
        texts,
        links.is_hit.tolist(),
        links.place.tolist(),
        np.repeat(np.arange(len(own.segments)), own.segments.lengths).tolist(),
        _times(own, texts),
        others,
        strict=True,
    )
    for text, hit, place, segment, (start, end), speaker_of_it in of_tokens:
        kind: TokenKind = "hit" if hit else "substitution" if place >= 0 else alone
        partner = place if place >= 0 else None
        yield SessionToken(text, kind, partner, segment, start, end, speaker_of_it)


def _times(side: Side, texts: Sequence[str]) -> Sequence[tuple[float | None, float | None]]:
    """Return the start and the end of each token; ``None`` without times of segments."""
    start, end = side.transcript.start, side.transcript.end
    if start is None or end is None:
        return [(None, None)] * len(texts)
    sizes = np.array([*map(len, texts)], np.int64)
    times = word_times(start, end, side.segments.offsets, sizes, "character_based")
    return [*zip(*(each.tolist() for each in times), strict=True)]

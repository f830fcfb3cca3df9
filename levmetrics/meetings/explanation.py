"""The errors of a session, and those that are only words of the wrong speaker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from levmetrics.alignment.explanation import Alignment, UnexplainedError, Words
from levmetrics.arrays import IntArray, ranges
from levmetrics.errors import InputError
from levmetrics.meetings.pairing import (
    Constraint,
    SessionRule,
    Side,
    StreamPairs,
    paired_streams,
    sides,
)
from levmetrics.meetings.presentation import session_view
from levmetrics.meetings.streams import (
    AlignedStreams,
    SessionToken,
    TokenKind,
    in_words,
    speaker_name,
)
from levmetrics.meetings.timing import word_times
from levmetrics.meetings.transcript import SelfOverlap, TokenizedSession
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
    letters = "SDIW"

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
        key = {letter: said[f"session_key_{letter}"] for letter in self.letters}
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
    _check_size(session)
    both = sides(session, constraint)
    pairs = paired_streams(*both, rule, is_greedy=is_greedy)
    found = _Links.of(pairs, both)
    whoever, is_exact, of_speakers = None, True, None
    if rule == "cp":
        free, is_exact = _whoever_speaks(session, both)
        whoever = _Links.of(free, both)
        of_speakers = max(found.errors - whoever.errors, 0)
    errors_of_times = None
    if constraint is not None:
        untimed = _errors_without_times(session, rule, is_greedy)
        # Two greedy searches are independent: the second may find more errors.
        errors_of_times = None if untimed is None else max(found.errors - untimed, 0)
    return SessionAlignment(
        session.reference.session or session.hypothesis.session,
        # Without such an error, words that fit another speaker as well are no one else's.
        [*_streams(session, pairs, found, whoever if of_speakers else None)],
        found.errors,
        of_speakers,
        errors_of_times,
        {} if whoever is None else _speaker_hits(session, whoever),
        (session.reference.self_overlap(), session.hypothesis.self_overlap()),
        is_exact,
        constraint is not None,
    )


def _token_pairs(session: TokenizedSession) -> int:
    """Return the number of pairs of a reference token and a hypothesis token."""
    return len(session.reference_tokens.tokens) * len(session.hypothesis_tokens.tokens)


def _check_size(session: TokenizedSession) -> None:
    """Refuse a session that would take too long to explain.

    Raises:
        UnexplainedError: naming the session and its size.

    """
    if _token_pairs(session) > _MOST_PAIRS:
        raise UnexplainedError(
            "session.too_large_to_explain",
            place=session.name,
            reference=len(session.reference_tokens.tokens),
            hypothesis=len(session.hypothesis_tokens.tokens),
            most=_MOST_PAIRS,
        )


def _is_searched(session: TokenizedSession, rule: SessionRule, is_greedy: bool) -> bool:
    """Whether a search for causes takes some seconds at most."""
    return is_greedy or _token_pairs(session) <= _MOST_PAIRS_OF_SEARCH[rule]


def _whoever_speaks(session: TokenizedSession, both: tuple[Side, Side]) -> tuple[StreamPairs, bool]:
    """Return the streams paired by ORC-WER, and whether their errors are proved minimal."""
    if _is_searched(session, "orc", is_greedy=False):
        try:
            return paired_streams(*both, "orc"), True
        except InputError as error:
            if not error.code.startswith("session.search"):
                raise
    return paired_streams(*both, "orc", is_greedy=True), False


def _errors_without_times(
    session: TokenizedSession, rule: SessionRule, is_greedy: bool
) -> int | None:
    """Return the errors without a time constraint; ``None`` if that search is too large."""
    if not _is_searched(session, rule, is_greedy):
        return None
    try:
        return paired_streams(*sides(session, None), rule, is_greedy=is_greedy).errors()
    except InputError as error:
        if not error.code.startswith("session.search"):
            raise
        return None


@dataclass(frozen=True)
class _Links:
    """Alignments of streams, by the token numbers of each side.

    Attributes:
        reference: the tokens of the reference in the order of the streams.
        hypothesis: the tokens of the hypothesis in the order of the streams.
        partner: the hypothesis token aligned with each reference token, or -1.
        of_hypothesis: the reference token aligned with each hypothesis token, or -1.
        is_hit: whether each reference token is aligned with an equal token.
        errors: the errors of all streams.

    """

    reference: IntArray
    hypothesis: IntArray
    partner: IntArray
    of_hypothesis: IntArray
    is_hit: npt.NDArray[np.bool_]
    errors: int

    @classmethod
    def of(cls, pairs: StreamPairs, both: tuple[Side, Side]) -> _Links:
        reference = _tokens(both[0], pairs.reference_order)
        hypothesis = _tokens(both[1], pairs.hypothesis_order)
        links = pairs.links()
        row = np.repeat(np.arange(len(pairs.reference)), pairs.reference.lengths)
        is_linked = links.links >= 0
        partner = np.full(len(reference), -1)
        linked = hypothesis[(pairs.hypothesis.offsets[row] + links.links)[is_linked]]
        partner[reference[is_linked]] = linked
        of_hypothesis = np.full(len(hypothesis), -1)
        of_hypothesis[linked] = reference[is_linked]
        is_hit = partner >= 0
        tokens = both[0].segments.tokens, both[1].segments.tokens
        is_hit[is_hit] = tokens[0][is_hit] == tokens[1][partner[is_hit]]
        return cls(reference, hypothesis, partner, of_hypothesis, is_hit, int(links.distance.sum()))


def _tokens(side: Side, order: IntArray) -> IntArray:
    """Return the token numbers of segments in the given order."""
    return ranges(side.segments.offsets[order], side.segments.lengths[order])


def _speaker_hits(session: TokenizedSession, links: _Links) -> dict[tuple[str, str], int]:
    names = session.reference.speakers, session.hypothesis.speakers
    speaker = [_speakers(session, side) for side in (0, 1)]
    hits = np.flatnonzero(links.is_hit)
    counts = Counter(
        zip(speaker[0][hits].tolist(), speaker[1][links.partner[hits]].tolist(), strict=True)
    )
    return {(names[0][i], names[1][j]): count for (i, j), count in sorted(counts.items())}


def _speakers(session: TokenizedSession, side: int) -> IntArray:
    """Return the number of the speaker of each token of a side."""
    transcript = (session.reference, session.hypothesis)[side]
    tokens = (session.reference_tokens, session.hypothesis_tokens)[side]
    return np.repeat(transcript.speaker, tokens.lengths)


def _streams(
    session: TokenizedSession, pairs: StreamPairs, links: _Links, whoever: _Links | None
) -> Iterator[AlignedStreams]:
    tokens = [_SideTokens.of(session, side, links, whoever) for side in (0, 1)]
    bounds = pairs.reference.offsets, pairs.hypothesis.offsets
    orders = links.reference, links.hypothesis
    for row, names in enumerate(pairs.names):
        numbers = [
            order[ends[row] : ends[row + 1]].tolist()
            for order, ends in zip(orders, bounds, strict=True)
        ]
        places = [{number: i for i, number in enumerate(of_side)} for of_side in numbers]
        yield AlignedStreams(
            *names,
            *(
                [side.token(number, other) for number in of_side]
                for side, of_side, other in zip(tokens, numbers, reversed(places), strict=True)
            ),
        )


@dataclass(frozen=True)
class _SideTokens:
    """The properties of a side's tokens, by token number."""

    texts: Sequence[str]
    kinds: Sequence[TokenKind]
    partner: Sequence[int]
    segment: Sequence[int]
    times: Sequence[tuple[float | None, float | None]]
    other_speaker: Sequence[str | None]

    @classmethod
    def of(
        cls, session: TokenizedSession, side: int, links: _Links, whoever: _Links | None
    ) -> _SideTokens:
        transcript = (session.reference, session.hypothesis)[side]
        tokens = (session.reference_tokens, session.hypothesis_tokens)[side]
        partner = (links.partner, links.of_hypothesis)[side]
        kinds = _kinds(links, side)
        texts = [str(session.vocabulary[token]) for token in tokens.tokens.tolist()]
        times: Sequence[tuple[float | None, float | None]] = [(None, None)] * len(texts)
        if transcript.start is not None and transcript.end is not None:
            sizes = np.array([*map(len, texts)], np.int64)
            begin, end = word_times(
                transcript.start, transcript.end, tokens.offsets, sizes, "character_based"
            )
            times = [*zip(begin.tolist(), end.tolist(), strict=True)]
        segment = np.repeat(np.arange(len(tokens)), tokens.lengths).tolist()
        others = _other_speakers(session, side, links, whoever)
        return cls(texts, kinds, partner.tolist(), segment, times, others)

    def token(self, number: int, places: Mapping[int, int]) -> SessionToken:
        """Return a token; ``places`` maps partners to places in the other side's row."""
        return SessionToken(
            self.texts[number],
            self.kinds[number],
            places.get(self.partner[number]),
            self.segment[number],
            *self.times[number],
            self.other_speaker[number],
        )


def _kinds(links: _Links, side: int) -> list[TokenKind]:
    partner = (links.partner, links.of_hypothesis)[side]
    alone: TokenKind = "insertion" if side else "deletion"
    is_hit = _hits(links, side)
    return [
        "hit" if hit else "substitution" if other >= 0 else alone
        for hit, other in zip(is_hit.tolist(), partner.tolist(), strict=True)
    ]


def _hits(links: _Links, side: int) -> npt.NDArray[np.bool_]:
    """Return whether each token of a side is aligned with an equal one."""
    if not side:
        return links.is_hit
    is_hit = links.of_hypothesis >= 0
    is_hit[is_hit] = links.is_hit[links.of_hypothesis[is_hit]]
    return is_hit


def _other_speakers(
    session: TokenizedSession, side: int, links: _Links, whoever: _Links | None
) -> list[str | None]:
    """Return the speaker of the other side who has each token that is an error."""
    is_hit = _hits(links, side)
    if whoever is None:
        return [None] * len(is_hit)
    partner = (whoever.partner, whoever.of_hypothesis)[side]
    other = (session.hypothesis, session.reference)[side]
    speaker = _speakers(session, 1 - side)
    is_moved = _hits(whoever, side) & ~is_hit
    return [
        other.speakers[int(speaker[number])] if moved else None
        for moved, number in zip(is_moved.tolist(), partner.tolist(), strict=True)
    ]

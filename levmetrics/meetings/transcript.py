"""One side of a session: segments of words by speakers, checked and split into tokens."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from levmetrics.edits.numbering import numbered_rows
from levmetrics.edits.streams import Streams
from levmetrics.errors import InputError, Place, quoted
from levmetrics.formats.sessions.session_format import event_of
from levmetrics.inputs.arguments import check_same_length, is_number, is_whole_number, reading
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.arrow import lone_surrogate
from levmetrics.inputs.columns import prediction_column
from levmetrics.inputs.values import ValueColumn
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer

_TIMES = ("start_time", "end_time")
_MOST_SECONDS = 1e300  # so that sums of times are finite


class SelfOverlap(NamedTuple):
    """Time in which segments of the same speaker overlap, over all speakers.

    Attributes:
        overlap: the overlapping time in seconds.
        total: the time in which speakers talk, in seconds.

    """

    overlap: float
    total: float


@dataclass(frozen=True)
class Transcript:
    """The segments of a session, sorted by start if they have times, else in the given order.

    Attributes:
        place: the place of the session in the caller's argument, for messages.
        session: the id of the session; ``None`` if the segments have none.
        speakers: the names of the speakers, in the order of their first segments.
        speaker: the number of each segment's speaker; int64, shape ``(segments,)``.
        words: the words of each segment.
        start: the start of each segment in seconds; float64. ``None``: there are no times.
        end: the end of each segment.
        events: type, start and end of each event of RTTM that is no turn of a speaker, which only
            the diarization error rate reads.

    """

    place: str
    session: str | None
    speakers: list[str]
    speaker: IntArray
    words: list[str]
    start: FloatArray | None
    end: FloatArray | None
    events: Sequence[tuple[str, float, float]] = ()

    @classmethod
    def read(
        cls, segments: Any, place: str, texts: Sequence[str] = ("speaker", "words")
    ) -> Transcript:
        """Check the segments of a session.

        Args:
            segments: a list of mappings with ``speaker`` and ``words``, and optionally
                ``session_id``, ``start_time`` and ``end_time`` in seconds; or with the ``type`` of
                an event of RTTM and its times.
            place: the place of the session in the caller's argument, for messages.
            texts: the keys of a segment that are read as strings; without ``"words"`` among them,
                words are empty.

        Raises:
            InputError: for anything else, a segment that ends before it starts, times that are not
                numbers or that only some segments have, and segments of several sessions.

        >>> Transcript.read([{"speaker": "anna", "words": "is there"}], "references[0]").words
        ['is there']

        """
        if isinstance(segments, (str, Mapping)) or not isinstance(segments, Sequence):
            raise InputError("session.no_list", place=place, given=type(segments).__name__)
        with reading(lambda: place):
            rows_of = enumerate(segments)
            found = [_segment(segment, place, number, texts) for number, segment in rows_of]
        sessions = {row.session for row in found}
        if len(sessions) > 1:
            two = " and ".join(map(repr, sorted(map(str, sessions))[:2]))
            raise InputError("session.several", place=place, sessions=two)
        rows = [row for row in found if row.event is None]
        has_times = {row.start is not None for row in rows}
        if len(has_times) > 1:
            number = next(number for number, row in enumerate(found) if row.start is None)
            raise InputError("session.some_times", place=Place(place, number))
        if has_times == {True}:
            rows.sort(key=lambda row: row.start or 0.0)
        names: dict[str, int] = {}
        speaker = [names.setdefault(row.speaker, len(names)) for row in rows]
        # Without segments, no time is missing.
        start, end = (
            None if has_times == {False} else np.array(column, np.float64)
            for column in ([row.start for row in rows], [row.end for row in rows])
        )
        session = sessions.pop() if sessions else None
        words = [row.words for row in rows]
        events = [
            (row.event, row.start, row.end)
            for row in found
            if row.event is not None and row.start is not None and row.end is not None
        ]
        numbers = np.array(speaker, np.int64)
        return cls(place, session, [*names], numbers, words, start, end, events)

    def times(self) -> tuple[FloatArray, FloatArray]:
        """Return the start and the end of each segment.

        Raises:
            InputError: if the segments have none.

        """
        if self.start is None or self.end is None:
            raise InputError("session.no_times", place=self.place)
        return self.start, self.end

    def self_overlap(self) -> SelfOverlap | None:
        """Return the overlap of segments of one speaker; ``None`` without times.

        >>> segment = {"speaker": "anna", "words": "hi", "start_time": 0, "end_time": 2}
        >>> twice = [segment, {**segment, "start_time": 1, "end_time": 3}]
        >>> Transcript.read(twice, "references[0]").self_overlap()
        SelfOverlap(overlap=1.0, total=3.0)

        """
        if self.start is None or self.end is None:
            return None
        overlap = total = 0.0
        latest = dict.fromkeys(range(len(self.speakers)), -math.inf)  # the end so far
        for speaker, start, end in zip(
            self.speaker.tolist(), self.start.tolist(), self.end.tolist(), strict=True
        ):
            before = latest[speaker]
            overlap += max(min(before, end) - start, 0.0)
            total += max(end - max(before, start), 0.0)
            latest[speaker] = max(before, end)
        return SelfOverlap(overlap, total)

    def texts(self) -> list[str]:
        """Return the text of each speaker, the segments joined by spaces."""
        texts: list[list[str]] = [[] for _ in self.speakers]
        for speaker, words in zip(self.speaker.tolist(), self.words, strict=True):
            texts[speaker].append(words)
        return [*map(" ".join, texts)]


def paired_transcripts(
    preds: ValueColumn, target: ValueColumn, texts: Sequence[str] = ("speaker", "words")
) -> list[tuple[Transcript, Transcript]]:
    """Read the sessions of both sides; each session may occur once per side.

    Args:
        preds: the system's segments of each session.
        target: the references of the same sessions, in the same order.
        texts: as for :meth:`Transcript.read`.

    Returns:
        Reference and hypothesis of each session.

    Raises:
        InputError: for samples that are not sessions, and for sides with different sessions.

    """
    check_same_length(preds, target)
    sides = (_transcripts(column, texts) for column in (target, preds))
    sessions = [*zip(*sides, strict=True)]
    for reference, hypothesis in sessions:
        ids = reference.session, hypothesis.session
        if None not in ids and ids[0] != ids[1]:
            raise InputError(
                "session.other",
                place=reference.place,
                session=quoted(ids[0]),
                other=hypothesis.place,
                other_session=quoted(ids[1]),
            )
    return sessions


def _transcripts(column: ValueColumn, texts: Sequence[str]) -> list[Transcript]:
    found = [
        Transcript.read(value, column.position(i), texts) for i, value in enumerate(column.values)
    ]
    first: dict[str, Transcript] = {}
    for transcript in found:
        session = transcript.session
        if session is not None and first.setdefault(session, transcript) is not transcript:
            raise InputError(
                "session.twice",
                place=transcript.place,
                session=quoted(session),
                first=first[session].place,
            )
    return found


class _Segment(NamedTuple):
    """A checked segment."""

    speaker: str
    words: str
    start: float | None
    end: float | None
    session: str | None
    event: str | None


def _segment(segment: Any, place: str, number: int, texts: Sequence[str]) -> _Segment:
    """Check a segment of a session."""
    if not isinstance(segment, Mapping):
        raise InputError(
            "session.no_segment", place=Place(place, number), given=type(segment).__name__
        )
    event = event_of(segment, Place(place, number))
    for key in texts if event is None else ():
        value = segment.get(key)
        if not isinstance(value, str):
            given = "missing" if key not in segment else f"of type {type(value).__name__}"
            raise InputError("session.field", place=Place(place, number), key=key, given=given)
        if fault := lone_surrogate(value):
            where = Place(Place(place, number), key)
            raise InputError("session.surrogate", place=where, fault=fault)
    start, end = (_seconds(segment.get(key), place, number, key) for key in _TIMES)
    if (start is None) != (end is None) or (event is not None and start is None):
        lacking = _TIMES[0] if start is None else _TIMES[1]
        raise InputError("session.half_times", place=Place(place, number), key=lacking)
    if start is not None and end is not None and end < start:
        raise InputError("session.backwards", place=Place(place, number), start=start, end=end)
    session = segment.get("session_id")
    return _Segment(
        segment["speaker"] if event is None else "",
        segment["words"] if event is None and "words" in texts else "",
        start,
        end,
        None if session is None else f"{session}",
        event,
    )


def _seconds(time: Any, place: str, number: int, key: str) -> float | None:
    """Return a time of a segment, which may be missing."""
    if time is None:
        return None
    seconds = as_seconds(time)
    if math.isnan(seconds):
        where = Place(Place(place, number), key)
        raise InputError("session.time", place=where, given=shown_time(time))
    return seconds


def as_seconds(time: Any) -> float:
    """Return a time, possibly given as text, as a number; NaN if it is not a time."""
    if type(time) is float:  # as nearly all are
        return time if abs(time) <= _MOST_SECONDS else math.nan
    try:
        seconds = float(time) if is_number(time) or isinstance(time, (Decimal, str)) else math.nan
    except (ValueError, OverflowError):
        return math.nan
    return seconds if abs(seconds) <= _MOST_SECONDS else math.nan


def shown_time(time: Any) -> str:
    """Return a short form of a value that is not a time, for messages."""
    if is_whole_number(time) and abs(int(time)) > _MOST_SECONDS:
        return f"{Decimal(int(time)):.3e}"  # Python does not format numbers of thousands of digits
    return reprlib.repr(time)


class Side(NamedTuple):
    """The segments of one side of a session, as token numbers.

    Attributes:
        transcript: the segments.
        segments: the tokens of each segment.

    """

    transcript: Transcript
    segments: Streams

    def speaker_of_tokens(self) -> IntArray:
        """Return the number of the speaker of each token."""
        return np.repeat(self.transcript.speaker, self.segments.lengths)


class TokenizedSession(NamedTuple):
    """Both sides of a session as token numbers, without times; equal tokens have equal numbers.

    Attributes:
        sides: the reference, and the hypothesis of the system.
        vocabulary: the tokens by their numbers.
        sizes: the number of characters of each of them.

    """

    sides: tuple[Side, Side]
    vocabulary: Sequence[str]
    sizes: IntArray

    @property
    def name(self) -> str:
        """The id of the session, or its place in the caller's argument without one."""
        reference, hypothesis = (side.transcript for side in self.sides)
        return reference.session or hypothesis.session or reference.place


def tokenized(
    sessions: Sequence[tuple[Transcript, Transcript]], tokenizer: Tokenizer, normalizer: Chain
) -> list[TokenizedSession]:
    """Split the segments of sessions into tokens.

    White space is never a token, not even with character tokens: it is not spoken, and there is
    none between segments.

    Args:
        sessions: reference and hypothesis of each session.
        tokenizer: splits the words of a segment.
        normalizer: applied to the words first.

    Raises:
        InputError: if the normalizer fails.

    """
    sides = [*chain.from_iterable(sessions)]
    words = [*chain.from_iterable(side.words for side in sides)]
    column = normalizer.column(prediction_column(words, "words"))
    [rows], vocabulary = numbered_rows(tokenizer.column(column))
    is_said = np.array([not token.isspace() for token in vocabulary], np.bool_)[rows.numbers]
    numbers, of_segments = rows.numbers[is_said], np.r_[0, np.cumsum(is_said)][rows.offsets]
    bounds = np.cumsum([0, *(len(side.words) for side in sides)])
    found = []
    for side, first, last in zip(sides, bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        offsets = of_segments[first : last + 1]
        tokens = numbers[offsets[0] : offsets[-1]]
        found.append(Side(side, Streams(tokens, offsets - offsets[0])))
    sizes = np.array([*map(len, vocabulary)], np.int64)
    pairs = zip(found[::2], found[1::2], strict=True)
    return [TokenizedSession(pair, vocabulary, sizes) for pair in pairs]

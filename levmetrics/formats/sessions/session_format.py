"""The interface of session formats, which read and write segments of speakers.

A segment is a dictionary with the keys of SegLST, the format of the CHiME-7 challenge and of
MeetEval (https://github.com/fgnt/meeteval): ``session_id``, ``speaker`` and ``words`` are strings,
``start_time`` and ``end_time`` are seconds, or ``None`` if unknown.

A segment without a speaker whose ``type`` is one of :data:`EVENT_TYPES` is no turn but another
event of RTTM: a time that is not scored, a sound, or a word with its own time.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

from levmetrics.errors import InputError, Place
from levmetrics.formats.encodings import CheckedDecoder
from levmetrics.formats.file_format import NamedColumns, Values
from levmetrics.formats.kinds.json_files import records
from levmetrics.formats.kinds.transcripts import LineAt, content_lines, finite_number, is_skipped
from levmetrics.formats.source import Source
from levmetrics.inputs.arguments import is_number, is_whole_number, type_phrase
from levmetrics.registry import Registry

Segment: TypeAlias = "dict[str, Any]"

EVENT_TYPES = frozenset(
    ["NOSCORE", "NON-LEX", "LEXEME", "SEGMENT", "SU", "EDIT", "FILLER", "IP", "CB", "A/P"]
)
"""The types of RTTM, besides ``SPEAKER``, that change what md-eval scores."""
NO_VALUE = "<NA>"
"""What RTTM has in the place of a value."""

_LINES_TO_RECOGNISE = 20
_KEY = re.compile(r'[{,]\s*"(\w+)"\s*:')  # within a string, a quotation mark has a backslash
NOT_OF_SESSIONS = "which are not read here; write one of them alone"  # alternatives


class SessionFormat(NamedColumns):
    """A format of segments of speakers, read as rows: each session's id and its segments.

    Attributes:
        is_of_several: whether sessions may have a file for each speaker.

    """

    columns = ("id", "segments")
    is_of_several: bool = False

    @abstractmethod
    def segments(self, source: Source) -> Iterator[Segment]:
        """Yield the segments in the order of the file.

        Raises:
            InputError: if the file has another format, or a time is invalid.

        """

    def files(self, source: Source) -> list[tuple[Source, SessionFormat]]:
        """Return the files that are read, with their formats: a single one, or those within."""
        return [(source, self)]

    def names(self, source: Source) -> list[str]:
        """Return the names of the columns; one segment is read, to refuse another format."""
        next(self.segments(source), None)
        return [*self.columns]

    def rows(self, source: Source) -> Iterator[Any]:
        """Yield id and segments of each session."""
        yield from grouped(self.segments(source)).items()

    def batches(self, source: Source, keys: Sequence[str]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns; ids alone one by one, read no further than asked."""
        if "segments" in keys:
            yield from super().batches(source, keys)
            return
        known: set[str] = set()
        for segment in self.segments(source):
            one = segment["session_id"]
            if one not in known:
                known.add(one)
                yield tuple([one] for _ in keys)
            if len(known) > source.limits.rows:
                return


def grouped(segments: Iterable[Segment]) -> dict[str, list[Segment]]:
    """Return segments by session id."""
    sessions: dict[str, list[Segment]] = {}
    for segment in segments:
        sessions.setdefault(segment["session_id"], []).append(segment)
    return sessions


class WrittenFormat(SessionFormat):
    """A format that can also be written."""

    @abstractmethod
    def parts(self, segments: Iterable[tuple[Place, Segment]]) -> Iterator[str]:
        """Yield the text of a file in parts.

        Args:
            segments: the segments, with their places in the argument for messages.

        Raises:
            InputError: for a segment that the format cannot keep.

        """


class LineFormat(WrittenFormat):
    """A format of NIST with one segment per line."""

    @abstractmethod
    def segment(self, line: str, at: LineAt) -> Segment | None:
        """Return the segment of a line; ``None`` for a line without one to score.

        Raises:
            InputError: if it has another format.

        """

    @abstractmethod
    def line(self, segment: Segment) -> str:
        """Return the line of a segment whose times are known."""

    def held(self, segment: Segment) -> Segment:
        """Return a segment as a line keeps it: without white space around the words."""
        return {**segment, "words": segment["words"].strip()}

    def segments(self, source: Source) -> Iterator[Segment]:
        """Yield the segments of the lines."""
        for at, line in content_lines(source):
            segment = self.segment(line, at)
            if segment is not None:
                yield segment

    def parts(self, segments: Iterable[tuple[Place, Segment]]) -> Iterator[str]:
        """Yield the lines, after a check that each reads back as its segment."""
        for place, segment in segments:
            if segment["start_time"] is None or segment["end_time"] is None:
                raise InputError("sessions.no_times", place=place, format=self.name)
            line = self.line(segment)
            if self._read_back(line) != self.held(segment):
                raise InputError("sessions.not_in_a_line", place=place, format=self.name)
            yield f"{line}\n"

    def _read_back(self, line: str) -> Segment | None:
        """Return the segment read from a line; ``None`` if there is none."""
        if len(line.splitlines()) != 1:
            return None
        try:
            text = CheckedDecoder(self.name, None, line.encode()).first_text
            return None if is_skipped(text) else self.segment(text, (self.name, 1, "line"))
        except ValueError:  # an InputError, or an error for half of a surrogate pair
            return None


def keys_of(source: Source) -> frozenset[str]:
    """Return the keys, not the values, of the JSON objects at the start of a file."""
    return frozenset(_KEY.findall(source.decoder.first_text))


def objects(source: Source) -> Iterator[tuple[LineAt, dict[str, Any]]]:
    """Yield JSON objects, from a list or one per line, with the parts of their places.

    Raises:
        InputError: if the file is not JSON with objects.

    """
    for number, row in enumerate(records(source), start=1):
        yield (source.name, number, "row"), row


def segment_of(
    session: str, speaker: str, words: str, times: tuple[float | None, float | None], at: LineAt
) -> Segment:
    """Return a segment.

    Args:
        session: the id of the session.
        speaker: the speaker.
        words: the spoken words.
        times: start and end in seconds; ``None`` if unknown.
        at: the parts of its place, for messages.

    Raises:
        InputError: if it ends before it begins.

    """
    start, end = times
    if start is not None and end is not None and end < start:
        raise InputError("file.ends_early", place=Place(*at), begin=start, end=end)
    return {
        "session_id": session,
        "speaker": speaker,
        "words": words,
        "start_time": start,
        "end_time": end,
    }


def segment_of_row(
    row: Mapping[str, Any], at: LineAt, session: str = "session_id", speaker: str = "speaker"
) -> Segment:
    """Return the segment of an object of SegLST, or of a row of a table.

    Without the key ``words`` the segment has no words, like a turn of a diarization. An event of
    RTTM keeps its type.

    Args:
        row: the values by key; other keys than a segment's are ignored.
        at: the parts of its place, for messages.
        session: the key of the session id.
        speaker: the key of the speaker.

    Raises:
        InputError: for values that are missing or of another type, for times that are not finite
            numbers, and for an end before the start.

    """
    segment = segment_of(
        name_of(row, (session,), at),
        name_of(row, (speaker,), at),
        words_of(row, "words", at),
        (seconds_of(row, "start_time", at), seconds_of(row, "end_time", at)),
        at,
    )
    event = event_of({**segment, "type": row.get("type")}, Place(*at))
    return segment if event is None else {**segment, "type": event}


def event_of(segment: Mapping[str, Any], place: str = "") -> str | None:
    """Return the type of an event of RTTM; ``None`` for a turn of a speaker.

    A segment with words is a turn, whatever its type, which other formats have too.

    Args:
        segment: the values by key.
        place: its place, for messages.

    Raises:
        InputError: for a speaker without words beside the type of an event.

    >>> event_of({"type": "NOSCORE"}), event_of({"type": "SEGMENT", "words": "yes"})
    ('NOSCORE', None)

    """
    kind = segment.get("type")
    if not isinstance(kind, str) or kind not in EVENT_TYPES or segment.get("words"):
        return None
    if segment.get("speaker") not in (None, "", NO_VALUE):
        raise InputError("sessions.turn_or_event", place=place, type=kind)
    return kind


def name_of(row: Mapping[str, Any], keys: tuple[str, ...], at: LineAt) -> str:
    """Return the value of the first of some keys that a row has, a name or a number, as a name.

    Raises:
        InputError: if the row has none of the keys, or a value of another type.

    >>> name_of({"label": 2}, ("speaker", "label"), ("a.json", 1, "row"))
    '2'

    """
    key = next((key for key in keys if row.get(key) is not None), keys[0])
    value = row.get(key)
    if not isinstance(value, str) and not is_whole_number(value):
        raise InputError("sessions.no_name", place=Place(*at), key=key, given=type_phrase(value))
    return str(value)


def words_of(row: Mapping[str, Any], key: str, at: LineAt) -> str:
    """Return the words of a row, or no words without the key.

    Raises:
        InputError: if they are not a string.

    """
    words = row.get(key, "")
    if not isinstance(words, str):
        raise InputError("sessions.no_words", place=Place(*at), key=key, given=type_phrase(words))
    return words


def seconds_of(row: Mapping[str, Any], key: str, at: LineAt) -> float | None:
    """Return a time of a row, from a number or its string; ``None`` if the row has none.

    Raises:
        InputError: if it is not a finite number.

    >>> seconds_of({"end_time": "11.370"}, "end_time", ("a.json", 1, "row"))
    11.37

    """
    value = row.get(key)
    if value is None:
        return None
    if isinstance(value, str):
        return finite_number(value, key, at)
    if not is_number(value) and not isinstance(value, Decimal):
        raise InputError("sessions.no_time", place=Place(*at), key=key, given=type_phrase(value))
    try:
        return finite_number(str(float(value)), key, at)
    except OverflowError:
        return finite_number("inf", key, at)


def end_of(start: float, duration: float, at: LineAt) -> float:
    """Return the end of a segment, the sum of start and duration as decimal numbers.

    Raises:
        InputError: if it is too large for a float.

    >>> end_of(0.1, 0.2, ("a.ctm", 1, "line")), 0.1 + 0.2
    (0.3, 0.30000000000000004)

    """
    end = float(Decimal(str(start)) + Decimal(str(duration)))
    return finite_number(str(end), "the end", at)


def stem(source: Source) -> str:
    """Return the name of a file without its suffix and that of a compression.

    >>> stem(Source(Path("a/S01.TextGrid.gz"))), stem(Source(Path("S.01.vtt")))
    ('S01', 'S.01')
    """
    path = Path(source.path.name)
    return path.stem if path.suffix.lower() == source.suffix else Path(path.stem).stem


def have_numbers(source: Source, *indices: int) -> bool:
    """Whether a file's first lines are those of NIST's formats, with numbers in some fields.

    Args:
        source: the file.
        *indices: the indices of the fields.

    """
    lines = [line.split() for line in source.first_lines if not is_skipped(line)]
    return lines != [] and all(
        len(fields) > max(indices) and all(is_decimal(fields[index]) for index in indices)
        for fields in lines[:_LINES_TO_RECOGNISE]
    )


def is_decimal(text: str) -> bool:
    """Whether a field of a line is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


SESSION_FORMATS: Registry[SessionFormat] = Registry("session format")

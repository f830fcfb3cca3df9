"""Sessions as HTML: a timeline of the speakers, and their words side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from math import ceil, floor
from typing import Any, Generic, NamedTuple, TypeVar

from levmetrics.alignment.explanation import Alignment, Words
from levmetrics.errors import without_controls
from levmetrics.formats.sessions.session_format import event_of
from levmetrics.meetings.streams import AlignedStreams, SessionToken, in_words, speaker_name
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import english
from levmetrics.rendering.table import Cell, NumberCell, Table, html, whole
from levmetrics.rendering.text import legible

T = TypeVar("T")

_WIDTH = 1000  # width of a timeline row, in units of the drawing
_SHORT, _LONG = 30, 60  # possible seconds of a row
_MOST_SHORT_LINES = 20
_MOST_LINES = 600
_MOST_TICKS = 6  # steps between the ticks of a row
_STEPS = (2, 10, 20, 50, 100)  # possible tenths of a second between ticks
_LETTERS = {"hit": "", "substitution": "S", "deletion": "D", "insertion": "I"}
_OTHER_SPEAKER = "W"
_NO_PARTS = {"note": "", "lines": (), "causes": (), "speakers": "", "streams": ()}


class Mark(NamedTuple):
    """A span of a line of the timeline.

    Attributes:
        start: the start in units of the drawing.
        width: the width in the same units.
        letter: the kind of error; empty for a segment.
        title: the text shown on hover.

    """

    start: float
    width: float
    letter: str
    title: str


class Lane(NamedTuple, Generic[T]):
    """A reference stream and its partner: their tokens, or their marks in a row of the timeline."""

    name: str
    reference: Sequence[T]
    hypothesis: Sequence[T]


class Tick(NamedTuple):
    """A time on the axis of a row, as text, at its share of the row in percent."""

    place: float
    time: str


class Line(NamedTuple):
    """A row of the timeline, with the ticks of its axis, and the streams active in it."""

    time: str
    ticks: list[Tick]
    lanes: list[Lane[Mark]]


class Rows(NamedTuple):
    """The rows of a timeline: the second at which the first starts, and the seconds of each."""

    start: int
    seconds: int


class TokenRun(NamedTuple):
    """Successive tokens with the same outcome."""

    letter: str
    text: str
    title: str


def session_view(
    streams: Sequence[AlignedStreams], causes: Sequence[str], tables: Sequence[Table], words: Words
) -> str:
    """Return a session as HTML: a timeline, the causes of its errors, and its words.

    Args:
        streams: the streams of the reference, each with its partner.
        causes: a sentence on each known cause.
        tables: the tables between the timeline and the words.
        words: the labels.

    """
    drawn = [
        Lane(" ↔ ".join(speaker_name(name, words) for name in names), one.reference, one.hypothesis)
        for one in streams
        for names in [(one.reference_speaker, one.hypothesis_speaker)]
    ]
    separator = _separator(
        token for stream in drawn for token in (*stream.reference, *stream.hypothesis)
    )
    more = {**english("levmetrics.rendering"), **words}["fields_more"]
    return _view(
        note=words["session_above"],
        lines=[*_timeline(drawn, separator)],
        streams=[_words(stream, words, separator) for stream in streams],
        causes=causes,
        speakers="".join(html(table, more=more) for table in tables),
    )


@dataclass(frozen=True)
class Turns(Alignment):
    """Who spoke when in a session, on both sides.

    Attributes:
        reference: the segments of the reference, with ``speaker``, ``start_time`` and ``end_time``.
        hypothesis: those of the hypothesis.

    """

    reference: Sequence[Mapping[str, Any]]
    hypothesis: Sequence[Mapping[str, Any]]

    def to_dict(self) -> dict[str, Any]:
        """Return the turns of the speakers of both sides, in seconds."""
        sides = {"reference": self.reference, "hypothesis": self.hypothesis}
        return {
            side: [
                {name: segment[name] for name in ("speaker", "start_time", "end_time")}
                for segment in segments
                if not event_of(segment)
            ]
            for side, segments in sides.items()
        }

    def table(self) -> Table:
        """Return a table of the speakers with their turns and seconds."""
        rows: list[list[Cell]] = []
        for side, turns in self.to_dict().items():
            for speaker in dict.fromkeys(turn["speaker"] for turn in turns):
                own = [turn for turn in turns if turn["speaker"] == speaker]
                seconds = sum(turn["end_time"] - turn["start_time"] for turn in own)
                rows.append(
                    [
                        side,
                        legible(speaker),
                        whole(len(own)),
                        NumberCell(f"{seconds:,.2f}", seconds),
                    ]
                )
        return Table("Who spoke when", ["side", "speaker"], ["turns", "seconds"], rows)

    def to_html(self, words: Words | None = None) -> str:
        """Return the timeline of the speakers as HTML."""
        said = in_words(words)
        above = [Lane(*named, []) for named in _turns(self.reference, "session_reference", said)]
        below = [
            Lane(name, [], turns)
            for name, turns in _turns(self.hypothesis, "session_hypothesis", said)
        ]
        return _view(lines=[*_timeline([*above, *below], " ")])

    def markup(self, words: Words | None = None) -> str:
        """Return the timeline as HTML for a report."""
        return self.to_html(words)


def _view(**parts: Any) -> str:
    """Return a view as HTML; the parts that are not given are empty."""
    return render("report/session_view.html.j2", width=_WIDTH, **{**_NO_PARTS, **parts})


def _turns(
    segments: Iterable[Mapping[str, Any]], side: str, words: Words
) -> Iterator[tuple[str, list[SessionToken]]]:
    """Yield the name of each speaker with the segments, each as a correct token.

    Args:
        segments: the segments of a side.
        side: the key of the side's name in the labels.
        words: the labels.

    """
    turns: dict[str, list[SessionToken]] = {}
    for number, segment in enumerate(segments):
        if event_of(segment):
            continue
        start, end = segment["start_time"], segment["end_time"]
        text = words["session_turn"].format(start=f"{start:.12g}", end=f"{end:.12g}")
        token = SessionToken(text, "hit", None, number, start, end, None)
        turns.setdefault(segment["speaker"], []).append(token)
    for speaker, tokens in turns.items():
        yield words[side].format(name=legible(speaker)), tokens


def _letter(token: SessionToken) -> str:
    return _LETTERS[token.kind] if token.other_speaker is None else _OTHER_SPEAKER


def _title(token: SessionToken) -> str:
    if token.other_speaker is None:
        return legible(token.text)
    return f"{legible(token.text)} ({legible(token.other_speaker)})"


# ---------------------------------------------------------------------------------------------
# The timeline
# ---------------------------------------------------------------------------------------------


def _timeline(streams: Sequence[Lane[SessionToken]], separator: str) -> Iterator[Line]:
    """Yield the rows of the timeline; none for a session without times, or of several days."""
    tokens = [token for stream in streams for token in (*stream.reference, *stream.hypothesis)]
    ends = [token.end for token in tokens if token.end is not None]
    starts = [token.start for token in tokens if token.start is not None]
    if not ends:
        return
    rows = _rows(min(starts), max(ends))
    if max(ends) - min(starts) > rows.seconds * _MOST_LINES:
        return
    sides = [
        (stream.name, _by_line(stream.reference, rows), _by_line(stream.hypothesis, rows))
        for stream in streams
    ]
    marks = partial(_marks, seconds=rows.seconds, separator=separator)
    numbers = {number for _, *of_stream in sides for by_line in of_stream for number in by_line}
    for number in sorted(numbers):
        first = rows.start + number * rows.seconds
        lanes = [
            Lane(name, *([*marks(side.get(number, []), first)] for side in of_stream))
            for name, *of_stream in sides
        ]
        heard = [lane for lane in lanes if lane.reference or lane.hypothesis]
        yield Line(_time(10 * first), [*_ticks(first, rows.seconds)], heard)


def _rows(start: float, end: float) -> Rows:
    """Return the rows of a session: a short one fills one row, from its own start.

    >>> _rows(0.4, 7.6), _rows(125.5, 128.0), _rows(0.0, 65.0), _rows(3.0, 1200.0)
    (Rows(start=0, seconds=8), Rows(start=125, seconds=3), Rows(start=0, seconds=30), \
Rows(start=0, seconds=60))
    """
    first = max(floor(start), 0)
    length = max(ceil(end) - first, 1)
    if length <= _SHORT:
        return Rows(first, length)
    return Rows(0, _SHORT if end <= _SHORT * _MOST_SHORT_LINES else _LONG)


def _ticks(start: int, seconds: int) -> Iterator[Tick]:
    """Yield round times of a row, at most some seconds apart.

    >>> [tick.time for tick in _ticks(125, 8)], [tick.time for tick in _ticks(0, 1)][:3]
    (['2:06', '2:08', '2:10', '2:12'], ['0:00', '0:00.2', '0:00.4'])
    >>> [*_ticks(0, 30)][1]
    Tick(place=16.667, time='0:05')
    """
    step = next(each for each in _STEPS if 10 * seconds <= _MOST_TICKS * each)
    first, end = 10 * start, 10 * (start + seconds)
    for time in range(-(-first // step) * step, end + 1, step):
        yield Tick(round(100 * (time - first) / (end - first), 3), _time(time))


def _time(tenths: int) -> str:
    """Return a time in tenths of a second as minutes and seconds.

    >>> _time(650), _time(6002)
    ('1:05', '10:00.2')
    """
    minutes, rest = divmod(tenths, 600)
    return f"{minutes}:{rest // 10:02}" + (f".{rest % 10}" if rest % 10 else "")


def _by_line(tokens: Sequence[SessionToken], rows: Rows) -> dict[int, list[SessionToken]]:
    """Return the tokens of each row of the timeline by its number."""
    lines: dict[int, list[SessionToken]] = {}
    for token in tokens:
        if token.start is not None and token.end is not None:
            first = max(int((token.start - rows.start) // rows.seconds), 0)
            end = max(ceil((token.end - rows.start) / rows.seconds), first + 1)
            for number in range(first, end):
                lines.setdefault(number, []).append(token)
    return lines


def _marks(
    within: Sequence[SessionToken], first: float, seconds: float, separator: str
) -> Iterator[Mark]:
    """Yield the segments of a row of the timeline, then the errors in them."""
    for _, segment in groupby(within, key=lambda token: token.segment):
        yield _mark([*segment], "", first, seconds, separator)
    for letter, part in groupby(within, key=lambda token: (_letter(token), token.segment)):
        if letter[0]:
            yield _mark([*part], letter[0], first, seconds, separator)


def _mark(
    tokens: Sequence[SessionToken], letter: str, first: float, seconds: float, separator: str
) -> Mark:
    starts = [token.start for token in tokens if token.start is not None]
    ends = [token.end for token in tokens if token.end is not None]
    start, end = max(min(starts) - first, 0), min(max(ends) - first, seconds)
    scale = _WIDTH / seconds
    title = f"{letter} " if letter else ""
    return Mark(
        round(start * scale, 1),
        round(max((end - start) * scale, 1), 1),  # so that it is visible
        letter,
        title + separator.join(map(_title, tokens)),
    )


# ---------------------------------------------------------------------------------------------
# The words
# ---------------------------------------------------------------------------------------------


def _separator(tokens: Iterable[SessionToken]) -> str:
    """Return the separator of tokens: empty between characters."""
    return "" if all(len(token.text) == 1 for token in tokens) else " "


def _words(
    stream: AlignedStreams, words: Words, separator: str
) -> list[tuple[str, list[TokenRun]]]:
    """Return the names and the words of a reference stream and its partner."""
    sides = (
        ("session_reference", stream.reference_speaker, stream.reference),
        ("session_hypothesis", stream.hypothesis_speaker, stream.hypothesis),
    )
    return [
        (words[key].format(name=speaker_name(speaker, words)), [*_parts(tokens, separator)])
        for key, speaker, tokens in sides
    ]


def _parts(tokens: Sequence[SessionToken], separator: str) -> Iterator[TokenRun]:
    for (letter, other), part in groupby(tokens, lambda one: (_letter(one), one.other_speaker)):
        text = separator.join(token.text for token in part)
        yield TokenRun(letter, without_controls(text), "" if other is None else legible(other))
        yield TokenRun("", separator, "")

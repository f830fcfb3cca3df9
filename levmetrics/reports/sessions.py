"""Sessions in a report: a timeline of the speakers, their words side by side, and who said what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from levmetrics.errors import InputError, without_controls
from levmetrics.meetings.explanation import AlignedStreams, SessionAlignment, SessionToken
from levmetrics.rendering.html import render
from levmetrics.rendering.table import Table, html, whole
from levmetrics.rendering.text import legible
from levmetrics.run import Run

_WIDTH = 1000  # of a line of the timeline, in units of its drawing
_SHORT, _LONG = 30, 60  # seconds of a line
_MOST_SHORT_LINES = 20
_LETTERS = {"hit": "", "substitution": "S", "deletion": "D", "insertion": "I"}
_OTHER_SPEAKER = "W"


class Mark(NamedTuple):
    """A span of a line of the timeline.

    Attributes:
        start: in units of the drawing.
        width: the same.
        letter: of what became of the words; empty for a segment.
        title: what is shown on hover.

    """

    start: float
    width: float
    letter: str
    title: str


class Lane(NamedTuple):
    """The time of a stream of the reference above that of its partner, on a line."""

    name: str
    reference: list[Mark]
    hypothesis: list[Mark]


class Line(NamedTuple):
    """Some seconds of a session, with the streams that are heard then."""

    time: str
    lanes: list[Lane]


class Part(NamedTuple):
    """Successive tokens of which the same became."""

    letter: str
    text: str
    title: str


class Words(NamedTuple):
    """The words of a stream of the reference and of its partner."""

    reference_speaker: str
    hypothesis_speaker: str
    reference: list[Part]
    hypothesis: list[Part]


def session_view(run: Run, sample: int) -> str | None:
    """Return a session as HTML; ``None`` if its references have other wordings.

    Args:
        run: of sessions.
        sample: the number of the session, from 0.

    """
    try:
        session = run.session(sample)
    except InputError as error:
        if error.code != "session.wordings_unexplained":
            raise
        return None
    return render(
        "report/session_view.html.j2",
        lines=[*_timeline(session)],
        width=_WIDTH,
        streams=[*map(_words, session.streams)],
        causes=_causes(session),
        speakers=html(_speaker_table(session)) if session.speaker_hits else "",
    )


def session_text(segments: Iterable[Mapping[str, Any]]) -> str:
    """Return the segments of a session as one text.

    >>> session_text([{"speaker": "anna", "words": "hi"}, {"speaker": "ben", "words": "yes"}])
    'anna: hi / ben: yes'
    """
    return " / ".join(f"{segment['speaker']}: {segment.get('words', '')}" for segment in segments)


def _causes(session: SessionAlignment) -> list[str]:
    """Say what the errors are due to."""
    found = []
    if session.errors_of_speakers is not None:
        bound = "" if session.is_exact else "at most "
        found.append(
            f"{bound}{session.errors_of_speakers:,} of {session.errors:,} errors are words that "
            "were recognised, but have the wrong speaker"
        )
    if session.errors_of_times is not None:
        found.append(f"{session.errors_of_times:,} are words at the wrong time")
    return found


def _speaker_table(session: SessionAlignment) -> Table:
    """Return a table of the recognised words of each speaker, by the speaker who has them."""
    hits = session.speaker_hits
    rows = [*dict.fromkeys(name for name, _ in hits)]
    columns = [*dict.fromkeys(stream.hypothesis_speaker for stream in session.streams)]
    names = [name for name in columns if name is not None]
    return Table(
        "Recognised words, by speaker of the reference (rows) and of the hypothesis",
        ["speaker"],
        [*map(legible, names)],
        [[legible(row), *(whole(hits.get((row, name), 0)) for name in names)] for row in rows],
    )


def _name(speaker: str | None) -> str:
    return "no one" if speaker is None else legible(speaker)


def _letter(token: SessionToken) -> str:
    return _LETTERS[token.kind] if token.other_speaker is None else _OTHER_SPEAKER


def _title(token: SessionToken) -> str:
    if token.other_speaker is None:
        return legible(token.text)
    return f"{legible(token.text)} ({legible(token.other_speaker)})"


# ---------------------------------------------------------------------------------------------
# The timeline
# ---------------------------------------------------------------------------------------------


def _timeline(session: SessionAlignment) -> Iterator[Line]:
    """Yield the lines of the timeline; none of a session without times."""
    tokens = [
        token for stream in session.streams for token in (*stream.reference, *stream.hypothesis)
    ]
    ends = [token.end for token in tokens if token.end is not None]
    if not ends:
        return
    seconds = _SHORT if max(ends) <= _SHORT * _MOST_SHORT_LINES else _LONG
    for number in range(ceil(max(ends) / seconds) or 1):
        first = number * seconds
        lanes = [
            Lane(
                f"{_name(stream.reference_speaker)} ↔ {_name(stream.hypothesis_speaker)}",
                [*_marks(stream.reference, first, seconds)],
                [*_marks(stream.hypothesis, first, seconds)],
            )
            for stream in session.streams
        ]
        heard = [lane for lane in lanes if lane.reference or lane.hypothesis]
        if heard:
            yield Line(f"{first // 60}:{first % 60:02}", heard)


def _marks(tokens: Sequence[SessionToken], first: float, seconds: float) -> Iterator[Mark]:
    """Yield the segments of a line of the timeline, and then the errors in them."""
    within = [
        token
        for token in tokens
        if token.start is not None
        and token.end is not None
        and token.start < first + seconds
        and token.end >= first
    ]
    for _, segment in groupby(within, key=lambda token: token.segment):
        yield _mark([*segment], "", first, seconds)
    for letter, part in groupby(within, key=lambda token: (_letter(token), token.segment)):
        if letter[0]:
            yield _mark([*part], letter[0], first, seconds)


def _mark(tokens: Sequence[SessionToken], letter: str, first: float, seconds: float) -> Mark:
    starts = [token.start for token in tokens if token.start is not None]
    ends = [token.end for token in tokens if token.end is not None]
    start, end = max(min(starts) - first, 0), min(max(ends) - first, seconds)
    scale = _WIDTH / seconds
    title = f"{letter} " if letter else ""
    return Mark(
        round(start * scale, 1),
        round(max((end - start) * scale, 1), 1),  # so that it can be seen
        letter,
        title + _separator(tokens).join(map(_title, tokens)),
    )


# ---------------------------------------------------------------------------------------------
# The words
# ---------------------------------------------------------------------------------------------


def _separator(tokens: Iterable[SessionToken]) -> str:
    """Return what stands between tokens: nothing between characters."""
    return "" if all(len(token.text) == 1 for token in tokens) else " "


def _words(stream: AlignedStreams) -> Words:
    separator = _separator((*stream.reference, *stream.hypothesis))
    return Words(
        _name(stream.reference_speaker),
        _name(stream.hypothesis_speaker),
        [*_parts(stream.reference, separator)],
        [*_parts(stream.hypothesis, separator)],
    )


def _parts(tokens: Sequence[SessionToken], separator: str) -> Iterator[Part]:
    for (letter, other), part in groupby(tokens, lambda one: (_letter(one), one.other_speaker)):
        text = separator.join(token.text for token in part)
        yield Part(letter, without_controls(text), "" if other is None else legible(other))
        yield Part("", separator, "")

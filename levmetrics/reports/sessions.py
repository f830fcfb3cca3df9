"""Sessions in a report: a timeline of the speakers, and their words side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from levmetrics.errors import InputError, Language, without_controls
from levmetrics.formats.sessions.session_format import event_of
from levmetrics.meetings.explanation import (
    ENGLISH,
    UNEXPLAINED,
    AlignedStreams,
    SessionAlignment,
    SessionToken,
    SessionWords,
)
from levmetrics.rendering.html import render
from levmetrics.rendering.table import html
from levmetrics.rendering.text import legible
from levmetrics.run import Run

_WIDTH = 1000  # width of a timeline row, in units of the drawing
_SHORT, _LONG = 30, 60  # possible seconds of a row
_MOST_SHORT_LINES = 20
_MOST_LINES = 600
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


class Lane(NamedTuple):
    """A reference stream above its partner, in one row of the timeline."""

    name: str
    reference: list[Mark]
    hypothesis: list[Mark]


class Line(NamedTuple):
    """A row of the timeline, with the streams that are active in it."""

    time: str
    lanes: list[Lane]


class Part(NamedTuple):
    """Successive tokens with the same outcome."""

    letter: str
    text: str
    title: str


class Words(NamedTuple):
    """The words and names of a reference stream and its partner."""

    reference_name: str
    hypothesis_name: str
    reference: list[Part]
    hypothesis: list[Part]


def explained(run: Run, sample: int) -> SessionAlignment | InputError:
    """Return the alignment of a session, or the error that says why it has none.

    Args:
        run: a run of sessions.
        sample: the index of the session, from 0.

    """
    try:
        return run.session(sample)
    except InputError as error:
        if error.code not in UNEXPLAINED:
            raise
        return error


def session_view(
    run: Run, sample: int, words: SessionWords = ENGLISH, language: Language = "en"
) -> str:
    """Return a session as HTML; a sentence if it is scored, but not explained.

    Args:
        run: a run of sessions.
        sample: the index of the session, from 0.
        words: the translated labels.
        language: their language.

    """
    session = explained(run, sample)
    if isinstance(session, InputError):
        return _view(causes=[session.sentence(language)])
    streams = [
        _Stream(
            " ↔ ".join(map(words.speaker_name, (one.reference_speaker, one.hypothesis_speaker))),
            one.reference,
            one.hypothesis,
        )
        for one in session.streams
    ]
    separator = _separator(
        token for stream in streams for token in (*stream.reference, *stream.hypothesis)
    )
    return _view(
        note=words.above,
        lines=[*_timeline(streams, separator)],
        streams=[_words(stream, words, separator) for stream in session.streams],
        causes=session.causes(words),
        speakers=html(session.speaker_table(words)) if session.speaker_hits else "",
    )


def turns_view(
    reference: Iterable[Mapping[str, Any]],
    hypothesis: Iterable[Mapping[str, Any]],
    words: SessionWords = ENGLISH,
) -> str:
    """Return the timeline of a session's speakers as HTML, which needs no words.

    Args:
        reference: segments with times.
        hypothesis: the same.
        words: the translated labels.

    """
    above = [_Stream(*named, []) for named in _turns(reference, words.reference)]
    below = [_Stream(name, [], turns) for name, turns in _turns(hypothesis, words.hypothesis)]
    return _view(lines=[*_timeline([*above, *below], " ")])


def _view(**parts: Any) -> str:
    """Return a view as HTML; the parts that are not given are empty."""
    return render("report/session_view.html.j2", width=_WIDTH, **{**_NO_PARTS, **parts})


def _turns(
    segments: Iterable[Mapping[str, Any]], said: str
) -> Iterator[tuple[str, list[SessionToken]]]:
    """Yield the name of each speaker with the segments, each as a correct token."""
    turns: dict[str, list[SessionToken]] = {}
    for number, segment in enumerate(segments):
        if event_of(segment):
            continue
        start, end = segment["start_time"], segment["end_time"]
        text = f"{start:.12g}–{end:.12g} s"
        token = SessionToken(text, "hit", None, number, start, end, None)
        turns.setdefault(segment["speaker"], []).append(token)
    for speaker, tokens in turns.items():
        yield said.format(name=legible(speaker)), tokens


def _letter(token: SessionToken) -> str:
    return _LETTERS[token.kind] if token.other_speaker is None else _OTHER_SPEAKER


def _title(token: SessionToken) -> str:
    if token.other_speaker is None:
        return legible(token.text)
    return f"{legible(token.text)} ({legible(token.other_speaker)})"


# ---------------------------------------------------------------------------------------------
# The timeline
# ---------------------------------------------------------------------------------------------


class _Stream(NamedTuple):
    """The tokens of a stream of the reference, and of its partner."""

    name: str
    reference: Sequence[SessionToken]
    hypothesis: Sequence[SessionToken]


def _timeline(streams: Sequence[_Stream], separator: str) -> Iterator[Line]:
    """Yield the rows of the timeline; none for a session without times, or of several days."""
    tokens = [token for stream in streams for token in (*stream.reference, *stream.hypothesis)]
    ends = [token.end for token in tokens if token.end is not None]
    seconds = _SHORT if max(ends, default=0) <= _SHORT * _MOST_SHORT_LINES else _LONG
    starts = [token.start for token in tokens if token.start is not None]
    if not ends or max(ends) - min(starts) > seconds * _MOST_LINES:
        return
    sides = [
        (stream.name, _by_line(stream.reference, seconds), _by_line(stream.hypothesis, seconds))
        for stream in streams
    ]
    marks = partial(_marks, seconds=seconds, separator=separator)
    numbers = {number for _, *of_stream in sides for by_line in of_stream for number in by_line}
    for number in sorted(numbers):
        first = number * seconds
        lanes = [
            Lane(name, *([*marks(side.get(number, []), first)] for side in of_stream))
            for name, *of_stream in sides
        ]
        heard = [lane for lane in lanes if lane.reference or lane.hypothesis]
        yield Line(f"{first // 60}:{first % 60:02}", heard)


def _by_line(tokens: Sequence[SessionToken], seconds: int) -> dict[int, list[SessionToken]]:
    """Return the tokens of each row of the timeline by its number."""
    lines: dict[int, list[SessionToken]] = {}
    for token in tokens:
        if token.start is not None and token.end is not None:
            first = max(int(token.start // seconds), 0)
            end = max(ceil(token.end / seconds), first + 1)
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


def _words(stream: AlignedStreams, words: SessionWords, separator: str) -> Words:
    return Words(
        words.reference.format(name=words.speaker_name(stream.reference_speaker)),
        words.hypothesis.format(name=words.speaker_name(stream.hypothesis_speaker)),
        [*_parts(stream.reference, separator)],
        [*_parts(stream.hypothesis, separator)],
    )


def _parts(tokens: Sequence[SessionToken], separator: str) -> Iterator[Part]:
    for (letter, other), part in groupby(tokens, lambda one: (_letter(one), one.other_speaker)):
        text = separator.join(token.text for token in part)
        yield Part(letter, without_controls(text), "" if other is None else legible(other))
        yield Part("", separator, "")

"""WebVTT: cues with voices as speakers.

Source: "WebVTT: The Web Video Text Tracks Format", https://www.w3.org/TR/webvtt1/, 4.2.2 and 6.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from levmetrics.errors import InputError, Place
from levmetrics.formats.kinds.transcripts import cue_text, cues
from levmetrics.formats.sessions.session_format import (
    SESSION_FORMATS,
    Segment,
    SessionFormat,
    segment_of,
    stem,
)
from levmetrics.formats.source import Source
from levmetrics.lazy import re

_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>|</v>", re.IGNORECASE)


class WebVtt(SessionFormat):
    """Cues with voices, as ``<v Anna>words</v>``; each voice of a cue is a segment with its times.

    The file's name without its suffix is the session.
    """

    name = "webvtt"
    description = "WebVTT with voices: <v Anna>words"
    suffixes = (".vtt",)

    def recognises(self, source: Source) -> bool:
        """Whether the file begins with the header of WebVTT."""
        return source.first_lines[0].split()[:1] == ["WEBVTT"]

    def segments(self, source: Source) -> Iterator[Segment]:
        """Yield the segments of the cues.

        Raises:
            InputError: also for words without a voice.

        """
        for cue in cues(source):
            at = (source.name, cue.line, "line")
            begin, end = map(_seconds, cue.times)
            for speaker, words in _voices(cue.lines):
                # One unnamed speaker for all would be a guess. Other programs write names as words,
                # "Anna: yes", and a rate by speaker would be silently wrong.
                if not speaker:
                    raise InputError("sessions.no_voice", place=Place(*at))
                yield segment_of(stem(source), speaker, words, (begin, end), at)


def _voices(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the voices of a cue with their words, with an empty name for words without a voice.

    >>> [*_voices(["<v Ann  Lee>Salt?", "Yes.</v><v.loud Bob &amp; Co>No."])]
    [('Ann Lee', 'Salt? Yes.'), ('Bob & Co', 'No.')]
    """
    names_and_words = _VOICE.split("\n".join(lines))
    names = [None, *names_and_words[1::2]]
    for name, words in zip(names, names_and_words[::2], strict=True):
        if text := cue_text(words.split("\n")):
            yield cue_text([" ".join((name or "").split())]), text


def _seconds(time: str) -> float:
    """Return a time of a cue in seconds.

    >>> _seconds("00:01.5"), _seconds("01:00:01,250")
    (1.5, 3601.25)
    """
    whole, fraction = re.split(r"[.,]", time)
    seconds = 0
    for part in whole.split(":"):
        seconds = seconds * 60 + int(part)
    return (seconds * 1000 + int(fraction.ljust(3, "0"))) / 1000


SESSION_FORMATS.register(WebVtt())

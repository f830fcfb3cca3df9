"""NIST's timed words, one per line.

Sources: "Sclite Input file formats", doc/infmts.htm of https://github.com/usnistgov/SCTK; for one
file per speaker, the groups of ctm files of MeetEval (https://github.com/fgnt/meeteval).
"""

from __future__ import annotations

from collections.abc import Iterator

from levmetrics.formats.kinds.transcripts import timed_words
from levmetrics.formats.sessions.session_format import (
    NOT_OF_SESSIONS,
    SESSION_FORMATS,
    Segment,
    SessionFormat,
    end_of,
    have_numbers,
    segment_of,
    stem,
)
from levmetrics.formats.source import Source


class Ctm(SessionFormat):
    """File, channel, begin, duration, word, and a confidence, which is ignored.

    Each word but the null word (``@``) is a segment, and the file its session. The speaker is the
    channel, or of several ctm files the name of the file.
    """

    name = "ctm"
    description = "NIST's timed words: file channel begin duration word confidence"
    suffixes = (".ctm",)

    def recognises(self, source: Source) -> bool:
        """Whether lines have numbers for begin and duration, and are not those of an stm."""
        return have_numbers(source, 2, 3) and not have_numbers(source, 3, 4)

    def segments(self, source: Source) -> Iterator[Segment]:
        """Yield the words."""
        for at, word in timed_words(source, NOT_OF_SESSIONS):
            if word.text:
                speaker = stem(source) if self.is_of_several else word.channel
                times = word.begin, end_of(word.begin, word.duration, at)
                yield segment_of(word.recording, speaker, word.text, times, at)


SESSION_FORMATS.register(Ctm())

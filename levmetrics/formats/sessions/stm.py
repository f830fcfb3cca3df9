"""NIST's segments, one per line, with the words of a speaker and their times.

Source: "Sclite Input file formats", doc/infmts.htm of https://github.com/usnistgov/SCTK.
"""

from __future__ import annotations

from levmetrics.formats.kinds.transcripts import LineAt, stm_segment
from levmetrics.formats.sessions.session_format import (
    SESSION_FORMATS,
    LineFormat,
    Segment,
    have_numbers,
    segment_of,
)
from levmetrics.formats.source import Source


class Stm(LineFormat):
    """File, channel, speaker, begin, end, an optional label, and the words.

    The file is the session, and the channel is ignored. Segments that scoring ignores, labels and
    null words (``@``) are left out.
    """

    name = "stm"
    description = "NIST's segments: file channel speaker begin end <label> words"
    suffixes = (".stm",)
    refusal = None

    def recognises(self, source: Source) -> bool:
        """Whether lines have numbers for begin and end."""
        return have_numbers(source, 3, 4)

    def segment(self, line: str, at: LineAt) -> Segment | None:
        """Return the segment of a line; ``None`` if scoring ignores it."""
        read = stm_segment(line, at, self.refusal)
        if read.ignored:
            return None
        return segment_of(read.recording, read.speaker, read.text, (read.begin, read.end), at)

    def line(self, segment: Segment) -> str:
        """Return the line of a segment, of channel 1."""
        session, speaker, words, start, end, *_ = segment.values()
        return f"{session} 1 {speaker} {start} {end} {words.strip()}".rstrip()


SESSION_FORMATS.register(Stm())

"""NIST's segments: a line a segment, with the words of a speaker and their times.

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
    """File, channel, speaker, begin, end, a label if there is any, and the words.

    The file is the session, and the channel is ignored. Segments that are not to be scored are left
    out, and so are labels and null words (``@``).

    Args:
        refusal: why alternatives in braces are refused, and what else to do; ``None``: they stay in
            the words.

    """

    name = "stm"
    description = "NIST's segments: file channel speaker begin end <label> words"
    suffixes = (".stm",)
    has_alternatives = True

    def __init__(self, refusal: str | None = None) -> None:
        self._refusal = refusal

    def refusing_alternatives(self, why: str | None) -> Stm:
        """Return the format that refuses alternatives for a reason; without one, it reads them."""
        return Stm(why)

    def recognises(self, source: Source) -> bool:
        """Whether lines have numbers where begin and end are."""
        return have_numbers(source, 3, 4)

    def segment(self, line: str, at: LineAt) -> Segment | None:
        """Return the segment of a line; ``None`` if it is not to be scored."""
        read = stm_segment(line, at, self._refusal)
        if read.ignored:
            return None
        return segment_of(read.recording, read.speaker, read.text, (read.begin, read.end), at)

    def line(self, segment: Segment) -> str:
        """Return the line of a segment, of channel 1."""
        session, speaker, words, start, end = segment.values()
        return f"{session} 1 {speaker} {start} {end} {words.strip()}".rstrip()


SESSION_FORMATS.register(Stm())

"""RTTM: turns of speakers without words.

Source: NIST, "The 2009 (RT-09) Rich Transcription Meeting Recognition Evaluation Plan", appendix A.
"""

from __future__ import annotations

from decimal import Decimal

from levmetrics.errors import InputError, Place
from levmetrics.formats.kinds.transcripts import LineAt, fields_of, finite_number, is_skipped
from levmetrics.formats.sessions.session_format import (
    SESSION_FORMATS,
    LineFormat,
    Segment,
    end_of,
    segment_of,
)
from levmetrics.formats.source import Source

_SPEAKER = "SPEAKER"
_TYPES = (
    *(_SPEAKER, "SPKR-INFO", "SEGMENT", "NOSCORE", "NO_RT_METADATA", "LEXEME", "NON-LEX"),
    *("NON-SPEECH", "FILLER", "EDIT", "SU", "IP", "CB", "A/P"),
)
_WANTED = "SPEAKER, file, channel, begin, duration, <NA>, <NA> and speaker"


class Rttm(LineFormat):
    """SPEAKER, file, channel, begin, duration, two fields without values, and the speaker.

    Segments have no words, and the file is the session. Channels and lines of other types are
    ignored.
    """

    name = "rttm"
    description = "RTTM, turns of speakers without words: SPEAKER file channel begin duration ..."
    suffixes = (".rttm",)

    def recognises(self, source: Source) -> bool:
        """Whether the first line begins with a type of RTTM."""
        first = next((line for line in source.first_lines if not is_skipped(line)), "")
        return [*first.split()[:1], ""][0] in _TYPES

    def segment(self, line: str, at: LineAt) -> Segment | None:
        """Return the segment of a line; ``None`` if it is not a speaker's turn.

        Raises:
            InputError: also for a type that RTTM lacks, as in a file of another format.

        """
        kind, *_ = line.split(maxsplit=1)
        if kind not in _TYPES:
            known = ", ".join(_TYPES)
            raise InputError("sessions.rttm_type", place=Place(*at), given=kind, known=known)
        if kind != _SPEAKER:
            return None
        _, session, _, begin, duration, _, _, speaker, *_ = fields_of(line, at, _WANTED, least=8)
        start = finite_number(begin, "the begin", at)
        end = end_of(start, finite_number(duration, "the duration", at), at)
        return segment_of(session, speaker, "", (start, end), at)

    def line(self, segment: Segment) -> str:
        """Return the line of a segment, of channel 1."""
        session, speaker, _, start, end = segment.values()
        duration = Decimal(str(end)) - Decimal(str(start))
        return f"{_SPEAKER} {session} 1 {start} {duration} <NA> <NA> {speaker} <NA> <NA>"

    def held(self, segment: Segment) -> Segment:
        """Return the segment without its words."""
        return {**segment, "words": ""}


SESSION_FORMATS.register(Rttm())

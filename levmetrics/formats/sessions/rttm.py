"""RTTM: turns of speakers without words, and the times that are not scored.

Source: NIST, "The 2009 (RT-09) Rich Transcription Meeting Recognition Evaluation Plan", appendix A.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from levmetrics.errors import InputError, Place
from levmetrics.formats.kinds.transcripts import LineAt, fields_of, finite_number, is_skipped
from levmetrics.formats.sessions.session_format import (
    EVENT_TYPES,
    NO_VALUE,
    SESSION_FORMATS,
    LineFormat,
    Segment,
    end_of,
    is_decimal,
    segment_of,
)
from levmetrics.formats.source import Source

_SPEAKER = "SPEAKER"
_NO_CONFIDENCE = (NO_VALUE, "<na>", "NA", "-")
_TYPES = (
    _SPEAKER,
    *("SPKR-INFO", "NO_RT_METADATA", "NON-SPEECH"),  # which change no score
    *sorted(EVENT_TYPES),
)
_WANTED = "SPEAKER, file, channel, begin, duration, <NA>, <NA>, speaker and confidence"


class Rttm(LineFormat):
    """SPEAKER, file, channel, begin, duration, two fields without values, speaker and confidence.

    Segments have no words, and the file is the session. Channels are ignored. Of the other types,
    those that change what md-eval scores are read too, as segments with a ``type`` and without a
    speaker.
    """

    name = "rttm"
    description = "RTTM, turns of speakers without words: SPEAKER file channel begin duration ..."
    suffixes = (".rttm",)

    def recognises(self, source: Source) -> bool:
        """Whether the first line has a type of RTTM, and begin and duration."""
        first = next((line for line in source.first_lines if not is_skipped(line)), "")
        kind, *fields = first.split() or [""]
        times = fields[2:4]
        have_times = len(times) > 1 and all(each == NO_VALUE or is_decimal(each) for each in times)
        return kind in _TYPES and have_times

    def segment(self, line: str, at: LineAt) -> Segment | None:
        """Return the turn or the event of a line; ``None`` for a type that changes no score.

        Raises:
            InputError: also for a type that RTTM lacks, as in a file of another format.

        """
        kind, *_ = line.split(maxsplit=1)
        if kind not in _TYPES:
            known = ", ".join(_TYPES)
            raise InputError("sessions.rttm_type", place=Place(*at), given=kind, known=known)
        fields = fields_of(line, at, _WANTED, least=9, most=10)
        if kind == _SPEAKER:
            _check_is_turn(fields, at)
        elif kind not in EVENT_TYPES:
            return None
        _, session, _, begin, duration, _, _, speaker, *_ = fields
        start = finite_number(begin, "the begin", at)
        if kind != _SPEAKER and duration == NO_VALUE:
            duration = "0"
        end = end_of(start, finite_number(duration, "the duration", at), at)
        if kind == _SPEAKER:
            return segment_of(session, speaker, "", (start, end), at)
        return {**segment_of(session, "", "", (start, end), at), "type": kind}

    def line(self, segment: Segment) -> str:
        """Return the line of a turn or an event, of channel 1."""
        session, speaker, _, start, end, *event = segment.values()
        duration = Decimal(str(end)) - Decimal(str(start))
        kind = event[0] if event else _SPEAKER
        return f"{kind} {session} 1 {start} {duration} <NA> <NA> {speaker or NO_VALUE} <NA> <NA>"

    def held(self, segment: Segment) -> Segment:
        """Return the segment without its words."""
        return {**segment, "words": ""}


def _check_is_turn(fields: Sequence[str], at: LineAt) -> None:
    """Refuse a turn whose fields are shifted, as by a file name with white space.

    Raises:
        InputError: for a turn without a speaker, and for a confidence that is not a number.

    """
    speaker, *confidences = fields[7:]
    are_known = all(each in _NO_CONFIDENCE or is_decimal(each) for each in confidences)
    if speaker == NO_VALUE or not are_known:
        raise InputError("sessions.rttm_shifted", place=Place(*at), wanted=_WANTED)


SESSION_FORMATS.register(Rttm())

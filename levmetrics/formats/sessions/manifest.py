"""Manifests of NeMo: JSON lines, each for a part of an audio file.

Source: "Preparing Data" and "Datasets" of speaker diarization in NeMo's documentation,
https://docs.nvidia.com/nemo-framework/user-guide/latest/nemotoolkit/asr/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from levmetrics.formats.kinds.transcripts import LineAt
from levmetrics.formats.sessions.session_format import (
    SESSION_FORMATS,
    Segment,
    SessionFormat,
    end_of,
    keys_of,
    name_of,
    objects,
    seconds_of,
    segment_of,
    words_of,
)
from levmetrics.formats.source import Source

_AUDIO, _SESSION, _OFFSET, _DURATION = "audio_filepath", "session_id", "offset", "duration"
_SPEAKERS = ("speaker", "speaker_id", "label")


class Manifest(SessionFormat):
    """Objects with ``audio_filepath``, ``offset``, ``duration``, ``text`` and a speaker.

    The session is the audio file's name without its suffix, or ``session_id`` where an object has
    one. The speaker is ``speaker``, ``speaker_id`` or ``label``. A segment with a duration but no
    offset begins at 0; with neither, it has no times.
    """

    name = "manifest"
    description = "NeMo's manifest, JSON lines: audio_filepath, offset, duration, text, speaker"
    suffixes = (".jsonl", ".json", ".ndjson")

    def recognises(self, source: Source) -> bool:
        """Whether objects name audio files and are not those of SegLST, which has ``words``."""
        keys = keys_of(source)
        return _AUDIO in keys and not keys >= {_SESSION, "words"}

    def segments(self, source: Source) -> Iterator[Segment]:
        """Yield the segments of the objects."""
        return (_segment(row, at) for at, row in objects(source))


def _segment(row: Mapping[str, Any], at: LineAt) -> Segment:
    if row.get(_SESSION) is None:
        session = PurePosixPath(name_of(row, (_AUDIO,), at)).stem
    else:
        session = name_of(row, (_SESSION,), at)
    start, duration = seconds_of(row, _OFFSET, at), seconds_of(row, _DURATION, at)
    end = None
    if duration is not None:
        start = start or 0.0
        end = end_of(start, duration, at)
    words = words_of(row, "text", at)
    return segment_of(session, name_of(row, _SPEAKERS, at), words, (start, end), at)


SESSION_FORMATS.register(Manifest())

"""SegLST: a JSON list of segments, the format of the CHiME challenges and MeetEval.

Source: "SegLST" in the documentation of https://github.com/fgnt/meeteval.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from levmetrics.errors import Place
from levmetrics.formats.sessions.session_format import (
    SESSION_FORMATS,
    Segment,
    WrittenFormat,
    keys_of,
    objects,
    segment_of_row,
)
from levmetrics.formats.source import Source


class SegLst(WrittenFormat):
    """Objects with the keys of segments; other keys are ignored.

    The file is a list, or has one object per line. Times are numbers or strings of numbers.
    """

    name = "seglst"
    description = "SegLST, a JSON list of segments, as of CHiME and MeetEval"
    suffixes = (".json", ".jsonl")

    def recognises(self, source: Source) -> bool:
        """Whether objects have a session, and words unless they name audio files."""
        keys = keys_of(source)
        return "session_id" in keys and ("words" in keys or "audio_filepath" not in keys)

    def segments(self, source: Source) -> Iterator[Segment]:
        """Yield the segments of the objects."""
        return (segment_of_row(row, at) for at, row in objects(source))

    def parts(self, segments: Iterable[tuple[Place, Segment]]) -> Iterator[str]:
        """Yield the list with one segment per line, without unknown times."""
        before = "[\n"
        for _, segment in segments:
            known = {key: value for key, value in segment.items() if value is not None}
            yield before + _as_json(known)
            before = ",\n"
        yield "[]\n" if before == "[\n" else "\n]\n"


def _as_json(segment: Segment) -> str:
    r"""Return a segment as JSON, with DEL escaped, the ASCII control character that JSON allows.

    >>> _as_json({"words": "今日\x7f"})
    '{"words": "今日\\u007f"}'
    """
    return json.dumps(segment, ensure_ascii=False).replace("\x7f", "\\u007f")


SESSION_FORMATS.register(SegLst())

r"""Subtitles: SubRip's srt and the Web's vtt, a cue a row.

Source: "WebVTT: The Web Video Text Tracks Format", https://www.w3.org/TR/webvtt1/. Of SubRip there
is no specification; what its files have beyond the Web's are the numbers of cues, commas in times,
``<font>``, and the braces of other formats, as ``{\an8}``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import FILE_FORMATS, Records, Row
from levmetrics.formats.kinds.lines import as_one_text
from levmetrics.formats.source import Source

_TIME = r"(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s|$)")
_NO_CUE = re.compile(r"(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)")
# Annotations of the pronunciation are no part of the text; other tags leave their content.
_TAGS = re.compile(
    r"<rt(?:\.[^<>]*)?>.*?(?:</rt>|$)"
    rf"|</?(?:b|c|font|i|lang|rt|ruby|s|u|v)(?:[\s.][^<>]*)?>|<{_TIME}>|\{{\\[^{{}}]*\}}",
    re.IGNORECASE,
)
_CHARACTER = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)


class Subtitles(Records):
    """The text of every cue, on one line; times, numbers and tags are left out."""

    name = "subtitles"
    description = "subtitles, SubRip or WebVTT: a cue a row"
    suffixes = (".srt", ".vtt")
    rank = 7
    columns = ("text",)

    def recognises(self, source: Source) -> bool:
        """Whether the first cue, or the line that announces cues, is at the beginning."""
        filled = [line for line in source.first_lines if line.strip()]
        return filled[:1] != [] and (
            filled[0].split()[0] == "WEBVTT" or any(map(_TIMES.match, filled[:2]))
        )

    def rows(self, source: Source) -> Iterator[Row]:
        """Return the texts of the cues.

        Raises:
            InputError: if a line is before all cues, and says nothing of them.

        """
        cue: list[str] | None = None
        number = 0  # of the last line of the blocks so far
        for is_filled, lines in groupby(source.lines(), key=lambda line: bool(line.strip())):
            block = [*lines]
            first, number = number + 1, number + len(block)
            if not is_filled or _NO_CUE.match(block[0]):
                continue
            for line, is_times in _without_names(block):
                if is_times:
                    if cue is not None:
                        yield (_text(cue),)
                    cue = []
                elif cue is None:
                    raise InputError("file.no_cue", place=Place(source.name, first, "line"))
                else:
                    cue.append(line)
        if cue is not None:
            yield (_text(cue),)


def _without_names(block: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Return the lines of a block but numbers and names of cues, and whether each is of times.

    A cue may go on after an empty line, and the next one begin without one.
    """
    are_times = [_TIMES.match(line) is not None for line in block]
    for index, line in enumerate(block):
        is_before_times = not are_times[index] and are_times[index + 1 : index + 2] == [True]
        if not is_before_times or (index > 0 and not line.strip().isdecimal()):
            yield line, are_times[index]


def _text(lines: Sequence[str]) -> str:
    r"""Return the text of a cue on one line.

    >>> _text(["<v Ann>Salt &amp; <i>pepper</i>,", "please"]), _text(["今日は", "{\\an8}雨"])
    ('Salt & pepper, please', '今日は雨')
    """
    plain = as_one_text([_TAGS.sub("", line) for line in lines])
    return _CHARACTER.sub(lambda written: html.unescape(written[0]), plain)


FILE_FORMATS.register(Subtitles())

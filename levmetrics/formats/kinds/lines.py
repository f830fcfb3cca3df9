"""Lines of text, one for each sample: pasted text and plain text files."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np

from levmetrics.formats.file_format import FILE_FORMATS, ROWS_OF_A_BATCH, FileFormat
from levmetrics.formats.source import NO_LIMITS, Limits, Source
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import re

_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]")
_WIDE = ("F", "W", "H")  # East Asian Width: fullwidth, wide, halfwidth
_ON_TOP = ("Mn", "Me", "Cf")  # marks and selectors, which belong to the previous character
SEPARATOR = " ||| "  # between several references of a sample


def lines(text: str, name: str, limits: Limits = NO_LIMITS) -> list[str]:
    r"""Return the samples of a text, one for each line; an empty line is an empty text.

    Only line feeds separate samples, and the last one ends the text: a sample may contain any other
    line separator of Unicode.

    Args:
        text: the samples.
        name: its name, for messages.
        limits: the limits on its size.

    Raises:
        InputError: if it exceeds a limit.

    >>> lines("a\r\nb\n\nc\n", "predictions")
    ['a', 'b', '', 'c']

    """
    samples = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []
    limits.check_texts(samples, name)
    return samples


def alternatives(references: Sequence[str | list[str]]) -> list[str | list[str]]:
    """Return references split at the separator, if any sample has several.

    >>> alternatives(["a ||| b", "c"]), alternatives(["a", "b"])
    ([['a', 'b'], ['c']], ['a', 'b'])
    """
    if not any(isinstance(sample, list) or SEPARATOR in sample for sample in references):
        return list(references)
    return [
        sample if isinstance(sample, list) else sample.split(SEPARATOR) for sample in references
    ]


class Lines(FileFormat):
    """One sample per line: a single unnamed column."""

    name = "lines"
    description = "text, a line a sample"
    suffixes = (".txt",)
    rank = 0

    def names(self, source: Source) -> list[str]:
        """Return the empty name."""
        return [""]

    def batches(self, source: Source, keys: Sequence[str]) -> Iterator[tuple[Texts, ...]]:
        """Return the lines."""
        for block in source.whole_lines():
            texts = _texts(block)
            for start in range(0, len(texts), ROWS_OF_A_BATCH):
                yield (texts[start : start + ROWS_OF_A_BATCH],) * len(keys)


def _texts(block: str) -> Texts:
    """Return whole lines as texts, without a Python string for each."""
    data = block.replace("\r\n", "\n").removesuffix("\n").encode()
    feeds = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    ends = np.append(feeds, len(data)) - np.arange(len(feeds) + 1)  # without the line feeds before
    texts = np.frombuffer(data.replace(b"\n", b""), np.uint8)
    return Texts(texts, np.concatenate([[0], ends]))


FILE_FORMATS.register(Lines())


def as_one_text(lines: Sequence[str]) -> str:
    """Return the lines of a document as one text.

    A break between two East Asian characters, neither of them Hangul, is removed; any other becomes
    one space. White space around a break and empty lines are part of the break. A hyphen at the end
    of a line stays, with a space after it, since it may be part of the word.

    Args:
        lines: the lines of the document, without line ends.

    Source: "Segment Break Transformation Rules" of the CSS Text Module Level 3,
    https://www.w3.org/TR/css-text-3/#line-break-transform, as browsers and the Web Platform Tests
    have them: by the East Asian Width of both characters.

    >>> as_one_text(["今日は、", "いい天気です。", "", "It is a", "  fine day. "])
    '今日は、いい天気です。 It is a fine day.'
    >>> as_one_text(["오늘은", "날씨가 좋습니다"])
    '오늘은 날씨가 좋습니다'

    """
    filled = [line.strip() for line in lines if line.strip()]
    pieces = filled[:1]
    for before, after in itertools.pairwise(filled):
        runs_on = _is_wide(_last(before)) and _is_wide(after[0])
        pieces += ["" if runs_on else " ", after]
    return "".join(pieces)


def _last(line: str) -> str:
    """Return the last character that is not a combining one."""
    own = (char for char in reversed(line) if unicodedata.category(char) not in _ON_TOP)
    return next(own, line[-1])


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in _WIDE and not _HANGUL.match(character)

"""Lines of a document as one text, in which it does not matter where they were broken."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence

_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]")
_WIDE = ("F", "W", "H")  # East Asian Width: fullwidth, wide, halfwidth
_ON_TOP = ("Mn", "Me", "Cf")  # marks and selectors, which belong to the character before them


def as_one_text(lines: Sequence[str]) -> str:
    """Join the lines of a document.

    A break between two East Asian characters, neither of them Hangul, disappears; any other becomes
    one space. White space around a break and empty lines are part of the break. A hyphen at the end
    of a line stays, with a space after it: whether it is part of the word cannot be seen.

    Args:
        lines: of the document, without their ends.

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
        pieces += ["" if _run_on(before, after) else " ", after]
    return "".join(pieces)


def _run_on(before: str, after: str) -> bool:
    """Tell whether a break between two lines disappears."""
    return _is_wide(_last(before)) and _is_wide(after[0])


def _last(line: str) -> str:
    """Return the last character that is not on top of another one."""
    return next((char for char in reversed(line) if not _is_on_top(char)), line[-1])


def _is_on_top(character: str) -> bool:
    return unicodedata.category(character) in _ON_TOP


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in _WIDE and not _HANGUL.match(character)

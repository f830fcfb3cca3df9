"""What normalizers of speech leave out: brackets with what is in them, symbols, and marks.

Source: the normalizers of Whisper, and of the Open ASR Leaderboard after them. What a character is,
Python's tables of Unicode say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

import regex

_WITHOUT_DECOMPOSITION = {
    "œ": "oe",
    "ø": "o",
    "æ": "ae",
    "ß": "ss",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ł": "l",
    "Œ": "OE",  # capitals come of NFKD: ᴭ is Æ by it
    "Ø": "O",
    "Æ": "AE",
    "ẞ": "SS",
    "Đ": "D",
    "Ð": "D",
    "Þ": "th",
    "Ł": "L",
}
_IN_BRACKETS = re.compile(r"[<\[][^>\]]*[>\]]")
_IN_PARENTHESES = re.compile(r"\([^)]+\)")


class _Table(dict[int, str]):
    """What each character is replaced by, found once each, for ``str.translate``."""

    def __init__(self, replacement: Callable[[str], str]) -> None:
        super().__init__()
        self._replacement = replacement

    def __missing__(self, code: int) -> str:
        self[code] = replacement = self._replacement(chr(code))
        return replacement


def without_brackets(text: str) -> str:
    """Leave out <...> and [...], then (...).

    >>> without_brackets("a [noise] b (laughs)")
    'a  b '
    """
    return _IN_PARENTHESES.sub("", _IN_BRACKETS.sub("", text))


def has_brackets(text: str) -> bool:
    """Tell whether brackets may leave out words of a text."""
    return any(opening in text for opening in "<[(")


def without_marks(text: str, kept: str) -> str:
    """Write symbols as spaces, and letters without their marks, as NFKD takes them apart.

    Args:
        text: in any script.
        kept: symbols that stay.

    >>> without_marks("naïve: 5 %", kept="%")
    'naive  5 %'

    """
    return unicodedata.normalize("NFKD", text).translate(_marks_table(kept))


def words_with_marks(text: str) -> str:
    """Write a text in lower case, in NFKC and without symbols, with one space between words.

    >>> words_with_marks("नमस्ते, Ｗörld!")
    'नमस्ते wörld'
    """
    text = unicodedata.normalize("NFKC", text).translate(_SPACED).lower()
    return " ".join(text.translate(_IN_WORDS).split())


@cache
def _marks_table(kept: str) -> _Table:
    def replacement(character: str) -> str:
        category = unicodedata.category(character)
        if character in kept:
            return character
        if character in _WITHOUT_DECOMPOSITION:
            return _WITHOUT_DECOMPOSITION[character]
        if category == "Mn":
            return ""
        return " " if category[0] in "MSP" else character

    return _Table(replacement)


_SPACED = _Table(lambda character: " " if unicodedata.category(character)[0] in "SP" else character)
_IN_WORDS = _Table(lambda character: character if regex.match(r"[\w\s]", character) else "")

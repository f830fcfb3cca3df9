"""What normalizers of speech leave out: brackets with what is in them, symbols, and marks.

Source: the normalizers of Whisper, and of the Open ASR Leaderboard after them. What a character is,
Python's tables of Unicode say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import groupby

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


_REMEMBERED = 2**15
_NEIGHBOUR = "cat"  # a word that stands alone, and that no rule changes
_OPENING = "<[("
_MARKS = ",.;:?!"


class PartByPart:
    r"""Normalizes texts as rules do, with far fewer calls of them.

    A text is taken apart between words that stand alone, in texts that hold no brackets, no white
    space before an apostrophe, and no other white space than single spaces. Every other text is
    left to the rules as it is.

    >>> rules = PartByPart(lambda text: text.replace("one two", "12"), lambda word: len(word) > 3)
    >>> rules("some one two words"), rules("one  two")
    ('some 12 words', 'one  two')

    """

    def __init__(self, rules: Callable[[str], str], stands_alone: Callable[[str], bool]) -> None:
        """Take the rules.

        Args:
            rules: normalize one text; they begin with ``str.lower``, white space between words is
                one space in what they return, and a punctuation mark after letters changes nothing.
            stands_alone: tells of a word of ASCII letters in lower case whether the rules change it
                alike whatever is around it, into one word that stands alone.

        """
        self._rules = rules
        self._stands_alone = stands_alone
        self._word = lru_cache(_REMEMBERED)(self._normalized_word)
        self._part = lru_cache(_REMEMBERED)(self._normalized_part)

    def __call__(self, text: str) -> str:
        """Normalize a text."""
        words = text.lower().split()
        if _is_whole(text, words):
            return self._rules(text)
        normalized = [*map(self._word, words)]
        return " ".join(normalized) if all(normalized) else self._joined(words, normalized)

    def has_context(self, text: str) -> bool:
        """Tell whether words of a text may have a say in what becomes of others."""
        words = text.lower().split()
        return _is_whole(text, words) or not all(map(self._word, words))

    def _joined(self, words: list[str], normalized: list[str]) -> str:
        parts = []
        at = 0
        for stand_alone, group in groupby(normalized, bool):
            run = [*group]
            end = at + len(run)
            if stand_alone:
                parts.append(" ".join(run))
            else:
                parts.append(self._part(" ".join(words[at:end]), at == 0, end == len(words)))
            at = end
        return "".join(parts)

    def _normalized_word(self, word: str) -> str:
        """Normalize a word that stands alone, or return the empty string."""
        if word[-1] in _MARKS and word[:-1].isalpha():
            return self._word(word[:-1])
        alone = word.isascii() and word.isalpha() and self._stands_alone(word)
        return self._rules(word) if alone else ""

    def _normalized_part(self, part: str, is_first: bool, is_last: bool) -> str:
        """Normalize a part with the space around it, where there are words."""
        before, after = ("" if is_first else _NEIGHBOUR), ("" if is_last else _NEIGHBOUR)
        text = self._rules(f"{before} {part} {after}".strip())
        return text[len(before) : len(text) - len(after)]


def _is_whole(text: str, words: list[str]) -> bool:
    """Tell whether rules may reach over words that stand alone, or see more than the words."""
    return " ".join(words) != text.lower() or " '" in text or any(c in text for c in _OPENING)

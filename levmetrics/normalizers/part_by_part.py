"""The rules of speech recognition for English, over texts of which most words stand alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby

PARTS_OF_PHRASES = ("a", "half", "been", "gone", "done", "got", "st", "nd", "rd", "th", "s")
"""What Whisper's rules of several words begin, end or go on with, but for numbers."""

_REMEMBERED = 2**15
_NEIGHBOUR = "cat"  # a word that stands alone, and that no rule changes
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
        parts: list[str] = []
        end = 0
        for stand_alone, group in groupby(map(self._word, words), bool):
            run = [*group]
            start, end = end, end + len(run)
            if stand_alone:
                parts.append(" ".join(run))
            else:
                parts.append(self._part(" ".join(words[start:end]), start == 0, end == len(words)))
        return "".join(parts)

    def has_context(self, text: str) -> bool:
        """Whether words of a text may have a say in what becomes of others."""
        words = text.lower().split()
        return _is_whole(text, words) or not all(map(self._word, words))

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


def has_brackets(text: str) -> bool:
    """Whether brackets may leave out words of a text."""
    return any(opening in text for opening in "<[(")


def _is_whole(text: str, words: list[str]) -> bool:
    """Whether rules may reach over words that stand alone, or see more than the words."""
    return " ".join(words) != text.lower() or " '" in text or has_brackets(text)

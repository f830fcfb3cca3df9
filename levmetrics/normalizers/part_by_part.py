"""The rules of speech recognition for English, over texts of which most words stand alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from levmetrics.lazy import re

PARTS_OF_PHRASES = ("a", "half", "been", "gone", "done", "got", "st", "nd", "rd", "th", "s")
"""What Whisper's rules of several words begin, end or go on with, but for numbers."""

# What is open to the end of a text is matched as a group, so that the search for a closing bracket
# is not repeated from each opening one.
BRACKETS = re.compile(r"[<\[][^>\]]*[>\]]|([<\[].*)", re.DOTALL)
_PARENTHESES = re.compile(r"\([^)]+\)|(\([^)].*)", re.DOTALL)

_REMEMBERED = 2**15
_NEIGHBOUR = "cat"  # a word that stands alone, and that no rule changes
_MARKS = ",.;:?!"


class PartByPart:
    r"""Normalizes texts as rules do, with far fewer calls of them.

    A text is taken apart between words that stand alone, in texts that hold no brackets, no white
    space before an apostrophe, and no other white space than single spaces. Every other text is
    left to the rules as it is.

    >>> join = lambda text: text.replace("one two", "12")
    >>> rules = PartByPart(join, lambda word: word if len(word) > 3 else "")
    >>> rules("some one two words"), rules("one  two")
    ('some 12 words', 'one  two')

    """

    def __init__(self, rules: Callable[[str], str], alone: Callable[[str], str]) -> None:
        """Take the rules.

        Args:
            rules: normalize one text; they begin with ``str.lower``, white space between words is
                one space in what they return, and a punctuation mark after letters changes nothing.
            alone: returns the word that the rules make of a word of ASCII letters in lower case,
                whatever is around it; nothing for a word that does not stand alone.

        """
        self._rules = rules
        self._alone = alone
        self._word = lru_cache(_REMEMBERED)(self._normalized_word)
        self._part = lru_cache(_REMEMBERED)(self._normalized_part)

    def __call__(self, text: str) -> str:
        """Normalize a text."""
        lower = text.lower()
        words = lower.split()
        if _is_whole(lower, words):
            return self._rules(text)
        read = [*map(self._word, words)]
        parts: list[str] = []
        start = end = 0
        while "" in read[end:]:
            start, end = end, read.index("", end)
            parts.append(" ".join(read[start:end]))
            start = end
            while end < len(read) and not read[end]:
                end += 1
            parts.append(self._part(" ".join(words[start:end]), start == 0, end == len(words)))
        return "".join([*parts, " ".join(read[end:])])

    def has_context(self, text: str) -> bool:
        """Whether words of a text may have a say in what becomes of others."""
        lower = text.lower()
        words = lower.split()
        return _is_whole(lower, words) or not all(map(self._word, words))

    def _normalized_word(self, word: str) -> str:
        """Normalize a word that stands alone, or return the empty string."""
        letters = word[:-1] if word[-1] in _MARKS else word
        return self._alone(letters) if letters.isascii() and letters.isalpha() else ""

    def _normalized_part(self, part: str, is_first: bool, is_last: bool) -> str:
        """Normalize a part with the space around it, where there are words."""
        before, after = ("" if is_first else _NEIGHBOUR), ("" if is_last else _NEIGHBOUR)
        text = self._rules(f"{before} {part} {after}".strip())
        return text[len(before) : len(text) - len(after)]


def has_brackets(text: str) -> bool:
    """Whether brackets may leave out words of a text."""
    return "<" in text or "[" in text or "(" in text


def without_brackets(text: str) -> str:
    """Return the text without brackets and what is in them; what is open to the end stays.

    >>> without_brackets("a [noise] b (c) d <e")
    'a  b  d <e'
    """
    return _PARENTHESES.sub(r"\1", BRACKETS.sub(r"\1", text))


def _is_whole(lower: str, words: list[str]) -> bool:
    """Whether rules may reach over words that stand alone, or see more than the words."""
    return " ".join(words) != lower or " '" in lower or has_brackets(lower)

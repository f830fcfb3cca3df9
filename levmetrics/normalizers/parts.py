"""Rules over words, applied to the parts of texts in which words have a say in each other.

Most words of a text have rules of their own at most, so that what they become is known once and for
all. The words between them, a number or a time of day, come again from text to text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby

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

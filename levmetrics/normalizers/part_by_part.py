"""Speech recognition's rules for English, applied only to the words that may need them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from levmetrics.lazy import re

PARTS_OF_PHRASES = ("a", "half", "been", "gone", "done", "got", "st", "nd", "rd", "th", "s")
"""The words in Whisper's rules of several words, except numbers."""

# A bracket that is open to the end of a text is matched as a group, so that the search for a
# closing bracket is not repeated from each opening one.
BRACKETS = re.compile(r"[<\[][^>\]]*[>\]]|([<\[].*)", re.DOTALL)
_PARENTHESES = re.compile(r"\([^)]+\)|(\([^)].*)", re.DOTALL)

_REMEMBERED = 2**15
_NEIGHBOUR = "cat"  # a word that stands alone, and that no rule changes
_MARKS = ",.;:?!"


class PartByPart:
    r"""A normalizer with the results of given rules, but far fewer calls of them.

    A text is split between words that stand alone, if it has no brackets, no white space before an
    apostrophe, and only single spaces. The rules normalize any other text as a whole.

    >>> join = lambda text: text.replace("one two", "12")
    >>> rules = PartByPart(join, lambda word: word if len(word) > 3 else "")
    >>> rules("some one two words"), rules("one  two")
    ('some 12 words', 'one  two')

    """

    def __init__(self, rules: Callable[[str], str], alone: Callable[[str], str]) -> None:
        """Store the rules.

        Args:
            rules: the function that normalizes one text. It begins with ``str.lower``, returns
                words with one space between them, and ignores a punctuation mark after letters.
            alone: returns the rules' result for a word of lower-case ASCII letters if it is the
                same in any context; ``""`` for any other word.

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
        """Whether words of a text may affect the normalization of others."""
        lower = text.lower()
        words = lower.split()
        return _is_whole(lower, words) or not all(map(self._word, words))

    def _normalized_word(self, word: str) -> str:
        """Return the normal form of a word that stands alone, or an empty string."""
        letters = word[:-1] if word[-1] in _MARKS else word
        return self._alone(letters) if letters.isascii() and letters.isalpha() else ""

    def _normalized_part(self, part: str, is_first: bool, is_last: bool) -> str:
        """Normalize a part, with its spaces to the words beside it."""
        before, after = ("" if is_first else _NEIGHBOUR), ("" if is_last else _NEIGHBOUR)
        text = self._rules(f"{before} {part} {after}".strip())
        return text[len(before) : len(text) - len(after)]


def has_brackets(text: str) -> bool:
    """Whether a text has an opening bracket, so that words may be left out."""
    return "<" in text or "[" in text or "(" in text


def without_brackets(text: str) -> str:
    """Return the text without brackets and their contents; a bracket that is never closed stays.

    >>> without_brackets("a [noise] b (c) d <e")
    'a  b  d <e'
    """
    return _PARENTHESES.sub(r"\1", BRACKETS.sub(r"\1", text))


def _is_whole(lower: str, words: list[str]) -> bool:
    """Whether rules may span words that stand alone, or depend on more than the words."""
    return " ".join(words) != lower or " '" in lower or has_brackets(lower)

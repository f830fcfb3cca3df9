"""Comparison of values as they are spelled: as written, or by letters, words or meaning."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

from levmetrics.lazy import regex
from levmetrics.records.comparators.comparator import COMPARATORS, Comparator, Leaf
from levmetrics.tokenizers import get_tokenizer

_PUNCTUATION = regex.compile(r"[^\p{L}\p{M}\p{N}]+")  # marks are parts of letters, as in Hindi
_MEANINGS: dict[Leaf, bool] = {
    **dict.fromkeys(["true", "yes", "y", "on", "1", 1, "はい"], True),
    **dict.fromkeys(["false", "no", "n", "off", "0", 0, "いいえ"], False),
}


@dataclass(frozen=True)
class Exact(Comparator):
    """Compares values as written: case and white space count.

    >>> exact = Exact()
    >>> exact.similarity(exact.read("A-1"), exact.read("a-1")), exact.read(12.5)
    (0.0, '12.5')
    """

    name: ClassVar[str] = "exact"
    description: ClassVar[str] = "1 where both are spelled alike, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return the value as written."""
        return str(value)


@dataclass(frozen=True)
class Choice(Comparator):
    """Compares choices by their words; case, width and the amount of white space are ignored.

    >>> choice = Choice()
    >>> choice.similarity(choice.read("Credit  Card"), choice.read(" credit card"))
    1.0
    """

    name: ClassVar[str] = "choice"
    description: ClassVar[str] = "1 where both are the same but for case and white space, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return the choice with case and width folded, and white space squeezed."""
        return " ".join(folded(value).split())


@dataclass(frozen=True)
class Identifier(Comparator):
    """Compares identifiers by their letters and digits; case and width are ignored.

    >>> [Identifier().read(value) for value in ("DE89 3704-0044", "ｄｅ８９37040044", "--")]
    ['de8937040044', 'de8937040044', None]
    """

    name: ClassVar[str] = "identifier"
    description: ClassVar[str] = "1 where both have the same letters and digits, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return the letters and digits; ``None`` if there are none."""
        return _PUNCTUATION.sub("", folded(value)) or None


@dataclass(frozen=True)
class Boolean(Comparator):
    """Compares truth values: ``True``, ``"yes"``, ``"ON"``, ``1`` and ``"はい"`` are equal.

    >>> [Boolean().read(value) for value in (True, "No", "1", "maybe")]
    [True, False, True, None]
    """

    name: ClassVar[str] = "boolean"
    description: ClassVar[str] = "1 where both say yes, or both say no, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return the truth value."""
        if isinstance(value, str):
            value = unicodedata.normalize("NFKC", value).casefold().strip()
        return _MEANINGS.get(value)


@dataclass(frozen=True)
class Words(Comparator):
    """Compares the sets of words of two texts, in any order, by F1 (the Dice coefficient).

    The tokenizer ``"mixed"`` splits the lower-cased text: into characters for scripts without
    spaces, else at white space. Punctuation is part of its word.

    Source: Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology, 1945.

    >>> words = Words()
    >>> words.similarity(words.read("Tokyo Tower"), words.read("tower of Tokyo"))
    0.8
    >>> words.similarity(words.read("東京タワー"), words.read("京都タワー"))
    0.8

    """

    name: ClassVar[str] = "words"
    description: ClassVar[str] = "F1 of the two sets of words, in any order"
    reads_text: ClassVar[bool] = True

    def read(self, value: Leaf) -> Hashable:
        """Return the set of words."""
        return frozenset(get_tokenizer("mixed").tokenize(str(value).lower()))

    def similarity(self, reference: Any, prediction: Any) -> float:
        """Return 2 × the number of common words / the sum of both numbers of words."""
        count = len(reference) + len(prediction)
        return 2 * len(reference & prediction) / count if count else 1.0


def folded(value: Leaf) -> str:
    """Return a value as a text with case and width folded.

    >>> folded("Ｓｔｒａße"), folded(12.0)
    ('strasse', '12')

    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # readers of tables turn 12 into 12.0
    text = unicodedata.normalize("NFKC", str(value)).casefold()
    return unicodedata.normalize("NFKC", text)


for _kind in (Exact, Choice, Identifier, Boolean, Words):
    COMPARATORS.register(_kind)

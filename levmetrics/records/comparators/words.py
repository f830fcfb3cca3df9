"""Comparison of sets of words."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

from levmetrics.records.comparators.comparator import COMPARATORS, Comparator, Leaf
from levmetrics.tokenizers import get_tokenizer


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


COMPARATORS.register(Words)

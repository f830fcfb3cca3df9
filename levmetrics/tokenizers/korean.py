"""Korean morphemes by Kiwi."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from typing import Any

from levmetrics.signature import version
from levmetrics.tokenizers.tokenizer import WordTokenizer, built_in, require


@dataclass(frozen=True, repr=False)
class KiwiTokenizer(WordTokenizer):
    """Korean morphemes by Kiwi, in their surface form.

    Kiwi returns morphemes in their base form, and several for a fused syllable. This tokenizer only
    splits the text where a morpheme starts or ends.

    Raises:
        ImportError: if kiwipiepy is not installed.

    Source: Lee, "Kiwi: Developing a Korean Morphological Analyzer Based on Statistical Language
    Models and Skip-Bigram", Korean Journal of Digital Humanities, 2024.

    >>> KiwiTokenizer()("한국어를 공부했어요")
    ['한국어', '를', '공부', '했', '어요']

    """

    uses_processes = False  # Kiwi splits a list of texts on several threads

    def __post_init__(self) -> None:
        _kiwi(os.getpid())

    def spaced(self, text: str) -> str:
        """Return the text with spaces between its morphemes."""
        return self.spaced_all([text])[0]

    def spaced_all(self, texts: list[str]) -> list[str]:
        """Return the texts with spaces between their morphemes."""
        analyses = _kiwi(os.getpid()).tokenize(texts)
        return [
            _spaced_at(text, {end for part in parts for end in (part.start, part.start + part.len)})
            for text, parts in zip(texts, analyses, strict=True)
        ]

    def __repr__(self) -> str:
        return f"kiwi[kiwipiepy-{version('kiwipiepy')}]"


def _spaced_at(text: str, positions: set[int]) -> str:
    """Return the text with spaces inserted at these positions.

    >>> _spaced_at("abcd", {0, 1, 3})
    ' a bc d'
    """
    ends = [*sorted(positions), len(text)]
    return " ".join(text[start:end] for start, end in zip([0, *ends], ends, strict=False))


@functools.cache
def _kiwi(_process: int) -> Any:
    """Return this process's ``kiwipiepy.Kiwi``, whose threads do not survive a fork."""
    return require("kiwipiepy", "kiwi").Kiwi()


built_in("kiwi", KiwiTokenizer)

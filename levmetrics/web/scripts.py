"""Detection of scripts, and of white space between words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import regex

Script: TypeAlias = Literal["spaced", "eojeol", "unspaced", "japanese"]
"""``"eojeol"``: Korean, whose white space separates words with their particles. ``"japanese"`` is
unspaced too."""

_MAX_CHARACTERS = 5_000  # the first texts are enough
_LETTERS = regex.compile(r"\p{L}")
_WORD = regex.compile(r"\S*\p{L}\S*")
_HANGUL = regex.compile(r"\p{Hangul}")
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_UNSPACED = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Khmer}\p{Lao}\p{Myanmar}--\P{L}]",
    regex.VERSION1,
)
_MIN_SHARE = 0.5
_MIN_KANA_SHARE = 0.05  # in Japanese; Chinese has none
# Texts that are already split at white space: the most letters per word, and the fewest words per
# text.
_MAX_LETTERS_OF_WORD = 6
_MIN_WORDS_OF_TEXT = 2


def script_of(texts: Sequence[str]) -> Script:
    """Return the script of texts, which at least half of their letters have.

    >>> script_of(["今日はいい天気です"]), script_of(["天气很好"]), script_of(["날씨가 좋다"])
    ('japanese', 'unspaced', 'eojeol')
    >>> script_of(["who is there"]), script_of(["今日 は いい 天気 です"]), script_of(["2024"])
    ('spaced', 'spaced', 'spaced')
    """
    shown = "\n".join(texts)[:_MAX_CHARACTERS]
    letters = _count(_LETTERS, shown)
    if not letters:
        return "spaced"
    if _count(_HANGUL, shown) >= _MIN_SHARE * letters:
        return "eojeol"
    if _count(_UNSPACED, shown) < _MIN_SHARE * letters or _is_split(shown, letters):
        return "spaced"
    return "japanese" if _count(_KANA, shown) >= _MIN_KANA_SHARE * letters else "unspaced"


def _count(pattern: regex.Pattern[str], text: str) -> int:
    return len(pattern.findall(text))


def _is_split(text: str, letters: int) -> bool:
    words, lines = _count(_WORD, text), len(text.splitlines())
    return letters <= _MAX_LETTERS_OF_WORD * words and words >= _MIN_WORDS_OF_TEXT * lines

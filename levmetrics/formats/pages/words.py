"""Words of a line as one text, where a format states words and not the space between them."""

from __future__ import annotations

from collections.abc import Iterable

from levmetrics.lazy import regex

# Characters of scripts written without spaces between words, and their punctuation.
_UNSPACED = regex.compile(
    r"[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Line_Break=Complex_Context}"
    r"[\p{P}&&\p{East_Asian_Width=Fullwidth}]--\p{Hangul}]",
    flags=regex.V1,
)
_HANGUL = regex.compile(r"\p{Hangul}")


def joined_words(words: Iterable[str]) -> str:
    """Return words with the space between them that their scripts have.

    >>> joined_words(["Die", "alte", "Seite"]), joined_words(["雨", "の", "日", "。"])
    ('Die alte Seite', '雨の日。')
    """
    text = ""
    for word in words:
        text += gap(text, word) + word
    return text


def gap(text: str, word: str) -> str:
    """Return what stands between a text and the word after it: a space, or nothing.

    Nothing stands beside Han, kana, Thai and other letters of scripts without spaces, except beside
    Hangul, which has spaces.

    >>> gap("2024", "年"), gap("雨", "の"), gap("3", "is"), gap("漢字", "는")
    ('', '', ' ', ' ')
    """
    if not text or not word:
        return ""
    both = text[-1] + word[0]
    is_unspaced = not both.isascii() and _UNSPACED.search(both) and not _HANGUL.search(both)
    return "" if is_unspaced else " "

"""Detection of scripts, and of white space between words, of which scores by words warn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from levmetrics.errors import InputWarning, Note, warn
from levmetrics.lazy import re, regex

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
    regex.V1,
)
_MIN_SHARE = 0.5
_MIN_KANA_SHARE = 0.05  # in Japanese; Chinese has none
# Texts that are already split at white space: the most letters per word, and the fewest words per
# text.
_MAX_LETTERS_OF_WORD = 6
_MIN_WORDS_OF_TEXT = 2

FIRST_TEXTS = 20
"""The number of texts by which :func:`warn_of_unspaced` decides."""

# Of all unspaced scripts, for a quick search; and those whose words ICU finds, by their names.
_MAY_BE_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
    r"\U00020000-\U0003ffff]"
)
_BY_ICU = {"Thai": "[\u0e00-\u0e7f]", "Lao": "[\u0e80-\u0eff]", "Burmese": "[\u1000-\u109f]"}
_BY_ICU["Khmer"] = "[\u1780-\u17ff]"


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


def warn_of_unspaced(texts: Sequence[str]) -> None:
    """Warn if white space, at which texts are split by default, does not separate their words.

    Args:
        texts: the first texts, up to ``FIRST_TEXTS``.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as warned:
    ...     warnings.simplefilter("always")
    ...     warn_of_unspaced(["今日はいい天気です"])
    >>> print(warned[0].message)  # doctest: +NORMALIZE_WHITESPACE
    white space does not separate words in Japanese, so phrases and sentences count as single
    words; tokenizer='mecab' finds words, and tokenizer='char' or the metric cer counts characters

    """
    if all(map(str.isascii, texts)) or not any(map(_MAY_BE_UNSPACED.search, texts)):
        return
    script = script_of(texts)
    if script in ("spaced", "eojeol"):
        return
    language, tokenizer = ("Japanese", "mecab") if script == "japanese" else ("Chinese", "jieba")
    for name, letters in _BY_ICU.items():
        if script == "unspaced" and any(map(re.compile(letters).search, texts)):
            language, tokenizer = name, "icu"
    warn(InputWarning(Note("note.unspaced", {"language": language, "tokenizer": tokenizer})))


def warn_of_unspaced_strings(texts: str | list[str]) -> None:
    """Warn as :func:`warn_of_unspaced` does, of a string or the first of several."""
    first = texts if isinstance(texts, str) else next(iter(texts), "")
    if not first.isascii():
        warn_of_unspaced([texts] if isinstance(texts, str) else texts[:FIRST_TEXTS])

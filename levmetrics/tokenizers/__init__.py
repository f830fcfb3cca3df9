"""Tokenizers: what an edit is counted in.

The law of tokenizers: a built-in one loses nothing. The tokens joined are the text without its
white space, in every script (``char`` and ``grapheme`` keep the white space too).

A built-in is callable, has ``.tokenize`` (so that rouge-score takes it as it is), and its ``repr``
says which one it is, with dictionary and versions.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable

from levmetrics.errors import InputError
from levmetrics.registry import lookup
from levmetrics.tokenizers.base import Tokenizer
from levmetrics.tokenizers.chinese import JiebaTokenizer
from levmetrics.tokenizers.custom import CustomTokenizer, TokenizerLike, has_tokenize
from levmetrics.tokenizers.japanese import MecabTokenizer, SudachiTokenizer
from levmetrics.tokenizers.korean import KiwiTokenizer
from levmetrics.tokenizers.plain import (
    CharTokenizer,
    GraphemeTokenizer,
    MixedTokenizer,
    WhitespaceTokenizer,
)

__all__ = [
    "CharTokenizer",
    "CustomTokenizer",
    "GraphemeTokenizer",
    "JiebaTokenizer",
    "KiwiTokenizer",
    "MecabTokenizer",
    "MixedTokenizer",
    "SudachiTokenizer",
    "Tokenizer",
    "TokenizerLike",
    "WhitespaceTokenizer",
    "get_tokenizer",
    "list_tokenizers",
]

_TOKENIZERS: dict[str, Callable[[], Tokenizer]] = {
    "char": CharTokenizer,
    "grapheme": GraphemeTokenizer,
    "jieba": JiebaTokenizer,
    "kiwi": KiwiTokenizer,
    "mecab": MecabTokenizer,
    "mecab:ipadic": functools.partial(MecabTokenizer, "ipadic"),
    "mixed": MixedTokenizer,
    "sudachi:A": functools.partial(SudachiTokenizer, "A"),
    "sudachi:B": functools.partial(SudachiTokenizer, "B"),
    "sudachi:C": functools.partial(SudachiTokenizer, "C"),
    "whitespace": WhitespaceTokenizer,
}


def list_tokenizers() -> list[str]:
    """Return the names that :func:`get_tokenizer` knows; ``mecab:FOLDER`` is one more.

    >>> list_tokenizers()
    ['char', 'grapheme', 'jieba', 'kiwi', 'mecab', 'mecab:ipadic', 'mixed',
     'sudachi:A', 'sudachi:B', 'sudachi:C', 'whitespace']
    """
    return list(_TOKENIZERS)


def get_tokenizer(
    tokenizer: TokenizerLike, *, user_dictionary: str | os.PathLike[str] | None = None
) -> Tokenizer:
    """Return the tokenizer of this name, or wrap the caller's own.

    Args:
        tokenizer: one of these names, or a callable from a string to a list of strings, or an
            object with a method ``tokenize`` that is one (of Hugging Face, rouge-score, NLTK,
            Janome).

            - ``"whitespace"``: words by white space, exactly ``str.split()``
            - ``"char"``: code points; ``"grapheme"``: what a reader takes for a character
            - ``"mixed"``: East Asian characters one by one, the rest by white space
            - ``"mecab"``: Japanese words (MeCab with unidic-lite); ``"mecab:ipadic"``;
              ``"mecab:FOLDER"`` with the dictionary in that folder
            - ``"sudachi:A"``, ``"sudachi:B"``, ``"sudachi:C"``: Japanese words, short to long
            - ``"kiwi"``: Korean morphemes; ``"jieba"``: Chinese words
        user_dictionary: path of a compiled MeCab user dictionary, for ``"mecab"`` and its kin.

    Raises:
        InputError: for an unknown name (it says the nearest known one) or another type.
        ImportError: if the named tokenizer needs a package that is not installed; it says which.

    >>> get_tokenizer("whitespace").tokenize("is there")
    ['is', 'there']
    >>> get_tokenizer("whitspace")
    Traceback (most recent call last):
    levmetrics.errors.InputError: unknown tokenizer 'whitspace'; did you mean 'whitespace'? \
Known: char, grapheme, jieba, ...

    """
    if user_dictionary is not None:
        kind, _, dictionary = str(tokenizer).partition(":")
        if kind != "mecab":
            raise InputError(
                f"user_dictionary is for the tokenizer 'mecab', not for {tokenizer!r}; "
                "give other tokenizers their words by their own means"
            )
        return MecabTokenizer(dictionary or "unidic-lite", os.fspath(user_dictionary))
    if isinstance(tokenizer, Tokenizer):
        return tokenizer
    if isinstance(tokenizer, str):
        kind, _, folder = tokenizer.partition(":")
        if kind == "mecab" and folder and tokenizer not in _TOKENIZERS:
            return MecabTokenizer(folder)
        return _named(tokenizer)
    if isinstance(tokenizer, type) and has_tokenize(tokenizer):
        raise InputError(
            f"tokenizer is the class {tokenizer.__name__}; give an object of it: "
            f"{tokenizer.__name__}()"
        )
    if has_tokenize(tokenizer) or callable(tokenizer):
        return CustomTokenizer(tokenizer)
    raise InputError(
        f"tokenizer is of type {type(tokenizer).__name__}; it must be a name "
        f"({', '.join(_TOKENIZERS)}), a callable from a string to a list of strings, "
        "or an object with such a method tokenize"
    )


@functools.cache
def _named(name: str) -> Tokenizer:
    return lookup(_TOKENIZERS, name, "tokenizer")()

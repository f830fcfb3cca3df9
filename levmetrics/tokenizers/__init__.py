"""Tokenizers, which split texts into tokens, the units of edits.

A built-in tokenizer is lossless: its tokens concatenated are the text without its white space, in
every script (``char`` and ``grapheme`` keep the white space too).

A built-in tokenizer is callable, has a method ``tokenize`` (so that rouge-score accepts it), and
its ``repr`` names it with its dictionary and versions. ``facts.json`` adds it to every list,
message, usage text and page; the module of its language is imported when it is asked for.
"""

from __future__ import annotations

import functools
import os

from levmetrics.errors import InputError, quoted, unknown_name
from levmetrics.signature import version
from levmetrics.tokenizers.plain import CharTokenizer, WhitespaceTokenizer
from levmetrics.tokenizers.tokenizer import (
    TOKENIZERS,
    CustomTokenizer,
    Tokenizer,
    TokenizerFacts,
    TokenizerLike,
    WordTokenizer,
    has_tokenize,
)

__all__ = [
    "TOKENIZERS",
    "CharTokenizer",
    "CustomTokenizer",
    "Tokenizer",
    "TokenizerFacts",
    "TokenizerLike",
    "WhitespaceTokenizer",
    "WordTokenizer",
    "get_tokenizer",
    "is_installed",
    "list_tokenizers",
]


def list_tokenizers() -> list[str]:
    """Return the names of the built-in tokenizers; ``mecab:FOLDER`` is accepted as well.

    >>> list_tokenizers()
    ['char', 'grapheme', 'icu', 'jieba', 'kiwi', 'mecab', 'mecab:ipadic', 'mixed', 'mixed:icu',
     'sudachi:A', 'sudachi:B', 'sudachi:C', 'whitespace']
    """
    return list(TOKENIZERS)


def get_tokenizer(
    tokenizer: TokenizerLike, *, user_dictionary: str | os.PathLike[str] | None = None
) -> Tokenizer:
    """Return the tokenizer of this name, or a wrapper around the caller's tokenizer.

    Args:
        tokenizer: a name (see :func:`list_tokenizers`), such as ``"whitespace"`` for words,
            ``"char"`` for code points, or ``"mecab"`` for a language's analyzer; or a callable from
            a string to a list of strings; or an object with such a method ``tokenize`` (as in
            Hugging Face, rouge-score, NLTK, Janome).
        user_dictionary: the path of a compiled MeCab user dictionary, for ``"mecab"`` and
            ``"mecab:..."``.

    Raises:
        InputError: for an unknown name (the message suggests the nearest known one) or another
            type.
        ImportError: if the tokenizer needs a package that is not installed; the message names it.

    >>> get_tokenizer("whitespace").tokenize("is there")
    ['is', 'there']
    >>> get_tokenizer("whitspace")
    Traceback (most recent call last):
    levmetrics.errors.InputError: unknown tokenizer 'whitspace'; did you mean 'whitespace'? \
Known: char, grapheme, icu, ...

    """
    if isinstance(tokenizer, str):
        facts, arguments = _find(tokenizer)
        if user_dictionary is None:
            return facts.make(*arguments) if arguments else _made(facts)
        if facts.takes_user_dictionary:
            return facts.make(*arguments, user_dictionary=os.fspath(user_dictionary))
    if user_dictionary is not None:
        takers = (facts.name for facts in TOKENIZERS.values() if facts.takes_user_dictionary)
        known = " or ".join(sorted({repr(name.partition(":")[0]) for name in takers}))
        raise InputError("tokenizer.user_dictionary", known=known, given=quoted(tokenizer))
    return tokenizer if isinstance(tokenizer, Tokenizer) else _wrapped(tokenizer)


@functools.cache
def is_installed(facts: TokenizerFacts) -> bool:
    """Whether the packages that this tokenizer needs are installed.

    Packages are looked up but not loaded, since dictionaries take seconds and memory.
    """
    try:
        for package in facts.packages.split():
            version(package)
        if not facts.packages:
            _made(facts)
    except ImportError:  # and so PackageNotFoundError
        return False
    return True


@functools.cache
def _made(facts: TokenizerFacts) -> Tokenizer:
    return facts.make()


def _find(name: str) -> tuple[TokenizerFacts, list[str]]:
    """Return a tokenizer's facts, and the argument in a name such as ``mecab:FOLDER``."""
    if name in TOKENIZERS:
        return TOKENIZERS[name], []
    kind, _, argument = name.partition(":")
    of_kind = TOKENIZERS.get(kind)
    if argument and of_kind is not None and of_kind.takes_argument:
        return of_kind, [argument]
    raise unknown_name(TOKENIZERS, name, "tokenizer")


def _wrapped(tokenizer: TokenizerLike) -> CustomTokenizer:
    """Return a wrapper around the caller's tokenizer."""
    if has_tokenize(tokenizer) and isinstance(tokenizer, type):
        raise InputError("tokenizer.class", name=tokenizer.__name__)
    if has_tokenize(tokenizer) or callable(tokenizer):
        return CustomTokenizer(tokenizer)
    known = ", ".join(TOKENIZERS)
    raise InputError("tokenizer.wrong_type", given=type(tokenizer).__name__, known=known)

"""Punctuation and symbols to spaces, in every script, without its vowel signs."""

from __future__ import annotations

import unicodedata
from string import punctuation

import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.inputs.arrow_text import ascii_lower
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer
from levmetrics.normalizers.whitespace import arrow_squeeze_whitespace, squeeze_whitespace

# With the marks that stand on them, as the enclosing one of a keycap: none is left without a base.
# The four separators are white space to Python, and not to regular expressions.
_NO_WORD = regex.compile(r"(?:[\p{P}\p{S}\s\x1c-\x1f]\p{M}*)+")
_ASCII_NO_WORD = "[{}]+".format("".join(rf"\{character}" for character in punctuation))


def _marks(text: str) -> str:
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())
    return squeeze_whitespace(_NO_WORD.sub(" ", composed))


def _ascii_marks(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    words = pc.replace_substring_regex(ascii_lower(texts), _ASCII_NO_WORD, " ")
    return arrow_squeeze_whitespace(words)


NORMALIZERS.register(
    Normalizer(
        "marks",
        _marks,
        _ascii_marks,
        description="lower case, NFKC, punctuation and symbols to spaces; vowel signs and other "
        "marks of all scripts stay, which whisper:basic deletes",
    )
)

"""Removal of punctuation, in every script."""

from __future__ import annotations

from string import punctuation

import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer

_PUNCTUATION = regex.compile(r"\p{P}+")
_ASCII_PUNCTUATION = "[{}]".format("".join(rf"\{c}" for c in punctuation if _PUNCTUATION.match(c)))


def _remove_punctuation(text: str) -> str:
    without: str = _PUNCTUATION.sub("", text)
    return without


def _ascii_remove_punctuation(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return pc.replace_substring_regex(texts, _ASCII_PUNCTUATION, "")


NORMALIZERS.register(
    Normalizer(
        "remove_punctuation",
        _remove_punctuation,
        _ascii_remove_punctuation,
        description="without the characters of Unicode's category P, in every script",
    )
)

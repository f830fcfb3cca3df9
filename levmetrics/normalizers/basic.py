"""Lower case, white space, Unicode normalization forms, and the DocVQA script's rules."""

from __future__ import annotations

import unicodedata

import numpy as np

from levmetrics.inputs.arrow import ascii_lower, split_whitespace
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pa, pc
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, in_no_text, unchanged


def squeeze_whitespace(text: str) -> str:
    """Return the text stripped, with each run of white space as one space."""
    return " ".join(text.split())


def arrow_squeeze_whitespace(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    """Return the texts stripped, with each run of white space as one space."""
    if _is_squeezed(texts):
        return texts
    return pc.binary_join(split_whitespace(texts), pa.scalar(" ", pa.large_string()))


def _is_squeezed(texts: pa.LargeStringArray) -> bool:
    """Whether texts are ASCII with single spaces inside and no other white space.

    Most texts are, and this check is ten times faster than splitting and joining.
    """
    column = Texts.of_arrow(texts)
    data, starts = column.data, column.offsets
    if not len(data):
        return True
    # Tabs and separators, and characters that may be white space.
    if data.min() < ord(" ") or data.max() >= 128:
        return False
    # For an empty text these are bytes of its neighbours, which are checked anyway.
    firsts, lasts = data[np.minimum(starts[:-1], len(data) - 1)], data[starts[1:] - 1]
    # The bitwise OR of two bytes of at least 0x20 is 0x20 (a space) only if both are spaces.
    doubled = data[1:] | data[:-1]
    return not any((part == ord(" ")).any() for part in (firsts, lasts, doubled))


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _docvqa(text: str) -> str:
    return squeeze_whitespace(text.lower())


def _ascii_docvqa(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return arrow_squeeze_whitespace(ascii_lower(texts))


for _normalizer in (
    Normalizer(
        "lower",
        str.lower,
        ascii_lower,
        context=in_no_text,
        description="lower case, by Python's str.lower",
    ),
    Normalizer(
        "nfc",
        _nfc,
        unchanged,
        context=in_no_text,
        description="Unicode's canonical composition: a letter and its accent to one character",
    ),
    Normalizer(
        "nfkc",
        _nfkc,
        unchanged,
        context=in_no_text,
        description="Unicode's compatibility composition: full-width letters to plain ones",
    ),
    Normalizer(
        "squeeze_whitespace",
        squeeze_whitespace,
        arrow_squeeze_whitespace,
        arrow_is_for_ascii=False,
        context=in_no_text,
        description="runs of white space to one space, none at the ends",
    ),
    Normalizer(
        "docvqa",
        _docvqa,
        _ascii_docvqa,
        context=in_no_text,
        description="stripped, lower case, white space squeezed, as the DocVQA competition's "
        "script compares",
    ),
):
    NORMALIZERS.register(_normalizer)

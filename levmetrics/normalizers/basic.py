"""Lower case, white space, Unicode normalization forms, and the DocVQA script's rules."""

from __future__ import annotations

import unicodedata

import numpy as np

from levmetrics.inputs.arrow import split_whitespace
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pa, pc
from levmetrics.normalizers.normalizer import built_in, in_no_text, unchanged


def squeeze_whitespace(text: str) -> str:
    """Return the text stripped, with each run of white space as one space."""
    return " ".join(text.split())


def squeezed_texts(texts: Texts) -> Texts:
    """Return the texts stripped, with each run of white space as one space."""
    if _is_squeezed(texts):
        return texts
    words = split_whitespace(texts.to_arrow())
    return Texts.of_arrow(pc.binary_join(words, pa.scalar(" ", pa.large_string())))


def lower_ascii(texts: Texts) -> Texts:
    """Return texts, which must be ASCII, in lower case.

    Arrow's own function (26) misplaces texts if the offsets of a part of a column begin after 0,
    as none of :class:`Texts` do.

    >>> lower_ascii(Texts.of(["A[", "zZ"])).to_pylist()
    ['a[', 'zz']
    """
    return Texts.of_arrow(pc.ascii_lower(texts.to_arrow()))


def _is_squeezed(texts: Texts) -> bool:
    """Whether texts are ASCII with single spaces inside and no other white space.

    Most texts are, and this check is ten times faster than splitting and joining.
    """
    data, starts = texts.data, texts.offsets
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


def nfc(text: str) -> str:
    """Return the text in Unicode's canonical composition."""
    return unicodedata.normalize("NFC", text)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _docvqa(text: str) -> str:
    return squeeze_whitespace(text.lower())


def _ascii_docvqa(texts: Texts) -> Texts:
    return squeezed_texts(lower_ascii(texts))


built_in("lower", str.lower, lower_ascii, context=in_no_text)
built_in("nfc", nfc, unchanged, context=in_no_text)
built_in("nfkc", _nfkc, unchanged, context=in_no_text)
built_in(
    "squeeze_whitespace",
    squeeze_whitespace,
    squeezed_texts,
    columnar_is_for_ascii=False,
    context=in_no_text,
)
built_in("docvqa", _docvqa, _ascii_docvqa, context=in_no_text)

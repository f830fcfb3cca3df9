"""Lower case, white space, Unicode normalization forms, and the DocVQA script's rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from levmetrics.inputs.arrow import other_spaces, split_whitespace
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


def lower_texts(texts: Texts) -> Texts:
    """Return texts in lower case.

    Arrow's own function (26) misplaces texts if the offsets of a part of a column begin after 0,
    as none of :class:`Texts` do. Beyond ASCII it has another version of Unicode.

    >>> lower_texts(Texts.of(["A[", "zZ"])).to_pylist(), lower_texts(Texts.of(["ΑΣ"])).to_pylist()
    (['a[', 'zz'], ['ας'])
    """
    if not texts.is_ascii:
        return texts_at_once(str.lower, texts)
    lower = Texts.of_arrow(pc.ascii_lower(texts.to_arrow()))
    lower.is_ascii = True
    return lower


def texts_at_once(function: Callable[[str], str], texts: Texts) -> Texts:
    """Apply a function to all texts in one call.

    Args:
        function: keeps control characters, and the texts on both sides of one do not affect each
            other; ``str.lower`` and ``str.upper`` are such functions.
        texts: the texts.

    >>> texts_at_once(str.upper, Texts.of(["ß", "", "é\u0301"])).to_pylist()
    ['SS', '', 'É\u0301']

    """
    given = texts.to_pylist()
    joined = "\0".join(given)
    if joined.count("\0") >= len(given):
        return Texts.of([*map(function, given)])
    data = np.frombuffer(function(joined).encode(), np.uint8)
    is_text = data != 0
    ends = np.append(np.flatnonzero(~is_text), len(data)) - np.arange(len(given))
    return Texts(data[is_text], np.concatenate([[0], ends]))


def _is_squeezed(texts: Texts) -> bool:
    """Whether texts have single spaces inside and no other white space.

    Most texts are, and this check is ten times faster than splitting and joining.
    """
    data, starts = texts.data, texts.offsets
    if not len(data):
        return True
    # Tabs and separators, and beyond ASCII characters that are white space.
    if data.min() < ord(" ") or not (texts.is_ascii or _has_only_ascii_spaces(data)):
        return False
    # For an empty text these are bytes of its neighbours, which are checked anyway.
    firsts, lasts = data[np.minimum(starts[:-1], len(data) - 1)], data[starts[1:] - 1]
    # The bitwise OR of two bytes of at least 0x20 is 0x20 (a space) only if both are spaces.
    doubled = data[1:] | data[:-1]
    return not any((part == ord(" ")).any() for part in (firsts, lasts, doubled))


def _has_only_ascii_spaces(data: npt.NDArray[np.uint8]) -> bool:
    """Whether UTF-8 has no white space beyond ASCII."""
    spaces = tuple(map(str.encode, other_spaces()))
    begin_space = np.zeros(1 << 16, np.bool_)  # by two bytes
    begin_space[[int.from_bytes(space[:2], "big") for space in spaces]] = True
    pairs = data[:-1].astype(np.uint16) << 8 | data[1:]
    places = np.flatnonzero(begin_space[pairs])
    third = data[np.minimum(places + 2, len(data) - 1)]  # which spaces of two bytes do not need
    found = np.unique(pairs[places].astype(np.uint32) << 8 | third).tolist()
    return not any(number.to_bytes(3, "big").startswith(spaces) for number in found)


def nfc(text: str) -> str:
    """Return the text in Unicode's canonical composition."""
    return unicodedata.normalize("NFC", text)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _docvqa(text: str) -> str:
    return squeeze_whitespace(text.lower())


def _docvqa_texts(texts: Texts) -> Texts:
    return squeezed_texts(lower_texts(texts))


built_in("lower", str.lower, lower_texts, columnar_is_for_ascii=False, context=in_no_text)
built_in("nfc", nfc, unchanged, context=in_no_text)
built_in("nfkc", _nfkc, unchanged, context=in_no_text)
built_in(
    "squeeze_whitespace",
    squeeze_whitespace,
    squeezed_texts,
    columnar_is_for_ascii=False,
    context=in_no_text,
)
built_in("docvqa", _docvqa, _docvqa_texts, columnar_is_for_ascii=False, context=in_no_text)

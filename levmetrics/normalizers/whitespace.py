"""White space between and around words."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.inputs.arrow_text import split_whitespace, utf8_bytes
from levmetrics.normalizers.base import NORMALIZERS, Normalizer


def _squeeze_whitespace(text: str) -> str:
    return " ".join(text.split())


def arrow_squeeze_whitespace(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    """Make single spaces of the white space between words, and leave none around them."""
    if _is_squeezed(texts):
        return texts
    return pc.binary_join(split_whitespace(texts), pa.scalar(" ", pa.large_string()))


def _is_squeezed(texts: pa.LargeStringArray) -> bool:
    """Tell whether ASCII texts have single spaces within them and no other white space.

    Most texts have, and to look is ten times faster than to split and join.
    """
    data, starts = utf8_bytes(texts)
    if not len(data):
        return True
    if data.min() < ord(" ") or data.max() >= 128:  # tabs, separators; may be white space
        return False
    # An empty text has its neighbours' bytes here, which are looked at anyway.
    firsts, lasts = data[np.minimum(starts[:-1], len(data) - 1)], data[starts[1:] - 1]
    # Of bytes that are no less than a space, only two spaces have the bits of one.
    doubled = data[1:] | data[:-1]
    return not any((places == ord(" ")).any() for places in (firsts, lasts, doubled))


NORMALIZERS.register(
    Normalizer(
        "squeeze_whitespace",
        _squeeze_whitespace,
        arrow_squeeze_whitespace,
        arrow_is_for_ascii=False,
        description="runs of white space to one space, none at the ends",
    )
)

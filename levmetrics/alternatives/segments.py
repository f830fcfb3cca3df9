"""References cut into segments where alternatives are written in them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import IntArray
from levmetrics.inputs.arrow_text import utf8_bytes
from levmetrics.inputs.columns import TextColumn


class Cut(IntEnum):
    """What begins a segment; the numbers are the kernel's.

    An omission is the other alternative to an optional word: an empty segment.
    """

    TEXT = 0
    OPEN = 1
    NEXT = 2
    CLOSE = 3
    OMISSION = 4


class Cuts(NamedTuple):
    """A column of references, cut into segments.

    Attributes:
        firsts: the index of the first segment of each reference; int64, shape ``(rows + 1,)``.
        row: of each segment, the row of its reference; int64.
        start: where it starts in the bytes; int64.
        kind: what begins it, as a :class:`Cut`.
        raw: the segments with the white space around them, behind a space for what begins them.
        texts: the segments without that, and without the words that stand for nothing.

    """

    firsts: IntArray
    row: IntArray
    start: IntArray
    kind: npt.NDArray[np.uint8]
    raw: pa.LargeStringArray
    texts: pa.LargeStringArray


def whole(references: TextColumn) -> Cuts:
    """Return references as one segment each."""
    rows = np.arange(len(references.texts))
    _, bounds = utf8_bytes(references.texts)
    kind = np.zeros(len(rows), np.uint8)
    firsts = np.arange(len(rows) + 1)
    trimmed = pc.utf8_trim_whitespace(references.texts)
    return Cuts(firsts, rows, bounds[:-1], kind, references.texts, trimmed)

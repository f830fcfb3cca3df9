"""References cut into segments where alternatives are written in them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.arrays import IntArray


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
        start: where each segment starts in the bytes; int64.
        kind: what begins it, as a :class:`Cut`.
        raw: the bytes of the references, with spaces for what begins the segments.
        words: the same with spaces for what stands for nothing as well.

    """

    firsts: IntArray
    start: IntArray
    kind: npt.NDArray[np.uint8]
    raw: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint8]

    def rows(self) -> IntArray:
        """Return of each segment the row of its reference."""
        return np.repeat(np.arange(len(self.firsts) - 1), np.diff(self.firsts))

    def segments(self, data: npt.NDArray[np.uint8]) -> pa.LargeStringArray:
        """Return the segments of ``raw`` or of ``words``, with the white space around them."""
        bounds = np.append(self.start, len(data))
        return pa.LargeStringArray.from_buffers(
            len(self.start), pa.py_buffer(bounds), pa.py_buffer(data)
        )


def whole(data: npt.NDArray[np.uint8], bounds: IntArray) -> Cuts:
    """Return texts as one segment each.

    Args:
        data: their bytes.
        bounds: where each starts in them; shape ``(rows + 1,)``.

    """
    rows = len(bounds) - 1
    return Cuts(np.arange(rows + 1), bounds[:-1], np.zeros(rows, np.uint8), data, data)

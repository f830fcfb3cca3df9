"""Array types, and the segmented argmin and the ranges that NumPy lacks."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

IntArray: TypeAlias = npt.NDArray[np.int64]
FloatArray: TypeAlias = npt.NDArray[np.float64]


def lowest_of_each(values: npt.NDArray[Any], offsets: IntArray) -> IntArray:
    """Return the index of each sample's lowest value (ties: the first).

    Args:
        values: one value a text, shape ``(texts,)``.
        offsets: where each sample's texts start, shape ``(samples + 1,)``; see
            :class:`levmetrics.inputs.columns.TextColumn`.

    Returns:
        Indices into ``values``, shape ``(samples,)``.

    >>> lowest_of_each(np.array([3, 1, 1, 2]), np.array([0, 1, 4]))
    array([0, 1])

    """
    if len(offsets) == 1:
        return np.zeros(0, np.int64)  # reduceat refuses an empty array
    counts = np.diff(offsets)
    lowest = np.repeat(np.minimum.reduceat(values, offsets[:-1]), counts)
    candidates = np.flatnonzero(values == lowest)
    samples = np.repeat(np.arange(len(counts)), counts)[candidates]
    first: IntArray = candidates[np.flatnonzero(np.diff(samples, prepend=-1))]
    return first


def ranges(starts: IntArray, lengths: IntArray) -> IntArray:
    """Return the whole numbers of several ranges, one range after the other.

    >>> ranges(np.array([5, 0]), np.array([2, 3]))
    array([5, 6, 0, 1, 2])
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    numbers: IntArray = np.repeat(starts - ends + lengths, lengths) + np.arange(total)
    return numbers

"""Array types, and the segmented argmin and the ranges that NumPy lacks."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

IntArray: TypeAlias = npt.NDArray[np.int64]
FloatArray: TypeAlias = npt.NDArray[np.float64]


def lowest_of_each(
    values: npt.NDArray[Any], offsets: IntArray, *ties: npt.NDArray[Any]
) -> IntArray:
    """Return the index of each sample's lowest value; of equal ones the first.

    Args:
        values: one value a text, shape ``(texts,)``.
        offsets: where each sample's texts start, shape ``(samples + 1,)``; see
            :class:`levmetrics.inputs.columns.TextColumn`.
        *ties: more values of each text, each compared where all before it are equal.

    Returns:
        Indices into ``values``, shape ``(samples,)``.

    >>> lowest_of_each(np.array([3, 1, 1, 2]), np.array([0, 1, 4]))
    array([0, 1])
    >>> lowest_of_each(np.array([3, 1, 1, 2]), np.array([0, 1, 4]), np.array([0, 5, 4, 0]))
    array([0, 2])

    """
    if len(offsets) == 1:
        return np.zeros(0, np.int64)  # reduceat refuses an empty array
    candidates, starts = np.arange(len(values)), np.asarray(offsets[:-1])
    for compared in (values, *ties):
        left = compared[candidates]
        counts = np.diff(starts, append=len(left))
        is_lowest = left == np.repeat(np.minimum.reduceat(left, starts), counts)
        candidates = candidates[is_lowest]
        starts = np.cumsum(is_lowest)[starts] - is_lowest[starts]
    first: IntArray = candidates[starts]
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

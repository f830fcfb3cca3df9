"""Array types, the segmented argmin and the ranges that NumPy lacks, and parts of sequences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

IntArray: TypeAlias = npt.NDArray[np.int64]
FloatArray: TypeAlias = npt.NDArray[np.float64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
T = TypeVar("T")


def lowest_of_each(
    values: npt.NDArray[Any], offsets: IntArray, *ties: npt.NDArray[Any]
) -> IntArray:
    """Return the index of each sample's lowest value, and the first of equal ones.

    Args:
        values: one value for each text, shape ``(texts,)``.
        offsets: where each sample's texts start, shape ``(samples + 1,)``; see
            :class:`levmetrics.inputs.columns.TextColumn`.
        *ties: further values of each text, which break ties between the values before them.

    Returns:
        Indices into ``values``, shape ``(samples,)``.

    >>> lowest_of_each(np.array([3, 1, 1, 2]), np.array([0, 1, 4]))
    array([0, 1])
    >>> lowest_of_each(np.array([3, 1, 1, 2]), np.array([0, 1, 4]), np.array([0, 5, 4, 0]))
    array([0, 2])

    """
    samples = len(offsets) - 1
    candidates, starts = np.arange(len(values)), offsets[:-1]
    counts = offsets[1:] - starts
    for compared in (values, *ties):
        if len(candidates) == samples:  # one of each, or none at all, which reduceat refuses
            break
        left = compared[candidates]
        is_lowest = left == np.repeat(np.minimum.reduceat(left, starts), counts)
        candidates = candidates[is_lowest]
        counts = np.add.reduceat(is_lowest, starts, dtype=np.int64)
        starts = counts.cumsum() - counts
    first: IntArray = candidates[starts]
    return first


def ranges(starts: IntArray, lengths: IntArray) -> IntArray:
    """Return the integers of several ranges, concatenated.

    >>> ranges(np.array([5, 0]), np.array([2, 3]))
    array([5, 6, 0, 1, 2])
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    numbers: IntArray = np.repeat(starts - ends + lengths, lengths) + np.arange(total)
    return numbers


def parts_of(items: Sequence[T], sizes: Iterable[int], most: int) -> Iterator[Sequence[T]]:
    """Yield successive items in parts of a limited size; an item of more is a part by itself.

    >>> [*parts_of("abcd", [1, 2, 9, 1], 3)]
    ['ab', 'c', 'd']
    """
    first, size = 0, 0
    for number, more in enumerate(sizes):
        if number > first and size + more > most:
            yield items[first:number]
            first, size = number, 0
        size += more
    if items:
        yield items[first:]

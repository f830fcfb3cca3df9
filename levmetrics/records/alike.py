"""Numbers of pairs, shape ``(rows, columns)``, by which pairs that are alike are found."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from levmetrics.inputs.arrays import BoolArray, FloatArray, IntArray

_TABLE = 4  # entries per pair; with larger numbers, sorting takes less than a table


def equal_pairs(ours: Iterable[Hashable], theirs: Iterable[Hashable]) -> BoolArray:
    """Return which of our values (rows) equal which of theirs (columns).

    >>> equal_pairs([1, "a"], [True, "b", "a"]).tolist()
    [[True, False, False], [False, False, True]]

    """
    rows, columns = _numbered(ours, theirs)
    return np.equal.outer(rows, columns)


def pairs_of(ours: Iterable[Hashable], theirs: Iterable[Hashable]) -> IntArray:
    """Return a number for each pair of values: the same for pairs of the same values.

    >>> pairs_of("ab", "aca").tolist()
    [[0, 1, 0], [2, 3, 2]]

    """
    rows, columns = _numbered(ours, theirs)
    return combined(np.zeros((len(rows), len(columns)), np.int64) + rows[:, None], columns[None])


def _numbered(ours: Iterable[Hashable], theirs: Iterable[Hashable]) -> tuple[IntArray, IntArray]:
    numbers: dict[Hashable, int] = {}
    rows, columns = (
        np.array([numbers.setdefault(each, len(numbers)) for each in side], np.int64)
        for side in (ours, theirs)
    )
    return rows, columns


def combined(first: IntArray, second: npt.NDArray[np.integer | np.bool_]) -> IntArray:
    """Return numbers from 0 without gaps, the same where both numbers are the same.

    >>> combined(np.array([[7, 7, 0]]), np.array([[1, 0, 1]])).tolist()
    [[2, 1, 0]]

    """
    numbers = first * (int(second.max(initial=0)) + 1) + second
    most = int(numbers.max(initial=0))
    if most >= _TABLE * numbers.size:
        found: IntArray = np.unique(numbers, return_inverse=True)[1].reshape(numbers.shape)
        return found
    occurs = np.zeros(most + 1, np.int64)
    occurs[numbers] = 1
    ranks: IntArray = (np.cumsum(occurs) - 1)[numbers]
    return ranks


def ranked(similarities: FloatArray) -> IntArray:
    """Return a number for each similarity.

    >>> ranked(np.array([[0.5, 0, 1, 0.5]])).tolist()
    [[1, 0, 2, 1]]

    """
    is_one = similarities == 1
    if (is_one | (similarities == 0)).all():
        found: IntArray = is_one.astype(np.int64)
        return found
    ranks: IntArray = np.searchsorted(np.unique(similarities), similarities)
    return ranks


def each_by_itself(ours: Sequence[object], theirs: Sequence[object]) -> IntArray:
    """Return a number of its own for each pair."""
    return np.arange(len(ours) * len(theirs)).reshape(len(ours), len(theirs))

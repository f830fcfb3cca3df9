"""Sums: exact in any order, of many groups in columns, and of random groups for intervals."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.arrow import is_text_type, large_strings
from levmetrics.inputs.columns import ColumnLike
from levmetrics.scores.sample_statistics import SampleStatistics, group_labels


@dataclass(frozen=True, eq=False)
class GroupSums:
    """What the samples of each group add to its score.

    ``a + b`` are the sums of the samples of both, the groups of ``a`` first.

    Attributes:
        labels: of the groups, each once.
        samples: how many each has; int64, shape ``(groups,)``.
        sums: a scorer's, with a row for each group; shape ``(groups, ...)``.

    >>> first = GroupSums(["ann", "bob"], np.array([2, 1]), {"edits": np.array([5, 0])})
    >>> both = first + GroupSums(["bob"], np.array([1]), {"edits": np.array([3])})
    >>> both.labels, both.samples.tolist(), both.sums["edits"].tolist()
    (['ann', 'bob'], [2, 2], [5, 3])

    """

    labels: Sequence[Hashable]
    samples: IntArray
    sums: Mapping[str, npt.NDArray[Any]]

    def __add__(self, other: GroupSums) -> GroupSums:
        if not isinstance(other, GroupSums):
            return NotImplemented
        rows = {label: row for row, label in enumerate(self.labels)}
        of_other = [rows.setdefault(label, len(rows)) for label in other.labels]
        row = np.array([*range(len(self.labels)), *of_other], np.int64)

        def added(values: npt.NDArray[Any], more: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return summed_by(row, np.concatenate([values, more]))[1]

        sums = {name: added(value, other.sums[name]) for name, value in self.sums.items()}
        return GroupSums([*rows], added(self.samples, other.samples), sums)


def summed_by(groups: IntArray, values: npt.NDArray[Any]) -> tuple[IntArray, npt.NDArray[Any]]:
    """Add up the rows of each group.

    Args:
        groups: the number of each row's group.
        values: shape ``(rows, ...)``.

    Returns:
        The numbers of the groups, ascending, and their sums, of shape ``(groups, ...)``.

    >>> numbers, sums = summed_by(np.array([7, 0, 7]), np.array([[1, 2], [3, 4], [5, 6]]))
    >>> numbers.tolist(), sums.tolist()
    ([0, 7], [[3, 4], [6, 8]])

    """
    if not len(groups):
        return groups, values
    order = np.argsort(groups, kind="stable")
    numbers, first = np.unique(groups[order], return_index=True)
    return numbers, np.add.reduceat(values[order], first, axis=0)


LIMBS = 4  # the whole part, and three digits after the point
_DIGIT_BITS = 31
_FRACTION_BITS = _DIGIT_BITS * (LIMBS - 1)
_BLOCK = 8192  # elements, which stay in a processor's cache


def limbs(values: FloatArray) -> IntArray:
    """Cut numbers of 0 or more into limbs, the whole part first.

    What is beyond 93 binary digits after the point is cut off; of a double of 2**-40 or more, that
    is nothing.

    Args:
        values: less than 2**40; float64, of any shape.

    Returns:
        int64, shape ``(..., 4)``.

    >>> limbs(np.array([2.5, 0.0])).tolist()
    [[2, 1073741824, 0, 0], [0, 0, 0, 0]]

    """
    return np.stack([digits.astype(np.int64) for digits in _digits(values)], axis=-1)


def exact_sum(values: FloatArray) -> IntArray:
    """Return the sum of numbers of 0 or more in limbs, over the last axis.

    The sums of up to 2**32 numbers add up, in any order, to the sum of all of them.

    Args:
        values: as for :func:`limbs`; shape ``(..., samples)``.

    Returns:
        int64, shape ``(..., 4)``.

    >>> tenths = np.full(10, 0.1)
    >>> float(quotient(exact_sum(tenths), 10)), float(tenths.cumsum()[-1] / 10)
    (0.1, 0.09999999999999999)

    """
    total = np.zeros((*values.shape[:-1], LIMBS), np.int64)
    for start in range(0, values.shape[-1], _BLOCK):
        # In double precision, as whole numbers below 2**53 they are exact there.
        block = _digits(values[..., start : start + _BLOCK])
        total += np.array([digits.sum(axis=-1) for digits in block]).T.astype(np.int64)
    return total


def _digits(values: FloatArray) -> Iterator[FloatArray]:
    """Return the limbs of numbers one after the other, the whole parts first."""
    rest = values
    for _ in range(LIMBS):
        whole = np.floor(rest)
        yield whole
        rest = (rest - whole) * 2.0**_DIGIT_BITS  # exact: fewer digits, and another exponent


def quotient(total: IntArray, count: int) -> npt.NDArray[np.float64]:
    """Return a sum in limbs divided by a whole number, correctly rounded.

    Args:
        total: shape ``(4,)``.
        count: 1 or more.

    Returns:
        float64, shape ``()``.

    """
    exact = 0
    for digit in total.tolist():
        exact = (exact << _DIGIT_BITS) + digit
    return np.asarray(exact / (count << _FRACTION_BITS))


GROUPS = 16_384


@dataclass(frozen=True, eq=False)
class RandomGroups:
    """The sums of which a score is made, of each group of samples that has any.

    ``a + b`` are the sums of the samples of both.

    Attributes:
        group: the numbers of the groups, ascending; int64, shape ``(groups,)``.
        sums: of each group the sum of numerators and that of denominators, in limbs
            (:func:`levmetrics.scores.group_sums.limbs`); int64, shape ``(groups, 2, 4)``.
        higher_is_better: whether higher scores are better.

    >>> statistics = SampleStatistics.of_errors([0, 10], [10, 10])
    >>> parts = [RandomGroups.of_samples(statistics, ids) for ids in (["a", "b"], ["c", "d"])]
    >>> (parts[0] + parts[1]).statistics().value
    0.5

    """

    group: IntArray
    sums: IntArray
    higher_is_better: bool

    @classmethod
    def of_samples(cls, statistics: SampleStatistics, ids: ColumnLike) -> RandomGroups:
        """Put samples into groups.

        Args:
            statistics: of every sample.
            ids: for each sample a whole number or string that identifies it, or its speaker or
                document: samples of the same one are drawn together, since they are correlated.

        Raises:
            InputError: if there is not one id for each sample.

        """
        parts = (statistics.numerators, statistics.denominators)
        sums = np.stack([*map(limbs, parts)], axis=1)
        return cls(*summed_by(_groups(ids, len(statistics)), sums), statistics.higher_is_better)

    def __add__(self, other: RandomGroups) -> RandomGroups:
        if not isinstance(other, RandomGroups):
            return NotImplemented
        groups = np.concatenate([self.group, other.group])
        sums = np.concatenate([self.sums, other.sums])
        return RandomGroups(*summed_by(groups, sums), self.higher_is_better)

    def statistics(self) -> SampleStatistics:
        """Return the groups as samples, for :func:`levmetrics.significance.resampling`."""
        quotients = [[quotient(total, 1) for total in of_group] for of_group in self.sums]
        numerators, denominators = np.array(quotients, np.float64).reshape(-1, 2).T
        return SampleStatistics(numerators, denominators, self.higher_is_better)


def _groups(ids: ColumnLike, samples: int) -> IntArray:
    """Return the group of each sample, which is the same in every process and on every machine."""
    labels = group_labels(ids, samples, "ids")
    kind = labels.type.value_type
    if not (pa.types.is_integer(kind) or is_text_type(kind)):
        raise InputError("samples.ids_type", type=str(kind))
    texts = large_strings(labels.dictionary.cast(pa.string())).to_pylist()
    # A hash looks random: those of 1 and 2 have nothing in common.
    digests = b"".join(blake2b(text.encode(), digest_size=8).digest() for text in texts)
    numbers = np.frombuffer(digests, "<u8") % GROUPS
    of_samples: IntArray = numbers.astype(np.int64)[np.asarray(labels.indices)]
    return of_samples

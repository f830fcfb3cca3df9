"""The sums of groups of samples: of a caller's groups, and of random ones, for intervals."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.arrow import is_text_type, large_strings
from levmetrics.inputs.columns import ColumnLike, python_values
from levmetrics.lazy import hashlib, pa
from levmetrics.sums.sample_statistics import SampleStatistics, group_labels, limbs, quotient


@dataclass(frozen=True, eq=False)
class GroupSums:
    """The sums of each group's samples.

    ``a + b`` are the sums of the samples of both, the groups of ``a`` first.

    Attributes:
        labels: the unique labels of the groups.
        samples: the number of samples in each group; int64, shape ``(groups,)``.
        sums: the metric's sums with one row per group; shape ``(groups, ...)``.

    >>> first = GroupSums(["ann", "bob"], np.array([2, 1]), {"edits": np.array([5, 0])})
    >>> both = first + GroupSums(["bob"], np.array([1]), {"edits": np.array([3])})
    >>> both.labels, both.samples.tolist(), both.sums["edits"].tolist()
    (['ann', 'bob'], [2, 2], [5, 3])

    """

    labels: Sequence[Hashable]
    samples: IntArray
    sums: Mapping[str, npt.NDArray[Any]]

    @classmethod
    def of(cls, groups: pa.DictionaryArray, rows: Mapping[str, npt.NDArray[Any]]) -> GroupSums:
        """Add up what each sample adds to sums; the groups have the order of their first samples.

        Args:
            groups: the result of :func:`group_labels`.
            rows: arrays of shape ``(samples, ...)`` by name.

        >>> groups = GroupSums.of(group_labels(["ann", "bob"], 2), {"edits": np.array([5, 0])})
        >>> groups.labels, groups.sums["edits"].tolist()
        (['ann', 'bob'], [5, 0])

        """
        group = np.asarray(groups.indices)
        return cls(
            python_values(groups.dictionary, "groups"),
            np.bincount(group, minlength=len(groups.dictionary)),
            {name: summed_by(group, each)[1] for name, each in rows.items()},
        )

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
        groups: the group number of each row.
        values: the rows, of shape ``(rows, ...)``.

    Returns:
        The group numbers, ascending, and the sums, of shape ``(groups, ...)``.

    >>> numbers, sums = summed_by(np.array([7, 0, 7]), np.array([[1, 2], [3, 4], [5, 6]]))
    >>> numbers.tolist(), sums.tolist()
    ([0, 7], [[3, 4], [6, 8]])

    """
    if not len(groups):
        return groups, values
    order = np.argsort(groups, kind="stable")
    numbers, first = np.unique(groups[order], return_index=True)
    return numbers, np.add.reduceat(values[order], first, axis=0)


GROUPS = 16_384


@dataclass(frozen=True, eq=False)
class RandomGroups:
    """The sums of numerators and denominators of each random group that has samples.

    ``a + b`` are the sums of the samples of both.

    Attributes:
        group: the numbers of the groups, ascending; int64, shape ``(groups,)``.
        sums: the sums of numerators and of denominators of each group, in limbs
            (:func:`levmetrics.sums.sample_statistics.limbs`); int64, shape ``(groups, 2, 4)``.
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
        """Assign samples to groups.

        Args:
            statistics: the statistics of every sample.
            ids: a whole number or string that identifies each sample, or its speaker or document,
                whose correlated samples are then drawn together.

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
        numerators, denominators = quotient(self.sums, 1).T
        return SampleStatistics(numerators, denominators, self.higher_is_better)


def _groups(ids: ColumnLike, samples: int) -> IntArray:
    """Return the group of each sample; it is the same in every process and on every machine."""
    labels = group_labels(ids, samples, "ids")
    kind = labels.type.value_type
    if not (pa.types.is_integer(kind) or is_text_type(kind)):
        raise InputError("samples.ids_type", type=str(kind))
    texts = large_strings(labels.dictionary.cast(pa.string())).to_pylist()
    # Hashes look random: those of 1 and 2 are unrelated.
    digests = b"".join(hashlib.blake2b(text.encode(), digest_size=8).digest() for text in texts)
    numbers = np.frombuffer(digests, "<u8") % GROUPS
    of_samples: IntArray = numbers.astype(np.int64)[np.asarray(labels.indices)]
    return of_samples

"""The sums of many groups of samples, in columns: an object a group takes longer than metric."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.scores.base import Sums


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
    sums: Sums

    def __add__(self, other: GroupSums) -> GroupSums:
        if not isinstance(other, GroupSums):
            return NotImplemented
        rows = {label: row for row, label in enumerate(self.labels)}
        of_other = np.array([rows.setdefault(label, len(rows)) for label in other.labels], np.intp)

        def added(values: npt.NDArray[Any], more: npt.NDArray[Any]) -> npt.NDArray[Any]:
            total = np.zeros((len(rows), *values.shape[1:]), values.dtype)
            total[: len(values)] = values
            total[of_other] += more
            return total

        sums = {name: added(value, other.sums[name]) for name, value in self.sums.items()}
        return GroupSums([*rows], added(self.samples, other.samples), sums)

    def ordered(self) -> GroupSums:
        """Return the groups in the order of their labels."""
        order = sorted(range(len(self.labels)), key=self.labels.__getitem__)  # type: ignore[arg-type]  # all of one type
        return GroupSums(
            [self.labels[row] for row in order],
            self.samples[order],
            {name: value[order] for name, value in self.sums.items()},
        )


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

"""What the interval of a corpus needs that is spread over processes or machines: random groups.

The bootstrap of :mod:`levmetrics.significance.intervals` draws from all samples, which one process
must hold. Here samples are put into groups by a hash of their ids, and groups are drawn. Where and
in which order samples are seen does not matter then: the sums of parts add up, and the interval is
the same. With so many groups it is as wide as one over samples: the variance that 16,384 groups
show is off by 1 % (its standard error, the root of 2 / groups), that of 1,000 resamples by 4 %.

Source: Wolter, "Introduction to Variance Estimation", 2nd edition 2007, chapter 2, "The method of
random groups".
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.arrow import is_text_type, large_strings
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.scores.exact_sums import LIMBS, limbs, quotient
from levmetrics.scores.group_sums import summed_by
from levmetrics.scores.sample_statistics import SampleStatistics, group_labels

GROUPS = 16_384


@dataclass(frozen=True, eq=False)
class RandomGroups:
    """The sums of which a score is made, of each group of samples that has any.

    ``a + b`` are the sums of the samples of both.

    Attributes:
        group: the numbers of the groups, ascending; int64, shape ``(groups,)``.
        sums: of each group the sum of numerators and that of denominators, in limbs
            (:func:`levmetrics.scores.exact_sums.limbs`); int64, shape ``(groups, 2, 4)``.
        higher_is_better: whether higher scores are better.

    >>> statistics = SampleStatistics.of_errors([0, 10], [10, 10])
    >>> parts = [RandomGroups.of_samples(statistics, ids) for ids in (["a", "b"], ["c", "d"])]
    >>> (parts[0] + parts[1]).statistics().value
    0.5

    """

    COLUMNS: ClassVar[int] = 2 * LIMBS

    group: IntArray
    sums: IntArray
    higher_is_better: bool

    @classmethod
    def of_rows(cls, group: IntArray, sums: IntArray, *, higher_is_better: bool) -> RandomGroups:
        """Return groups whose sums are a row each; shape ``(groups, COLUMNS)``."""
        return cls(group, sums.reshape(len(group), 2, LIMBS), higher_is_better)

    def rows(self) -> IntArray:
        """Return the sums, a row a group; shape ``(groups, COLUMNS)``."""
        return self.sums.reshape(len(self.group), self.COLUMNS)

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
        """Return the groups as samples, for :func:`levmetrics.significance.intervals`."""
        numerators, denominators = (self._rounded(part) for part in (0, 1))
        return SampleStatistics(numerators, denominators, self.higher_is_better)

    def _rounded(self, part: int) -> FloatArray:
        rounded: FloatArray = np.array([quotient(total, 1) for total in self.sums[:, part]])
        return rounded


def _groups(ids: ColumnLike, samples: int) -> IntArray:
    """Return the group of each sample, which is the same in every process and on every machine."""
    labels = _labels(ids, samples)
    numbers = _hashes(labels.dictionary) % np.uint64(GROUPS)
    of_samples: IntArray = numbers.astype(np.int64)[np.asarray(labels.indices)]
    return of_samples


def _labels(ids: ColumnLike, samples: int) -> pa.DictionaryArray:
    labels = group_labels(ids, samples, "ids")
    kind = labels.type.value_type
    if not (pa.types.is_integer(kind) or is_text_type(kind)):
        raise InputError("samples.ids_type", type=str(kind))
    return labels


def _hashes(ids: pa.Array) -> npt.NDArray[np.uint64]:
    """Return a number for each id that looks random: for 1 and 2 they have nothing in common."""
    texts = large_strings(ids.cast(pa.string())).to_pylist()
    digests = b"".join(blake2b(text.encode(), digest_size=8).digest() for text in texts)
    return np.frombuffer(digests, "<u8").astype(np.uint64)

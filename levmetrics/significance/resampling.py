"""Bootstrap resampling, and the checks of its options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import numpy as np
from scipy import stats

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.inputs.numbers import checked_whole_number, is_number
from levmetrics.scores.sample_statistics import SampleStatistics, ratio

Method: TypeAlias = Literal["percentile", "bca"]

# Resamples are drawn in batches of so many elements, which fit into a processor's cache.
ELEMENTS_PER_BATCH = 1_000_000
ROUNDING = 1e-12  # smaller differences, relative to the numbers, are rounding errors
_HIGHEST_LEVEL = 0.999_999  # beyond it, the tails are lost in rounding


def checked_level(level: object) -> float:
    """Check a confidence level, a number between 0 and 1, and return it as a ``float``."""
    if not is_number(level) or not 0 < float(level) <= _HIGHEST_LEVEL:
        raise InputError(
            f"confidence_level is {level!r}; it must be a number between 0 and 1, as 0.95"
        )
    return float(level)


def checked_method(method: object) -> Method:
    """Check the name of the method of an interval, and return it."""
    known: tuple[Method, ...] = ("bca", "percentile")
    for name in known:
        if method == name:
            return name
    raise unknown_name(known, method, "method")


def checked_resampling(n_resamples: object, seed: object) -> tuple[int, int]:
    """Check the number of resamples and the seed, and return them as ``int``."""
    return (
        checked_whole_number(n_resamples, "n_resamples", 2),
        checked_whole_number(seed, "seed", 0),
    )


def without_rounding(differences: FloatArray, magnitude: float) -> FloatArray:
    """Set differences to 0 that are rounding errors of sums in different orders."""
    is_zero = np.abs(differences) <= ROUNDING * magnitude
    return np.where(is_zero, 0.0, differences)


def resampled_units(statistics: SampleStatistics, groups: ColumnLike | None) -> SampleStatistics:
    """Return the units of resampling, samples or groups of them, of which there must be two.

    Raises:
        InputError: for fewer.

    """
    units = statistics if groups is None else statistics.by_group(groups)
    if len(units) < 2:
        kind = "samples" if groups is None else "groups"
        raise InputError(
            f"there are {len(units)} {kind}; a confidence interval or a test needs at least two"
        )
    return units


def bootstrap(systems: Iterable[SampleStatistics], n_resamples: int, seed: int) -> FloatArray:
    """Return the bootstrap distribution of a score, or of the second score minus the first."""
    arrays = [array for s in systems for array in (s.numerators, s.denominators)]

    def score(*resampled: FloatArray, axis: int = -1) -> FloatArray:
        sums = [array.sum(axis=axis) for array in resampled]
        values = [ratio(*sums[i : i + 2]) for i in range(0, len(sums), 2)]
        return np.asarray(values[0] if len(values) == 1 else values[1] - values[0])

    result = stats.bootstrap(
        arrays,
        score,
        paired=True,
        vectorized=True,
        n_resamples=n_resamples,
        batch=max(ELEMENTS_PER_BATCH // len(arrays[0]), 1),
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    distribution: FloatArray = result.bootstrap_distribution
    return distribution

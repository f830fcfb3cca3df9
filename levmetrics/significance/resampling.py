"""Resampling: drawing samples anew, and what may be asked of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import numpy as np
from scipy import stats

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.numbers import checked_whole_number, is_number
from levmetrics.scores.sample_statistics import SampleStatistics, ratio

Method: TypeAlias = Literal["percentile", "bca"]


# Resamples are drawn so many elements at a time, which a processor's cache still holds.
ELEMENTS_PER_BATCH = 1_000_000


_HIGHEST_LEVEL = 0.999_999  # beyond, the tails are lost in rounding


ROUNDING = 1e-12  # differences smaller than this share of the numbers are none


def checked_level(level: Any) -> float:
    """Return the confidence level, or say what it must be."""
    if not is_number(level) or not 0 < float(level) <= _HIGHEST_LEVEL:
        raise InputError(
            f"confidence_level is {level!r}; it must be a number between 0 and 1, as 0.95"
        )
    return float(level)


def checked_method(method: Any) -> Method:
    """Return the method of the interval, or say the nearest."""
    known: tuple[Method, ...] = ("bca", "percentile")
    if method not in known:
        raise unknown_name(known, method, "method")
    return known[known.index(method)]


def checked_resampling(n_resamples: Any, seed: Any) -> tuple[int, int]:
    """Return the number of resamples and the seed, or say what they must be."""
    return (
        checked_whole_number(n_resamples, "n_resamples", 2),
        checked_whole_number(seed, "seed", 0),
    )


def without_rounding(differences: FloatArray, magnitude: float) -> FloatArray:
    """Make differences zero that come from the order in which equal numbers were added."""
    snapped: FloatArray = np.where(np.abs(differences) <= ROUNDING * magnitude, 0.0, differences)
    return snapped


def resampled_units(statistics: SampleStatistics, groups: Any) -> SampleStatistics:
    """Return what is resampled, samples or groups of them, of which there must be two.

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
    """Draw the score of one system, or the difference of the second and the first."""
    sides = [array for s in systems for array in (s.numerators, s.denominators)]

    def score(*resampled: FloatArray, axis: int = -1) -> FloatArray:
        sums = [array.sum(axis=axis) for array in resampled]
        values = [ratio(*sums[i : i + 2]) for i in range(0, len(sums), 2)]
        return np.asarray(values[0] if len(values) == 1 else values[1] - values[0])

    found = stats.bootstrap(
        sides,
        score,
        paired=True,
        vectorized=True,
        n_resamples=n_resamples,
        batch=max(ELEMENTS_PER_BATCH // len(sides[0]), 1),
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    distribution: FloatArray = found.bootstrap_distribution
    return distribution

"""Bootstrap resampling, and the checks of its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

import numpy as np
from scipy import stats

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError, warn
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.inputs.numbers import checked_whole_number, is_number
from levmetrics.scores.sample_statistics import SampleStatistics, ratio
from levmetrics.significance.few_units import FewUnitsWarning, too_few

# Resamples are drawn in batches of so many elements, which fit into a processor's cache.
ELEMENTS_PER_BATCH = 1_000_000
ROUNDING = 1e-12  # smaller differences, relative to the numbers, are rounding errors
_HIGHEST_LEVEL = 0.999_999  # beyond it, the tails are lost in rounding


class Resampling(TypedDict):
    """How intervals and tests resample, by the names of their options."""

    confidence_level: float
    n_resamples: int
    seed: int


def resampling_of(confidence_level: object, n_resamples: object, seed: object) -> Resampling:
    """Check how intervals and tests resample, and return it as numbers of Python's.

    Raises:
        InputError: for values that the options cannot have.

    """
    if not is_number(confidence_level) or not 0 < float(confidence_level) <= _HIGHEST_LEVEL:
        raise InputError("interval.level", given=repr(confidence_level))
    return {
        "confidence_level": float(confidence_level),
        "n_resamples": checked_whole_number(n_resamples, "n_resamples", 2),
        "seed": checked_whole_number(seed, "seed", 0),
    }


def without_rounding(differences: FloatArray, magnitude: float) -> FloatArray:
    """Set differences to 0 that are rounding errors of sums in different orders."""
    is_zero = np.abs(differences) <= ROUNDING * magnitude
    return np.where(is_zero, 0.0, differences)


def resampled_units(
    systems: Sequence[SampleStatistics], groups: ColumnLike | None
) -> list[SampleStatistics]:
    """Return the units of resampling of each system, samples or groups of them.

    Warns of too few.

    Raises:
        InputError: for fewer than two.

    """
    units = [*systems] if groups is None else [system.by_group(groups) for system in systems]
    number = len(units[0])
    if number < 2:
        few = "interval.few_samples" if groups is None else "interval.few_groups"
        raise InputError(few, count=number)
    if message := too_few(len(systems[0]), None if groups is None else number):
        warn(message, FewUnitsWarning)
    return units


class Estimates(NamedTuple):
    """A score, or a difference of two, of all units and of resamples, with its standard errors.

    Attributes:
        value: of all units.
        error: its standard error.
        resampled: the value of each resample; float64, shape ``(n_resamples,)``.
        errors: the standard error of each resample; the same shape.

    """

    value: float
    error: float
    resampled: FloatArray
    errors: FloatArray


def bootstrap(systems: Sequence[SampleStatistics], resampling: Resampling) -> Estimates:
    """Resample units, and estimate a score from them, or the second score minus the first.

    The standard errors are linearized, as :attr:`SampleStatistics.standard_error` is.
    """
    arrays = [array for s in systems for array in (s.numerators, s.denominators)]
    magnitude = max(abs(system.value) for system in systems)
    units = len(arrays[0])

    def estimate(*resampled: FloatArray, axis: int = -1) -> FloatArray:
        value = residual = np.zeros(1)
        for numerators, denominators in zip(resampled[::2], resampled[1::2], strict=True):
            total = denominators.sum(axis=axis, keepdims=True)
            score = ratio(numerators.sum(axis=axis, keepdims=True), total)
            value = score - value
            residual = ratio(numerators - score * denominators, total) - residual
        error = np.sqrt(units / (units - 1) * (residual**2).sum(axis=axis))
        return without_rounding(np.stack([value.squeeze(axis), error]), magnitude)

    result = stats.bootstrap(
        arrays,
        estimate,
        paired=True,
        vectorized=True,
        n_resamples=resampling["n_resamples"],
        batch=max(ELEMENTS_PER_BATCH // units, 1),
        method="percentile",
        rng=np.random.default_rng(resampling["seed"]),
    )
    value, error = estimate(*arrays).tolist()
    return Estimates(value, error, *result.bootstrap_distribution)

"""Bootstrap resampling, the checks of its options, and confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict

import numpy as np

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError, quoted, warn
from levmetrics.inputs.arguments import checked_whole_number, is_number
from levmetrics.inputs.columns import ColumnLike
from levmetrics.lazy import stats
from levmetrics.scores.sample_statistics import SampleStatistics, ratio
from levmetrics.significance.few_units import FewUnitsWarning, too_few
from levmetrics.work import counted

# The number of elements in a batch of resamples, which fits into a processor's cache.
_ELEMENTS_OF_A_BATCH = 100_000
ROUNDING = 1e-12  # smaller differences, relative to the numbers, are rounding errors
_HIGHEST_LEVEL = 0.999_999  # beyond this level, the tails are lost in rounding


class Resampling(TypedDict):
    """The resampling options of intervals and tests, under the options' names."""

    confidence_level: float
    n_resamples: int
    seed: int


def resampling_of(confidence_level: object, n_resamples: object, seed: object) -> Resampling:
    """Check the resampling options, and return them as Python numbers.

    Raises:
        InputError: for invalid values.

    """
    if not is_number(confidence_level) or not 0 < float(confidence_level) <= _HIGHEST_LEVEL:
        raise InputError("interval.level", given=quoted(confidence_level))
    return {
        "confidence_level": float(confidence_level),
        "n_resamples": checked_whole_number(n_resamples, "n_resamples", 2),
        "seed": checked_whole_number(seed, "seed", 0),
    }


def without_rounding(differences: FloatArray, magnitude: float) -> FloatArray:
    """Return differences with 0 for those that are only rounding errors of summation order."""
    is_zero = np.abs(differences) <= ROUNDING * magnitude
    return np.where(is_zero, 0.0, differences)


def resampled_units(
    systems: Sequence[SampleStatistics], groups: ColumnLike | None
) -> list[SampleStatistics]:
    """Return each system's resampling units: samples, or groups of samples.

    Warns if there are too few.

    Raises:
        InputError: for fewer than two units.

    """
    units = [*systems] if groups is None else [system.by_group(groups) for system in systems]
    number = len(units[0])
    if number < 2:
        few = "interval.few_samples" if groups is None else "interval.few_groups"
        raise InputError(few, count=number)
    if message := too_few(len(systems[0]), None if groups is None else number):
        warn(message, FewUnitsWarning)
    return units


class Interval(NamedTuple):
    """The ends of a confidence interval."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A score, or the difference of two scores.

    Attributes:
        value: the value over all units.
        resampled: the value of each resample; float64, shape ``(n_resamples,)``.
        interval: the symmetric studentized interval of the value.

    """

    value: float
    resampled: FloatArray
    interval: Interval


def bootstrap(systems: Sequence[SampleStatistics], resampling: Resampling) -> Estimate:
    """Resample units, and estimate a score from them, or the second score minus the first.

    The standard errors are linearized, as :attr:`SampleStatistics.standard_error` is. Each
    resample's absolute deviation from the score is divided by the resample's own standard error.
    The interval reaches as many standard errors to both sides as that quotient's quantile at the
    confidence level. If too many resamples have a standard error of 0, since all of their units are
    alike, Student's t takes the quantile's place.

    Args:
        systems: the units of one system, or of two.
        resampling: the resampling options.

    """
    magnitude = max(abs(system.value) for system in systems)
    units = len(systems[0])
    columns = _columns(systems)
    parts = []
    rng = np.random.default_rng(resampling["seed"])
    left, batch = resampling["n_resamples"], max(_ELEMENTS_OF_A_BATCH // units, 1)
    with counted("resampling", left) as count:
        for size in [batch] * (left // batch) + [left % batch] * (left % batch > 0):
            # Not a matrix product, whose threads would keep spinning.
            parts.append(np.einsum("cu,ru->cr", columns, _times_drawn(rng, size, units)))
            count(size)

    def estimate(sums: FloatArray) -> FloatArray:
        return without_rounding(_estimates(systems, sums), magnitude)

    value, error = estimate(columns.sum(axis=1)).tolist()
    values, errors = estimate(np.hstack(parts))
    offset = np.abs(without_rounding(values - value, np.abs(values).max()))
    with np.errstate(divide="ignore", invalid="ignore"):
        distances = np.where(offset == 0, 0.0, offset / errors)
    level = resampling["confidence_level"]
    reach = float(np.quantile(distances, level, method="higher"))
    if not np.isfinite(reach):
        reach = float(stats.t.isf((1 - level) / 2, units - 1))
    half = reach * error
    return Estimate(value, values, Interval(value - half, value + half))


def _columns(systems: Sequence[SampleStatistics]) -> FloatArray:
    """Return the terms that a resample sums over its units, for its score and standard error.

    Returns:
        The numerators and denominators of each system, one row each; then the products of each two
        of these rows, where numerators are reduced by what their denominators predict. There is
        one column for each unit.

    """
    totals = np.array([a for s in systems for a in (s.numerators, s.denominators)], np.float64)
    centred = totals.copy()
    for number, system in enumerate(systems):
        centred[2 * number] -= system.value * totals[2 * number + 1]
    one, other = np.triu_indices(len(centred))
    columns: FloatArray = np.concatenate([totals, centred[one] * centred[other]])
    return columns


def _times_drawn(rng: np.random.Generator, size: int, units: int) -> FloatArray:
    """Draw resamples as ``scipy.stats.bootstrap`` does, and count each unit in each resample."""
    drawn = rng.integers(0, units, (size, units)) + units * np.arange(size)[:, None]
    times = np.bincount(drawn.ravel(), minlength=size * units).reshape(size, units)
    return times.astype(np.float64)


def _estimates(systems: Sequence[SampleStatistics], sums: FloatArray) -> FloatArray:
    """Return the scores of resamples, or their differences, and the standard errors.

    Args:
        systems: the units of each system.
        sums: the sums of the units' columns, with a column for each resample, or for one alone.

    """
    units = len(systems[0])
    value: Any = 0.0
    totals, squares = np.split(sums, [2 * len(systems)])
    weights: list[Any] = []  # the weights of a unit's numerator and denominator in its residual
    for number, system in enumerate(systems):
        numerator, denominator = totals[2 * number : 2 * number + 2]
        score = ratio(numerator, denominator)
        value = score - value
        weights = [-weight for weight in weights]
        weights += [ratio(1.0, denominator), ratio(system.value - score, denominator)]
    terms = squares * np.array(
        [
            one * other * (1 if i == j else 2)
            for i, one in enumerate(weights)
            for j, other in enumerate(weights)
            if i <= j
        ]
    )
    residual = terms.sum(0)
    # If all units are alike, the terms cancel, except for rounding.
    residual = np.where(residual <= ROUNDING * np.abs(terms).sum(0), 0.0, residual)
    estimates: FloatArray = np.stack([value, np.sqrt(units / (units - 1) * residual)])
    return estimates


def confidence_interval(
    statistics: SampleStatistics,
    *,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    groups: ColumnLike | None = None,
    seed: int = 0,
) -> Interval:
    """Return a bootstrap confidence interval of a score, over samples or groups of them.

    Args:
        statistics: the statistics of every sample.
        confidence_level: the probability that the interval contains the true score.
        n_resamples: the number of resamples, drawn with replacement.
        groups: a label for each sample; whole groups are resampled, since samples of one speaker
            or document are correlated.
        seed: the seed of the random generator; the same seed gives the same interval.

    Returns:
        The interval; both ends are the score if all samples are equal.

    Raises:
        InputError: for fewer than two samples (or groups), and for settings out of range.

    With 8 groups or 20 samples or more, at least 93 % of the 95 % intervals hold the true score
    (docs/significance.md). With fewer, the interval is a rough guess, and a
    :class:`levmetrics.significance.few_units.FewUnitsWarning` says so.

    Source: Hall, "On symmetric bootstrap confidence intervals", 1988; for error rates, Bisani and
    Ney, "Bootstrap estimates for confidence intervals in ASR performance evaluation", ICASSP 2004.
    The resamples of a seed are those of ``scipy.stats.bootstrap``.

    By hand: for two samples with rates 0 and 1, the standard error is 1/2. Half of the resamples
    are one sample twice, with a standard error of 0, so Student's t is used, which is 12.706:

    >>> low, high = confidence_interval(SampleStatistics.of_errors([0, 10], [10, 10]))
    >>> low, round(high, 3)
    (0.0, 6.853)

    """
    if not isinstance(statistics, SampleStatistics):
        raise InputError("interval.statistics", type=type(statistics).__name__)
    resampling = resampling_of(confidence_level, n_resamples, seed)
    low, high = bootstrap(resampled_units([statistics], groups), resampling).interval
    return Interval(max(low, 0.0), min(high, 1.0) if statistics.higher_is_better else high)

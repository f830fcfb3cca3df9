"""Bootstrap confidence intervals of scores."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import stats

from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.significance.resampling import (
    Estimates,
    bootstrap,
    resampled_units,
    resampling_of,
    without_rounding,
)


class Interval(NamedTuple):
    """The ends of a confidence interval."""

    low: float
    high: float


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
        statistics: of every sample.
        confidence_level: the probability that the interval contains the true score.
        n_resamples: the number of resamples, drawn with replacement.
        groups: a label for each sample; whole groups are resampled, since samples of one speaker
            or document are correlated.
        seed: of the random generator; the same seed gives the same interval.

    Returns:
        The interval; both ends are the score if all samples are equal.

    Raises:
        InputError: for fewer than two samples (or groups), and for settings out of range.

    Of a 95 % interval, 93 % and more hold the true score from 8 groups or 20 samples on
    (docs/significance.md); with fewer it is a rough guess, and a
    :class:`levmetrics.significance.few_units.FewUnitsWarning` says so.

    Source: Hall, "On symmetric bootstrap confidence intervals", 1988; for error rates, Bisani and
    Ney, "Bootstrap estimates for confidence intervals in ASR performance evaluation", ICASSP 2004.
    Resampling by ``scipy.stats.bootstrap``.

    By hand: of two samples with rates 0 and 1, the standard error is 1/2. Half of the resamples are
    of one sample twice and have none, so that Student's t is taken, which is 12.706:

    >>> low, high = confidence_interval(SampleStatistics.of_errors([0, 10], [10, 10]))
    >>> low, round(high, 3)
    (0.0, 6.853)

    """
    if not isinstance(statistics, SampleStatistics):
        raise InputError("interval.statistics", type=type(statistics).__name__)
    resampling = resampling_of(confidence_level, n_resamples, seed)
    [units] = resampled_units([statistics], groups)
    estimates = bootstrap([units], resampling)
    low, high = interval_of(estimates, len(units), resampling["confidence_level"])
    return Interval(max(low, 0.0), min(high, 1.0) if statistics.higher_is_better else high)


def interval_of(estimates: Estimates, units: int, confidence_level: float) -> Interval:
    """Return the symmetric studentized interval of a score or a difference.

    It reaches as many standard errors to both sides as that share of the resamples are off by at
    most, each in its own standard errors. If too many resamples have none, since all of their units
    are alike, it reaches as many as Student's t.

    Args:
        estimates: of all units and of resamples.
        units: how many there are.
        confidence_level: the probability that the interval contains the true value.

    """
    magnitude = np.abs(estimates.resampled).max()
    offset = np.abs(without_rounding(estimates.resampled - estimates.value, magnitude))
    with np.errstate(divide="ignore", invalid="ignore"):
        distances = np.where(offset == 0, 0.0, offset / estimates.errors)
    reach = float(np.quantile(distances, confidence_level, method="higher"))
    if not np.isfinite(reach):
        reach = float(stats.t.isf((1 - confidence_level) / 2, units - 1))
    half = reach * estimates.error
    return Interval(estimates.value - half, estimates.value + half)

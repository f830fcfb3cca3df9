"""Confidence intervals of scores, by bootstrap."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import special

from levmetrics.arrays import FloatArray
from levmetrics.scores.sample_statistics import SampleStatistics, ratio
from levmetrics.significance.resampling import (
    Method,
    bootstrap,
    checked_level,
    checked_method,
    checked_resampling,
    resampled_units,
)


class Interval(NamedTuple):
    """A confidence interval, with its ends."""

    low: float
    high: float


def confidence_interval(
    statistics: SampleStatistics,
    *,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    method: Method = "percentile",
    groups: Any = None,
    seed: int = 0,
) -> Interval:
    """Estimate where the score lies, by bootstrap over the samples or over groups of them.

    Args:
        statistics: of every sample.
        confidence_level: how often the interval should hold the true score.
        n_resamples: how many times the samples are drawn anew, with replacement.
        method: ``"percentile"``, or ``"bca"``: bias-corrected and accelerated.
        groups: a label for each sample; whole groups are drawn then, since samples of one speaker
            or document are alike and tell less than as many independent ones.
        seed: the same seed gives the same interval.

    Returns:
        The interval; with both ends at the score where all samples are alike.

    Raises:
        InputError: for fewer than two samples (or groups), and for settings out of range.

    Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 13 and 14;
    for error rates, Bisani and Ney, "Bootstrap estimates for confidence intervals in ASR
    performance evaluation", ICASSP 2004. Resampling by ``scipy.stats.bootstrap``.

    By hand: of two samples with rates 0 and 1, a quarter of the resamples is (0, 0) and a quarter
    (1, 1), so that any interval of more than half of them spans all:

    >>> confidence_interval(SampleStatistics.of_errors([0, 10], [10, 10]))
    Interval(low=0.0, high=1.0)

    """
    confidence_level, method = checked_level(confidence_level), checked_method(method)
    n_resamples, seed = checked_resampling(n_resamples, seed)
    units = resampled_units(statistics, groups)
    distribution = bootstrap([units], n_resamples, seed)
    return interval_of(distribution, units.value, left_out(units), confidence_level, method)


def left_out(statistics: SampleStatistics) -> FloatArray:
    """Return the score without each sample in turn (the jackknife's)."""
    numerators, denominators = statistics.numerators, statistics.denominators
    left: FloatArray = ratio(numerators.sum() - numerators, denominators.sum() - denominators)
    return left


def interval_of(
    distribution: FloatArray,
    value: float,
    left_out: FloatArray,
    confidence_level: float,
    method: Method,
) -> Interval:
    """Find the ends of the interval in a bootstrap distribution.

    Args:
        distribution: the resampled scores.
        value: the score itself.
        left_out: the score without each sample in turn, for the acceleration.
        confidence_level: how often the interval should hold the true score.
        method: see :func:`confidence_interval`.

    """
    tails = np.array([(1 - confidence_level) / 2, (1 + confidence_level) / 2])
    if method == "bca":
        tails = _bca_tails(tails, distribution, value, left_out)
    low, high = np.quantile(distribution, tails).tolist()
    return Interval(low, high)


def _bca_tails(
    tails: FloatArray, distribution: FloatArray, value: float, left_out: FloatArray
) -> FloatArray:
    """Move the percentiles by the bias and the acceleration: Efron and Tibshirani 1993, eq. 14.10.

    As ``scipy.stats.bootstrap`` does; but its jackknife takes time and memory that grow with the
    square of the number of samples, and for a score of sums it is one subtraction each.
    """
    spread = left_out.mean() - left_out
    scale = (spread**2).sum() ** 1.5
    acceleration = (spread**3).sum() / (6 * scale) if scale else 0.0
    below = (np.mean(distribution < value) + np.mean(distribution <= value)) / 2
    if not 0 < below < 1:
        return tails
    bias = special.ndtri(below)
    shifted = bias + special.ndtri(tails)
    moved: FloatArray = special.ndtr(bias + shifted / (1 - acceleration * shifted))
    return moved

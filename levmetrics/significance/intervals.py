"""Bootstrap confidence intervals of scores."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import special

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
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
    """The ends of a confidence interval."""

    low: float
    high: float


def confidence_interval(
    statistics: SampleStatistics,
    *,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    method: Method = "percentile",
    groups: ColumnLike | None = None,
    seed: int = 0,
) -> Interval:
    """Return a bootstrap confidence interval of a score, over samples or groups of them.

    Args:
        statistics: of every sample.
        confidence_level: the probability that the interval contains the true score.
        n_resamples: the number of resamples, drawn with replacement.
        method: ``"percentile"``, or ``"bca"``: bias-corrected and accelerated.
        groups: a label for each sample; whole groups are resampled, since samples of one speaker
            or document are correlated.
        seed: of the random generator; the same seed gives the same interval.

    Returns:
        The interval; both ends are the score if all samples are equal.

    Raises:
        InputError: for fewer than two samples (or groups), and for settings out of range.

    Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 13 and 14;
    for error rates, Bisani and Ney, "Bootstrap estimates for confidence intervals in ASR
    performance evaluation", ICASSP 2004. Resampling by ``scipy.stats.bootstrap``.

    By hand: of two samples with rates 0 and 1, a quarter of the resamples is (0, 0) and a quarter
    (1, 1), so an interval at any level above 0.5 is [0, 1]:

    >>> confidence_interval(SampleStatistics.of_errors([0, 10], [10, 10]))
    Interval(low=0.0, high=1.0)

    """
    if not isinstance(statistics, SampleStatistics):
        raise InputError(
            f"statistics is of type {type(statistics).__name__}; give those of samples, as "
            "error_counts(...).statistics() and the statistics() of a run are"
        )
    confidence_level, method = checked_level(confidence_level), checked_method(method)
    n_resamples, seed = checked_resampling(n_resamples, seed)
    units = resampled_units(statistics, groups)
    distribution = bootstrap([units], n_resamples, seed)
    return interval_of(distribution, units.value, jackknife(units), confidence_level, method)


def jackknife(statistics: SampleStatistics) -> FloatArray:
    """Return the jackknife scores: the score without each sample in turn."""
    numerators, denominators = statistics.numerators, statistics.denominators
    scores: FloatArray = ratio(numerators.sum() - numerators, denominators.sum() - denominators)
    return scores


def interval_of(
    distribution: FloatArray,
    value: float,
    jackknife_scores: FloatArray,
    confidence_level: float,
    method: Method,
) -> Interval:
    """Return the confidence interval of a bootstrap distribution.

    Args:
        distribution: the resampled scores.
        value: the score of all samples.
        jackknife_scores: the score without each sample in turn, for the acceleration.
        confidence_level: the probability that the interval contains the true score.
        method: see :func:`confidence_interval`.

    """
    tails = np.array([(1 - confidence_level) / 2, (1 + confidence_level) / 2])
    if method == "bca":
        tails = _bca_tails(tails, distribution, value, jackknife_scores)
    low, high = np.quantile(distribution, tails).tolist()
    return Interval(low, high)


def _bca_tails(
    tails: FloatArray, distribution: FloatArray, value: float, jackknife_scores: FloatArray
) -> FloatArray:
    """Return percentiles corrected for bias and acceleration: Efron and Tibshirani 1993, eq. 14.10.

    As ``scipy.stats.bootstrap`` does, but its jackknife takes time and memory that grow with the
    square of the number of samples; for a quotient of sums it is one subtraction each.
    """
    spread = jackknife_scores.mean() - jackknife_scores
    scale = (spread**2).sum() ** 1.5
    acceleration = (spread**3).sum() / (6 * scale) if scale else 0.0
    below = (np.mean(distribution < value) + np.mean(distribution <= value)) / 2
    if not 0 < below < 1:
        return tails
    bias = special.ndtri(below)
    shifted = bias + special.ndtri(tails)
    corrected: FloatArray = special.ndtr(bias + shifted / (1 - acceleration * shifted))
    return corrected

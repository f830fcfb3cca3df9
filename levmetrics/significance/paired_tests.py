"""Whether a difference is real: confidence intervals and paired tests over per-sample statistics.

Everything here works on sums: a score is the sum of the samples' numerators over the sum of their
denominators, be that errors over reference tokens or similarities over samples. That a group
(a speaker, a document) is one unit only means that its sums are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import special, stats

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.scores.sample_statistics import SampleStatistics, ratio
from levmetrics.significance.resampling import ELEMENTS_PER_BATCH, ROUNDING, without_rounding

TESTS = ("mapsswe", "sign", "wilcoxon", "mcnemar", "approximate_randomization")


def mapsswe(segment_differences: IntArray) -> float:
    """Matched-pair sentence-segment word error test.

    Segments are stretches with errors of either system, between which both are right, so that the
    errors of different ones can be taken for independent; see
    :func:`levmetrics.significance.segments.segment_differences`. The mean of their differences
    over its standard error is held against the normal distribution, so there should be some fifty
    of them.

    Args:
        segment_differences: in every segment, the errors of one system less those of the other.

    Returns:
        The two-sided p-value; 1 for fewer than two segments, or if no segment differs. If all
        differ by the same, there is no variance to hold the mean against, and it is the exact
        probability that all of n signs are alike, 2 / 2**n.

    Source: Gillick and Cox, "Some statistical issues in the comparison of speech recognition
    algorithms", ICASSP 1989.

    By hand: differences 1, 1, 0, 0 have the mean 1/2 and the variance 1/3, so
    W = (1/2) / sqrt(1/3 / 4) = 1.732, and twice the normal tail beyond it is 0.0833.

    >>> round(mapsswe(np.array([1, 1, 0, 0])), 4)
    0.0833

    """
    differences = np.asarray(segment_differences)
    n = len(differences)
    mean = differences.mean() if n else 0.0
    if n < 2 or mean == 0:
        return 1.0
    error = differences.std(ddof=1) / np.sqrt(n)
    return float(2 * special.ndtr(-abs(mean) / error)) if error else 2.0 ** (1 - n)


def sign_test(a: SampleStatistics, b: SampleStatistics) -> float:
    """Sign test: whether one system is better on more samples than chance would have it.

    Args:
        a: of every sample (or group), by the one system.
        b: by the other.

    Returns:
        The exact two-sided p-value over the samples whose rates differ; 1 if none does.

    Source: NIST's ``sc_stats`` (there over speakers); ``scipy.stats.binomtest``.

    By hand: better on 4 samples of 4, so 2 / 2**4.

    >>> ones, none = SampleStatistics.of_errors([1] * 4, [9] * 4), [0] * 4
    >>> sign_test(ones, SampleStatistics.of_errors(none, [9] * 4))
    0.125

    """
    differences = _rate_differences(a, b)
    return _binomial(np.count_nonzero(differences > 0), np.count_nonzero(differences < 0))


def wilcoxon_test(a: SampleStatistics, b: SampleStatistics) -> float:
    """Wilcoxon signed-rank test: as :func:`sign_test`, with larger differences counting more.

    Args:
        a: of every sample (or group), by the one system.
        b: by the other.

    Returns:
        The two-sided p-value; 1 if no rates differ.

    Source: Wilcoxon, "Individual comparisons by ranking methods", 1945; ``scipy.stats.wilcoxon``.

    By hand: differences 1, 2, 3, 4 of one sign have the rank sum 0 against 10, and so have 2 of
    the 2**4 ways to give them signs.

    >>> a = SampleStatistics.of_errors([1, 2, 3, 4], [9] * 4)
    >>> wilcoxon_test(a, SampleStatistics.of_errors([0] * 4, [9] * 4))
    0.125

    """
    differences = _rate_differences(a, b)
    if not differences.any():
        return 1.0
    return float(stats.wilcoxon(differences).pvalue)


def mcnemar_test(a: SampleStatistics, b: SampleStatistics) -> float:
    """McNemar's test: whether one system has more samples wholly right.

    Args:
        a: of every sample, by the one system.
        b: by the other.

    Returns:
        The exact two-sided p-value over the samples that one has right and the other wrong; 1 if
        there are none.

    Source: McNemar, "Note on the sampling error of the difference between correlated proportions
    or percentages", 1947; for recognisers, Gillick and Cox 1989;
    ``scipy.stats.binomtest``.

    By hand: a alone is right in 1 sample and b alone in 5, so twice (1 + 6) / 2**6.

    >>> a = SampleStatistics.of_errors([0, 1, 1, 1, 1, 1], [9] * 6)
    >>> b = SampleStatistics.of_errors([2, 0, 0, 0, 0, 0], [9] * 6)
    >>> mcnemar_test(a, b)
    0.21875

    """
    return _binomial(
        np.count_nonzero(a.correct & ~b.correct), np.count_nonzero(b.correct & ~a.correct)
    )


def approximate_randomization(
    a: SampleStatistics, b: SampleStatistics, *, n_resamples: int = 1000, seed: int = 0
) -> float:
    """Approximate randomization: how often systems that are one and the same differ so much.

    If the systems did not differ, it would not matter which of them a sample's outputs are called
    after. So they are swapped at random, sample by sample.

    Args:
        a: of every sample (or group), by the one system.
        b: by the other.
        n_resamples: how many times.
        seed: the same seed gives the same number.

    Returns:
        The two-sided p-value, (c + 1) / (``n_resamples`` + 1), where c swaps make a difference at
        least as large.

    Source: Noreen, "Computer-Intensive Methods for Testing Hypotheses", 1989; Riezler and Maxwell,
    "On some pitfalls in automatic evaluation and significance testing for MT", 2005;
    ``scipy.stats.monte_carlo_test``.

    By hand: two samples that differ alike can be swapped in four ways, of which two (none, and
    both) make a difference as large: a half.

    >>> a = SampleStatistics.of_errors([1, 1], [9, 9])
    >>> b = SampleStatistics.of_errors([0, 0], [9, 9])
    >>> round(approximate_randomization(a, b), 1)
    0.5

    """
    # Samples with equal statistics in both systems are alike: how many of them are swapped is one
    # binomial draw, with the distribution that swapping them one by one has.
    rows = np.stack([a.numerators, a.denominators, b.numerators, b.denominators], axis=1)
    kinds, times = np.unique(rows, axis=0, return_counts=True)
    totals = times @ kinds
    swap = np.hstack([kinds[:, 2:] - kinds[:, :2], kinds[:, :2] - kinds[:, 2:]])
    magnitude = max(abs(a.value), abs(b.value))
    rng = np.random.default_rng(seed)

    def difference(swapped: FloatArray, axis: int = -1) -> FloatArray:
        sums = totals + swapped @ swap
        own, other = (ratio(sums[..., i], sums[..., i + 1]) for i in (0, 2))
        return without_rounding(np.abs(own - other), magnitude)

    found = stats.monte_carlo_test(
        np.zeros(len(kinds)),
        lambda size: rng.binomial(times, 0.5, size).astype(np.float64),
        difference,
        vectorized=True,
        n_resamples=n_resamples,
        batch=max(ELEMENTS_PER_BATCH // len(kinds), 1),
        alternative="greater",
    )
    return float(found.pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct the p-values of several tests, so that a false alarm in any is as rare as in one.

    Args:
        p_values: of the tests.

    Returns:
        The corrected ones, in the same order: the smallest times their number, the next times one
        less, and so on, none smaller than the one before.

    Source: Holm, "A simple sequentially rejective multiple test procedure", 1979.

    >>> holm([0.04, 0.01, 0.03])
    [0.06, 0.03, 0.06]

    """
    order = np.argsort(p_values, kind="stable")
    factors = np.arange(len(p_values), 0, -1)
    corrected = np.empty(len(p_values))
    corrected[order] = np.minimum(np.maximum.accumulate(np.asarray(p_values)[order] * factors), 1)
    return [float(p) for p in corrected]


def _rate_differences(a: SampleStatistics, b: SampleStatistics) -> FloatArray:
    """Return a's rates less b's, in units in which equal differences are equal numbers.

    As they are, 3/10 - 2/10 and 2/10 - 1/10 differ in the last digit, and the ranks of a test
    with them.
    """
    magnitude = max(np.abs(a.rates).max(initial=0), np.abs(b.rates).max(initial=0)) or 1.0
    differences: FloatArray = np.round((a.rates - b.rates) / magnitude / ROUNDING)
    return differences


def _binomial(one: Any, other: Any) -> float:
    """Return the p-value of two counts that should be alike (NumPy's or Python's whole numbers)."""
    return float(stats.binomtest(int(one), int(one + other)).pvalue) if one + other else 1.0

"""Whether a difference is real: confidence intervals and paired tests over per-sample statistics.

Everything here works on sums: a score is the sum of the samples' numerators over the sum of their
denominators, be that errors over reference tokens or similarities over samples. That a group
(a speaker, a document) is one unit only means that its sums are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from scipy import special, stats

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.columns import InputError
from levmetrics.names import unknown_name
from levmetrics.statistics import SampleStatistics, ratio

Method: TypeAlias = Literal["percentile", "bca"]
TESTS = ("mapsswe", "sign", "wilcoxon", "mcnemar", "approximate_randomization")
# Resamples are drawn so many elements at a time, which a processor's cache still holds.
_ELEMENTS_PER_BATCH = 1_000_000
_HIGHEST_LEVEL = 0.999_999  # beyond, the tails are lost in rounding
_ROUNDING = 1e-12  # differences smaller than this share of the numbers are none


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
    units = _units(statistics, groups)
    distribution = _bootstrap([units], n_resamples, seed)
    return _interval(distribution, units.value, _left_out(units), confidence_level, method)


@dataclass(frozen=True)
class Comparison:
    """How system b differs from system a.

    Attributes:
        difference: the score of b less that of a.
        interval: where the difference lies, by bootstrap over the same samples of both.
        probability_of_improvement: the share of resamples in which b is better than a, and not
            even with it.
        p_values: by test (``mapsswe``, ``sign``, ``wilcoxon``, ``mcnemar``,
            ``approximate_randomization``), the probability of a difference at least as large if
            there were none; ``None`` where a test does not apply.

    """

    difference: float
    interval: Interval
    probability_of_improvement: float
    p_values: Mapping[str, float | None]


def compare(
    a: SampleStatistics,
    b: SampleStatistics,
    *,
    segment_differences: IntArray | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    method: Method = "percentile",
    groups: Any = None,
    seed: int = 0,
) -> Comparison:
    """Compare two systems on the same samples.

    Args:
        a: of every sample, by the one system.
        b: by the other, in the same order.
        segment_differences: for :func:`mapsswe`; without them, that test is left out.
        confidence_level: of the interval.
        n_resamples: of the bootstrap, and of the approximate randomization.
        method: of the interval; see :func:`confidence_interval`.
        groups: a label for each sample; groups are then the units of the bootstrap, of the
            approximate randomization, and of the sign and Wilcoxon tests (NIST's are over
            speakers). McNemar's stays one of samples, and MAPSSWE one of segments, as NIST's are.
        seed: the same seed gives the same numbers.

    Returns:
        Everything at once; of systems that are equal in all samples, p-values of 1.

    Raises:
        InputError: if the systems do not have the same samples; see :func:`confidence_interval`.

    Source: of the probability of improvement, Bisani and Ney, "Bootstrap estimates for confidence
    intervals in ASR performance evaluation", ICASSP 2004; of the tests, see each.

    >>> a = SampleStatistics.of_errors([2, 1, 3, 2], [9, 8, 9, 10])
    >>> b = SampleStatistics.of_errors([1, 0, 1, 1], [9, 8, 9, 10])
    >>> found = compare(a, b)
    >>> round(found.difference, 3), found.probability_of_improvement, found.p_values["sign"]
    (-0.139, 1.0, 0.125)

    """
    confidence_level, method = checked_level(confidence_level), checked_method(method)
    n_resamples, seed = checked_resampling(n_resamples, seed)
    if len(a) != len(b):
        raise InputError(
            f"the systems have {len(a)} and {len(b)} samples; give the same ones for both"
        )
    if a.higher_is_better != b.higher_is_better:
        raise InputError("one system has scores and the other error rates; give the same for both")
    units = _units(a, groups), _units(b, groups)
    magnitude = max(abs(a.value), abs(b.value))
    distribution = _without_rounding(_bootstrap(units, n_resamples, seed), magnitude)
    difference = float(_without_rounding(np.array(b.value - a.value), magnitude))
    left_out = _left_out(units[1]) - _left_out(units[0])
    improved = distribution > 0 if b.higher_is_better else distribution < 0
    return Comparison(
        difference,
        _interval(distribution, difference, left_out, confidence_level, method),
        float(improved.mean()),
        {
            "mapsswe": None if segment_differences is None else mapsswe(segment_differences),
            "sign": sign_test(*units),
            "wilcoxon": wilcoxon_test(*units),
            "mcnemar": mcnemar_test(a, b),
            "approximate_randomization": approximate_randomization(
                *units, n_resamples=n_resamples, seed=seed
            ),
        },
    )


def mapsswe(segment_differences: IntArray) -> float:
    """Matched-pair sentence-segment word error test.

    Segments are stretches with errors of either system, between which both are right, so that the
    errors of different ones can be taken for independent; see
    :func:`levmetrics.segments.segment_differences`. The mean of their differences over its
    standard error is held against the normal distribution, so there should be some fifty of them.

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
        return _without_rounding(np.abs(own - other), magnitude)

    found = stats.monte_carlo_test(
        np.zeros(len(kinds)),
        lambda size: rng.binomial(times, 0.5, size).astype(np.float64),
        difference,
        vectorized=True,
        n_resamples=n_resamples,
        batch=max(_ELEMENTS_PER_BATCH // len(kinds), 1),
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


def checked_level(level: Any) -> float:
    """Return the confidence level, or say what it must be."""
    number = isinstance(level, Real) and not isinstance(level, bool)
    if not number or not 0 < float(level) <= _HIGHEST_LEVEL:
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
    for name, value, lowest in (("n_resamples", n_resamples, 2), ("seed", seed, 0)):
        whole = isinstance(value, Integral) and not isinstance(value, bool)
        if not whole or int(value) < lowest:
            raise InputError(f"{name} is {value!r}; it must be a whole number of {lowest} or more")
    return int(n_resamples), int(seed)


def _without_rounding(differences: FloatArray, magnitude: float) -> FloatArray:
    """Make differences zero that come from the order in which equal numbers were added."""
    snapped: FloatArray = np.where(np.abs(differences) <= _ROUNDING * magnitude, 0.0, differences)
    return snapped


def _rate_differences(a: SampleStatistics, b: SampleStatistics) -> FloatArray:
    """Return a's rates less b's, in units in which equal differences are equal numbers.

    As they are, 3/10 - 2/10 and 2/10 - 1/10 differ in the last digit, and the ranks of a test
    with them.
    """
    magnitude = max(np.abs(a.rates).max(initial=0), np.abs(b.rates).max(initial=0)) or 1.0
    differences: FloatArray = np.round((a.rates - b.rates) / magnitude / _ROUNDING)
    return differences


def _units(statistics: SampleStatistics, groups: Any) -> SampleStatistics:
    units = statistics if groups is None else statistics.by_group(groups)
    if len(units) < 2:
        kind = "samples" if groups is None else "groups"
        raise InputError(
            f"there are {len(units)} {kind}; a confidence interval or a test needs at least two"
        )
    return units


def _bootstrap(systems: Iterable[SampleStatistics], n_resamples: int, seed: int) -> FloatArray:
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
        batch=max(_ELEMENTS_PER_BATCH // len(sides[0]), 1),
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    distribution: FloatArray = found.bootstrap_distribution
    return distribution


def _left_out(statistics: SampleStatistics) -> FloatArray:
    """Return the score without each sample in turn (the jackknife's)."""
    numerators, denominators = statistics.numerators, statistics.denominators
    left: FloatArray = ratio(numerators.sum() - numerators, denominators.sum() - denominators)
    return left


def _interval(
    distribution: FloatArray,
    value: float,
    left_out: FloatArray,
    confidence_level: float,
    method: Method,
) -> Interval:
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


def _binomial(one: Any, other: Any) -> float:
    """Return the p-value of two counts that should be alike (NumPy's or Python's whole numbers)."""
    return float(stats.binomtest(int(one), int(one + other)).pvalue) if one + other else 1.0

"""Paired significance tests of two systems, over sample statistics.

A score is the sum of the samples' numerators over the sum of their denominators: errors over
reference tokens, or similarities over samples. A group of samples (a speaker, a document) is tested
as one unit by its sums.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from levmetrics.edits.kernel import EditPlaces
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.columns import ColumnLike
from levmetrics.significance.resampling import (
    ROUNDING,
    Interval,
    bootstrap,
    distinct_columns,
    resampled_units,
    resampling_of,
    without_rounding,
)
from levmetrics.sums.sample_statistics import SampleStatistics, ratio
from levmetrics.system.extras import PackageOfExtra
from levmetrics.system.work import counted

stats = PackageOfExtra("scipy.stats", "the comparison of systems", "stats")
"""What computes the tests; ``stats.load()`` says before the work whether it is missing."""
# The number of elements in a batch of drawn signs.
_ELEMENTS_OF_A_BATCH = 1_000_000
TESTS = ("mapsswe", "sign", "wilcoxon", "mcnemar", "approximate_randomization")


def mapsswe(segment_differences: IntArray) -> float:
    """Return the p-value of the matched-pair sentence-segment word error test (MAPSSWE).

    Segments are runs of tokens with errors of either system, separated by tokens that both have
    right, so that the errors of different segments can be assumed independent; see
    :func:`levmetrics.significance.paired_tests.segment_differences`. The mean of their differences
    over its standard error is compared with the normal distribution, so there should be some fifty
    segments.

    Args:
        segment_differences: for every segment, the errors of one system minus those of the other.

    Returns:
        The two-sided p-value; 1 for fewer than two segments, or if no segment differs. If all
        differ by the same number, the variance is 0, and the p-value is the exact probability that
        all n signs are equal, 2 / 2**n.

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
    return math.erfc(abs(mean) / error / math.sqrt(2)) if error else 2.0 ** (1 - n)


def sign_test(a: SampleStatistics, b: SampleStatistics) -> float:
    """Return the p-value of the sign test: is one system better on more samples than by chance?

    Args:
        a: the statistics of one system, by sample (or group).
        b: those of the other system.

    Returns:
        The exact two-sided p-value. Samples with equal rates are divided between the systems. An
        odd one is counted for the system with the higher sum of rates, as if it were better there.

    Source: NIST's ``sc_stats`` (which tests over speakers); ``scipy.stats.binomtest``.

    By hand: one system is better on 4 samples of 4, so 2 / 2**4.

    >>> ones, none = SampleStatistics.of_errors([1] * 4, [9] * 4), [0] * 4
    >>> sign_test(ones, SampleStatistics.of_errors(none, [9] * 4))
    0.125

    """
    differences = _rate_differences(a, b)
    above, below = int((differences > 0).sum()), int((differences < 0).sum())
    half, odd = divmod(len(differences) - above - below, 2)
    is_above = differences.sum() > 0
    return _binomial_p_value(above + half + odd * (not is_above), below + half + odd * is_above)


def wilcoxon_test(a: SampleStatistics, b: SampleStatistics) -> float:
    """Return the p-value of the Wilcoxon signed-rank test, a sign test weighted by rank.

    Args:
        a: the statistics of one system, by sample (or group).
        b: those of the other system.

    Returns:
        The two-sided p-value; 1 if no rates differ.

    Source: Wilcoxon, "Individual comparisons by ranking methods", 1945; ``scipy.stats.wilcoxon``.

    By hand: differences 1, 2, 3, 4 of one sign have the rank sums 0 and 10, as do 2 of the 2**4
    ways to assign signs.

    >>> a = SampleStatistics.of_errors([1, 2, 3, 4], [9] * 4)
    >>> wilcoxon_test(a, SampleStatistics.of_errors([0] * 4, [9] * 4))
    0.125

    """
    differences = _rate_differences(a, b)
    if not differences.any():
        return 1.0
    return float(stats.wilcoxon(differences).pvalue)


def mcnemar_test(a: SampleStatistics, b: SampleStatistics) -> float:
    """Return the p-value of McNemar's test: has one system more samples without an error?

    Args:
        a: the statistics of one system, by sample.
        b: those of the other system.

    Returns:
        The exact two-sided p-value over the samples that only one system has right; 1 if there are
        none.

    Source: McNemar, "Note on the sampling error of the difference between correlated proportions
    or percentages", 1947; for recognisers, Gillick and Cox 1989;
    ``scipy.stats.binomtest``.

    By hand: only a is right on 1 sample and only b on 5, so twice (1 + 6) / 2**6.

    >>> a = SampleStatistics.of_errors([0, 1, 1, 1, 1, 1], [9] * 6)
    >>> b = SampleStatistics.of_errors([2, 0, 0, 0, 0, 0], [9] * 6)
    >>> mcnemar_test(a, b)
    0.21875

    """
    only_a, only_b = a.correct & ~b.correct, b.correct & ~a.correct
    return _binomial_p_value(int(only_a.sum()), int(only_b.sum()))


def approximate_randomization(
    a: SampleStatistics, b: SampleStatistics, *, n_resamples: int = 1000, seed: int = 0
) -> float:
    """Return the p-value of approximate randomization: how often equal systems differ as much.

    If the systems did not differ, their outputs for a sample would be exchangeable. The test swaps
    them at random, sample by sample.

    Args:
        a: the statistics of one system, by sample (or group).
        b: those of the other system.
        n_resamples: the number of random swaps.
        seed: the seed of the random generator; the same seed gives the same p-value.

    Returns:
        The two-sided p-value, (c + 1) / (``n_resamples`` + 1), where c swaps make a difference at
        least as large.

    Source: Noreen, "Computer-Intensive Methods for Testing Hypotheses", 1989; Riezler and Maxwell,
    "On some pitfalls in automatic evaluation and significance testing for MT", 2005;
    ``scipy.stats.monte_carlo_test``.

    By hand: two samples with the same difference can be swapped in four ways, two of which (none
    and both) give a difference as large: a half.

    >>> a = SampleStatistics.of_errors([1, 1], [9, 9])
    >>> b = SampleStatistics.of_errors([0, 0], [9, 9])
    >>> round(approximate_randomization(a, b), 1)
    0.5

    """
    # Samples that change the sums alike when swapped are interchangeable. The number swapped is one
    # binomial draw, which has the same distribution as swapping them one by one.
    rows = np.stack([a.numerators, a.denominators, b.numerators, b.denominators])
    swap = np.concatenate([rows[2:] - rows[:2], rows[:2] - rows[2:]])
    first, times = distinct_columns(swap[:2])
    swap, counts = swap[:, first].T, times[first]
    totals = rows.sum(axis=1)
    magnitude = max(abs(a.value), abs(b.value))
    rng = np.random.default_rng(seed)

    def difference(swapped: FloatArray, axis: int = -1) -> FloatArray:
        sums = totals + swapped @ swap
        score_a, score_b = (ratio(sums[..., i], sums[..., i + 1]) for i in (0, 2))
        return without_rounding(np.abs(score_a - score_b), magnitude)

    with counted("randomizing", n_resamples) as count:

        def swaps(size: tuple[int, ...]) -> FloatArray:
            count(size[0])
            return rng.binomial(counts, 0.5, size).astype(np.float64)

        result = stats.monte_carlo_test(
            np.zeros(len(counts)),
            swaps,
            difference,
            vectorized=True,
            n_resamples=n_resamples,
            batch=max(_ELEMENTS_OF_A_BATCH // len(counts), 1),
            alternative="greater",
        )
    return float(result.pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for multiple tests by Holm's method (family-wise error rate).

    Args:
        p_values: the p-values of the tests.

    Returns:
        The corrected p-values, in the same order: of n p-values the lowest is multiplied by n, the
        next by n - 1, and so on; none is lower than the one before, and none above 1.

    Source: Holm, "A simple sequentially rejective multiple test procedure", 1979.

    >>> holm([0.04, 0.01, 0.03])
    [0.06, 0.03, 0.06]

    """
    order = np.argsort(p_values, kind="stable")
    factors = np.arange(len(p_values), 0, -1)
    corrected = np.empty(len(p_values))
    corrected[order] = np.minimum(np.maximum.accumulate(np.asarray(p_values)[order] * factors), 1)
    return list(corrected.tolist())


def _rate_differences(a: SampleStatistics, b: SampleStatistics) -> FloatArray:
    """Return a's rates minus b's, rounded to units in which equal differences are equal numbers.

    Without rounding, 3/10 - 2/10 and 2/10 - 1/10 differ in the last digit, and so in rank.
    """
    magnitude = max(np.abs(a.rates).max(initial=0), np.abs(b.rates).max(initial=0)) or 1.0
    differences: FloatArray = np.round((a.rates - b.rates) / magnitude / ROUNDING)
    return differences


def _binomial_p_value(count_a: int, count_b: int) -> float:
    """Return the exact two-sided p-value of two counts that are equally likely; 1 for no counts."""
    n = count_a + count_b
    return float(stats.binomtest(count_a, n).pvalue) if n else 1.0


_TOKENS_BETWEEN = 2  # tokens between two segments that both systems have right


def segment_differences(
    a: EditPlaces, b: EditPlaces, undivided: npt.NDArray[np.bool_] | None = None
) -> IntArray:
    """Return, for every segment, the number of errors of system b minus that of system a.

    A segment is a run of tokens of one sample with errors of either system. Two segments are
    separated by two or more consecutive tokens that both systems have right, with no insertion
    between them. Errors are those of the alignment with the fewest errors.

    Args:
        a: the positions of one system's edits, by :func:`levmetrics.edits.kernel.edit_places`.
        b: those of the other system, on the same samples.
        undivided: whether each sample is one segment, as it is where the systems were compared with
            different references; shape ``(samples,)``.

    Returns:
        int64, shape ``(segments,)``.

    Source: Gillick and Cox, "Some statistical issues in the comparison of speech recognition
    algorithms", ICASSP 1989; two tokens as in NIST's ``sc_stats``.

    By hand: only b has x wrong, and both have y wrong, with two correct tokens between.

    >>> from levmetrics.edits.kernel import edit_places
    >>> from levmetrics.edits.reader import token_pairs
    >>> reference = "x a b y c"
    >>> a = edit_places(token_pairs("x a b q c", reference, "whitespace"))
    >>> b = edit_places(token_pairs("p a b r c", reference, "whitespace"))
    >>> segment_differences(a, b)
    array([1, 0])

    """
    sample = np.concatenate([a.sample, b.sample])
    slot = np.concatenate([a.slot, b.slot])
    sign = np.repeat([-1, 1], [len(a.sample), len(b.sample)])
    if undivided is not None:
        slot = np.where(undivided[sample], 0, slot)
    order = np.lexsort((slot, sample))
    sample, slot, sign = sample[order], slot[order], sign[order]
    if not len(sample):
        return np.zeros(0, np.int64)
    # Slots alternate: before the first token, the first token, before the second, and so on.
    # Between two slots with errors, the odd slots are tokens that both systems have right.
    correct = slot[1:] // 2 - (slot[:-1] + 1) // 2
    starts = np.concatenate([[True], (sample[1:] != sample[:-1]) | (correct >= _TOKENS_BETWEEN)])
    return np.add.reduceat(sign, np.flatnonzero(starts)).astype(np.int64)


@dataclass(frozen=True)
class PairedComparison:
    """The difference between systems b and a, with its interval and p-values.

    Attributes:
        difference: the score of b minus that of a.
        interval: the paired bootstrap confidence interval of the difference.
        probability_of_improvement: the share of resamples in which b is better than a (ties do not
            count).
        p_values: by test (``mapsswe``, ``sign``, ``wilcoxon``, ``mcnemar``,
            ``approximate_randomization``), the probability of a difference at least as large if the
            systems did not differ; ``None`` where a test does not apply, as MAPSSWE and McNemar's
            test with groups.

    """

    difference: float
    interval: Interval
    probability_of_improvement: float
    p_values: Mapping[str, float | None]


def compare_two(
    a: SampleStatistics,
    b: SampleStatistics,
    *,
    segment_differences: IntArray | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    groups: ColumnLike | None = None,
    seed: int = 0,
) -> PairedComparison:
    """Compare two systems on the same samples.

    Args:
        a: the statistics of one system, by sample.
        b: those of the other system, in the same order.
        segment_differences: the input of the MAPSSWE test; ``None`` leaves that test out.
        confidence_level: the confidence level of the interval.
        n_resamples: the number of resamples of the bootstrap, and of random swaps.
        groups: a label for each sample; groups are then the units of the bootstrap, of the
            approximate randomization, and of the sign and Wilcoxon tests (NIST's are over
            speakers). MAPSSWE and McNemar's test are left out, since they assume independent
            segments and samples.
        seed: the seed of the random generator; the same seed gives the same numbers.

    Returns:
        The difference, its interval and the p-values, which are 1 if all samples are equal.

    Raises:
        InputError: if the systems do not have the same samples; see :func:`confidence_interval`.

    Source: for the probability of improvement, Bisani and Ney, "Bootstrap estimates for confidence
    intervals in ASR performance evaluation", ICASSP 2004; for the tests, see each.

    >>> a = SampleStatistics.of_errors([2, 1, 3, 2], [9, 8, 9, 10])
    >>> b = SampleStatistics.of_errors([1, 0, 1, 1], [9, 8, 9, 10])
    >>> result = compare_two(a, b)
    >>> round(result.difference, 3), result.probability_of_improvement, result.p_values["sign"]
    (-0.139, 1.0, 0.125)

    """
    resampling = resampling_of(confidence_level, n_resamples, seed)
    if len(a) != len(b):
        raise InputError("interval.different_samples", count=len(a), other_count=len(b))
    if a.higher_is_better != b.higher_is_better:
        raise InputError("interval.scores_and_rates")
    units = resampled_units([a, b], groups)
    value, resampled, interval = bootstrap(units, resampling)
    improved = resampled > 0 if b.higher_is_better else resampled < 0
    p_values = {
        "mapsswe": None if segment_differences is None else mapsswe(segment_differences),
        "sign": sign_test(*units),
        "wilcoxon": wilcoxon_test(*units),
        "mcnemar": mcnemar_test(a, b),
        "approximate_randomization": approximate_randomization(
            *units, n_resamples=resampling["n_resamples"], seed=resampling["seed"]
        ),
    }
    if groups is not None:
        p_values |= dict.fromkeys(("mapsswe", "mcnemar"))
    return PairedComparison(value, interval, float(improved.mean()), p_values)

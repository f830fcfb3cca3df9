"""The comparison of two systems: difference, confidence interval and paired tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.significance.intervals import Interval, interval_of
from levmetrics.significance.paired_tests import (
    approximate_randomization,
    mapsswe,
    mcnemar_test,
    sign_test,
    wilcoxon_test,
)
from levmetrics.significance.resampling import bootstrap, resampled_units, resampling_of


@dataclass(frozen=True)
class PairedComparison:
    """The difference of system b from system a, with its interval and p-values.

    Attributes:
        difference: the score of b minus that of a.
        interval: the paired bootstrap confidence interval of the difference.
        probability_of_improvement: the share of resamples in which b is better than a (ties do not
            count).
        p_values: by test (``mapsswe``, ``sign``, ``wilcoxon``, ``mcnemar``,
            ``approximate_randomization``), the probability of a difference at least as large if
            the systems did not differ; ``None`` where a test does not apply: beside groups, MAPSSWE
            and McNemar's.

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
        confidence_level: of the interval.
        n_resamples: of the bootstrap, and of the approximate randomization.
        groups: a label for each sample; groups are then the units of the bootstrap, of the
            approximate randomization, and of the sign and Wilcoxon tests (NIST's are over
            speakers). MAPSSWE and McNemar's test take segments and samples for independent, which
            those of a group are not: they are left out.
        seed: of the random generator; the same seed gives the same numbers.

    Returns:
        The difference, its interval and the p-values, which are 1 if all samples are equal.

    Raises:
        InputError: if the systems do not have the same samples; see :func:`confidence_interval`.

    Source: of the probability of improvement, Bisani and Ney, "Bootstrap estimates for confidence
    intervals in ASR performance evaluation", ICASSP 2004; of the tests, see each.

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
    estimates = bootstrap(units, resampling)
    improved = estimates.resampled > 0 if b.higher_is_better else estimates.resampled < 0
    are_alone = groups is None
    return PairedComparison(
        estimates.value,
        interval_of(estimates, len(units[0]), resampling["confidence_level"]),
        float(improved.mean()),
        {
            "mapsswe": mapsswe(segment_differences)
            if are_alone and segment_differences is not None
            else None,
            "sign": sign_test(*units),
            "wilcoxon": wilcoxon_test(*units),
            "mcnemar": mcnemar_test(a, b) if are_alone else None,
            "approximate_randomization": approximate_randomization(
                *units, n_resamples=resampling["n_resamples"], seed=resampling["seed"]
            ),
        },
    )

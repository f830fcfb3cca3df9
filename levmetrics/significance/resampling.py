"""Bootstrap resampling, the checks of its options, and confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict

import numpy as np

from levmetrics.errors import InputError, quoted, warn
from levmetrics.inputs.arguments import checked_whole_number, is_number
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.columns import ColumnLike
from levmetrics.significance.few_units import FewUnitsWarning, too_few
from levmetrics.significance.student import reach_of_t
from levmetrics.sums.sample_statistics import SampleStatistics, ratio
from levmetrics.system.work import counted

# The number of elements in a batch of resamples, which fits into a processor's cache.
_ELEMENTS_OF_A_BATCH = 100_000
ROUNDING = 1e-12  # smaller differences, relative to the numbers, are rounding errors
_HIGHEST_LEVEL = 0.999_999  # beyond this level, the tails are lost in rounding
_OFTEN = 5  # units that occur so often are drawn together, which takes as long as a few units
# The highest number of a value and of a column, which is the product of those of its values.
_HIGHEST_CODE, _HIGHEST_KEY = 2**20, 2**62
_FACTOR = np.uint64(0x9E37_79B9_7F4A_7C15)  # of hashes, 2**64 by the golden ratio


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


def score_of(systems: Sequence[SampleStatistics]) -> float:
    """Return the score of a system, or the second system's minus the first's."""
    scores = [system.value for system in systems]
    difference = np.array([scores[-1] - sum(scores[:-1])])
    return float(without_rounding(difference, max(map(abs, scores)))[0])


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
    units = len(systems[0])
    magnitude = max(abs(system.value) for system in systems)
    ratios = _ratios(systems)
    rows, times = _kinds(np.array([a for r in ratios for a in (r.numerators, r.denominators)]))
    columns = _columns(ratios, rows)

    def estimate(sums: FloatArray) -> FloatArray:
        return without_rounding(_estimates(ratios, sums), magnitude)

    value = score_of(systems)
    _, error = estimate((columns * times).sum(axis=1)).tolist()
    values, errors = estimate(_resampled_sums(columns, times, resampling))
    offset = np.abs(without_rounding(values - value, max(magnitude, np.abs(values).max())))
    with np.errstate(divide="ignore", invalid="ignore"):
        distances = np.where(offset == 0, 0.0, offset / errors)
    level = resampling["confidence_level"]
    reach = float(np.quantile(distances, level, method="higher"))
    if not np.isfinite(reach):
        reach = reach_of_t(level, units - 1)
    half = reach * error
    return Estimate(value, values, Interval(value - half, value + half))


def _ratios(systems: Sequence[SampleStatistics]) -> Sequence[SampleStatistics]:
    """Return two systems of the same denominators as one, whose score is their difference."""
    first, last = systems[0], systems[-1]
    if len(systems) == 1 or not np.array_equal(first.denominators, last.denominators):
        return systems
    differences = last.numerators - first.numerators
    return [SampleStatistics(differences, last.denominators, last.higher_is_better)]


def _kinds(units: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return each kind of unit, and how many units are of it.

    Args:
        units: one unit in each column.

    Returns:
        First the units that occur rarely, all of them, each with 1; then each unit that occurs
        often, once, with the number of units that are equal to it.

    """
    if not _may_recur(units):
        return units, np.ones(units.shape[1], np.int64)
    first, times = distinct_columns(units)
    rare = np.flatnonzero(times < _OFTEN)
    often = first[times[first] >= _OFTEN]
    counts = np.concatenate([np.ones_like(rare), times[often]])
    return units[:, np.concatenate([rare, often])], counts


def _may_recur(units: FloatArray) -> bool:
    """Whether a kind of unit may occur often, as equal hashes say in less time than a search."""
    hashes = np.zeros(units.shape[1], np.uint64)
    for row in units:
        hashes = hashes * _FACTOR + (row + 0.0).view(np.uint64)  # -0.0 is 0.0
    hashes.sort()
    return bool((hashes[_OFTEN - 1 :] == hashes[: 1 - _OFTEN]).any())


def _columns(ratios: Sequence[SampleStatistics], rows: FloatArray) -> FloatArray:
    """Return the terms that a resample sums over its units, for its score and standard error.

    Args:
        ratios: the units of which each score is the ratio of two sums.
        rows: the numerators and denominators of each ratio, one row each.

    Returns:
        The rows; then the products of each two of them, where numerators are reduced by what their
        denominators predict.

    """
    centred = rows.copy()
    for number, of_ratio in enumerate(ratios):
        centred[2 * number] -= of_ratio.value * rows[2 * number + 1]
    one, other = np.triu_indices(len(centred))
    columns: FloatArray = np.concatenate([rows, centred[one] * centred[other]])
    return columns


def _resampled_sums(columns: FloatArray, times: IntArray, resampling: Resampling) -> FloatArray:
    """Draw resamples, and sum the columns of each; shape ``(rows, n_resamples)``.

    Equal units are interchangeable, so a resample is one multinomial draw of how often each kind of
    unit is in it. All rare units are one kind in this draw, and are then drawn one by one.

    Args:
        columns: the terms of each kind of unit; those of rare units come first.
        times: how often each occurs.
        resampling: the resampling options.

    """
    rare, units = int((times < _OFTEN).sum()), times.sum()
    shares = np.array([rare, *times[rare:]]) / units
    parts: list[FloatArray] = []
    rng = np.random.default_rng(resampling["seed"])
    left, batch = resampling["n_resamples"], max(_ELEMENTS_OF_A_BATCH // len(times), 1)
    with counted("resampling", left) as count:
        for size in [batch] * (left // batch) + [left % batch] * (left % batch > 0):
            drawn = rng.multinomial(units, shares, size)
            all_drawn = np.empty((size, len(times)))
            all_drawn[:, :rare] = _times_drawn(rng, drawn[:, 0], rare)
            all_drawn[:, rare:] = drawn[:, 1:]
            # Not a matrix product, whose threads would keep spinning.
            parts.append(np.einsum("cu,ru->cr", columns, all_drawn))
            count(size)
    return np.hstack(parts)


def _times_drawn(rng: np.random.Generator, sizes: IntArray, units: int) -> IntArray:
    """Draw as many of some units as each resample takes, and count each unit in each resample."""
    drawn = rng.integers(0, units, sizes.sum())
    drawn[sizes[0] :] += (units * np.arange(1, len(sizes))).repeat(sizes[1:])
    return np.bincount(drawn, minlength=len(sizes) * units).reshape(len(sizes), units)


def _estimates(ratios: Sequence[SampleStatistics], sums: FloatArray) -> FloatArray:
    """Return the scores of resamples, or their differences, and the standard errors.

    Args:
        ratios: the units of each ratio.
        sums: the sums of the units' columns, with a column for each resample, or for one alone.

    """
    units = len(ratios[0])
    value: Any = 0.0
    totals, squares = np.split(sums, [2 * len(ratios)])
    weights: list[Any] = []  # the weights of a unit's numerator and denominator in its residual
    for number, of_ratio in enumerate(ratios):
        numerator, denominator = totals[2 * number : 2 * number + 2]
        score = ratio(numerator, denominator)
        value = score - value
        weights = [-weight for weight in weights]
        weights += [ratio(1.0, denominator), ratio(of_ratio.value - score, denominator)]
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


def distinct_columns(values: FloatArray) -> tuple[IntArray, IntArray]:
    """Find the distinct columns of a matrix.

    Returns:
        The indices of the first column of each kind, ascending; and for every column, how many
        are equal to it.

    >>> first, times = distinct_columns(np.array([[1.0, 0.5, 1.0], [2.0, 2.0, 2.0]]))
    >>> first.tolist(), times.tolist()
    ([0, 1], [2, 1, 2])

    """
    keys = np.zeros(values.shape[1], np.int64)
    for row in values:
        code, codes = _codes(row)
        if (int(keys.max(initial=0)) + 1) * codes > _HIGHEST_KEY:
            keys = np.unique(keys, return_inverse=True)[1]
        keys = keys * codes + code
    _, first, kind, times = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    return np.sort(first), times[kind]


def _codes(values: FloatArray) -> tuple[IntArray, int]:
    """Return a number for each value, the same for equal values, and how many there may be."""
    low, high = values.min(), values.max()
    if high - low < _HIGHEST_CODE:
        code = (values - low).astype(np.int64)
        if (code + low == values).all():
            return code, int(high - low) + 1
    distinct, code = np.unique(values, return_inverse=True)
    return code, len(distinct)


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

"""The gate: tests whether a system is worse than a stored baseline by more than a margin.

Each sample is paired with its own in the baseline. The paired bootstrap of
:mod:`levmetrics.significance.resampling` gives one-sided bounds of the difference of the scores. If
both bounds are on one side of the margin, the gate decides; else the outcome is undecided. So it is
of too few samples or groups, which have no bounds: see :mod:`levmetrics.significance.few_units`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from levmetrics.core.baseline import Baseline, PairedBy, pair
from levmetrics.core.names import label_of
from levmetrics.core.run import Run
from levmetrics.core.tables import bare_difference
from levmetrics.errors import InputError, quoted, warn
from levmetrics.inputs.arguments import is_number
from levmetrics.inputs.arrays import FloatArray
from levmetrics.rendering.labels import Label, percent
from levmetrics.significance.few_units import (
    MIN_GROUPS,
    MIN_SAMPLES,
    MIN_UNITS,
    reliability,
    too_few,
)
from levmetrics.significance.paired_tests import mapsswe, segment_differences
from levmetrics.significance.resampling import (
    ROUNDING,
    Resampling,
    bootstrap,
    resampled_units,
    resampling_of,
    score_of,
)
from levmetrics.sums.sample_statistics import SampleStatistics
from levmetrics.system.extras import PackageOfExtra

Outcome: TypeAlias = Literal["passed", "worse", "undecided"]
LEVEL = 0.95
"""The confidence level of each one-sided bound."""
POWER = 0.8
stats = PackageOfExtra("scipy.stats", "the plan of a gate", "stats")
_MOST_UNITS = 1e9  # the largest number of units that is worth reporting


@dataclass(frozen=True)
class Gate:
    """The gate's verdict on one metric; a difference above 0 means that the new system is worse.

    Attributes:
        metric: the name of the metric, such as ``"cer"``.
        key: the key of its score.
        before: the score of the baseline.
        after: the score of the new system.
        difference: by how much the new system is worse.
        bounds: the one-sided lower and upper bound of the difference; ``None`` if the units are too
            few for any.
        margin: by how much the new system may be worse.
        outcome: ``"passed"``, ``"worse"`` or ``"undecided"``.
        samples: the number of paired samples.
        left_out: the number of samples that were dropped because the other side lacks them.
        paired_by: what paired the samples: ``"ids"``, ``"order"``, or the ``"file names"`` in ids
            that are paths.
        units: the number of resampled units.
        unit: what was resampled: ``"samples"`` or ``"groups"``.
        would_decide: the number of units that would decide at the same difference and spread;
            ``None`` if the gate has decided, without bounds, or if no realistic number would.
        too_few: a sentence if the units are too few for bounds or for reliable ones, else empty.
        mapsswe: the MAPSSWE p-value; ``None`` if it was not requested.
        signature: the signature of both scores and of the bounds.

    """

    metric: str
    key: str
    before: float
    after: float
    difference: float
    bounds: tuple[float, float] | None
    margin: float
    outcome: Outcome
    samples: int
    left_out: int
    paired_by: PairedBy
    units: int
    unit: Literal["samples", "groups"]
    would_decide: int | None
    too_few: str
    mapsswe: float | None
    signature: str

    @property
    def label(self) -> Label:
        """How the score is named and written."""
        return label_of(self.metric, self.key)

    @property
    def is_better(self) -> bool:
        """Whether the new system is better than the baseline by more than chance."""
        return self.bounds is not None and self.bounds[1] < 0

    def __str__(self) -> str:
        r"""Return the verdict as a sentence.

        >>> gate = Gate("wer", "wer", 0.1231, 0.1258, 0.0027, (0.0005, 0.0049), 0.005,
        ...             "passed", 600, 0, "ids", 600, "samples", None, "", None, "")
        >>> print(str(gate).replace("; ", ";\n"))
        WER 12.31 % to 12.58 %: worse by 0.27 points (95 % bounds 0.05 and 0.49 of 600 samples);
        allowed 0.50: passed

        """
        name, write, *_ = self.label
        bare = partial(bare_difference, self.label)
        direction = "worse" if self.difference > 0 else "better"
        by = f"{direction} by {with_unit(self.label, bare(abs(self.difference)))}"
        said = by if self.difference else "the same"
        change = f"{name.short} {write(self.before)} to {write(self.after)}: {said}"
        allowed = f"allowed {bare(self.margin)}: {self.outcome}"
        if self.bounds is None:
            return f"{change}; {allowed}, since {self.too_few}"
        low, high = self.bounds if self.difference >= 0 else (-self.bounds[1], -self.bounds[0])
        bounds = f"(95 % bounds {bare(low)} and {bare(high)} of {self.units:,} {self.unit})"
        return f"{change} {bounds}; {allowed}"

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as JSON values."""
        return {
            **vars(self),
            "bounds": None if self.bounds is None else [*self.bounds],
            "is_better": self.is_better,
            "sentence": str(self),
        }


def with_unit(label: Label, difference: str) -> str:
    """Return a written difference with its unit, if it has one.

    >>> with_unit(label_of("cer", "cer"), "+0.27"), with_unit(label_of("their", "own"), "+0.0027")
    ('+0.27 points', '+0.0027')
    """
    return f"{difference} points" if label.is_percentage else difference


def gate(
    scored: Run | Baseline,
    baseline: Run | Baseline | str | Path,
    *,
    metric: str | None = None,
    margin: float | None = None,
    relative_margin: float | None = None,
    by_order: bool = False,
    drops_missing: bool = False,
    with_mapsswe: bool = False,
    n_resamples: int = 1000,
    seed: int = 0,
) -> Gate:
    """Test whether a system is worse than a stored baseline of the same references.

    Args:
        scored: the run of the new predictions, or a baseline of it. Its groups, or else the
            baseline's, are the units of resampling.
        baseline: the baseline, or the path of its file.
        metric: the metric of the comparison; ``None``: the first one of ``scored``.
        margin: by how much the score may be worse, as a fraction: 0.005 is half a point.
        relative_margin: the same as a fraction of the baseline's score; one of the two is needed.
        by_order: whether to pair samples by their order instead of their ids.
        drops_missing: whether to drop samples that one side lacks instead of refusing them.
        with_mapsswe: whether to compute the MAPSSWE p-value, which needs a baseline with edits.
        n_resamples: the number of bootstrap resamples.
        seed: the random seed; the same seed gives the same bounds.

    Returns:
        The verdict: ``"worse"`` where the lower bound exceeds the margin, ``"passed"`` where the
        upper one does not, or where both scores are the same, else ``"undecided"``. Fewer than 5
        samples (or groups) are undecided.

    Raises:
        InputError: for baselines that are damaged or have other settings, for samples that differ,
            and for margins that are not numbers of 0 or more.

    Source: the bounds are from Hall, "On symmetric bootstrap confidence intervals", 1988; the rule
    is interval inclusion, as in tests of non-inferiority: Westlake, "Symmetrical confidence
    intervals for bioequivalence trials", Biometrics 1976.

    >>> import levmetrics as lm
    >>> names = [str(number) for number in range(30)]
    >>> old = lm.score(["a b"] * 30, ["a b"] * 30, ids=names)
    >>> print(lm.gate(old, Baseline.of(old), margin=0.01))
    WER 0.00 % to 0.00 %: the same (95 % bounds 0.00 and 0.00 of 30 samples); allowed 1.00: passed

    """
    stored, scored = _kept(baseline, with_mapsswe), _kept(scored, with_mapsswe)
    metric = metric or next(iter(scored.metrics))
    stored.check_scored_as(scored, metric)
    paired = pair(stored, scored, by_order=by_order, drops_missing=drops_missing)
    before, after = paired.stored, paired.scored
    groups = after.groups
    systems = before.statistics(metric), after.statistics(metric)
    if not any(system.numerators.any() or system.denominators.any() for system in systems):
        raise InputError("interval.all_dropped")
    # Each end of a two-sided interval is a one-sided bound with half of its error probability.
    resampling = resampling_of(2 * LEVEL - 1, n_resamples, seed)
    difference, bounds = _worse_by(systems, groups, resampling)
    allowed = margin_of(margin, relative_margin, systems[0].value)
    outcome = "undecided" if bounds is None else _outcome(difference, bounds, allowed)
    number = len(after) if groups is None else len({*groups})
    would_decide = None
    if bounds is not None and outcome == "undecided":
        would_decide = _needed(difference, (bounds[1] - bounds[0]) / 2, allowed, number)
    method = f"gate:one-sided {LEVEL:g} bounds of the paired bootstrap"
    unit: Literal["samples", "groups"] = "samples" if groups is None else "groups"
    settings = f"resampled:{unit}|n_resamples:{n_resamples}|seed:{seed}"
    return Gate(
        metric=metric,
        key=scored.metrics[metric]["key"],
        before=systems[0].value,
        after=systems[1].value,
        difference=difference,
        bounds=bounds,
        margin=allowed,
        outcome=outcome,
        samples=len(after),
        left_out=len(stored) + len(scored) - 2 * len(after),
        paired_by=paired.by,
        units=number,
        unit=unit,
        would_decide=would_decide,
        too_few=too_few(len(after), None if groups is None else number),
        mapsswe=_mapsswe(before, after, metric) if with_mapsswe else None,
        signature=f"{scored.metrics[metric]['signature']}|{method}|{settings}",
    )


def _worse_by(
    systems: tuple[SampleStatistics, SampleStatistics],
    groups: Sequence[str] | None,
    resampling: Resampling,
) -> tuple[float, tuple[float, float] | None]:
    """Return by how much the second system is worse, and the bounds; too few units have none."""
    after = systems[1]
    sign = -1 if after.higher_is_better else 1
    if reliability(len(after), None if groups is None else len({*groups})) == "none":
        return sign * score_of(systems), None
    estimate = bootstrap(resampled_units(systems, groups), resampling)
    low, high = sorted(sign * end for end in estimate.interval)
    return sign * estimate.value, (low, high)


def _kept(scores: Run | Baseline | str | Path, with_edits: bool) -> Baseline:
    """Return the scores of a run, of a baseline file, or of a baseline, as a baseline.

    Raises:
        InputError: for anything else.

    """
    if isinstance(scores, Run):
        return Baseline.of(scores, with_edits=with_edits)
    if isinstance(scores, (str, Path)):
        return Baseline.read(scores)
    if not isinstance(scores, Baseline):
        raise InputError("gate.no_run", type=type(scores).__name__)
    return scores


def margin_of(margin: float | None, relative_margin: float | None, before: float) -> float:
    """Return the margin as a difference of scores.

    Raises:
        InputError: if neither or both are given, and if the margin is not a number of 0 or more.

    """
    if (margin is None) == (relative_margin is None):
        raise InputError("gate.one_margin")
    for name, given in (("margin", margin), ("relative_margin", relative_margin)):
        if given is not None and not (is_number(given) and 0 <= float(given) < math.inf):
            raise InputError("gate.margin", name=name, given=quoted(given))
    return float(margin) if margin is not None else float(relative_margin or 0) * before


def _outcome(difference: float, bounds: tuple[float, float], margin: float) -> Outcome:
    """Return the outcome that the bounds imply.

    >>> _outcome(0.02, (0.01, 0.03), 0.005), _outcome(0.0, (-0.1, 0.1), 0.0)
    ('worse', 'passed')
    >>> _outcome(0.1, (0.0, 0.2), 0.1)
    'undecided'
    """
    low, high = bounds
    if low > margin + ROUNDING:
        return "worse"
    return "passed" if high <= margin + ROUNDING or not difference else "undecided"


def _needed(difference: float, reach: float, margin: float, units: int) -> int | None:
    """Return the number of units that would decide at the same difference and spread.

    Bounds shrink with the square root of the number of units.

    >>> _needed(0.02, 0.04, 0.01, 100)
    1601
    """
    distance = abs(margin - difference)
    needed = math.inf if not distance else units * (reach / distance) ** 2
    return None if needed > _MOST_UNITS else math.floor(needed) + 1


def _mapsswe(before: Baseline, after: Baseline, metric: str) -> float:
    """Return the p-value of MAPSSWE.

    Raises:
        InputError: if a side has no edits, and with groups, whose segments are not independent.

    """
    if after.groups is not None:
        raise InputError("gate.mapsswe_of_groups")
    (old, old_references), (new, new_references) = before.edits(metric), after.edits(metric)
    return mapsswe(segment_differences(old, new, old_references != new_references))


@dataclass(frozen=True)
class Plan:
    """The number of samples that the gate needs.

    Attributes:
        metric: the name of the metric.
        samples: the number that detects a system worse by ``change``, at this margin and power.
        margin: by how much a system may be worse.
        change: by how much the system is truly worse.
        power: the probability that the gate then reports ``"worse"``.
        spread: the standard deviation of a sample's part in the difference of both scores.

    """

    metric: str
    samples: int
    margin: float
    change: float
    power: float
    spread: float

    def __str__(self) -> str:
        label = label_of(self.metric, "")
        margin, change = (
            with_unit(label, bare_difference(label, by)) for by in (self.margin, self.change)
        )
        return (
            f"{self.samples:,} samples find a system that is worse by {change}, at a margin of "
            f"{margin}, {percent(self.power, 0)} of the time"
        )


def plan(
    baseline: Baseline,
    metric: str,
    *,
    margin: float,
    change: float | None = None,
    power: float = POWER,
    correlation: float = 0.0,
    other: Baseline | None = None,
) -> Plan:
    """Plan how many samples the gate needs to find a system that is worse.

    Args:
        baseline: the baseline whose samples give the spread.
        metric: the metric of the baseline.
        margin: the margin of the gate.
        change: by how much the system is worse; ``None``: twice the margin.
        power: the probability with which the gate must detect it.
        correlation: the correlation of the errors of both systems on the same samples; a higher one
            needs fewer samples. Two versions of one system often have 0.7 or more.
        other: the scores of a second system on the same samples, in the same order, which give the
            spread of the pairs. Without it, the variance of the second system's errors is assumed
            to grow in proportion to their rate.

    Raises:
        InputError: for numbers out of range, for samples of which none differs, and for fewer than
            5 samples or groups.

    Source: the sample size of a one-sided paired test, n = ((t_level + t_power) spread / (change -
    margin))**2; Lehmann and Romano, "Testing Statistical Hypotheses", 3rd edition 2005, chapter 3.

    """
    worse = 2 * margin if change is None else change
    if not (0 <= margin < worse < math.inf and 0 < power < 1 and -1 <= correlation < 1):
        raise InputError(
            "gate.plan", margin=margin, change=worse, power=power, correlation=correlation
        )
    kept = [each for each in (baseline, other) if each is not None]
    groups = next((each.groups for each in kept if each.groups is not None), None)
    systems = [each.statistics(metric) for each in kept]
    units = [each if groups is None else each.by_group(groups) for each in systems]
    parts = [_residuals(each) for each in units]
    number = len(parts[0])
    if reliability(len(baseline), None if groups is None else number) == "none":
        unit = "samples" if groups is None else "groups"
        raise InputError("gate.few_for_plan", unit=unit, least=MIN_UNITS, count=number)
    if other is not None:
        spread = float((parts[1] - parts[0]).std(ddof=1))
    else:
        first = float(parts[0].std(ddof=1))
        value = systems[0].value
        more = 1.0 if systems[0].higher_is_better or not value else (value + worse) / value
        spread = first * math.sqrt(1 + more - 2 * correlation * math.sqrt(more))
    if not spread:
        raise InputError("gate.no_spread")
    needed = float(MIN_SAMPLES if groups is None else MIN_GROUPS)
    for degrees in (math.inf, None):  # of freedom: the second time those of the first number
        of_t = partial(stats.t.isf, df=degrees or needed - 1)
        reach = float(of_t(1 - LEVEL) + of_t(1 - power))
        needed = max(needed, (reach * spread / (worse - margin)) ** 2)
    per_unit = len(baseline) / number
    return Plan(metric, math.ceil(needed * per_unit), margin, worse, power, spread)


def _residuals(statistics: SampleStatistics) -> FloatArray:
    """Return each unit's deviation from the numerator that is expected for its denominator.

    Raises:
        InputError: if the references have nothing to count.

    """
    mean = statistics.denominators.mean()
    if not mean:
        raise InputError("interval.all_dropped")
    residuals: FloatArray = (
        statistics.numerators - statistics.value * statistics.denominators
    ) / mean
    return residuals


def assert_not_worse(run: Run, baseline: Baseline | str | Path, **options: Any) -> Gate:
    """Fail a test if a run is worse than a stored baseline by more than a margin.

    An undecided outcome passes, with a warning.

    Args:
        run: the run of the new predictions.
        baseline: the baseline, or the path of its file.
        **options: the options of :func:`gate`.

    Raises:
        AssertionError: with the verdict's sentence.

    """
    verdict = gate(run, baseline, **options)
    if verdict.outcome == "worse":
        raise AssertionError(str(verdict))  # an assert statement would be removed by "python -O"
    if verdict.outcome == "undecided":
        warn(str(verdict))
    return verdict


def worst(before: Baseline, after: Baseline, metric: str, n: int = 10) -> list[int]:
    """Return the indices of the paired samples that got worse most, by errors or by the score."""
    old, new = before.statistics(metric), after.statistics(metric)
    sign = -1 if new.higher_is_better else 1
    loss: FloatArray = sign * (new.numerators - old.numerators)
    order: Sequence[int] = np.argsort(-loss, kind="stable")[:n].tolist()
    return [index for index in order if loss[index] > 0]

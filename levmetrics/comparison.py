"""Several systems on the same references: scores, intervals, and tests of their differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from rich.console import Group

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.inputs.system_columns import InputColumn
from levmetrics.metric import get_metric
from levmetrics.rendering.table import html, printed
from levmetrics.run import Run
from levmetrics.scores.base import Metric
from levmetrics.scores.error_rate_metric import ErrorRateMetric
from levmetrics.scores.sample_statistics import SampleStatistics, group_labels
from levmetrics.scoring import score_systems
from levmetrics.significance.few_units import too_few
from levmetrics.significance.intervals import confidence_interval
from levmetrics.significance.paired_comparison import PairedComparison, compare_two
from levmetrics.significance.paired_tests import TESTS, holm
from levmetrics.significance.resampling import Resampling, resampling_of
from levmetrics.significance.segments import segment_differences
from levmetrics.tables import difference_table, p_value_table, system_table

if TYPE_CHECKING:
    from levmetrics.reports.report import Report

_WORDINGS = {"compounds", "alternatives", "equivalences"}  # by which a reference has several
_OPTIONS = ("confidence_level", "n_resamples", "seed", "groups")

SystemResult: TypeAlias = dict[str, "float | list[float]"]
"""What ``compare`` says of one system; its keys are in the docstring there."""

PairResult: TypeAlias = dict[str, Any]
"""What ``compare`` says of two systems; its keys are in the docstring there."""

_Pair: TypeAlias = tuple[str, str]  # the names of two systems


class _IntervalOptions(Resampling):
    groups: ColumnLike | None


class Comparison(dict[str, Any]):
    """The result of :func:`compare`: a dictionary, which ``print`` and ``rich`` show as tables.

    Attributes:
        runs: the run of each system, by its name; none where these were compared batch by batch.

    """

    runs: Mapping[str, Run]

    def __rich__(self) -> Group:
        """Return the tables of the systems, of the differences of pairs, and of their p-values."""
        return Group(system_table(self), "", difference_table(self), "", p_value_table(self))

    def __str__(self) -> str:
        return printed(self)

    def _repr_html_(self) -> str:
        return html(system_table(self), difference_table(self), p_value_table(self))

    def report(self, path: str | Path | None = None, **options: Any) -> Report:
        """Return a report of the systems as one HTML page, and write it.

        Args:
            path: of the file; ``None``: none is written.
            **options: as :meth:`levmetrics.run.Run.report` takes them.

        """
        from levmetrics.reports.report import report_of_runs

        return report_of_runs(self.runs, path, **options)


def compare(
    systems: Mapping[str, Run] | Mapping[str, InputColumn],
    references: InputColumn | None = None,
    metric: str = "wer",
    *,
    groups: ColumnLike | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 0,
    **options: Any,
) -> Comparison:
    """Compare two or more systems on the same samples.

    Args:
        systems: by name, the run of each; or its predictions: texts, or for ``anls:star`` values.
        references: of the predictions, one or several a sample; runs have theirs.
        metric: of the predictions, as :func:`levmetrics.score` takes it.
        groups: a label for each sample (its speaker or document): the units of intervals and of
            three of the tests; see :func:`levmetrics.significance.paired_comparison.compare_two`.
            ``None``: those of the runs.
        confidence_level: of the intervals.
        n_resamples: of the bootstrap, and of the approximate randomization.
        seed: the same seed gives the same numbers.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold``, ``costs`` ...

    Returns:
        A dictionary, which ``print`` draws as tables. It has

        - ``metric``, ``config``, ``score`` (the key of the score), ``higher_is_better``,
          ``samples``, ``confidence_level``, ``n_resamples``, ``seed``, ``signature``
        - ``too_few``: the sentence that there are too few samples or groups, if there are
        - ``systems``: by name, ``<score>`` and ``<score>_interval``
        - ``pairs``: a list, for every pair of ``systems`` (two names) ``difference`` (the second's
          score less the first's), ``difference_interval``, ``probability_of_improvement`` (that
          the second is better), and the p-values ``mapsswe`` (``None`` but for pooled error rates),
          ``sign``, ``wilcoxon``, ``mcnemar`` (it and ``mapsswe`` are ``None`` beside groups),
          ``approximate_randomization``. With more than two
          systems the p-values are Holm's, over all pairs, and ``uncorrected`` has each by itself.

    Raises:
        InputError: for fewer than two systems, for runs of other references or settings, and for
            anything that cannot be scored.

    Source: of every number, see :mod:`levmetrics.significance.paired_tests`.

    >>> from levmetrics import score
    >>> references = ["a", "b", "c"]
    >>> runs = {"old": score(["a x", "b", "c y"], references), "new": score(references, references)}
    >>> result = compare(runs)
    >>> result["systems"]["old"]["wer"], result["pairs"][0]["difference"]
    (0.6666666666666666, -0.6666666666666666)

    """
    are_runs = isinstance(systems, Mapping) and any(isinstance(it, Run) for it in systems.values())
    if not are_runs:
        chosen = get_metric(metric, caller="compare", others=_OPTIONS, options=options)
    resampling = resampling_of(confidence_level, n_resamples, seed)
    if not isinstance(systems, Mapping) or len(systems) < 2:
        raise InputError(
            "systems must be a dictionary of at least two systems: the run or the predictions of "
            'each by its name, as {"old": [...], "new": [...]}'
        )
    if are_runs:
        if references is not None or options:
            raise InputError(
                "systems holds runs, which have their references and options; leave these out"
            )
        runs = _checked_runs(systems)
    elif references is None:
        raise InputError("references is missing; give one for each prediction, or runs as systems")
    else:
        runs = score_systems(chosen, cast("Mapping[str, InputColumn]", systems), references)
    first = next(iter(runs.values()))
    scores = PairedScores(first.metric)
    scores.add(runs)
    found = scores.comparison(resampling, groups=first.groups if groups is None else groups)
    found.runs = (
        runs if groups is None else {n: run.with_names(None, groups) for n, run in runs.items()}
    )
    return found


def _checked_runs(systems: Mapping[str, Any]) -> Mapping[str, Run]:
    """Return runs of the same samples and settings.

    Raises:
        InputError: naming the first system that has others.

    """
    (name, first), *others = systems.items()
    for other, run in [(name, first), *others]:
        if not isinstance(run, Run):
            raise InputError(f"systems[{other!r}] is no run, as others are; score it first")
        if not first.metric.adds_to(run.metric):
            raise InputError(
                f"systems[{other!r}] was scored with other settings than systems[{name!r}] "
                f"({run.metric.settings} and {first.metric.settings}); score both with the same"
            )
        if not first.has_references_of(run):
            raise InputError(
                f"systems[{other!r}] has other references than systems[{name!r}]; score the same "
                "samples, in the same order"
            )
    return systems


class PairedScores:
    """What systems are compared by: a few numbers of every sample, added batch by batch.

    >>> metric = get_metric("wer_lev", options={})
    >>> scores = PairedScores(metric)
    >>> for old, new, reference in [("a x", "a", "a"), ("b", "b", "b")]:
    ...     runs = Run.of(metric, [old], [reference]), Run.of(metric, [new], [reference])
    ...     scores.add(dict(zip(["old", "new"], runs)))
    >>> scores.comparison(resampling_of(0.95, 1000, 0))["systems"]["old"]["wer"]
    0.5

    """

    def __init__(self, metric: Metric[Any]) -> None:
        """Begin without samples.

        Args:
            metric: the metric with its options.

        """
        self._metric = metric
        self._statistics: dict[str, list[SampleStatistics]] = {}
        self._segments: dict[_Pair, list[IntArray]] = {}

    def add(self, runs: Mapping[str, Run]) -> None:
        """Add samples.

        Args:
            runs: what was scored of each of at least two systems, by its name, on these samples.

        """
        for system, run in runs.items():
            self._statistics.setdefault(system, []).append(run.statistics())
        for pair, differences in _segments(self._metric, runs).items():
            self._segments.setdefault(pair, []).append(differences)

    def comparison(
        self,
        resampling: Resampling,
        *,
        groups: ColumnLike | None = None,
    ) -> Comparison:
        """Compare the systems on all samples.

        Args:
            resampling: of the intervals and tests, as :func:`resampling_of` returns it.
            groups: a label for each sample.

        Returns:
            What :func:`compare` returns.

        Raises:
            InputError: if there is not one label for each sample.

        """
        intervals: _IntervalOptions = {**resampling, "groups": groups}
        metric = self._metric
        statistics = {
            system: SampleStatistics.joined(parts) for system, parts in self._statistics.items()
        }
        for of_system in statistics.values():
            metric.check_all(of_system)
        segments = {pair: np.concatenate(parts) for pair, parts in self._segments.items()}
        pairs = _pairs(statistics, segments, intervals)
        samples = len(next(iter(statistics.values())))
        units = None if groups is None else len(group_labels(groups, samples).dictionary)
        message = too_few(samples, units)
        return Comparison(
            metric=metric.name,
            config=metric.config,
            score=metric.key,
            higher_is_better=metric.higher_is_better,
            samples=samples,
            **resampling,
            **({"too_few": message} if message else {}),
            systems={
                system: _system_result(metric.key, of_system, intervals)
                for system, of_system in statistics.items()
            },
            pairs=pairs,
            signature=metric.signature(**resampling),
        )


def _segments(metric: Metric[Any], runs: Mapping[str, Run]) -> dict[_Pair, IntArray]:
    """Return every pair's differences, segment by segment, for the MAPSSWE test.

    Only pooled errors have segments, between stretches of correct tokens; else there are none.
    """
    if not isinstance(metric, ErrorRateMetric) or metric.reduction != "corpus":
        return {}
    places = {system: run.edit_places() for system, run in runs.items()}
    return {
        (a, b): segment_differences(places[a], places[b], _differ(metric, runs[a], runs[b]))
        for a, b in combinations(runs, 2)
    }


def _differ(metric: Metric[Any], a: Run, b: Run) -> npt.NDArray[np.bool_]:
    """Tell of every sample whether two systems were compared with different references of it.

    Those are other references, or other wordings of the same one.
    """
    differ: npt.NDArray[np.bool_] = a.chosen_references() != b.chosen_references()
    if _WORDINGS & metric.settings.keys():
        pairs = zip(a.token_pairs.rows(), b.token_pairs.rows(), strict=True)
        differ |= np.array([one != other for (_, one), (_, other) in pairs], bool)
    return differ


def _system_result(
    score: str, statistics: SampleStatistics, intervals: _IntervalOptions
) -> SystemResult:
    """Return the score of a system by its key, and its interval."""
    interval = confidence_interval(statistics, **intervals)
    return {score: statistics.value, f"{score}_interval": [*interval]}


def _pairs(
    statistics: Mapping[str, SampleStatistics],
    segments: Mapping[_Pair, IntArray],
    intervals: _IntervalOptions,
) -> list[PairResult]:
    """Return the result of every pair of systems, with p-values that are corrected."""
    pairs = [
        _pair_result(
            (a, b),
            compare_two(
                statistics[a],
                statistics[b],
                segment_differences=segments.get((a, b)),
                **intervals,
            ),
        )
        for a, b in combinations(statistics, 2)
    ]
    if len(pairs) > 1:
        _correct_p_values(pairs)
    return pairs


def _pair_result(names: tuple[str, str], comparison: PairedComparison) -> PairResult:
    return {
        "systems": [*names],
        "difference": comparison.difference,
        "difference_interval": [*comparison.interval],
        "probability_of_improvement": comparison.probability_of_improvement,
        **comparison.p_values,
    }


def _correct_p_values(pairs: Sequence[PairResult]) -> None:
    """Replace the p-values of each test by Holm's over all pairs; ``uncorrected`` keeps the old."""
    for pair in pairs:
        pair["uncorrected"] = {test: pair[test] for test in TESTS}
    for test in TESTS:
        p_values = [pair[test] for pair in pairs]
        if None not in p_values:
            for pair, corrected in zip(pairs, holm(p_values), strict=True):
                pair[test] = corrected

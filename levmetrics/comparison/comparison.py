"""Several systems on the same references: scores, intervals, and tests of their differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from levmetrics.core.metric import Metric
from levmetrics.core.names import config_of, get_metric
from levmetrics.core.run import Run
from levmetrics.core.scoring import score_systems
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.columns import ColumnLike
from levmetrics.inputs.values import InputColumn, place_of_system
from levmetrics.significance.few_units import reliability, too_few
from levmetrics.significance.paired_tests import (
    TESTS,
    compare_two,
    holm,
    segment_differences,
    stats,
)
from levmetrics.significance.resampling import Resampling, confidence_interval, resampling_of
from levmetrics.sums.sample_statistics import SampleStatistics, group_labels
from levmetrics.system.work import steps, watched

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from levmetrics.reports.report import Report
    from levmetrics.view.view import View

_WORDINGS = {"compounds", "alternatives", "equivalences"}  # give a reference several wordings
_OPTIONS = ("confidence_level", "n_resamples", "seed", "groups", "progress", "timeout")


class Comparison(dict[str, Any]):
    """The result of :func:`compare`: a dictionary; ``print`` shows the verdict, scores and tests.

    Attributes:
        runs: the run of each system, by its name; empty after a comparison batch by batch, and in a
            result that was read from JSON.

    """

    runs: Mapping[str, Run] = MappingProxyType({})

    @cached_property
    def scorer(self) -> Metric[Any]:
        """The metric that scored the systems.

        In a result that was read from JSON it has no more than its names, and can score nothing:
        its options are not all known. One of a package that is not installed is a similarity.
        """
        name, config = self["metric"], self.get("config")  # a part of old names
        try:
            kind = config_of(f"{name}:{config}" if config else name).kind
        except InputError:
            kind = config_of("anls").kind
        signed = dict(part.split(":", 1) for part in self["signature"].split("|") if ":" in part)
        metric: Metric[Any] = object.__new__(kind)
        vars(metric).update(
            name=name,
            key=self["score"],
            settings={"tokenizer": signed.get("tokenizer", "")},
            reduction=signed.get("reduction", ""),
            higher_is_better=self["higher_is_better"],
        )
        return metric

    @property
    def view(self) -> View:
        """The view of the comparison: verdict, scores, differences and tests."""
        from levmetrics.view.systems import Systems
        from levmetrics.view.view import view_of

        return view_of(Systems({}, comparison=self))

    def __str__(self) -> str:
        return self.view.text()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the view in lines of the console's own width."""
        from rich.text import Text

        yield Text(self.view.text(options.max_width))

    def _repr_html_(self) -> str:
        return self.view.notebook()

    def report(self, path: str | Path | None = None, **options: Any) -> Report:
        """Return a report of the systems as one HTML page, and write it to ``path``.

        Args:
            path: the path of the file; ``None``: no file is written.
            **options: the options of :meth:`levmetrics.core.run.Run.report`.

        Raises:
            InputError: if there are no runs.

        """
        if not self.runs:
            raise InputError("compare.no_runs")
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
    progress: bool = False,
    timeout: float | None = None,
    **options: Any,
) -> Comparison:
    """Compare two or more systems on the same samples.

    Args:
        systems: the run of each system, by its name; or its predictions, as for
            :func:`levmetrics.score`: texts, tokens, values or sessions.
        references: one or several per sample, if ``systems`` are predictions; runs hold their own.
        metric: the metric for predictions, as for :func:`levmetrics.score`.
        groups: a label for each sample (its speaker or document): the units of intervals and of
            three of the tests; see :func:`levmetrics.significance.paired_tests.compare_two`.
            ``None``: the runs' groups.
        confidence_level: the confidence level of the intervals.
        n_resamples: the number of resamples of the bootstrap, and of the approximate randomization.
        seed: the random seed; the same seed gives the same numbers.
        progress: whether tqdm shows progress bars for long work.
        timeout: the time limit of scoring, intervals and tests in seconds; ``None``: no limit.
        **options: the metric's options: ``tokenizer``, ``normalizer``, ``threshold``, ``costs`` ...

    Returns:
        A dictionary, which ``print`` shows as a verdict and tables, with

        - ``metric``, ``score`` (the key of the score), ``higher_is_better``,
          ``samples``, ``groups`` (their number, if groups are resampled),
          ``confidence_level``, ``n_resamples``, ``seed``, ``signature``
        - ``reliability``: of intervals and tests over so many samples or groups: ``"fine"``,
          ``"rough"``, or ``"none"``, with which tables show neither
        - ``too_few``: if it is not ``"fine"``, the sentence that says why
        - ``systems``: ``<score>`` and ``<score>_interval`` of each system, by its name
        - ``pairs``: a list, for every pair of ``systems`` (two names) ``difference`` (the second's
          score less the first's), ``difference_interval``, ``probability_of_improvement`` (that
          the second is better), and the p-values ``mapsswe`` (``None`` except for pooled error
          rates), ``sign``, ``wilcoxon``, ``mcnemar`` and ``approximate_randomization``. With
          groups, ``mapsswe`` and ``mcnemar`` are ``None``. With more than two systems the p-values
          are Holm-corrected over all pairs, and ``uncorrected`` has the raw p-values.

    Raises:
        InputError: for fewer than two systems, for runs with different references or settings, and
            for anything that cannot be scored.
        ImportError: without SciPy; the message has the line that installs it.
        TimeoutError: after the timeout.

    Sources of all numbers: see :mod:`levmetrics.significance.paired_tests`.

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
        raise InputError("compare.systems")
    stats.load()  # a missing package is said before anything is scored
    with watched(progress=progress, timeout=timeout):
        if are_runs:
            if references is not None or options:
                raise InputError("compare.runs_and_more")
            runs = _checked_runs(systems)
        elif references is None:
            raise InputError("compare.no_references")
        else:
            named = cast("Mapping[str, InputColumn]", systems)
            names = [*map(place_of_system, named), "references"]
            sides, target, ids = chosen.takes.matched([*named.values()], references, names)
            runs = score_systems(chosen, dict(zip(named, sides, strict=True)), target, ids=ids)
        if groups is not None:
            runs = {name: run.with_names(run.ids, groups) for name, run in runs.items()}
        first = next(iter(runs.values()))
        found = comparison_of(first.metric, [paired_samples(runs)], resampling, first.groups)
    found.runs = runs
    return found


def _checked_runs(systems: Mapping[str, Any]) -> Mapping[str, Run]:
    """Return the runs, after a check that samples and settings are the same.

    Raises:
        InputError: if they differ; the error names the first such system.

    """
    name, first = next(iter(systems.items()))
    for other, run in systems.items():
        if not isinstance(run, Run):
            raise InputError("compare.no_run", system=other)
        if not first.metric.adds_to(run.metric):
            raise InputError(
                "compare.other_settings",
                system=other,
                first=name,
                settings=str(run.metric.settings),
                first_settings=str(first.metric.settings),
            )
        if not first.request.has_references_of(run.request):
            raise InputError("compare.other_references", system=other, first=name)
    return systems


class PairedSamples(NamedTuple):
    """The numbers of each sample that systems are compared by.

    Attributes:
        statistics: the statistics of each system, by its name.
        segments: the differences by segment for the MAPSSWE test, by pair of names.

    """

    statistics: Mapping[str, SampleStatistics]
    segments: Mapping[tuple[str, str], IntArray]


def paired_samples(runs: Mapping[str, Run]) -> PairedSamples:
    """Return the numbers that systems are compared by.

    Args:
        runs: the runs of at least two systems on the same samples, by name.

    """
    statistics = {name: run.statistics() for name, run in runs.items()}
    metric = next(iter(runs.values())).metric
    edits = {name: run.metric.edit_places(run) for name, run in runs.items()}
    places = {name: found for name, found in edits.items() if found is not None}
    segments = {
        (a, b): segment_differences(places[a], places[b], _differ(metric, runs[a], runs[b]))
        for a, b in combinations(places, 2)
    }
    return PairedSamples(statistics, segments)


def comparison_of(
    metric: Metric[Any],
    batches: Sequence[PairedSamples],
    resampling: Resampling,
    groups: ColumnLike | None = None,
) -> Comparison:
    """Compare systems on the samples of all batches.

    Args:
        metric: the metric of the scores.
        batches: the samples of the same systems, at least one batch.
        resampling: the options of intervals and tests, as :func:`resampling_of` returns them.
        groups: a label for each sample.

    Returns:
        The result of :func:`compare`, without runs.

    Raises:
        InputError: if there is not one label for each sample.

    >>> metric = get_metric("wer", options={})
    >>> batches = []
    >>> for old, new, reference in [("a x", "a", "a"), ("b", "b", "b")]:
    ...     runs = Run.of(metric, [old], [reference]), Run.of(metric, [new], [reference])
    ...     batches.append(paired_samples(dict(zip(["old", "new"], runs))))
    >>> found = comparison_of(metric, batches, resampling_of(0.95, 1000, 0))
    >>> found["systems"]["old"]["wer"]
    0.5

    """
    statistics = {
        name: SampleStatistics.joined([batch.statistics[name] for batch in batches])
        for name in batches[0].statistics
    }
    for of_system in statistics.values():
        metric.check_all(of_system)
    pairs = []
    of_two = [*combinations(statistics, 2)]
    for a, b in steps(of_two, "comparing", len(of_two)):
        segments = [batch.segments[a, b] for batch in batches if batch.segments]
        compared = compare_two(
            statistics[a],
            statistics[b],
            segment_differences=np.concatenate(segments) if segments else None,
            groups=groups,
            **resampling,
        )
        pair = {
            "systems": [a, b],
            "difference": compared.difference,
            "difference_interval": [*compared.interval],
            "probability_of_improvement": compared.probability_of_improvement,
            **compared.p_values,
        }
        pairs.append(pair)
    if len(pairs) > 1:
        _correct_p_values(pairs)
    samples = len(next(iter(statistics.values())))
    units = None if groups is None else len(group_labels(groups, samples).dictionary)
    message = too_few(samples, units)
    found = Comparison(
        metric=metric.name,
        score=metric.key,
        higher_is_better=metric.higher_is_better,
        samples=samples,
        **({} if units is None else {"groups": units}),
        **resampling,
        reliability=reliability(samples, units),
        **({"too_few": message} if message else {}),
        systems={
            name: {
                metric.key: of_system.value,
                f"{metric.key}_interval": [
                    *confidence_interval(of_system, groups=groups, **resampling)
                ],
            }
            for name, of_system in steps(statistics.items(), "intervals", len(statistics))
        },
        pairs=pairs,
        signature=metric.signature(["scipy"], **resampling),
    )
    found.scorer = metric
    return found


def _differ(metric: Metric[Any], a: Run, b: Run) -> npt.NDArray[np.bool_]:
    """Return for every sample whether two systems were scored by different references of it.

    A reference also differs if another of its wordings was used.
    """
    differ: npt.NDArray[np.bool_] = a.request.reference != b.request.reference
    if _WORDINGS & metric.settings.keys():
        pairs = zip(a.request.token_pairs.rows(), b.request.token_pairs.rows(), strict=True)
        differ |= np.array([one != other for (_, one), (_, other) in pairs], bool)
    return differ


def _correct_p_values(pairs: Sequence[dict[str, Any]]) -> None:
    """Apply Holm's correction to each test over all pairs; keep the p-values in ``uncorrected``."""
    for pair in pairs:
        pair["uncorrected"] = {test: pair[test] for test in TESTS}
    for test in TESTS:
        p_values = [pair[test] for pair in pairs]
        if None not in p_values:
            for pair, corrected in zip(pairs, holm(p_values), strict=True):
                pair[test] = corrected

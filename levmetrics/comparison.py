"""Several systems on the same references: scores, intervals, and tests of their differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias, TypedDict

import numpy as np
import numpy.typing as npt
from rich.console import Group

from levmetrics.arrays import IntArray
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.inputs.system_columns import InputColumn, system_columns
from levmetrics.scores.error_rate_scorer import ErrorRateScorer
from levmetrics.scores.sample_statistics import SampleStatistics, group_labels
from levmetrics.scoring import Scoring, ScoringRun, scoring_of
from levmetrics.significance.few_units import too_few
from levmetrics.significance.intervals import confidence_interval
from levmetrics.significance.paired_comparison import Comparison, compare
from levmetrics.significance.paired_tests import TESTS, holm
from levmetrics.significance.resampling import (
    checked_level,
    checked_resampling,
)
from levmetrics.significance.segments import segment_differences
from levmetrics.tables import difference_table, p_value_table, system_table

_WORDINGS = {"compounds", "alternatives", "equivalences"}  # by which a reference has several
_OPTIONS = ("confidence_level", "n_resamples", "seed", "groups")

SystemResult: TypeAlias = dict[str, "float | list[float]"]
"""What ``compare_systems`` says of one system; its keys are in the docstring there."""

PairResult: TypeAlias = dict[str, Any]
"""What ``compare_systems`` says of two systems; its keys are in the docstring there."""

_Pair: TypeAlias = tuple[str, str]  # the names of two systems


class Resampling(TypedDict):
    """How intervals and tests resample, by the names of their options."""

    confidence_level: float
    n_resamples: int
    seed: int


class _IntervalOptions(Resampling):
    groups: ColumnLike | None


class SystemComparison(dict[str, Any]):
    """The result of :func:`compare_systems`: a dictionary, which ``rich`` prints as tables."""

    def __rich__(self) -> Group:
        """Return the tables of the systems, of the differences of pairs, and of their p-values."""
        return Group(system_table(self), "", difference_table(self), "", p_value_table(self))


def compare_systems(
    systems: Mapping[str, InputColumn],
    references: InputColumn,
    metric: str = "wer_lev",
    config: str | None = None,
    *,
    groups: ColumnLike | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 0,
    **options: Any,
) -> SystemComparison:
    """Compare the predictions of two or more systems.

    Args:
        systems: by name, the predictions of each: texts, or for ``anls:star`` values.
        references: of the same samples, one or several.
        metric: ``"wer_lev"`` or ``"anls"``, or with a config, ``"wer_lev:cer"``.
        config: the config, if it is not in ``metric``.
        groups: a label for each sample (its speaker or document): the units of intervals and of
            three of the tests; see :func:`levmetrics.significance.paired_comparison.compare`.
        confidence_level: of the intervals.
        n_resamples: of the bootstrap, and of the approximate randomization.
        seed: the same seed gives the same numbers.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold``, ``costs`` ...

    Returns:
        A dictionary, which ``rich.print`` draws as tables. It has

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
        InputError: for fewer than two systems, and for anything that cannot be scored.

    Source: of every number, see :mod:`levmetrics.significance.paired_tests`.

    >>> result = compare_systems({"old": ["a x", "b", "c y"], "new": ["a", "b", "c"]},
    ...                          ["a", "b", "c"])
    >>> result["systems"]["old"]["wer"], result["pairs"][0]["difference"]
    (0.6666666666666666, -0.6666666666666666)

    """
    scoring = scoring_of(metric, config, caller="compare_systems", others=_OPTIONS, options=options)
    resampling = resampling_of(confidence_level, n_resamples, seed)
    if not isinstance(systems, Mapping) or len(systems) < 2:
        raise InputError(
            "systems must be a dictionary of at least two systems: the predictions of each by its "
            'name, as {"old": [...], "new": [...]}'
        )
    preds, target = system_columns(systems, references, scoring.scorer.nested)
    runs = scoring.of_call(SampleReader([*preds.values()], target, ("predictions", "references")))
    scores = PairedScores(scoring)
    scores.add(dict(zip(preds, runs, strict=True)))
    return scores.comparison(resampling, groups=groups)


class PairedScores:
    """What systems are compared by: a few numbers of every sample, added batch by batch.

    >>> scoring = scoring_of("wer_lev", options={})
    >>> scores = PairedScores(scoring)
    >>> for old, new, reference in [("a x", "a", "a"), ("b", "b", "b")]:
    ...     runs = scoring.run([old], [reference]), scoring.run([new], [reference])
    ...     scores.add(dict(zip(["old", "new"], runs)))
    >>> scores.comparison(resampling_of(0.95, 1000, 0))["systems"]["old"]["wer"]
    0.5

    """

    def __init__(self, scoring: Scoring) -> None:
        """Begin without samples.

        Args:
            scoring: the metric with its options.

        """
        self._scoring = scoring
        self._statistics: dict[str, list[SampleStatistics]] = {}
        self._segments: dict[_Pair, list[IntArray]] = {}

    def add(self, runs: Mapping[str, ScoringRun]) -> None:
        """Add samples.

        Args:
            runs: what was scored of each of at least two systems, by its name, on these samples.

        """
        for system, run in runs.items():
            self._statistics.setdefault(system, []).append(run.statistics())
        for pair, differences in _segments(self._scoring, runs).items():
            self._segments.setdefault(pair, []).append(differences)

    def comparison(
        self,
        resampling: Resampling,
        *,
        groups: ColumnLike | None = None,
    ) -> SystemComparison:
        """Compare the systems on all samples.

        Args:
            resampling: of the intervals and tests, as :func:`resampling_of` returns it.
            groups: a label for each sample.

        Returns:
            What :func:`compare_systems` returns.

        Raises:
            InputError: if there is not one label for each sample.

        """
        intervals: _IntervalOptions = {**resampling, "groups": groups}
        scoring = self._scoring
        statistics = {
            system: SampleStatistics.joined(parts) for system, parts in self._statistics.items()
        }
        for of_system in statistics.values():
            scoring.scorer.check_all(of_system)
        segments = {pair: np.concatenate(parts) for pair, parts in self._segments.items()}
        pairs = _pairs(statistics, segments, intervals)
        samples = len(next(iter(statistics.values())))
        units = None if groups is None else len(group_labels(groups, samples).dictionary)
        message = too_few(samples, units)
        return SystemComparison(
            metric=scoring.metric,
            config=scoring.config,
            score=scoring.score,
            higher_is_better=scoring.scorer.higher_is_better,
            samples=samples,
            **resampling,
            **({"too_few": message} if message else {}),
            systems={
                system: _system_result(scoring.score, of_system, intervals)
                for system, of_system in statistics.items()
            },
            pairs=pairs,
            signature=scoring.signature(**resampling),
        )


def resampling_of(confidence_level: float, n_resamples: int, seed: int) -> Resampling:
    """Check how intervals and tests resample.

    Raises:
        InputError: for values that the options cannot have.

    """
    level = checked_level(confidence_level)
    n_resamples, seed = checked_resampling(n_resamples, seed)
    return {"confidence_level": level, "n_resamples": n_resamples, "seed": seed}


def _segments(scoring: Scoring, runs: Mapping[str, ScoringRun]) -> dict[_Pair, IntArray]:
    """Return every pair's differences, segment by segment, for the MAPSSWE test.

    Only pooled errors have segments, between stretches of correct tokens; else there are none.
    """
    if not isinstance(scoring.scorer, ErrorRateScorer) or scoring.scorer.reduction != "corpus":
        return {}
    places = {system: run.edit_places() for system, run in runs.items()}
    return {
        (a, b): segment_differences(places[a], places[b], _differ(scoring, runs[a], runs[b]))
        for a, b in combinations(runs, 2)
    }


def _differ(scoring: Scoring, a: ScoringRun, b: ScoringRun) -> npt.NDArray[np.bool_]:
    """Tell of every sample whether two systems were compared with different references of it.

    Those are other references, or other wordings of the same one.
    """
    differ: npt.NDArray[np.bool_] = a.chosen_references() != b.chosen_references()
    if _WORDINGS & scoring.scorer.settings.keys():
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
            compare(
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


def _pair_result(names: tuple[str, str], comparison: Comparison) -> PairResult:
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

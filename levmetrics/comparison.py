"""Several systems on the same references: scores, intervals, and whether they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from rich.console import Group

from levmetrics.columns import InputError, IntArray, TextColumn, prediction_column, reference_column
from levmetrics.configs import find_config
from levmetrics.error_rates import count_errors
from levmetrics.metrics import ErrorRates
from levmetrics.report import difference_table, p_value_table, system_table
from levmetrics.segments import segment_differences
from levmetrics.significance import TESTS, Comparison, compare, confidence_interval, holm
from levmetrics.values import ValueColumn, value_column

_OPTIONS = ("confidence_level", "n_resamples", "seed", "groups")


class SystemComparison(dict[str, Any]):
    """What :func:`compare_systems` returns: a dictionary, which ``rich`` prints as tables."""

    def __rich__(self) -> Group:
        """Draw the systems, and below them the differences of pairs and their p-values."""
        return Group(system_table(self), "", difference_table(self), "", p_value_table(self))


def compare_systems(
    systems: Mapping[str, Any],
    references: Any,
    metric: str = "wer_lev",
    config: str | None = None,
    *,
    groups: Any = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 0,
    **options: Any,
) -> SystemComparison:
    """Compare the predictions of two or more systems.

    Args:
        systems: by name, the predictions of each: what the metric takes.
        references: what the metric takes, for the same samples.
        metric: ``"wer_lev"`` or ``"anls"``, or with a config, ``"wer_lev:cer"``.
        config: the config, if it is not in ``metric``.
        groups: a label for each sample (its speaker or document); intervals and tests are then
            over groups; see :func:`levmetrics.significance.compare`.
        confidence_level: of the intervals.
        n_resamples: of the bootstrap, and of the approximate randomization.
        seed: the same seed gives the same numbers.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold``, ``costs`` ...

    Returns:
        A dictionary, which ``rich.print`` draws as tables:

        - ``metric``, ``config``, ``score`` (the key of the score), ``higher_is_better``,
          ``samples``, ``confidence_level``, ``n_resamples``, ``seed``, ``signature``
        - ``systems``: by name, ``<score>`` and ``<score>_interval``
        - ``pairs``: a list, for every pair of ``systems`` (two names) ``difference`` (the second's
          score less the first's), ``difference_interval``, ``probability_of_improvement`` (that
          the second is better), and the p-values ``mapsswe`` (``None`` but for error rates),
          ``sign``, ``wilcoxon``, ``mcnemar``, ``approximate_randomization``. With more than two
          systems the p-values are Holm's, over all pairs, and ``uncorrected`` has each by itself.

    Raises:
        InputError: for fewer than two systems, and for anything that cannot be scored.

    Source: of every number, see :mod:`levmetrics.significance`.

    >>> result = compare_systems({"old": ["a x", "b", "c y"], "new": ["a", "b", "c"]},
    ...                          ["a", "b", "c"])
    >>> result["systems"]["old"]["wer"], result["pairs"][0]["difference"]
    (0.6666666666666666, -0.6666666666666666)

    """
    name, config_name, found = find_config(metric, config)
    scorer = found.make("compare_systems", options, _OPTIONS)
    preds, target = _columns(systems, references, found.nested)
    samples, segments = _measured(scorer, preds, target)
    statistics = {system: scorer.statistics(samples[system]) for system in samples}
    resampling: dict[str, Any] = {
        "confidence_level": confidence_level,
        "n_resamples": n_resamples,
        "seed": seed,
    }
    pairs = [
        {
            "systems": [a, b],
            **_pair(
                compare(
                    statistics[a],
                    statistics[b],
                    segment_differences=segments(a, b),
                    groups=groups,
                    **resampling,
                )
            ),
        }
        for a, b in combinations(statistics, 2)
    ]
    _correct(pairs)
    return SystemComparison(
        metric=name,
        config=config_name,
        score=found.score,
        higher_is_better=next(iter(statistics.values())).higher_is_better,
        samples=len(target),
        **resampling,
        systems={
            system: {
                found.score: own.value,
                f"{found.score}_interval": [*confidence_interval(own, groups=groups, **resampling)],
            }
            for system, own in statistics.items()
        },
        pairs=pairs,
        signature=scorer.signature(name, config=config_name, **resampling),
    )


def _columns(
    systems: Any, references: Any, nested: bool
) -> tuple[dict[str, TextColumn | ValueColumn], TextColumn | ValueColumn]:
    if not isinstance(systems, Mapping) or len(systems) < 2:
        raise InputError(
            "systems must be a dictionary of at least two systems: the predictions of each by its "
            'name, as {"old": [...], "new": [...]}'
        )
    for name, predictions in systems.items():
        if isinstance(predictions, str):
            raise InputError(
                f"systems[{name!r}] is a bare string; give a list with one prediction a sample"
            )
    if isinstance(references, str):
        raise InputError("references is a bare string; give a list with one a sample")
    if nested:
        return (
            {name: value_column(own, f"systems[{name!r}]") for name, own in systems.items()},
            value_column(references, "references"),
        )
    return (
        {name: prediction_column(own, f"systems[{name!r}]") for name, own in systems.items()},
        reference_column(references, "references"),
    )


def _measured(
    scorer: Any, preds: Mapping[str, Any], target: Any
) -> tuple[dict[str, Any], Callable[[str, str], IntArray | None]]:
    """Measure every system, and return what finds the segments of two of them."""
    if not isinstance(scorer, ErrorRates):
        return {name: scorer.measure(own, target) for name, own in preds.items()}, _no_segments
    pairs = {name: scorer.read(own, target) for name, own in preds.items()}
    counts = {name: count_errors(own, scorer.costs) for name, own in pairs.items()}

    def segments(a: str, b: str) -> IntArray:
        chosen_a, chosen_b = (counts[name].rows()[:, -1] for name in (a, b))
        return segment_differences(
            pairs[a].with_references(chosen_a),
            pairs[b].with_references(chosen_b),
            chosen_a != chosen_b,
        )

    return counts, segments


def _no_segments(a: str, b: str) -> None:
    """Find none: only error rates have alignments with right tokens in between."""


def _pair(found: Comparison) -> dict[str, Any]:
    return {
        "difference": found.difference,
        "difference_interval": [*found.interval],
        "probability_of_improvement": found.probability_of_improvement,
        **found.p_values,
    }


def _correct(pairs: list[dict[str, Any]]) -> None:
    """Put Holm's p-values in the place of each test's own, if there are several pairs."""
    if len(pairs) == 1:
        return
    for pair in pairs:
        pair["uncorrected"] = {test: pair[test] for test in TESTS}
    for test in TESTS:
        own = [pair[test] for pair in pairs]
        if None not in own:
            for pair, corrected in zip(pairs, holm(own), strict=True):
                pair[test] = corrected

"""The systems of a view: runs on the same samples, and their comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from levmetrics.alignment.explanation import Confusions, UnexplainedError
from levmetrics.comparison.comparison import Comparison, compare
from levmetrics.core.metric import NO_MEANS, Metric
from levmetrics.core.run import Run, worst_first
from levmetrics.errors import InputError
from levmetrics.inputs.values import check_systems
from levmetrics.rendering.labels import Label
from levmetrics.significance.few_units import Reliability, reliability
from levmetrics.significance.resampling import Resampling

_MAX_CONFUSIONS = 20  # confusions of each kind
DEFAULT_RESAMPLING: Resampling = {"confidence_level": 0.95, "n_resamples": 1000, "seed": 0}


@dataclass(frozen=True)
class Systems:
    """Systems that were scored on the same samples.

    Attributes:
        runs: the run of each system, by its name; none for a comparison whose runs are gone.
        resampling: the options of intervals and tests.
        comparison: the comparison of the systems; ``None`` for a single system.

    """

    runs: Mapping[str, Run]
    resampling: Resampling = field(default_factory=DEFAULT_RESAMPLING.copy)
    comparison: Comparison | None = None

    @property
    def first(self) -> Run:
        """The run of the first system."""
        return next(iter(self.runs.values()))

    @property
    def metric(self) -> Metric[Any]:
        """The metric and its options."""
        return self.first.metric if self.comparison is None else self.comparison.scorer

    @property
    def label(self) -> Label:
        """How the score is named and written."""
        return self.metric.label

    @property
    def signature(self) -> str:
        """The signature of the scores."""
        if self.comparison is not None:
            return str(self.comparison["signature"])
        return self.first.signature(**self.resampling)

    @cached_property
    def ids(self) -> Sequence[str]:
        """The id of each sample; without ids, its number from 1."""
        return self.first.ids or [*map(str, range(1, self.first.sample_count + 1))]

    @cached_property
    def groups(self) -> list[Any] | None:
        """The label of each sample's group; ``None`` without groups."""
        return None if self.first.groups is None else self.first.groups.to_pylist()

    @cached_property
    def units(self) -> tuple[int, int | None]:
        """The number of samples, and of groups if groups are resampled."""
        samples, random_groups = self.first.sample_count, self.first.random_groups
        if random_groups is not None:
            groups = len(random_groups.statistics())
            return samples, groups if groups < samples else None
        return samples, None if self.groups is None else len({*self.groups})

    @property
    def can_resample(self) -> bool:
        """Whether there are units to resample; a sum of runs has only random groups."""
        return self.has_samples or (bool(self.runs) and self.first.random_groups is not None)

    @property
    def reliability(self) -> Reliability:
        """What the samples or groups allow: intervals, rough ones, or none."""
        return reliability(*self.units)

    @cached_property
    def intervals(self) -> Mapping[str, Sequence[float]]:
        """The interval of each system's score; empty if there are too few units for any."""
        if not self.can_resample or self.reliability == "none":
            return {}
        if self.comparison is not None:
            key = f"{self.metric.key}_interval"
            return {name: system[key] for name, system in self.comparison["systems"].items()}
        return {
            name: run.interval(groups=self.groups, **self.resampling)
            for name, run in self.runs.items()
        }

    @property
    def has_samples(self) -> bool:
        """Whether the runs still hold their samples; a sum of runs does not."""
        return bool(self.runs) and self.first.has_samples

    @cached_property
    def confusions(self) -> Mapping[str, Confusions]:
        """The most frequent confusions of each system; empty for a metric without any."""
        if not self.has_samples:
            return {}
        try:
            return {name: run.confusions(_MAX_CONFUSIONS) for name, run in self.runs.items()}
        except UnexplainedError:
            return {}

    def worst_with_errors(self, n: int) -> list[int]:
        """Return the indices of the worst ``n`` samples, without those that all systems got right.

        Args:
            n: the number of samples to look at.

        """
        correct = [run.statistics().correct for run in self.runs.values()]
        worst = worst_first([*self.runs.values()])[:n].tolist()
        return [sample for sample in worst if not all(each[sample] for each in correct)]


def systems_of(runs: Mapping[str, Run], resampling: Resampling = DEFAULT_RESAMPLING) -> Systems:
    """Compare runs of systems on the same samples.

    Args:
        runs: the run of each system, by its name.
        resampling: the options of intervals and tests.

    Raises:
        InputError: for runs with different samples or settings, and for a reduction without one
            score.

    """
    check_systems(runs, None)
    for run in runs.values():
        if run.has_samples:
            run.statistics()  # which no other reduction has
        elif run.metric.reduction in NO_MEANS:
            raise InputError("run.no_one_score")
    return Systems(runs, resampling, compare(runs, **resampling) if len(runs) > 1 else None)

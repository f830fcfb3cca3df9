"""The systems of a report: checked, scored in one run each, and compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from levmetrics.alignment.confusions import Confusions
from levmetrics.arrays import IntArray
from levmetrics.comparison import Comparison, compare
from levmetrics.inputs.system_columns import CheckedColumn
from levmetrics.inputs.values import ValueColumn
from levmetrics.rendering.labels import SCORES, Score
from levmetrics.run import Run
from levmetrics.scores.base import Metric
from levmetrics.scores.error_counts import ErrorCounts
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.significance.few_units import too_few
from levmetrics.significance.resampling import Resampling

_MAX_CONFUSIONS = 20  # of each kind
# Returns the text of a sample by its number, from 0.
TextFinder: TypeAlias = Callable[[int], str]


@dataclass(frozen=True)
class Systems:
    """Systems that were scored on the same samples.

    Attributes:
        metric: the metric with its options.
        runs: what was scored of each system, by its name.
        statistics: what each system's score is made of, by its name.
        predictions: of each system, by its name.
        references: of the samples.
        ids: what each sample is called.
        groups: the label of each sample's group; ``None`` without groups.
        resampling: of the intervals and tests.
        comparison: of the systems; ``None`` for a single one.

    """

    metric: Metric[Any]
    runs: Mapping[str, Run]
    statistics: Mapping[str, SampleStatistics]
    predictions: Mapping[str, CheckedColumn]
    references: CheckedColumn
    ids: Sequence[str]
    groups: Sequence[Any] | None
    resampling: Resampling
    comparison: Comparison | None

    @property
    def score(self) -> Score:
        """How the score is called and written."""
        return SCORES[self.metric.key]

    @property
    def signature(self) -> str:
        """Says how the scores came about."""
        return self.metric.signature(**self.resampling)

    @cached_property
    def intervals(self) -> dict[str, Sequence[float] | None]:
        """The interval of each system's score; ``None`` where there is but one unit to resample."""
        if self.comparison is not None:
            key = f"{self.metric.key}_interval"
            return {name: system[key] for name, system in self.comparison["systems"].items()}
        units = len(self.ids) if self.groups is None else len(set(self.groups))
        return {
            name: run.interval(groups=self.groups, **self.resampling) if units > 1 else None
            for name, run in self.runs.items()
        }

    @property
    def too_few(self) -> str:
        """Says that there are too few samples or groups for these; empty if there are enough."""
        return too_few(len(self.ids), None if self.groups is None else len(set(self.groups)))

    def counts(self, system: str) -> ErrorCounts | None:
        """Return the error counts of every sample; ``None`` if the score is no error rate."""
        samples = self.runs[system].measured
        return samples if isinstance(samples, ErrorCounts) else None

    @cached_property
    def confusions(self) -> dict[str, Confusions]:
        """The most frequent confusions of each system; empty for nested values, without tokens."""
        if self.metric.nested:
            return {}
        return {name: run.confusions(_MAX_CONFUSIONS) for name, run in self.runs.items()}

    @cached_property
    def worst_first(self) -> IntArray:
        """The numbers of all samples, the worst first: by errors, rates, and order."""
        scores = np.sum([run.sample_scores() for run in self.runs.values()], axis=0)
        badness = -scores if self.metric.higher_is_better else scores
        counts = [self.counts(system) for system in self.runs]
        errors = sum((one.errors for one in counts if one is not None), np.zeros_like(badness))
        order: IntArray = np.lexsort((-badness, -errors))
        return order


def systems_of(
    runs: Mapping[str, Run],
    resampling: Resampling,
) -> Systems:
    """Compare runs of systems on the same samples.

    Args:
        runs: of each system, by its name.
        resampling: of the intervals and tests.

    Raises:
        InputError: for runs of other samples or settings.

    """
    first = next(iter(runs.values()))
    comparison = compare(runs, **resampling) if len(runs) > 1 else None
    samples = first.sample_count
    return Systems(
        metric=first.metric,
        runs=runs,
        statistics={name: run.statistics() for name, run in runs.items()},
        predictions={name: run.columns()[0] for name, run in runs.items()},
        references=first.columns()[1],
        ids=first.ids or [str(number) for number in range(1, samples + 1)],
        groups=None if first.groups is None else first.groups.to_pylist(),
        resampling=resampling,
        comparison=comparison,
    )


def text_finder(column: CheckedColumn) -> TextFinder:
    """Return the function that finds what a column says of a sample, alternatives by ``|``."""
    if isinstance(column, ValueColumn):
        values = column.values
        return lambda sample: str(values[sample])
    if column.offsets is None:
        return lambda sample: str(column.texts[sample].as_py())
    alternatives = column.nested()
    return lambda sample: " | ".join(alternatives[sample].as_py())

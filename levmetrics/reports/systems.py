"""The systems of a report: checked, scored in one run each, and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from levmetrics.alignment.explanation import Confusions, UnexplainedError
from levmetrics.comparison.comparison import Comparison, compare
from levmetrics.core.metric import Metric
from levmetrics.core.run import Run, worst_first
from levmetrics.errors import InputError, few
from levmetrics.formats.pages.page import Page
from levmetrics.inputs.arrays import IntArray
from levmetrics.rendering.labels import Label
from levmetrics.significance.few_units import Reliability, reliability, too_few
from levmetrics.significance.resampling import Resampling
from levmetrics.sums.sample_statistics import SampleStatistics

_MAX_CONFUSIONS = 20  # confusions of each kind


@dataclass(frozen=True)
class Systems:
    """Systems that were scored on the same samples.

    Attributes:
        runs: the run of each system, by its name.
        metric: the metric and its options.
        ids: the id of each sample; without ids, its number from 1.
        groups: the label of each sample's group; ``None`` without groups.
        statistics: each system's numerators and denominators, by its name.
        resampling: the options of intervals and tests.
        comparison: the comparison of the systems; ``None`` for a single system.
        pages: the regions of pages, by page id.
        images: the folder of the images of the pages; ``None``: no images.

    """

    runs: Mapping[str, Run]
    metric: Metric[Any]
    ids: Sequence[str]
    groups: list[Any] | None
    statistics: Mapping[str, SampleStatistics]
    resampling: Resampling
    comparison: Comparison | None
    pages: Mapping[str, Page] = field(default_factory=dict)
    images: Path | None = None

    @property
    def label(self) -> Label:
        """How the score is named and written."""
        return self.metric.label

    @property
    def signature(self) -> str:
        """The signature of the scores."""
        if self.comparison is not None:
            return str(self.comparison["signature"])
        return self.metric.signature(**self.resampling)

    @cached_property
    def _units(self) -> tuple[int, int | None]:
        """The number of samples, and of groups if groups are resampled."""
        return len(self.ids), None if self.groups is None else len(set(self.groups))

    @property
    def reliability(self) -> Reliability:
        """What the samples or groups allow: intervals, rough ones, or none."""
        return reliability(*self._units)

    @property
    def too_few(self) -> str:
        """A sentence that there are too few samples or groups; empty if there are enough."""
        return too_few(*self._units)

    @cached_property
    def intervals(self) -> dict[str, Sequence[float]]:
        """The interval of each system's score; empty if there are too few units for any."""
        if self.reliability == "none":
            return {}
        if self.comparison is not None:
            key = f"{self.metric.key}_interval"
            return {name: system[key] for name, system in self.comparison["systems"].items()}
        return {
            name: run.interval(groups=self.groups, **self.resampling)
            for name, run in self.runs.items()
        }

    @cached_property
    def confusions(self) -> Mapping[str, Confusions]:
        """The most frequent confusions of each system; empty for a metric without any."""
        try:
            return {name: run.confusions(_MAX_CONFUSIONS) for name, run in self.runs.items()}
        except UnexplainedError:
            return {}

    def worst_with_errors(self, n: int) -> list[int]:
        """Return the indices of the worst ``n`` samples, without those that all systems got right.

        Args:
            n: the number of samples to look at.

        """
        correct = [of_system.correct for of_system in self.statistics.values()]
        worst = self.worst_first[:n].tolist()
        return [sample for sample in worst if not all(each[sample] for each in correct)]

    @cached_property
    def worst_first(self) -> IntArray:
        """The indices of all samples, the worst first: by errors, then rate, then order."""
        return worst_first([*self.runs.values()])


def systems_of(
    runs: Mapping[str, Run],
    resampling: Resampling,
    pages: Mapping[str, Page] | None = None,
    images: str | Path | None = None,
) -> Systems:
    """Compare runs of systems on the same samples.

    Args:
        runs: the run of each system, by its name.
        resampling: the options of intervals and tests.
        pages: the regions of pages, by page id.
        images: the folder of the pages' images.

    Raises:
        InputError: for runs with different samples or settings, and for a reduction without one
            score.

    """
    statistics = {name: run.statistics() for name, run in runs.items()}
    comparison = compare(runs, **resampling) if len(runs) > 1 else None
    first = next(iter(runs.values()))
    ids = first.ids or [*map(str, range(1, first.sample_count + 1))]
    groups = None if first.groups is None else first.groups.to_pylist()
    beneath = None if images is None else Path(images)
    if not isinstance(pages or {}, Mapping):
        raise InputError("pages.no_mapping", kind=type(pages).__name__)
    if pages and not {*pages} & {*ids}:
        raise InputError("pages.not_of_samples", ids=few(pages))
    if images is not None and not any(page.image for page in (pages or {}).values()):
        raise InputError("report.images_of_pages")
    return Systems(
        runs, first.metric, ids, groups, statistics, resampling, comparison, pages or {}, beneath
    )

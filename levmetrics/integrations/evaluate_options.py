"""The options of an evaluate module's compute that no metric has: what to report of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.run import Run
from levmetrics.scores.base import Metric, Result
from levmetrics.significance.resampling import resampling_of


@dataclass(frozen=True)
class ReportOptions:
    """What to report besides the score.

    Attributes:
        confidence_level: of an interval; ``None``: none is reported.
        n_resamples: of the interval.
        seed: of the interval.
        groups: a label for each sample, by which the interval is resampled and, for error rates,
            results are reported.
        signature: whether to report the signature.

    """

    confidence_level: float | None = None
    n_resamples: int = 1000
    seed: int = 0
    groups: ColumnLike | None = None
    signature: bool = False

    @property
    def resampling(self) -> dict[str, Any]:
        """How the interval is resampled; empty without an interval."""
        if self.confidence_level is None:
            return {}
        return {
            "confidence_level": self.confidence_level,
            "n_resamples": self.n_resamples,
            "seed": self.seed,
        }

    def check(self, metric: Metric[Any], *, scores_groups: bool) -> None:
        """Refuse options that cannot be used.

        Args:
            metric: with its options.
            scores_groups: whether results are reported for groups.

        Raises:
            InputError: naming the option.

        """
        level = 0.95 if self.confidence_level is None else self.confidence_level
        resampling_of(level, self.n_resamples, self.seed)  # for its checks
        if self.confidence_level is not None:
            Run.of(metric, [], []).statistics()  # refuses a reduction that has no interval
        elif self.groups is not None and not scores_groups:
            raise InputError("evaluate.groups_without_level")

    def added_to(self, result: Result, run: Run, *, scores_groups: bool) -> Result:
        """Return a result with what else is to be reported of its run.

        Raises:
            InputError: for groups that do not fit the samples, and too few samples for an interval.

        """
        report: Result = {}
        if self.confidence_level is not None:
            interval = run.interval(groups=self.groups, **self.resampling)
            report[f"{run.metric.key}_interval"] = [*interval]
        if scores_groups and self.groups is not None:
            report["groups"] = run.by_group(self.groups)
        if self.signature:
            report["signature"] = run.signature(**self.resampling)
        return {**result, **report}

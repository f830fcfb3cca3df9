"""The options of an evaluate module's compute, checked, and the result that they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.metric import get_metric
from levmetrics.metrics.any_metric import AnyMetric
from levmetrics.run import Run
from levmetrics.scores.base import Metric, Result
from levmetrics.significance.resampling import resampling_of


@dataclass(frozen=True)
class ReportOptions:
    """Options of compute that no metric has: what to report besides the score.

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


_REPORT_OPTIONS = tuple(option.name for option in fields(ReportOptions))


@dataclass(frozen=True)
class ComputeRequest:
    """A call of compute, checked.

    Attributes:
        metric: with its options.
        state: the torchmetrics class of the metric, empty.
        report: what to report besides the score.
        scores_groups: whether to report a result for each group.

    """

    metric: Metric[Any]
    state: AnyMetric
    report: ReportOptions
    scores_groups: bool

    def result(self, preds: Any, target: Any) -> Result:
        """Return the scores of the torchmetrics class, and the rest of the report.

        Args:
            preds: one prediction a sample, as the metric takes them.
            target: the references.

        Raises:
            InputError: for anything that cannot be scored, groups that do not fit the samples, and
                too few samples for an interval.

        """
        self.state.update(preds, target)
        result = self.metric.named(self.state.compute())
        run, report = self.state.last, self.report
        assert run is not None
        if report.confidence_level is not None:
            interval = run.interval(groups=report.groups, **report.resampling)
            result[f"{self.metric.key}_interval"] = [*interval]
        if self.scores_groups and report.groups is not None:
            result["groups"] = run.by_group(report.groups)
        if report.signature:
            result["signature"] = run.signature(**report.resampling)
        return result


def compute_request(
    module: str,
    config: str,
    options: Mapping[str, Any],
    *,
    scores_groups: bool,
) -> ComputeRequest:
    """Check the options of a call of compute.

    Args:
        module: the module's name.
        config: the config's name.
        options: by name, those of the metric and :class:`ReportOptions`.
        scores_groups: whether the module reports results for groups.

    Raises:
        InputError: for options that cannot be used.

    """
    report = ReportOptions(**{k: v for k, v in options.items() if k in _REPORT_OPTIONS})
    metric_options = {k: v for k, v in options.items() if k not in _REPORT_OPTIONS}
    metric = get_metric(
        module,
        config,
        caller=f"{module}.compute",
        others=_REPORT_OPTIONS,
        options=metric_options,
    )
    level = 0.95 if report.confidence_level is None else report.confidence_level
    resampling_of(level, report.n_resamples, report.seed)  # for its checks
    if report.confidence_level is not None:
        Run.of(metric, [], []).statistics()  # refuses a reduction that has no interval
    elif report.groups is not None and not scores_groups:
        raise InputError(
            "groups is given without confidence_level; they are what the interval is resampled "
            "by: give both, or neither"
        )
    # All samples are here; the metric must not wait for those of other processes.
    return ComputeRequest(metric, AnyMetric(metric, sync_on_compute=False), report, scores_groups)

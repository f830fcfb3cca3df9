"""The options of an evaluate module's compute, checked, and the result that they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypedDict

from levmetrics.configs import Config
from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.metrics.scorer_metric import ScorerMetric
from levmetrics.metrics.text_metric import TextMetric
from levmetrics.scoring import Result, Scoring, ScoringRun
from levmetrics.significance.resampling import checked_level, checked_resampling


class Resampling(TypedDict, total=False):
    """The options of an interval that are in the signature of a score."""

    confidence_level: float
    n_resamples: int
    seed: int


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
    def resampling(self) -> Resampling:
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
        metric: the torchmetrics metric, empty.
        scoring: the metric's options, by the names of the module.
        report: what to report besides the score.
        scores_groups: whether to report a result for each group.

    """

    metric: TextMetric
    scoring: Scoring
    report: ReportOptions
    scores_groups: bool

    def result(self, run: ScoringRun) -> Result:
        """Return the scores of a run through the torchmetrics metric, and the rest of the report.

        Raises:
            InputError: for groups that do not fit the samples, and too few samples for an interval.

        """
        self.metric.add(run)
        result = self.scoring.named(self.metric.results())
        report = self.report
        if report.confidence_level is not None:
            interval = run.interval(groups=report.groups, **report.resampling)
            result[f"{self.scoring.score}_interval"] = [*interval]
        if self.scores_groups and report.groups is not None:
            result["groups"] = run.by_group(report.groups)
        if report.signature:
            result["signature"] = run.signature(**report.resampling)
        return result


def compute_request(
    module: str,
    config_name: str,
    config: Config,
    options: Mapping[str, Any],
    *,
    scores_groups: bool,
) -> ComputeRequest:
    """Check the options of a call of compute.

    Args:
        module: the module's name.
        config_name: the config's name.
        config: the config.
        options: by name, those of the metric and :class:`ReportOptions`.
        scores_groups: whether the module reports results for groups.

    Raises:
        InputError: for options that cannot be used.

    """
    report = ReportOptions(**{k: v for k, v in options.items() if k in _REPORT_OPTIONS})
    metric_options = {k: v for k, v in options.items() if k not in _REPORT_OPTIONS}
    name, caller = f"{module}:{config_name}", f"{module}.compute"
    chosen = config.options(name, caller, metric_options, _REPORT_OPTIONS)
    # All samples are here; the metric must not wait for those of other processes.
    scorer = config.scorer(**chosen)
    metric = ScorerMetric(scorer, sync_on_compute=False)
    scoring = Scoring(scorer, module, config_name, config.score)
    checked_resampling(report.n_resamples, report.seed)
    if report.confidence_level is not None:
        checked_level(report.confidence_level)
        scoring.run([], []).statistics()  # refuses a reduction that has no interval
    elif report.groups is not None and not scores_groups:
        raise InputError(
            "groups is given without confidence_level; they are what the interval is resampled "
            "by: give both, or neither"
        )
    return ComputeRequest(metric, scoring, report, scores_groups)

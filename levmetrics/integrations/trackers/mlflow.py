"""MLflow: a report as metrics and artifacts of a run, and a metric of its evaluations."""

from __future__ import annotations

import posixpath
import re
from typing import Any

from levmetrics.core.names import get_metric
from levmetrics.errors import InputError
from levmetrics.integrations.answers import score_answers
from levmetrics.integrations.trackers.contents import confusions, numbers
from levmetrics.reports.report import Report
from levmetrics.system.extras import known_versions

with known_versions("levmetrics.integrations.trackers.mlflow", "mlflow", "3.17"):
    import mlflow
    import pandas
    from mlflow.metrics import MetricValue
    from mlflow.models import EvaluationMetric, make_metric

_NAME = re.compile(r"[\w.\- :/]{1,250}")  # allowed by MLflow


def log(report: Report, *, step: int | None = None, prefix: str = "") -> None:
    """Log a report to the active run, or to a new one.

    Scores and the ends of their intervals are metrics. The page with the worst alignments is the
    artifact ``report.html``, and the confusions are the table ``confusions.json``, both in a folder
    for the step. A second report in the same folder replaces both.

    Args:
        report: a report made by :meth:`levmetrics.core.run.Run.report`.
        step: the training step.
        prefix: the prefix of the metrics' names, and the name of the artifacts' folder, with ``_``
            in place of each colon.

    Raises:
        InputError: for names of systems and prefixes that MLflow does not allow, before anything is
            logged.

    """
    parts = [prefix.strip("_/").replace(":", "_"), "" if step is None else f"step_{step}"]
    folder = "".join(f"{part}/" for part in parts if part)
    metrics = numbers(report, prefix)
    for name in (*metrics, f"{folder}confusions.json"):
        is_path = posixpath.normpath(name) == name and not name.startswith(("/", ".."))
        if not (_NAME.fullmatch(name) and is_path):
            shown = name if len(name) <= 100 else f"{name[:100]}…"
            raise InputError("tracker.mlflow_name", name=shown)
    mlflow.log_metrics(metrics, step=step)
    mlflow.log_text(report.html(), f"{folder}report.html")
    table = confusions(report)
    # log_table appends to an existing table, and only it marks the file as a table.
    mlflow.log_table(pandas.DataFrame(**table), f"{folder}confusions.json")
    mlflow.log_dict(table, f"{folder}confusions.json")


def metric(name: str, **options: Any) -> EvaluationMetric:
    """Return a metric for ``mlflow.models.evaluate(extra_metrics=[...])``.

    It gives the score of every row and the score of the corpus. An error rate of the corpus is
    pooled; it is not the mean of the rows' rates.

    Args:
        name: the metric's name, such as ``"cer"``.
        **options: the metric's options: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Raises:
        InputError: for unknown names and options.

    """
    metric = get_metric(name, caller="mlflow.metric", options=options)

    def evaluated(predictions: Any, targets: Any) -> MetricValue:
        run = score_answers(metric, [*predictions], [*targets])
        scores = run.sample_scores().tolist()
        return MetricValue(scores=scores, aggregate_results={metric.key: run.score})

    return make_metric(
        eval_fn=evaluated,
        greater_is_better=metric.higher_is_better,
        name=name,
        metric_details=metric.signature(),
    )

"""MLflow: a report as metrics and artifacts of a run, and a metric of its evaluations."""

from __future__ import annotations

import posixpath
import re
from typing import Any

from levmetrics.errors import InputError
from levmetrics.extras import known_versions
from levmetrics.integrations.answers import score_answers
from levmetrics.integrations.trackers.contents import confusions, numbers
from levmetrics.metric import get_metric
from levmetrics.reports.report import Report

with known_versions("levmetrics.integrations.trackers.mlflow", "mlflow", "3.17"):
    import mlflow
    import pandas
    from mlflow.metrics import MetricValue
    from mlflow.models import EvaluationMetric, make_metric

_NAME = re.compile(r"[\w.\- :/]{1,250}")  # what MLflow takes


def log(report: Report, *, step: int | None = None, prefix: str = "") -> None:
    """Log a report to the active run, or to a new one.

    Scores and the ends of their intervals are metrics; the page with the worst alignments is the
    artifact ``report.html``, and the confusions are the table ``confusions.json``, both in a folder
    of the step. A second report of the same folder replaces both.

    Args:
        report: :func:`levmetrics.report` makes it.
        step: of the training.
        prefix: put before the names of the metrics, and the name of the artifacts' folder, in which
            ``_`` stands for each colon.

    Raises:
        InputError: for names of systems and prefixes that MLflow does not take, before anything is
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
    # log_table appends to a table that is there, and alone says that the file is a table.
    mlflow.log_table(pandas.DataFrame(**table), f"{folder}confusions.json")
    mlflow.log_dict(table, f"{folder}confusions.json")


def metric(name: str, **options: Any) -> EvaluationMetric:
    """Make a metric for ``mlflow.models.evaluate(extra_metrics=[...])``.

    It has the score of every row, and of all rows the score of the corpus: of an error rate the
    pooled one, and not the mean of the rows'.

    Args:
        name: ``"METRIC:CONFIG"``, as ``"wer_lev:cer"``.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold`` ...

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

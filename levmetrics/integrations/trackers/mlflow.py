"""MLflow: a report as metrics and artifacts of a run, and a metric of its evaluations."""

from __future__ import annotations

from typing import Any

from levmetrics.extras import known_versions
from levmetrics.integrations.answers import score_answers
from levmetrics.integrations.trackers.contents import Confusion, confusions, numbers
from levmetrics.reports.report import Report
from levmetrics.scoring import scoring_of

with known_versions("levmetrics.integrations.trackers.mlflow", "mlflow", "3.17"):
    import mlflow
    from mlflow.metrics import MetricValue
    from mlflow.models import EvaluationMetric, make_metric


def log(report: Report, *, step: int | None = None, prefix: str = "") -> None:
    """Log a report to the active run, or to a new one.

    Scores and the ends of their intervals are metrics; the page with the worst alignments is the
    artifact ``report.html``, and the confusions are the table ``confusions.json``, both in a folder
    of the step.

    Args:
        report: :func:`levmetrics.report` makes it.
        step: of the training.
        prefix: put before the names of the metrics, and the name of the artifacts' folder.

    """
    folder = "/".join(filter(None, [prefix.strip("_/"), "" if step is None else f"step_{step}"]))
    place = f"{folder}/" if folder else ""
    mlflow.log_metrics(numbers(report, prefix), step=step)
    mlflow.log_text(report.html(), f"{place}report.html")
    rows = confusions(report)
    columns = {name: [getattr(row, name) for row in rows] for name in Confusion._fields}
    mlflow.log_table(columns, f"{place}confusions.json")


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
    scoring = scoring_of(name, caller="mlflow.metric", options=options)

    def evaluated(predictions: Any, targets: Any) -> MetricValue:
        run = score_answers(scoring, [*predictions], [*targets])
        value = float(run.result()[scoring.score])
        return MetricValue(
            scores=run.sample_scores().tolist(), aggregate_results={scoring.score: value}
        )

    return make_metric(
        eval_fn=evaluated,
        greater_is_better=scoring.scorer.higher_is_better,
        name=name,
        metric_details=scoring.signature(),
    )

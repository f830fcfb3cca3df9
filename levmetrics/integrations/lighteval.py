"""Metrics for lighteval: ``LightevalTaskConfig(metrics=[task_metric("anls:docvqa")])``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import levmetrics.core.metric as core
from levmetrics.core.names import get_metric
from levmetrics.errors import InputError
from levmetrics.integrations.answers import score_answers
from levmetrics.sums.sample_statistics import SampleStatistics
from levmetrics.system.extras import known_versions

with known_versions("levmetrics.integrations.lighteval", "lighteval", "0.13.0"):
    from lighteval.metrics.metrics_corpus import CorpusLevelComputation
    from lighteval.metrics.metrics_sample import SampleLevelComputation
    from lighteval.metrics.utils.metric_utils import CorpusLevelMetric, Metric, SampleLevelMetric
    from lighteval.models.model_output import ModelResponse
    from lighteval.tasks.requests import Doc, SamplingMethod


def task_metric(metric: str, **options: Any) -> Metric:
    """Return a metric for a generative task.

    Every document is scored by the nearest of its targets (``Doc.get_golds()``), all documents of a
    task at once. Of several answers to a document, the first counts.

    Args:
        metric: its name, which the results have as it is given here.
        **options: the metric's options: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Returns:
        A ``SampleLevelMetric`` if the score is the mean of the documents' scores; for an error
        rate, a ``CorpusLevelMetric``, which adds up numerators and denominators.

    Raises:
        InputError: for unknown names and options, and for a reduction that does not give one score.

    >>> from lighteval.models.model_output import ModelResponse
    >>> from lighteval.tasks.requests import Doc
    >>> docs = [Doc(query="", choices=["who is there"], gold_index=0)]
    >>> task_metric("anls").compute_sample(docs=docs, responses=[ModelResponse(text=["who is"])])
    {'anls': [0.5]}

    """
    scored = get_metric(metric, caller="task_metric", options=options)
    if scored.reduction not in ("mean", "corpus"):
        raise InputError("harness.reduction", reduction=scored.reduction)
    facts = {
        "metric_name": metric,
        "higher_is_better": scored.higher_is_better,
        "category": SamplingMethod.GENERATIVE,
        "batched_compute": True,
        "sample_level_fn": DocumentScores(scored),
    }
    if scored.reduction == "mean":
        return SampleLevelMetric(**facts, corpus_level_fn=np.mean)
    return CorpusLevelMetric(**facts, corpus_level_fn=Pooled(metric, scored))


class DocumentScores(SampleLevelComputation):
    """The score of every document, or for pooled scores its numerator and denominator."""

    def __init__(self, metric: core.Metric[Any]) -> None:
        self.metric = metric

    def compute(self, *, responses: Sequence[ModelResponse], docs: Sequence[Doc]) -> list[Any]:
        """Score all documents of a task.

        Raises:
            InputError: for anything that cannot be scored.

        """
        answers = [response.final_text[0] for response in responses]
        targets = [doc.get_golds() for doc in docs]
        statistics = score_answers(self.metric, answers, targets).statistics()
        if self.metric.reduction == "mean":
            return [*statistics.rates.tolist()]
        parts = [statistics.numerators, statistics.denominators]
        return [*np.stack(parts, axis=1).tolist()]


class Pooled(CorpusLevelComputation):
    """The score of a task and its standard error, from numerators and denominators."""

    def __init__(self, name: str, metric: core.Metric[Any]) -> None:
        self.name = name
        self.metric = metric

    def compute_corpus(self, items: Sequence[Sequence[float]]) -> dict[str, float]:
        """Divide the sums.

        The standard error has the name that lighteval displays, in place of lighteval's own
        bootstrap, which divides the standard deviation of the resampled scores by the square root
        of their number once more.
        """
        numerators, denominators = np.transpose(items)
        statistics = SampleStatistics(numerators, denominators, self.metric.higher_is_better)
        return {self.name: statistics.value, f"{self.name}_stderr": statistics.standard_error}

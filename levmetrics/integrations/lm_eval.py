"""Metrics for the tasks of lm-evaluation-harness and of lmms-eval.

Both harnesses keep a value per document and aggregate the values at the end. Here this value is the
sample itself, and all samples are scored at once. In the YAML of a task whose documents have one
target::

    metric_list:
      - metric: !function levmetrics.integrations.lm_eval.wer_lev:cer
        aggregation: !function levmetrics.integrations.lm_eval.pooled
        higher_is_better: false

With several targets, the harnesses would turn any score other than 0 into 1. In this case, name the
field with the targets in a Python file beside the YAML::

    process_results = levmetrics.integrations.lm_eval.task_metrics(
        "anls:docvqa", references="answers"
    )

and refer to it in the YAML, with the same aggregation::

    process_results: !function utils.process_results
    metric_list:
      - metric: anls:docvqa
        aggregation: !function levmetrics.integrations.lm_eval.pooled
        higher_is_better: true

A ``schema`` of records is written out, is a pydantic model (``!function utils.Invoice``), or is the
path of a file of JSON Schema, from the folder in which the harness runs: ``schema:
tasks/invoice.schema.json``. ``keywords`` and ``equivalences`` may name files, too.

A metric ``NAME_stderr`` with the aggregation ``standard_error`` is shown as the standard error of
``NAME``. Without it there is none, since the harnesses compute standard errors only for a few
aggregations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from levmetrics.core.aliases import qualified
from levmetrics.core.metric import Metric
from levmetrics.core.names import all_configs, config_of, find_config, get_metric
from levmetrics.core.plugins import plugin_names
from levmetrics.core.run import Run
from levmetrics.errors import InputError, Place, few, quoted
from levmetrics.integrations.answers import score_answers
from levmetrics.system.extras import known_versions

_STDERR = "_stderr"
_AGGREGATION = "levmetrics"
_CALLER = "the task's metric"  # has options, for messages


class TaskSample(NamedTuple):
    """The sample of one document, kept until all documents are scored.

    Attributes:
        prediction: the model's answer.
        references: the target, or several targets.
        metric: its name, as the task writes it.
        options: the metric's options, by name.

    """

    prediction: Any
    references: Any
    metric: str
    options: Mapping[str, Any]


class TaskMetric:
    """A metric as the harnesses call it, for one document with one target.

    The metric's options are keys beside it in the YAML: ``tokenizer: mecab``.

    >>> TaskMetric("wer_lev:cer")(references=["ab"], predictions=["a"], normalizer="lower")
    TaskSample(prediction='a', references='ab', metric='wer_lev:cer',
        options={'normalizer': 'lower'})

    """

    def __init__(self, name: str) -> None:
        self.__name__ = name  # the name in results
        self._metric = name.removesuffix(_STDERR)

    def __call__(
        self, references: Sequence[Any], predictions: Sequence[Any], **options: Any
    ) -> TaskSample:
        """Return the sample of one document."""
        return TaskSample(predictions[0], references[0], self._metric, options)


def task_metrics(
    *metrics: str, references: str, **options: Any
) -> Callable[[Mapping[str, Any], Sequence[Any]], dict[str, TaskSample]]:
    """Return the ``process_results`` of a task with any number of targets per document.

    Args:
        *metrics: the metrics' names, as in the task's ``metric_list``; with the suffix
            ``_stderr`` for the standard error.
        references: the field of a document with its targets.
        **options: options of these metrics: ``tokenizer``, ``normalizer``, ``threshold`` ...;
            ``schema``, ``keywords`` and ``equivalences`` may be paths of files.

    Raises:
        InputError: for unknown names and options, and for a file that cannot be read.

    >>> process_results = task_metrics("anls:docvqa", references="answers")
    >>> sample = process_results({"answers": ["7", "seven"]}, ["Seven."])["anls:docvqa"]
    >>> round(pooled([sample]), 3)
    0.833

    """
    if not metrics:
        raise InputError("harness.no_metric")
    names = {name: name.removesuffix(_STDERR) for name in metrics}
    for metric in names.values():
        _metric_of(metric, options)

    def process_results(doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, TaskSample]:
        if references not in doc:
            raise InputError("harness.no_field", field=references, known=few(doc))
        return {
            name: TaskSample(results[0], doc[references], metric, options)
            for name, metric in names.items()
        }

    return process_results


def pooled(samples: Sequence[TaskSample]) -> float:
    """Aggregate a task: score all of its documents at once.

    For error rates this is the pooled rate of the corpus, not the mean of the documents' rates.

    Raises:
        InputError: for values that are not samples of these metrics, or cannot be scored.

    >>> metric = TaskMetric("wer_lev")
    >>> texts = [("is there", "who is there"), ("hello", "hello")]
    >>> pooled([metric([target], [answer]) for answer, target in texts])
    0.25

    """
    return _run(samples).score


def standard_error(samples: Sequence[TaskSample]) -> float:
    """Aggregate a task to the standard error of its score; NaN for one document.

    For a mean it is the usual standard error; for a quotient of sums, such as an error rate, it is
    the linearized one: Cochran, "Sampling Techniques", 3rd edition 1977, section 6.4.

    Raises:
        InputError: for values that are not samples of these metrics, or cannot be scored.

    >>> metric = TaskMetric("wer_lev")
    >>> texts = [("is there", "who is there"), ("hello", "hello")]
    >>> round(standard_error([metric([target], [answer]) for answer, target in texts]), 3)
    0.125

    """
    return _run(samples).statistics().standard_error


def register() -> None:
    """Register every metric with lm-evaluation-harness: ``metric: anls:docvqa``.

    The names are those of the evaluate modules with a config, ``wer_lev:cer``: other packages have
    metrics under the short ones, which the harness would take from evaluate without a word.

    This is for tasks whose documents have one target, and for ``metric_list`` with
    :func:`task_metrics`. The YAML then needs no aggregation and direction.

    Raises:
        ImportError: if the harness is not installed, or its version has no such registry.

    """
    with known_versions("levmetrics.integrations.lm_eval", "lm_eval", "0.4.13"):
        from lm_eval.api.registry import register_aggregation, register_metric
    _register(register_aggregation, register_metric)


@cache
def _register(register_aggregation: Any, register_metric: Any) -> None:
    register_aggregation(_AGGREGATION)(pooled)
    for metric, config in all_configs().items():
        name, kind = ":".join(filter(None, qualified(metric))), config.kind
        if kind.takes.in_columns:  # others are never a model's answer
            register_metric(
                metric=name, higher_is_better=kind.higher_is_better, aggregation=_AGGREGATION
            )(TaskMetric(name))


def _run(samples: Sequence[TaskSample]) -> Run:
    """Score the samples of one task.

    Raises:
        InputError: for values that are not samples of these metrics, or cannot be scored.

    """
    for number, sample in enumerate(samples):
        place = Place("samples", number)
        if not isinstance(sample, TaskSample):
            raise InputError("harness.no_sample", place=place, given=quoted(sample))
        if sample[2:] != samples[0][2:]:
            metrics = {"metric": sample.metric, "other_metric": samples[0].metric}
            options = {"options": str(sample.options), "other_options": str(samples[0].options)}
            raise InputError("harness.other_metric", place=place, **metrics, **options)
    if not samples:
        raise InputError("samples.none", place="task")
    metric = _metric_of(samples[0].metric, samples[0].options)
    predictions = [sample.prediction for sample in samples]
    return score_answers(metric, predictions, [sample.references for sample in samples])


def _metric_of(name: str, options: Mapping[str, Any]) -> Metric[Any]:
    """Return a metric with the options of a task, which may be the paths of files.

    Raises:
        InputError: for unknown names and options, and for a file that cannot be read.

    """
    options = config_of(name).read_options(options)
    return get_metric(name, caller=_CALLER, options=options)


def __getattr__(name: str) -> TaskMetric:
    """Return the metric of this name, for ``!function levmetrics.integrations.lm_eval.NAME``."""
    missing = AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name.startswith("__"):  # for which Python asks
        raise missing
    metric = name.removesuffix(_STDERR)
    try:
        find_config(metric)
    except InputError as error:
        if ":" in metric or metric in plugin_names():  # a misspelling, or a faulty package
            raise
        raise missing from error
    return TaskMetric(name)

"""The base classes of the evaluate modules ``anls`` and ``wer_lev``: add, add_batch and compute.

The scripts import this module, not the class in it: evaluate takes the first concrete
``evaluate.Metric`` that it finds among a script's names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from types import MethodType
from typing import Any, ClassVar, TypeAlias

from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.inputs.columns import ColumnLike
from levmetrics.run import Run
from levmetrics.scores.base import Metric, Result
from levmetrics.significance.resampling import resampling_of

with needed_by("an evaluate module", "evaluate"):
    import evaluate
    from datasets.utils.py_utils import temp_seed
import pyarrow as pa

from levmetrics.integrations.evaluate_cache import (
    AddedSamples,
    Messages,
    MessagesInFile,
    MessagesInMemory,
    SampleStore,
)
from levmetrics.integrations.evaluate_inputs import (
    MISSING,
    DistributedTextInputs,
    ModuleInputs,
    TextInputs,
    ValueInputs,
    single_argument,
)
from levmetrics.integrations.evaluate_processes import DistributedEvaluation
from levmetrics.metric import find_config, get_metric
from levmetrics.metrics.text_metric import AnyMetric


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


Scoring: TypeAlias = Callable[[Any, Any], Result]
"""Scores checked columns of predictions and references by the options of one call."""

_REPORT_OPTIONS = tuple(option.name for option in fields(ReportOptions))


class TextModule(evaluate.Metric, ABC):
    """An evaluate module over texts: a script derives from it and says what it measures.

    Attributes:
        metric: the metric's name, by which :func:`levmetrics.metric.configs_of` knows its configs.

    """

    metric: ClassVar[str]
    _scores_groups: ClassVar[bool] = False  # or else groups are for the interval alone
    # Attributes of evaluate's untyped base class that are used here.
    config_name: str
    keep_in_memory: bool
    data_dir: str
    process_id: int
    seed: int

    def __init__(
        self, config_name: str | None = None, *, num_process: int = 1, **kwargs: Any
    ) -> None:
        _, config_name, config = find_config(self.metric, config_name)
        # The description needs it before evaluate's own class is set up.
        self._inputs: ModuleInputs[Any] = (
            ValueInputs()
            if config.nested
            else TextInputs()
            if num_process == 1
            else DistributedTextInputs()
        )
        super().__init__(config_name=config_name, num_process=num_process, **kwargs)
        self._store = SampleStore(self._new_messages)
        self._evaluation: DistributedEvaluation | None = None

    def __len__(self) -> int:
        """Return the number of samples that were added."""
        return len(self._store.samples)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy, which has its own store with the same samples."""
        state = self.__dict__.copy()
        state["_store"] = self._store.samples.table(self._empty_batch())  # a store holds a lock
        state["_evaluation"] = None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state in a copy."""
        self.__dict__.update(state)
        for name in ("add", "add_batch", "compute"):  # evaluate binds them to the original
            setattr(self, name, MethodType(state[name].__func__, self))
        self._store = SampleStore(self._new_messages)
        for batch in state["_store"].to_batches():
            self._store.samples = self._store.samples.plus(batch)

    @abstractmethod
    def _info(self) -> evaluate.MetricInfo:
        """Describe the module, by :meth:`_text_info`."""

    def _text_info(self, **description: Any) -> evaluate.MetricInfo:
        """Return the description of the module, with the features that its config takes."""
        return evaluate.MetricInfo(
            features=self._inputs.features, license="Apache-2.0", **description
        )

    def add(
        self,
        *,
        prediction: object = MISSING,
        reference: object = MISSING,
        predictions: object = MISSING,
        references: object = MISSING,
    ) -> None:
        """Add one prediction and its reference.

        Args:
            prediction: a string (or what else the config takes).
            reference: a string, or a list of references (or what else the config takes).
            predictions: the same as ``prediction``: what ``evaluate.combine`` calls it.
            references: the same as ``reference``.

        Raises:
            InputError: for anything else.

        """
        sample = (
            single_argument("prediction", prediction, predictions),
            single_argument("reference", reference, references),
        )
        inputs = self._inputs
        self._store.change(partial(self._add_batch, inputs.to_cache(*inputs.sample(*sample))))

    def add_batch(
        self, *, predictions: ColumnLike | None = None, references: ColumnLike | None = None
    ) -> None:
        """Add predictions and their references.

        Args:
            predictions: a list or column of strings, one a sample.
            references: the same, or a list of references for each sample.

        Raises:
            InputError: for anything else; nothing is added then.

        """
        inputs = self._inputs
        columns = inputs.batch(predictions, references)
        self._store.change(partial(self._add_batch, inputs.to_cache(*columns)))

    def compute(
        self,
        *,
        predictions: ColumnLike | None = None,
        references: ColumnLike | None = None,
        **options: Any,
    ) -> Result | None:
        """Score what was added, and the predictions and references given here.

        Args:
            predictions: a list or column of strings, one a sample.
            references: the same, or a list of references for each sample.
            **options: the module's own; its ``inputs_description`` says which.

        Returns:
            The result; ``None`` on the processes of a distributed evaluation other than the first.

        Raises:
            InputError: for input or options that cannot be used; what was added before stays.

        """
        score, inputs = self._scoring(options), self._inputs
        if predictions is None and references is None:
            predictions, references = [], []
        columns = inputs.batch(predictions, references)
        if self.num_process > 1:
            return self._compute_distributed(inputs.to_cache(*columns), score)
        return self._store.change(partial(self._score_all, columns, score))

    def _scoring(self, options: dict[str, Any]) -> Scoring:
        """Check the options of a call of compute, and return what scores its samples."""
        report = ReportOptions(**{k: options.pop(k) for k in _REPORT_OPTIONS if k in options})
        metric = get_metric(
            self.name,
            self.config_name,
            caller=f"{self.name}.compute",
            others=_REPORT_OPTIONS,
            options=options,
        )
        report.check(metric, scores_groups=self._scores_groups)
        return partial(self._scored, metric, report)

    def _scored(
        self, metric: Metric[Any], report: ReportOptions, preds: Any, target: Any
    ) -> Result:
        """Return the scores of the torchmetrics class of a metric, and the rest of the report."""
        if not len(preds):
            raise InputError("samples.none_added", place="predictions")
        # All samples are here; the metric must not wait for those of other processes.
        state = AnyMetric(metric, sync_on_compute=False)
        with temp_seed(self.seed):  # which evaluate promises to a tokenizer
            state.update(preds, target)
            result = metric.named(state.compute())
            assert state.last is not None
            return report.added_to(result, state.last, scores_groups=self._scores_groups)

    def _compute(
        self,
        predictions: pa.ChunkedArray,
        references: pa.ChunkedArray,
        score: Scoring,
    ) -> Result:
        """Score columns of the cache; evaluate asks every module for a method of this name."""
        return score(*self._inputs.from_cache(predictions, references))

    def _new_messages(self) -> Messages:
        return MessagesInMemory() if self.keep_in_memory else MessagesInFile(self.data_dir)

    def _empty_batch(self) -> pa.RecordBatch:
        return self._inputs.to_cache(*self._inputs.batch([], []))

    def _add_batch(self, batch: pa.RecordBatch, samples: AddedSamples) -> tuple[AddedSamples, None]:
        if self.num_process > 1:
            self._join_evaluation()
        return samples.plus(batch), None

    def _score_all(
        self,
        columns: tuple[Any, Any],
        score: Scoring,
        samples: AddedSamples,
    ) -> tuple[AddedSamples, Result]:
        """Score what was added, and these columns; they alone need no cache."""
        if not len(samples):
            return samples, score(*columns)
        table = samples.table(self._inputs.to_cache(*columns))
        return self._store.empty(), self._compute(table["predictions"], table["references"], score)

    def _join_evaluation(self) -> DistributedEvaluation:
        """Return the distributed evaluation, after all processes have joined it."""
        if self._evaluation is None:
            self._evaluation = DistributedEvaluation(self)
        self._evaluation.synchronize()
        return self._evaluation

    def _compute_distributed(self, batch: pa.RecordBatch, score: Scoring) -> Result | None:
        """Send the samples to the first process; there, gather and score those of all."""
        store = self._store
        with store.lock:
            evaluation, samples, result = self._join_evaluation(), store.samples, None
            table = samples.table(batch)
            if self.process_id > 0:
                evaluation.send(table)
            else:
                whole = pa.concat_tables([table, *evaluation.gather()])
                result = self._compute(whole["predictions"], whole["references"], score)
            store.check_unchanged(samples)
            empty = store.empty()
            try:
                store.samples, self._evaluation = empty, None
                evaluation.end()
            except BaseException:
                if self._evaluation is None:  # scored, but the other processes wait for the end
                    evaluation.end()
                raise
        return result


class ErrorRateModule(TextModule):
    """An evaluate module of error rates, which can also give them for groups of samples."""

    _scores_groups = True

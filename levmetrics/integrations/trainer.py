"""Metrics for Hugging Face's ``Trainer``: ``compute_metrics=make_compute_metrics(tokenizer)``."""

from __future__ import annotations

import math
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from levmetrics.core.names import get_metric
from levmetrics.core.run import Run
from levmetrics.system.extras import needed_by

with needed_by("make_compute_metrics", "trainer"):
    from torch import Tensor

from levmetrics.core.aliases import qualified
from levmetrics.core.metric import Metric
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, Place, quoted, unknown_name, warn
from levmetrics.integrations.trainer_outputs import (
    PADDING,
    ModelOutput,
    OutputReader,
    Prediction,
    ProcessingClass,
    arg_max,
    as_batches,
    as_tensor,
)
from levmetrics.normalizers import NormalizerLike
from levmetrics.sums.sample_statistics import no_samples_message
from levmetrics.tokenizers import TokenizerLike

if TYPE_CHECKING:
    from transformers import EvalPrediction


def count_without_duplicates(gathered: int) -> int:
    """Return the number of samples of a gathered batch that are not duplicates.

    With several processes, the last batch is filled up with duplicates of the first samples.
    ``Trainer`` drops them; ``Seq2SeqTrainer`` does not, because one sample may have several
    generated sequences (transformers pull request 27025).

    Args:
        gathered: the number of samples of all processes, with the duplicates last.

    """
    state = _gradient_state()
    if state is None:
        return gathered
    processes = import_module("accelerate.state").PartialState().num_processes
    filled_up = state.end_of_dataloader and processes > 1 and gathered % processes == 0
    return min(gathered, state.remainder) if filled_up and state.remainder > 0 else gathered


def current_pass() -> tuple[object, ...]:
    """Return an identifier of the current pass over the data; equal ones are the same pass.

    Returns:
        The data loader, the number of accelerate's active iterations over it, and the number of
        finished ones; empty without accelerate's loaders. An aborted iteration stays among the
        active ones, so the next one increases their number.

    """
    state = _gradient_state()
    if state is None:
        return ()
    loader = state.active_dataloader
    active = sum(each is loader for each in state.dataloader_references)
    return weakref.ref(loader), active, getattr(loader, "iteration", 0)


def _gradient_state() -> Any:
    """Return accelerate's ``GradientState`` while it iterates over a data loader, else ``None``."""
    if "accelerate" not in sys.modules:
        return None
    state = import_module("accelerate.state").GradientState()
    return state if state.in_dataloader else None


EvaluationOutput: TypeAlias = "EvalPrediction | tuple[ModelOutput | None, ModelOutput | None]"
"""Predictions at index 0 and labels at 1."""


def make_compute_metrics(
    processing_class: ProcessingClass,
    metrics: Sequence[str] = ("wer",),
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    ignore_index: int = -100,
    prediction: Prediction = "auto",
    keys: Sequence[str] | Literal["scores", "all"] = "scores",
) -> ComputeMetrics:
    """Return the ``compute_metrics`` for a ``Trainer`` or ``Seq2SeqTrainer``.

    Predictions and labels are decoded and scored as by the evaluate modules of the same names. For
    an error rate, ``metric_for_best_model`` needs ``greater_is_better=False``: transformers'
    default keeps the model with the most errors.

    Args:
        processing_class: the model's tokenizer or processor, with ``batch_decode``.
        metrics: names of metrics, such as ``"wer"``, ``"cer"`` and ``"anls:docvqa"``.
        tokenizer: the unit of an edit, in place of the configs' own.
        normalizer: applied to both sides first.
        ignore_index: the padding id of labels.
        prediction: the kind of the model's output.

            - ``"auto"``: CTC for a processor whose tokenizer can group tokens; otherwise whole
              numbers are generated ids, and logits come from a sequence-to-sequence model
            - ``"generated"``: ids from ``predict_with_generate=True``
            - ``"logits"``: the arg-max at each label's own place (sequence to sequence)
            - ``"causal"``: the arg-max one place before each label (decoder only)
            - ``"ctc"``: the arg-max of every frame, collapsed by the processor's own decoding
        keys: the returned results: ``"scores"``, the score of each metric; ``"all"``, also the
            other rates and the counts; or a list of names such as ``["wer", "substitutions"]``.

    Returns:
        A callable for both modes of ``TrainingArguments(batch_eval_metrics=...)``. Its
        ``logits_to_ids`` is for ``preprocess_logits_for_metrics``.

    Raises:
        InputError: for unknown metrics and keys, options that the metrics do not take, or a
            ``processing_class`` without ``batch_decode``.

    >>> import numpy as np
    >>> class Letters:
    ...     pad_token_id = 0
    ...     def __len__(self):
    ...         return 27
    ...     def batch_decode(self, rows, skip_special_tokens):
    ...         return ["".join(chr(96 + i) for i in row if i) for row in rows]
    >>> compute_metrics = make_compute_metrics(Letters(), ["cer", "anls"])
    >>> result = compute_metrics((np.array([[1, 2, 4]]), np.array([[1, 2, 3]])))
    >>> {key: round(score, 3) for key, score in result.items()}
    {'cer': 0.333, 'anls': 0.667}

    """
    if not isinstance(metrics, (list, tuple)) or not metrics:
        raise InputError("trainer.no_list_of_metrics", given=quoted(metrics))
    outputs = OutputReader(processing_class, prediction, ignore_index)
    found = _find_metrics(metrics, tokenizer, normalizer)
    return ComputeMetrics(found, outputs, _find_keys(found, keys))


def logits_to_ids(logits: ModelOutput, labels: ModelOutput | None = None) -> Tensor:
    """Return the arg-max of logits, for ``Trainer(preprocess_logits_for_metrics=...)``.

    The logits of a whole evaluation fill the memory; ids do not.

    Args:
        logits: logits of shape ``(samples, length, vocabulary)``, or a tuple that begins with them;
            two-dimensional ids are returned unchanged.
        labels: not used; a ``Trainer`` passes them.

    Returns:
        int64, shape ``(samples, length)``; -100 where all logits are padding, and -101 where a
        logit is NaN or all are minus infinity, which makes the scores NaN.

    Raises:
        InputError: for outputs of another kind.

    >>> import torch
    >>> nan = float("nan")
    >>> logits_to_ids(torch.tensor([[[0.1, 0.9], [-100.0, -100.0], [nan, nan]]]))
    tensor([[   1, -100, -101]])

    """
    return arg_max(as_tensor(logits, "logits"), "logits")


class ComputeMetrics:
    """The callable that :func:`make_compute_metrics` returns.

    Attributes:
        metrics: the metrics with their options.
        prediction: the kind of the model's output, never ``"auto"`` for CTC.
        ignore_index: the padding id of labels.
        keys: the names of the returned results, each with its metric's index and its name there.
        observers: called with the texts of predictions and references at the end of every
            evaluation whose scores are defined, and with empty lists when an evaluation begins.

    """

    def __init__(
        self,
        metrics: Sequence[Metric[Any]],
        outputs: OutputReader,
        keys: Mapping[str, tuple[int, str]],
    ) -> None:
        self.metrics = metrics
        self.keys = keys
        self.prediction = outputs.prediction
        self.ignore_index = outputs.ignore_index
        self.observers: list[Callable[[list[str], list[str]], None]] = []
        self._outputs = outputs
        self.reset()

    def __getstate__(self) -> dict[str, object]:
        """Leave the data loader out of copies and pickles, which start a new evaluation."""
        return {**self.__dict__, "_pass": None}

    def reset(self) -> None:
        """Discard the batches of an unfinished or failed evaluation."""
        self._runs = [Run.empty(metric) for metric in self.metrics]
        self._counts: Counter[str] = Counter()  # of unscored samples and ids
        self._texts: tuple[list[str], list[str]] = ([], [])  # for the observers
        self._pass: tuple[object, ...] | None = None  # of the batches so far; None: no batches
        self._failed = False  # a batch failed, so the others are not the whole evaluation
        for observer in self.observers:
            observer([], [])

    def __call__(
        self, eval_prediction: EvaluationOutput, compute_result: bool | None = None
    ) -> dict[str, float]:
        """Add a batch or the whole evaluation, and return the results if requested.

        Args:
            eval_prediction: predictions and labels, as arrays or tensors, or lists of batches.
            compute_result: whether this is the last batch, with ``batch_eval_metrics``; ``None``
                for the whole evaluation.

        Returns:
            The results by the names in ``keys``; empty before the last batch. They are NaN, with a
            warning, if there is nothing to score (counts are 0 then) or if relevant logits are NaN.

        Raises:
            InputError: for outputs that cannot be decoded, and for every further batch after a
                failed one.

        """
        whole = compute_result is None
        current = current_pass()
        if whole or current != self._pass:  # an earlier evaluation may have been aborted
            self.reset()
            self._pass = current
        if self._failed:
            raise InputError("trainer.batch_failed")
        try:
            for batch in as_batches(eval_prediction[0], eval_prediction[1]):
                self._add(*batch, whole=whole)
            if not whole and not compute_result:
                return {}
            results = self._results()
        except BaseException:
            self.reset()
            self._pass, self._failed = current, not whole
            raise
        texts, counts, samples = self._texts, self._counts, self._runs[0].sample_count
        self.reset()
        if samples and not counts["undefined"]:
            for observer in self.observers:
                observer(*texts)
        _warn_of_samples(samples, counts)
        _warn_of_ids(counts)
        return results

    def logits_to_ids(self, logits: ModelOutput, labels: ModelOutput | None) -> Tensor:
        """Return the arg-max as :func:`logits_to_ids` does, and -100 where there is no label.

        Args:
            logits: logits of shape ``(samples, length, vocabulary)``, or a tuple that begins with
                them; generated ids are returned unchanged.
            labels: labels of shape ``(samples, length)``, or a tuple that begins with them; or
                ``None``.

        Returns:
            int64, shape ``(samples, length)``.

        Raises:
            InputError: for outputs that cannot be logits over the labels' vocabulary.

        """
        return self._outputs.logits_to_ids(logits, labels)

    def decode(self, predictions: ModelOutput, labels: ModelOutput) -> tuple[list[str], list[str]]:
        """Decode predictions and labels to texts.

        Args:
            predictions: ids or logits, alone or first in a tuple; or a list of batches of them.
            labels: ids, alone or first in a tuple, padded by ``ignore_index``; or a list of batches
                of them.

        Raises:
            InputError: for outputs of another kind, or different numbers of both.

        """
        preds: list[str] = []
        target: list[str] = []
        counts: Counter[str] = Counter()
        for batch in as_batches(predictions, labels):
            texts = self._outputs.texts(*self._outputs.ids(*batch), counts)
            preds += texts[0]
            target += texts[1]
        _warn_of_ids(counts)
        return preds, target

    def _add(self, predictions: ModelOutput, labels: ModelOutput, *, whole: bool) -> None:
        """Score the samples of a batch, without those that have neither id nor label."""
        ids, target = self._outputs.ids(predictions, labels)
        count = len(target) if whole else count_without_duplicates(len(target))
        ids, target = ids[:count], target[:count]
        kept = (ids != PADDING).any(dim=1) | (target != PADDING).any(dim=1)
        preds, references = self._outputs.texts(ids[kept], target[kept], self._counts)
        self._counts.update(
            left_out=int((~kept).sum()), counted_labels=int((target != PADDING).sum())
        )
        reader = SampleReader([preds], references, ("predictions", "references"))
        self._runs = [run + Run.of_systems(run.metric, reader)[0] for run in self._runs]
        if self.observers:
            self._texts[0].extend(preds)
            self._texts[1].extend(references)

    def _results(self) -> dict[str, float]:
        """Return the requested results by name."""
        samples = self._runs[0].sample_count  # without samples, one warning for all metrics follows
        results = [run.result() if samples else run.metric.result(run.sums) for run in self._runs]
        undefined = self._counts["undefined"]
        return {
            key: math.nan if undefined else results[place][name]
            for key, (place, name) in self.keys.items()
        }


def _find_metrics(
    metrics: Sequence[str], tokenizer: TokenizerLike | None, normalizer: NormalizerLike
) -> list[Metric[Any]]:
    """Return the metrics by name, with their options.

    Raises:
        InputError: for unknown names and options, and for a repeated name.

    """
    given = {"tokenizer": tokenizer, "normalizer": normalizer}
    options = {name: value for name, value in given.items() if value is not None}
    found = [get_metric(name, caller="make_compute_metrics", options=options) for name in metrics]
    names = [metric.name for metric in found]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError("trainer.metric_twice", place=Place("metrics", place), name=name)
    return found


def _find_keys(
    metrics: Sequence[Metric[Any]], keys: Sequence[str] | Literal["scores", "all"]
) -> dict[str, tuple[int, str]]:
    """Find results by name; a name that several metrics share gets the config's prefix.

    Raises:
        InputError: for unknown names.

    """
    results = [[*metric.result(metric.no_sums())] for metric in metrics]
    times = Counter(name for result in results for name in result)
    known = {
        f"{qualified(metric.name)[1]}_{name}" if times[name] > 1 else name: (place, name)
        for place, (metric, result) in enumerate(zip(metrics, results, strict=True))
        for name in result
    }
    if isinstance(keys, str) and keys in ("scores", "all"):
        return {
            key: (place, name)
            for key, (place, name) in known.items()
            if keys == "all" or name == metrics[place].key
        }
    if not isinstance(keys, (list, tuple)) or not keys:
        raise InputError("trainer.no_list_of_keys", given=quoted(keys))
    for key in keys:
        if not isinstance(key, str) or key not in known:
            raise unknown_name(known, key, "key")
    return {key: known[key] for key in keys}


def _warn_of_samples(samples: int, counts: Counter[str]) -> None:
    """Warn of samples that were left out or had no relevant label."""
    left_out = counts["left_out"]
    if not samples:
        why = f" (left out, without a label that counts: {left_out})" if left_out else ""
        warn(no_samples_message(why))
    elif not counts["counted_labels"]:
        warn(
            "no label of the evaluation counts, so every reference is empty; is ignore_index the "
            "id that pads labels?"
        )
    elif left_out:
        warn(f"samples without a label that counts were left out: {left_out}")


def _warn_of_ids(counts: Counter[str]) -> None:
    """Warn of logits without an arg-max, and of ids without a token."""
    if counts["undefined"]:
        warn(
            "logits that count hold NaN, or nothing but -inf, and so have no arg-max (places: "
            f"{counts['undefined']}); their scores are NaN"
        )
    if counts["unknown"] or counts["unknown_labels"]:
        warn(
            "ids that no token of processing_class has were left out (predictions: "
            f"{counts['unknown']}, labels: {counts['unknown_labels']}); is it the model's?"
        )

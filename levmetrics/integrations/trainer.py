"""Metrics for Hugging Face's ``Trainer``: ``compute_metrics=make_compute_metrics(tokenizer)``."""

from __future__ import annotations

import math
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from levmetrics.extras import needed_by

with needed_by("make_compute_metrics", "trainer"):
    from torch import Tensor

from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, Place, unknown_name, warn
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
from levmetrics.metric import get_metric
from levmetrics.normalizers import NormalizerLike
from levmetrics.run import Run
from levmetrics.scores.base import Metric
from levmetrics.scores.sample_statistics import no_samples_message
from levmetrics.tokenizers import TokenizerLike

if TYPE_CHECKING:
    from transformers import EvalPrediction


def count_without_duplicates(gathered: int) -> int:
    """Return how many samples of a gathered batch are no duplicates.

    On several processes the last batch is filled up with duplicates of the first samples.
    ``Trainer`` drops them; ``Seq2SeqTrainer`` does not, because one sample may have several
    generated sequences (transformers pull request 27025).

    Args:
        gathered: the number of samples of all processes; duplicates are the last ones.

    """
    state = _gradient_state()
    if state is None:
        return gathered
    processes = import_module("accelerate.state").PartialState().num_processes
    filled_up = state.end_of_dataloader and processes > 1 and gathered % processes == 0
    return min(gathered, state.remainder) if filled_up and state.remainder > 0 else gathered


def current_pass() -> tuple[object, ...]:
    """Identify the pass over the data that is under way; two are the same one if they are equal.

    Returns:
        The data loader, how many of accelerate's active iterations are over it, and how many came
        to their end; nothing without accelerate's loaders. An iteration that was broken off stays
        among the active ones, so that the next one adds to their number.

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
    metrics: Sequence[str] = ("wer_lev",),
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    ignore_index: int = -100,
    prediction: Prediction = "auto",
    keys: Sequence[str] | Literal["scores", "all"] = "scores",
) -> ComputeMetrics:
    """Make the ``compute_metrics`` of a ``Trainer`` or ``Seq2SeqTrainer``.

    Predictions and labels are decoded and scored as the modules of the same names score the texts.
    For an error rate, ``metric_for_best_model`` needs ``greater_is_better=False``: transformers'
    default keeps the model with the most errors.

    Args:
        processing_class: the model's tokenizer or processor: whatever has ``batch_decode``.
        metrics: names of metrics, as ``"wer_lev"`` and ``"anls"``, or with a config, as
            ``"wer_lev:cer"`` and ``"anls:docvqa"``.
        tokenizer: what an edit is counted in, instead of the configs' own.
        normalizer: applied to both sides first.
        ignore_index: the id that pads labels.
        prediction: what the model's output is.

            - ``"auto"``: CTC for a processor whose tokenizer can group tokens; else whole numbers
              are generated ids, and logits are of a sequence-to-sequence model
            - ``"generated"``: ids, of ``predict_with_generate=True``
            - ``"logits"``: the arg-max at each label's own place (sequence to sequence)
            - ``"causal"``: the arg-max one place before each label (decoder only)
            - ``"ctc"``: the arg-max of every frame, collapsed by the processor's own decoding
        keys: which results are returned: ``"scores"``, the score of each metric; ``"all"``, also
            the other rates and the counts; or a list of their names, as
            ``["wer", "substitutions"]``.

    Returns:
        A callable for both modes of ``TrainingArguments(batch_eval_metrics=...)``. Its
        ``logits_to_ids`` is for ``preprocess_logits_for_metrics``.

    Raises:
        InputError: for unknown metrics and keys, options that the metrics do not have, or a
            ``processing_class`` without ``batch_decode``.

    >>> import numpy as np
    >>> class Letters:
    ...     pad_token_id = 0
    ...     def __len__(self):
    ...         return 27
    ...     def batch_decode(self, rows, skip_special_tokens):
    ...         return ["".join(chr(96 + i) for i in row if i) for row in rows]
    >>> compute_metrics = make_compute_metrics(Letters(), ["wer_lev:cer", "anls"])
    >>> result = compute_metrics((np.array([[1, 2, 4]]), np.array([[1, 2, 3]])))
    >>> {key: round(score, 3) for key, score in result.items()}
    {'cer': 0.333, 'anls': 0.667}

    """
    if not isinstance(metrics, (list, tuple)) or not metrics:
        raise InputError("trainer.no_list_of_metrics", given=repr(metrics))
    outputs = OutputReader(processing_class, prediction, ignore_index)
    found = _find_metrics(metrics, tokenizer, normalizer)
    return ComputeMetrics(found, outputs, _find_keys(found, keys))


def logits_to_ids(logits: ModelOutput, labels: ModelOutput | None = None) -> Tensor:
    """Return the arg-max of logits, for ``Trainer(preprocess_logits_for_metrics=...)``.

    Logits of a whole evaluation fill the memory; ids do not.

    Args:
        logits: of shape ``(samples, length, vocabulary)``, or a tuple that begins with them; ids
            of two dimensions are returned as they are.
        labels: not used; a ``Trainer`` gives them.

    Returns:
        int64, shape ``(samples, length)``; -100 where all logits are padding, and -101 where one of
        them is NaN or all are minus infinity: there the scores will be NaN.

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
        prediction: what the model's output is, never ``"auto"`` for CTC.
        ignore_index: the id that pads labels.
        keys: the names of what is returned, and of each its metric's place and its own name there.
        observers: are called with the texts of predictions and of references at the end of every
            evaluation whose scores are defined, and with empty lists whenever one begins.

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
        """Leave the data loader out of copies and pickles, which begin an evaluation anew."""
        return {**self.__dict__, "_pass": None}

    def reset(self) -> None:
        """Forget the batches of an evaluation that was not finished, or that failed."""
        self._runs = [Run.empty(metric) for metric in self.metrics]
        self._counts: Counter[str] = Counter()  # of what was not scored
        self._texts: tuple[list[str], list[str]] = ([], [])  # for the observers
        self._pass: tuple[object, ...] | None = None  # of the batches so far; None: there are none
        self._failed = False  # in a batch, so that the others are not the whole evaluation
        for observer in self.observers:
            observer([], [])

    def __call__(
        self, eval_prediction: EvaluationOutput, compute_result: bool | None = None
    ) -> dict[str, float]:
        """Add a batch, or the whole evaluation, and return the results if they are asked for.

        Args:
            eval_prediction: predictions and labels, as arrays or tensors, or lists of batches.
            compute_result: whether it was the last batch, as ``batch_eval_metrics`` says; ``None``
                for the whole evaluation.

        Returns:
            The results by the names in ``keys``; nothing before the last batch. They are NaN, with
            a warning, where there is nothing to score (counts are 0 then), or logits that count are
            NaN.

        Raises:
            InputError: for outputs that cannot be decoded, and for every further batch of an
                evaluation in which a batch failed.

        """
        whole = compute_result is None
        current = current_pass()
        if whole or current != self._pass:  # an earlier evaluation may have been broken off
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
            logits: of shape ``(samples, length, vocabulary)``, or a tuple that begins with them;
                generated ids are returned as they are.
            labels: of shape ``(samples, length)``, or a tuple that begins with them; or ``None``.

        Returns:
            int64, shape ``(samples, length)``.

        Raises:
            InputError: for outputs that cannot be logits over the vocabulary of the labels.

        """
        return self._outputs.logits_to_ids(logits, labels)

    def decode(self, predictions: ModelOutput, labels: ModelOutput) -> tuple[list[str], list[str]]:
        """Decode predictions and labels to texts.

        Args:
            predictions: ids or logits, alone or first in a tuple; or a list of batches of them.
            labels: ids, alone or first in a tuple, padded by ``ignore_index``; or a list of batches
                of them.

        Raises:
            InputError: for outputs of another kind, or not as many of both.

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
        """Score the samples of a batch, and leave out those with neither id nor label."""
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
        """Return the results that were asked for, by name."""
        samples = self._runs[0].sample_count  # of none there is one warning for all metrics, later
        results = [run.result() if samples else run.metric.result(run.sums) for run in self._runs]
        undefined = self._counts["undefined"]
        return {
            key: math.nan if undefined else results[place][name]
            for key, (place, name) in self.keys.items()
        }


def _find_metrics(
    metrics: Sequence[str], tokenizer: TokenizerLike | None, normalizer: NormalizerLike
) -> list[Metric[Any]]:
    """Find the metrics by their names, with their options.

    Raises:
        InputError: for unknown names and options, and for a name that is given twice.

    """
    given = {"tokenizer": tokenizer, "normalizer": normalizer}
    options = {name: value for name, value in given.items() if value is not None}
    found = [get_metric(name, caller="make_compute_metrics", options=options) for name in metrics]
    names = [f"{metric.name}:{metric.config}" for metric in found]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError("trainer.metric_twice", place=Place("metrics", place), name=name)
    return found


def _find_keys(
    metrics: Sequence[Metric[Any]], keys: Sequence[str] | Literal["scores", "all"]
) -> dict[str, tuple[int, str]]:
    """Find results by their names; one that several metrics have gets the config's prefix.

    Raises:
        InputError: for unknown names.

    """
    results = [[*metric.result(metric.no_sums())] for metric in metrics]
    times = Counter(name for result in results for name in result)
    known = {
        f"{metric.config}_{name}" if times[name] > 1 else name: (place, name)
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
        raise InputError("trainer.no_list_of_keys", given=repr(keys))
    for key in keys:
        if not isinstance(key, str) or key not in known:
            raise unknown_name(known, key, "key")
    return {key: known[key] for key in keys}


def _warn_of_samples(samples: int, counts: Counter[str]) -> None:
    """Warn of samples that were left out, or had no label that counts."""
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

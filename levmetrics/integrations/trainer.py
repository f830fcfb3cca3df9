"""Metrics for Hugging Face's ``Trainer``: ``compute_metrics=make_compute_metrics(tokenizer)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol, TypedDict

from levmetrics.extras import needed_by
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.inputs.numbers import checked_whole_number

with needed_by("make_compute_metrics", "trainer"):
    from torch import Tensor

from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, Place, unknown_name, warn
from levmetrics.integrations.trainer_dataloader import (
    DataPass,
    count_without_duplicates,
    current_pass,
)
from levmetrics.integrations.trainer_decoding import Decoder, ProcessingClass
from levmetrics.integrations.trainer_ids import PREDICTIONS, IdReader, Prediction
from levmetrics.integrations.trainer_outputs import (
    NO_ARG_MAX,
    PADDING,
    ModelOutput,
    arg_max,
    as_batches,
    as_tensor,
)
from levmetrics.integrations.trainer_tally import Tally
from levmetrics.metric import get_metric
from levmetrics.normalizers import NormalizerLike
from levmetrics.run import Run
from levmetrics.scores.base import Metric, Result
from levmetrics.tokenizers import TokenizerLike


class EvaluationOutput(Protocol):
    """Predictions at index 0 and labels at 1: transformers' ``EvalPrediction``, or a tuple."""

    def __getitem__(self, index: int, /) -> ModelOutput | None:
        """Return predictions or labels."""
        ...


class TextObserver(Protocol):
    """What is told of the texts of an evaluation as they are decoded."""

    def forget(self) -> None:
        """Begin anew: the evaluation before was broken off, or its result was returned."""
        ...

    def add(self, preds: list[str], target: list[str]) -> None:
        """Take the texts of a batch."""
        ...

    def finish(self) -> None:
        """Say that all texts were added, and have scores that are defined."""
        ...


class _Options(TypedDict, total=False):
    """Options of every metric."""

    tokenizer: TokenizerLike
    normalizer: NormalizerLike


def make_compute_metrics(
    processing_class: ProcessingClass,
    metrics: Sequence[str] = ("wer_lev",),
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    ignore_index: int = -100,
    prediction: Prediction = "auto",
) -> ComputeMetrics:
    """Make the ``compute_metrics`` of a ``Trainer`` or ``Seq2SeqTrainer``.

    Predictions and labels are decoded and scored as the modules of the same names score the texts.

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

    Returns:
        A callable for both modes of ``TrainingArguments(batch_eval_metrics=...)``. Its
        ``logits_to_ids`` is for ``preprocess_logits_for_metrics``.

    Raises:
        InputError: for unknown metrics, options that they do not have, or a ``processing_class``
            without ``batch_decode``.

    >>> import numpy as np
    >>> class Letters:
    ...     pad_token_id = 0
    ...     def __len__(self):
    ...         return 27
    ...     def batch_decode(self, rows, skip_special_tokens):
    ...         return ["".join(chr(96 + i) for i in row if i) for row in rows]
    >>> compute_metrics = make_compute_metrics(Letters(), ["wer_lev:cer", "anls"])
    >>> result = compute_metrics((np.array([[1, 2, 4]]), np.array([[1, 2, 3]])))
    >>> round(result["cer"], 3), round(result["anls"], 3)
    (0.333, 0.667)

    """
    return ComputeMetrics(
        processing_class,
        metrics,
        tokenizer=tokenizer,
        normalizer=normalizer,
        ignore_index=ignore_index,
        prediction=prediction,
    )


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
    """The callable that :func:`make_compute_metrics` returns, which has the arguments.

    Attributes:
        prediction: what the model's output is, never ``"auto"`` for CTC.
        ignore_index: the id that pads labels.
        metrics: the metrics with their options.
        observers: are told of the texts of every evaluation.

    """

    def __init__(
        self,
        processing_class: ProcessingClass,
        metrics: Sequence[str],
        *,
        tokenizer: TokenizerLike | None,
        normalizer: NormalizerLike,
        ignore_index: int,
        prediction: Prediction,
    ) -> None:
        if prediction not in PREDICTIONS:
            raise unknown_name(PREDICTIONS, prediction, "prediction")
        if not isinstance(metrics, (list, tuple)) or not metrics:
            raise InputError("trainer.no_list_of_metrics", given=repr(metrics))
        self._decoder = Decoder(processing_class)
        self.ignore_index = checked_whole_number(ignore_index, "ignore_index")
        self.metrics = _find_metrics(metrics, tokenizer, normalizer)
        self.observers: list[TextObserver] = []
        self.prediction = _resolve_prediction(prediction, self._decoder)
        self._ids = IdReader(self.prediction, self.ignore_index)
        self._pass: DataPass | None = None  # of the batches so far
        self.reset()

    def __getstate__(self) -> dict[str, object]:
        """Leave the data loader out of copies and pickles."""
        return {**self.__dict__, "_pass": None}

    def __call__(
        self, eval_prediction: EvaluationOutput, compute_result: bool | None = None
    ) -> dict[str, float]:
        """Add a batch, or the whole evaluation, and return the results if they are asked for.

        Args:
            eval_prediction: predictions and labels, as arrays or tensors, or lists of batches.
            compute_result: whether it was the last batch, as ``batch_eval_metrics`` says; ``None``
                for the whole evaluation.

        Returns:
            The metrics by name, as numbers; nothing before the last batch. They are NaN, with a
            warning, where there is nothing to score (counts are 0 then), or logits that count are
            NaN.

        Raises:
            InputError: for outputs that cannot be decoded, and for every further batch of an
                evaluation in which a batch failed.

        """
        whole = compute_result is None
        self._begin_batch(whole=whole)
        try:
            self._add(eval_prediction[0], eval_prediction[1], whole=whole)
            if not whole and not compute_result:
                return {}
            results = self._results()
        except BaseException:
            self.reset()
            self._failed = not whole
            raise
        tally = self._tally
        for observer in self.observers if tally.is_defined else ():
            observer.finish()
        self.reset()
        tally.warn()
        return results

    def reset(self) -> None:
        """Forget the batches of an evaluation that was not finished, or that failed."""
        self._tally = Tally()
        self._failed = False  # in a batch, so that the others are not the whole evaluation
        self._runs = [Run.empty(metric) for metric in self.metrics]
        for observer in self.observers:
            observer.forget()

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
        return self._ids.logits_to_ids(logits, labels)

    def decode(self, predictions: ModelOutput, labels: ModelOutput) -> tuple[list[str], list[str]]:
        """Decode predictions and labels to texts.

        Args:
            predictions: ids or logits, alone or first in a tuple; or a list of batches of them.
            labels: ids, alone or first in a tuple, padded by ``ignore_index``; or a list of batches
                of them.

        Raises:
            InputError: for outputs of another kind, or not as many of both.

        """
        tally = Tally()
        batches = [self._ids.read(*batch) for batch in as_batches(predictions, labels)]
        sides = zip(*(self._decode(*batch, tally) for batch in batches), strict=True)
        for message in tally.id_warnings():
            warn(message)
        preds, target = ([text for texts in side for text in texts] for side in sides)
        return preds, target

    def _begin_batch(self, *, whole: bool) -> None:
        """Forget an earlier evaluation, and refuse to go on with one in which a batch failed."""
        current = current_pass()
        if whole or current != self._pass:
            self.reset()  # an earlier evaluation may have been broken off
            self._pass = current
        if self._failed:
            raise InputError("trainer.batch_failed")

    def _add(
        self, predictions: ModelOutput | None, labels: ModelOutput | None, *, whole: bool
    ) -> None:
        for batch in as_batches(predictions, labels):
            ids, target = self._ids.read(*batch)
            count = len(target) if whole else count_without_duplicates(len(target))
            self._score(ids[:count], target[:count])

    def _score(self, ids: Tensor, target: Tensor) -> None:
        """Score one sample a row of ids, and leave out the samples with neither id nor label."""
        kept = ((ids != PADDING).any(dim=1)) | ((target != PADDING).any(dim=1))
        texts = self._decode(ids[kept], target[kept], self._tally)
        self._tally.samples += int(kept.sum())
        self._tally.left_out += int((~kept).sum())
        self._tally.labels += int((target != PADDING).sum())
        added = _score_by_all(self.metrics, *texts)
        self._runs = [run + batch for run, batch in zip(self._runs, added, strict=True)]
        for observer in self.observers:
            observer.add(*texts)

    def _decode(self, ids: Tensor, target: Tensor, tally: Tally) -> tuple[list[str], list[str]]:
        """Decode rows of ids, and count those without text in the tally."""
        tally.undefined += int((ids == NO_ARG_MAX).sum())
        tally.unknown_predictions += self._decoder.count_unknown(ids)
        tally.unknown_labels += self._decoder.count_unknown(target)
        if self.prediction == "ctc":
            # Special tokens are not skipped: the blank is one, and keeps the two letters of "ll"
            # apart until repeated tokens are collapsed. The tokenizer removes it itself.
            return self._decoder.texts(ids), self._decoder.texts(target, group_tokens=False)
        return (
            self._decoder.texts(ids, skip_special_tokens=True),
            self._decoder.texts(target, skip_special_tokens=True),
        )

    def _results(self) -> dict[str, float]:
        """Return the results by name; a name that several metrics have gets the config's prefix."""
        results = [(run.metric.config, self._result(run)) for run in self._runs]
        times = Counter(name for _, result in results for name in result)
        return {
            f"{config}_{name}" if times[name] > 1 else name: self._tally.score(value)
            for config, result in results
            for name, value in result.items()
        }

    def _result(self, run: Run) -> Result:
        """Return the result of a metric; of no samples the tally warns, once for all metrics."""
        if self._tally.samples:
            return run.result()
        return run.metric.result(run.sums)


def _find_metrics(
    metrics: Sequence[str], tokenizer: TokenizerLike | None, normalizer: NormalizerLike
) -> list[Metric[Any]]:
    """Find the metrics by their names, with their options.

    Raises:
        InputError: for unknown names and options, and for a name that is given twice.

    """
    options: _Options = {}
    if tokenizer is not None:
        options["tokenizer"] = tokenizer
    if normalizer is not None:
        options["normalizer"] = normalizer
    found = [get_metric(name, caller="make_compute_metrics", options=options) for name in metrics]
    names = [f"{metric.name}:{metric.config}" for metric in found]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError("trainer.metric_twice", place=Place("metrics", place), name=name)
    return found


def _resolve_prediction(prediction: Prediction, decoder: Decoder) -> Prediction:
    """Return ``"ctc"`` for ``"auto"`` if the decoder is one of CTC, else the prediction itself."""
    if prediction == "auto" and decoder.can_group:
        return "ctc"
    if prediction == "ctc" and not decoder.can_group:
        raise InputError("trainer.no_ctc_tokenizer")
    return prediction


def _score_by_all(metrics: Sequence[Metric[Any]], preds: list[str], target: list[str]) -> list[Run]:
    """Score texts by several metrics; each text is read once by each tokenizer."""
    texts, values = SampleReader([preds], target), None
    runs = []
    for metric in metrics:
        if metric.nested and values is None:
            predictions, references = json_value_columns(preds, target)
            values = SampleReader([predictions], references)
        reader = values if metric.nested and values is not None else texts
        runs += Run.of_systems(metric, reader)
    return runs

"""Metrics for Hugging Face's ``Trainer``: ``compute_metrics=make_compute_metrics(tokenizer)``."""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from levmetrics.columns import InputError
from levmetrics.configs import Config, find_config
from levmetrics.names import unknown_name
from levmetrics.normalizers import NormalizerLike
from levmetrics.tokenizers import TokenizerLike

Prediction: TypeAlias = Literal["auto", "generated", "logits", "causal", "ctc"]
_PREDICTIONS = ("auto", "generated", "logits", "causal", "ctc")
_PADDING = -100  # with which transformers and accelerate pad what they gather


def make_compute_metrics(
    processing_class: Any,
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


def logits_to_ids(logits: Any, labels: Tensor | None = None) -> Tensor:
    """Take the arg-max, for ``Trainer(preprocess_logits_for_metrics=...)``.

    Logits of a whole evaluation fill the memory; ids do not.

    Args:
        logits: of shape ``(samples, length, vocabulary)``, or a tuple that begins with them.
        labels: not used; a ``Trainer`` gives them.

    Returns:
        int64, shape ``(samples, length)``; -100 where all logits are padding.

    >>> logits_to_ids(torch.tensor([[[0.1, 0.9], [-100.0, -100.0]]]))
    tensor([[   1, -100]])

    """
    scores = logits[0] if isinstance(logits, (tuple, list)) else logits
    if scores.ndim != 3:
        return scores if isinstance(scores, Tensor) else torch.as_tensor(scores)
    scores = torch.as_tensor(scores)
    padded = (scores == _PADDING).all(dim=-1)
    return scores.argmax(dim=-1).masked_fill(padded, _PADDING)


class ComputeMetrics:
    """What :func:`make_compute_metrics` returns, and says how to use."""

    def __init__(
        self,
        processing_class: Any,
        metrics: Sequence[str],
        *,
        tokenizer: TokenizerLike | None,
        normalizer: NormalizerLike,
        ignore_index: int,
        prediction: Prediction,
    ) -> None:
        if not callable(getattr(processing_class, "batch_decode", None)):
            raise InputError(
                f"processing_class is of type {type(processing_class).__name__}, which has no "
                "batch_decode; give the model's tokenizer or processor"
            )
        if prediction not in _PREDICTIONS:
            raise unknown_name(_PREDICTIONS, prediction, "prediction")
        if isinstance(metrics, str) or not metrics:
            raise InputError(
                f"metrics is {metrics!r}; it must be a list of names, as ['wer_lev', 'anls:docvqa']"
            )
        self.processing_class = processing_class
        self.ignore_index = ignore_index
        options: dict[str, Any] = {} if tokenizer is None else {"tokenizer": tokenizer}
        if normalizer is not None:
            options["normalizer"] = normalizer
        found = [find_config(name) for name in metrics]
        self._configs: list[tuple[str, Config]] = [(name, config) for _, name, config in found]
        # A Trainer gathers the outputs of all processes before it asks for metrics.
        self._metrics = [
            config.make("make_compute_metrics", options) for _, config in self._configs
        ]
        if prediction == "auto" and _can_group(processing_class):
            prediction = "ctc"
        self.prediction = prediction

    def __call__(
        self, eval_prediction: Any, compute_result: bool | None = None
    ) -> dict[str, float]:
        """Add a batch, or the whole evaluation, and return the results if they are asked for.

        Args:
            eval_prediction: predictions and labels, as arrays or tensors.
            compute_result: whether it was the last batch, as ``batch_eval_metrics`` says; ``None``
                for the whole evaluation.

        Returns:
            The metrics by name, as numbers; nothing before the last batch.

        Raises:
            InputError: for outputs that cannot be decoded.

        """
        predictions, labels = eval_prediction[0], eval_prediction[1]
        # With eval_do_concat_batches=False they are lists of batches.
        batches = isinstance(labels, list) and np.ndim(labels[0]) == 2
        for batch in zip(predictions, labels, strict=True) if batches else [(predictions, labels)]:
            preds, target = self.decode(*batch)
            own = len(target) if compute_result is None else _own_samples(len(target))
            for metric in self._metrics:
                metric.update(preds[:own], target[:own])
        if compute_result is False:
            return {}
        results = self._results()
        for metric in self._metrics:
            metric.reset()
        return results

    def logits_to_ids(self, logits: Any, labels: Tensor) -> Tensor:
        """Take the arg-max as :func:`logits_to_ids` does, without what the labels do not cover.

        Args:
            logits: of shape ``(samples, length, vocabulary)``, or a tuple that begins with them.
            labels: of shape ``(samples, length)``.

        Returns:
            int64, shape ``(samples, length)``.

        """
        ids = logits_to_ids(logits)
        return ids if self.prediction == "ctc" else self._within_labels(ids, labels)

    def decode(self, predictions: Any, labels: Any) -> tuple[list[str], list[str]]:
        """Decode predictions and labels to texts.

        Args:
            predictions: ids or logits, alone or first in a tuple.
            labels: ids, alone or first in a tuple, padded by ``ignore_index``.

        Raises:
            InputError: for outputs of another kind, or not as many of both.

        """
        target = torch.as_tensor(labels[0] if isinstance(labels, tuple) else labels)
        first = predictions[0] if isinstance(predictions, (tuple, list)) else predictions
        shape = tuple(np.shape(first))
        if len(shape) not in (2, 3) or target.ndim != 2 or shape[0] != len(target):
            raise InputError(
                f"predictions have the shape {shape} and labels {tuple(target.shape)}; they must "
                "be ids (samples, length) or logits (samples, length, vocabulary), and labels ids, "
                "of the same samples"
            )
        ids = logits_to_ids(first)
        placed = self.prediction in ("logits", "causal")  # arg-maxes, taken before or here
        if placed or (len(shape) == 3 and self.prediction != "ctc"):
            ids = self._within_labels(ids, target)
        if ids.is_floating_point():
            raise InputError(
                "predictions are floats of two dimensions; give ids as whole numbers, or logits "
                "of three dimensions"
            )
        target = target.masked_fill(target == self.ignore_index, _PADDING)
        if self.prediction == "ctc":
            # Its blank is a special token, which parts the two letters of "ll": not to be skipped
            # before repeated ones are collapsed. The tokenizer leaves it out itself.
            return self._texts(ids), self._texts(target, group_tokens=False)
        return (
            self._texts(ids, skip_special_tokens=True),
            self._texts(target, skip_special_tokens=True),
        )

    def _within_labels(self, ids: Tensor, labels: Tensor) -> Tensor:
        """Drop arg-maxes where there is no label; what a model says there is not its output."""
        if ids.shape != labels.shape:
            return ids
        if self.prediction == "causal":  # the last place has no label, and the first no arg-max
            ids, labels = ids[:, :-1], labels[:, 1:]
        return ids.masked_fill(labels == self.ignore_index, _PADDING)

    def _texts(self, ids: Tensor, **options: Any) -> list[str]:
        """Decode rows of ids; those that no token has are replaced by padding, or left out."""
        array: npt.NDArray[np.int64] = ids.cpu().numpy().astype(np.int64)
        known = (array >= 0) & (array < _vocabulary(self.processing_class))
        padding = getattr(_tokenizer_of(self.processing_class), "pad_token_id", None)
        if padding is None:
            rows = [row[own].tolist() for row, own in zip(array, known, strict=True)]
        else:
            rows = np.where(known, array, padding).tolist()
        texts: list[str] = self.processing_class.batch_decode(rows, **options)
        return texts

    def _results(self) -> dict[str, float]:
        """Return the results by the modules' keys; shared ones have the config's name before."""
        results = []
        for (name, config), metric in zip(self._configs, self._metrics, strict=True):
            measures = metric.results().items()
            keys = [config.score if i == 0 else key for i, (key, _) in enumerate(measures)]
            results.append((name, dict(zip(keys, [float(v) for _, v in measures], strict=True))))
        times = Counter(key for _, own in results for key in own)
        return {
            f"{name}_{key}" if times[key] > 1 else key: value
            for name, own in results
            for key, value in own.items()
        }


def _own_samples(gathered: int) -> int:
    """Count the samples of a gathered batch, without those that fill up the last one.

    On several processes the last batch is filled up with samples of the first. ``Trainer`` drops
    them; ``Seq2SeqTrainer`` does not, because one sample may have several generated sequences
    (transformers pull request 27025).
    """
    if "accelerate" not in sys.modules:  # then no one has gathered
        return gathered
    state = import_module("accelerate.state").GradientState()
    if not state.end_of_dataloader or gathered != state.active_dataloader.total_batch_size:
        return gathered
    return state.remainder if state.remainder > 0 else gathered


def _tokenizer_of(processing_class: Any) -> Any:
    """Return the tokenizer of a processor, or the tokenizer itself."""
    return getattr(processing_class, "tokenizer", processing_class)


def _can_group(processing_class: Any) -> bool:
    """Tell whether decoding can collapse repeated tokens, as CTC needs it."""
    tokenizer = _tokenizer_of(processing_class)
    methods = (getattr(tokenizer, name, None) for name in ("batch_decode", "decode", "_decode"))
    return any(
        "group_tokens" in inspect.signature(method).parameters
        for method in methods
        if callable(method)
    )


def _vocabulary(processing_class: Any) -> int:
    """Return how many ids there are, those of added tokens included."""
    tokenizer = _tokenizer_of(processing_class)
    try:
        return len(tokenizer)
    except TypeError:
        return int(getattr(tokenizer, "vocab_size", np.iinfo(np.int64).max))

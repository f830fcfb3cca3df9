"""Metrics for Hugging Face's ``Trainer``: ``compute_metrics=make_compute_metrics(tokenizer)``."""

from __future__ import annotations

import inspect
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
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
        logits: of shape ``(samples, length, vocabulary)``, or a tuple that begins with them; ids
            of two dimensions are returned as they are.
        labels: not used; a ``Trainer`` gives them.

    Returns:
        int64, shape ``(samples, length)``; -100 where all logits are padding.

    >>> logits_to_ids(torch.tensor([[[0.1, 0.9], [-100.0, -100.0]]]))
    tensor([[   1, -100]])

    """
    scores = torch.as_tensor(_first(logits))
    if scores.ndim != 3:
        return scores
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
        if "logits" in _parameters(processing_class.batch_decode):
            raise InputError(
                "processing_class decodes logits, with a language model of its own; give its "
                "tokenizer (or a processor without the language model)"
            )
        if not isinstance(metrics, (list, tuple)) or not metrics:
            raise InputError(
                f"metrics is {metrics!r}; it must be a list of names, as ['wer_lev', 'anls:docvqa']"
            )
        if not isinstance(ignore_index, int) or isinstance(ignore_index, bool):
            raise InputError(f"ignore_index is {ignore_index!r}; it must be a whole number")
        self.processing_class = processing_class
        self.ignore_index = ignore_index
        options: dict[str, Any] = {} if tokenizer is None else {"tokenizer": tokenizer}
        if normalizer is not None:
            options["normalizer"] = normalizer
        found = [find_config(name) for name in metrics]
        names = [f"{metric}:{config}" for metric, config, _ in found]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise InputError(f"metrics[{place}] is {name!r} once more; give each name once")
        self._configs: list[tuple[str, Config]] = [(name, config) for _, name, config in found]
        # A Trainer gathers the outputs of all processes before it asks for metrics.
        self._metrics = [
            config.make("make_compute_metrics", options) for _, config in self._configs
        ]
        if prediction == "auto" and _can_group(processing_class):
            prediction = "ctc"
        self.prediction = prediction
        self._stream: weakref.ref[Any] | None = None  # the data loader of the batches so far

    def __getstate__(self) -> dict[str, Any]:
        """Leave the data loader out of copies and pickles."""
        return {**self.__dict__, "_stream": None}

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
        loader = _active_dataloader()
        known = None if self._stream is None else self._stream()
        if compute_result is None or loader is not known:
            self.reset()  # an evaluation before may have been broken off
            self._stream = None if loader is None else weakref.ref(loader)
        try:
            self._add(eval_prediction[0], eval_prediction[1], whole=compute_result is None)
        except BaseException:
            self.reset()
            raise
        if compute_result is False:
            return {}
        results = self._results()
        self.reset()
        return results

    def reset(self) -> None:
        """Forget the batches of an evaluation that was not finished."""
        for metric in self._metrics:
            metric.reset()

    def _add(self, predictions: Any, labels: Any, *, whole: bool) -> None:
        if labels is None:
            raise InputError("there are no labels to compare with; give eval_dataset labels")
        # With eval_do_concat_batches=False they are lists of batches.
        batches = isinstance(labels, list) and len(labels) > 0 and np.ndim(_first(labels[0])) == 2
        for batch in zip(predictions, labels, strict=True) if batches else [(predictions, labels)]:
            preds, target = self.decode(*batch)
            own = len(target) if whole else _own_samples(len(target))
            for (_, config), metric in zip(self._configs, self._metrics, strict=True):
                metric.update(*_inputs(config, preds[:own], target[:own]))

    def logits_to_ids(self, logits: Any, labels: Any) -> Tensor:
        """Take the arg-max as :func:`logits_to_ids` does, without what the labels do not cover.

        Args:
            logits: of shape ``(samples, length, vocabulary)``, or a tuple that begins with them;
                generated ids are returned as they are.
            labels: of shape ``(samples, length)``, or a tuple that begins with them; or ``None``.

        Returns:
            int64, shape ``(samples, length)``.

        """
        scores = torch.as_tensor(_first(logits))
        ids = logits_to_ids(scores)
        if scores.ndim != 3 or labels is None or self.prediction == "ctc":
            return ids
        return self._at_labels(ids, torch.as_tensor(_first(labels)))

    def decode(self, predictions: Any, labels: Any) -> tuple[list[str], list[str]]:
        """Decode predictions and labels to texts.

        Args:
            predictions: ids or logits, alone or first in a tuple.
            labels: ids, alone or first in a tuple, padded by ``ignore_index``.

        Raises:
            InputError: for outputs of another kind, or not as many of both.

        """
        given, target = torch.as_tensor(_first(predictions)), torch.as_tensor(_first(labels))
        if given.ndim not in (2, 3) or target.ndim != 2 or len(given) != len(target):
            raise InputError(
                f"predictions have the shape {tuple(given.shape)} and labels "
                f"{tuple(target.shape)}; they must be ids (samples, length) or logits (samples, "
                "length, vocabulary), and labels ids, of the same samples"
            )
        if given.is_floating_point() != (given.ndim == 3):
            raise InputError(
                f"predictions are {given.dtype} of {given.ndim} dimensions; give ids as whole "
                "numbers of two, or logits as floats of three"
            )
        ids, target = logits_to_ids(given).long(), target.long().clone()
        if self.prediction == "causal":  # as in the model's loss: nothing can predict the first
            target[:, :1] = self.ignore_index
        arg_maxes = given.ndim == 3 or self.prediction in ("logits", "causal")
        if arg_maxes and self.prediction != "ctc":
            ids = self._at_labels(ids, target)
        target = target.masked_fill(target == self.ignore_index, _PADDING)
        if self.prediction == "ctc":
            # Its blank is a special token, which parts the two letters of "ll": not to be skipped
            # before repeated ones are collapsed. The tokenizer leaves it out itself.
            return self._texts(ids), self._texts(target, group_tokens=False)
        return (
            self._texts(ids, skip_special_tokens=True),
            self._texts(target, skip_special_tokens=True),
        )

    def _at_labels(self, ids: Tensor, labels: Tensor) -> Tensor:
        """Drop arg-maxes where there is no label; what a model says there is not its output."""
        length = labels.shape[1]
        shifted = self.prediction == "causal"
        if ids.shape[1] != length and not (shifted and ids.shape[1] == length - 1):
            raise InputError(
                f"predictions have {ids.shape[1]} places and labels {length}; the arg-max of "
                "logits must stand beside its label: cut off what the model puts before it (as "
                "prompt tokens), or generate"
            )
        if shifted:  # the last place has no label, and the first label no arg-max
            ids, labels = ids[:, : max(length - 1, 0)], labels[:, 1:]
        return ids.masked_fill(labels == self.ignore_index, _PADDING)

    @cached_property
    def _ids(self) -> npt.NDArray[np.int64] | None:
        """All ids that have a token; ``None`` if the tokenizer does not say."""
        tokenizer = _tokenizer_of(self.processing_class)
        if callable(getattr(tokenizer, "get_vocab", None)):
            return np.array(sorted(tokenizer.get_vocab().values()), np.int64)
        return np.arange(len(tokenizer)) if hasattr(tokenizer, "__len__") else None

    def _texts(self, ids: Tensor, **options: Any) -> list[str]:
        """Decode rows of ids; those that no token has are replaced by padding, or left out."""
        array: npt.NDArray[np.int64] = ids.cpu().numpy()
        known = array >= 0 if self._ids is None else np.isin(array, self._ids)
        padding = getattr(_tokenizer_of(self.processing_class), "pad_token_id", None)
        if padding is None:
            rows = [row[own].tolist() for row, own in zip(array, known, strict=True)]
        else:
            rows = np.where(known, array, padding).tolist()
        texts: list[str] = self.processing_class.batch_decode(rows, **options)
        return texts

    def _results(self) -> dict[str, float]:
        """Return the results by the modules' keys; shared ones have the config's name before."""
        results = [
            (name, config.result(metric.results()))
            for (name, config), metric in zip(self._configs, self._metrics, strict=True)
        ]
        times = Counter(key for _, own in results for key in own)
        return {
            f"{name}_{key}" if times[key] > 1 else key: float(value)
            for name, own in results
            for key, value in own.items()
        }


def _own_samples(gathered: int) -> int:
    """Count the samples of a gathered batch, without those that fill up the last one.

    On several processes the last batch is filled up with samples of the first. ``Trainer`` drops
    them; ``Seq2SeqTrainer`` does not, because one sample may have several generated sequences
    (transformers pull request 27025).
    """
    if _active_dataloader() is None:
        return gathered
    accelerate = import_module("accelerate.state")
    state, processes = accelerate.GradientState(), accelerate.PartialState().num_processes
    filled_up = state.end_of_dataloader and processes > 1 and gathered % processes == 0
    return min(gathered, state.remainder) if filled_up and state.remainder > 0 else gathered


def _active_dataloader() -> Any:
    """Return the data loader whose batches a ``Trainer`` evaluates now, if there is one."""
    if "accelerate" not in sys.modules:
        return None
    return import_module("accelerate.state").GradientState().active_dataloader


def _first(output: Any) -> Any:
    """Return the first of several outputs; a list of lists of ids is one."""
    several = isinstance(output, tuple) or (
        isinstance(output, list) and len(output) > 0 and hasattr(output[0], "shape")
    )
    return output[0] if several else output


def _inputs(config: Config, preds: list[str], target: list[str]) -> tuple[Any, Any]:
    """Return texts as a config takes them: as they are, or the values that are their JSON."""
    if not config.nested:
        return preds, target
    from levmetrics.inputs import Values  # and so datasets, which the others do without

    return Values().batch(preds, target)


def _tokenizer_of(processing_class: Any) -> Any:
    """Return the tokenizer of a processor, or the tokenizer itself."""
    if hasattr(processing_class, "pad_token_id"):
        return processing_class
    return getattr(processing_class, "tokenizer", processing_class)


def _can_group(processing_class: Any) -> bool:
    """Tell whether decoding can collapse repeated tokens, as CTC needs it."""
    tokenizer = _tokenizer_of(processing_class)
    methods = (getattr(tokenizer, name, None) for name in ("batch_decode", "decode", "_decode"))
    return any("group_tokens" in _parameters(method) for method in methods if callable(method))


def _parameters(method: Callable[..., Any]) -> Collection[str]:
    return inspect.signature(method).parameters

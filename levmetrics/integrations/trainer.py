"""Metrics for Hugging Face's ``Trainer``: ``compute_metrics=make_compute_metrics(tokenizer)``."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from levmetrics.extras import needed_by
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.inputs.numbers import checked_whole_number

with needed_by("make_compute_metrics", "trainer"):
    import torch
    from torch import Tensor

from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, unknown_name
from levmetrics.integrations.trainer_decoding import Decoder
from levmetrics.integrations.trainer_outputs import (
    NO_ARG_MAX,
    PADDING,
    arg_max,
    as_batches,
    as_tensor,
)
from levmetrics.integrations.trainer_passes import current_pass, own_samples
from levmetrics.integrations.trainer_tally import Tally
from levmetrics.normalizers import NormalizerLike
from levmetrics.scoring import Scoring, ScoringRun, scoring_of
from levmetrics.tokenizers import TokenizerLike

Prediction: TypeAlias = Literal["auto", "generated", "logits", "causal", "ctc"]
_PREDICTIONS = ("auto", "generated", "logits", "causal", "ctc")


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


def logits_to_ids(logits: Any, labels: Tensor | None = None) -> Tensor:
    """Take the arg-max, for ``Trainer(preprocess_logits_for_metrics=...)``.

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

    >>> nan = float("nan")
    >>> logits_to_ids(torch.tensor([[[0.1, 0.9], [-100.0, -100.0], [nan, nan]]]))
    tensor([[   1, -100, -101]])

    """
    return arg_max(as_tensor(logits, "logits"), "logits")


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
        if prediction not in _PREDICTIONS:
            raise unknown_name(_PREDICTIONS, prediction, "prediction")
        if not isinstance(metrics, (list, tuple)) or not metrics:
            raise InputError(
                f"metrics is {metrics!r}; it must be a list of names, as ['wer_lev', 'anls:docvqa']"
            )
        self._decoder = Decoder(processing_class)
        self.ignore_index = checked_whole_number(ignore_index, "ignore_index")
        options: dict[str, Any] = {} if tokenizer is None else {"tokenizer": tokenizer}
        if normalizer is not None:
            options["normalizer"] = normalizer
        self._scorings = [
            scoring_of(name, caller="make_compute_metrics", options=options) for name in metrics
        ]
        _check_names(self._scorings)
        if prediction == "auto" and self._decoder.can_group:
            prediction = "ctc"
        if prediction == "ctc" and not self._decoder.can_group:
            raise InputError(
                "prediction is 'ctc', but processing_class cannot collapse repeated tokens: its "
                "batch_decode takes no group_tokens; give a CTC tokenizer or its processor"
            )
        self.prediction = prediction
        self._runs = [scoring.of_nothing() for scoring in self._scorings]
        self._tally = Tally()
        self._failed = False  # in a batch, so that the others are not the whole evaluation
        self._pass: tuple[Any, ...] = ()  # in which the batches so far came

    def __getstate__(self) -> dict[str, Any]:
        """Leave the data loader out of copies and pickles."""
        return {**self.__dict__, "_pass": ()}

    def __call__(
        self, eval_prediction: Any, compute_result: bool | None = None
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
        current = current_pass()
        if whole or current != self._pass:
            self.reset()  # an evaluation before may have been broken off
            self._pass = current
        if self._failed:
            raise InputError(
                "a batch of this evaluation failed before, and without it there is no result of "
                "the whole; call reset() and begin the evaluation anew"
            )
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
        self.reset()
        tally.warn()
        return results

    def reset(self) -> None:
        """Forget the batches of an evaluation that was not finished, or that failed."""
        self._tally = Tally()
        self._failed = False
        self._runs = [scoring.of_nothing() for scoring in self._scorings]

    def _add(self, predictions: Any, labels: Any, *, whole: bool) -> None:
        for batch in as_batches(predictions, labels):
            ids, target = self._read(*batch)
            own = len(target) if whole else own_samples(len(target))
            self._score(ids[:own], target[:own])

    def _score(self, ids: Tensor, target: Tensor) -> None:
        """Score one sample a row of ids, without those in which there is nothing to compare."""
        given = ((ids != PADDING).any(dim=1)) | ((target != PADDING).any(dim=1))
        texts = self._decoded(ids[given], target[given], self._tally)
        self._tally.samples += int(given.sum())
        self._tally.left_out += int((~given).sum())
        self._tally.labels += int((target != PADDING).sum())
        self._runs = [
            run + added
            for run, added in zip(self._runs, _scored(self._scorings, *texts), strict=True)
        ]

    def logits_to_ids(self, logits: Any, labels: Any) -> Tensor:
        """Take the arg-max as :func:`logits_to_ids` does, without what the labels do not cover.

        Args:
            logits: of shape ``(samples, length, vocabulary)``, or a tuple that begins with them;
                generated ids are returned as they are.
            labels: of shape ``(samples, length)``, or a tuple that begins with them; or ``None``.

        Returns:
            int64, shape ``(samples, length)``.

        Raises:
            InputError: for outputs that cannot be logits over the vocabulary of the labels.

        """
        scores = as_tensor(logits, "logits")
        ids = self._arg_max(scores, "logits")
        if scores.ndim != 3 or labels is None:
            return ids
        target = self._labels(as_tensor(labels, "labels")).to(ids.device)
        _check_same_samples(scores, target, "logits")
        _check_vocabulary(scores, target, "logits")
        return ids if self.prediction == "ctc" else self._at_labels(ids, target)

    def decode(self, predictions: Any, labels: Any) -> tuple[list[str], list[str]]:
        """Decode predictions and labels to texts.

        Args:
            predictions: ids or logits, alone or first in a tuple; or a list of batches of them.
            labels: ids, alone or first in a tuple, padded by ``ignore_index``; or a list of batches
                of them.

        Raises:
            InputError: for outputs of another kind, or not as many of both.

        """
        tally = Tally()
        batches = [self._read(*batch) for batch in as_batches(predictions, labels)]
        sides = zip(*(self._decoded(*batch, tally) for batch in batches), strict=True)
        for remark in tally.of_ids():
            warnings.warn(remark, stacklevel=2)
        preds, target = ([text for texts in side for text in texts] for side in sides)
        return preds, target

    def _read(self, predictions: Any, labels: Any) -> tuple[Tensor, Tensor]:
        """Return the ids of predictions and labels, a row a sample, -100 where they do not count.

        Raises:
            InputError: for outputs of another kind, or not as many of both.

        """
        given, target = as_tensor(predictions, "predictions"), as_tensor(labels, "labels")
        if given.ndim > 0 and target.ndim > 0 and len(given) == len(target) == 0:
            nothing = torch.zeros((0, 0), dtype=torch.int64)
            return nothing, nothing
        _check_same_samples(given, target, "predictions")
        ids = self._arg_max(given, "predictions").long().cpu()
        target = self._labels(target).cpu()
        if given.ndim == 3:
            _check_vocabulary(given, target, "predictions")
        if self.prediction == "causal":  # as in the model's loss: nothing can predict the first
            target[:, :1] = PADDING
        arg_maxes = given.ndim == 3 or self.prediction in ("logits", "causal")
        if arg_maxes and self.prediction != "ctc":
            ids = self._at_labels(ids, target)
        return ids, target

    def _arg_max(self, scores: Tensor, name: str) -> Tensor:
        if scores.ndim == 3 and self.prediction == "generated":
            raise InputError(
                f"{name} are of three dimensions, but prediction is 'generated'; generate with "
                "predict_with_generate=True, or say what the logits are: prediction='logits', "
                "'causal' or 'ctc'"
            )
        return arg_max(scores, name)

    def _labels(self, labels: Tensor) -> Tensor:
        """Return the ids of labels, with -100 for all that does not count.

        Padding is ``ignore_index``, and the -100 of transformers and accelerate all the same; no
        negative number is a token.
        """
        if labels.is_floating_point():
            raise InputError(f"labels are {labels.dtype}; give ids as whole numbers")
        labels = labels.long()
        return labels.masked_fill((labels == self.ignore_index) | (labels < 0), PADDING)

    def _decoded(self, ids: Tensor, target: Tensor, tally: Tally) -> tuple[list[str], list[str]]:
        """Decode rows of ids, and tally what of them is no text."""
        tally.undefined += int((ids == NO_ARG_MAX).sum())
        tally.unknown_predictions += self._decoder.unknown(ids)
        tally.unknown_labels += self._decoder.unknown(target)
        if self.prediction == "ctc":
            # Its blank is a special token, which parts the two letters of "ll": not to be skipped
            # before repeated ones are collapsed. The tokenizer leaves it out itself.
            return self._decoder.texts(ids), self._decoder.texts(target, group_tokens=False)
        return (
            self._decoder.texts(ids, skip_special_tokens=True),
            self._decoder.texts(target, skip_special_tokens=True),
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
        return ids.masked_fill(labels == PADDING, PADDING)

    def _results(self) -> dict[str, float]:
        """Return the results by the modules' keys; shared ones have the config's name before."""
        results = [(run.scoring.config, run.result()) for run in self._runs]
        times = Counter(key for _, own in results for key in own)
        return {
            f"{name}_{key}" if times[key] > 1 else key: self._tally.score(value)
            for name, own in results
            for key, value in own.items()
        }


def _check_same_samples(given: Tensor, target: Tensor, name: str) -> None:
    """Refuse shapes that are not those of ids or logits, and of labels beside them."""
    if given.ndim not in (2, 3) or target.ndim != 2 or len(given) != len(target):
        raise InputError(
            f"{name} have the shape {tuple(given.shape)} and labels {tuple(target.shape)}; they "
            "must be ids (samples, length) or logits (samples, length, vocabulary), and labels "
            "ids, of the same samples"
        )


def _check_vocabulary(scores: Tensor, target: Tensor, name: str) -> None:
    """Refuse logits over fewer ids than the labels have: another output of the model, most likely.

    Args:
        scores: of shape ``(samples, length, vocabulary)``.
        target: ids, where they count at least 0.
        name: what the caller calls the logits.

    """
    largest = int(target.max()) if target.numel() else PADDING
    if largest >= scores.shape[-1]:
        raise InputError(
            f"{name} have {scores.shape[-1]} values a place, and labels hold the id {largest}; "
            "give the logits over the vocabulary (of several outputs the first is taken)"
        )


def _check_names(scorings: Sequence[Scoring]) -> None:
    """Refuse a metric that is named more than once.

    Raises:
        InputError: naming its place.

    """
    names = [f"{scoring.metric}:{scoring.config}" for scoring in scorings]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError(f"metrics[{place}] is {name!r} once more; give each name once")


def _scored(scorings: Sequence[Scoring], preds: list[str], target: list[str]) -> list[ScoringRun]:
    """Score texts by several metrics; each text is read once by each tokenizer."""
    texts, values = SampleReader([preds], target), None
    runs = []
    for scoring in scorings:
        if scoring.scorer.nested and values is None:
            predictions, references = json_value_columns(preds, target)
            values = SampleReader([predictions], references)
        reader = values if scoring.scorer.nested and values is not None else texts
        runs += scoring.runs(reader)
    return runs

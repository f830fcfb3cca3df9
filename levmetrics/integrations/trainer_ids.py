"""From a model's outputs and its labels to ids that stand beside each other."""

from __future__ import annotations

from typing import Literal, TypeAlias

import torch
from torch import Tensor

from levmetrics.errors import InputError
from levmetrics.integrations.trainer_outputs import PADDING, ModelOutput, arg_max, as_tensor

Prediction: TypeAlias = Literal["auto", "generated", "logits", "causal", "ctc"]
"""What a model's output is; see :func:`levmetrics.integrations.trainer.make_compute_metrics`."""
PREDICTIONS = ("auto", "generated", "logits", "causal", "ctc")


class IdReader:
    """Reads ids from outputs and labels.

    Args:
        prediction: what the outputs are.
        ignore_index: the id that pads labels.

    """

    def __init__(self, prediction: Prediction, ignore_index: int) -> None:
        self.prediction = prediction
        self.ignore_index = ignore_index

    def read(self, predictions: ModelOutput, labels: ModelOutput) -> tuple[Tensor, Tensor]:
        """Return the ids of predictions and labels, a row a sample, -100 where they do not count.

        Raises:
            InputError: for outputs of another kind, or not as many of both.

        """
        output, target = as_tensor(predictions, "predictions"), as_tensor(labels, "labels")
        if output.ndim > 0 and target.ndim > 0 and len(output) == len(target) == 0:
            nothing = torch.zeros((0, 0), dtype=torch.int64)
            return nothing, nothing
        _check_same_samples(output, target, "predictions")
        ids = self._arg_max(output, "predictions").long().cpu()
        target = self._without_padding(target).cpu()
        if output.ndim == 3:
            _check_vocabulary(output, target, "predictions")
        if self.prediction == "causal":  # as in the model's loss: nothing can predict the first
            target[:, :1] = PADDING
        arg_maxes = output.ndim == 3 or self.prediction in ("logits", "causal")
        if arg_maxes and self.prediction != "ctc":
            ids = self._at_labels(ids, target)
        return ids, target

    def logits_to_ids(self, logits: ModelOutput, labels: ModelOutput | None) -> Tensor:
        """Return the arg-max of logits, -100 where there is no label.

        Raises:
            InputError: for outputs that cannot be logits over the vocabulary of the labels.

        """
        output = as_tensor(logits, "logits")
        ids = self._arg_max(output, "logits")
        if output.ndim != 3 or labels is None:
            return ids
        target = self._without_padding(as_tensor(labels, "labels")).to(ids.device)
        _check_same_samples(output, target, "logits")
        _check_vocabulary(output, target, "logits")
        return ids if self.prediction == "ctc" else self._at_labels(ids, target)

    def _arg_max(self, output: Tensor, name: str) -> Tensor:
        if output.ndim == 3 and self.prediction == "generated":
            raise InputError("trainer.not_generated", place=name)
        return arg_max(output, name)

    def _without_padding(self, labels: Tensor) -> Tensor:
        """Return the ids of labels, -100 for every kind of padding.

        Padding is ``ignore_index``, and also the -100 of transformers and accelerate; no negative
        number is a token.
        """
        if labels.is_floating_point():
            raise InputError("trainer.labels_no_ids", type=str(labels.dtype))
        labels = labels.long()
        return labels.masked_fill((labels == self.ignore_index) | (labels < 0), PADDING)

    def _at_labels(self, ids: Tensor, labels: Tensor) -> Tensor:
        """Return the arg-maxes that stand for a label, -100 elsewhere.

        Where there is no label, as in a prompt, the arg-max is not what the model would output.
        """
        length = labels.shape[1]
        shifted = self.prediction == "causal"
        if ids.shape[1] != length and not (shifted and ids.shape[1] == length - 1):
            raise InputError("trainer.lengths", count=ids.shape[1], labels=length)
        if shifted:  # the last place has no label, and the first label no arg-max
            ids, labels = ids[:, : max(length - 1, 0)], labels[:, 1:]
        return ids.masked_fill(labels == PADDING, PADDING)


def _check_same_samples(output: Tensor, target: Tensor, name: str) -> None:
    """Refuse shapes that are not those of ids or logits, and of labels beside them."""
    if output.ndim not in (2, 3) or target.ndim != 2 or len(output) != len(target):
        shapes = {"shape": str(tuple(output.shape)), "labels": str(tuple(target.shape))}
        raise InputError("trainer.shapes", place=name, **shapes)


def _check_vocabulary(logits: Tensor, target: Tensor, name: str) -> None:
    """Refuse logits over fewer ids than the labels have: most likely another output of the model.

    Args:
        logits: of shape ``(samples, length, vocabulary)``.
        target: ids, negative where they do not count.
        name: what the caller calls the logits.

    """
    largest = int(target.max()) if target.numel() else PADDING
    if largest >= logits.shape[-1]:
        raise InputError("trainer.vocabulary", place=name, size=logits.shape[-1], id=largest)

"""Converts model outputs and labels of any kind to aligned ids, and ids to texts."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Collection, Sequence, Sized
from functools import cached_property
from typing import Any, Literal, Protocol, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from levmetrics.errors import InputError, Place, unknown_name
from levmetrics.inputs.arguments import checked_whole_number, type_phrase

ModelOutput: TypeAlias = "Tensor | npt.NDArray[Any] | int | float | Sequence[ModelOutput]"
"""Ids or logits of one batch or of several, as an array or tensor, or lists or tuples of them."""

Prediction: TypeAlias = Literal["auto", "generated", "logits", "causal", "ctc"]
"""The kind of model output; see :func:`levmetrics.integrations.trainer.make_compute_metrics`."""

PADDING = -100  # the padding of gathered arrays in transformers and accelerate
NO_ARG_MAX = -101  # marks logits without a maximum; no other id has this value


class ProcessingClass(Protocol):
    """A model's tokenizer or processor."""

    @property
    def batch_decode(self) -> Callable[..., object]:
        """The method that decodes rows of ids to a list of texts."""
        ...


class OutputReader:
    """Reads ids and texts from a model's outputs and labels.

    Args:
        processing_class: the model's tokenizer or processor.
        prediction: the kind of outputs; ``"auto"`` is CTC if the tokenizer can group tokens.
        ignore_index: the padding id of labels.

    Raises:
        InputError: if ``processing_class`` has no ``batch_decode``, or one that decodes logits, and
            for other invalid arguments.

    """

    def __init__(
        self, processing_class: ProcessingClass, prediction: Prediction, ignore_index: int
    ) -> None:
        if prediction not in get_args(Prediction):
            raise unknown_name(get_args(Prediction), prediction, "prediction")
        if not callable(getattr(processing_class, "batch_decode", None)):
            raise InputError("trainer.no_batch_decode", type=type(processing_class).__name__)
        if "logits" in _parameters(processing_class.batch_decode):
            raise InputError("trainer.decodes_logits")
        self._processing_class = processing_class
        self._tokenizer: object = processing_class
        if not hasattr(processing_class, "pad_token_id"):  # a processor
            self._tokenizer = getattr(processing_class, "tokenizer", processing_class)
        methods = (
            getattr(self._tokenizer, name, None) for name in ("batch_decode", "decode", "_decode")
        )
        can_group = any("group_tokens" in _parameters(it) for it in methods if callable(it))
        if prediction == "ctc" and not can_group:
            raise InputError("trainer.no_ctc_tokenizer")
        self.prediction = "ctc" if prediction == "auto" and can_group else prediction
        self.ignore_index = checked_whole_number(ignore_index, "ignore_index")

    def ids(self, predictions: ModelOutput, labels: ModelOutput) -> tuple[Tensor, Tensor]:
        """Return the ids of predictions and labels, one row per sample; -100 does not count.

        Raises:
            InputError: for outputs of another kind, or different numbers of both.
        """
        output, target = as_tensor(predictions, "predictions"), as_tensor(labels, "labels")
        if output.ndim > 0 and target.ndim > 0 and len(output) == len(target) == 0:
            nothing = torch.zeros((0, 0), dtype=torch.int64)
            return nothing, nothing
        target = self._without_padding(target)
        ids = self._beside(output, target, "predictions")
        if self.prediction == "causal":  # as in the model's loss: the first has no prediction
            target[:, :1] = PADDING
        return ids.long().cpu(), target.cpu()

    def logits_to_ids(self, logits: ModelOutput, labels: ModelOutput | None) -> Tensor:
        """Return the arg-max of logits, -100 where there is no label; ids are unchanged.

        Raises:
            InputError: for outputs that cannot be logits over the labels' vocabulary.

        """
        output = as_tensor(logits, "logits")
        if output.ndim != 3 or labels is None:
            return self._arg_max(output, "logits")
        return self._beside(output, self._without_padding(as_tensor(labels, "labels")), "logits")

    def _beside(self, output: Tensor, target: Tensor, name: str) -> Tensor:
        """Return the arg-max of logits where there are labels; ids are unchanged.

        Args:
            output: ids or logits.
            target: the ids of labels, -100 where they do not count.
            name: the caller's name of the output, for messages.

        """
        if output.ndim == target.ndim == 2 and self.prediction in ("auto", "generated"):
            times, rest = divmod(len(output), max(len(target), 1))
            if times > 1 and not rest and len(target):
                counts = {"count": len(output), "labels": len(target), "times": times}
                raise InputError("trainer.return_sequences", place=name, **counts)
        if output.ndim not in (2, 3) or target.ndim != 2 or len(output) != len(target):
            shapes = {"shape": str(tuple(output.shape)), "labels": str(tuple(target.shape))}
            raise InputError("trainer.shapes", place=name, **shapes)
        ids = self._arg_max(output, name)
        if output.ndim == 3:
            # Fewer logits than label ids are most likely another output of the model.
            size, largest = output.shape[-1], int(target.max()) if target.numel() else PADDING
            if largest >= size:
                raise InputError("trainer.vocabulary", place=name, size=size, id=largest)
        # Two-dimensional ids may be generated, or the arg-max from the hook.
        given_labels = ("logits", "causal") if output.ndim == 2 else ("logits", "causal", "auto")
        return self._at_labels(ids, target) if self.prediction in given_labels else ids

    def _arg_max(self, output: Tensor, name: str) -> Tensor:
        if output.ndim == 3 and self.prediction == "generated":
            raise InputError("trainer.not_generated", place=name)
        return arg_max(output, name)

    def _without_padding(self, labels: Tensor) -> Tensor:
        """Return the ids of labels, -100 for every kind of padding.

        Padding is ``ignore_index`` and the -100 of transformers and accelerate; negative numbers
        are never tokens.
        """
        if labels.is_floating_point():
            raise InputError("trainer.labels_no_ids", type=str(labels.dtype))
        labels = labels.long()
        return labels.masked_fill((labels == self.ignore_index) | (labels < 0), PADDING)

    def _at_labels(self, ids: Tensor, labels: Tensor) -> Tensor:
        """Return the arg-max where there is a label, -100 elsewhere.

        Without a label, as in a prompt, the arg-max is not the model's output.
        """
        length = labels.shape[1]
        shifted = self.prediction == "causal"
        if ids.shape[1] != length and not (shifted and ids.shape[1] == length - 1):
            raise InputError("trainer.lengths", count=ids.shape[1], labels=length)
        if shifted:  # the last place has no label, and the first label no arg-max
            ids, labels = ids[:, : max(length - 1, 0)], labels[:, 1:]
        return ids.masked_fill((labels == PADDING).to(ids.device), PADDING)

    def texts(
        self, ids: Tensor, target: Tensor, counts: Counter[str]
    ) -> tuple[list[str], list[str]]:
        """Decode rows of ids of predictions and labels.

        Args:
            ids: the ids, as :meth:`ids` returns them.
            target: the ids of the labels.
            counts: the numbers of places without an arg-max and of ids without a token, which are
                increased.

        Raises:
            InputError: if ``batch_decode`` does not return a string for each row.

        """
        if self.prediction == "ctc":
            # Special tokens are not skipped: one of them is the blank, which separates the two
            # letters of "ll" until repeated tokens are collapsed. The tokenizer itself removes it.
            preds, unknown = self._decoded(ids)
            references, unknown_labels = self._decoded(target, group_tokens=False)
        else:
            preds, unknown = self._decoded(ids, skip_special_tokens=True)
            references, unknown_labels = self._decoded(target, skip_special_tokens=True)
        undefined = int((ids == NO_ARG_MAX).sum())
        counts.update(undefined=undefined, unknown=unknown, unknown_labels=unknown_labels)
        return preds, references

    def _decoded(self, ids: Tensor, **options: bool) -> tuple[list[str], int]:
        """Decode rows of ids; ids without a token are replaced by padding, or left out.

        Args:
            ids: the ids; negative ones are padding.
            options: keyword arguments of ``batch_decode``.

        Returns:
            The texts, and the number of ids without a token.

        """
        if not len(ids):
            return [], 0
        array = ids.numpy()
        counted = array >= 0
        known = counted if self._vocabulary is None else np.isin(array, self._vocabulary)
        padding = getattr(self._tokenizer, "pad_token_id", None)
        if padding is None:
            rows = [row[mask].tolist() for row, mask in zip(array, known, strict=True)]
        else:
            rows = np.where(known, array, padding).tolist()
        texts = _checked_texts(self._processing_class.batch_decode(rows, **options), len(rows))
        return texts, int((counted & ~known).sum())

    @cached_property
    def _vocabulary(self) -> npt.NDArray[np.int64] | None:
        """All ids that have a token; ``None`` if the tokenizer does not list them."""
        get_vocab = getattr(self._tokenizer, "get_vocab", None)
        if callable(get_vocab):
            vocabulary: Any = get_vocab()
            return np.fromiter(vocabulary.values(), np.int64)
        return np.arange(len(self._tokenizer)) if isinstance(self._tokenizer, Sized) else None


def as_batches(
    predictions: ModelOutput | None, labels: ModelOutput | None
) -> list[tuple[ModelOutput, ModelOutput]]:
    """Return predictions and labels by batch: they are lists if ``eval_do_concat_batches=False``.

    Args:
        predictions: ids or logits, or a list of batches of them.
        labels: ids, or a list of batches of them.

    Raises:
        InputError: if one of them is ``None``, or the numbers of batches differ.

    >>> as_batches([np.zeros((1, 2, 9))], [np.zeros((1, 2), int)])[0][0].shape
    (1, 2, 9)

    """
    if labels is None:
        raise InputError("trainer.no_labels")
    if predictions is None:
        raise InputError("trainer.no_predictions")
    outputs, targets = _objects_as_list(predictions), _objects_as_list(labels)
    if not isinstance(targets, list) or _dimensions(targets) != 3:
        return [(outputs, targets)]
    if not isinstance(outputs, list):
        raise InputError("trainer.batches_of_labels_alone", labels=len(targets))
    if len(outputs) != len(targets):
        raise InputError("trainer.batches", count=len(outputs), labels=len(targets))
    return list(zip(outputs, targets, strict=True))


def as_tensor(output: ModelOutput, name: str) -> Tensor:
    """Return ids or logits as one tensor; shorter rows are padded.

    Args:
        output: an array or tensor; a list (or an array of objects) of one row per sample, each of
            ids ``(length,)`` or logits ``(length, vocabulary)``; or several outputs, of which the
            first is read: a tuple, or a list of arrays of all samples.
        name: the caller's name of the argument, for messages.

    Returns:
        Whole numbers or floats on their original device. Whole numbers are int64 if the input was
        not a tensor or is empty; floats keep their precision. Rows are padded by -100.

    Raises:
        InputError: for anything else.

    >>> as_tensor([[3, 4], [5]], "predictions")
    tensor([[   3,    4],
            [   5, -100]])

    """
    output = _objects_as_list(_first_output(output))
    if isinstance(output, list):
        return _padded_rows(output, name)
    tensor = _array_as_tensor(output, name)
    return tensor.long() if tensor.ndim <= 2 and not tensor.numel() else tensor


def arg_max(scores: Tensor, name: str) -> Tensor:
    """Return the arg-max of logits; ids are unchanged.

    Args:
        scores: logits of shape ``(samples, length, vocabulary)``, or ids ``(samples, length)``.
        name: the caller's name of the argument, for messages.

    Returns:
        Shape ``(samples, length)``: -100 where all logits are padding, and -101 where they have no
        maximum, because one is NaN or all are minus infinity.

    Raises:
        InputError: for two-dimensional floats, or three-dimensional whole numbers.

    """
    if scores.ndim not in (2, 3) or scores.is_floating_point() != (scores.ndim == 3):
        kind = {"type": str(scores.dtype), "dimensions": scores.ndim}
        raise InputError("trainer.dimensions", place=name, **kind)
    if scores.ndim == 2:
        return scores
    if scores.shape[-1] == 0:
        raise InputError("trainer.no_logits", place=name, shape=str(tuple(scores.shape)))
    ids = scores.argmax(dim=-1)
    best = scores.gather(-1, ids.unsqueeze(-1)).squeeze(-1)  # NaN, if present, is the maximum
    ids = ids.masked_fill(best.isnan() | best.isneginf(), NO_ARG_MAX)
    return ids.masked_fill((scores == PADDING).all(dim=-1), PADDING)


def _first_output(output: Any) -> Any:
    """Return the first of a model's outputs, if there are several."""
    while isinstance(output, tuple) and output:
        output = output[0]
    if not isinstance(output, list) or not output:
        return output
    first = output[0]
    dimensions = getattr(first, "ndim", 0)
    floats = dimensions == 2 and "float" in str(getattr(first.dtype, "name", first.dtype))
    return first if dimensions in (2, 3) and not floats else output


def _objects_as_list(output: Any) -> Any:
    """Return an array of objects as a list; anything else is unchanged."""
    objects = isinstance(output, np.ndarray) and output.dtype == object
    return output.tolist() if objects else output


def _dimensions(output: Any) -> int:
    """Return the number of dimensions of an array or of nested lists, by their first elements."""
    output = _objects_as_list(output)
    if isinstance(output, tuple) and output:
        return _dimensions(output[0])
    if isinstance(output, list):
        return 1 + (_dimensions(output[0]) if output else 0)
    return int(getattr(output, "ndim", 0))


def _padded_rows(rows: Sequence[ModelOutput], name: str) -> Tensor:
    """Pad rows, one per sample, to the length of the longest."""
    if not rows:
        return torch.zeros((0, 0), dtype=torch.int64)
    tensors = [_row_as_tensor(row, Place(name, i)) for i, row in enumerate(rows)]
    first = tensors[0]
    for i, row in enumerate(tensors):
        if row.ndim not in (1, 2) or (row.dtype, row.shape[1:]) != (first.dtype, first.shape[1:]):
            kind = {"shape": str(tuple(row.shape)), "type": str(row.dtype)}
            other = {"other_shape": str(tuple(first.shape)), "other_type": str(first.dtype)}
            places = {"place": Place(name, i), "other": Place(name, 0)}
            raise InputError("trainer.rows", **places, **kind, **other)
    return pad_sequence([row.cpu() for row in tensors], batch_first=True, padding_value=PADDING)


def _row_as_tensor(row: Any, position: str) -> Tensor:
    row = _objects_as_list(row)
    if isinstance(row, (list, tuple)):
        try:
            row = np.array(row)
        except ValueError:
            raise InputError("trainer.row_of_rows", place=position) from None
    tensor = _array_as_tensor(row, position)
    ids = not tensor.is_floating_point() or tensor.shape == (0,)  # NumPy makes [] a float array
    return tensor.long() if ids else tensor


def _array_as_tensor(output: object, position: str) -> Tensor:
    """Return one array of whole numbers or floats as a tensor."""
    if isinstance(output, Tensor):
        if output.dtype == torch.bool or output.is_complex():
            kind = f"a tensor of {output.dtype}"
            raise InputError("trainer.no_array", place=position, kind=kind)
        return output
    if isinstance(output, (str, bytes)) or not hasattr(output, "__array__"):
        raise InputError("trainer.no_array", place=position, kind=type_phrase(output))
    array = np.asarray(output)
    if array.dtype.kind not in "iuf" or array.dtype.itemsize > 8:
        raise InputError("trainer.no_array", place=position, kind=f"an array of {array.dtype}")
    native = array.dtype.newbyteorder("=") if array.dtype.kind == "f" else np.dtype(np.int64)
    if array.dtype.kind == "u" and array.size and array.max() > np.iinfo(np.int64).max:
        raise InputError("trainer.no_id", place=position, id=int(array.max()))
    return torch.from_numpy(np.require(array, native, ["C", "W"]))


def _checked_texts(texts: object, expected: int) -> list[str]:
    """Return the result of ``batch_decode``, after a check that it has one text per row."""
    if not isinstance(texts, (list, tuple)):
        raise InputError("trainer.decoded_type", type=type(texts).__name__, rows=expected)
    if len(texts) != expected:
        raise InputError("trainer.decoded_count", count=len(texts), rows=expected)
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError("trainer.decoded_row", type=type(text).__name__, row=row)
    return list(texts)


def _parameters(method: Callable[..., object]) -> Collection[str]:
    return inspect.signature(method).parameters

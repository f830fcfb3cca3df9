"""Decoding: from rows of ids to texts, by a model's own tokenizer or processor."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sized
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from torch import Tensor

from levmetrics.errors import InputError


class ProcessingClass(Protocol):
    """A model's tokenizer or processor."""

    @property
    def batch_decode(self) -> Callable[..., object]:
        """The method that decodes rows of ids to a list of texts."""
        ...


class Decoder:
    """Decodes ids by a model's tokenizer or processor.

    Args:
        processing_class: the tokenizer or processor.

    Raises:
        InputError: if it has no ``batch_decode``, or one that decodes logits.

    """

    def __init__(self, processing_class: ProcessingClass) -> None:
        if not callable(getattr(processing_class, "batch_decode", None)):
            raise InputError("trainer.no_batch_decode", type=type(processing_class).__name__)
        if "logits" in _parameters(processing_class.batch_decode):
            raise InputError("trainer.decodes_logits")
        self.processing_class = processing_class
        self._tokenizer: object = processing_class
        if not hasattr(processing_class, "pad_token_id"):  # a processor
            self._tokenizer = getattr(processing_class, "tokenizer", processing_class)

    @property
    def can_group(self) -> bool:
        """Whether decoding can collapse repeated tokens, as CTC needs it."""
        methods = (
            getattr(self._tokenizer, name, None) for name in ("batch_decode", "decode", "_decode")
        )
        return any("group_tokens" in _parameters(method) for method in methods if callable(method))

    def texts(self, ids: Tensor, **options: bool) -> tuple[list[str], int]:
        """Decode rows of ids; those that no token has are replaced by padding, or left out.

        Args:
            ids: whole numbers on the processor, shape ``(samples, length)``; negative ones are
                padding.
            options: keyword arguments of ``batch_decode``.

        Returns:
            The texts, and how many ids no token has.

        Raises:
            InputError: if ``batch_decode`` does not return a string for each row.

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
        texts = _checked_texts(self.processing_class.batch_decode(rows, **options), len(rows))
        return texts, int((counted & ~known).sum())

    @cached_property
    def _vocabulary(self) -> npt.NDArray[np.int64] | None:
        """All ids that have a token; ``None`` if the tokenizer does not say."""
        get_vocab = getattr(self._tokenizer, "get_vocab", None)
        if callable(get_vocab):
            vocabulary: Any = get_vocab()
            return np.fromiter(vocabulary.values(), np.int64)
        return np.arange(len(self._tokenizer)) if isinstance(self._tokenizer, Sized) else None


def _checked_texts(texts: object, expected: int) -> list[str]:
    """Return what ``batch_decode`` returned, if it is one text for every row."""
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

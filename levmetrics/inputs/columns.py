"""Checked text columns: a caller's predictions or references become Arrow strings, or one error.

Code that gets a :class:`TextColumn` need not check its texts again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import check_same_length, sample_noun, sample_position
from levmetrics.inputs.arrow import is_array, is_list_type
from levmetrics.inputs.column_shapes import ArrowStream, Vector, is_list, read_column
from levmetrics.inputs.text_checks import check_lists, checked_texts, first_true, wrong_type


@dataclass(frozen=True)
class TextColumn:
    """Texts, checked, as one Arrow array.

    Attributes:
        name: the name of the caller's argument, for messages.
        texts: the texts of all samples, concatenated; no nulls, valid Unicode.
        offsets: where samples may have several texts (references), int64 of shape
            ``(samples + 1,)``: the texts of sample ``i`` are ``texts[offsets[i]:offsets[i + 1]]``,
            at least one. ``None`` where each sample has one text.

    """

    name: str
    texts: pa.LargeStringArray
    offsets: IntArray | None = None

    def __len__(self) -> int:
        """Count the samples (not the texts)."""
        return len(self.texts) if self.offsets is None else len(self.offsets) - 1

    def position(self, index: int) -> str:
        """Return the position of text ``index`` in the caller's argument.

        >>> reference_column([["a"], ["b", "c"]], "references").position(2)
        'references[1][1]'
        """
        return sample_position(self.name, index, self.offsets)

    def nested(self) -> pa.LargeStringArray | pa.LargeListArray:
        """Return one element a sample: its text, or the list of its texts.

        >>> reference_column([["a"], ["b", "c"]]).nested().to_pylist()
        [['a'], ['b', 'c']]
        """
        if self.offsets is None:
            return self.texts
        return pa.LargeListArray.from_arrays(pa.array(self.offsets), self.texts)

    def with_texts(self, texts: pa.LargeStringArray) -> TextColumn:
        """Return this column with its texts replaced, one for one."""
        return replace(self, texts=texts)

    def take(self, samples: IntArray) -> TextColumn:
        """Return a column of some of the samples, which may repeat.

        >>> reference_column([["a"], ["b", "c"]]).take(np.array([1, 1])).nested().to_pylist()
        [['b', 'c'], ['b', 'c']]
        """
        taken = self.nested().take(pa.array(samples))
        if self.offsets is None:
            return replace(self, texts=taken)
        lengths = np.asarray(pc.list_value_length(taken))
        return replace(
            self, texts=taken.flatten(), offsets=np.concatenate([[0], np.cumsum(lengths)])
        )


TextsLike: TypeAlias = "str | Sequence[str] | ArrowStream | Vector | TextColumn"
"""One text a sample."""

ReferencesLike: TypeAlias = "TextsLike | Sequence[str | Sequence[str]]"
"""One text a sample, or several for each."""


def prediction_column(values: TextsLike, name: str = "preds") -> TextColumn:
    """Check a column of predictions: one text a sample.

    Args:
        values: a string (one sample), a sequence of strings, or a column of strings from Arrow,
            ``datasets``, pandas, polars or NumPy; a ``TextColumn`` is returned as it is.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: for anything else, with the position of the first bad value.

    >>> prediction_column(["rain", "sunshine"]).texts.to_pylist()
    ['rain', 'sunshine']
    >>> prediction_column(["rain", None], "predictions")
    Traceback (most recent call last):
    levmetrics.errors.InputError: predictions[1] is None; every prediction must be a string

    """
    if isinstance(values, TextColumn):
        if values.offsets is not None:
            raise InputError("text.several", place=values.name, side=name)
        return values
    return _text_column(read_column(values, name), name)


def reference_column(values: ReferencesLike, name: str = "target") -> TextColumn:
    """Check a column of references: one text a sample, or a list of alternatives for each.

    Args:
        values: as for :func:`prediction_column`, or a sequence of lists of strings, or an Arrow
            column of lists of strings.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: for anything else, a list without a text included.

    >>> reference_column([["rain"], ["shine", "sun"]]).offsets
    array([0, 1, 3])

    """
    if isinstance(values, TextColumn):
        return values
    if isinstance(values, np.ndarray) and values.ndim == 2:
        values = list(values.tolist())
    column = read_column(values, name)
    if is_array(column):
        if not is_list_type(column.type):
            return _text_column(column, name)
        texts, lengths = _flatten_arrow(column, name)
    elif len(column) and is_list(column[0]):
        check_lists(column, name)
        texts = list(chain.from_iterable(column))
        lengths = np.fromiter(map(len, column), np.int64, len(column))
    else:
        return _text_column(column, name)
    if not lengths.all():
        empty = int(np.flatnonzero(lengths == 0)[0])
        place = sample_position(name, empty, None)
        raise InputError("text.no_references", place=place, what=sample_noun(name))
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return _text_column(texts, name, offsets)


def text_columns(
    predictions: TextsLike,
    references: ReferencesLike,
    names: tuple[str, str] = ("predictions", "references"),
) -> tuple[TextColumn, TextColumn]:
    """Check both columns, which must have as many samples.

    Args:
        predictions: see :func:`prediction_column`.
        references: see :func:`reference_column`.
        names: the names of the caller's arguments, for messages.

    Raises:
        InputError: for anything that is no column of texts, and columns of different lengths.

    >>> [len(column) for column in text_columns(["a", "b"], [["a", "c"], ["b"]])]
    [2, 2]

    """
    preds = prediction_column(predictions, names[0])
    target = reference_column(references, names[1])
    check_same_length(preds, target)
    return preds, target


def _flatten_arrow(column: pa.Array, name: str) -> tuple[pa.Array, IntArray]:
    """Return the concatenated elements of an Arrow column of lists, and the lists' lengths."""
    if column.null_count:
        index = first_true(column.is_null())
        raise wrong_type(sample_position(name, index, None), None, name)
    lists = column.cast(pa.large_list(column.type.value_type))
    return lists.flatten(), np.asarray(pc.list_value_length(lists)).astype(np.int64)


def _text_column(
    values: pa.Array | Sequence[Any], name: str, offsets: IntArray | None = None
) -> TextColumn:
    return TextColumn(name, checked_texts(values, name, offsets), offsets)

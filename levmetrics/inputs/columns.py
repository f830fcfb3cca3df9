"""Checked text columns: the caller's predictions or references, or one error.

Code that receives a :class:`TextColumn` need not check its texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Protocol, TypeAlias, cast

import numpy as np

from levmetrics.errors import InputError
from levmetrics.inputs.arguments import (
    reading,
    sample_noun,
    sample_position,
    type_phrase,
)
from levmetrics.inputs.arrays import IntArray, ranges
from levmetrics.inputs.arrow import (
    combined,
    hold_containers,
    is_array,
    is_list_type,
    is_text_type,
    is_utf8,
    is_view_type,
    large_strings,
    lone_surrogate,
)
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pa, pc

FEW = 10_000
"""The most strings that a column keeps as they are, since the kernel reads a few faster."""


class ArrowStream(Protocol):
    """A column that exports itself as an Arrow stream, as in pyarrow, pandas and polars."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a stream in Arrow's C interface."""
        ...


class Vector(Protocol):
    """A NumPy array, or a series of an older pandas; a column if it has one dimension."""

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        ...

    def tolist(self) -> Any:
        """Return the elements as a list."""
        ...


ColumnLike: TypeAlias = "str | Sequence[Any] | ArrowStream | Vector"
"""A column of any elements, or one string, which is one sample."""


def is_list(value: object) -> bool:
    """Whether one value of a sample is a list of values.

    Lists, tuples and one-dimensional arrays are; pandas reads lists from Parquet as arrays.

    >>> import numpy as np
    >>> is_list(np.array(["a", "b"])), is_list("ab"), is_list(np.array(1))
    (True, False, False)
    """
    return isinstance(value, (list, tuple)) or (
        getattr(value, "ndim", None) == 1 and hasattr(value, "tolist")
    )


def read_column(values: ColumnLike, name: str, kind: str = "strings") -> pa.Array | Sequence[Any]:
    """Return a column as an Arrow array or a Python sequence, with unchecked elements.

    Args:
        values: the caller's argument.
        name: the name of the argument, for messages.
        kind: the expected kind of elements, for messages.

    Raises:
        InputError: for a value without order or length, or that is not a column of elements.

    >>> read_column(range(3), "groups")
    [0, 1, 2]

    """
    if type(values) in (list, tuple):
        return values
    with reading(lambda: name):
        return _read_column(values, name, kind)


def _read_column(values: Any, name: str, kind: str) -> pa.Array | Sequence[Any]:
    if isinstance(values, str):
        return [values]
    if isinstance(values, (list, tuple)):
        return values[:]  # the items as they are stored, however a subclass iterates
    if isinstance(values, Texts):
        return values
    if is_array(values):
        return python_values(values, name) if is_view_type(values.type) else values
    if hasattr(values, "__arrow_c_stream__"):  # pyarrow.ChunkedArray, pandas, polars
        kind_of_series = getattr(getattr(values, "dtype", None), "kind", "")
        if kind_of_series == "O" and hold_containers(values):  # Python's own objects, in pandas
            return list(values)
        return _read_stream(values, name, kind)
    if getattr(values, "ndim", 0) == 1 and hasattr(values, "tolist"):  # NumPy, older pandas
        return list(cast("Vector", values).tolist())
    if isinstance(values, Sequence) and not isinstance(values, (bytes, bytearray, memoryview)):
        return _read_sequence(values, name, kind)
    code = "column.iterable" if _is_plain_iterable(values) else "column.wrong_type"
    raise InputError(code, place=name, given=type_phrase(values), kind=kind)


def python_values(column: pa.Array, name: str) -> list[Any]:
    r"""Return the elements of an Arrow array as Python's own values.

    Args:
        column: an array of any type.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: with the first element that Python cannot hold, as text that is not UTF-8.

    >>> python_values(pa.array([[1], None]), "preds")
    [[1], None]

    """
    try:
        return list(column.to_pylist())
    except Exception:
        for index in range(len(column)):
            with reading(lambda: sample_position(name, index, None)):  # noqa: B023
                column[index].as_py()
        raise


def _read_stream(values: ColumnLike, name: str, kind: str) -> pa.Array | Sequence[Any]:
    try:
        chunks = pa.chunked_array(values)
    except (pa.ArrowException, UnicodeEncodeError):  # the check of the elements names the bad one
        return list(cast("Iterable[Any]", values))
    try:
        return read_column(combined(chunks), name, kind)
    except pa.ArrowException:  # a type that Arrow reads but cannot cast
        return python_values(chunks, name)


def _read_sequence(values: Sequence[Any], name: str, kind: str) -> pa.Array | Sequence[Any]:
    try:
        whole = values[:]  # slicing reads a datasets.Column at once, to a list or to Arrow
    except TypeError:  # a deque cannot be sliced
        whole = list(values)
    return list(whole) if type(whole) is type(values) else read_column(whole, name, kind)


def _is_plain_iterable(values: object) -> bool:
    """Whether ``list(values)`` is an ordered column, as it is for an iterator or a generator."""
    return (
        isinstance(values, Iterable)
        and not isinstance(values, (bytes, bytearray, memoryview, Mapping, set, frozenset))
        and not hasattr(values, "shape")
    )


@dataclass(frozen=True)
class TextColumn:
    """Checked texts as one column.

    Attributes:
        name: the name of the caller's argument, for messages.
        texts: the texts of all samples, concatenated.
        offsets: if samples may have several texts (references), int64 of shape ``(samples + 1,)``:
            the texts of sample ``i`` are ``texts[offsets[i]:offsets[i + 1]]``, at least one.
            ``None`` if each sample has one text.

    """

    name: str
    texts: Texts
    offsets: IntArray | None = None

    def __len__(self) -> int:
        """Return the number of samples (not of texts)."""
        return len(self.texts) if self.offsets is None else len(self.offsets) - 1

    @property
    def strings(self) -> list[str] | None:
        """The texts as strings, if it was made of few, one for each sample; ``None`` otherwise."""
        is_few = len(self.texts) <= FEW and self.offsets is None
        return self.texts.strings if is_few else None

    def position(self, index: int) -> str:
        """Return the position of text ``index`` in the caller's argument.

        >>> reference_column([["a"], ["b", "c"]], "references").position(2)
        'references[1][1]'
        """
        return sample_position(self.name, index, self.offsets)

    def as_lists(self) -> pa.LargeStringArray | pa.LargeListArray:
        """Return one element for each sample: its text, or the list of its texts.

        >>> reference_column([["a"], ["b", "c"]]).as_lists().to_pylist()
        [['a'], ['b', 'c']]
        """
        texts = self.texts.to_arrow()
        if self.offsets is None:
            return texts
        return pa.LargeListArray.from_arrays(pa.array(self.offsets), texts)

    def equals(self, other: object) -> bool:
        """Whether another column has equal samples."""
        if not isinstance(other, TextColumn) or self.texts != other.texts:
            return False
        ours, theirs = self.offsets, other.offsets
        return ours is theirs if ours is None or theirs is None else np.array_equal(ours, theirs)

    def with_texts(self, texts: Texts) -> TextColumn:
        """Return this column with each text replaced."""
        return replace(self, texts=texts)

    def take(self, samples: IntArray) -> TextColumn:
        """Return a column of selected samples, which may repeat.

        >>> reference_column([["a"], ["b", "c"]]).take(np.array([1, 1])).as_lists().to_pylist()
        [['b', 'c'], ['b', 'c']]
        """
        if self.offsets is None:
            return replace(self, texts=self.texts.take(samples))
        lengths = np.diff(self.offsets)[samples]
        texts = self.texts.take(ranges(self.offsets[samples], lengths))
        return replace(self, texts=texts, offsets=np.concatenate([[0], np.cumsum(lengths)]))


TextsLike: TypeAlias = "str | Sequence[str] | ArrowStream | Vector | TextColumn"
"""One text for each sample."""

ReferencesLike: TypeAlias = "TextsLike | Sequence[str | Sequence[str]]"
"""One text or several for each sample."""


def prediction_column(values: TextsLike, name: str = "preds") -> TextColumn:
    """Return a checked column of predictions, with one text for each sample.

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
    return text_column(read_column(values, name), name)


def reference_column(values: ReferencesLike, name: str = "target") -> TextColumn:
    """Return a checked column of references, with one text or a list of texts for each sample.

    Args:
        values: as in :func:`prediction_column`, or a sequence of lists of strings, or an Arrow
            column of lists of strings.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: for anything else, including an empty list.

    >>> reference_column([["rain"], ["shine", "sun"]]).offsets
    array([0, 1, 3])

    """
    if isinstance(values, TextColumn):
        return values
    if isinstance(values, np.ndarray) and values.ndim == 2:
        with reading(lambda: name):
            values = list(values.tolist())
    column = read_column(values, name)
    if is_array(column):
        if not is_list_type(column.type):
            return text_column(column, name)
        texts, lengths = _flatten_arrow(column, name)
    elif len(column) and not isinstance(column[0], str) and _begins_with_list(column, name):
        lists = checked_lists(column, name)
        texts = list(chain.from_iterable(lists))
        lengths = np.fromiter(map(len, lists), np.int64, len(lists))
    else:
        return text_column(column, name)
    if not lengths.all():
        empty = int(np.flatnonzero(lengths == 0)[0])
        place = sample_position(name, empty, None)
        raise InputError("text.no_references", place=place, what=sample_noun(name))
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return text_column(texts, name, offsets)


def _flatten_arrow(column: pa.Array, name: str) -> tuple[pa.Array, IntArray]:
    """Return the concatenated elements of an Arrow column of lists, and the lists' lengths."""
    if column.null_count:
        raise _wrong_type(None, int(pc.index(column.is_null(), True).as_py()), name, None)
    lists = column.cast(pa.large_list(column.type.value_type))
    return lists.flatten(), np.asarray(pc.list_value_length(lists)).astype(np.int64)


def _begins_with_list(column: Sequence[Any], name: str) -> bool:
    with reading(lambda: sample_position(name, 0, None)):
        return is_list(column[0])


def checked_lists(column: Sequence[Any], name: str) -> Sequence[list[Any] | tuple[Any, ...]]:
    """Return a column of lists, tuples or arrays as lists and tuples.

    Raises:
        InputError: with the first sample that is none of these.

    """
    if set(map(type, column)) <= {list, tuple}:
        return column
    lists: list[list[Any]] = []
    with reading(lambda: sample_position(name, len(lists), None)):
        for index, value in enumerate(column):
            if isinstance(value, str):
                place = sample_position(name, index, None)
                raise InputError("text.string_among_lists", place=place)
            if not is_list(value):
                raise _wrong_type(value, index, name, None)
            lists.append(list(value))
    return lists


def text_column(
    values: pa.Array | Sequence[Any], name: str, offsets: IntArray | None = None
) -> TextColumn:
    """Return elements as a column, after a check that all are texts.

    Args:
        values: the texts of all samples, as :func:`levmetrics.inputs.columns.read_column` returns
            them.
        name: the name of the argument, for messages.
        offsets: where each sample's texts start; ``None``: one text for each sample.

    Raises:
        InputError: with the position of the first element that is not a text.

    >>> text_column(["a", "b"], "preds").texts.to_pylist()
    ['a', 'b']

    """
    if isinstance(values, Texts):
        return TextColumn(name, values, offsets)
    if is_array(values):
        return TextColumn(name, _checked_arrow_texts(values, name, offsets), offsets)
    try:
        return TextColumn(name, Texts.of(values), offsets)
    except TypeError:
        if any(issubclass(kind, pa.Scalar) for kind in set(map(type, values))):
            return text_column(_without_scalars(values, name, offsets), name, offsets)
        raise _first_fault(values, name, offsets) from None
    except UnicodeEncodeError:
        raise _first_fault(values, name, offsets) from None


def _without_scalars(values: Sequence[Any], name: str, offsets: IntArray | None) -> list[Any]:
    """Return elements with Python's own values in place of Arrow's scalars."""
    own: list[Any] = []
    with reading(lambda: sample_position(name, len(own), offsets)):
        own.extend(v.as_py() if isinstance(v, pa.Scalar) else v for v in values)
    return own


def _checked_arrow_texts(column: pa.Array, name: str, offsets: IntArray | None) -> Texts:
    if len(column) > column.null_count and not is_text_type(column.type):
        kind = str(column.type) if offsets is None else f"lists of {column.type}"
        raise InputError("text.arrow_type", place=name, given=kind, **_expected(name, offsets))
    with reading(lambda: name):
        texts = large_strings(column)
    if texts.null_count:  # checked after the cast, since a dictionary can hold a null as a value
        raise _wrong_type(None, int(pc.index(texts.is_null(), True).as_py()), name, offsets)
    if not is_utf8(texts):
        first = next(i for i in range(len(texts)) if not is_utf8(texts[i : i + 1]))
        place = sample_position(name, first, offsets)
        raise InputError("text.wrong_encoding", place=place)
    return Texts.of_arrow(texts)


def _first_fault(column: Sequence[Any], name: str, offsets: IntArray | None) -> InputError:
    """Return the error for the first element that is not a text."""
    for index, value in enumerate(column):
        if isinstance(value, str):
            if fault := lone_surrogate(value):
                named = {"place": sample_position(name, index, offsets), "what": sample_noun(name)}
                return InputError("text.surrogate", **named, fault=fault)
            continue
        with reading(lambda: sample_position(name, index, offsets)):  # noqa: B023
            if is_list(value) and _may_be_list(name, offsets):
                return InputError("text.string_among_lists", place=sample_position(name, 0, None))
            return _wrong_type(value, index, name, offsets)
    return InputError("text.too_long", place=name)


def _wrong_type(value: object, index: int, name: str, offsets: IntArray | None) -> InputError:
    """Return the error for an element that is not a text."""
    place = sample_position(name, index, offsets)
    expected = _expected(name, offsets)
    return InputError("text.wrong_type", place=place, given=type_phrase(value), **expected)


def _expected(name: str, offsets: IntArray | None) -> dict[str, str]:
    """Return the noun for an element, and its required kind, as fields of an error."""
    kind = "a string or a list of strings" if _may_be_list(name, offsets) else "a string"
    return {"what": sample_noun(name), "kind": kind}


def _may_be_list(name: str, offsets: IntArray | None) -> bool:
    """Whether an element may be a list: a sample of references may, but not one of its texts."""
    return sample_noun(name) == "reference" and offsets is None

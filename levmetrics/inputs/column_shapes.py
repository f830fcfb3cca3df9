"""The shapes in which a caller may give a column, read to an Arrow array or a Python sequence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, cast

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.inputs.arguments import type_phrase
from levmetrics.inputs.arrow import combined, is_array, is_view_type


class ArrowStream(Protocol):
    """A column that exports itself as an Arrow stream: pyarrow's, pandas', polars'."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a stream of Arrow's C interface."""
        ...


class Vector(Protocol):
    """An array of NumPy, or a series of an older pandas; a column if it has one dimension."""

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        ...

    def tolist(self) -> Any:
        """Return the elements as a list."""
        ...


ColumnLike: TypeAlias = "str | Sequence[Any] | ArrowStream | Vector"
"""A column of anything, or one string, which is one sample."""


def is_list(value: object) -> bool:
    """Tell whether one value of a sample is a list of values.

    Lists and tuples are, and arrays of one dimension: pandas reads lists from parquet as arrays.

    >>> import numpy as np
    >>> is_list(np.array(["a", "b"])), is_list("ab"), is_list(np.array(1))
    (True, False, False)
    """
    return isinstance(value, (list, tuple)) or (
        getattr(value, "ndim", None) == 1 and hasattr(value, "tolist")
    )


def read_column(values: ColumnLike, name: str, kind: str = "strings") -> pa.Array | Sequence[Any]:
    """Read a column to an Arrow array or a Python sequence, its elements unchecked.

    Args:
        values: the caller's argument.
        name: the argument's name, for messages.
        kind: what it should hold, for messages.

    Raises:
        InputError: for a value without order or length, or that is no column of elements.

    >>> read_column(range(3), "groups")
    [0, 1, 2]

    """
    if isinstance(values, str):
        return [values]
    if isinstance(values, (list, tuple)):
        return values
    if is_array(values):
        return values.to_pylist() if is_view_type(values.type) else values
    if hasattr(values, "__arrow_c_stream__"):  # pyarrow.ChunkedArray, pandas, polars
        return _read_stream(values, name, kind)
    if getattr(values, "ndim", 0) == 1 and hasattr(values, "tolist"):  # NumPy, older pandas
        return list(cast("Vector", values).tolist())
    if isinstance(values, Sequence) and not isinstance(values, (bytes, bytearray, memoryview)):
        return _read_sequence(values, name, kind)
    code = "column.iterable" if _is_plain_iterable(values) else "column.wrong_type"
    raise InputError(code, place=name, given=type_phrase(values), kind=kind)


def _read_stream(values: ColumnLike, name: str, kind: str) -> pa.Array | Sequence[Any]:
    try:
        chunks = pa.chunked_array(values)
    except (pa.ArrowException, UnicodeEncodeError):  # the check of the elements names the bad one
        return list(cast("Iterable[Any]", values))
    try:
        return read_column(combined(chunks), name, kind)
    except pa.ArrowException:  # a type that Arrow reads, but does not cast
        return list(chunks.to_pylist())


def _read_sequence(values: Sequence[Any], name: str, kind: str) -> pa.Array | Sequence[Any]:
    try:
        whole = values[:]  # a datasets.Column is read at once by slicing, to a list or to Arrow
    except TypeError:  # a deque cannot be sliced
        whole = list(values)
    return list(whole) if type(whole) is type(values) else read_column(whole, name, kind)


def _is_plain_iterable(values: object) -> bool:
    """Tell whether ``list(values)`` is an ordered column: of an iterator or a generator it is."""
    return (
        isinstance(values, Iterable)
        and not isinstance(values, (bytes, bytearray, memoryview, Mapping, set, frozenset))
        and not hasattr(values, "shape")
    )

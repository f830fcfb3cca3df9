"""Checked text columns: whatever a caller hands over becomes Arrow strings, or one clear error.

Whatever works on these values need not look at the caller's again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.arrow import (
    combined,
    is_array,
    is_list_type,
    is_text_type,
    is_view_type,
    large_strings,
)
from levmetrics.inputs.surrogates import HOW_TO_CLEAN, lone_surrogate

_NOUNS = {
    "preds": "prediction",
    "predictions": "prediction",
    "target": "reference",
    "references": "reference",
    "systems": "prediction",
}


@dataclass(frozen=True)
class TextColumn:
    """Texts, checked, as one Arrow array.

    Attributes:
        name: what the caller calls this argument, for messages.
        texts: the texts, of all samples one after the other; no nulls, valid Unicode.
        offsets: where samples may hold several texts (references), int64 of shape
            ``(samples + 1,)``: sample ``i`` owns ``texts[offsets[i]:offsets[i + 1]]``, which is
            never empty. ``None`` where each sample is one text.
        strings: the same as Python's strings, where the caller gave such: the very list, which must
            not change while the column is in use (to copy it takes a tenth of the time of a CER).

    """

    name: str
    texts: pa.LargeStringArray
    offsets: IntArray | None = None
    strings: Sequence[str] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        """Count the samples (not the texts)."""
        return len(self.texts) if self.offsets is None else len(self.offsets) - 1

    def position(self, index: int) -> str:
        """Say where text ``index`` stands in the caller's argument.

        >>> reference_column([["a"], ["b", "c"]], "references").position(2)
        'references[1][1]'
        """
        return sample_position(self.name, index, self.offsets)

    def nested(self) -> pa.LargeStringArray | pa.LargeListArray:
        """Return one value a sample: its text, or the list of its texts.

        >>> reference_column([["a"], ["b", "c"]]).nested().to_pylist()
        [['a'], ['b', 'c']]
        """
        if self.offsets is None:
            return self.texts
        return pa.LargeListArray.from_arrays(pa.array(self.offsets), self.texts)

    def with_texts(self, texts: pa.LargeStringArray) -> TextColumn:
        """Return this column with other texts in the same places."""
        return replace(self, texts=texts, strings=None)


class ArrowStream(Protocol):
    """A column of Arrow, or of a library that hands its own over as such: pandas, polars."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a stream of Arrow's C interface."""


class Vector(Protocol):
    """An array of NumPy, or a series of an older pandas."""

    @property
    def ndim(self) -> int:
        """The number of dimensions, which must be one."""
        ...

    def tolist(self) -> Any:
        """Return the elements as a list."""


ColumnLike: TypeAlias = "str | Sequence[Any] | ArrowStream | Vector"
"""A column of anything, or one string, which is one sample."""

TextsLike: TypeAlias = "str | Sequence[str] | ArrowStream | Vector | TextColumn"
"""One text a sample."""

ReferencesLike: TypeAlias = "TextsLike | Sequence[str | Sequence[str]]"
"""One text a sample, or several for each."""


def prediction_column(values: TextsLike, name: str = "preds") -> TextColumn:
    """Check a column of predictions: one text a sample.

    Args:
        values: a string (one sample), a sequence of strings, or a column of strings from Arrow,
            ``datasets``, pandas, polars or NumPy; a ``TextColumn`` is returned as it is.
        name: what the caller calls the argument, for messages.

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
            raise InputError(f"{values.name} holds several texts a sample; give {name} one each")
        return values
    return _text_column(read_column(values, name), name)


def reference_column(values: ReferencesLike, name: str = "target") -> TextColumn:
    """Check a column of references: one text a sample, or a list of alternatives for each.

    Args:
        values: as for :func:`prediction_column`, or a sequence of lists of strings, or an Arrow
            column of lists of strings.
        name: what the caller calls the argument, for messages.

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
        flat, lengths = _flatten_arrow(column, name)
    elif len(column) and is_list(column[0]):
        _check_lists(column, name)
        flat = list(chain.from_iterable(column))
        lengths = np.fromiter(map(len, column), np.int64, len(column))
    else:
        return _text_column(column, name)
    if not lengths.all():
        empty = int(np.flatnonzero(lengths == 0)[0])
        raise InputError(
            f"{name}[{empty}] is an empty list; "
            f"every sample needs at least one {_noun(name)}, if only the empty string"
        )
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return _text_column(flat, name, offsets)


def text_columns(
    predictions: TextsLike | TextColumn,
    references: ReferencesLike | TextColumn,
    names: tuple[str, str] = ("predictions", "references"),
) -> tuple[TextColumn, TextColumn]:
    """Check both columns, which must have as many samples.

    Args:
        predictions: see :func:`prediction_column`.
        references: see :func:`reference_column`.
        names: what the caller calls the arguments, for messages.

    Raises:
        InputError: for anything that is no column of texts, and columns of different lengths.

    >>> [len(column) for column in text_columns(["a", "b"], [["a", "c"], ["b"]])]
    [2, 2]

    """
    preds = prediction_column(predictions, names[0])
    target = reference_column(references, names[1])
    check_same_length(preds, target)
    return preds, target


def is_list(value: object) -> bool:
    """Tell whether one value of a sample is a list of values, as all readers and rules see it.

    A list or tuple is, and an array of one dimension: pandas reads lists from parquet as arrays.

    >>> is_list(np.array(["a", "b"])), is_list("ab"), is_list(np.array(1))
    (True, False, False)
    """
    return isinstance(value, (list, tuple)) or (
        getattr(value, "ndim", None) == 1 and hasattr(value, "tolist")
    )


class Samples(Protocol):
    """One side of the comparison, named as the caller names it."""

    @property
    def name(self) -> str:
        """The argument's name."""
        ...

    def __len__(self) -> int:
        """Count the samples."""
        ...


def check_same_length(preds: Samples, target: Samples) -> None:
    """Refuse columns that do not have one prediction for each sample of references.

    Raises:
        InputError: naming both lengths.

    """
    if len(preds) != len(target):
        raise InputError(
            f"{preds.name} and {target.name} differ in length ({len(preds)} and {len(target)}); "
            "give one prediction for each sample of references"
        )


def read_column(values: ColumnLike, name: str, kind: str = "strings") -> pa.Array | Sequence[Any]:
    """Bring the outer shape to an Arrow array or a Python sequence, the contents unchecked.

    Args:
        values: what the caller gave.
        name: what the caller calls the argument, for messages.
        kind: what it should hold, for messages.

    Raises:
        InputError: for what has no order, no length, or no single meaning as a column.

    """
    if isinstance(values, str):
        return [values]
    if isinstance(values, (list, tuple)):
        return values
    if is_array(values):
        return values.to_pylist() if is_view_type(values.type) else values
    if hasattr(values, "__arrow_c_stream__"):  # pyarrow.ChunkedArray, pandas, polars
        try:
            chunks = pa.chunked_array(values)
        except (pa.ArrowException, UnicodeEncodeError):  # the culprit is found when checking
            return list(cast("Iterable[Any]", values))
        try:
            return read_column(combined(chunks), name, kind)
        except pa.ArrowException:  # a type that Arrow reads, but does not cast
            return list(chunks.to_pylist())
    if getattr(values, "ndim", 0) == 1 and hasattr(values, "tolist"):  # NumPy, older pandas
        return list(cast("Vector", values).tolist())
    if isinstance(values, Sequence) and not isinstance(values, (bytes, bytearray, memoryview)):
        try:
            whole = values[:]  # a datasets.Column reads itself at once, to a list or to Arrow
        except TypeError:  # a deque cannot be sliced
            whole = list(values)
        return list(whole) if type(whole) is type(values) else read_column(whole, name, kind)
    remedy = "wrap it in list()" if _is_plain_iterable(values) else f"give a list of {kind}"
    raise InputError(
        f"{name} is {_describe(values)}; it must be a sequence or a column of {kind}: {remedy}"
    )


def _check_lists(column: Sequence[Any], name: str) -> None:
    """Refuse a sample that is no list of references where the first one is."""
    if set(map(type, column)) <= {list, tuple}:
        return
    for index, value in enumerate(column):
        if isinstance(value, str):
            raise _mixture(name, index)
        if not is_list(value):
            raise _wrong_type(f"{name}[{index}]", value, name)


def _mixture(name: str, index: int) -> InputError:
    return InputError(
        f"{name}[{index}] is one string where other samples are lists; "
        "give every sample a list of strings, or every sample one string"
    )


def _flatten_arrow(column: pa.Array, name: str) -> tuple[pa.Array, IntArray]:
    if column.null_count:
        raise _wrong_type(f"{name}[{_first(column.is_null())}]", None, name)
    lists = column.cast(pa.large_list(column.type.value_type))
    return lists.flatten(), np.asarray(pc.list_value_length(lists)).astype(np.int64)


def _text_column(
    values: pa.Array | Sequence[Any], name: str, offsets: IntArray | None = None
) -> TextColumn:
    texts = _strings(values, name, offsets)
    # Arrow also reads what only stands for a string, as its own scalars do.
    plain = type(values) in (list, tuple) and set(map(type, values)) <= {str}
    return TextColumn(name, texts, offsets, values if plain else None)


def _strings(
    column: pa.Array | Sequence[Any], name: str, offsets: IntArray | None
) -> pa.LargeStringArray:
    """Check every value and return them as Arrow strings with 64-bit offsets."""
    if is_array(column):
        return _strings_from_arrow(column, name, offsets)
    try:
        texts = pa.array(column)  # its type says in one pass that all are strings
    except (pa.ArrowException, UnicodeEncodeError):
        raise _bad_value(column, name, offsets) from None
    if len(texts) and not (pa.types.is_string(texts.type) and texts.null_count == 0):
        raise _bad_value(column, name, offsets)
    if isinstance(texts, pa.ChunkedArray):  # as Arrow returns more than 2 GiB of text
        return combined(texts)
    return texts.cast(pa.large_string())


def _bad_value(column: Sequence[Any], name: str, offsets: IntArray | None) -> InputError:
    """Find the first value that is no text."""
    for index, value in enumerate(column):
        if isinstance(value, str):
            fault = lone_surrogate(value)
            if fault:
                return InputError(
                    f"{sample_position(name, index, offsets)} has {fault}; "
                    f"every {_noun(name)} must be valid Unicode: {HOW_TO_CLEAN}"
                )
        elif is_list(value) and offsets is None and _noun(name) == "reference":
            return _mixture(name, 0)
        else:
            return _wrong_type(sample_position(name, index, offsets), value, name, offsets)
    return InputError(f"{name} holds a text of more than 2 GiB; cut it into several")


def _strings_from_arrow(
    column: pa.Array, name: str, offsets: IntArray | None
) -> pa.LargeStringArray:
    if len(column) > column.null_count and not is_text_type(column.type):
        what = column.type if offsets is None else f"lists of {column.type}"
        raise InputError(
            f"{name} is an Arrow column of {what}; "
            f"every {_noun(name)} must be {_kind(name, offsets)}"
        )
    texts = large_strings(column)
    if texts.null_count:  # only now: a dictionary can hold a null as a value
        index = _first(texts.is_null())
        raise _wrong_type(sample_position(name, index, offsets), None, name, offsets)
    try:
        texts.validate(full=True)
    except pa.ArrowInvalid:
        raise InputError(
            f"{name} holds bytes that are not UTF-8; decode them with errors='replace' first"
        ) from None
    return texts


def _wrong_type(
    position: str, value: Any, name: str, offsets: IntArray | None = None
) -> InputError:
    kind = _kind(name, offsets)
    return InputError(f"{position} is {_describe(value)}; every {_noun(name)} must be {kind}")


def _kind(name: str, offsets: IntArray | None) -> str:
    alternatives = _noun(name) == "reference" and offsets is None
    return "a string or a list of strings" if alternatives else "a string"


def sample_position(name: str, index: int, offsets: IntArray | None) -> str:
    """Say where flat ``index`` stands in an argument whose samples start at ``offsets``.

    An argument with a name in the singular is one sample, and has no number.

    >>> sample_position("preds", 2, None), sample_position("target", 2, np.array([0, 1, 3]))
    ('preds[2]', 'target[1][1]')
    >>> sample_position("reference", 2, np.array([0, 3]))
    'reference[2]'
    """
    if name in _NOUNS.values():
        return name if offsets is None else f"{name}[{index}]"
    if offsets is None:
        return f"{name}[{index}]"
    sample = int(np.searchsorted(offsets, index, side="right")) - 1
    return f"{name}[{sample}][{index - int(offsets[sample])}]"


def _describe(value: Any) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"


def _noun(name: str) -> str:
    return _NOUNS.get(name.partition("[")[0], name)


def _first(mask: pa.BooleanArray) -> int:
    return int(pc.index(mask, True).as_py())


def _is_plain_iterable(values: Any) -> bool:
    """Tell an iterator from what has no order or no single meaning as a column of texts."""
    return (
        isinstance(values, Iterable)
        and not isinstance(values, (bytes, bytearray, memoryview, Mapping, set, frozenset))
        and not hasattr(values, "shape")
    )

"""Checks of the texts in a column: every one of them a string of valid Unicode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import sample_noun, sample_position, type_phrase
from levmetrics.inputs.arrow import (
    combined,
    is_array,
    is_text_type,
    large_strings,
    with_wide_offsets,
)
from levmetrics.inputs.arrow_text import is_utf8
from levmetrics.inputs.column_shapes import is_list
from levmetrics.inputs.surrogates import lone_surrogate


def checked_texts(
    column: pa.Array | Sequence[Any], name: str, offsets: IntArray | None
) -> pa.LargeStringArray:
    """Check that all elements are texts, and return them as Arrow strings with 64-bit offsets.

    Args:
        column: the texts of all samples, as :func:`levmetrics.inputs.column_shapes.read_column`
            returns them.
        name: the argument's name, for messages.
        offsets: where each sample's texts start; ``None``: one text a sample.

    Raises:
        InputError: naming the position of the first element that is no text.

    >>> checked_texts(["a", "b"], "preds", None).to_pylist()
    ['a', 'b']

    """
    if is_array(column):
        return _checked_arrow_texts(column, name, offsets)
    try:
        texts = pa.array(column)  # its type says in one pass that all are strings
    except (pa.ArrowException, UnicodeEncodeError):
        raise _first_fault(column, name, offsets) from None
    if len(texts) and not (pa.types.is_string(texts.type) and texts.null_count == 0):
        raise _first_fault(column, name, offsets)
    if isinstance(texts, pa.ChunkedArray):  # as Arrow returns more than 2 GiB of text
        return large_strings(combined(texts))
    return with_wide_offsets(texts) if len(texts) else texts.cast(pa.large_string())


def check_lists(column: Sequence[Any], name: str) -> None:
    """Refuse a column in which not every sample is a list of references.

    Raises:
        InputError: naming the first sample that is none.

    """
    if set(map(type, column)) <= {list, tuple}:
        return
    for index, value in enumerate(column):
        if isinstance(value, str):
            raise _string_among_lists(name, index)
        if not is_list(value):
            raise wrong_type(sample_position(name, index, None), value, name)


def wrong_type(
    position: str, value: object, name: str, offsets: IntArray | None = None
) -> InputError:
    """Make the error for an element that is no text.

    Args:
        position: of the element in the caller's argument.
        value: the element.
        name: the argument's name.
        offsets: where each sample's texts start; ``None``: one text a sample.

    """
    expected = {"what": sample_noun(name), "kind": _expected(name, offsets)}
    return InputError("text.wrong_type", place=position, given=type_phrase(value), **expected)


def first_true(mask: pa.BooleanArray) -> int:
    """Return the index of the first true element.

    >>> first_true(pa.array([False, True]))
    1
    """
    return int(pc.index(mask, True).as_py())


def _checked_arrow_texts(
    column: pa.Array, name: str, offsets: IntArray | None
) -> pa.LargeStringArray:
    if len(column) > column.null_count and not is_text_type(column.type):
        kind = str(column.type) if offsets is None else f"lists of {column.type}"
        expected = {"what": sample_noun(name), "kind": _expected(name, offsets)}
        raise InputError("text.arrow_type", place=name, given=kind, **expected)
    texts = large_strings(column)
    if texts.null_count:  # checked after the cast: a dictionary can hold a null as a value
        index = first_true(texts.is_null())
        raise wrong_type(sample_position(name, index, offsets), None, name, offsets)
    if not is_utf8(texts):
        raise InputError("text.wrong_encoding", place=name)
    return texts


def _first_fault(column: Sequence[Any], name: str, offsets: IntArray | None) -> InputError:
    """Make the error for the first element that is no text."""
    for index, value in enumerate(column):
        if isinstance(value, str):
            fault = lone_surrogate(value)
            if fault:
                named = {"place": sample_position(name, index, offsets), "what": sample_noun(name)}
                return InputError("text.surrogate", **named, fault=fault)
        elif is_list(value) and _may_be_list(name, offsets):
            return _string_among_lists(name, 0)
        else:
            return wrong_type(sample_position(name, index, offsets), value, name, offsets)
    return InputError("text.too_long", place=name)


def _string_among_lists(name: str, index: int) -> InputError:
    return InputError("text.string_among_lists", place=sample_position(name, index, None))


def _expected(name: str, offsets: IntArray | None) -> str:
    return "a string or a list of strings" if _may_be_list(name, offsets) else "a string"


def _may_be_list(name: str, offsets: IntArray | None) -> bool:
    """Tell whether an element may be a list: a sample of references, but not one of its texts."""
    return sample_noun(name) == "reference" and offsets is None

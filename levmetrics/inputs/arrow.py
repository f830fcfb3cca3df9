"""Arrow types: which of them are texts, lists or maps, and casts of text types to one type."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
import pyarrow as pa


def is_array(values: object) -> TypeGuard[Any]:
    """Tell whether values are an Arrow array, whose class type checkers do not know."""
    return isinstance(values, pa.Array)


def is_text_type(kind: pa.DataType) -> bool:
    """Tell whether a type is one of strings: plain, large, view, or a dictionary of them.

    >>> is_text_type(pa.string_view()), is_text_type(pa.dictionary(pa.int8(), pa.string()))
    (True, True)
    >>> is_text_type(pa.binary())
    False
    """
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    )


def is_list_type(kind: pa.DataType) -> bool:
    """Tell whether a type is one of lists, but for list views (:func:`is_view_type`).

    >>> is_list_type(pa.large_list(pa.string())), is_list_type(pa.list_(pa.string(), 2))
    (True, True)
    """
    return bool(
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    )


def is_view_type(kind: pa.DataType) -> bool:
    """Tell whether a type is one of list views, which Arrow 26 casts to broken lists."""
    return bool(pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind))


def holds_maps(kind: pa.DataType) -> bool:
    """Tell whether a type is a map, or has one nested in it.

    >>> holds_maps(pa.list_(pa.map_(pa.string(), pa.int8()))), holds_maps(pa.list_(pa.string()))
    (True, False)
    """
    if pa.types.is_map(kind):
        return True
    return any(holds_maps(kind.field(index).type) for index in range(kind.num_fields))


def large_strings(texts: pa.Array) -> pa.LargeStringArray:
    """Cast texts of any text type to strings with 64-bit offsets, which do not overflow.

    >>> large_strings(pa.array(["a", None, "a"]).dictionary_encode()).to_pylist()
    ['a', None, 'a']
    """
    if pa.types.is_dictionary(texts.type):  # Arrow does not cast dictionaries of views
        return texts.dictionary.cast(pa.large_string()).take(texts.indices)
    return texts.cast(pa.large_string())


def with_wide_offsets(texts: pa.StringArray) -> pa.LargeStringArray:
    """Cast valid texts without nulls; for a few, Arrow's own cast takes longer than their check.

    >>> with_wide_offsets(pa.array(["a", "bc"])).equals(pa.array(["a", "bc"], pa.large_string()))
    True
    """
    _, offsets, data = texts.buffers()
    narrow = np.frombuffer(offsets, np.int32, texts.offset + len(texts) + 1)[texts.offset :]
    return pa.LargeStringArray.from_buffers(len(texts), pa.py_buffer(narrow.astype(np.int64)), data)


def combined(chunks: pa.ChunkedArray) -> pa.Array:
    """Concatenate chunks; several of texts, or lists of texts, get 64-bit offsets.

    32-bit ones overflow where the chunks together have more than 2 GiB of text.
    """
    if chunks.num_chunks == 1:
        return chunks.chunk(0)  # Arrow would copy it
    if is_text_type(chunks.type):
        return chunks.cast(pa.large_string()).combine_chunks()
    if is_list_type(chunks.type) and is_text_type(chunks.type.value_type):
        return chunks.cast(pa.large_list(pa.large_string())).combine_chunks()
    return chunks.combine_chunks()

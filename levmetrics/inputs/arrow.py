"""Arrow types and texts: casts, checks of UTF-8, splitting into words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeGuard

import numpy as np

from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pa, pc
from levmetrics.system.work import on_threads, thread_count


def is_array(values: object) -> TypeGuard[Any]:
    """Whether values are an Arrow array, whose class type checkers do not know."""
    return hasattr(values, "__arrow_c_array__") and isinstance(values, pa.Array)


def hold_containers(values: Iterable[object]) -> bool:
    """Whether any of some values is a list or the like.

    Arrow follows lists in lists until the process crashes, so it must not be given any unchecked.

    >>> hold_containers(["a", b"a", 1, None]), hold_containers(["a", ["b"]])
    (False, True)
    """
    kinds = set(map(type, values))
    return any(hasattr(kind, "__len__") and not issubclass(kind, (str, bytes)) for kind in kinds)


def is_text_type(kind: pa.DataType) -> bool:
    """Whether a type is a string type: plain, large, view, or a dictionary of these.

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
    """Whether a type is a list type, except list views (:func:`is_view_type`).

    >>> is_list_type(pa.large_list(pa.string())), is_list_type(pa.list_(pa.string(), 2))
    (True, True)
    """
    return bool(
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    )


def is_view_type(kind: pa.DataType) -> bool:
    """Whether a type is a list view, which Arrow 26 casts to broken lists."""
    return bool(pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind))


def holds_maps(kind: pa.DataType) -> bool:
    """Whether a type is a map, or contains one.

    >>> holds_maps(pa.list_(pa.map_(pa.string(), pa.int8()))), holds_maps(pa.list_(pa.string()))
    (True, False)
    """
    if pa.types.is_map(kind):
        return True
    return any(holds_maps(kind.field(index).type) for index in range(kind.num_fields))


def large_strings(texts: pa.Array) -> pa.LargeStringArray:
    """Return texts of any text type as strings with 64-bit offsets, which do not overflow.

    >>> large_strings(pa.array(["a", None, "a"]).dictionary_encode()).to_pylist()
    ['a', None, 'a']
    """
    if pa.types.is_large_string(texts.type):
        return texts
    if pa.types.is_dictionary(texts.type):  # Arrow does not cast dictionaries of views
        return texts.dictionary.cast(pa.large_string()).take(texts.indices)
    return texts.cast(pa.large_string())


def combined(chunks: pa.ChunkedArray) -> pa.Array:
    """Return concatenated chunks; several chunks of texts, or lists of texts, get 64-bit offsets.

    Offsets of 32 bits overflow if the chunks together have more than 2 GiB of text.
    """
    if chunks.num_chunks == 1:
        return chunks.chunk(0)  # Arrow would copy it
    if is_text_type(chunks.type):
        return chunks.cast(pa.large_string()).combine_chunks()
    if is_list_type(chunks.type) and is_text_type(chunks.type.value_type):
        return chunks.cast(pa.large_list(pa.large_string())).combine_chunks()
    return chunks.combine_chunks()


# White space as str.isspace defines it; U+3000 is the last such character.
_ASCII_SPACES = bytes(ord(" ") if i < 128 and chr(i).isspace() else i for i in range(256))
_BYTES_FOR_A_THREAD = 8_000_000


@cache
def other_spaces() -> str:
    """Return the white space beyond ASCII, which takes a millisecond to find."""
    return "".join(c for c in map(chr, range(128, 0x3001)) if c.isspace())


def is_utf8(texts: pa.LargeStringArray) -> bool:
    r"""Whether each text's bytes, which its offsets delimit, are valid UTF-8.

    >>> is_utf8(pa.array([b"a", b"\xff"], pa.large_binary()).view(pa.large_string()))
    False
    """
    data = texts.buffers()[2]
    parts = min(len(texts), (data.size if data else 0) // _BYTES_FOR_A_THREAD, thread_count())
    if parts < 2:
        return _is_utf8(texts)
    size = -(-len(texts) // parts)
    return all(on_threads(_is_utf8, [texts.slice(i, size) for i in range(0, len(texts), size)]))


def _is_utf8(texts: pa.LargeStringArray) -> bool:
    try:
        texts.validate()  # ascending offsets are within the bytes
        found = Texts.of_arrow(texts)
        if not found.is_ascii or (np.diff(found.offsets) < 0).any():
            texts.validate(full=True)  # text by text, five times as slow as the test for ASCII
    except pa.ArrowInvalid:
        return False
    return True


def split_whitespace(texts: pa.LargeStringArray) -> pa.LargeListArray:
    """Return texts split at white space, exactly as by ``str.split()``.

    >>> split_whitespace(pa.array([" a\u3000b ", ""], pa.large_string())).to_pylist()
    [['a', 'b'], []]
    """
    texts = texts.cast(pa.large_string())
    if not Texts.of_arrow(texts).is_ascii:
        texts = pc.replace_substring_regex(texts, f"[{other_spaces()}]", " ")
    empty, space = pa.scalar("", pa.large_string()), pa.scalar(" ", pa.large_string())
    spaced = Texts.of_arrow(pc.binary_join_element_wise(texts, empty, space))
    data, bounds = spaced.data, spaced.offsets
    if data.min(initial=ord(" ")) < ord(" "):
        data = np.frombuffer(data.tobytes().translate(_ASCII_SPACES), np.uint8)
    # A word is a slice of the texts' bytes between two spaces.
    edges = np.concatenate([[0], np.flatnonzero(data == ord(" ")) + 1])
    words = Texts(data, edges).to_arrow()
    starts = np.searchsorted(edges, bounds)
    is_word = np.diff(edges) > 1  # not empty, as it is between two adjacent spaces
    if not is_word.all():
        words = words.filter(pa.array(is_word))
        starts = np.concatenate([[0], np.cumsum(is_word)])[starts]
    return pa.LargeListArray.from_arrays(pa.array(starts), pc.utf8_rtrim(words, " "))


def lone_surrogate(text: str) -> str | None:
    r"""Return a phrase for a text's first lone surrogate and its position; ``None`` without one.

    >>> lone_surrogate("ab\ud800"), lone_surrogate("ab")
    ('the lone surrogate U+D800 at character 2', None)
    """
    if str.isascii(text):
        return None
    try:
        str.encode(text)  # not text.encode(), since a subclass may override it
    except UnicodeEncodeError as error:
        return (
            f"the lone surrogate U+{ord(error.object[error.start]):04X} at character {error.start}"
        )
    return None

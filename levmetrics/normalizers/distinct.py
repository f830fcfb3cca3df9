"""Normalizers that take long, over columns: each distinct text once."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa


def of_distinct(function: Callable[[str], str], texts: pa.LargeStringArray) -> pa.LargeStringArray:
    """Normalize each distinct text once.

    Args:
        function: normalizes one text, and fails on none.
        texts: the texts, with any of them several times.

    >>> of_distinct(str.lower, pa.array(["A", "b", "A"], pa.large_string())).to_pylist()
    ['a', 'b', 'a']

    """
    encoded = texts.dictionary_encode()
    normalized = list(map(function, encoded.dictionary.to_pylist()))
    return pa.array(normalized, pa.large_string()).take(encoded.indices)

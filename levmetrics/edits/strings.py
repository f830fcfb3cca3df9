"""The compiled module of Python's strings (``strings.cpp``), and what it sums up without NumPy."""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any

from levmetrics.edits import library

_INTERFACE = 5  # of strings.cpp
WORDS, CHARACTERS = 0, 1
"""The kinds of tokens, as numbers of the kernel."""


@functools.cache
def strings_module() -> Any:
    """Return the module of ``strings.cpp``, or ``None`` if this version's module is missing."""
    try:
        module = import_module("levmetrics.edits._strings")
    except ImportError:  # PyPy and free-threaded builds have no stable ABI
        return None
    return module if module.INTERFACE == _INTERFACE else None


def string_totals(preds: object, target: object, tokens: int) -> tuple[int, int, int, int] | None:
    """Return the summed distances of a few strings.

    Args:
        preds: a string, or a list of strings.
        target: the same, one for each sample.
        tokens: the kind of the tokens: words or characters.

    Returns:
        The sums of distances, of prediction lengths, and of reference lengths, and the bytes of all
        references in UTF-8; ``None`` for more strings, for anything else, and for a few long
        strings.

    >>> string_totals(["a b", "c"], ["a c", "c"], WORDS) in ((1, 3, 3, 4), None)
    True

    """
    module = None if library.compiled_kernel() is None else strings_module()
    totals: tuple[int, int, int, int] | None
    totals = None if module is None else module.totals(preds, target, tokens)
    return totals

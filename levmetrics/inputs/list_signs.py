"""A quick search for texts of lists, before :mod:`levmetrics.inputs.list_texts` is needed."""

from __future__ import annotations

from typing import Any

_TEXTS_OF_A_PART = 500


def may_be_lists(references: Any) -> bool:
    """Whether some references may be the texts of lists, by a quick search.

    >>> may_be_lists(["1886", "['1886']"]), may_be_lists(["1886"])
    (True, False)
    """
    if type(references) not in (list, tuple):
        return False
    parts = range(0, len(references), _TEXTS_OF_A_PART)
    try:
        return any("[" in "".join(references[start : start + _TEXTS_OF_A_PART]) for start in parts)
    except TypeError:  # lists of strings, or what the metric refuses
        return False

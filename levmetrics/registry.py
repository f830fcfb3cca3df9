"""Things that are known by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from levmetrics.errors import unknown_name

T = TypeVar("T")


def lookup(known: Mapping[str, T], name: object, what: str) -> T:
    """Return ``known[name]``, or say which known name is the nearest.

    >>> lookup({"lower": 1}, "lowr", "normalizer")
    Traceback (most recent call last):
    levmetrics.errors.InputError: unknown normalizer 'lowr'; did you mean 'lower'? Known: lower

    """
    if isinstance(name, str) and name in known:
        return known[name]
    raise unknown_name(known, name, what)

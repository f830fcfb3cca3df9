"""How much is tried: what shows a promise, or all of it, with LEVMETRICS_TESTS=all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeVar

Case = TypeVar("Case")

ALL = os.environ.get("LEVMETRICS_TESTS") == "all"


def chosen(cases: Mapping[str, Case], *names: str) -> dict[str, Case]:
    """Return the cases of these names, or all."""
    return dict(cases) if ALL else {name: cases[name] for name in names}


def times(few: int, *, of: int) -> int:
    """Return how many times something random is tried: a few, or all."""
    return of if ALL else few

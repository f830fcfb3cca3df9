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


def moments(few: int, *, of: int) -> int:
    """Return at how many moments a call is broken off."""
    return of if ALL else few

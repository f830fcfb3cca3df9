"""Comparison for exact equality."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from levmetrics.records.comparators.comparator import COMPARATORS, Comparator, Leaf


@dataclass(frozen=True)
class Exact(Comparator):
    """Compares values as written: case and white space count.

    >>> exact = Exact()
    >>> exact.similarity(exact.read("A-1"), exact.read("a-1")), exact.read(12.5)
    (0.0, '12.5')
    """

    name: ClassVar[str] = "exact"
    description: ClassVar[str] = "1 where both are spelled alike, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return the value as written."""
        return str(value)


COMPARATORS.register(Exact)

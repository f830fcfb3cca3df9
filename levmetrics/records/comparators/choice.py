"""Comparison of choices."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from levmetrics.records.comparators.comparator import COMPARATORS, Comparator, Leaf
from levmetrics.records.comparators.identifier import folded


@dataclass(frozen=True)
class Choice(Comparator):
    """Compares choices by their words; case, width and the amount of white space are ignored.

    >>> choice = Choice()
    >>> choice.similarity(choice.read("Credit  Card"), choice.read(" credit card"))
    1.0
    """

    name: ClassVar[str] = "choice"
    description: ClassVar[str] = "1 where both are the same but for case and white space, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return the choice with case and width folded, and white space squeezed."""
        return " ".join(folded(value).split())


COMPARATORS.register(Choice)

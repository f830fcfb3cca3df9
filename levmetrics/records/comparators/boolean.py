"""Comparison of truth values."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from levmetrics.records.comparators.comparator import COMPARATORS, Comparator, Leaf

_MEANINGS: dict[Leaf, bool] = {
    **dict.fromkeys(["true", "yes", "y", "on", "1", 1, "はい"], True),
    **dict.fromkeys(["false", "no", "n", "off", "0", 0, "いいえ"], False),
}


@dataclass(frozen=True)
class Boolean(Comparator):
    """Compares truth values: ``True``, ``"yes"``, ``"ON"``, ``1`` and ``"はい"`` are equal.

    >>> [Boolean().read(value) for value in (True, "No", "1", "maybe")]
    [True, False, True, None]
    """

    name: ClassVar[str] = "boolean"
    description: ClassVar[str] = "1 where both say yes, or both say no, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return the truth value."""
        if isinstance(value, str):
            value = unicodedata.normalize("NFKC", value).casefold().strip()
        return _MEANINGS.get(value)


COMPARATORS.register(Boolean)

"""Comparison of identifiers: numbers of invoices, accounts and articles."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from levmetrics.lazy import regex
from levmetrics.records.comparators.comparator import COMPARATORS, Comparator, Leaf

_PUNCTUATION = regex.compile(r"[^\p{L}\p{M}\p{N}]+")  # marks are parts of letters, as in Hindi


@dataclass(frozen=True)
class Identifier(Comparator):
    """Compares identifiers by their letters and digits; case and width are ignored.

    >>> [Identifier().read(value) for value in ("DE89 3704-0044", "ｄｅ８９37040044", "--")]
    ['de8937040044', 'de8937040044', None]
    """

    name: ClassVar[str] = "identifier"
    description: ClassVar[str] = "1 where both have the same letters and digits, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return the letters and digits; ``None`` if there are none."""
        return _PUNCTUATION.sub("", folded(value)) or None


def folded(value: Leaf) -> str:
    """Return a value as a text with case and width folded.

    >>> folded("Ｓｔｒａße"), folded(12.0)
    ('strasse', '12')

    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # readers of tables turn 12 into 12.0
    text = unicodedata.normalize("NFKC", str(value)).casefold()
    return unicodedata.normalize("NFKC", text)


COMPARATORS.register(Identifier)

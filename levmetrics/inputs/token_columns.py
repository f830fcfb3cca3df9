"""Token columns, the kernel's input: one row of tokens a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import pyarrow as pa

from levmetrics.arrays import IntArray

C = TypeVar("C", bound="_Column")


@dataclass(frozen=True)
class _Column:
    """One row of tokens a text, as an Arrow array.

    Attributes:
        values: the texts, where they are split later; or their lists of tokens.

    """

    values: pa.Array

    def take(self: C, rows: IntArray) -> C:
        """Return these rows."""
        return type(self)(self.values.take(pa.array(rows)))

    def slice(self: C, start: int, stop: int) -> C:
        """Return the rows from ``start`` to before ``stop``."""
        return type(self)(self.values.slice(start, stop - start))

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.values)


@dataclass(frozen=True)
class Characters(_Column):
    """Token column whose tokens are the texts' code points.

    Attributes:
        values: the texts.
        strings: the same texts as Python strings, if the caller gave these; ``None`` after
            :meth:`take`.

    """

    strings: Sequence[str] | None = None

    def slice(self, start: int, stop: int) -> Characters:
        """Return the rows from ``start`` to before ``stop``."""
        if stop - start == len(self):
            return self  # slicing would copy the list of strings
        strings = None if self.strings is None else self.strings[start:stop]
        return Characters(self.values.slice(start, stop - start), strings)

    def rows(self) -> Iterator[list[Any]]:
        """Yield the tokens of every row."""
        return (list(text.as_py()) for text in self.values)


class Words(_Column):
    """Token column whose tokens are the words between white space, split by the kernel."""

    def rows(self) -> Iterator[list[Any]]:
        """Yield the tokens of every row."""
        return (text.as_py().split() for text in self.values)


class Tokens(_Column):
    """Token column of lists of tokens."""

    def rows(self) -> Iterator[list[Any]]:
        """Yield the tokens of every row."""
        return (tokens.as_py() for tokens in self.values)


TokenColumn: TypeAlias = Characters | Words | Tokens

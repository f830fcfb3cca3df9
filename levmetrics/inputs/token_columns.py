"""Token columns, the kernel's input: one row of tokens a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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


class Characters(_Column):
    """Token column whose tokens are the texts' code points."""

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

    @classmethod
    def of(cls, rows: Iterable[Sequence[str]]) -> Tokens:
        """Return rows of strings as a column.

        >>> Tokens.of([["a", "b"], []]).values.to_pylist()
        [['a', 'b'], []]
        """
        return cls(pa.array(rows, pa.large_list(pa.large_string())))

    def rows(self) -> Iterator[list[Any]]:
        """Yield the tokens of every row."""
        return (tokens.as_py() for tokens in self.values)


TokenColumn: TypeAlias = Characters | Words | Tokens

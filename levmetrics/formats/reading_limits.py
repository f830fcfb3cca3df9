"""How much may be read: limits that whoever serves strangers sets, and nobody else needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError

T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """The most that is taken of each thing; ``None`` is no limit.

    Attributes:
        owner: who sets the limits, for messages.
        rows: samples of a side.
        characters_per_text: of one text.
        characters: of all texts of a side.
        file_bytes: of a file.
        columns: of a file.
        values: of a column, where a row may hold several.
        column_bytes: of a column of parquet, by what the file itself says.
        reading_seconds: that a process of its own may take to read a file of parquet.
        reading_megabytes: of memory that this process may take for it.

    """

    owner: str = "this machine"
    rows: int | None = None
    characters_per_text: int | None = None
    characters: int | None = None
    file_bytes: int | None = None
    columns: int | None = None
    values: int | None = None
    column_bytes: int | None = None
    reading_seconds: float | None = None
    reading_megabytes: int | None = None

    def check_texts(self, lengths: IntArray, name: str) -> None:
        """Refuse too many texts, or too long ones, before anything is made of them.

        Args:
            lengths: characters (or bytes) of every text.
            name: what the caller calls them, for the message.

        Raises:
            InputError: naming the limit.

        >>> import numpy as np
        >>> Limits("this page", rows=2).check_texts(np.array([1, 1, 1]), "predictions")
        Traceback (most recent call last):
        levmetrics.errors.InputError: predictions: 3 texts are more than the 2 of this page

        """
        if _exceeds(len(lengths), self.rows):
            raise InputError(
                f"{name}: {len(lengths):,} texts are more than the {self.rows:,} of {self.owner}"
            )
        longest = int(lengths.max(initial=0))
        if _exceeds(longest, self.characters_per_text):
            raise InputError(
                f"{name}: text {int(lengths.argmax()) + 1:,} has {longest:,} characters, and "
                f"{self.characters_per_text:,} is the most on {self.owner}; cut it into sentences"
            )
        characters = int(lengths.sum())
        if _exceeds(characters, self.characters):
            raise InputError(
                f"{name}: {characters:,} characters are more than the {self.characters:,} of "
                f"{self.owner}; give a part of them, or run it yourself"
            )

    def check_file(self, file: str, size: int) -> None:
        """Refuse a file of too many bytes.

        Raises:
            InputError: naming the limit.

        """
        if self.file_bytes is not None and size > self.file_bytes:
            raise InputError(f"{file} is larger than {self.file_bytes / 1_000_000:g} MB")

    def check_columns(self, file: str, columns: int) -> None:
        """Refuse too many columns.

        Raises:
            InputError: naming the limit.

        """
        if _exceeds(columns, self.columns):
            raise InputError(
                f"{file} has {columns:,} columns; {self.columns} are the most on {self.owner}"
            )

    def check_column(self, place: str, *, rows: int, values: int, column_bytes: int) -> None:
        """Refuse a column by what its file says that it holds.

        Raises:
            InputError: if that is too much of anything.

        """
        if (
            _exceeds(rows, self.rows)
            or _exceeds(values, self.values)
            or _exceeds(column_bytes, self.column_bytes)
        ):
            raise self.too_much(place)

    def first(self, rows: Iterator[T]) -> Iterator[T]:
        """Return as many rows as are allowed, and one more, by which too many are known.

        >>> list(Limits(rows=2).first(iter("abcdef")))
        ['a', 'b', 'c']
        """
        return islice(rows, None if self.rows is None else self.rows + 1)

    def too_much(self, place: str) -> InputError:
        """Make the error for what cannot be taken, whatever it is of which there is too much."""
        return InputError(f"{place} holds more than {self.owner} takes; give a part of it")

    def too_deep(self, place: str) -> InputError:
        """Make the error for a value that is nested too deep to be read or written."""
        return InputError(f"{place} is nested too deep for {self.owner}")


def _exceeds(number: int, most: int | None) -> bool:
    return most is not None and number > most


NO_LIMITS = Limits()

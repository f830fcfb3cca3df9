"""What all normalizers share: one step from a text to a text, and steps in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pyarrow as pa

from levmetrics.errors import InputError, reason
from levmetrics.inputs.arrow_text import is_ascii
from levmetrics.inputs.columns import TextColumn
from levmetrics.registry import SortedRegistry


@dataclass(frozen=True)
class Normalizer:
    """One step from a text to a text, over single texts and over columns.

    Attributes:
        name: as the signature shows it.
        function: what it does to one text.
        arrow: the very same over an Arrow array, where Arrow has it.
        arrow_is_for_ascii: whether it is the very same for ASCII texts only. Beyond ASCII, Arrow is
            not quite Python: lower case differs on 76 code points, and the two have the tables of
            different versions of Unicode.
        description: what it does, in one line; empty for a caller's own.

    """

    name: str
    function: Callable[[str], str]
    arrow: Callable[[pa.LargeStringArray], pa.LargeStringArray] | None = None
    arrow_is_for_ascii: bool = True
    description: str = ""

    def __call__(self, text: str) -> str:
        """Normalize one text."""
        return self.function(text)

    def column(self, column: TextColumn) -> TextColumn:
        """Normalize every text of a column.

        Raises:
            InputError: naming the text that the function failed on, or returned no string for.

        """
        if self.arrow is not None and (not self.arrow_is_for_ascii or is_ascii(column.texts)):
            return column.with_texts(self.arrow(column.texts))
        texts = [
            self.checked(text, partial(column.position, index))
            for index, text in enumerate(column.texts.to_pylist())
        ]
        return column.with_texts(pa.array(texts, pa.large_string()))

    def checked(self, text: str, position: Callable[[], str]) -> str:
        """Normalize one text, and say where it stands if that fails.

        Raises:
            InputError: if the function fails, or returns no string or no valid Unicode.

        """
        try:
            normal = self.function(text)
            if not isinstance(normal, str):
                raise InputError(f"it returned {type(normal).__name__}, not a string")
            normal.encode()
        except Exception as error:
            raise InputError(
                f"the normalizer {self!r} failed on {position()}: {reason(error)}"
            ) from error
        return normal

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Chain:
    """Normalizers applied one after the other; of none, the identity."""

    steps: tuple[Normalizer, ...]

    def __call__(self, text: str) -> str:
        """Normalize one text."""
        for step in self.steps:
            text = step(text)
        return text

    def column(self, column: TextColumn) -> TextColumn:
        """Normalize every text of a column."""
        for step in self.steps:
            column = step.column(column)
        return column

    def checked(self, text: str, position: Callable[[], str]) -> str:
        """Normalize one text, and say where it stands if that fails."""
        for step in self.steps:
            text = step.checked(text, position)
        return text

    def __repr__(self) -> str:
        return "+".join(map(repr, self.steps)) or "none"

    def identity(self) -> int:
        """Tell these steps from others of their names."""
        return hash(tuple(id(step.function) for step in self.steps))


NORMALIZERS: SortedRegistry[Normalizer] = SortedRegistry("normalizer")

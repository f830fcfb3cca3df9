"""Normalizers and chains of them, over single texts and over columns."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import pyarrow as pa

from levmetrics.errors import InputError, reason
from levmetrics.inputs.arrow_text import is_ascii
from levmetrics.inputs.columns import TextColumn
from levmetrics.registry import SortedRegistry
from levmetrics.signature import version


def in_every_text(text: str) -> bool:
    """Return that words of a text may have a say in each other: nothing else is known."""
    return True


def in_no_text(text: str) -> bool:
    """Return that each word of a text is normalized by itself, whatever the text is."""
    return False


@dataclass(frozen=True)
class Normalizer:
    """A function from text to text, over single texts and over columns.

    Attributes:
        name: its name in signatures.
        function: normalizes one text.
        arrow: the same function over an Arrow array, if Arrow has it.
        arrow_is_for_ascii: whether it is the same for ASCII texts only. Beyond ASCII, Arrow and
            Python differ: in lower case on 76 code points, and in the version of Unicode.
        description: its effect, in one line; empty for a caller's function.
        load: loads what the function needs, if that is no part of levmetrics; an ImportError says
            how to install it.
        packages: that the function is of, whose versions the signature names; none for our own.
        rules: the version of the published rules that our own function follows, for the signature.
        many: the same function over a list of texts, if that is less work.
        context: tells of a text whether what becomes of a word between white space may depend on
            the other words; if not, it does not for some of its words either.

    """

    name: str
    function: Callable[[str], str]
    arrow: Callable[[pa.LargeStringArray], pa.LargeStringArray] | None = None
    arrow_is_for_ascii: bool = True
    description: str = ""
    load: Callable[[], object] | None = None
    packages: tuple[str, ...] = ()
    rules: str = ""
    many: Callable[[list[str]], list[str]] | None = None
    context: Callable[[str], bool] = in_every_text

    def __call__(self, text: str) -> str:
        """Normalize one text."""
        return self.function(text)

    def column(self, column: TextColumn) -> TextColumn:
        """Normalize every text of a column.

        Raises:
            InputError: if the function fails or returns no string, with the text's position.

        """
        if self.arrow is not None and (not self.arrow_is_for_ascii or is_ascii(column.texts)):
            return column.with_texts(self.arrow(column.texts))
        if self.many is not None:
            with suppress(Exception):  # below, the same one has the position of its text
                return column.with_texts(_each_distinct(self.many, column.texts))
        texts = [
            self.checked(text, partial(column.position, index))
            for index, text in enumerate(column.texts.to_pylist())
        ]
        return column.with_texts(pa.array(texts, pa.large_string()))

    def checked(self, text: str, position: Callable[[], str]) -> str:
        """Normalize one text, and raise with its position if that fails.

        Raises:
            InputError: if the function fails, or returns no string or no valid Unicode.

        """
        try:
            normalized = self.function(text)
            if not isinstance(normalized, str):
                raise InputError("normalizer.returned", type=type(normalized).__name__)
            normalized.encode()  # raises for a lone surrogate
        except Exception as error:
            why = error if isinstance(error, InputError) else reason(error)
            raise InputError(
                "normalizer.failed", normalizer=repr(self), place=position(), reason=why
            ) from error
        return normalized

    def __repr__(self) -> str:
        packages = [f"{package}-{version(package)}" for package in self.packages]
        versions = [self.rules, *packages] if self.rules else packages
        return f"{self.name}[{','.join(versions)}]" if versions else self.name


@dataclass(frozen=True)
class Chain:
    """Normalizers applied in order; without any, the identity."""

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
        """Normalize one text, and raise with its position if that fails."""
        for step in self.steps:
            text = step.checked(text, position)
        return text

    def has_context(self, text: str) -> bool:
        """Tell whether words of a text may have a say in what becomes of others."""
        if all(step.context is in_no_text for step in self.steps):
            return False
        for step in self.steps:
            if step.context(text):
                return True
            text = step(text)
        return False

    def __repr__(self) -> str:
        return "+".join(map(repr, self.steps)) or "none"

    def identity(self) -> int:
        """Return a number that differs for other functions of the same names."""
        return hash(tuple(id(step.function) for step in self.steps))


def unchanged(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    """Return the texts: what a normalizer does to ASCII that changes none of it."""
    return texts


def _each_distinct(
    many: Callable[[list[str]], list[str]], texts: pa.LargeStringArray
) -> pa.LargeStringArray:
    encoded = texts.dictionary_encode()
    normalized = pa.array(many(encoded.dictionary.to_pylist()), pa.large_string())
    return normalized.take(encoded.indices)


NORMALIZERS: SortedRegistry[Normalizer] = SortedRegistry("normalizer")

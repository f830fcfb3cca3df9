"""Normalizers and chains of them, over single texts and over columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pyarrow as pa

from levmetrics.errors import InputError, reason
from levmetrics.inputs.arrow import is_ascii
from levmetrics.inputs.columns import TextColumn
from levmetrics.lazy import pc
from levmetrics.registry import Registry
from levmetrics.signature import version
from levmetrics.work import steps


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
    context: Callable[[str], bool] = in_every_text

    def __call__(self, text: str) -> str:
        """Normalize one text."""
        return self.function(text)

    def column(self, column: TextColumn) -> TextColumn:
        """Normalize every text of a column: with the function, each distinct one once.

        Raises:
            InputError: if the function fails or returns no string, with the text's position.

        """
        if self.arrow is not None and (not self.arrow_is_for_ascii or is_ascii(column.texts)):
            return column.with_texts(self.arrow(column.texts))
        encoded = column.texts.dictionary_encode()

        def position(number: int) -> str:
            return column.position(pc.index(encoded.indices, number).as_py())

        texts = encoded.dictionary.to_pylist()
        distinct = [
            self.checked(text, partial(position, number))
            for number, text in enumerate(steps(texts, "normalizing", len(texts)))
        ]
        return column.with_texts(pa.array(distinct, pa.large_string()).take(encoded.indices))

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
        packages = (f"{package}-{version(package)}" for package in self.packages)
        versions = ",".join(filter(None, (self.rules, *packages)))
        return f"{self.name}[{versions}]" if versions else self.name


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


NORMALIZERS: Registry[Normalizer] = Registry("normalizer", by_name=True)

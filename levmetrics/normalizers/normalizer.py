"""Normalizers and chains of them, over single texts and over columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from levmetrics.errors import InputError, quoted, reason
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.registry import Registry, json_in
from levmetrics.signature import version
from levmetrics.system.work import steps


def in_every_text(text: str) -> bool:
    """Return true: the words of a text may affect each other, as far as is known."""
    return True


def in_no_text(text: str) -> bool:
    """Return false: each word of any text is normalized by itself."""
    return False


@dataclass(frozen=True)
class Normalizer:
    """A function from text to text, over single texts and over columns.

    Attributes:
        name: its name in signatures.
        function: the function that normalizes one text.
        columnar: the same function for a column of texts, if NumPy or Arrow has it.
        columnar_is_for_ascii: whether it is the same function only for ASCII texts. Beyond ASCII,
            Arrow and Python differ in the version of Unicode, and in the lower case of 76 code
            points.
        description: its effect in one line; empty for a caller's function.
        load: loads the packages that the function needs beside levmetrics; its ImportError says how
            to install them.
        packages: the packages that implement the function, with versions in the signature; none for
            our own.
        rules: the version of the published rules that our function follows, for the signature.
        context: returns whether, in a given text, the result for a word between white space may
            depend on the other words. If it is false for a text, it is false for any selection of
            its words.

    """

    name: str
    function: Callable[[str], str]
    columnar: Callable[[Texts], Texts] | None = None
    columnar_is_for_ascii: bool = True
    description: str = ""
    load: Callable[[], object] | None = None
    packages: tuple[str, ...] = ()
    rules: str = ""
    context: Callable[[str], bool] = in_every_text

    def __call__(self, text: str) -> str:
        """Normalize one text."""
        return self.function(text)

    def column(self, column: TextColumn, known: dict[str, str]) -> TextColumn:
        """Normalize every text of a column; the function is called once for each distinct text.

        Args:
            column: the texts.
            known: texts of other columns and their results, to which those of this one are added.

        Raises:
            InputError: with the text's position, if the function fails or does not return a string.

        """
        if self.columnar and (not self.columnar_is_for_ascii or column.texts.is_ascii):
            return column.with_texts(self.columnar(column.texts))
        texts = column.texts.to_pylist()
        distinct = [text for text in dict.fromkeys(texts) if text not in known]

        def check(text: str) -> None:
            self.checked(text, lambda: column.position(texts.index(text)))

        for text in steps(distinct, "normalizing", len(distinct)):
            try:
                known[text] = self.function(text)
            except Exception:
                check(text)  # whose error names the position
                raise
        try:
            return column.with_texts(Texts.of([*map(known.__getitem__, texts)]))
        except (TypeError, UnicodeEncodeError):  # for a result that is no text
            for text in distinct:
                check(text)
            raise

    def checked(self, text: str, position: Callable[[], str]) -> str:
        """Normalize one text; an error names its position.

        Raises:
            InputError: if the function fails, or does not return a string of valid Unicode.

        """
        try:
            normalized = self.function(text)
            if not isinstance(normalized, str):
                raise InputError("normalizer.returned", type=type(normalized).__name__)
            normalized.encode()  # raises for a lone surrogate
        except Exception as error:
            why = error if isinstance(error, InputError) else reason(error)
            raise InputError(
                "normalizer.failed", normalizer=quoted(self), place=position(), reason=why
            ) from error
        return normalized

    def __repr__(self) -> str:
        packages = (f"{package}-{version(package)}" for package in self.packages)
        versions = ",".join(filter(None, (self.rules, *packages)))
        return f"{self.name}[{versions}]" if versions else self.name


@dataclass(frozen=True)
class Chain:
    """Normalizers applied in order; an empty chain is the identity."""

    steps: tuple[Normalizer, ...]

    def __call__(self, text: str) -> str:
        """Normalize one text."""
        for step in self.steps:
            text = step(text)
        return text

    def column(self, column: TextColumn) -> TextColumn:
        """Normalize every text of a column."""
        return self.columns(column)[0]

    def columns(self, *columns: TextColumn) -> list[TextColumn]:
        """Normalize every text of several columns; functions are called once for equal texts."""
        known: list[dict[str, str]] = [{} for _ in self.steps]
        normalized = []
        for column in columns:
            for step, of_step in zip(self.steps, known, strict=True):
                column = step.column(column, of_step)
            normalized.append(column)
        return normalized

    def checked(self, text: str, position: Callable[[], str]) -> str:
        """Normalize one text; an error names its position."""
        for step in self.steps:
            text = step.checked(text, position)
        return text

    def has_context(self, text: str) -> bool:
        """Whether words of a text may affect the normalization of others."""
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
        """Return a number that distinguishes functions of the same names."""
        return hash(tuple(id(step.function) for step in self.steps))


def unchanged(texts: Texts) -> Texts:
    """Return the texts unchanged, as a normalizer does that does not affect ASCII."""
    return texts


_DESCRIPTIONS = json_in(__package__, "descriptions.json")
NORMALIZERS: Registry[Normalizer] = Registry(
    "normalizer", by_name=True, package="levmetrics.normalizers", built_in=_DESCRIPTIONS
)


def built_in(
    name: str,
    function: Callable[[str], str],
    columnar: Callable[[Texts], Texts] | None = None,
    **options: Any,
) -> None:
    """Add a normalizer of the package, which ``descriptions.json`` describes.

    Args:
        name: its name.
        function: as in :class:`Normalizer`.
        columnar: as in :class:`Normalizer`.
        options: the other attributes of :class:`Normalizer`.

    """
    described = {"description": _DESCRIPTIONS[name], **options}
    NORMALIZERS.add(Normalizer(name, function, columnar, **described))

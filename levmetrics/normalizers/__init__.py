"""Normalizers: a text to a text, only when the caller asks for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from string import punctuation
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.errors import InputError, reason
from levmetrics.inputs.arrow_text import is_ascii, split_whitespace, utf8_bytes
from levmetrics.inputs.columns import TextColumn
from levmetrics.registry import lookup
from levmetrics.signature import describe_callable

NormalizerLike: TypeAlias = (
    "str | Callable[[str], str] | Sequence[str | Callable[[str], str]] | None"
)


@dataclass(frozen=True)
class Normalizer:
    """One step from a text to a text, over single texts and over columns.

    Attributes:
        name: as the signature shows it.
        function: what it does to one text.
        arrow: the very same over an Arrow array, where Arrow has it.
        arrow_is_for_ascii: whether it is the very same for ASCII texts only.

    """

    name: str
    function: Callable[[str], str]
    arrow: Callable[[pa.LargeStringArray], pa.LargeStringArray] | None = None
    arrow_is_for_ascii: bool = True

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


def _squeeze_whitespace(text: str) -> str:
    return " ".join(text.split())


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _remove_punctuation(text: str) -> str:
    kept: str = _PUNCTUATION.sub("", text)
    return kept


def _docvqa(text: str) -> str:
    return " ".join(text.strip().lower().split())


_PUNCTUATION = regex.compile(r"\p{P}+")
_ASCII_PUNCTUATION = "[{}]".format("".join(rf"\{c}" for c in punctuation if _PUNCTUATION.match(c)))


def _arrow_squeeze_whitespace(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    if _is_squeezed(texts):
        return texts
    return pc.binary_join(split_whitespace(texts), pa.scalar(" ", pa.large_string()))


def _is_squeezed(texts: pa.LargeStringArray) -> bool:
    """Tell whether ASCII texts have single spaces within them and no other white space.

    Most texts have, and to look is ten times faster than to split and join.
    """
    data, starts = utf8_bytes(texts)
    if not len(data):
        return True
    if data.min() < ord(" ") or data.max() >= 128:  # tabs, separators; may be white space
        return False
    # An empty text has its neighbours' bytes here, which are looked at anyway.
    firsts, lasts = data[np.minimum(starts[:-1], len(data) - 1)], data[starts[1:] - 1]
    # Of bytes that are no less than a space, only two spaces have the bits of one.
    doubled = data[1:] | data[:-1]
    return not any((places == ord(" ")).any() for places in (firsts, lasts, doubled))


def _ascii_lower(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return pc.ascii_lower(texts)


def _ascii_nfkc(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return texts


def _ascii_remove_punctuation(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return pc.replace_substring_regex(texts, _ASCII_PUNCTUATION, "")


def _ascii_docvqa(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return _arrow_squeeze_whitespace(pc.ascii_lower(texts))


# Beyond ASCII, Arrow is not quite Python: lower case differs on 76 code points, and the two have
# the tables of different versions of Unicode.
_NORMALIZERS = {
    step.name: step
    for step in (
        Normalizer("lower", str.lower, _ascii_lower),
        Normalizer("nfkc", _nfkc, _ascii_nfkc),
        Normalizer(
            "squeeze_whitespace",
            _squeeze_whitespace,
            _arrow_squeeze_whitespace,
            arrow_is_for_ascii=False,
        ),
        Normalizer("remove_punctuation", _remove_punctuation, _ascii_remove_punctuation),
        Normalizer("docvqa", _docvqa, _ascii_docvqa),
    )
}


def get_normalizer(normalizer: NormalizerLike | Normalizer | Chain) -> Chain:
    """Return the normalizers of these names, or the caller's own, in order.

    Args:
        normalizer: one of these names, a callable from string to string (Whisper's normalizers are
            such), a list of these, applied in order, or ``None`` for the text as it is.

            - ``"lower"``: Python's ``str.lower``
            - ``"nfkc"``: Unicode's compatibility composition (full-width letters to plain ones)
            - ``"squeeze_whitespace"``: runs of white space to one space, none at the ends
            - ``"remove_punctuation"``: without the characters of Unicode's category P, any script's
            - ``"docvqa"``: as the DocVQA competition's script compares: stripped, lower case,
              white space squeezed

    Raises:
        InputError: for an unknown name (it says the nearest known one) or another type.

    >>> get_normalizer(["lower", "squeeze_whitespace"])(" Some  TEXT ")
    'some text'

    """
    if isinstance(normalizer, Chain):
        return normalizer
    if normalizer is None:
        return Chain(())
    given = normalizer if isinstance(normalizer, (list, tuple)) else [normalizer]
    return Chain(tuple(chain.from_iterable(map(_steps, given))))


def _steps(normalizer: object) -> tuple[Normalizer, ...]:
    if isinstance(normalizer, Chain):
        return normalizer.steps
    if isinstance(normalizer, Normalizer):
        return (normalizer,)
    if isinstance(normalizer, str):
        return (lookup(_NORMALIZERS, normalizer, "normalizer"),)
    if callable(normalizer):
        return (Normalizer(describe_callable(normalizer), normalizer),)
    raise InputError(
        f"normalizer is of type {type(normalizer).__name__}; it must be a name "
        f"({', '.join(_NORMALIZERS)}), a callable from string to string, a list of these, or None"
    )

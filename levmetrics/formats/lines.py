"""Texts by lines, one a sample: what is pasted, and files of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from levmetrics.formats.file_format import FileFormat
from levmetrics.formats.headings import Key, checked_name
from levmetrics.formats.reading_limits import NO_LIMITS, Limits
from levmetrics.formats.utf8 import utf8_text

SEPARATOR = " ||| "  # between several references of a sample


def lines(text: str, name: str, limits: Limits = NO_LIMITS) -> list[str]:
    r"""Split a text into samples, one a line; an empty line is an empty text.

    Only line feeds part samples (and the end of the last line none): a text may hold any other
    separator of Unicode.

    Args:
        text: the samples.
        name: what the caller calls it, for messages.
        limits: the most that is taken.

    Raises:
        InputError: for more than that.

    >>> lines("a\r\nb\n\nc\n", "predictions")
    ['a', 'b', '', 'c']

    """
    samples = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []
    limits.check_texts(np.array([*map(len, samples)], np.int64), name)
    return samples


def alternatives(references: Sequence[str | list[str]]) -> list[str | list[str]]:
    """Part the references of a sample where any sample has several.

    >>> alternatives(["a ||| b", "c"]), alternatives(["a", "b"])
    ([['a', 'b'], ['c']], ['a', 'b'])
    """
    several = any(isinstance(answer, list) or SEPARATOR in answer for answer in references)
    if not several:
        return list(references)
    return [
        answer if isinstance(answer, list) else answer.split(SEPARATOR) for answer in references
    ]


class Lines(FileFormat):
    """A sample a line: one column, without a name."""

    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the empty name, if the file is one of text."""
        utf8_text(path)
        return [""]

    def column(self, path: Path, key: Key, limits: Limits) -> list[str]:
        """Return the lines."""
        checked_name(path.name, [""], key, limits)
        return lines(utf8_text(path), path.name, limits)

"""Lines of text, one a sample: pasted text and plain text files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from levmetrics.formats.file_format import FILE_FORMATS, FileFormat
from levmetrics.formats.headings import Key, checked_name
from levmetrics.formats.reading_limits import NO_LIMITS, Limits
from levmetrics.formats.utf8 import utf8_text

SEPARATOR = " ||| "  # of several references of a sample


def lines(text: str, name: str, limits: Limits = NO_LIMITS) -> list[str]:
    r"""Split a text into samples, one a line; an empty line is an empty text.

    Only line feeds separate samples, and the last one ends the text: a sample may contain any other
    line separator of Unicode.

    Args:
        text: the samples.
        name: its name, for messages.
        limits: the limits on its size.

    Raises:
        InputError: if it exceeds a limit.

    >>> lines("a\r\nb\n\nc\n", "predictions")
    ['a', 'b', '', 'c']

    """
    samples = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []
    limits.check_texts(np.array([*map(len, samples)], np.int64), name)
    return samples


def alternatives(references: Sequence[str | list[str]]) -> list[str | list[str]]:
    """Split the references of every sample at the separator, if any sample has several.

    >>> alternatives(["a ||| b", "c"]), alternatives(["a", "b"])
    ([['a', 'b'], ['c']], ['a', 'b'])
    """
    any_several = any(isinstance(sample, list) or SEPARATOR in sample for sample in references)
    if not any_several:
        return list(references)
    return [
        sample if isinstance(sample, list) else sample.split(SEPARATOR) for sample in references
    ]


class Lines(FileFormat):
    """One sample a line: one column, without a name."""

    rank = 0

    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the empty name; raise if the file is not UTF-8 text."""
        utf8_text(path)
        return [""]

    def column(self, path: Path, key: Key, limits: Limits) -> list[str]:
        """Return the lines."""
        checked_name(path.name, [""], key, limits)
        return lines(utf8_text(path), path.name, limits)


FILE_FORMATS[".txt"] = Lines()

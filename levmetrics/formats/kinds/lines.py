"""Lines of text, one a sample: pasted text and plain text files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from levmetrics.formats.file_format import FILE_FORMATS, ROWS_OF_A_BATCH, FileFormat
from levmetrics.formats.headings import Key, checked_name
from levmetrics.formats.reading_limits import NO_LIMITS, Limits
from levmetrics.formats.source import Source

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

    name = "lines"
    description = "text, a line a sample"
    suffixes = (".txt",)
    rank = 0

    def names(self, source: Source) -> list[str]:
        """Return the empty name; raise if the first lines are no text."""
        next(source.whole_lines(), None)
        return [""]

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[pa.Array, ...]]:
        """Return the lines."""
        for key in keys:
            checked_name(source.name, [""], key, source.limits)
        for block in source.whole_lines():
            texts = _texts(block)
            for start in range(0, len(texts), ROWS_OF_A_BATCH):
                yield (texts.slice(start, ROWS_OF_A_BATCH),) * len(keys)


def _texts(block: str) -> pa.LargeStringArray:
    """Return whole lines as texts, without a Python string for each."""
    data = block.replace("\r\n", "\n").removesuffix("\n").encode()
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    before = np.arange(len(ends))  # line feeds before each, which are left out
    joined = data.replace(b"\n", b"")
    offsets = np.concatenate([[0], ends - before, [len(joined)]])
    return pa.LargeStringArray.from_buffers(
        len(offsets) - 1, pa.py_buffer(offsets), pa.py_buffer(joined)
    )


FILE_FORMATS.register(Lines())

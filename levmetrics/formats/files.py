"""Files of any supported format: their columns, as batches or as a list of texts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

import levmetrics.formats.kinds  # noqa: F401  # whose files register the formats
from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat, Values, listed
from levmetrics.formats.headings import Key, checked_names
from levmetrics.formats.reading_limits import NO_LIMITS, Limits
from levmetrics.formats.source import OnRead, Source
from levmetrics.inputs.arrow import is_array, is_text_type


@dataclass(frozen=True)
class Table:
    """A file as a table: samples are its rows.

    Attributes:
        source: the file.
        file_format: its format.

    """

    source: Source
    file_format: FileFormat

    @cached_property
    def names(self) -> list[str]:
        """The names of the columns; ``[""]`` for a file of lines.

        Raises:
            InputError: if the file has another format, or exceeds a limit.

        """
        names = self.file_format.names(self.source)
        return checked_names(self.source.name, names, self.source.limits)

    def batches(self, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns, a batch of rows at a time.

        Raises:
            InputError: if there is no such column, or the file has another format.

        """
        return self.file_format.batches(self.source, keys)


def table(
    path: Path,
    *,
    file_format: str | None = None,
    encoding: str | None = None,
    limits: Limits = NO_LIMITS,
    on_read: OnRead | None = None,
) -> Table:
    """Return a file as a table.

    Args:
        path: of the file; ``-`` is standard input.
        file_format: the name of its format; ``None``: what its suffix says, or else its content.
        encoding: of its text, as Python names it; ``None``: UTF-8, or what a byte order mark says.
        limits: the limits on its size.
        on_read: is told of every read, to show progress.

    Raises:
        InputError: if there is no such format, or the file cannot be read.

    """
    source = Source(path, encoding, limits, on_read)
    if file_format is not None:
        return Table(source, FILE_FORMATS.lookup(file_format))
    return Table(source, _by_suffix(source) or _by_content(source))


def as_texts(values: Values, place: str, first_row: int, limits: Limits = NO_LIMITS) -> Values:
    """Return some rows of a column as texts or lists of texts; other values are written as JSON.

    Args:
        values: the rows.
        place: the name of the column, for messages.
        first_row: the number of the first of these rows.
        limits: those of the file.

    Raises:
        InputError: if a row has no value, or one that is nested too deep.

    >>> as_texts(["a", ["b", "c"], 1.5, {"k": [1]}], "a.jsonl, hyp", 1)
    ['a', ['b', 'c'], '1.5', '{"k": [1]}']
    >>> as_texts(["a", None], "a.jsonl, hyp", 20_001)
    Traceback (most recent call last):
    levmetrics.errors.InputError: a.jsonl, hyp, row 20,002 is empty; every sample needs a text

    """
    if _are_texts(values):
        return values
    return [
        _text(value, f"{place}, row {row:,}", limits)
        for row, value in enumerate(listed(values), start=first_row)
    ]


def _by_suffix(source: Source) -> FileFormat | None:
    """Return the format of a file's suffix; of several, that which its first lines show.

    If they show none of them, it is the format whose usual suffix it is.
    """
    fitting = [known for known in _by_rank() if source.suffix in known.suffixes]
    if len(fitting) > 1:
        lines = source.first_lines
        usual = (known for known in fitting if known.suffixes[0] == source.suffix)
        shown = (known for known in fitting if known.recognises(lines))
        return next(chain(shown, usual), fitting[0])
    return fitting[0] if fitting else None


def _by_content(source: Source) -> FileFormat:
    """Return the format that a file's first bytes or lines show; of other text, lines."""
    for known in FILE_FORMATS.values():
        if known.begins(source.start):
            return known
    lines = source.first_lines
    fitting = (known for known in _by_rank() if known.recognises(lines))
    return next(fitting, FILE_FORMATS["lines"])


def _by_rank() -> list[FileFormat]:
    return sorted(FILE_FORMATS.values(), key=lambda known: known.rank)


def _are_texts(values: Values) -> bool:
    """Tell whether all values are texts."""
    if is_array(values):
        return is_text_type(values.type) and not values.null_count
    return all(isinstance(value, str) for value in values)


def _text(value: object, place: str, limits: Limits) -> str | list[str]:
    if value is None:
        raise InputError(f"{place} is empty; every sample needs a text")
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(text, str) for text in value):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        raise limits.too_deep(place) from None

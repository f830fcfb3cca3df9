"""The interface of file formats, and those of rows whose columns are fixed, or in a heading."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

import pyarrow as pa

from levmetrics.errors import InputError, Place
from levmetrics.formats.headings import Key, checked_name, with_blank_ones_numbered
from levmetrics.formats.source import Limits, Source
from levmetrics.inputs.arrow import is_array
from levmetrics.registry import Registry

Values: TypeAlias = "pa.Array | Sequence[Any]"
"""Some rows of a column: texts, lists of texts, or values of JSON's types; ``None`` where a row has
no value."""

Row: TypeAlias = "tuple[str | float, ...]"

ROWS_OF_A_BATCH = 20_000
T = TypeVar("T")


def listed(values: Values) -> list[Any]:
    """Return values as a list.

    >>> listed(pa.array(["a", None]))
    ['a', None]
    """
    return values.to_pylist() if is_array(values) else list(values)


class FileFormat(ABC):
    """A reader of files of one format: some columns at once, a batch of rows at a time.

    A format is supported everywhere once its file in :mod:`levmetrics.formats.kinds` has
    registered it.

    Attributes:
        name: the name it is known by: ``"csv"``.
        description: what it is, in one line.
        suffixes: of its files, in lower case, with the dot; the first is the usual one.
        prefixes: the first bytes of a binary format's files, by one of which it is recognised.
        rank: its place among the formats that lists and messages name, the most usual first.
        folds_ids: whether upper and lower case are the same in ids.
        has_alternatives: whether references may have alternatives in braces.

    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    prefixes: tuple[bytes, ...] = ()
    rank: int = 9
    folds_ids: bool = False
    has_alternatives: bool = False

    def refusing_alternatives(self, why: str | None) -> FileFormat:
        """Return the format without alternatives, so that nobody scores them as words.

        Args:
            why: they are refused, and what else to do, after "a.trn, line 1 has alternatives, ";
                ``None``: they are read, if the format has any, and written in braces, see
                :func:`levmetrics.alternatives.parsing.parse`.

        """
        return self

    def recognises(self, lines: Sequence[str]) -> bool:
        """Tell whether a text file with these first lines is of this format, whatever its name."""
        return False

    def begins(self, start: bytes) -> bool:
        """Tell whether a file with these first bytes is of this binary format."""
        return start.startswith(self.prefixes)

    @property
    def is_binary(self) -> bool:
        """Whether its files are no text, and so in no encoding."""
        return bool(self.prefixes)

    @abstractmethod
    def names(self, source: Source) -> list[str]:
        """Return the column names; ``[""]`` for a format with one column without a name.

        Raises:
            InputError: if the file has another format, or exceeds a limit.

        """

    def text_names(self, source: Source) -> list[str]:
        """Return the names of the columns whose values can be scored, if their types are known.

        Raises:
            InputError: as :meth:`names` does.

        """
        return self.names(source)

    @abstractmethod
    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns, up to ``ROWS_OF_A_BATCH`` rows at a time.

        Memory does not grow with the file.

        Raises:
            InputError: if it has no such column, or another format, or exceeds a limit.

        """


class Records(FileFormat):
    """A format of rows whose columns have the same names in all files.

    Attributes:
        columns: the names.

    """

    columns: tuple[str, ...] = ("id", "text")

    @abstractmethod
    def rows(self, source: Source) -> Iterator[Row]:
        """Return the rows.

        Raises:
            InputError: if the file has another format.

        """

    def names(self, source: Source) -> list[str]:
        """Return the names of the format's columns."""
        next(self.rows(source), None)  # so that a file of another format is refused
        return [*self.columns]

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns."""
        names = [checked_name(source.name, self.columns, key, source.limits) for key in keys]
        indices = [self.columns.index(name) for name in names]
        for batch in batched(self.rows(source), source.limits):
            yield tuple([row[index] for row in batch] for index in indices)


class RowFormat(FileFormat):
    """A format of rows of texts; columns have names, or numbers if the first row is a sample."""

    @abstractmethod
    def rows(self, source: Source) -> Iterator[list[str]]:
        """Return the rows; ``[]`` for an empty one.

        Raises:
            InputError: if the file has another format.

        """

    def names(self, source: Source) -> list[str]:
        """Return the first row, with numbers for blank names."""
        names = next(self.rows(source), None)
        if not names:
            raise InputError("table.no_heading", file=source.name)
        return with_blank_ones_numbered(names)

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[list[str], ...]]:
        """Return the fields of some columns, without the heading if one of them has a name.

        Rows of blank fields at the end are no samples: spreadsheets write them below a table.
        """
        rows = self.rows(source)
        first = next(rows, [])
        indexes = [_index(source, first, key) for key in keys]
        said = "the heading"
        if not any(isinstance(key, str) for key in keys):
            rows, said = chain([first], rows), "row 1"
        for batch in batched(_samples(rows, source.name, len(first), said), source.limits):
            yield tuple([*map(itemgetter(index), batch)] for index in indexes)


def batched(rows: Iterator[T], limits: Limits) -> Iterator[list[T]]:
    """Return the rows a batch at a time, up to the limit and one more, by which it is exceeded.

    >>> [*batched(iter("abcdef"), Limits(rows=2))]
    [['a', 'b', 'c']]
    """
    limited = islice(rows, limits.rows + 1)
    while batch := [*islice(limited, ROWS_OF_A_BATCH)]:
        yield batch


def _index(source: Source, first: Sequence[str], key: Key) -> int:
    """Return the index of a column."""
    if isinstance(key, str):
        names = with_blank_ones_numbered(first)
        return names.index(checked_name(source.name, names, key, source.limits))
    if not 1 <= key <= len(first):
        raise InputError("table.no_column", file=source.name, column=key, known=len(first))
    return key - 1


def _samples(rows: Iterator[list[str]], file: str, width: int, first: str) -> Iterator[list[str]]:
    """Yield rows without the empty ones, and without the blank ones below the last with a text.

    An empty row of a single column is an empty text.

    Args:
        rows: of the file.
        file: its name, for messages.
        width: the number of fields that each row has.
        first: which row has as many, for messages.

    Raises:
        InputError: if a row has another number of fields.

    >>> [*_samples(iter([["", ""], [], ["a", ""], ["", ""]]), "a.csv", 2, "the heading")]
    [['', ''], ['a', '']]

    """
    blank: list[list[str]] = []
    for number, fields in enumerate(rows, start=1):
        row = fields or [""]
        if len(row) != width:
            if not fields:
                continue
            code = "table.one_field" if len(row) == 1 else "table.fields"
            place = Place(file, number, "row")
            raise InputError(code, place=place, count=len(row), first=first, width=width)
        if not row[0] and not any(row) and width > 1:
            blank.append(row)
        elif blank:
            yield from [*blank, row]
            blank.clear()
        else:
            yield row


FILE_FORMATS: Registry[FileFormat] = Registry("file format")

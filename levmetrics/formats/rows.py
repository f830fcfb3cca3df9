"""Tables of rows of texts, whose first row may be the names of the columns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import FileFormat, batched
from levmetrics.formats.headings import Key, checked_name, with_blank_ones_numbered
from levmetrics.formats.source import Source


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
    for number, row in enumerate(rows, start=1):
        if not row and width > 1:
            continue
        fields = row or [""]
        if len(fields) != width:
            code = "table.one_field" if len(fields) == 1 else "table.fields"
            place = Place(file, number, "row")
            raise InputError(code, place=place, count=len(fields), first=first, width=width)
        if width > 1 and not any(fields):
            blank.append(fields)
            continue
        if blank:
            yield from blank
            blank.clear()
        yield fields

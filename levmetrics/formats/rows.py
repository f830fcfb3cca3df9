"""Tables of rows of texts, whose first row may be the names of the columns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain, count
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
        has_heading = any(isinstance(key, str) for key in keys)
        samples = rows if has_heading else chain([first], rows)
        before = 0
        first_said = "the heading" if has_heading else "row 1"
        blank: list[list[str]] = []
        for batch in batched(samples, source.limits):
            if {*map(len, batch)} == {len(first)}:
                complete = batch
            else:
                places = (Place(source.name, before + n, "row") for n in count(1))
                complete = list(_complete(batch, places, len(first), first_said))
            filled, blank = _without_blank_end(blank + complete, len(first))
            if filled:
                yield tuple([*map(itemgetter(index), filled)] for index in indexes)
            before += len(batch)


def _index(source: Source, first: Sequence[str], key: Key) -> int:
    """Return the index of a column."""
    if isinstance(key, str):
        names = with_blank_ones_numbered(first)
        return names.index(checked_name(source.name, names, key, source.limits))
    if not 1 <= key <= len(first):
        raise InputError("table.no_column", file=source.name, column=key, known=len(first))
    return key - 1


def _without_blank_end(
    rows: list[list[str]], width: int
) -> tuple[list[list[str]], list[list[str]]]:
    """Part rows into those up to the last that has a text, and the blank ones below it.

    A blank row of a single column is an empty text.

    >>> _without_blank_end([["", ""], ["a", ""], ["", ""]], 2)
    ([['', ''], ['a', '']], [['', '']])
    """
    end = len(rows)
    while width > 1 and end and not any(rows[end - 1]):
        end -= 1
    return rows[:end], rows[end:]


def _complete(
    rows: Sequence[list[str]], places: Iterator[str], width: int, first: str
) -> Iterator[list[str]]:
    """Return rows without the empty ones, as at the end; one of a single column is a text.

    Raises:
        InputError: if one has another number of fields than the first row.

    """
    for row, place in zip(rows, places, strict=False):
        if not row and width > 1:
            continue
        fields = row or [""]
        if len(fields) != width:
            if len(row) == 1:
                raise InputError("table.one_field", place=place, first=first, width=width)
            raise InputError("table.fields", place=place, count=len(row), first=first, width=width)
        yield fields

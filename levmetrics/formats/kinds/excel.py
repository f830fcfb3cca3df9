"""Excel workbooks: the rows of the first sheet, or of that whose heading has usual names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.formats.file_format import FILE_FORMATS, RowFormat
from levmetrics.formats.headings import has_a_side
from levmetrics.formats.source import Source

_FOLDER = b"xl/"  # in a workbook, which is a zip archive
_ROWS_WITH_TITLES = 20


class Excel(RowFormat):
    """Rows of cells; the first row may be column names. In memory is the whole workbook."""

    name = "excel"
    description = "Excel, a sheet (needs levmetrics[excel])"
    suffixes = (".xlsx",)
    prefixes = (b"PK\x03\x04",)
    rank = 6

    def begins(self, start: bytes) -> bool:
        """Tell whether a file's first bytes are those of a workbook, and of no other archive."""
        return super().begins(start) and _FOLDER in start

    def rows(self, source: Source) -> Iterator[list[str]]:
        """Return the rows of cells as texts, from the heading or the first that is not empty."""
        return iter(source.once(self.sheet).rows)

    def sheet(self, source: Source) -> Sheet:
        """Return the sheet that is read: the first whose heading has a usual name of a side.

        Without any it is the first sheet.

        Raises:
            InputError: if the file is no workbook.

        """
        with needed_by("an Excel file", "excel"):
            from python_calamine import CalamineError, CalamineWorkbook
        with source.seekable() as file:
            try:
                book = CalamineWorkbook.from_filelike(file)
                names = book.sheet_names
                tables = [_table(book.get_sheet_by_name(name).to_python()) for name in names]
            except CalamineError:
                raise InputError("file.damaged", file=source.name, kind="Excel workbook") from None
        sheets = [Sheet(name, len(names), rows) for name, rows in zip(names, tables, strict=True)]
        named = (sheet for sheet in sheets if sheet.rows and _is_heading(sheet.rows[0]))
        return next(named, sheets[0])


@dataclass(frozen=True)
class Sheet:
    """A sheet of a workbook.

    Attributes:
        name: of the sheet.
        sheets: how many there are in the workbook.
        rows: its rows as texts, ``[]`` for an empty one.

    """

    name: str
    sheets: int
    rows: list[list[str]]


def _table(cells: Sequence[Sequence[object]]) -> list[list[str]]:
    """Return the rows of a sheet's table, without what stands above it."""
    rows = ([*map(_text, row)] if any(cell != "" for cell in row) else [] for row in cells)
    return _from_heading([*dropwhile(lambda row: not row, rows)])


def _from_heading(rows: list[list[str]]) -> list[list[str]]:
    """Return rows without titles, which are incomplete rows above a heading.

    >>> _from_heading([["May", ""], ["ref", "hyp"], ["a", "b"]])
    [['ref', 'hyp'], ['a', 'b']]
    >>> _from_heading([["a", "b"], ["ref", "hyp"]])
    [['a', 'b'], ['ref', 'hyp']]

    """
    for number, row in enumerate(rows[:_ROWS_WITH_TITLES]):
        if _is_heading(row):
            return rows[number:]
        if row and all(row):
            break
    return rows


def _is_heading(row: Sequence[str]) -> bool:
    return len(row) > 1 and has_a_side(row)


def _text(cell: object) -> str:
    """Return a cell as Excel shows it, if no other form was chosen for it.

    >>> [_text(cell) for cell in ("a", 7.0, 0.5, True)]
    ['a', '7', '0.5', 'TRUE']
    """
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


FILE_FORMATS.register(Excel())

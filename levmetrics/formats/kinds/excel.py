"""Excel workbooks: the rows of the first sheet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile
from typing import TYPE_CHECKING

from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.rows import RowFormat
from levmetrics.formats.source import Source

if TYPE_CHECKING:
    import datetime

    Cell = int | float | str | bool | datetime.time | datetime.date | datetime.timedelta


class Excel(RowFormat):
    """Rows of cells; the first row may be column names. In memory is the whole sheet."""

    name = "excel"
    description = "Excel, the first sheet (needs levmetrics[excel])"
    suffixes = (".xlsx",)
    prefixes = (b"PK\x03\x04",)
    rank = 6

    def rows(self, source: Source) -> Iterator[list[str]]:
        """Return the rows of cells as texts, from the first that is not empty."""
        with needed_by("an Excel file", "excel"):
            from python_calamine import CalamineError, CalamineWorkbook
        with source.seekable() as file:
            try:
                cells = CalamineWorkbook.from_filelike(file).get_sheet_by_index(0).to_python()
            except CalamineError:
                raise InputError(
                    f"{source.name} cannot be read: it is no Excel workbook, or a damaged one"
                ) from None
        rows = ([*map(_text, row)] if any(cell != "" for cell in row) else [] for row in cells)
        return dropwhile(lambda row: not row, rows)


def _text(cell: Cell) -> str:
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

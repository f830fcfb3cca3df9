"""A sheet of an Excel workbook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from levmetrics.errors import InputError, Note, Place, few
from levmetrics.formats.excel_cells import Cell, cell_name, examined_cells
from levmetrics.formats.file_format import FILE_FORMATS, Missing, Values
from levmetrics.formats.headings import Key, with_blank_ones_numbered
from levmetrics.formats.kinds.rows import RowFormat, names_a_side
from levmetrics.formats.source import Source
from levmetrics.system.extras import needed_by

_FOLDER = b"xl/"  # in a workbook, which is a zip archive
_ROWS_WITH_TITLES = 20

_Grid: TypeAlias = "list[list[str]]"


class Excel(RowFormat):
    """Rows of cells; the first row may be column names. Memory holds the whole workbook.

    A row of empty cells between others has empty texts. Errors, and formulas without a stored
    value, are missing values.
    """

    name = "excel"
    description = "Excel, a sheet (needs levmetrics[excel])"
    suffixes = (".xlsx",)
    prefixes = (b"PK\x03\x04",)
    rank = 6

    def recognises(self, source: Source) -> bool:
        """Whether a file's start is that of a workbook, and not of another archive."""
        return super().recognises(source) and _FOLDER in source.start

    def rows(self, source: Source) -> Iterator[list[str]]:
        """Return the rows of cells as texts, from the heading or else the first non-empty row.

        The sheets that are not read are named.
        """
        sheet = source.once(self.sheet)
        if sheet.others:
            fields = {"file": source.name, "sheet": sheet.name, "others": few(sheet.others)}
            source.say(Note("note.other_sheets", fields))
        return iter(sheet.rows)

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns."""
        self._say_formats(source, keys)
        for columns in super().batches(source, keys):
            yield tuple([_value(source.name, cell) for cell in column] for column in columns)

    def _say_formats(self, source: Source, keys: Sequence[Key]) -> None:
        """Say that numbers are read as stored, if the columns have any that are shown otherwise."""
        sheet = source.once(self.sheet)
        names = with_blank_ones_numbered(sheet.rows[0])
        indices = {names.index(key) if isinstance(key, str) else key - 1 for key in keys}
        top, left = sheet.start
        for row, column in sheet.formatted:
            if column - left in indices:
                at = {"file": source.name, "cell": cell_name((row, column))}
                text = sheet.rows[row - top][column - left]
                source.say(Note("note.number_format", {**at, "text": text}))
                return

    def sheet(self, source: Source) -> Sheet:
        """Return the first sheet whose heading has a usual name of a side, or else the first sheet.

        Raises:
            InputError: if the file is not a workbook.

        """
        with needed_by("an Excel file", "excel"):
            from python_calamine import CalamineError, CalamineWorkbook
        with source.seekable() as file:
            try:
                book = CalamineWorkbook.from_filelike(file)
                names = book.sheet_names
                sheets = map(book.get_sheet_by_name, names)
                read = {sheet.name: (sheet.start or (0, 0), sheet.to_python()) for sheet in sheets}
                chosen = next((name for name in names if _has_usual_names(read[name][1])), names[0])
                file.seek(0)
                cells = examined_cells(file, chosen)
            except (CalamineError, ValueError):
                raise InputError("file.damaged", file=source.name, kind="Excel workbook") from None
        start, grid = _with_missing(*read[chosen], cells.missing)
        rows = _table(grid)
        start = start[0] + len(grid) - len(rows), start[1]
        formatted = [cell for cell in cells.formatted if cell[0] >= start[0]]
        others = [name for name in names if name != chosen and any(map(any, read[name][1]))]
        return Sheet(chosen, others, _without_blank_end(rows), start, formatted)


@dataclass(frozen=True)
class Sheet:
    """A sheet of a workbook.

    Attributes:
        name: the name of the sheet.
        others: the names of the other sheets that are not empty.
        rows: its rows as texts.
        start: the row and the column of the first cell of the rows.
        formatted: its cells that are shown otherwise than they are read.

    """

    name: str
    others: Sequence[str]
    rows: list[list[str]]
    start: Cell = (0, 0)
    formatted: Sequence[Cell] = ()


class _NoValue(str):
    """The text of a cell without a value.

    Args:
        text: what is in the cell.
        cell: the row and the column of the cell.

    """

    cell: Cell

    def __new__(cls, text: str, cell: Cell) -> _NoValue:
        """Make the string, with the cell as attribute."""
        value = super().__new__(cls, text)
        value.cell = cell
        return value


def _value(file: str, text: str) -> str | Missing:
    """Return a text, or what is in a cell without a value."""
    if isinstance(text, _NoValue):
        return Missing(str(text), Place(file, cell_name(text.cell), "cell"))
    return text


def _has_usual_names(cells: Sequence[Sequence[object]]) -> bool:
    return any(map(names_a_side, _table([[*map(_text, row)] for row in cells])[:1]))


def _with_missing(
    start: Cell, cells: Sequence[Sequence[object]], missing: dict[Cell, str]
) -> tuple[Cell, _Grid]:
    """Return the first cell and the texts of a sheet, with the cells that have no value."""
    top = min([start[0], *(row for row, _ in missing)])
    left = min([start[1], *(column for _, column in missing)])
    height = max([start[0] + len(cells), *(row + 1 for row, _ in missing)]) - top
    width = max([start[1] + max(map(len, cells), default=0), *(at + 1 for _, at in missing)]) - left
    grid = [[""] * width for _ in range(height)]
    for number, row in enumerate(cells, start=start[0] - top):
        grid[number][start[1] - left : start[1] - left + len(row)] = map(_text, row)
    for cell, text in missing.items():
        grid[cell[0] - top][cell[1] - left] = _NoValue(text, cell)
    return (top, left), grid


def _table(rows: _Grid) -> _Grid:
    """Return rows without those above the table: empty ones, and titles above a heading.

    Titles are incomplete rows.

    >>> _table([["", ""], ["May", ""], ["ref", "hyp"], ["a", "b"]])
    [['ref', 'hyp'], ['a', 'b']]
    >>> _table([["a", "b"], ["ref", "hyp"]])
    [['a', 'b'], ['ref', 'hyp']]

    """
    first = next((number for number, row in enumerate(rows) if any(row)), len(rows))
    for number, row in enumerate(rows[first : first + _ROWS_WITH_TITLES], start=first):
        if names_a_side(row):
            return rows[number:]
        if all(row):
            break
    return rows[first:]


def _without_blank_end(rows: _Grid) -> _Grid:
    """Return rows without the blank ones at the end."""
    filled = [number for number, row in enumerate(rows, start=1) if any(row)]
    return rows[: filled[-1]] if filled else []


def _text(cell: object) -> str:
    """Return a cell as Excel shows it by default.

    >>> [_text(cell) for cell in ("a", 7.0, 0.5, True)]
    ['a', '7', '0.5', 'TRUE']
    """
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


FILE_FORMATS.register(Excel())

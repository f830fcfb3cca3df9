"""Cells of a workbook that a reader of values cannot tell from others.

A reader of values has an empty cell in the place of an error and of a formula without a stored
value, and a number in the place of what its format shows.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import PurePosixPath
from typing import IO, TypeAlias
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

NO_VALUE = "a formula without a stored value"
_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_STYLES = "xl/styles.xml"
_BYTES_OF_A_PART = 1 << 20
_REFERENCE = re.compile(r"([A-Z]+)\d+")
# Formats that Excel does not write into the file, by number; 14 to 22 and 45 to 47 are dates.
_BUILT_IN = {0: "general", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 49: "@"}
_AS_READ = ("general", "@")
_DECIMALS = re.compile(r"(#,##)?0(?:\.(0+))?")
_DATE, _DATE_AND_TIME = "yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss"

Cell: TypeAlias = "tuple[int, int]"
"""The row and the column of a cell, from 0."""
_OnStart: TypeAlias = Callable[[str, Mapping[str, str]], object]


@dataclass(frozen=True)
class Cells:
    """What a sheet has beside its values.

    Attributes:
        missing: what is in the cells that have no value: ``"#N/A"``, or ``NO_VALUE``.
        formatted: the cells that are shown otherwise than they are read.

    """

    missing: dict[Cell, str] = field(default_factory=dict)
    formatted: list[Cell] = field(default_factory=list)


def examined_cells(file: IO[bytes], sheet: str) -> Cells:
    """Return what a sheet of a workbook has beside its values; nothing of a binary workbook.

    Args:
        file: the workbook.
        sheet: the name of the sheet.

    Raises:
        ValueError: if the workbook is damaged.

    """
    try:
        with ZipFile(file) as archive:
            return _cells(archive, sheet)
    except (KeyError, expat.ExpatError, BadZipFile, NotImplementedError, zlib.error) as error:
        raise ValueError("damaged") from error


def _cells(archive: ZipFile, sheet: str) -> Cells:
    parts = {name.lower(): name for name in archive.namelist()}
    if _WORKBOOK not in parts:
        return Cells()
    book = _Workbook()
    on_start = {_WORKBOOK: book.on_sheet, _RELATIONS: book.on_relation, _STYLES: book.on_style}
    for part, handler in on_start.items():
        if part in parts:
            with archive.open(parts[part]) as content:
                _parse(content, StartElementHandler=_without_prefixes(handler))
    scan = _Scan(book)
    with archive.open(parts[book.part(sheet)]) as content:
        _parse(
            content,
            StartElementHandler=scan.on_start,
            EndElementHandler=scan.on_end,
            CharacterDataHandler=scan.on_text,
        )
    return scan.cells


def cell_name(cell: Cell) -> str:
    """Return the name of a cell.

    >>> cell_name((0, 0)), cell_name((11, 27))
    ('A1', 'AB12')
    """
    row, column = cell
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


def _parse(content: IO[bytes], **handlers: Callable[..., object]) -> None:
    """Parse a part of a workbook."""
    parser = expat.ParserCreate()  # without namespaces, which take time
    parser.buffer_text = True
    parser.EntityDeclHandler = _refuse_entity
    for name, handler in handlers.items():
        setattr(parser, name, handler)
    while part := content.read(_BYTES_OF_A_PART):
        parser.Parse(part, False)
    parser.Parse(b"", True)


def _without_prefixes(on_start: _OnStart) -> _OnStart:
    def start(name: str, attributes: Mapping[str, str]) -> object:
        return on_start(_local(name), {_local(key): each for key, each in attributes.items()})

    return start


def _local(name: str) -> str:
    return name[name.find(":") + 1 :]


def _refuse_entity(*_: object) -> None:
    raise ValueError("a workbook declares no entities")


class _Workbook:
    """The parts and the number formats of a workbook.

    Attributes:
        formats: the number format of each style of cells.
        recalculates: whether the stored values of formulas are placeholders.

    """

    def __init__(self) -> None:
        self.formats: list[str] = []
        self.recalculates = False
        self._sheets: dict[str, str] = {}
        self._targets: dict[str, str] = {}
        self._codes = dict(_BUILT_IN)
        self._are_of_cells = False

    def part(self, sheet: str) -> str:
        """Return the name of the part with a sheet, in lower case."""
        target = self._targets[self._sheets[sheet]]
        return target[1:] if target.startswith("/") else str(PurePosixPath("xl") / target)

    def on_sheet(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            self._sheets[attributes["name"]] = attributes["id"]
        elif name == "calcPr":
            self.recalculates = attributes.get("fullCalcOnLoad") in ("1", "true")

    def on_relation(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship":
            self._targets[attributes["Id"]] = attributes["Target"].lower()

    def on_style(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "numFmt":
            self._codes[int(attributes["numFmtId"])] = attributes["formatCode"].lower()
        elif name in ("cellXfs", "cellStyleXfs", "cellStyles", "dxfs"):
            self._are_of_cells = name == "cellXfs"
        elif name == "xf" and self._are_of_cells:
            self.formats.append(self._codes.get(int(attributes.get("numFmtId", "0")), "other"))


class _Scan:
    """A pass through the cells of a sheet.

    Attributes:
        cells: what was found.

    """

    def __init__(self, book: _Workbook) -> None:
        self.cells = Cells()
        self._recalculates = book.recalculates
        self._formats = [None if code in _AS_READ else code for code in book.formats]
        self._row = self._column = -1
        self._kind = ""
        self._format: str | None = None
        self._has_formula = self._has_value = False
        self._text: list[str] | None = None  # of a value that is examined

    def on_start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = name[name.find(":") + 1 :]
        if name == "c":
            self._on_cell(attributes)
        elif name == "v":
            self._has_value = True
            if self._has_formula or self._kind == "e" or self._format:
                self._text = []
        elif name == "f":
            self._has_formula = True
        elif name == "row":
            self._row = int(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._column = -1

    def _on_cell(self, attributes: Mapping[str, str]) -> None:
        self._column += 1
        if "r" in attributes and (found := _REFERENCE.fullmatch(attributes["r"])):
            self._column = _column(found[1])
        self._kind = attributes.get("t", "n")
        style = int(attributes.get("s", "0"))
        self._format = self._formats[style] if style < len(self._formats) else None
        self._has_formula = self._has_value = False

    def on_text(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def on_end(self, name: str) -> None:
        name = name[name.find(":") + 1 :]
        if name == "v" and self._text is not None:
            self._examine("".join(self._text).strip())
            self._text = None
        elif name == "c" and not self._has_value and (self._has_formula or self._kind == "e"):
            self._examine("")

    def _examine(self, text: str) -> None:
        """Add the cell to those without a value or with a number format, if it is one."""
        cell = self._row, self._column
        if self._kind == "e":
            self.cells.missing[cell] = text or NO_VALUE
        elif self._has_formula and self._is_placeholder(text):
            self.cells.missing[cell] = NO_VALUE
        elif self._format and self._kind == "n" and not _is_shown_as_read(self._format, text):
            self.cells.formatted.append(cell)

    def _is_placeholder(self, text: str) -> bool:
        """Whether a formula has no value; XlsxWriter stores a 0, which is to be calculated."""
        if self._kind == "str":
            return not self._has_value
        return not text or (text == "0" and self._recalculates)


@cache
def _column(letters: str) -> int:
    """Return the number of a column from 0.

    >>> _column("A"), _column("AB")
    (0, 27)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _is_shown_as_read(code: str, text: str) -> bool:
    """Whether a number format other than the general one shows a number as it is read.

    >>> [_is_shown_as_read(*each) for each in (("0.00", "12.5"), ("0.00", "12.25"), ("0%", "1"))]
    [False, True, False]
    """
    number = float(text or "nan")
    if found := _DECIMALS.fullmatch(code):
        places, separator = len(found[2] or ""), "," if found[1] else ""
        read = str(int(number)) if number.is_integer() else repr(number)
        return f"{number:{separator}.{places}f}" == read
    dates = _DATE if number.is_integer() else _DATE_AND_TIME
    return code.replace("\\", "") == dates

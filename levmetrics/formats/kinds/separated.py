"""CSV and TSV files: tables with commas, tabs, semicolons or bars as delimiters."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS, RowFormat
from levmetrics.formats.headings import has_a_side
from levmetrics.formats.kinds.lines import SEPARATOR
from levmetrics.formats.source import MOST_CHARACTERS_OF_A_LINE, Source

if TYPE_CHECKING:
    from _csv import Reader

_DELIMITERS = {",": "commas", "\t": "tabs", ";": "semicolons"}
_BAR = "|"  # tried last, as texts have bars between several references
# A first line by which a file tells Excel its delimiter, which is no row.
_SAID_TO_EXCEL = re.compile(r"sep=.\r?\n?")
_ROWS_FOR_DELIMITER = 1_000


class Separated(RowFormat):
    """Rows of fields; the first row may be column names.

    Args:
        name: of the format.
        description: what it is, in one line.
        suffix: of its files; a ``.txt`` file is one if its lines show it.
        usual: the delimiter if the content does not show another one.

    """

    rank = 1

    def __init__(self, name: str, description: str, suffix: str, usual: str) -> None:
        self.name = name
        self.description = description
        self.suffixes = (suffix, ".txt")
        self.usual = usual

    def recognises(self, lines: Sequence[str]) -> bool:
        """Tell whether lines are rows: with tabs, or with other delimiters below a usual name."""
        if len([*filter(None, lines)]) < 2:
            return False
        if self.usual == "\t":
            return _is_table(lines, "\t")
        fitting = [each for each in (",", ";") if _is_table(lines, each)]
        fitting += [_BAR] if _has_bars(lines) else []
        return any(_parts_usual_name(lines, delimiter) for delimiter in fitting)

    def rows(self, source: Source) -> Iterator[list[str]]:
        """Return the rows of fields."""
        rows = _parsed(_lines(source), source.once(self.delimiter))
        try:
            yield from rows
        except csv.Error as error:
            raise InputError(
                "table.quotation", file=source.name, error=str(error), line=rows.line_num
            ) from None

    def delimiter(self, source: Source) -> str:
        """Return the delimiter by which every row has the same number of fields.

        If there are several, or none as rows are broken, the names in the header decide.

        Raises:
            InputError: if there are several, and the header does not decide.

        """
        known = [*dict.fromkeys([*_DELIMITERS, self.usual])]
        fitting = [delimiter for delimiter in known if _is_table(_lines(source), delimiter)]
        if not fitting and _has_bars([*islice(_lines(source), _ROWS_FOR_DELIMITER)]):
            return _BAR
        if len(fitting) != 1:
            named = [each for each in fitting or known if _parts_usual_name(_lines(source), each)]
            fitting = named if len(named) == 1 else fitting
        if len(fitting) > 1:
            names = " and ".join(_DELIMITERS.get(each, repr(each)) for each in fitting)
            raise InputError("table.delimiters", file=source.name, names=names)
        return fitting[0] if fitting else self.usual


def _lines(source: Source) -> Iterator[str]:
    """Return the lines with their ends, of which a carriage return is one in these formats."""
    lines = chain.from_iterable(io.StringIO(block, newline="") for block in source.whole_lines())
    first = next(lines, "")
    return lines if _SAID_TO_EXCEL.fullmatch(first) else chain([first], lines)


def _parsed(lines: Iterable[str], delimiter: str) -> Reader:
    # Python's own limit, which is one for the whole process, is less than a long document.
    csv.field_size_limit(max(csv.field_size_limit(), MOST_CHARACTERS_OF_A_LINE))
    return csv.reader(lines, delimiter=delimiter, strict=True)


def _first_rows(lines: Iterable[str], delimiter: str, most: int) -> list[list[str]]:
    """Return the first rows; none if their quotation marks do not fit."""
    try:
        return [*islice(_parsed(lines, delimiter), most)]
    except csv.Error:
        return []


def _is_table(lines: Iterable[str], delimiter: str) -> bool:
    """Tell whether the first rows have the same number of fields, and more than one."""
    rows = _first_rows(lines, delimiter, _ROWS_FOR_DELIMITER)
    widths = {len(row) for row in rows if row}
    return len(widths) == 1 and widths != {1}


def _has_bars(lines: Sequence[str]) -> bool:
    """Tell whether bars are between columns.

    They are not between several references, nor around the padded cells of a table of Markdown.

    >>> _has_bars(["a|b"]), _has_bars(["a ||| b"]), _has_bars(["| a | b |", "|---|---|"])
    (True, False, False)
    """
    return _is_table(lines, _BAR) and not any(
        SEPARATOR in line or line.startswith(_BAR) for line in lines
    )


def _parts_usual_name(lines: Iterable[str], delimiter: str) -> bool:
    """Tell whether it parts a usual name of predictions or references from others."""
    return any(len(row) > 1 and has_a_side(row) for row in _first_rows(lines, delimiter, 1))


FILE_FORMATS.register(
    Separated("csv", "comma-separated values, or semicolons or tabs", ".csv", ",")
)
FILE_FORMATS.register(
    Separated("tsv", "tab-separated values, or commas or semicolons", ".tsv", "\t")
)

"""Tables with rows of texts: CSV and TSV."""

from __future__ import annotations

import csv
import io
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, repeat, tee
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, TypeVar

from levmetrics.errors import InputError, Place, unknown_name
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat, Values, batched
from levmetrics.formats.headings import Key, has_a_side, with_blank_ones_numbered
from levmetrics.formats.kinds.lines import SEPARATOR
from levmetrics.formats.source import MOST_CHARACTERS_OF_A_LINE, Source

if TYPE_CHECKING:
    from _csv import Reader

_DELIMITERS = {",": "commas", "\t": "tabs", ";": "semicolons"}
_BAR = "|"  # tried last, since texts have bars between several references
# A first line that tells Excel the delimiter, and is not a row.
_SAID_TO_EXCEL = re.compile(r"sep=.\r?\n?")
_ROWS_FOR_DELIMITER = 1_000
_ROWS_AT_ONCE = 1_000
_STANDARD, _NONE = "standard", "none"
QUOTINGS = (_STANDARD, _NONE)
"""The rules of quotation marks, by their names."""

T = TypeVar("T")


class RowFormat(FileFormat):
    """A format of rows of texts; columns have names, or numbers if the first row is a sample."""

    has_cells = True

    @abstractmethod
    def rows(self, source: Source) -> Iterator[list[str]]:
        """Return the rows; ``[]`` for an empty row.

        Raises:
            InputError: if the file has another format.

        """

    def names(self, source: Source) -> list[str]:
        """Return the first row, with numbers for blank names."""
        names = next(self.rows(source), None)
        if not names:
            raise InputError("table.no_heading", file=source.name)
        return with_blank_ones_numbered(names)

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the fields of some columns, without the heading if one of them has a name.

        Rows of blank fields at the end, which spreadsheets write below a table, are not samples.
        """
        rows = self.rows(source)
        heading = next(rows)
        names = with_blank_ones_numbered(heading)
        indices = [names.index(key) if isinstance(key, str) else key - 1 for key in keys]
        first = "the heading"
        if not any(isinstance(key, str) for key in keys):
            rows, first = chain([heading], rows), "row 1"
        for batch in batched(_samples(rows, source.name, len(heading), first), source.limits):
            columns = [*zip(*batch, strict=True)]
            yield tuple([*columns[index]] for index in indices)


def _samples(rows: Iterator[list[str]], file: str, width: int, first: str) -> Iterator[list[str]]:
    """Return rows without empty rows, and without blank rows below the last row with a text.

    An empty row of a single column is an empty text.

    Args:
        rows: the rows of the file.
        file: the name of the file, for messages.
        width: the number of fields of each row.
        first: the row that sets this number, for messages.

    Raises:
        InputError: if a row has another number of fields.

    >>> [*_samples(iter([["", ""], [], ["a", ""], ["", ""]]), "a.csv", 2, "the heading")]
    [['', ''], ['a', '']]

    """
    return chain.from_iterable(_parts_of_samples(rows, file, width, first))


def _parts_of_samples(
    rows: Iterator[list[str]], file: str, width: int, first: str
) -> Iterator[list[list[str]]]:
    """Yield the rows of :func:`_samples`, many at a time."""
    blank: list[list[str]] = []
    last = 0  # the number of rows before
    for part in _in_parts(rows, repeat(_ROWS_AT_ONCE)):
        if blank or {*map(len, part)} != {width} or not all(map(itemgetter(0), part)):
            numbered = ((Place(file, last + i, "row"), row) for i, row in enumerate(part, start=1))
            yield [*_with_texts(numbered, blank, width, first)]
        else:
            yield part
        last += len(part)


def _in_parts(rows: Iterator[T], sizes: Iterable[int]) -> Iterator[list[T]]:
    """Yield rows, many at a time; before an error, those that were read until then."""
    for size in sizes:
        part: list[T] = []
        try:
            part.extend(islice(rows, size))
        finally:
            if part:
                yield part
        if not part:
            return


def _with_texts(
    rows: Iterable[tuple[Place, list[str]]], blank: list[list[str]], width: int, first: str
) -> Iterator[list[str]]:
    """Yield the rows with texts, and the blank rows before them; keep those that come last."""
    for place, fields in rows:
        row = fields or [""]
        if len(row) != width:
            if not fields:
                continue
            code = "table.one_field" if len(row) == 1 else "table.fields"
            raise InputError(code, place=place, count=len(row), first=first, width=width)
        if not row[0] and not any(row) and width > 1:
            blank.append(row)
        else:
            yield from [*blank, row]
            blank.clear()


class Separated(RowFormat):
    """Rows of fields; the first row may be column names.

    Args:
        name: the name of the format.
        description: a description in one line.
        suffix: the suffix of its files; a ``.txt`` file has this format if its lines show it.
        usual: the delimiter unless the content shows another one.

    Attributes:
        quoting: ``"standard"`` if quotation marks surround a field, in which they are doubled and
            which may hold delimiters and line ends (RFC 4180); ``"none"`` if they are characters of
            the texts; ``None``: standard, and lines that are rows by both rules are refused.

    """

    rank = 1

    quoting: str | None = None

    def __init__(self, name: str, description: str, suffix: str, usual: str) -> None:
        self.name = name
        self.description = description
        self.suffixes = (suffix, ".txt")
        self.usual = usual

    def with_quoting(self, quoting: str | None) -> FileFormat:
        """Return the format with this rule of quotation marks; ``None`` leaves it as it is.

        Raises:
            InputError: for an unknown rule.

        """
        if quoting is None:
            return self
        if quoting not in QUOTINGS:
            raise unknown_name(QUOTINGS, quoting, "quoting")
        return self.changed(quoting=quoting)

    def recognises(self, source: Source) -> bool:
        """Whether lines are rows: separated by tabs, or by other delimiters below a usual name."""
        lines = source.first_lines
        for delimiter in ("\t",) if self.usual == "\t" else (",", ";", _BAR):
            if delimiter in source.decoder.first_text and self._is_table(lambda: lines, delimiter):
                is_told = delimiter == "\t" or _parts_usual_name(lines, delimiter)
                if is_told and len([*filter(None, lines)]) > 1:
                    return True
        return False

    def _is_table(self, lines: Callable[[], Iterable[str]], delimiter: str) -> bool:
        """Whether lines are a table by a rule of quotation marks that the file may have."""
        quotings = QUOTINGS if self.quoting is None else (self.quoting,)
        return any(_is_table(lines(), delimiter, quoting) for quoting in quotings)

    def rows(self, source: Source) -> Iterator[list[str]]:
        """Return the rows of fields.

        Raises:
            InputError: if quotation marks do not match, and for lines that are one row by
                quotation marks and rows of the table without them.

        """
        return chain.from_iterable(self._parts(source))

    def _parts(self, source: Source) -> Iterator[list[list[str]]]:
        """Yield the rows, few at first."""
        delimiter, (lines, again) = source.once(self.delimiter), tee(_lines(source))
        rows = _parsed(lines, delimiter, self.quoting or _STANDARD)
        width = read = 0  # fields of a row, lines so far
        sizes = chain((1, 9, 90), repeat(_ROWS_AT_ONCE))
        try:
            for part in _in_parts(rows, sizes):
                own = [*islice(again, rows.line_num - read)]
                if len(own) != len(part) or {*map(len, part)} != {width}:
                    width = self._checked_width(source, own, read, width)
                read = rows.line_num
                yield part
        except csv.Error as error:
            at = {"file": source.name, "line": rows.line_num}
            raise InputError("table.quotation", **at, error=str(error)) from None

    def _checked_width(self, source: Source, lines: Sequence[str], read: int, width: int) -> int:
        """Return the number of fields of rows by standard quoting.

        A quotation mark at the begin of a text and one at the end of a later one make their rows,
        and all rows between them, one row.

        Args:
            source: the file.
            lines: the lines of some of its rows, which those of a faulty row may follow.
            read: the number of lines before.
            width: the number of fields of the rows before; 0: there are none.

        Raises:
            InputError: for a row that would be a table's row, or several, without quotation marks.

        """
        rows, first = _parsed(lines, source.once(self.delimiter), self.quoting or _STANDARD), 0
        for row in _until_error(rows):
            own = lines[first : rows.line_num]
            is_doubted = len(own) > 1 or len(row) not in (0, width or len(row))
            # Doubled marks are no characters of texts.
            if is_doubted and self.quoting is None and not any('""' in line for line in own):
                plain = source.once(self._width_without_quoting)
                if plain and width in (0, plain):
                    last = read + rows.line_num
                    if len(own) == 1:
                        place = Place(source.name, last, "line")
                        fields = {"count": len(row), "width": width}
                        raise InputError("table.quoted_line", place=place, **fields)
                    of_row = {"first": read + first + 1, "last": last}
                    raise InputError("table.quoted_lines", file=source.name, **of_row)
            width, first = width or len(row), rows.line_num
        return width

    def _width_without_quoting(self, source: Source) -> int:
        """Return the number of fields of all rows if quotation marks are characters.

        It is 0 if they differ, and for one column in a file with commas, whose lines may be parts
        of quoted texts.
        """
        delimiter = source.once(self.delimiter)
        widths = (len(row) for row in _parsed(_lines(source), delimiter, _NONE) if row)
        width = next(widths, 0)
        is_shown = width > 1 or delimiter == "\t"
        return width if is_shown and all(each == width for each in widths) else 0

    def delimiter(self, source: Source) -> str:
        """Return the delimiter by which every row has the same number of fields.

        If there are several, or none because rows are broken, the names in the header decide.

        Raises:
            InputError: if there are several and the header does not decide.

        """
        first = source.decoder.first_text
        known = [each for each in dict.fromkeys([*_DELIMITERS, self.usual]) if each in first]
        fitting: list[str] = []
        for quoting in QUOTINGS if self.quoting is None else (self.quoting,):
            fitting = fitting or [
                each for each in known if _is_table(_lines(source), each, quoting)
            ]
        if not fitting and _BAR in first and _is_table(_lines(source), _BAR):
            return _BAR
        if len(fitting) != 1:
            named = [each for each in fitting or known if _parts_usual_name(_lines(source), each)]
            fitting = named if len(named) == 1 else fitting
        if len(fitting) > 1:
            names = " and ".join(_DELIMITERS.get(each, repr(each)) for each in fitting)
            raise InputError("table.delimiters", file=source.name, names=names)
        return fitting[0] if fitting else self.usual


def _lines(source: Source) -> Iterator[str]:
    """Return the lines with their ends; in these formats a carriage return ends a line too."""
    lines = chain.from_iterable(io.StringIO(block, newline="") for block in source.whole_lines())
    first = next(lines, "")
    return lines if _SAID_TO_EXCEL.fullmatch(first) else chain([first], lines)


def _parsed(lines: Iterable[str], delimiter: str, quoting: str) -> Reader:
    # Python's default limit, which applies to the whole process, is less than a long document.
    csv.field_size_limit(max(csv.field_size_limit(), MOST_CHARACTERS_OF_A_LINE))
    rule: Literal[0, 3] = csv.QUOTE_NONE if quoting == _NONE else csv.QUOTE_MINIMAL
    return csv.reader(lines, delimiter=delimiter, strict=True, quoting=rule)


def _until_error(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Yield rows up to the first whose quotation marks do not match."""
    with suppress(csv.Error):
        yield from rows


def _is_table(lines: Iterable[str], delimiter: str, quoting: str = _STANDARD) -> bool:
    """Whether the first rows have the same number of fields, and more than one.

    Bars also separate several references, and surround the padded cells of Markdown tables.

    >>> [_is_table(lines, "|") for lines in (["a|b"], ["a ||| b"], ["| a | b |", "|---|---|"])]
    [True, False, False]
    """
    width = 0
    try:
        for row in filter(None, islice(_parsed(lines, delimiter, quoting), _ROWS_FOR_DELIMITER)):
            is_of_texts = delimiter == _BAR and (not row[0] or SEPARATOR in _BAR.join(row))
            width = width or len(row)
            if is_of_texts or width == 1 or len(row) != width:
                return False
    except csv.Error:
        return False
    return width > 1


def _parts_usual_name(lines: Iterable[str], delimiter: str) -> bool:
    """Whether the delimiter separates a usual name of predictions or references from others."""
    try:
        return any(map(names_a_side, islice(_parsed(lines, delimiter, _STANDARD), 1)))
    except csv.Error:
        return False


def names_a_side(row: Sequence[str]) -> bool:
    """Whether one of several names is usual for predictions or references."""
    return len(row) > 1 and has_a_side(row)


for _known in (
    Separated("csv", "comma-separated values, or semicolons or tabs", ".csv", ","),
    Separated("tsv", "tab-separated values, or commas or semicolons", ".tsv", "\t"),
):
    FILE_FORMATS.register(_known)

"""CSV and TSV files: tables with commas, tabs or semicolons as delimiters."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from levmetrics.errors import InputError, reason
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat
from levmetrics.formats.headings import (
    PREDICTIONS,
    REFERENCES,
    Key,
    checked_name,
    is_named,
)
from levmetrics.formats.reading_limits import Limits
from levmetrics.formats.utf8 import utf8_text

_DELIMITERS = {",": "commas", "\t": "tabs", ";": "semicolons"}


@dataclass(frozen=True)
class Separated(FileFormat):
    """Rows of fields; the first row may be column names.

    Attributes:
        usual: the delimiter if the content does not show another one.

    """

    rank = 1

    usual: str

    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the first row."""
        names = next(self._rows(path, limits), None)
        if not names:
            raise InputError(f"{path.name} has no heading")
        return names

    def first_row(self, path: Path, limits: Limits) -> list[str]:
        """Return the first row."""
        return self.names(path, limits)

    def column(self, path: Path, key: Key, limits: Limits) -> list[str]:
        """Return the fields of one column, without the header if the column has a name."""
        rows = self._rows(path, limits)
        first = next(rows, [])
        if isinstance(key, str):
            index, heading = first.index(checked_name(path.name, first, key, limits)), "the heading"
        else:
            if not 1 <= key <= len(first):
                raise InputError(f"{path.name} has no column {key}; it has {len(first)}")
            index, heading, rows = key - 1, "row 1", chain([first], rows)
        values = []
        for number, row in enumerate(limits.first(rows), start=1):
            if not row and len(first) > 1:
                continue  # an empty line, as at the end
            fields = row or [""]
            if len(fields) != len(first):
                raise InputError(
                    f"{path.name}, row {number} has {len(row)} fields, and {heading} {len(first)}"
                )
            values.append(fields[index])
        return values

    def _rows(self, path: Path, limits: Limits) -> Iterator[list[str]]:
        text = utf8_text(path)
        try:
            yield from _parsed(text, self._delimiter(text, path.name, limits))
        except csv.Error as error:
            raise InputError(f"{path.name} cannot be read: {reason(error)}") from error

    def _delimiter(self, text: str, file: str, limits: Limits) -> str:
        """Return the delimiter by which every row has the same number of fields.

        Raises:
            InputError: if there are several such delimiters, and the header does not decide.

        """
        known = dict.fromkeys([*_DELIMITERS, self.usual])
        candidates = [delimiter for delimiter in known if _is_table(text, delimiter, limits)]
        if len(candidates) > 1:
            with_header = [
                delimiter
                for delimiter in candidates
                if any(map(_is_known_heading, next(_parsed(text, delimiter))))
            ]
            candidates = with_header if len(with_header) == 1 else candidates
        if len(candidates) > 1:
            names = " and ".join(_DELIMITERS.get(each, repr(each)) for each in candidates)
            raise InputError(
                f"{file} can be read with {names} between its columns; put its texts into quotes, "
                "or name a column prediction or reference"
            )
        return candidates[0] if candidates else self.usual


def _parsed(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)


def _is_table(text: str, delimiter: str, limits: Limits) -> bool:
    """Tell whether every row has the same number of fields, and more than one."""
    width = None
    try:
        for row in limits.first(_parsed(text, delimiter)):
            width = width or len(row)
            if row and (len(row) != width or width < 2):
                return False
    except csv.Error:
        return False
    return bool(width)


def _is_known_heading(name: str) -> bool:
    return is_named(name, PREDICTIONS) or is_named(name, REFERENCES)


FILE_FORMATS[".csv"] = Separated(",")
FILE_FORMATS[".tsv"] = Separated("\t")

"""Uploaded files: their columns, as lists of texts."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from levmetrics.demo import limits
from levmetrics.errors import InputError, reason
from levmetrics.formats.headings import (
    PREDICTIONS,
    REFERENCES,
    check_number,
    checked_names,
    is_named,
    position,
)
from levmetrics.formats.lines import lines
from levmetrics.formats.parquet import parquet_column, parquet_names

Key = str | int
"""A column: its name, or its number from 1 in a table whose first row is a sample."""

T = TypeVar("T")
_DELIMITERS = {",": "commas", "\t": "tabs", ";": "semicolons"}
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x7f]")


def column_names(path: Path) -> list[str]:
    """Return the names of a file's columns; a file of lines has one, without a name.

    Args:
        path: a file of one of ``FILE_TYPES``; but for parquet, UTF-8.

    Raises:
        InputError: if it is none, or too large.

    """
    return checked_names(path.name, _opened(path, lambda kind: kind.names(path)))


def first_row(path: Path) -> list[str]:
    """Return the first row of a table, which may be names or a sample; of other files nothing.

    Raises:
        InputError: as :func:`column_names` does.

    """
    row = _opened(path, lambda kind: kind.names(path) if kind is _SEPARATED else [])
    check_number(path.name, row)
    return row


def column(path: Path, key: Key) -> list[str | list[str]]:
    """Read one column of a file as texts; values other than texts as JSON.

    Args:
        path: a file, as for :func:`column_names`.
        key: of the column.

    Raises:
        InputError: if the file has no such column, or it holds more than the page takes.

    """
    place = described(path.name, key, ", ")
    values = _opened(path, lambda kind: kind.column(path, key, place))
    texts = [_text(value, f"{place}, row {i}") for i, value in enumerate(values, start=1)]
    sizes = [len(t) if isinstance(t, str) else sum(map(len, t)) for t in texts]
    limits.check_size(np.array(sizes, np.int64), place)
    return texts


def described(file: str, key: Key, between: str = ": ") -> str:
    """Name a column of a file for a reader.

    >>> described("a.csv", "hyp"), described("a.csv", 2), described("a.txt", "")
    ('a.csv: hyp', 'a.csv: column 2, no header', 'a.txt')
    """
    name = f"column {key}, no header" if isinstance(key, int) else key
    return f"{file}{between}{name}" if name else file


def _opened(path: Path, read: Callable[[_Kind], list[T]]) -> list[T]:
    """Read from a file of a known kind, and say if it cannot be read."""
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        raise InputError(f"{path.name} is no file of the types {', '.join(FILE_TYPES)}")
    try:
        if path.stat().st_size > limits.FILE_MEGABYTES * 1_000_000:
            raise InputError(f"{path.name} is larger than {limits.FILE_MEGABYTES} MB")
        return read(kind)
    except FileNotFoundError:  # whose message shows where it was
        raise InputError(f"{path.name} is no longer there; upload it again") from None
    except csv.Error as error:
        raise InputError(f"{path.name} cannot be read: {reason(error)}") from error


def _text(value: Any, place: str) -> str | list[str]:
    if value is None:
        raise InputError(f"{place} is empty; every sample needs a text")
    if isinstance(value, str) or (
        isinstance(value, list) and value and all(isinstance(own, str) for own in value)
    ):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        raise InputError(f"{place} is nested too deep for this page") from None


def _decoded(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(
            f"{path.name} cannot be read: it is no text in UTF-8; save it as UTF-8"
        ) from None
    binary = _BINARY.search(text)
    if binary:
        raise InputError(
            f"{path.name} cannot be read: it holds U+{ord(binary[0]):04X}, as pictures and other "
            "binary files do; give text in UTF-8"
        )
    return text


def _line_names(path: Path) -> list[str]:
    _decoded(path)  # or it is refused
    return [""]


def _line_column(path: Path, key: Key, place: str) -> list[Any]:
    position(path.name, [""], _name(path, key))
    return list(lines(_decoded(path), place))


def _name(path: Path, key: Key) -> str:
    if isinstance(key, int):
        raise InputError(f"{path.name} has no columns by number; choose one from the list again")
    return key


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)


def _separated_rows(path: Path) -> Iterator[list[str]]:
    text = _decoded(path)
    usual = "\t" if path.suffix.lower() == ".tsv" else ","
    return _rows(text, _delimiter(text, usual, path.name))


def _delimiter(text: str, usual: str, file: str) -> str:
    """Find what stands between the columns: what parts every row into as many of them.

    Raises:
        InputError: if that holds for more than one, and the first row does not tell.

    """
    fitting = [delimiter for delimiter in _DELIMITERS if _is_table(text, delimiter)]
    if len(fitting) > 1:
        telling = [own for own in fitting if any(map(_says_its_side, next(_rows(text, own))))]
        fitting = telling if len(telling) == 1 else fitting
    if len(fitting) > 1:
        found = " and ".join(_DELIMITERS[delimiter] for delimiter in fitting)
        raise InputError(
            f"{file} can be read with {found} between its columns; put its texts into quotes, or "
            "name a column prediction or reference"
        )
    return fitting[0] if fitting else usual


def _is_table(text: str, delimiter: str) -> bool:
    """Tell whether every row has the same number of fields, and more than one."""
    width = None
    try:
        for row in islice(_rows(text, delimiter), limits.ROWS + 1):
            width = width or len(row)
            if row and (len(row) != width or width < 2):
                return False
    except csv.Error:
        return False
    return bool(width)


def _says_its_side(name: str) -> bool:
    return is_named(name, PREDICTIONS) or is_named(name, REFERENCES)


def _separated_names(path: Path) -> list[str]:
    names = next(_separated_rows(path), None)
    if not names:
        raise InputError(f"{path.name} has no heading")
    return names


def _separated_column(path: Path, key: Key, place: str) -> list[Any]:
    rows = _separated_rows(path)
    first = next(rows, [])
    if isinstance(key, str):
        index, heading = position(path.name, first, key), "the heading"
    else:
        if not 1 <= key <= len(first):
            raise InputError(f"{path.name} has no column {key}; it has {len(first)}")
        index, heading, rows = key - 1, "row 1", chain([first], rows)
    values = []
    for number, row in enumerate(islice(rows, limits.ROWS + 1), start=1):
        if not row and len(first) > 1:
            continue  # an empty line, as at the end
        if len(row or [""]) != len(first):
            raise InputError(
                f"{path.name}, row {number} has {len(row)} fields, and {heading} {len(first)}"
            )
        values.append((row or [""])[index])
    return values


def _json_rows(path: Path) -> Iterator[dict[str, Any]]:
    numbered = enumerate(_decoded(path).split("\n"), start=1)
    written = ((number, line) for number, line in numbered if line.strip())
    for number, line in islice(written, limits.ROWS + 1):
        place = f"{path.name}, line {number}"
        try:
            row = json.loads(line)
        except RecursionError:
            raise InputError(f"{place} is nested too deep for this page") from None
        except json.JSONDecodeError as error:
            raise InputError(f"{place} is no JSON: {reason(error)}") from error
        except ValueError:
            raise InputError(
                f"{place} holds a number of too many digits; write it as text"
            ) from None
        if not isinstance(row, dict):
            raise InputError(f"{place} is no JSON object")
        yield row


def _json_names(path: Path) -> list[str]:
    names: dict[str, None] = {}
    for row in _json_rows(path):
        names.update(dict.fromkeys(row))
        if len(names) > limits.COLUMNS:
            break
    return list(names)


def _json_column(path: Path, key: Key, place: str) -> list[Any]:
    name = _name(path, key)
    position(path.name, _json_names(path), name)
    return [row.get(name) for row in _json_rows(path)]


@dataclass(frozen=True)
class _Kind:
    """How files of one kind are read.

    Attributes:
        names: returns the names of the columns.
        column: returns the values of one, by its key and what messages call it.

    """

    names: Callable[[Path], list[str]]
    column: Callable[[Path, Key, str], list[Any]]


_SEPARATED = _Kind(_separated_names, _separated_column)
_KINDS = {
    ".txt": _Kind(_line_names, _line_column),
    ".csv": _SEPARATED,
    ".tsv": _SEPARATED,
    ".jsonl": _Kind(_json_names, _json_column),
    ".parquet": _Kind(
        parquet_names, lambda path, key, place: parquet_column(path, _name(path, key))
    ),
}
FILE_TYPES = tuple(_KINDS)

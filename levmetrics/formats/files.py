"""Reading a column of a file of any supported format, as a list of texts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import levmetrics.formats.kinds  # noqa: F401  # whose files register the formats
from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat
from levmetrics.formats.headings import Key, checked_names, described
from levmetrics.formats.reading_limits import NO_LIMITS, Limits
from levmetrics.formats.utf8 import unreadable


def file_types() -> list[str]:
    """Return the suffixes of the files that can be read.

    >>> file_types()
    ['.txt', '.csv', '.tsv', '.jsonl', '.parquet']
    """
    return sorted(FILE_FORMATS, key=lambda suffix: FILE_FORMATS[suffix].rank)


def column_names(path: Path, limits: Limits = NO_LIMITS) -> list[str]:
    """Return the names of a file's columns; ``[""]`` for a file of lines.

    Args:
        path: a file of one of the :func:`file_types`; all but parquet must be UTF-8.
        limits: the limits on its size.

    Raises:
        InputError: if it has another format, or exceeds a limit.

    """
    return checked_names(path.name, _format(path, limits).names(path, limits), limits)


def first_row(path: Path, limits: Limits = NO_LIMITS) -> list[str]:
    """Return the first row of a CSV or TSV file: names or a sample; ``[]`` for other formats.

    Raises:
        InputError: as :func:`column_names` does.

    """
    row = _format(path, limits).first_row(path, limits)
    limits.check_columns(path.name, len(row))
    return row


def column(path: Path, key: Key, limits: Limits = NO_LIMITS) -> list[str | list[str]]:
    """Return one column of a file as texts; values of other types are written as JSON.

    Args:
        path: a file, see :func:`column_names`.
        key: the column's name, or its number if it has no name.
        limits: the limits on its size.

    Raises:
        InputError: if the file has no such column, or it exceeds a limit.

    """
    values = _format(path, limits).column(path, key, limits)
    place = described(path.name, key, ", ")
    texts = [_text(value, f"{place}, row {i}", limits) for i, value in enumerate(values, start=1)]
    sizes = [len(t) if isinstance(t, str) else sum(map(len, t)) for t in texts]
    limits.check_texts(np.array(sizes, np.int64), place)
    return texts


def _format(path: Path, limits: Limits) -> FileFormat:
    """Return the format of a file; raise if it cannot be read or is too large."""
    file_format = FILE_FORMATS.get(path.suffix.lower())
    if file_format is None:
        raise InputError(f"{path.name} is no file of the types {', '.join(file_types())}")
    try:
        size = path.stat().st_size
    except OSError as error:
        raise unreadable(path, error) from None
    limits.check_file(path.name, size)
    return file_format


def _text(value: object, place: str, limits: Limits) -> str | list[str]:
    if value is None:
        raise InputError(f"{place} is empty; every sample needs a text")
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(text, str) for text in value):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        raise limits.too_deep(place) from None

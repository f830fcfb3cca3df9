"""Uploaded files, how a visitor says that they are read, and the columns to choose from.

A file is read in the detected encoding, or in the one that the visitor chose.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from levmetrics.errors import InputError
from levmetrics.formats.files import TableFile, detected_table
from levmetrics.formats.headings import Key, described
from levmetrics.formats.kinds.transcripts import CtmTexts, StmTexts
from levmetrics.formats.sessions.session_format import NOT_OF_SESSIONS
from levmetrics.formats.source import Source
from levmetrics.rendering.text import legible
from levmetrics.web.limits import PAGE

Takes: TypeAlias = str
"""What a file is read as: ``"texts"``, ``"values"`` of JSON, or ``"objects"``, each of which is a
sample; else the column of samples in files of their own, as a metric's kind of samples names it."""

OF_JSON: tuple[Takes, ...] = ("values", "objects")
WHOLE = ""
"""The key of the whole object of each row of a JSON file."""


class UploadedFile(NamedTuple):
    """An uploaded file, and how it is read; ``None``: as detected.

    Attributes:
        path: its path.
        encoding: the encoding of its text, by Python's name.
        heading: whether the first row of a table holds column names.

    """

    path: str
    encoding: str | None = None
    heading: bool | None = None


Files: TypeAlias = Mapping[str, UploadedFile]
"""Files by their names; in the child process, which has them from JSON, they are lists."""


class FileColumn(NamedTuple):
    """A column of an uploaded file.

    Attributes:
        file: the file's name.
        key: the column's name, or its number from 1 in a table without column names.

    """

    file: str
    key: Key

    def __str__(self) -> str:
        """Return the display name."""
        return described(self.file, self.key)

    def written(self) -> str:
        """Return the column as the value of a choice, which is JSON.

        >>> FileColumn("a.csv", "hyp").written()
        '["a.csv", "hyp"]'
        """
        return json.dumps(self)


def named_columns(columns: Sequence[FileColumn]) -> dict[str, FileColumn]:
    """Return the shortest distinct names of columns: by column, by file, or by both.

    >>> [*named_columns([FileColumn("a.csv", "wide"), FileColumn("a.csv", "narrow")])]
    ['wide', 'narrow']
    >>> [*named_columns([FileColumn("old.txt", ""), FileColumn("new.txt", "")])]
    ['old', 'new']
    >>> [*named_columns([FileColumn("a.csv", "hyp"), FileColumn("a.txt", "")])]
    ['a.csv: hyp', 'a.txt']

    """
    of_column = [str(column.key) for column in columns]
    of_file = [Path(column.file).stem for column in columns]
    for names in (of_column, of_file, [*map(str, columns)]):
        shown = [*map(legible, names)]
        if len({*shown}) == len(shown) and all(shown):
            return dict(zip(shown, columns, strict=True))
    return {f"{number}: {shown[number - 1]}": one for number, one in enumerate(columns, start=1)}


def opened(name: str, files: Files, takes: Takes) -> TableFile:
    """Open an uploaded file; its source has the chosen or guessed encoding, if any.

    Args:
        name: the name of the file.
        files: all files, since timed words need the file of their segments.
        takes: what it is read as.

    Raises:
        InputError: if it is missing or empty, or is neither a known binary format nor text.

    """
    path, encoding, _ = files.get(name, UploadedFile(""))
    if not Path(path).is_file():
        raise InputError("page.file_gone", file=name)
    source, column = Source(Path(path), encoding, PAGE), own_column(takes)
    file = detected_table(source) if column is None else own_table(source, column)
    if not file.source.start:
        raise InputError("page.empty_file", file=name)
    segments = [other for other in files if Source(Path(other)).suffix in StmTexts.suffixes]
    if not isinstance(file.file_format, CtmTexts) or len(segments) != 1:
        return file
    stm = opened(segments[0], files, takes)
    return replace(file, file_format=file.file_format.of_references(stm.file_format, stm.source))


def own_column(takes: Takes) -> str | None:
    """Return the column of samples in files of their own; ``None`` for what any column may hold.

    >>> own_column("segments"), own_column("values")
    ('segments', None)
    """
    return None if takes in ("texts", *OF_JSON) else takes


def own_table(source: Source, column: str) -> TableFile:
    """Return a file of samples in a format of their own, such as sessions, as a table.

    Args:
        source: the file.
        column: the column of the samples.

    Raises:
        InputError: if neither its suffix nor its start shows its format.

    """
    try:
        file = detected_table(source, column=column)
    except InputError as error:
        if error.code != "sessions.no_format":
            raise
        raise InputError("page.no_session_file", file=source.name) from None
    return replace(file, file_format=file.file_format.refusing_alternatives(NOT_OF_SESSIONS))

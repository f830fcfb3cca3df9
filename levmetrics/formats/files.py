"""Files of any supported format as tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Any

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS, Family, FileFormat, Sign, Values
from levmetrics.formats.headings import Key, check_key, has_a_side
from levmetrics.formats.kinds.json_files import JsonLines, JsonRecords, JsonTable
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.kinds.rows import RowFormat
from levmetrics.formats.kinds.transcripts import Kaldi
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.source import Source
from levmetrics.formats.within import holds_files

LOOKS_LIKE_SESSIONS = "file.looks_like_sessions"
"""The code of the refusal of segments of speakers as lines of text."""
_TEXT = "text"
_JSON = re.compile(r"\s*[\[{]")
# The start of segments of speakers: times after two or three fields, or what begins another format.
# Times have fractions, unlike most figures in texts, and the first field is no number.
_TIMED = re.compile(
    r"\s*(?![\d.]+\s)(\S+[ \t]+){2,3}(\d*\.\d+[ \t]+[\d.]+|[\d.]+[ \t]+\d*\.\d+)\s"
    r"|\s*(SPEAKER|SPKR-INFO)\s|File type\b"
)
_MARKUP = re.compile(r"\s*<(\?xml|!doctype|html)\b", re.IGNORECASE)


@dataclass(frozen=True)
class TableFile:
    """A file as a table: samples are its rows.

    Attributes:
        source: the file.
        file_format: its format.
        told: whether the caller has named the format.

    """

    source: Source
    file_format: FileFormat
    told: bool = False

    @cached_property
    def names(self) -> list[str]:
        """The names of the columns; ``[""]`` for a file of lines.

        Raises:
            InputError: if the file has another format, or exceeds a limit.

        """
        names = self.file_format.names(self.source)
        self.source.limits.check_columns(self.source.name, len(names))
        return names

    def batches(self, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns, a batch of rows at a time.

        Raises:
            InputError: if there is no such column, or the file has another format.

        """
        names = self.names
        if any(isinstance(key, str) and key not in names for key in keys):
            of_ids = self.file_format.id_names(self.source)
            names = [*names, *(name for name in of_ids if name not in names)]
        for key in keys:
            has_numbers = isinstance(self.file_format, RowFormat)
            check_key(self.source.name, names, key, has_numbers=has_numbers)
        return self.file_format.batches(self.source, keys)


def detected_table(
    source: Source,
    file_format: str | None = None,
    quoting: str | None = None,
    column: str | None = None,
) -> TableFile:
    """Return a file as a table, in its likely encoding if it is not in UTF-8.

    The guessed encoding is an attribute of the table's source, so that the caller can show it. The
    file is decoded up to its first part that is not ASCII, which decides.

    Args:
        source: the file.
        file_format: as in :func:`table`.
        quoting: the rule of quotation marks in CSV and TSV files, as in :class:`Separated`.
        column: as in :func:`family_of`.

    Raises:
        InputError: as :func:`table` does, and for text without a likely encoding.

    """

    def read(source: Source) -> TableFile:
        file = table(source, file_format, column)
        if not file.file_format.is_binary:
            # Up to the first part that is not ASCII; text of another encoding is not valid UTF-8 by
            # chance.
            all(map(str.isascii, source.decoded()))
        return file

    file = source.in_likely_encoding(read)
    return replace(file, file_format=file.file_format.with_quoting(quoting))


def as_records(file: TableFile) -> TableFile | None:
    """Return a JSON file with its objects as rows; ``None`` for a file of anything else."""
    if not isinstance(file.file_format, (JsonLines, JsonTable)):
        return None
    records = replace(file, file_format=JsonRecords())
    try:
        next(records.batches([""]), None)
    except InputError:
        return None
    return records


def whole_records(file: TableFile, *, always: bool) -> TableFile | None:
    """Return a JSON file with its objects as rows, if they are samples and not rows of columns.

    They are unless a column has a usual name of a side, or is named ``text``.

    Args:
        file: the file.
        always: whether every sample is a record. An object of texts then is one record, and not a
            table of texts by id; if these are JSON, it is a table of records by id.

    """
    records = as_records(file)
    if records is None:
        return None
    try:
        names = file.names
    except InputError:  # of one object that is no table
        return records
    if has_a_side(names) or (_TEXT in names and not (always and _is_record(records))):
        return None
    return records


def _is_record(records: TableFile) -> bool:
    """Whether the first object is a record: neither samples by id nor a row with a text."""
    (first, *_), *_ = next(records.batches([""]))
    values = [*first.values()]
    if _TEXT in first or all(isinstance(value, dict) for value in values):
        return False
    return not all(isinstance(value, str) and _JSON.match(value) for value in values)


def table(source: Source, file_format: str | None = None, column: str | None = None) -> TableFile:
    """Return a file as a table of the given format, or of the detected one.

    Args:
        source: the file.
        file_format: the name of the format; ``None``: detected, see :meth:`Family.format_of`.
        column: as in :func:`family_of`.

    Raises:
        InputError: if there is no such format, or the file cannot be read.

    """
    return TableFile(source, *family_of(column).format_of(source, file_format))


def family_of(column: str | None) -> Family[Any]:
    """Return the formats of files with a column of samples, which are loaded when they are needed.

    Args:
        column: the column, as in :class:`levmetrics.core.sample_kind.SampleKind`; ``None``: any.

    """
    if column is None:
        return _FAMILY
    family: Family[Any] = import_module(f"levmetrics.formats.{_OTHERS[column]}").FAMILY
    return family


def _of_files(source: Source, named: FileFormat | None) -> FileFormat | None:
    """Return the format of a folder of pages, or of a zip file of pages of one format."""
    if not holds_files(source):
        return None
    from levmetrics.formats.pages.folder import Folder, Zip  # loads all formats of pages

    if source.is_folder:
        if named and not isinstance(named, PageFormat):
            raise InputError("folder.no_format", folder=source.name, format=named.name)
        return Folder(named)
    return Zip(named) if isinstance(named, PageFormat) else None


def _checked(source: Source, shown: FileFormat | None) -> FileFormat:
    """Return the format that a file shows, or else that of lines.

    Raises:
        InputError: for JSON and markup that no format reads, which if scored as lines of text would
            give a wrong number; and for sessions as lines, or by ids, which the names of recordings
            may be, too.

    """
    if shown is None or shown.name == Lines.name:
        if FILE_FORMATS[JsonTable.name].recognises(source):
            raise InputError("file.looks_like_json", file=source.name)
        _FAMILY.load_by_start(source)
        pages = (each for each in FILE_FORMATS.values() if isinstance(each, PageFormat))
        if _MARKUP.match(source.decoder.first_text) or any(
            each.recognises(source) for each in pages
        ):
            raise InputError("file.looks_like_markup", file=source.name)
        shown = FILE_FORMATS[Lines.name]
    if shown.name in (Lines.name, Kaldi.name):
        _check_holds_no_sessions(source)
    return shown


def _check_holds_no_sessions(source: Source) -> None:
    """Refuse segments of speakers, whose times and names would be scored as words.

    Raises:
        InputError: if the suffix or the start is that of a format of sessions.

    """
    is_timed = _TIMED.match(source.decoder.first_text) is not None
    if not is_timed and source.suffix in Lines.suffixes:
        return
    for kind in family_of("segments").formats.values():
        if source.suffix in kind.suffixes or (is_timed and kind.recognises(source)):
            also = f"{kind.name} or " if kind.name in FILE_FORMATS else ""
            raise InputError(LOOKS_LIKE_SESSIONS, file=source.name, kind=kind.name, also=also)


SIGNS = (
    Sign(f"{__package__}.kinds.arrow", (".parquet", ".arrow", ".feather"), b"PAR1|ARROW1|\xff{4}"),
    Sign(f"{__package__}.kinds.excel", (".xlsx",), b"PK"),
    Sign(
        f"{__package__}.pages.folder",
        (".zip", ".xml", ".page", ".alto", ".tei", ".hocr", ".html", ".htm", ".xhtml"),
        rb"[\xef\xbb\xbf\xff\xfe\0\s]*<",
    ),
)
_FAMILY = Family(FILE_FORMATS, _of_files, _checked, SIGNS)
_OTHERS = {"segments": "sessions.folder"}  # the modules of other families, by column

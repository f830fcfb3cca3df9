"""Files of any supported format as tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from pathlib import Path

import levmetrics.formats.kinds  # noqa: F401  # whose files register the formats
from levmetrics.errors import InputError
from levmetrics.formats.encodings import EncodingError
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat, Values
from levmetrics.formats.headings import Key, check_key, has_a_side
from levmetrics.formats.kinds.json_files import JsonLines, JsonTable, Records
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.kinds.rows import RowFormat
from levmetrics.formats.kinds.transcripts import Kaldi
from levmetrics.formats.pages.folder import Folder
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.zip_file import Zip
from levmetrics.formats.source import NO_LIMITS, Limits, Source

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
class Table:
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


def table(
    path: Path,
    *,
    file_format: str | None = None,
    encoding: str | None = None,
    limits: Limits = NO_LIMITS,
) -> Table:
    """Return a file as a table.

    Args:
        path: the path of the file; ``-`` is standard input.
        file_format: the name of its format; ``None``: detected by suffix or else content.
        encoding: the encoding of its text, by its name in Python; ``None``: that of a byte order
            mark, or UTF-8.
        limits: the limits on its size.

    Raises:
        InputError: if there is no such format, or the file cannot be read.

    """
    return table_of(Source(path, encoding, limits), file_format)


def detected_table(
    source: Source, file_format: str | None = None, quoting: str | None = None
) -> Table:
    """Return a file as a table, in its likely encoding if it is not in UTF-8.

    The guessed encoding is an attribute of the table's source, so that the caller can show it. The
    file is decoded up to its first part that is not ASCII, which decides.

    Args:
        source: the file.
        file_format: as in :func:`table`.
        quoting: the rule of quotation marks in CSV and TSV files, as in :class:`Separated`.

    Raises:
        InputError: as :func:`table` does.

    """
    file = in_likely_encoding(source, lambda source: table_of(source, file_format))
    return replace(file, file_format=file.file_format.with_quoting(quoting))


def in_likely_encoding(source: Source, opened: Callable[[Source], Table]) -> Table:
    """Return a file as a table, as :func:`detected_table` does, opened by a given function.

    Args:
        source: the file.
        opened: returns the table in the encoding of the source.

    Raises:
        InputError: as the function does, and for text without a likely encoding.

    """
    try:
        file = opened(source)
        if not file.file_format.is_binary:
            # Up to the first part that is not ASCII; text of another encoding is not valid UTF-8 by
            # chance.
            all(map(str.isascii, source.decoded()))
    except EncodingError as error:
        if source.encoding is not None or error.guess is None:
            raise
        return opened(source.changed(encoding=error.guess))
    return file


def as_records(file: Table) -> Table | None:
    """Return a JSON file with its objects as rows; ``None`` for a file of anything else."""
    if not isinstance(file.file_format, (JsonLines, JsonTable)):
        return None
    records = replace(file, file_format=Records())
    try:
        next(records.batches([""]), None)
    except InputError:
        return None
    return records


def whole_records(file: Table, *, always: bool) -> Table | None:
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


def _is_record(records: Table) -> bool:
    """Whether the first object is a record: neither samples by id nor a row with a text."""
    (first, *_), *_ = next(records.batches([""]))
    values = [*first.values()]
    if _TEXT in first or all(isinstance(value, dict) for value in values):
        return False
    return not all(isinstance(value, str) and _JSON.match(value) for value in values)


def table_of(source: Source, file_format: str | None = None) -> Table:
    """Return a file as a table of the given format, or of the detected one.

    The suffix decides. If no format or several have it, the file's start decides. If no format
    recognises the start, it is the format with this usual suffix, or lines.

    Args:
        source: the file.
        file_format: the name of the format; ``None``: detected.

    Raises:
        InputError: as :func:`table` does.

    """
    named = None if file_format is None else FILE_FORMATS.lookup(file_format)
    if source.is_folder:
        if named and not isinstance(named, PageFormat):
            raise InputError("folder.no_format", folder=source.name, format=file_format)
        return Table(source, Folder.of(named), told=True)
    if isinstance(named, PageFormat) and Zip().recognises(source):
        return Table(source, Zip.of(named), told=True)
    if named is not None:
        return Table(source, named, told=True)
    known = sorted(FILE_FORMATS.values(), key=attrgetter("rank"))
    fitting = [each for each in known if source.suffix in each.suffixes]
    if len(fitting) == 1:
        return Table(source, fitting[0])
    likely = fitting or [each for each in known if source.start.startswith(each.prefixes)] or known
    for each in likely:
        if each.recognises(source):
            if each.name == Kaldi.name:  # by ids, which the names of recordings may be, too
                _check_holds_no_sessions(source)
            return Table(source, each)
    usual = [each for each in fitting if each.suffixes[0] == source.suffix]
    if usual and usual[0].name != Lines.name:
        return Table(source, usual[0])
    # JSON and markup, if scored as lines of text, would give a wrong number.
    if FILE_FORMATS[JsonTable.name].recognises(source):
        raise InputError("file.looks_like_json", file=source.name)
    pages = (each for each in known if isinstance(each, PageFormat))
    if _MARKUP.match(source.decoder.first_text) or any(each.recognises(source) for each in pages):
        raise InputError("file.looks_like_markup", file=source.name)
    _check_holds_no_sessions(source)
    return Table(source, FILE_FORMATS[Lines.name])


def _check_holds_no_sessions(source: Source) -> None:
    """Refuse segments of speakers, whose times and names would be scored as words.

    Raises:
        InputError: if the suffix or the start is that of a format of sessions.

    """
    is_timed = _TIMED.match(source.decoder.first_text) is not None
    if not is_timed and source.suffix in Lines.suffixes:
        return
    import levmetrics.formats.sessions  # noqa: F401  # rarely needed
    from levmetrics.formats.sessions.session_format import SESSION_FORMATS

    for kind in SESSION_FORMATS.values():
        if source.suffix in kind.suffixes or (is_timed and kind.recognises(source)):
            also = f"{kind.name} or " if kind.name in FILE_FORMATS else ""
            raise InputError(LOOKS_LIKE_SESSIONS, file=source.name, kind=kind.name, also=also)

"""The reading of uploaded files: their format, columns and first rows, or their problem."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from levmetrics.errors import InputError, InputWarning, Note
from levmetrics.formats.encodings import EncodingError
from levmetrics.formats.excel_cells import NO_VALUE
from levmetrics.formats.file_format import Missing, listed
from levmetrics.formats.files import LOOKS_LIKE_SESSIONS, TableFile, as_records, whole_records
from levmetrics.formats.first_row import ROWS_FOR_HEADING, has_heading
from levmetrics.formats.headings import Key, checked_names
from levmetrics.formats.kinds.lines import SEPARATOR, Lines
from levmetrics.formats.kinds.rows import RowFormat, Separated
from levmetrics.formats.source import Source
from levmetrics.rendering.text import legible, session_text, shortened
from levmetrics.web.limits import PAGE
from levmetrics.web.reading.child import ChildRequest, answers
from levmetrics.web.reading.offers import offer_of
from levmetrics.web.reading.read_as import OF_JSON, WHOLE, Files, Takes, opened, own_column
from levmetrics.web.reading.samples import ids_key, text_or_texts
from levmetrics.web.reading.sides import guessed_sides, guessed_systems

_TRIED = "utf-8"
_ROWS_SHOWN, _ROWS_ASKED = 5, 3
_CHARACTERS_SHOWN, _CHARACTERS_READ = 80, 1_000  # of a cell
_FORMULA = "=…"  # without a stored value: in no language, as the other cells


@dataclass
class FileReading:
    """The reading of a file.

    Attributes:
        name: the name of the file.
        format: the name of its format in the registry; empty if unknown.
        encoding: the encoding of its text, by Python's name; ``None`` if it is not text.
        encoding_is_guess: whether the encoding is a guess.
        delimiter: the delimiter of a CSV or TSV file; ``None`` for others.
        heading: whether the first row was read as column names; ``None`` if the format has no such
            rows, and while the visitor is asked.
        keys: the keys of the shown columns; empty while the visitor is asked.
        choices: the keys of the columns that can be scored.
        rows: the cells of the first rows; the very first among them while the visitor is asked.
        samples: the number of rows.
        problem: the reason why it cannot be read, or ``None``.
        ids: whether a column has ids, which match the rows of several files.
        offer: a metric that takes the file as a whole, where it was read as texts.
        notes: what its reader leaves out.

    """

    name: str
    format: str = ""
    encoding: str | None = None
    encoding_is_guess: bool = False
    delimiter: str | None = None
    heading: bool | None = None
    keys: list[Key] = field(default_factory=list)
    choices: list[Key] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    samples: int = 0
    problem: InputError | None = None
    ids: bool = False
    offer: str = ""
    notes: list[Note] = field(default_factory=list)

    @property
    def is_asked(self) -> bool:
        """Whether the visitor must decide whether the first row holds names or a sample."""
        return bool(self.rows) and not self.keys


def read_files(files: Files, takes: Takes = "texts") -> list[FileReading]:
    """Read files for display; a file that cannot be read has a problem.

    Args:
        files: the files.
        takes: what they are read as.

    Raises:
        InputError: if the page is busy.

    """
    asked = {"files": files, "takes": takes}
    requests = [ChildRequest(name, {"name": name, **asked}) for name in files]
    return [
        FileReading(**answer.value | {"notes": answer.notes})
        if answer.refusal is None
        else FileReading(name, problem=answer.refusal)
        for name, answer in zip(files, answers(_reading, requests) if files else (), strict=True)
    ]


def guessed_columns(readings: Sequence[FileReading]) -> dict[str, str | list[str] | None]:
    """Return the initially chosen columns, if their names are unambiguous.

    Returns:
        The values of the choices, as :meth:`FileColumn.written` returns them: one or ``None`` of
        ``"references"`` and of ``"predictions"``, and a list of ``"systems"``.

    """
    files = {one.name: [key for key in one.keys if key in one.choices] for one in readings}
    files = {name: keys for name, keys in files.items() if keys}
    sides = {side: one and one.written() for side, one in guessed_sides(files).items()}
    return {**sides, "systems": [one.written() for one in guessed_systems(files)]}


def _reading(name: str, files: Files, takes: Takes) -> dict[str, Any]:
    """Read a file, in the child process."""
    path, encoding, heading = files[name]
    reading = FileReading(name, encoding=encoding, heading=heading)
    try:
        _read(reading, opened(name, files, takes), takes)
    except InputError as error:
        reading.problem = error
        if error.code == LOOKS_LIKE_SESSIONS:
            reading.offer = _offer_of(TableFile(Source(Path(path), limits=PAGE), Lines()))
        if isinstance(error, EncodingError):
            reading.encoding = reading.encoding or _TRIED  # it may be text in another encoding
    return vars(reading)


def _read(reading: FileReading, file: TableFile, takes: Takes) -> None:
    """Add how a file is read, and its columns and first rows, or the first row in question.

    Raises:
        InputError: if they cannot be read, or there are none.

    """
    source, kind = file.source, file.file_format
    reading.format = kind.name
    told, reading.encoding = reading.encoding, None
    if not kind.is_binary:
        reading.encoding = source.encoding or source.decoder.encoding
        reading.encoding_is_guess = source.encoding != told
        if takes == "texts":
            reading.offer = _offer_of(file)
    if isinstance(kind, Separated):
        reading.delimiter = source.once(kind.delimiter)
    others: list[Key] = []
    if not isinstance(kind, RowFormat):
        reading.heading = None
        if takes in OF_JSON:
            file, others = _whole_or_columns(file, takes)
            reading.format = file.file_format.name
    elif reading.heading is None:
        first = [*islice(kind.rows(source), ROWS_FOR_HEADING)]
        reading.heading = has_heading(first)
        if reading.heading is None:
            rows = [[*map(_shown, row)] for row in filter(None, first)]
            PAGE.check_columns(reading.name, len(rows[0]))
            reading.rows = [row for row in rows if len(row) == len(rows[0])][:_ROWS_ASKED]
            return
    keys = _keys(file, reading.heading)
    if not keys:
        raise InputError("page.no_text_column", file=reading.name)
    own = own_column(takes)
    rows, reading.samples = _counted_rows(file, keys, _shown if own is None else _shown_of_session)
    reading.keys, reading.rows, reading.ids = keys, rows, ids_key(file, keys[0]) is not None
    reading.choices = [*keys, *others] if own is None else [own]


def _offer_of(file: TableFile) -> str:
    """Return the offered metric, without notes on a reading that is not the shown one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return offer_of(file)


def _whole_or_columns(file: TableFile, takes: Takes) -> tuple[TableFile, list[Key]]:
    """Return a JSON file with its objects as rows or with their columns, and the other's keys."""
    records = whole_records(file, always=takes == "objects")
    if records is None:
        return file, [] if as_records(file) is None else [WHOLE]
    try:
        return records, _keys(file, None)
    except InputError:  # of one object that is no table
        return records, []


def _counted_rows(
    file: TableFile, keys: Sequence[Key], shown: Callable[[Any], str]
) -> tuple[list[list[str]], int]:
    """Return the first rows, and the number of all.

    Raises:
        InputError: if they cannot be read, or there are none.

    """
    rows: list[list[str]] = []
    samples = 0
    for batch in file.batches(keys):
        cells = zip(*(listed(values[:_ROWS_SHOWN]) for values in batch), strict=True)
        rows += [[*map(shown, row)] for row in cells][: _ROWS_SHOWN - len(rows)]
        samples += len(batch[0])
        PAGE.check_rows(samples, file.source.name)
    if not samples:
        raise InputError("page.no_rows", place=file.source.name)
    return rows, samples


def _keys(file: TableFile, heading: bool | None) -> list[Key]:
    if heading is False:
        columns = len(file.file_format.names(file.source))
        PAGE.check_columns(file.source.name, columns)
        return [*range(1, columns + 1)]
    checked = {*checked_names(file.source.name, file.names)}
    return [name for name in file.file_format.text_names(file.source) if name in checked]


def _shown(value: Any) -> str:
    """Return a value as the cell of a table.

    >>> _shown(["a", "b"]), _shown(None), _shown({"k": "今"}), _shown("x" * 90)[-3:]
    ('a ||| b', '', '{"k": "今"}', 'xx…')
    """
    if isinstance(value, Missing):
        return _FORMULA if value.what == NO_VALUE else value.what
    text = "" if value is None else text_or_texts(value)
    return _cell(text if isinstance(text, str) else SEPARATOR.join(text))


def _shown_of_session(value: Any) -> str:
    return _cell(value if isinstance(value, str) else session_text(value))


def _cell(text: str) -> str:
    return shortened(legible(text[:_CHARACTERS_READ]), _CHARACTERS_SHOWN)

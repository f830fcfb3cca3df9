"""The reading of uploaded files: their format, columns and first rows, or their problem."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import islice
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
from levmetrics.rendering.text import legible, session_text
from levmetrics.web.limits import PAGE
from levmetrics.web.reading import sides
from levmetrics.web.reading.child import ChildRequest, answers
from levmetrics.web.reading.offers import offer_of
from levmetrics.web.reading.read_as import (
    OF_JSON,
    WHOLE,
    FileColumn,
    ReadAs,
    Takes,
    Uploaded,
    opened,
    own_column,
)
from levmetrics.web.reading.samples import ids_key

_TRIED = "utf-8"
_ROWS_SHOWN, _ROWS_ASKED = 5, 2
_CHARACTERS_SHOWN = 80
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
        keys: the keys of the columns; empty while the visitor is asked.
        rows: the cells of the first rows, without the very first while the visitor is asked.
        samples: the number of rows.
        problem: the reason why it cannot be read, or ``None``.
        asked: the shortened cells of the first row, if the visitor must decide whether it holds
            names or a sample; else empty.
        ids: whether a column has ids, which match the rows of several files.
        takes: what it was read as.
        others: the keys of columns that can be scored and are not shown.
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
    rows: list[list[str]] = field(default_factory=list)
    samples: int = 0
    problem: InputError | None = None
    asked: list[str] = field(default_factory=list)
    ids: bool = False
    takes: Takes = "texts"
    others: list[Key] = field(default_factory=list)
    offer: str = ""
    notes: list[Note] = field(default_factory=list)

    @property
    def choices(self) -> list[Key]:
        """The keys of the columns that can be scored; ids in files of their own cannot."""
        of_columns = own_column(self.takes) is None
        return [*self.keys, *self.others] if of_columns else self.keys[1:]


def read_files(uploaded: Uploaded) -> list[FileReading]:
    """Read files for display; a file that cannot be read has a problem.

    Args:
        uploaded: the files.

    Raises:
        InputError: if the page is busy.

    """
    names = [*uploaded.paths]
    if not names:
        return []
    found = answers(
        _reading, [ChildRequest(name, {"name": name, "uploaded": uploaded}) for name in names]
    )
    return [
        FileReading(**{**answer.value, "notes": answer.notes})
        if answer.refusal is None
        else FileReading(name, problem=answer.refusal)
        for name, answer in zip(names, found, strict=True)
    ]


def guessed_columns(readings: Sequence[FileReading]) -> dict[str, str | list[str] | None]:
    """Return the initially chosen columns, if their names are unambiguous.

    Returns:
        The values of the choices, as :meth:`FileColumn.written` returns them: one or ``None`` of
        ``"references"`` and of ``"predictions"``, and a list of ``"systems"``.

    """
    columns = [
        FileColumn(reading.name, key)
        for reading in readings
        for key in reading.choices
        if key not in reading.others
    ]
    of_sides = {
        side: None if column is None else column.written()
        for side, column in sides.guessed_sides(columns).items()
    }
    return {**of_sides, "systems": [one.written() for one in sides.guessed_systems(columns)]}


def _reading(name: str, uploaded: Any) -> dict[str, Any]:
    """Read a file, in the child process."""
    uploaded = Uploaded.from_json(uploaded)
    own = uploaded.read_as.get(name, ReadAs())
    reading = FileReading(name, encoding=own.encoding, heading=own.heading, takes=uploaded.takes)
    try:
        _read(reading, opened(name, uploaded))
    except InputError as error:
        reading.problem = error
        if error.code == LOOKS_LIKE_SESSIONS:
            lines = TableFile(Source(uploaded.paths[name], limits=PAGE), Lines())
            reading.offer = _offer_of(lines)
        if isinstance(error, EncodingError) and reading.encoding is None:
            reading.encoding = _TRIED  # it may be text in another encoding
    return asdict(reading)


def _read(reading: FileReading, file: TableFile) -> None:
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
        if reading.takes == "texts":
            reading.offer = _offer_of(file)
    if isinstance(kind, Separated):
        reading.delimiter = source.once(kind.delimiter)
    if not isinstance(kind, RowFormat):
        reading.heading = None
        if reading.takes in OF_JSON and as_records(file) is not None:
            file = _records(reading, file)
    elif reading.heading is None:
        first = [*islice(kind.rows(source), ROWS_FOR_HEADING)]
        reading.heading = has_heading(first)
        if reading.heading is None:
            asked, *rows = ([*map(_shown, row)] for row in filter(None, first))
            PAGE.check_columns(reading.name, len(asked))
            reading.asked = asked
            reading.rows = [row for row in rows if len(row) == len(asked)][:_ROWS_ASKED]
            return
    _read_rows(reading, file)


def _offer_of(file: TableFile) -> str:
    """Return the offered metric, without notes on a reading that is not the shown one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return offer_of(file)


def _records(reading: FileReading, file: TableFile) -> TableFile:
    """Return a JSON file with its objects as rows, or with the columns that are compared."""
    records = whole_records(file, always=reading.takes == "objects")
    if records is None:
        reading.others = [WHOLE]
        return file
    with suppress(InputError):  # of one object that is no table
        reading.others = _keys(file, None)
    reading.format = records.file_format.name
    return records


def _read_rows(reading: FileReading, file: TableFile) -> None:
    """Add the columns and the first rows after reading all rows.

    Raises:
        InputError: if they cannot be read, or there are none.

    """
    keys = _keys(file, reading.heading)
    if not keys:
        raise InputError("page.no_text_column", file=reading.name)
    shown = _shown if own_column(reading.takes) is None else _shown_of_session
    rows: list[list[str]] = []
    samples = 0
    for batch in file.batches(keys):
        cells = zip(*(listed(values[:_ROWS_SHOWN]) for values in batch), strict=True)
        rows += [[shown(cell) for cell in row] for row in cells][: _ROWS_SHOWN - len(rows)]
        samples += len(batch[0])
        PAGE.check_rows(samples, reading.name)
    if not samples:
        raise InputError("page.no_rows", place=reading.name)
    reading.keys, reading.rows, reading.samples = keys, rows, samples
    reading.ids = ids_key(file, keys[0]) is not None


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
    if value is None:
        text = ""
    elif isinstance(value, list) and all(isinstance(item, str) for item in value):
        text = SEPARATOR.join(value)
    elif isinstance(value, str):
        text = value
    elif isinstance(value, Missing):
        text = _FORMULA if value.what == NO_VALUE else value.what
    else:
        try:
            text = json.dumps(value, ensure_ascii=False)
        except RecursionError:
            text = "…"
    return shortened(text, _CHARACTERS_SHOWN)


def _shown_of_session(value: Any) -> str:
    return shortened(value if isinstance(value, str) else session_text(value), _CHARACTERS_SHOWN)


def shortened(text: str, most: int) -> str:
    """Return a text on one line, shortened to a number of characters."""
    whole = legible(text[: most + 1])
    return whole if len(whole) <= most and len(text) <= most else f"{whole[: most - 1]}…"

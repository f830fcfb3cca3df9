"""The display of uploaded files: one card per file, and names of columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from levmetrics.formats.encodings import KNOWN_ENCODINGS, known_as
from levmetrics.formats.headings import Key, number_of_blank
from levmetrics.rendering.html import render
from levmetrics.rendering.text import legible, shortened
from levmetrics.web.error_messages import error_message
from levmetrics.web.language import WORDING, Language, say
from levmetrics.web.reading.files import FileReading
from levmetrics.web.reading.offers import common_offer
from levmetrics.web.reading.read_as import WHOLE, FileColumn

_DELIMITERS = {",": "reading_commas", ";": "reading_semicolons", "\t": "reading_tabs"}
_CELLS_OF_A_LABEL, _CHARACTERS_OF_A_LABEL = 2, 15
_RECORDS = "records"


def file_cards(language: Language, readings: Sequence[FileReading]) -> str:
    """Draw each file: how it was read, and its first rows or its problem.

    Args:
        language: the visitor's language.
        readings: the readings of the files.

    """
    cards = [_file_card(language, reading) for reading in readings]
    if metric := common_offer([one.offer for one in readings]):
        words = say(language, f"offer_{metric}")
        cards.append(render("page/offer.html.j2", way=metric, words=words))
    return "".join(cards)


def column_choices(language: Language, readings: Sequence[FileReading]) -> list[tuple[str, str]]:
    """Return labels and values of all columns, as the choices of a list.

    Args:
        language: the visitor's language.
        readings: the readings of the files.

    >>> rows = [["rain"], ["hail"], ["dew"]]
    >>> reading = FileReading("a.csv", keys=[1], choices=[1], rows=rows)
    >>> column_choices("en", [reading])
    [('a.csv: column 1 (rain, hail)', '["a.csv", 1]')]

    """
    return [
        (_label(language, reading, key), FileColumn(reading.name, key).written())
        for reading in readings
        for key in reading.choices
    ]


def _label(language: Language, reading: FileReading, key: Key) -> str:
    """Return the names of a file and its column; an unnamed column shows its first cells."""
    is_shown = key in reading.keys
    if key == WHOLE and (reading.format == _RECORDS or not is_shown):
        return legible(f"{reading.name}: {say(language, 'reading_record')}")
    if not is_shown or (isinstance(key, str) and number_of_blank(key) is None):
        return legible(str(FileColumn(reading.name, key)))
    index = reading.keys.index(key)
    cells = (row[index] for row in reading.rows[:_CELLS_OF_A_LABEL])
    hint = ", ".join(shortened(cell, _CHARACTERS_OF_A_LABEL) for cell in cells)
    return legible(f"{reading.name}: {column_name(language, key)} ({hint})")


def column_name(language: Language, key: Key) -> str:
    """Return the name of a column, or its number if it has no name.

    Args:
        language: the visitor's language.
        key: the key of the column.

    Returns:
        The name; empty for the only column of a file of lines.

    >>> column_name("ja", "hyp"), column_name("ja", 2), column_name("ja", "column 3")
    ('hyp', '列2', '列3')

    """
    number = key if isinstance(key, int) else number_of_blank(key)
    return str(key) if number is None else say(language, "reading_column", number=number)


def source_name(language: Language, column: FileColumn) -> str:
    """Return the names of a file and its column as a source in a result.

    >>> source_name("ja", FileColumn("a.csv", 2)), source_name("en", FileColumn("a.csv", 2))
    ('a.csv: 列2(列名なし)', 'a.csv: column 2, no header')
    >>> source_name("ja", FileColumn("a.csv", "hyp")), source_name("ja", FileColumn("a.txt", ""))
    ('a.csv: hyp', 'a.txt')

    """
    name = column_name(language, column.key)
    if isinstance(column.key, int):
        name = say(language, "reading_no_header", column=name)
    return f"{column.file}: {name}" if name else column.file


def _file_card(language: Language, reading: FileReading) -> str:
    keys = range(1, len(reading.rows[0]) + 1) if reading.is_asked else reading.keys
    only = say(language, "reading_record" if reading.format == _RECORDS else "reading_text")
    return render(
        "page/file_card.html.j2",
        reading=reading,
        facts=[*_facts(language, reading)],
        notes=[note.sentence(language) for note in reading.notes],
        headings=[column_name(language, key) or only for key in keys],
        problem=reading.problem and error_message(reading.problem, language),
        encodings=_encodings(language, reading),
        say=partial(say, language),
    )


def _encodings(language: Language, reading: FileReading) -> dict[str, str]:
    """Return the names of the encodings that a file may have, by Python's names."""
    if reading.encoding is None:
        return {}
    names = {
        code: _said_or(language, f"reading_encoding_{code}", known_as(code))
        for code in (*KNOWN_ENCODINGS, reading.encoding)
    }
    if reading.encoding_is_guess:
        name = names[reading.encoding]
        names[reading.encoding] = say(language, "reading_looks_like", encoding=name)
    return names


def _facts(language: Language, reading: FileReading) -> Iterator[str]:
    """Return how a file was read, as parts of a sentence."""
    if reading.format:
        yield format_name(language, reading.format)
    if reading.delimiter in _DELIMITERS:
        yield say(language, _DELIMITERS[reading.delimiter])
    elif reading.delimiter is not None:
        yield say(language, "reading_other_delimiter", delimiter=reading.delimiter)
    if reading.samples:
        key = "reading_one_sample" if reading.samples == 1 else "reading_samples"
        yield say(language, key, count=reading.samples)


def format_name(language: Language, name: str) -> str:
    """Return what a format is called on the page.

    >>> format_name("ja", "subtitles"), format_name("en", "other")
    ('字幕(字幕1つが1件)', 'other')
    """
    return _said_or(language, f"reading_format_{name}", name)


def _said_or(language: Language, key: str, other: str) -> str:
    """Return the sentence of a key, or another text if there is none."""
    return say(language, key) if key in WORDING else other

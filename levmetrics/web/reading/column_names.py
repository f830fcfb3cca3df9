"""What a visitor's columns are called, in the visitor's language."""

from __future__ import annotations

from levmetrics.formats.headings import Key, number_of_blank
from levmetrics.web.language import Language, say
from levmetrics.web.reading.read_as import FileColumn


def column_name(language: Language, key: Key) -> str:
    """Return the name of a column: one without a name has its number.

    Args:
        language: the visitor's.
        key: of the column.

    Returns:
        The name; empty for the only column of a file of lines.

    >>> column_name("ja", "hyp"), column_name("ja", 2), column_name("ja", "column 3")
    ('hyp', '列2', '列3')

    """
    number = key if isinstance(key, int) else number_of_blank(key)
    return str(key) if number is None else say(language, "reading_column", number=number)


def source_name(language: Language, column: FileColumn) -> str:
    """Return the names of a file and its column, as a result says what it is of.

    >>> source_name("ja", FileColumn("a.csv", 2)), source_name("en", FileColumn("a.csv", 2))
    ('a.csv: 列2(列名なし)', 'a.csv: column 2, no header')
    >>> source_name("ja", FileColumn("a.csv", "hyp")), source_name("ja", FileColumn("a.txt", ""))
    ('a.csv: hyp', 'a.txt')

    """
    name = column_name(language, column.key)
    if isinstance(column.key, int):
        name = say(language, "reading_no_header", column=name)
    return f"{column.file}: {name}" if name else column.file

"""How a visitor says that a file is read, and the columns that there are to choose from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from levmetrics.errors import InputError
from levmetrics.formats.headings import Key, described


@dataclass(frozen=True)
class ReadAs:
    """How a file is read; ``None``: as it looks.

    Attributes:
        encoding: of its text, as Python names it.
        heading: whether the first row of a table holds column names.

    """

    encoding: str | None = None
    heading: bool | None = None


@dataclass(frozen=True)
class FileColumn:
    """A column of an uploaded file.

    Attributes:
        file: the file's name.
        key: the column's name, or its number from 1 in a table without column names.

    """

    file: str
    key: Key

    def __str__(self) -> str:
        """Return the name that a visitor sees."""
        return described(self.file, self.key)

    def written(self) -> str:
        """Return the column as the value of a choice, which is JSON.

        >>> FileColumn("a.csv", "hyp").written()
        '["a.csv", "hyp"]'
        """
        return json.dumps([self.file, self.key])

    @classmethod
    def from_written(cls, text: str) -> FileColumn:
        """Return the column that the value of a choice stands for.

        Raises:
            InputError: if it stands for none.

        >>> FileColumn.from_written('["a.csv", 2]')
        FileColumn(file='a.csv', key=2)

        """
        try:
            file, key = json.loads(text)
        except (ValueError, TypeError, RecursionError):
            file, key = None, None
        if not isinstance(file, str) or not isinstance(key, (str, int)) or isinstance(key, bool):
            raise InputError("page.unlisted_column")
        return cls(file, key)


def named_columns(columns: Sequence[FileColumn]) -> dict[str, FileColumn]:
    """Name columns as shortly as they can be told apart: by column, by file, or by both.

    >>> [*named_columns([FileColumn("a.csv", "wide"), FileColumn("a.csv", "narrow")])]
    ['wide', 'narrow']
    >>> [*named_columns([FileColumn("old.txt", ""), FileColumn("new.txt", "")])]
    ['old', 'new']
    >>> [*named_columns([FileColumn("a.csv", "hyp"), FileColumn("a.txt", "")])]
    ['a.csv: hyp', 'a.txt']

    """
    of_column = [str(column.key) for column in columns]
    of_file = [Path(column.file).stem for column in columns]
    for names in (of_column, of_file):
        if len({*names}) == len(names) and all(names):
            return dict(zip(names, columns, strict=True))
    return {str(column): column for column in columns}

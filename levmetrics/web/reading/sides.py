"""Guesses of the columns of references and predictions from the names of columns and files.

A wrong guess would give a wrong score, so the visitor decides ambiguous cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from levmetrics.formats.headings import (
    GROUPS,
    IDS,
    PREDICTIONS,
    REFERENCES,
    all_named,
    is_named,
    text_column,
)
from levmetrics.web.reading.read_as import FileColumn

_USUAL = {"references": REFERENCES, "predictions": PREDICTIONS}
_OTHER = {"references": "predictions", "predictions": "references"}
_BETWEEN_WORDS = re.compile(r"[\W_\d]+")


def guessed_sides(columns: Sequence[FileColumn]) -> dict[str, FileColumn | None]:
    """Return the column of each side.

    It is the only column with a usual name of the side, or the text column of the only file with
    such a name; or else the text column of the only other file.

    Args:
        columns: the columns of all files, grouped by file.

    Returns:
        The columns of ``"references"`` and ``"predictions"``; ``None`` if the names are ambiguous.

    >>> found = guessed_sides([FileColumn("ref.txt", ""), FileColumn("my_hyp.txt", "")])
    >>> print(found["references"], found["predictions"])
    ref.txt my_hyp.txt
    >>> guessed_sides([FileColumn("a.txt", ""), FileColumn("b.txt", "")])["references"] is None
    True

    """
    files = [[*group] for _, group in groupby(columns, key=lambda column: column.file)]
    named = {side: [*_by_column_name(files, usual)] for side, usual in _USUAL.items()}
    taken = {column.file for found in named.values() for column in found}
    texts = [text for file in files if file[0].file not in taken and (text := _only_text(file))]
    for side, usual in _USUAL.items():
        other = _USUAL[_OTHER[side]]
        named[side] += [text for text in texts if _says(text.file, usual, other)]
    guesses = {side: found[0] if len(found) == 1 else None for side, found in named.items()}
    for side in _USUAL:
        rest = [text for text in texts if text != guesses[_OTHER[side]]]
        if not named[side] and guesses[_OTHER[side]] in texts and len(rest) == 1:
            guesses[side] = rest[0]
    return guesses


def guessed_systems(columns: Sequence[FileColumn]) -> list[FileColumn]:
    """Return the columns of the systems to compare on the same references.

    If the references are unambiguous, these are each file's columns with a usual name of
    predictions, or else its only text column.

    Args:
        columns: the columns of all files, grouped by file.

    Returns:
        Two or more columns; empty if a file is ambiguous.

    >>> names = ["ref.txt", "wide.txt", "narrow.txt"]
    >>> print(*guessed_systems([FileColumn(name, "") for name in names]))
    wide.txt narrow.txt

    """
    references = guessed_sides(columns)["references"]
    if references is None:
        return []
    systems: list[FileColumn] = []
    for _, group in groupby(columns, key=lambda column: column.file):
        file = [*group]
        found = [*_by_column_name([file], PREDICTIONS)]
        if not found and references not in file:
            text = _only_text(file)
            if text is None:
                return []
            found = [text]
        systems += found
    return systems if len(systems) > 1 else []


def _by_column_name(
    files: Sequence[Sequence[FileColumn]], usual: Sequence[str]
) -> Iterator[FileColumn]:
    """Return the columns with a usual name of a side."""
    for file in files:
        names = [column.key for column in file if isinstance(column.key, str)]
        fitting = all_named(names, usual)
        yield from (column for column in file if column.key in fitting)


def _only_text(file: Sequence[FileColumn]) -> FileColumn | None:
    """Return a file's column of texts: by name, or the only one besides ids and groups."""
    name = text_column([column.key for column in file if isinstance(column.key, str)])
    for column in file:
        if column.key == name:
            return column
    others = [
        column
        for column in file
        if not (isinstance(column.key, str) and is_named(column.key, [*IDS, *GROUPS]))
    ]
    return others[0] if len(others) == 1 else None


def _says(file: str, usual: Sequence[str], other: Sequence[str]) -> bool:
    """Whether a file's name includes a usual name of one side, and none of the other.

    >>> _says("asr-hyp.v2.txt", PREDICTIONS, REFERENCES), _says("正解.txt", REFERENCES, PREDICTIONS)
    (True, True)
    >>> _says("ref_and_hyp.txt", REFERENCES, PREDICTIONS), _says("refuse.txt", REFERENCES, [])
    (False, False)

    """
    words = _BETWEEN_WORDS.split(Path(file).stem.lower())
    return _has_usual(words, usual) and not _has_usual(words, other)


def _has_usual(words: Sequence[str], usual: Sequence[str]) -> bool:
    """Whether a word is a usual name or, in Japanese, contains one."""
    return any(
        word in usual or any(name in word for name in usual if not name.isascii()) for word in words
    )

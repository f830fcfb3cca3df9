"""Which columns hold references and predictions, as far as the names of columns and files say.

A wrong guess would be a wrong score, so that what is in doubt is left to the visitor.
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
)
from levmetrics.web.reading.read_as import FileColumn

_USUAL = {"references": REFERENCES, "predictions": PREDICTIONS}
_OTHER = {"references": "predictions", "predictions": "references"}
_TEXT = "text"
_BETWEEN_WORDS = re.compile(r"[\W_\d]+")


def guessed_sides(columns: Sequence[FileColumn]) -> dict[str, FileColumn | None]:
    """Return the column of each side.

    It is the only one with a usual name of the side, or in a file with such a name that has one
    column of texts; or else that of the only other such file.

    Args:
        columns: of all files, those of a file together.

    Returns:
        The columns of ``"references"`` and ``"predictions"``; ``None`` where the names do not say.

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
    """Return the columns of the systems that are compared with the same references.

    Where the references leave no doubt, these are in every file the columns with a usual name of
    predictions, or else the only column of texts.

    Args:
        columns: of all files, those of a file together.

    Returns:
        Two or more; none where a file does not say which they are.

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
    """Return the columns whose names are usual ones of a side."""
    for file in files:
        names = [column.key for column in file if isinstance(column.key, str)]
        fitting = all_named(names, usual)
        yield from (column for column in file if column.key in fitting)


def _only_text(file: Sequence[FileColumn]) -> FileColumn | None:
    """Return the column of a file's texts: the one of that name, or beside ids and groups."""
    for column in file:
        if column.key == _TEXT:
            return column
    others = [
        column
        for column in file
        if not (isinstance(column.key, str) and is_named(column.key, [*IDS, *GROUPS]))
    ]
    return others[0] if len(others) == 1 else None


def _says(file: str, usual: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether a file's name has a usual name of one side, and none of the other.

    >>> _says("asr-hyp.v2.txt", PREDICTIONS, REFERENCES), _says("正解.txt", REFERENCES, PREDICTIONS)
    (True, True)
    >>> _says("ref_and_hyp.txt", REFERENCES, PREDICTIONS), _says("refuse.txt", REFERENCES, [])
    (False, False)

    """
    words = _BETWEEN_WORDS.split(Path(file).stem.lower())
    return _has_usual(words, usual) and not _has_usual(words, other)


def _has_usual(words: Sequence[str], usual: Sequence[str]) -> bool:
    """Tell whether a word is a usual name, or in Japanese has one in it."""
    return any(
        word in usual or any(name in word for name in usual if not name.isascii()) for word in words
    )

"""Guesses of the columns of references and predictions from the names of columns and files.

A wrong guess would give a wrong score, so the visitor decides ambiguous cases.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from levmetrics.formats.headings import (
    GROUPS,
    IDS,
    PREDICTIONS,
    REFERENCES,
    Key,
    all_named,
    is_named,
    text_column,
)
from levmetrics.web.reading.read_as import FileColumn

_USUAL = {"references": REFERENCES, "predictions": PREDICTIONS}
_OTHER = {"references": "predictions", "predictions": "references"}
_BETWEEN_WORDS = re.compile(r"[\W_\d]+")


def guessed_sides(files: Mapping[str, Sequence[Key]]) -> dict[str, FileColumn | None]:
    """Return the column of each side.

    It is the only column with a usual name of the side, or the text column of the only file with
    such a name; or else the text column of the only other file.

    Args:
        files: the columns of each file.

    Returns:
        The columns of ``"references"`` and ``"predictions"``; ``None`` if the names are ambiguous.

    >>> found = guessed_sides({"ref.txt": [""], "my_hyp.txt": [""]})
    >>> print(found["references"], found["predictions"])
    ref.txt my_hyp.txt
    >>> guessed_sides({"a.txt": [""], "b.txt": [""]})["references"] is None
    True

    """
    named = {
        side: [FileColumn(file, key) for file, keys in files.items() for key in _named(keys, usual)]
        for side, usual in _USUAL.items()
    }
    taken = {column.file for found in named.values() for column in found}
    others = {file: _only_text(keys) for file, keys in files.items() if file not in taken}
    texts = [FileColumn(file, key) for file, key in others.items() if key is not None]
    for side, usual in _USUAL.items():
        other = _USUAL[_OTHER[side]]
        named[side] += [text for text in texts if _says(text.file, usual, other)]
    guesses = {side: found[0] if len(found) == 1 else None for side, found in named.items()}
    for side in _USUAL:
        rest = [text for text in texts if text != guesses[_OTHER[side]]]
        if not named[side] and guesses[_OTHER[side]] in texts and len(rest) == 1:
            guesses[side] = rest[0]
    return guesses


def guessed_systems(files: Mapping[str, Sequence[Key]]) -> list[FileColumn]:
    """Return the columns of the systems to compare on the same references.

    If the references are unambiguous, these are each file's columns with a usual name of
    predictions, or else its only text column.

    Args:
        files: the columns of each file.

    Returns:
        Two or more columns; empty if a file is ambiguous.

    >>> print(*guessed_systems({"ref.txt": [""], "wide.txt": [""], "narrow.txt": [""]}))
    wide.txt narrow.txt

    """
    references = guessed_sides(files)["references"]
    if references is None:
        return []
    systems: list[FileColumn] = []
    for file, keys in files.items():
        found: Sequence[Key | None] = _named(keys, PREDICTIONS)
        if not found and file != references.file:
            found = [_only_text(keys)]
        for key in found:
            if key is None:
                return []
            systems.append(FileColumn(file, key))
    return systems if len(systems) > 1 else []


def _named(keys: Sequence[Key], usual: Sequence[str]) -> list[str]:
    """Return the columns with a usual name of a side."""
    return all_named([key for key in keys if isinstance(key, str)], usual)


def _only_text(keys: Sequence[Key]) -> Key | None:
    """Return a file's column of texts: by name, or the only one besides ids and groups."""
    names = [key for key in keys if isinstance(key, str)]
    named = [name for name in names if is_named(name, [*IDS, *GROUPS])]
    others = [key for key in keys if key not in named]
    return text_column(names) or (others[0] if len(others) == 1 else None)


def _says(file: str, usual: Sequence[str], other: Sequence[str]) -> bool:
    """Whether a file's name includes a usual name of one side, and none of the other.

    >>> _says("asr-hyp.v2.txt", PREDICTIONS, REFERENCES), _says("正解.txt", REFERENCES, PREDICTIONS)
    (True, True)
    >>> _says("ref_and_hyp.txt", REFERENCES, PREDICTIONS), _says("refuse.txt", REFERENCES, [])
    (False, False)

    """
    words = _BETWEEN_WORDS.split(Path(file).stem.lower())

    def has_one(names: Sequence[str]) -> bool:  # a word, or in Japanese a part of one
        parts = [name for name in names if not name.isascii()]
        return any(word in names or any(part in word for part in parts) for word in words)

    return has_one(usual) and not has_one(other)

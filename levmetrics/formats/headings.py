"""The names of a file's columns, and which of them say what they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from levmetrics.errors import InputError
from levmetrics.formats.reading_limits import Limits

Key: TypeAlias = "str | int"
"""A column: its name, or its number from 1 in a table whose first row is a sample."""

# Only names that say which side they are; "text", "answer" or "transcription" may be either.
PREDICTIONS = (
    "prediction",
    "predictions",
    "predicted",
    "hypothesis",
    "hypotheses",
    "hyp",
    "output",
    "model output",
    "pred",
    "予測",
    "仮説",
    "認識結果",
)
REFERENCES = (
    "reference",
    "references",
    "target",
    "ref",
    "label",
    "gold",
    "ground truth",
    "truth",
    "answers",
    "正解",
    "参照",
)


def is_named(name: str, known: Sequence[str]) -> bool:
    """Tell whether a name is one of those known, however it is written.

    >>> is_named("Model_Output ", PREDICTIONS), is_named("output", REFERENCES)
    (True, False)
    """
    return name.strip().lower().replace("_", " ") in known


def described(file: str, key: Key, between: str = ": ") -> str:
    """Name a column of a file for a reader.

    >>> described("a.csv", "hyp"), described("a.csv", 2), described("a.txt", "")
    ('a.csv: hyp', 'a.csv: column 2, no header', 'a.txt')
    """
    name = f"column {key}, no header" if isinstance(key, int) else key
    return f"{file}{between}{name}" if name else file


def checked_names(file: str, names: Sequence[str], limits: Limits) -> list[str]:
    """Return the names of a file's columns, if they tell its columns apart.

    Raises:
        InputError: if two are the same, or they are more than is allowed.

    """
    limits.check_columns(file, len(names))
    for name, times in Counter(names).items():
        if times > 1:
            raise InputError(f"{file} has two columns named {name!r}; rename one")
    return list(names)


def checked_name(file: str, names: Sequence[str], key: Key, limits: Limits) -> str:
    """Return the name of a column, if a file of named columns has it.

    Raises:
        InputError: if it has not, and as :func:`checked_names` does.

    """
    if isinstance(key, int):
        raise InputError(f"{file} has no columns by number; choose one by its name")
    if key not in checked_names(file, names, limits):
        raise InputError(f"{file} has no column {key!r}; it has {', '.join(names)}")
    return key

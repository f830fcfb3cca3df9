"""The names of a file's columns, and which of them say what they hold."""

from __future__ import annotations

from collections.abc import Sequence

from levmetrics.demo import limits
from levmetrics.errors import InputError

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


def check_number(file: str, columns: Sequence[str]) -> None:
    """Refuse more columns than the page takes.

    Raises:
        InputError: naming the limit.

    """
    if len(columns) > limits.COLUMNS:
        raise InputError(
            f"{file} has {len(columns):,} columns; {limits.COLUMNS} are the most on this page"
        )


def checked_names(file: str, names: Sequence[str]) -> list[str]:
    """Return the names of a file's columns, if they tell its columns apart.

    Raises:
        InputError: if two are the same, or they are more than the page takes.

    """
    check_number(file, names)
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{file} has two columns named {name!r}; rename one")
    return list(names)


def position(file: str, names: Sequence[str], name: str) -> int:
    """Return where a column stands among the names of a file's columns.

    Raises:
        InputError: if it is none of them, and as :func:`checked_names` does.

    """
    if name not in checked_names(file, names):
        raise InputError(f"{file} has no column {name!r}; it has {', '.join(names)}")
    return names.index(name)

"""Column names: the usual names, which identify columns, and checks of names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from levmetrics.errors import InputError, Place, few
from levmetrics.lazy import re
from levmetrics.registry import json_in

Key: TypeAlias = "str | int"
"""The name of a column, or its number from 1 in a table without a header."""


# Names of sides are unambiguous: "text", "answer" and "transcription" may be either. Those of texts
# are of neither side in particular: of references beside predictions.
NAMES: Mapping[str, Sequence[str]] = json_in(__package__, "headings.json")
"""Usual column names by what they mean, and words of such names by where they stand."""
PREDICTIONS, REFERENCES, GROUPS, IDS, _TEXTS = (
    NAMES[kind] for kind in ("predictions", "references", "groups", "ids", "texts")
)
_HYPOTHESE, _REFERENZ = (
    NAMES[kind] for kind in ("predictions_beside_references", "references_beside_predictions")
)
# A side, with names that mean it only beside another name.
_AMBIGUOUS = (
    # In other languages, the usual names are also those of fields, as of an invoice.
    (PREDICTIONS, (*REFERENCES, *_REFERENZ), _HYPOTHESE),
    (REFERENCES, (*PREDICTIONS, *_HYPOTHESE), _REFERENZ),
    # The manifests of NeMo and of the Open ASR Leaderboard.
    (REFERENCES, ("pred text",), ("text",)),
    # The submissions to a DocVQA competition.
    (PREDICTIONS, ("questionid",), ("answer",)),
    # Expected texts are compared with received ones, and predictions with the truth.
    (PREDICTIONS, ("expected", "expected text", "expected output"), ("actual",)),
    (REFERENCES, ("predicted", "prediction", "predictions"), ("actual",)),
    # The texts of a test set; elsewhere a column of this name has the systems' names.
    (PREDICTIONS, ("gold",), ("system",)),
)
_TEXT = "text"
USUAL = (*PREDICTIONS, *REFERENCES, *GROUPS, *IDS, *_TEXTS)

_UNNAMED = re.compile(r"column (\d+)")


def is_named(name: str, usual: Sequence[str]) -> bool:
    """Whether a name is in a list, ignoring case, surrounding spaces, underscores and hyphens.

    >>> is_named("Model_Output ", PREDICTIONS), is_named("output", REFERENCES)
    (True, False)
    """
    return name.strip().lower().replace("_", " ").replace("-", " ") in usual


def guessed(names: Sequence[str], usual: Sequence[str]) -> str | None:
    """Return a file's only column name that is a usual one.

    Args:
        names: the names of the columns.
        usual: ``PREDICTIONS``, ``REFERENCES``, ``GROUPS``, ``IDS`` or other names.

    Returns:
        The name; ``None`` if none or several fit.

    >>> guessed(["utt_id", "hyp", "ref"], PREDICTIONS), guessed(["hyp", "output"], PREDICTIONS)
    ('hyp', None)
    >>> guessed(["audio_filepath", "text", "pred_text"], REFERENCES)
    'text'

    """
    fitting = all_named(names, usual)
    return fitting[0] if len(fitting) == 1 else None


def all_named(names: Sequence[str], usual: Sequence[str]) -> list[str]:
    """Return all column names of a file that are usual ones, as in :func:`guessed`.

    >>> all_named(["utt_id", "hyp", "output"], PREDICTIONS)
    ['hyp', 'output']
    >>> all_named(["path", "sentence", "hyp"], REFERENCES), all_named(["sentence"], REFERENCES)
    (['sentence'], [])
    """
    fitting = [name for name in names if is_named(name, usual)]
    for side, beside, ambiguous in _AMBIGUOUS:
        if usual is side and _has(names, beside):
            fitting += [name for name in names if is_named(name, ambiguous)]
    if usual is REFERENCES and not fitting and _has(names, PREDICTIONS):
        return [name for name in names if is_named(name, _TEXTS)]
    return fitting


def text_column(names: Sequence[str]) -> str | None:
    """Return the column of texts of a file whose columns have no usual name of a side.

    Args:
        names: the names of the columns.

    Returns:
        ``text``, of whatever file, or else the only usual name of texts; ``None`` if there is none,
        or several.

    >>> text_column(["path", "sentence", "up_votes"]), text_column(["sentence", "label"])
    ('sentence', None)
    >>> text_column(["text", "sentence"]), text_column(["transcript", "sentence"])
    ('text', None)

    """
    return guessed(names, [_TEXT]) or (None if has_a_side(names) else guessed(names, _TEXTS))


def with_blank_ones_numbered(names: Sequence[str]) -> list[str]:
    """Return the names of several columns, with numbers for blank names.

    >>> with_blank_ones_numbered(["", "ref", " "]), with_blank_ones_numbered([""])
    (['column 1', 'ref', 'column 3'], [''])
    """
    if len(names) == 1:
        return [*names]
    return [name if name.strip() else f"column {n}" for n, name in enumerate(names, start=1)]


def number_of_blank(name: str) -> int | None:
    """Return the number that a column has as its name because its own name was blank.

    >>> number_of_blank("column 3"), number_of_blank("ref")
    (3, None)
    """
    found = _UNNAMED.fullmatch(name)
    return None if found is None else int(found[1])


def has_a_side(names: Iterable[str]) -> bool:
    """Whether one of the names is usual for predictions or references.

    >>> has_a_side(["id", "hyp"]), has_a_side(["id", "text"])
    (True, False)
    """
    return _has(names, [*PREDICTIONS, *REFERENCES])


def _has(names: Iterable[str], usual: Sequence[str]) -> bool:
    return any(is_named(name, usual) for name in names)


def is_heading(names: Sequence[str]) -> bool:
    """Whether a row of texts looks like column names rather than a sample.

    >>> is_heading(["No.", "正解"]), is_heading(["rain", "shine"])
    (True, False)
    """
    return _has(names, USUAL)


def described(file: str, key: Key, between: str = ": ") -> str:
    """Return the name of a column of a file, for messages and labels.

    >>> described("a.csv", "hyp"), described("a.csv", 2), described("a.txt", "")
    ('a.csv: hyp', 'a.csv: column 2, no header', 'a.txt')
    """
    if isinstance(key, int):
        return Place(f"{file}{between}", key, "column")
    return f"{file}{between}{key}" if key else file


def checked_names(file: str, names: Sequence[str]) -> list[str]:
    """Return a file's column names after a check that they are unique.

    Raises:
        InputError: if two are the same.

    """
    for name, count in Counter(names).items():
        if count > 1:
            raise InputError("table.repeated_column", file=file, column=name)
    return list(names)


def check_key(file: str, names: Sequence[str], key: Key, *, has_numbers: bool) -> None:
    """Check that a file has a column.

    Args:
        file: the name of the file.
        names: the names of its columns.
        key: the key of the column.
        has_numbers: whether the columns can also be given by number.

    Raises:
        InputError: if the file has no such column, or two of them.

    """
    if isinstance(key, int) and not has_numbers:
        raise InputError("table.no_numbers", file=file)
    known: list[Key] = [*range(1, len(names) + 1)] if isinstance(key, int) else [*names]
    if key not in known and [*names] == [""]:
        raise InputError("table.unnamed_column", file=file, column=key)
    if key not in known:
        said = len(names) if isinstance(key, int) else few(names)
        raise InputError("table.no_column", file=file, column=key, known=said)
    if known.count(key) > 1:
        raise InputError("table.repeated_column", file=file, column=key)

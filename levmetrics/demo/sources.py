"""Sources of predictions and of references: the page's boxes, or columns of uploaded files.

A source is chosen for the visitor only if the name of a column says which side it is. Otherwise the
visitor must choose one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from levmetrics.demo.example_boxes import example_of
from levmetrics.demo.limits import PAGE
from levmetrics.errors import InputError
from levmetrics.formats.encodings import EncodingError, known_as
from levmetrics.formats.files import column, column_names, first_row
from levmetrics.formats.headings import PREDICTIONS, REFERENCES, Key, described, guessed
from levmetrics.formats.kinds.lines import lines
from levmetrics.formats.source import Source
from levmetrics.rendering.text import legible

PASTED = "pasted"  # the value of the choice of a box
# The column names that say each side.
_HEADINGS = {"predictions": PREDICTIONS, "references": REFERENCES}
_MAX_CHARACTERS = 30  # of a value beside the number of its column


@dataclass(frozen=True)
class FileColumn:
    """A column of an uploaded file.

    Attributes:
        file: the file's name.
        key: the column's name or number.

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


@dataclass(frozen=True)
class Side:
    """Predictions or references.

    Attributes:
        source: the box, example or column that they are from, as a visitor sees it.
        texts: one a sample, or a list for each.

    """

    source: str
    texts: list[str | list[str]]


@dataclass(frozen=True)
class Offer:
    """The columns that uploaded files offer as sources.

    Attributes:
        choices: label and value of each column.
        guesses: for each side the value of the only column whose name says that side, or ``None``.
        notes: sentences on how files were read, or why they were not.

    """

    choices: list[tuple[str, str]]
    guesses: dict[str, str | None]
    notes: list[str]


def by_name(files: Sequence[str] | None) -> dict[str, Path]:
    """Return the paths of uploaded files by their names.

    Raises:
        InputError: if two files have the same name.

    """
    paths: dict[str, Path] = {}
    for path in map(Path, files or []):
        if path.name in paths:
            raise InputError(f"two files are named {path.name}; rename one, and upload both again")
        paths[path.name] = path
    return paths


def offer(files: Sequence[str] | None) -> Offer:
    """Return the columns of files; one that cannot be read is left out, with a note."""
    try:
        paths = by_name(files)
    except InputError as error:
        return Offer([], dict.fromkeys(_HEADINGS), [str(error)])
    choices: list[tuple[str, str]] = []
    named: list[tuple[str, str]] = []  # column name and value
    notes: list[str] = []
    for path in paths.values():
        try:
            _check_exists(path)
            encoding = _encoding(path)
            samples = first_row(path, PAGE, encoding)
            names, note = _read_header(path, samples, encoding)
        except InputError as error:
            notes.append(f"{error}; it is left out")
            continue
        if encoding:
            notes.append(
                f"{path.name} was read as {known_as(encoding)}, which it looks like; if its texts "
                "are wrong below, save it as UTF-8 and upload it again"
            )
        notes += [note] if note else []
        named += [(name or path.stem, FileColumn(path.name, name).written()) for name in names]
        choices += [_choice(FileColumn(path.name, name)) for name in names]
        choices += [
            _choice(FileColumn(path.name, number), f" ({_shortened(sample)})")
            for number, sample in enumerate(samples, start=1)
        ]
    return Offer(choices, _guesses(named), notes)


def _encoding(path: Path) -> str | None:
    """Return the encoding that a text file looks like, as Excel's cp932.

    ``None``: it is UTF-8, says its encoding itself, is no text, or looks like nothing known.
    """
    try:
        for _ in Source(path, limits=PAGE).decoded():
            pass
    except EncodingError as error:
        return error.encoding
    except InputError:
        pass  # said of the file where it is read
    return None


def _read_header(path: Path, first: Sequence[str], encoding: str | None) -> tuple[list[str], str]:
    """Return the names of a file's columns, and a note on them, which may be empty.

    Args:
        path: of the file.
        first: the cells of its first row, if that may be a sample.
        encoding: of its text.

    Raises:
        InputError: if the file cannot be read.

    """
    try:
        names = column_names(path, PAGE, encoding)
    except InputError as error:
        if not first:
            raise
        return [], f"{error}, or if its first row is a sample choose columns with 'no header'"
    if not first:
        return names, ""
    return names, (
        f"{path.name}: its first row was read as column names: "
        f"{', '.join(map(_shortened, names))}. If it is a sample, choose columns with 'no header'"
    )


def _guesses(named: Sequence[tuple[str, str]]) -> dict[str, str | None]:
    """Return for each side the value of the only column whose name says that side, or ``None``."""
    names, values = [name for name, _ in named], dict(named)
    guesses = {side: guessed(names, headings) for side, headings in _HEADINGS.items()}
    return {side: None if name is None else values[name] for side, name in guesses.items()}


def _choice(file_column: FileColumn, hint: str = "") -> tuple[str, str]:
    return legible(f"{file_column}{hint}"), file_column.written()


def _shortened(value: str) -> str:
    return value if len(value) <= _MAX_CHARACTERS else f"{value[:_MAX_CHARACTERS]}…"


def chosen_side(side: str, source: str | None, pasted: str, files: Mapping[str, Path]) -> Side:
    """Return the texts of one side.

    Args:
        side: ``"predictions"`` or ``"references"``.
        source: ``PASTED``, or a file's column as :meth:`FileColumn.written` returns it; not used
            without files, where there is only the box.
        pasted: the text of the box.
        files: paths of the uploaded files, by their names.

    Raises:
        InputError: if nothing is chosen, or it cannot be read.

    """
    if not files or source == PASTED:
        example = example_of(pasted)
        return Side(
            f"example ({example})" if example else "pasted text", [*lines(pasted, side, PAGE)]
        )
    file_column = _read_source(side, source)
    if file_column.file not in files:
        raise InputError(f"the file of the {side} is no longer there; upload it again")
    path = files[file_column.file]
    _check_exists(path)
    return Side(str(file_column), column(path, file_column.key, PAGE, _encoding(path)))


def _check_exists(path: Path) -> None:
    if not path.exists():
        raise InputError(f"{path.name} is no longer there; upload it again")


def _read_source(side: str, source: str | None) -> FileColumn:
    """Return the column that a choice's value stands for.

    Raises:
        InputError: for nothing, and for a value that stands for no column.

    """
    if not source:
        raise InputError(f"choose where the {side} are from: the names of the columns do not say")
    try:
        file, key = json.loads(source)
    except (ValueError, TypeError, RecursionError):
        file, key = None, None
    if not isinstance(file, str) or not isinstance(key, (str, int)):
        raise InputError(
            f"choose where the {side} are from in the list; what is there is none of it"
        )
    return FileColumn(file, key)


def both_sides(
    sources: Mapping[str, str | None], pasted: Mapping[str, str], files: Mapping[str, Path]
) -> tuple[Side, Side]:
    """Return predictions and references.

    Args:
        sources: of each side, as :func:`chosen_side` takes them.
        pasted: the text of each side's box.
        files: paths of the uploaded files, by their names.

    Raises:
        InputError: if a side is not chosen or cannot be read, if one is empty and the other is not,
            or if both are the same column.

    """
    preds, target = (chosen_side(side, sources[side], pasted[side], files) for side in _HEADINGS)
    if files and sources["predictions"] == sources["references"] != PASTED:
        raise InputError(f"predictions and references are both {preds.source}; choose another one")
    if bool(preds.texts) != bool(target.texts):
        missing = "references" if preds.texts else "predictions"
        raise InputError(
            f"there are no {missing} yet: paste them, upload a file, or load an example"
        )
    return preds, target

"""Where each side's texts are from: the page's boxes, or a column of an uploaded file.

A source is never filled in for the visitor, unless the name of a column says which side it is: what
is not chosen is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from levmetrics.demo.limits import PAGE
from levmetrics.demo.offered_examples import example_of
from levmetrics.errors import InputError
from levmetrics.formats.files import column, column_names, first_row
from levmetrics.formats.headings import PREDICTIONS, REFERENCES, Key, described, is_named
from levmetrics.formats.lines import lines
from levmetrics.rendering.text import legible

PASTED = "pasted"
_NAMES = {"predictions": PREDICTIONS, "references": REFERENCES}
_SHOWN = 30  # characters of a value beside the number of its column


@dataclass(frozen=True)
class FileColumn:
    """A column of an uploaded file.

    Attributes:
        file: its name.
        key: of the column.

    """

    file: str
    key: Key

    def __str__(self) -> str:
        """Name it for a visitor."""
        return described(self.file, self.key)

    def written(self) -> str:
        """Write it as the value of a choice.

        >>> FileColumn("a.csv", "hyp").written()
        '["a.csv", "hyp"]'
        """
        return json.dumps([self.file, self.key])


@dataclass(frozen=True)
class Side:
    """The texts of one side.

    Attributes:
        source: where they are from, for a visitor.
        texts: one a sample, or a list for each.

    """

    source: str
    texts: list[str | list[str]]


@dataclass(frozen=True)
class Offer:
    """What uploaded files offer.

    Attributes:
        choices: labels with values, for a list to choose from.
        guesses: the value of the column that is one side's by its name, if it is the only one.
        notes: a sentence on each file that needs one: how it was read, or why it was not.

    """

    choices: list[tuple[str, str]]
    guesses: dict[str, str | None]
    notes: list[str]


def by_name(files: Sequence[str] | None) -> dict[str, Path]:
    """Return the paths of uploaded files by their names.

    Raises:
        InputError: if two have the same.

    """
    paths: dict[str, Path] = {}
    for path in map(Path, files or []):
        if path.name in paths:
            raise InputError(f"two files are named {path.name}; rename one, and upload both again")
        paths[path.name] = path
    return paths


def offer(files: Sequence[str] | None) -> Offer:
    """Find out what files offer; one that cannot be read is named, and the others stay."""
    try:
        paths = by_name(files)
    except InputError as error:
        return Offer([], dict.fromkeys(_NAMES), [str(error)])
    choices: list[tuple[str, str]] = []
    named: list[tuple[str, str]] = []
    notes: list[str] = []
    for path in paths.values():
        try:
            _check_it_is_there(path)
            samples = first_row(path, PAGE)
            names, note = _names(path, samples)
        except InputError as error:
            notes.append(f"{error}; it is left out")
            continue
        notes += [note] if note else []
        named += [(name or path.stem, FileColumn(path.name, name).written()) for name in names]
        choices += [_choice(FileColumn(path.name, name)) for name in names]
        choices += [
            _choice(FileColumn(path.name, number), f" ({_shortened(sample)})")
            for number, sample in enumerate(samples, start=1)
        ]
    return Offer(choices, {side: _guess(named, _NAMES[side]) for side in _NAMES}, notes)


def _names(path: Path, first: Sequence[str]) -> tuple[list[str], str]:
    """Return the names of a file's columns, and what is to be said of them.

    Args:
        path: of the file.
        first: its first row, if that may be a sample.

    Raises:
        InputError: if the file cannot be read.

    """
    try:
        names = column_names(path, PAGE)
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


def _guess(named: Sequence[tuple[str, str]], known: Sequence[str]) -> str | None:
    """Return the value of the only column that is named so."""
    found = [value for name, value in named if is_named(name, known)]
    return found[0] if len(found) == 1 else None


def _choice(found: FileColumn, hint: str = "") -> tuple[str, str]:
    return legible(f"{found}{hint}"), found.written()


def _shortened(value: str) -> str:
    return value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"


def chosen_side(side: str, source: str | None, pasted: str, files: Mapping[str, Path]) -> Side:
    """Return the texts of one side.

    Args:
        side: ``"predictions"`` or ``"references"``.
        source: ``PASTED``, or a column of a file as it is written; without files there are only
            the boxes.
        pasted: the text of its box.
        files: the uploaded ones, by their names.

    Raises:
        InputError: if nothing is chosen, or it cannot be read.

    """
    if not files or source == PASTED:
        example = example_of(pasted)
        return Side(
            f"example ({example})" if example else "pasted text", [*lines(pasted, side, PAGE)]
        )
    found = _column(side, source)
    if found.file not in files:
        raise InputError(f"the file of the {side} is no longer there; upload it again")
    path = files[found.file]
    _check_it_is_there(path)
    return Side(str(found), column(path, found.key, PAGE))


def _check_it_is_there(path: Path) -> None:
    if not path.exists():
        raise InputError(f"{path.name} is no longer there; upload it again")


def _column(side: str, source: str | None) -> FileColumn:
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
    """Return both sides, which must be two.

    Args:
        sources: of each side, as :func:`chosen_side` takes them.
        pasted: the text of each box.
        files: the uploaded ones, by their names.

    Raises:
        InputError: if one is not chosen, cannot be read or is empty beside the other, or if both
            are the same column.

    """
    preds, target = (chosen_side(side, sources[side], pasted[side], files) for side in _NAMES)
    if files and sources["predictions"] == sources["references"] != PASTED:
        raise InputError(f"predictions and references are both {preds.source}; choose another one")
    for side, own, other in (("predictions", preds, target), ("references", target, preds)):
        if other.texts and not own.texts:
            raise InputError(
                f"there are no {side} yet: paste them, upload a file, or load an example"
            )
    return preds, target

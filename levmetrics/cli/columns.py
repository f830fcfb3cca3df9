"""The columns that hold predictions, references and groups: as told, or by their usual names."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from levmetrics.cli.arguments import FileOptions
from levmetrics.control_characters import unsteered
from levmetrics.errors import InputError
from levmetrics.formats.files import Table, table
from levmetrics.formats.headings import GROUPS, IDS, PREDICTIONS, REFERENCES, Key, guessed
from levmetrics.formats.kinds.keyed_text import OF_PREDICTIONS
from levmetrics.formats.kinds.timed_words import Ctm, Stm
from levmetrics.formats.samples import Column
from levmetrics.formats.source import OnRead

_TEXT = "text"  # of a file with one side only


def chosen_columns(
    references: Path,
    predictions: Sequence[Path],
    options: FileOptions,
    groups: str | None = None,
    on_read: OnRead | None = None,
    *,
    refusal: str | None,
) -> tuple[list[Column], Column, Column | None]:
    """Find the columns of predictions, references and groups; what was guessed is said.

    Args:
        references: their file.
        predictions: the file of each system.
        options: how the files are read, and the columns' names.
        groups: a file of labels, or a column of the references' file.
        on_read: is told of every read of references and predictions.
        refusal: why references must not have alternatives, and what else to do; ``None``: they may,
            if that is in their format.

    Raises:
        InputError: if a column cannot be found.

    """
    file = table(references, file_format=options.format, encoding=options.encoding, on_read=on_read)
    kind = file.file_format
    file = replace(
        file,
        file_format=(
            kind.with_alternatives() if refusal is None else kind.refusing_alternatives(refusal)
        ),
    )
    target = _column(file, REFERENCES, options.reference_column, "reference")
    preds = [
        _column(_against(file, path, options), PREDICTIONS, options.prediction_column, "prediction")
        for path in predictions
    ]
    if target in preds:
        raise InputError(
            f"predictions and references are both {target}; give another file, or another column "
            "by --prediction-column or --reference-column"
        )
    labels = None if groups is None else _groups(file, groups, options)
    columns = [*preds, target, *([labels] if labels else [])]
    if not options.by_order:
        columns = _with_ids(columns, options.id_column)
    return columns[: len(preds)], columns[len(preds)], columns[-1] if labels else None


def say(sentence: str) -> None:
    """Write a sentence to standard error, with control characters as numbers."""
    print(unsteered(sentence), file=sys.stderr, flush=True)


def _against(references: Table, path: Path, options: FileOptions) -> Table:
    """Return the file of a system's predictions, which may be the file of the references."""
    if path == references.source.path:
        return references
    stm = references.file_format.name == Stm.name
    words = table(
        path,
        file_format=None if stm else options.format,
        encoding=options.encoding,
        on_read=references.source.on_read,
    )
    if stm and words.file_format.name == Ctm.name:
        return Table(words.source, Ctm(references.source))
    return replace(words, file_format=words.file_format.refusing_alternatives(OF_PREDICTIONS))


def _column(file: Table, usual: Sequence[str], given: str | None, side: str) -> Column:
    """Return the column of a side."""
    if given is not None:
        return Column(file, _key(file, given))
    names = file.names
    if names == [""]:
        return Column(file, "")
    name = guessed(names, usual) or guessed(names, [_TEXT])
    if name is None:
        raise InputError(
            f"{file.source.name} has the columns {', '.join(names)}; say which has the {side}s: "
            f"--{side}-column NAME, or its number if there is no heading"
        )
    say(f"{side}s: column {name} of {file.source.name}")
    return Column(file, name)


def _key(file: Table, given: str) -> Key:
    """Return a column's name, or where no column has it, its number."""
    return int(given) if given not in file.names and given.isdecimal() else given


def _groups(references: Table, groups: str, options: FileOptions) -> Column:
    if groups in references.names:
        return Column(references, groups)
    labels = table(Path(groups), encoding=options.encoding)
    return _column(labels, GROUPS, None, "group")


def _with_ids(columns: Sequence[Column], given: str | None) -> list[Column]:
    """Return columns of several files with the ids that match their rows, if all files have them.

    Raises:
        InputError: if only some files have ids.

    """
    if len({column.table for column in columns}) == 1:
        return [*columns]
    keys = [
        guessed(column.table.names, IDS) if given is None else _key(column.table, given)
        for column in columns
    ]
    names = [column.table.source.name for column in columns]
    with_ids = [name for name, key in zip(names, keys, strict=True) if key is not None]
    if not with_ids:
        return [*columns]
    if len(with_ids) < len(columns):
        without = next(name for name, key in zip(names, keys, strict=True) if key is None)
        raise InputError(
            f"{with_ids[0]} has a column of ids, and {without} has none; name it by --id-column, "
            "or add --by-order if their rows are in the same order"
        )
    say(f"rows are matched by the ids of {', '.join(dict.fromkeys(names))}")
    return [
        Column(column.table, column.key, key) for column, key in zip(columns, keys, strict=True)
    ]

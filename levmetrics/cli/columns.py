"""The columns that hold predictions, references and groups: as told, or by their usual names."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from levmetrics.cli.arguments import FileOptions, SystemOptions
from levmetrics.control_characters import without_controls
from levmetrics.errors import InputError, few
from levmetrics.formats.encodings import known_as
from levmetrics.formats.file_format import Values, listed
from levmetrics.formats.files import Table, detected_table
from levmetrics.formats.headings import GROUPS, IDS, PREDICTIONS, REFERENCES, Key, guessed
from levmetrics.formats.kinds.keyed_text import OF_PREDICTIONS
from levmetrics.formats.kinds.timed_words import Ctm, Stm
from levmetrics.formats.samples import Column
from levmetrics.formats.source import OnRead, Source, distinct_names

_TEXT = "text"  # of a file with one side only


class Columns(NamedTuple):
    """The columns of predictions of each system, of references, and of groups if there are any."""

    predictions: Sequence[Column]
    references: Column
    groups: Column | None


def chosen_columns(
    asked: SystemOptions, options: FileOptions, refusal: str | None, on_read: OnRead | None
) -> Columns:
    """Find the columns of predictions, references and groups; what was guessed is said.

    Args:
        asked: the files, and what has the groups.
        options: how the files are read, and the columns' names.
        refusal: why references must not have alternatives, and what else to do; ``None``: they may,
            if that is in their format.
        on_read: is told of every read of references and predictions.

    Raises:
        InputError: if a column cannot be found.

    """
    references, predictions = asked.references, asked.files().values()
    names = distinct_names([references, *predictions])
    encoding = options.reference_encoding or options.encoding
    source = Source(references, encoding, label=names[references])
    file = _opened(source, options.format, on_read)
    file = replace(file, file_format=file.file_format.refusing_alternatives(refusal))
    target = _column(file, REFERENCES, options.reference_column, "reference")
    preds = [
        _column(words, PREDICTIONS, options.prediction_column, "prediction")
        for words in (_against(file, path, names[path], options, refusal) for path in predictions)
    ]
    if target in preds:
        raise InputError("command.same_column", column=str(target))
    labels = None if asked.groups is None else _groups(file, asked.groups, options)
    columns = [*preds, target, *([labels] if labels else [])]
    if not options.by_order:
        columns = _with_ids(columns, options.id_column)
    predicted, (target, *rest) = columns[: len(preds)], columns[len(preds) :]
    return Columns(predicted, target, rest[0] if rest else None)


def say(sentence: str) -> None:
    """Write a sentence to standard error, with control characters as numbers."""
    print(without_controls(sentence), file=sys.stderr, flush=True)


def joined(parts: Iterable[Values | None]) -> list[Any]:
    """Return the values of all parts as one list; of a part that is ``None`` there are none."""
    return [value for part in parts if part is not None for value in listed(part)]


def _opened(source: Source, file_format: str | None, on_read: OnRead | None = None) -> Table:
    """Return a file as a table; an encoding that it only looks like is said."""
    file = detected_table(source, file_format)
    if file.source.encoding != source.encoding:
        looks = known_as(str(file.source.encoding))
        say(f"{source.name} is read as {looks}, which it looks like; --encoding NAME sets another")
    return replace(file, source=file.source.changed(on_read=on_read))


def _against(
    references: Table, path: Path, name: str, options: FileOptions, refusal: str | None
) -> Table:
    """Return the file of a system's predictions, which may be the file of the references."""
    if path == references.source.path:
        return references
    stm = references.file_format.name == Stm.name
    source = Source(path, options.prediction_encoding or options.encoding, label=name)
    words = _opened(source, None if stm else options.format, references.source.on_read)
    if stm and words.file_format.name == Ctm.name:
        return replace(words, file_format=Ctm(references.source, refusal))
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
        code = "command.no_group_column" if side == "group" else "command.no_column"
        raise InputError(code, file=file.source.name, known=few(names), side=side)
    say(f"{side}s: column {name} of {file.source.name}")
    return Column(file, name)


def _key(file: Table, given: str) -> Key:
    """Return a column's name, or where no column has it, its number."""
    return int(given) if given not in file.names and given.isdecimal() else given


def _groups(references: Table, groups: str, options: FileOptions) -> Column:
    if groups in references.names:
        return Column(references, groups)
    labels = _opened(Source(Path(groups), options.encoding), None)
    return _column(labels, GROUPS, None, "group")


def _with_ids(columns: Sequence[Column], given: str | None) -> list[Column]:
    """Return columns of several files with the ids that match their rows, if all files have them.

    Raises:
        InputError: if only some files have ids.

    """
    if len({column.table for column in columns}) == 1:
        return [*columns]
    keyed = []
    for column in columns:
        file = column.table
        key = guessed(file.names, IDS) if given is None else _key(file, given)
        keyed.append(replace(column, ids=key))
    having = [column.table.source.name for column in keyed if column.ids is not None]
    lacking = [column.table.source.name for column in keyed if column.ids is None]
    if having and lacking:
        raise InputError("command.ids_of_some", file=having[0], other_file=lacking[0])
    if having:
        say(f"rows are matched by the ids of {few(dict.fromkeys(having))}")
    return keyed

"""The columns of a command: those of its sides and groups, with the ids that match their rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from levmetrics.cli.arguments import FileOptions
from levmetrics.cli.input_files import opened
from levmetrics.cli.wording import say
from levmetrics.core.sample_kind import TEXTS, SampleKind
from levmetrics.errors import InputError, few
from levmetrics.formats.files import TableFile, detected_table, whole_records
from levmetrics.formats.headings import (
    GROUPS,
    IDS,
    PREDICTIONS,
    REFERENCES,
    Key,
    guessed,
    is_named,
    text_column,
)
from levmetrics.formats.kinds.json_files import JsonLines, JsonRecords, JsonTable
from levmetrics.formats.kinds.rows import RowFormat
from levmetrics.formats.matching import Column
from levmetrics.formats.shared_ids import matched
from levmetrics.formats.source import Source

_USUAL = {"reference": REFERENCES, "prediction": PREDICTIONS, "group": GROUPS}
_TEXT = "text"  # the column of a file with one side only
_OF_JSON = (JsonLines, JsonTable)


def columns_of(
    takes: SampleKind,
    files: Iterator[TableFile],
    keys: Sequence[str | None],
    groups: str | None,
    options: FileOptions,
) -> list[Column]:
    """Return the columns of predictions, of references, and of groups if there are any.

    Guessed columns are reported.

    Args:
        takes: what the metric takes.
        files: the file of the references, then that of each system.
        keys: the column of each system, or ``None`` to guess it.
        groups: a column of the references' file, or another file with labels.
        options: how the files are read.

    """
    file = next(files)
    target = _column(file, "reference", options.reference_column, options, takes)
    columns = [
        _column(words, "prediction", key, options, takes)
        for words, key in zip(files, keys, strict=True)
    ]
    if target in columns:
        raise InputError("command.same_column", column=str(target))
    columns.append(target)
    if groups is not None and groups in file.names:
        columns.append(Column(file, groups))
    elif groups is not None:
        read = partial(detected_table, quoting=options.quoting)
        labels = opened(Source(Path(groups), options.encoding), read)
        columns.append(_column(labels, "group", None, replace(options, no_heading=False), TEXTS))
    return columns if options.by_order else _with_ids(columns, options)


def _column(
    file: TableFile, side: str, given: str | None, options: FileOptions, takes: SampleKind
) -> Column:
    """Return the column of a side, or the JSON objects themselves if records have no column."""
    if given is not None:
        return Column(file, _key(file, given, options))
    if takes.column is not None:
        return Column(file, takes.column)
    records = whole_records(file, always=True) if takes.whole_objects else None
    if records is not None:
        return _objects(records, side)
    names = file.names
    if options.no_heading and isinstance(file.file_format, RowFormat):
        raise InputError("command.no_number", file=file.source.name, side=side, count=len(names))
    if names == [""]:
        return Column(file, "")
    name = guessed(names, _USUAL[side])
    if name is None:
        name = guessed(names, [_TEXT]) if side == "group" else text_column(names)
    if name is None and takes.whole_objects and isinstance(file.file_format, _OF_JSON):
        return _objects(replace(file, file_format=JsonRecords()), side)
    if name is None:
        raise _no_column(file, side)
    if takes.whole_objects and side == "reference":
        _check_is_column(file, name)
    say(f"{side}s: column {name} of {file.source.name}")
    return Column(file, name)


def _objects(records: TableFile, side: str) -> Column:
    say(f"{side}s: the objects of {records.source.name}")
    return Column(records, "")


def _no_column(file: TableFile, side: str) -> InputError:
    code = "command.no_column"
    if side == "group":
        code = "command.no_group_column"
    elif isinstance(file.file_format, _OF_JSON):
        code = "command.no_json_column"
    return InputError(code, file=file.source.name, known=few(file.names), side=side)


def _check_is_column(file: TableFile, name: str) -> None:
    """Refuse a column of texts that may be a field of records, of which the rest would be lost.

    Raises:
        InputError: if its first value is no JSON, and other columns are of no known use.

    """
    usual = (IDS, [_TEXT], *_USUAL.values())
    others = [each for each in file.names if not any(is_named(each, names) for names in usual)]
    if not others or not isinstance(file.file_format, _OF_JSON):
        return
    first = next((value for (values,) in file.batches([name]) for value in values[:1]), None)
    if isinstance(first, str) and not first.lstrip().startswith(("{", "[", '"', "null")):
        fields = {"file": file.source.name, "column": name, "others": few(others)}
        raise InputError("command.column_or_field", **fields)


def _key(file: TableFile, given: str, options: FileOptions) -> Key:
    """Return a column's name, or its number in a table without a heading.

    Raises:
        InputError: for a number, if the first row may be a heading and would be scored.

    """
    if not given.isdecimal() or (given in file.names and not options.no_heading):
        return given
    if not options.no_heading and isinstance(file.file_format, RowFormat):
        from levmetrics.formats.first_row import ROWS_FOR_HEADING, has_heading  # rarely needed

        rows = [*islice(file.file_format.rows(file.source), ROWS_FOR_HEADING)]
        if has_heading(rows) is not False:
            named = few(file.names)
            raise InputError("command.first_row", file=file.source.name, known=named)
    return int(given)


def _with_ids(columns: list[Column], options: FileOptions) -> list[Column]:
    """Return the columns with their ids, which match the rows of several files.

    Raises:
        InputError: as in :func:`levmetrics.formats.shared_ids.matched`, with the options.

    """
    keyed = []
    given = options.id_column
    for column in columns:
        file = column.table
        key = guessed(file.names, IDS) if given is None else _key(file, given, options)
        if given is None and isinstance(column.key, int):
            key = None  # of a table without a heading
        keyed.append(replace(column, ids=key))
    try:
        found = matched(keyed)
    except InputError as error:
        raise _with_options(error, columns) from None
    if found.note:
        say(f"{found.note.sentence()}; --id-column and --by-order match them otherwise")
    elif found.by:
        files = few(dict.fromkeys(column.table.source.name for column in columns))
        say(f"rows are matched by the {found.by.replace('_', ' ')} of {files}")
    return found.columns


def _with_options(error: InputError, columns: Sequence[Column]) -> InputError:
    """Return an error of ids with the options that settle it, if there are any."""
    if error.code == "table.several_ids":
        return InputError("command.several_ids", why=error)
    if error.code == "table.other_order":
        return InputError("command.other_order", why=error, column=error.fields["column"])
    if error.code != "table.ids_of_some":
        return error
    if any(column.table.file_format.holds_files for column in columns):
        return InputError("command.folder_and_file", **error.fields)
    return InputError("command.ids_of_some", why=error)

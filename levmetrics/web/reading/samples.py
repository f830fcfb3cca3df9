"""Predictions and references of the columns that a visitor has chosen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import listed
from levmetrics.formats.files import TableFile, as_records
from levmetrics.formats.headings import IDS, Key, guessed
from levmetrics.formats.matching import Column
from levmetrics.formats.samples import Batch, sample_batches, text_batches
from levmetrics.formats.shared_ids import Match, matched
from levmetrics.formats.source import Limits
from levmetrics.web.limits import PAGE, SESSIONS
from levmetrics.web.reading.child import ChildRequest, answers
from levmetrics.web.reading.given import Given
from levmetrics.web.reading.read_as import (
    OF_JSON,
    WHOLE,
    FileColumn,
    Uploaded,
    opened,
    own_column,
)


def read_samples(
    references: FileColumn,
    predictions: Mapping[str, FileColumn],
    groups: FileColumn | None,
    uploaded: Uploaded,
    *,
    by_order: bool = False,
    nested: bool = False,
    alone: bool = False,
) -> Given:
    """Read the samples of some columns, as the command line reads them.

    Rows of several files are matched by ids, or by the file names in ids that are paths, if all
    files have an id column with a usual name. If no file has one, they are matched by order. Files
    of different numbers of rows, which have no order in common, are read one by one.

    Args:
        references: the column of references.
        predictions: the column of each system.
        groups: the column of group labels, if any.
        uploaded: the files.
        by_order: whether to match rows by order if only some files have ids.
        nested: whether a sample may be any JSON value, such as a session, not only a text.
        alone: whether to match no rows, since each side is one text.

    Raises:
        InputError: if there is no such column, if a sample has no text, if the files do not have
            the same ids, if only some have ids, and if they hold more than the page takes.

    """
    columns = [references, *predictions.values(), *([groups] if groups else [])]
    names = " with ".join(dict.fromkeys(column.file for column in columns))
    arguments = {
        "columns": columns,
        "systems": [*predictions],
        "uploaded": uploaded,
        "by_order": by_order,
        "nested": nested,
        "alone": alone,
    }
    (answer,) = answers(_samples, [ChildRequest(names, arguments)])
    if answer.refusal is not None:
        raise answer.refusal
    return Given(**{**answer.value, "notes": [*answer.value["notes"], *answer.notes]})


def _samples(
    columns: Any, systems: Sequence[str], uploaded: Any, by_order: bool, nested: bool, alone: bool
) -> dict[str, Any]:
    """Read references, systems and any groups in the child process."""
    chosen, files = [FileColumn(*column) for column in columns], Uploaded.from_json(uploaded)
    tables = {name: opened(name, files) for name in {column.file for column in chosen}}
    of_json = files.takes in OF_JSON
    whole = {column.file for column in chosen if of_json and column.key == WHOLE}
    sides = [_column(tables[file], key, is_whole=file in whole) for file, key in chosen]
    read = partial(
        _read,
        batches=sample_batches if nested else text_batches,
        limits=PAGE if own_column(files.takes) is None else SESSIONS,
    )
    ids, matched_by, note = None, None, None

    def one_by_one() -> list[list[str | list[str]]]:  # without groups
        return [read([side], 0)[0][0] for side in sides[: len(systems) + 1]]

    if alone:
        texts = one_by_one()
    else:
        sides, matched_by, note = _matched(sides, by_order=by_order)
        try:
            texts, ids = read(sides, len(systems))
        except InputError as error:
            if not error.code.startswith("table.lengths"):
                raise
            texts = one_by_one()
            if len({*map(len, texts)}) == 1:  # the groups do not fit
                raise
    if not texts[0]:
        raise InputError("page.no_rows", place=str(sides[0]))
    target, *others = texts
    singles = [
        _singles(column, str(side), nested=nested)
        for column, side in zip(others, sides[1:], strict=False)
    ]
    return {
        "references": target,
        "predictions": dict(zip(systems, singles, strict=False)),
        "groups": singles[-1] if len(singles) > len(systems) else None,
        "ids": ids,
        "matched_by": matched_by,
        "notes": [] if note is None else [note],
    }


def _read(
    columns: Sequence[Column],
    systems: int,
    batches: Callable[..., Iterator[Batch]],
    limits: Limits,
) -> tuple[list[list[str | list[str]]], list[str] | None]:
    """Return the texts of columns, and their ids.

    Args:
        columns: the columns of references, of each system, and of groups if there are any.
        systems: the number of systems.
        batches: reads the columns.
        limits: the page's limits.

    Raises:
        InputError: as ``batches`` does, and for more or longer texts than the page takes.

    """
    target, *others = columns
    texts: list[list[str | list[str]]] = [[] for _ in columns]
    ids: list[str] = []
    for batch in batches(others[:systems], target, *others[systems:]):
        groups = [] if batch.groups is None else [batch.groups]
        sides = (batch.references, *batch.predictions, *groups)
        for column, of_column, values in zip(columns, texts, sides, strict=True):
            of_column += map(_text, listed(values))
            limits.check_texts(of_column, str(column))
        if batch.ids is not None:
            ids += ["" if one is None else str(one) for one in listed(batch.ids)]
            PAGE.check_texts(ids, f"the ids of {target.table.source.name}")
    return texts, ids or None


def _matched(columns: list[Column], *, by_order: bool) -> Match:
    """Return the columns with what matches their rows.

    Raises:
        InputError: if several columns hold ids that match different rows, and if only some of
            several files have ids, unless ``by_order`` is set.

    """
    if by_order and None in [column.ids for column in columns]:
        return Match(columns, None)
    try:
        return matched(columns)
    except InputError as error:
        if error.code == "table.ids_of_some":
            raise InputError("page.ids_of_some", why=error) from None
        raise


def _column(file: TableFile, key: Key, *, is_whole: bool) -> Column:
    """Return a column with its ids.

    Args:
        file: the file.
        key: the key of the column.
        is_whole: whether the file's whole objects are samples, whose fields are no ids.

    """
    if not is_whole:
        return Column(file, key, ids_key(file, key))
    records = as_records(file) if key == WHOLE else None
    return Column(records or file, key)


def ids_key(file: TableFile, key: Key) -> Key | None:
    """Return the key of a file's id column; ``None`` for a table without column names."""
    return None if isinstance(key, int) else guessed(file.names, IDS)


def _text(value: Any) -> str | list[str]:
    """Return a text or a list of texts unchanged, and any other value as JSON.

    >>> _text("a"), _text(["a", "b"]), _text({"k": ["今"]}), _text([])
    ('a', ['a', 'b'], '{"k": ["今"]}', '[]')
    """
    texts = value if isinstance(value, list) and value else [value]
    return value if all(isinstance(each, str) for each in texts) else _as_json(value)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _singles(texts: Sequence[str | list[str]], name: str, *, nested: bool) -> list[str]:
    """Return one text a sample: of a list its JSON, if samples may be any values.

    Raises:
        InputError: if there is another list; the error names the first.

    """
    for row, text in enumerate(texts, start=1):
        if not nested and not isinstance(text, str):
            raise InputError("page.list_of_texts", place=Place(name, row, "row"))
    return [text if isinstance(text, str) else _as_json(text) for text in texts]

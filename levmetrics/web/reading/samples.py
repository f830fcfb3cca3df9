"""Predictions and references of the columns that a visitor has chosen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from levmetrics.errors import InputError, InputWarning, Place, warn
from levmetrics.formats.file_format import listed
from levmetrics.formats.files import TableFile, as_records
from levmetrics.formats.headings import IDS, Key, guessed
from levmetrics.formats.matching import Column
from levmetrics.formats.samples import Batch, distinct_ids, sample_batches, text_batches
from levmetrics.formats.shared_ids import Match, matched
from levmetrics.web.limits import PAGE, SESSIONS
from levmetrics.web.reading.child import ChildRequest, answers
from levmetrics.web.reading.given import Given, Texts
from levmetrics.web.reading.read_as import (
    OF_JSON,
    WHOLE,
    FileColumn,
    Files,
    Takes,
    opened,
    own_column,
)


def read_samples(
    references: FileColumn,
    predictions: Mapping[str, FileColumn],
    groups: FileColumn | None,
    files: Files,
    takes: Takes = "texts",
    *,
    by_order: bool = False,
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
        files: the files.
        takes: what they are read as; unless as texts, a sample may be any JSON value.
        by_order: whether to match rows by order if only some files have ids.
        alone: whether to match no rows, since each side is one text.

    Raises:
        InputError: if there is no such column, if a sample has no text, if the files do not have
            the same ids, if only some have ids, and if they hold more than the page takes.

    """
    columns = [references, *predictions.values(), *([groups] if groups else [])]
    arguments = {
        "columns": columns,
        "systems": [*predictions],
        "files": files,
        "takes": takes,
        "by_order": by_order,
        "alone": alone,
    }
    names = " with ".join(dict.fromkeys(column.file for column in columns))
    (answer,) = answers(_samples, [ChildRequest(names, arguments)])
    refusal = answer.refusal
    if refusal is not None and refusal.code == "table.ids_of_some":
        refusal = InputError("page.ids_of_some", why=refusal)
    if refusal is not None:
        raise refusal
    return Given(**answer.value, notes=answer.notes)


def _samples(
    columns: Any, systems: Sequence[str], files: Files, takes: Takes, by_order: bool, alone: bool
) -> dict[str, Any]:
    """Read references, systems and any groups in the child process."""
    tables = {name: opened(name, files, takes) for name, _ in columns}
    whole = {name for name, key in columns if takes in OF_JSON and key == WHOLE}
    asked = [_column(tables[name], key, is_whole=name in whole) for name, key in columns]
    count = len(systems) + 1
    is_in_order = alone or (by_order and None in [column.ids for column in asked])
    match = Match(asked, None) if is_in_order else matched(asked)
    if alone:
        texts, ids = _one_by_one(asked[:count], takes), None
    else:
        try:
            texts, ids = _read(match.columns, count, takes)
        except InputError as error:
            if not error.code.startswith("table.lengths"):
                raise
            texts, ids = _one_by_one(match.columns[:count], takes), None
            if len({*map(len, texts)}) == 1:  # it is the groups that do not fit
                raise
    if match.note is not None:
        warn(InputWarning(match.note))
    if not texts[0]:
        raise InputError("page.no_rows", place=str(asked[0]))
    singles = [_singles(*each, takes) for each in zip(texts[1:], map(str, asked[1:]), strict=False)]
    return {
        "references": texts[0],
        "predictions": dict(zip(systems, singles, strict=False)),
        "groups": singles[-1] if len(texts) > count else None,
        "ids": ids,
        "matched_by": match.by,
    }


def _one_by_one(columns: Sequence[Column], takes: Takes) -> list[Texts]:
    """Return the texts of columns whose rows have nothing to do with each other."""
    return [_read([column], 1, takes)[0][0] for column in columns]


def _read(
    columns: Sequence[Column], sides: int, takes: Takes
) -> tuple[list[Texts], list[str] | None]:
    """Return the texts of columns, and their ids if these distinguish the samples.

    Args:
        columns: the columns of references, of each system, and of groups if there are any.
        sides: the number of columns without that of groups.
        takes: what they are read as.

    Raises:
        InputError: as the columns raise it, and for more or longer texts than the page takes.

    """
    batches: Callable[..., Iterator[Batch]] = text_batches if takes == "texts" else sample_batches
    limits = PAGE if own_column(takes) is None else SESSIONS
    target, *others = columns
    texts: list[list[str | list[str]]] = [[] for _ in columns]
    ids: list[str] = []
    for batch in batches(others[: sides - 1], target, *others[sides - 1 :]):
        groups = [] if batch.groups is None else [batch.groups]
        values = (batch.references, *batch.predictions, *groups)
        for column, of_column, of_batch in zip(columns, texts, values, strict=True):
            of_column += map(text_or_texts, listed(of_batch))
            limits.check_texts(of_column, str(column))
        if batch.ids is not None:
            ids += ["" if one is None else str(one) for one in listed(batch.ids)]
            PAGE.check_texts(ids, f"the ids of {target.table.source.name}")
    return [*texts], distinct_ids(ids)


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


def text_or_texts(value: Any) -> str | list[str]:
    """Return a text or a list of texts unchanged, and any other value as JSON.

    >>> text_or_texts("a"), text_or_texts(["a", "b"]), text_or_texts({"k": ["今"]})
    ('a', ['a', 'b'], '{"k": ["今"]}')
    """
    texts = value if isinstance(value, list) and value else [value]
    return value if all(isinstance(each, str) for each in texts) else _as_json(value)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _singles(texts: Texts, name: str, takes: Takes) -> list[str]:
    """Return one text a sample: of a list its JSON, if samples may be any values.

    Raises:
        InputError: if there is another list; the error names the first.

    """
    for row, text in enumerate(texts, start=1):
        if takes == "texts" and not isinstance(text, str):
            raise InputError("page.list_of_texts", place=Place(name, row, "row"))
    return [text if isinstance(text, str) else _as_json(text) for text in texts]

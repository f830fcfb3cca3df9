"""Predictions and references of the columns that a visitor has chosen."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import Values, listed
from levmetrics.formats.files import TableFile, as_records
from levmetrics.formats.headings import IDS, Key, guessed
from levmetrics.formats.matching import Column
from levmetrics.formats.samples import sample_batches, text_batches
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
) -> Given:
    """Read the samples of some columns, as the command line reads them.

    Rows of several files are matched by ids, or by the file names in ids that are paths, if all
    files have an id column with a usual name. If no file has one, they are matched by order.

    Args:
        references: the column of references.
        predictions: the column of each system.
        groups: the column of group labels, if any.
        uploaded: the files.
        by_order: whether to match rows by order if only some files have ids.
        nested: whether a sample may be any JSON value, such as a session, not only a text.

    Raises:
        InputError: if there is no such column, if a sample has no text, if the files do not have
            the same samples, if only some have ids, and if they hold more than the page takes.

    """
    columns = [references, *predictions.values(), *([groups] if groups else [])]
    names = " with ".join(dict.fromkeys(column.file for column in columns))
    arguments = {
        "columns": columns,
        "systems": [*predictions],
        "uploaded": uploaded,
        "by_order": by_order,
        "nested": nested,
    }
    (answer,) = answers(_samples, [ChildRequest(names, arguments)])
    if answer.refusal is not None:
        raise answer.refusal
    return Given(**{**answer.value, "notes": [*answer.value["notes"], *answer.notes]})


def _samples(
    columns: Any, systems: Sequence[str], uploaded: Any, by_order: bool, nested: bool
) -> dict[str, Any]:
    """Read references, systems and any groups in the child process."""
    chosen, files = [FileColumn(*column) for column in columns], Uploaded.from_json(uploaded)
    tables = {name: opened(name, files) for name in {column.file for column in chosen}}
    of_json = files.takes in OF_JSON
    whole = {column.file for column in chosen if of_json and column.key == WHOLE}
    (target, *others), matched_by, note = _matched(
        [_column(tables[file], key, is_whole=file in whole) for file, key in chosen],
        by_order=by_order,
    )
    preds, labels = others[: len(systems)], others[-1] if len(others) > len(systems) else None
    limits = PAGE if own_column(files.takes) is None else SESSIONS
    read = [_ColumnTexts(str(column), limits) for column in (target, *others)]
    ids = _ColumnTexts(f"the ids of {target.table.source.name}")
    for batch in (sample_batches if nested else text_batches)(preds, target, labels):
        of_groups = [] if batch.groups is None else [batch.groups]
        for texts, values in zip(
            read, (batch.references, *batch.predictions, *of_groups), strict=True
        ):
            texts.add(values)
        if batch.ids is not None:
            ids.add(["" if one is None else str(one) for one in listed(batch.ids)])
    if not read[0].texts:
        raise InputError("page.no_rows", place=str(target))
    return {
        "references": read[0].texts,
        "predictions": {
            system: texts.single(nested=nested)
            for system, texts in zip(systems, read[1:], strict=False)
        },
        "groups": None if labels is None else read[-1].single(),
        "ids": ids.texts or None,
        "matched_by": matched_by,
        "notes": [] if note is None else [note],
    }


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


@dataclass
class _ColumnTexts:
    """The texts of a column, up to limits.

    Attributes:
        name: the name of the column.
        limits: the page's limits.
        texts: the texts read so far.

    """

    name: str
    limits: Limits = PAGE
    texts: list[str | list[str]] = field(default_factory=list)

    def add(self, values: Values) -> None:
        """Add some rows.

        Raises:
            InputError: if there are too many of them, or they are too long.

        """
        self.texts += map(_text, listed(values))
        sizes = (len(text) if isinstance(text, str) else sum(map(len, text)) for text in self.texts)
        self.limits.check_texts(np.fromiter(sizes, np.int64, len(self.texts)), self.name)

    def single(self, *, nested: bool = False) -> list[str]:
        """Return the texts; lists are not allowed, or returned as JSON.

        Raises:
            InputError: if there is a list; the error names the first.

        """
        if nested:
            return [text if isinstance(text, str) else _as_json(text) for text in self.texts]
        for row, text in enumerate(self.texts, start=1):
            if not isinstance(text, str):
                raise InputError("page.list_of_texts", place=Place(self.name, row, "row"))
        return self.texts  # type: ignore[return-value]

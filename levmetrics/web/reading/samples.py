"""Predictions and references of the columns that a visitor has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import Values, listed
from levmetrics.formats.files import Table
from levmetrics.formats.headings import IDS, Key, guessed
from levmetrics.formats.matching import Column, matched_by_file_name
from levmetrics.formats.samples import text_batches
from levmetrics.web.limits import PAGE
from levmetrics.web.reading.child import Request, answers
from levmetrics.web.reading.read_as import FileColumn, ReadAs, opened

Matching: TypeAlias = Literal["ids", "file_names"]
"""By what the rows of several files are matched, where it is not by their order."""


@dataclass(frozen=True)
class Samples:
    """Predictions and references of the same samples.

    Attributes:
        references: a text for each sample, or a list of texts.
        predictions: a text for each sample, by the system.
        groups: the group of each sample, as its speaker; ``None`` without groups.
        ids: of the samples; ``None`` without ids.
        matched_by: what tells which rows of several files belong together; ``None``: their order.

    """

    references: list[str | list[str]]
    predictions: dict[str, list[str]]
    groups: list[str] | None = None
    ids: list[str] | None = None
    matched_by: Matching | None = None


def read_samples(
    references: FileColumn,
    predictions: Mapping[str, FileColumn],
    groups: FileColumn | None,
    paths: Mapping[str, Path],
    read_as: Mapping[str, ReadAs],
    *,
    by_order: bool = False,
) -> Samples:
    """Read the samples of some columns, as the command line reads them.

    Rows of several files are matched by their ids if all of the files have a column of them, by its
    usual names, or by the file names in ids that are paths; and if none has one, by their order.

    Args:
        references: their column.
        predictions: the column of each system.
        groups: a column of labels, if there is one.
        paths: of the files, by their names.
        read_as: how they are read, by their names; one that is not there, as it looks.
        by_order: whether rows are matched by their order where only some files have ids.

    Raises:
        InputError: if there is no such column, if a sample has no text, if the files do not have
            the same samples, if only some have ids, and if they hold more than the page takes.

    """
    request = _request(references, predictions, groups, paths, read_as, by_order)
    (answer,) = answers(_samples, [request])
    if answer.refusal is not None:
        raise answer.refusal
    return Samples(**answer.value)


def refusals_of_sides(
    references: FileColumn,
    predictions: Mapping[str, FileColumn],
    groups: FileColumn | None,
    paths: Mapping[str, Path],
    read_as: Mapping[str, ReadAs],
    *,
    by_order: bool = False,
) -> list[InputError | None]:
    """Find at which side samples cannot be read; the arguments are those of :func:`read_samples`.

    The references are read alone, and every other side with them.

    Returns:
        Why they cannot be: of the references, of each system and of the groups. Nothing is known
        of systems and groups if the references are at fault.

    """
    sides = [({}, None), *(({name: column}, None) for name, column in predictions.items())]
    requests = [
        _request(references, systems, labels, paths, read_as, by_order)
        for systems, labels in [*sides, ({}, groups)]
    ]
    refusals = [answer.refusal for answer in answers(_samples, requests)]
    return [refusals[0], None] if refusals[0] else refusals


def _request(
    references: FileColumn,
    predictions: Mapping[str, FileColumn],
    groups: FileColumn | None,
    paths: Mapping[str, Path],
    read_as: Mapping[str, ReadAs],
    by_order: bool,
) -> Request:
    columns = [references, *predictions.values(), *([groups] if groups else [])]
    return Request(
        " with ".join(dict.fromkeys(column.file for column in columns)),
        {
            "references": asdict(references),
            "predictions": {name: asdict(column) for name, column in predictions.items()},
            "groups": groups and asdict(groups),
            "paths": {name: str(path) for name, path in paths.items()},
            "read_as": {name: asdict(how) for name, how in read_as.items()},
            "by_order": by_order,
        },
    )


def _samples(
    references: Mapping[str, Any],
    predictions: Mapping[str, Mapping[str, Any]],
    groups: Mapping[str, Any] | None,
    paths: Mapping[str, str],
    read_as: Mapping[str, Any],
    by_order: bool,
) -> dict[str, Any]:
    """Read the samples, in the child process."""
    for system, column in predictions.items():
        if column == references:
            same = str(FileColumn(**column))
            raise InputError("page.same_column_of_system", system=system, column=same)
    chosen = [references, *predictions.values(), *([groups] if groups else [])]
    where = {name: Path(path) for name, path in paths.items()}
    how = {name: ReadAs(**said) for name, said in read_as.items()}
    tables = {name: opened(name, where, how) for name in {given["file"] for given in chosen}}
    matched_by, (target, *columns) = _matched(
        [_column(tables, FileColumn(**given)) for given in chosen], by_order=by_order
    )
    systems, labels = columns[: len(predictions)], columns[-1] if groups else None
    read = [_Texts(str(column)) for column in (target, *columns)]
    ids = _Texts(f"the ids of {target.table.source.name}")
    for batch in text_batches(systems, target, labels):
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
            system: texts.single() for system, texts in zip(predictions, read[1:], strict=False)
        },
        "groups": read[-1].single() if groups else None,
        "ids": ids.texts or None,
        "matched_by": matched_by,
    }


def _matched(columns: list[Column], *, by_order: bool) -> tuple[Matching | None, list[Column]]:
    """Return what the rows of columns are matched by, and the columns matched so.

    Raises:
        InputError: if only some of several files have ids, unless their order is told.

    """
    if len({column.table for column in columns}) == 1:
        return None, columns
    having = [column.table.source.name for column in columns if column.ids is not None]
    lacking = [column.table.source.name for column in columns if column.ids is None]
    if having and lacking and not by_order:
        raise InputError("page.ids_of_some", file=having[0], other_file=lacking[0])
    if lacking:
        return None, columns
    by_file_name = matched_by_file_name(columns)
    return ("ids", columns) if by_file_name is None else ("file_names", by_file_name)


def _column(tables: Mapping[str, Table], chosen: FileColumn) -> Column:
    file = tables[chosen.file]
    return Column(file, chosen.key, ids_key(file, chosen.key))


def ids_key(file: Table, key: Key) -> Key | None:
    """Return the key of a file's ids; a table with columns by number has none that is known."""
    return None if isinstance(key, int) else guessed(file.names, IDS)


@dataclass
class _Texts:
    """The texts of a column, up to the page's limits.

    Attributes:
        name: of the column.
        texts: as far as they have been read.

    """

    name: str
    texts: list[str | list[str]] = field(default_factory=list)

    def add(self, values: Values) -> None:
        """Add some rows.

        Raises:
            InputError: if there are too many of them, or they are too long.

        """
        self.texts += listed(values)
        sizes = (len(text) if isinstance(text, str) else sum(map(len, text)) for text in self.texts)
        PAGE.check_texts(np.fromiter(sizes, np.int64, len(self.texts)), self.name)

    def single(self) -> list[str]:
        """Return the texts, none of which may be a list.

        Raises:
            InputError: naming the first that is one.

        """
        for row, text in enumerate(self.texts, start=1):
            if not isinstance(text, str):
                raise InputError("page.list_of_texts", place=Place(self.name, row, "row"))
        return self.texts  # type: ignore[return-value]

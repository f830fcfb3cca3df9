"""Rows of several files side by side, matched by order, ids, or file names."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, pairwise
from operator import attrgetter
from typing import Any

import numpy as np

from levmetrics.errors import InputError, Note, few
from levmetrics.formats.file_format import Values, are_all, listed, missing_value
from levmetrics.formats.files import TableFile
from levmetrics.formats.headings import Key, described
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.utterance_ids import ids_of_both
from levmetrics.inputs.arrow import is_array
from levmetrics.lazy import pa

_FOLDERS = re.compile(r".*[/\\]")
_PATH = "path"
ABSENT: Any = object()  # the value of a sample whose id a file lacks
_UNREAD: Any = object()  # the value of an id that was not read yet


@dataclass(frozen=True)
class Column:
    """A column of a file.

    Attributes:
        table: the file.
        key: the key of the column.
        ids: the key of the column of ids, which match rows of several files; ``None``: rows are
            matched by order.
        by_file_name: whether ids are paths, of which only the name after the last ``/`` counts.

    """

    table: TableFile
    key: Key
    ids: Key | None = None
    by_file_name: bool = False

    def __str__(self) -> str:
        """Return the names of file and column, as a ``Place`` if the column is unnamed."""
        return described(self.table.source.name, self.key, ", ")


def side_by_side(
    columns: Sequence[Column], systems: int, *, refuses: bool
) -> Iterator[tuple[list[Values], Values | None]]:
    """Yield batches of the values of columns, with their ids if they have any.

    Rows of several files are matched by id if all columns have ids, and otherwise by order. If
    missing samples are not refused, the value for an id that a file lacks is ``ABSENT``, or
    ``None`` for a label, and ids that only predictions have come last.

    Args:
        columns: the columns of references, of each system, and of groups if there are any.
        systems: the number of columns of predictions.
        refuses: whether ids that a file lacks are refused.

    Raises:
        InputError: if a file has fewer rows than another, or missing, surplus or duplicate ids.

    """
    has_ids = None not in [column.ids for column in columns]
    if has_ids and len({column.table for column in columns}) > 1:
        return _by_id(columns, systems, refuses=refuses)
    return _by_order(columns)


def _by_order(columns: Sequence[Column]) -> Iterator[tuple[list[Values], Values | None]]:
    """Yield the values of columns row by row, and the ids of the first column that has any.

    A warning names ids of several rows, which match no others.

    Raises:
        InputError: if a file has fewer rows than another.

    """
    keys: dict[TableFile, list[Key]] = {}
    ids_of: tuple[TableFile, Key] | None = None
    for column in columns:
        keys.setdefault(column.table, []).append(column.key)
        if ids_of is None and column.ids is not None:
            ids_of = column.table, column.ids
            keys[column.table].append(column.ids)
    hashes = array("q")
    readers = [_Reader(table, of_table) for table, of_table in keys.items()]
    while all(sizes := [reader.waiting_rows() for reader in readers]):
        rows: dict[tuple[TableFile, Key], Values] = {}
        for reader in readers:
            rows.update(reader.taken(min(sizes)))
        values = [rows[column.table, column.key] for column in columns]
        ids = _plain_ids(rows[ids_of]) if ids_of else None
        hashes.extend(map(hash, () if ids is None else _texts(listed(ids))))
        yield values, ids
    if any(sizes):
        raise _lengths_error(readers)
    if ids_of and (repeated := _repeated(hashes, partial(_ids, *ids_of))):
        source = ids_of[0].source
        source.say(Note("note.repeated_ids", {"file": source.name, "ids": few(repeated)}))


def _plain_ids(ids: Values) -> Values:
    """Return ids, as :func:`plain_id` does."""
    if is_array(ids) and not pa.types.is_struct(ids.type):
        return ids
    plain = listed(ids)
    return plain if are_all(plain, str) else [*map(plain_id, plain)]


class _Reader:
    """A reader of some columns of a file, any number of rows at a time."""

    def __init__(self, table: TableFile, keys: Sequence[Key]) -> None:
        self.table = table
        self.row_count = 0  # the number of rows read
        self._waiting: dict[Key, Values] = dict.fromkeys(keys, ())  # rows read and not yet taken
        self._batches = table.batches([*self._waiting])

    def waiting_rows(self) -> int:
        """Read on if no rows wait, and return the number that do; 0 at the end."""
        while not (size := min(map(len, self._waiting.values()))):
            batch = next(self._batches, None)
            if batch is None:
                break
            self._waiting = dict(zip(self._waiting, batch, strict=True))
            self.row_count += len(batch[0])
        return size

    def taken(self, size: int) -> dict[tuple[TableFile, Key], Values]:
        """Return the next rows of every column."""
        rows: dict[tuple[TableFile, Key], Values] = {}
        for key, values in self._waiting.items():
            rows[self.table, key], self._waiting[key] = values[:size], values[size:]
        return rows

    def ends_empty(self) -> bool:
        """Read all rows, and return whether the last one has an empty text."""
        last: list[Any] = []
        while size := self.waiting_rows():
            last = listed(next(iter(self._waiting.values()))[-1:])
            self.taken(size)
        return last == [""]


def _lengths_error(readers: Sequence[_Reader]) -> InputError:
    """Return the error for the first two neighbouring files with different numbers of rows."""
    ends_empty = {reader: reader.ends_empty() for reader in readers}
    one, other = next(pair for pair in pairwise(readers) if pair[0].row_count != pair[1].row_count)
    code = "table.lengths"
    if ends_empty[max(one, other, key=attrgetter("row_count"))]:
        is_first = one.row_count > other.row_count
        code = "table.lengths_first_ends_empty" if is_first else "table.lengths_second_ends_empty"
    first = {"file": one.table.source.name, "count": one.row_count}
    second = {"second": other.table.source.name, "second_count": other.row_count}
    return InputError(code, **first, **second)


def _by_id(
    columns: Sequence[Column], systems: int, *, refuses: bool
) -> Iterator[tuple[list[Values], Values]]:
    """Yield the values of columns matched by id, in the order of the first column.

    Memory holds the hashes of all ids, and the rows in another order than the first column's. The
    arguments are those of :func:`side_by_side`.

    Raises:
        InputError: for ids that are missing, surplus or duplicate.

    """
    folds = any(column.table.file_format.folds_ids for column in columns)
    first, *others = (_Finder(column, folds=folds) for column in columns)
    for label in others[systems:]:
        label.absent = None
    for wanted, ids, values in first.batches():
        found = [finder.found(wanted) for finder in others]
        # If an id is missing, the final error names all missing ones.
        if not (refuses and any(finder.missing for finder in others)):
            yield [values, *found], ids
    surplus = [finder.surplus() for finder in others]
    # The references come first: timed words have the ids of their segments.
    for finder in (first, *others):
        finder.check_ids()
    if not refuses:
        only_predicted = [*dict.fromkeys(chain.from_iterable(surplus[:systems]))]
        absent = [ABSENT] * len(only_predicted)
        yield [absent, *(finder.found(only_predicted) for finder in others)], only_predicted
        return
    for finder, unrequested in zip(others, surplus, strict=True):
        if finder.missing or unrequested:
            files = {"file": finder.name, "second": first.name}
            if not finder.missing:
                files = {"file": first.name, "second": finder.name}
            has_gap = finder.missing and finder in others[systems:]
            code = "groups.missing_ids" if has_gap else "table.missing_ids"
            raise InputError(code, **files, ids=few(finder.missing or unrequested))


def matched_by_file_name(columns: Sequence[Column]) -> list[Column] | None:
    """Return columns to match by the file names in their ids, which are paths.

    Manifests of one data set on two machines may have its files in different folders.

    Args:
        columns: columns of several files, with ids.

    Returns:
        The columns; ``None`` if file names do not match more rows than whole paths do, or if a file
        has two paths with one file name.

    """
    of_files = [(column.table, column.ids) for column in columns if column.ids is not None]
    if not any(_FOLDERS.match(next(_ids(*column), "")) for column in of_files):
        return None
    if file_names_that_match([[*_ids(*column)] for column in of_files]) is None:
        return None
    return [replace(column, by_file_name=True) for column in columns]


def file_names_that_match(ids: Sequence[Sequence[str]]) -> list[list[str]] | None:
    """Return the file names in ids that are paths, if they match more samples than the ids do.

    Args:
        ids: the ids of each side.

    Returns:
        The file names of each side; ``None`` if they match no more, or if a side has two paths with
        one file name.

    >>> file_names_that_match([["/mnt/a.wav", "/mnt/b.wav"], ["/home/b.wav", "/home/a.wav"]])
    [['a.wav', 'b.wav'], ['b.wav', 'a.wav']]
    >>> file_names_that_match([["a/1.wav", "b/1.wav"], ["c/1.wav", "d/1.wav"]])

    """
    names = [[*map(file_name, of_side)] for of_side in ids]
    matched, by_name = (len(set.intersection(*map(set, each))) for each in (ids, names))
    are_unique = all(len({*of_side}) == len(of_side) for of_side in names)
    return names if are_unique and by_name > matched else None


def _ids(table: TableFile, key: Key) -> Iterator[str]:
    """Yield the ids in a column of a file, as texts, without rows that have none."""
    for (ids,) in table.batches([key]):
        yield from (str(one) for one in map(plain_id, listed(ids)) if one not in (None, ""))


def plain_id(value: Any) -> Any:
    """Return an id; that of an audio or image, as data sets of Hugging Face have it, is its path.

    It is ``None`` for a missing value.

    >>> plain_id({"bytes": b"RIFF", "path": "a.wav"}), plain_id("a.wav")
    ('a.wav', 'a.wav')
    """
    if missing_value(value):
        return None
    return value.get(_PATH) if isinstance(value, dict) else value


def file_name(path: str) -> str:
    r"""Return the part after the last slash or backslash.

    >>> file_name("/data/a.wav"), file_name("D:\\data\\a.wav"), file_name("a.wav")
    ('a.wav', 'a.wav', 'a.wav')
    """
    return _FOLDERS.sub("", path)


def _repeated(hashes: array[int], ids: Callable[[], Iterable[str]]) -> list[str]:
    """Return the ids that are there more than once.

    Args:
        hashes: the hashes of all ids, which take a tenth of the memory of a set of ids.
        ids: reads the ids once more; it is called only if two hashes are equal.

    """
    in_order = np.sort(hashes)
    if not (in_order[1:] == in_order[:-1]).any():
        return []
    return [one for one, count in Counter(ids()).items() if count > 1]


def _texts(ids: list[Any]) -> list[str]:
    """Return ids as texts, since 7 in JSON is "7" in CSV."""
    return ids if are_all(ids, str) else [*map(str, ids)]


class _Finder:
    """The values of a column by id, read no further than needed.

    Args:
        column: a column with ids.
        folds: whether ids ignore case.

    Attributes:
        name: the name of the column's file.
        absent: the value for an id that the file lacks.
        missing: the requested ids that the file lacks.

    """

    def __init__(self, column: Column, *, folds: bool) -> None:
        self.name = column.table.source.name
        self.absent: Any = ABSENT
        self.missing: list[str] = []
        assert column.ids is not None
        self._column, self._ids_key, self._folds = column, column.ids, folds
        self._hashes = array("q")
        self._read = self.batches()
        self._waiting: dict[str, Any] = {}  # values that were read and not requested yet, by id

    def batches(self) -> Iterator[tuple[list[str], Values, Values]]:
        """Yield ids as the texts that are compared, as they are, and values.

        Raises:
            InputError: if a row has no id.

        """
        for ids, values in self._column.table.batches([self._ids_key, self._column.key]):
            given = listed(_plain_ids(ids))
            if "" in given:
                given, values = _without_blank_rows(given, listed(values))
            if None in given or "" in given:
                raise InputError("table.no_id", file=self.name)
            texts = self._compared(given)
            self._hashes.extend(map(hash, texts))
            yield texts, given, values

    def check_ids(self) -> None:
        """Refuse duplicates among the ids of the batches that were read.

        Raises:
            InputError: which names them.

        """
        table, key = self._column.table, self._ids_key
        if repeated := _repeated(self._hashes, lambda: self._compared([*_ids(table, key)])):
            raise InputError("table.repeated_ids", file=self.name, ids=few(repeated))

    def found(self, ids: Sequence[str]) -> list[Any]:
        """Return the values of these ids; ``absent`` for those that are missing."""
        found = [self._waiting.pop(one, _UNREAD) for one in ids]
        lacking = [index for index, value in enumerate(found) if value is _UNREAD]
        batches = 1
        while lacking and self._reads_on(batches):
            for index in lacking:
                found[index] = self._waiting.pop(ids[index], _UNREAD)
            lacking = [index for index in lacking if found[index] is _UNREAD]
            batches *= 2  # so that each id is looked up few times
        for index in lacking:
            self.missing.append(ids[index])
            found[index] = self.absent
        return found

    def surplus(self) -> list[str]:
        """Return the ids that were not requested.

        Raises:
            InputError: as :meth:`batches` does.

        """
        self._reads_on(None)
        return [*self._waiting]

    def _reads_on(self, batches: int | None) -> bool:
        """Read a number of batches, or all; return whether there was one."""
        is_at_end = True
        for texts, _, values in islice(self._read, batches):
            self._waiting.update(zip(texts, listed(values), strict=True))
            is_at_end = False
        return not is_at_end

    def _compared(self, ids: list[Any]) -> list[str]:
        """Return ids as the texts that are compared."""
        texts = _texts(ids)
        if self._folds:
            texts = [*map(str.lower, texts)]
        return [*map(file_name, texts)] if self._column.by_file_name else texts


def _without_blank_rows(ids: Sequence[Any], values: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return ids and values without the rows that have neither, as between parts of a sheet."""
    rows = zip(ids, values, strict=True)
    filled = [(one, value) for one, value in rows if one != "" or value != ""]
    return [one for one, _ in filled], [value for _, value in filled]


def check_have_no_ids(references: TableFile, predictions: TableFile) -> None:
    """Refuse files of lines that may be transcripts with ids, which would be scored as words.

    A file whose format the caller has named is read as such.

    Raises:
        InputError: if what begins or ends their lines may be ids, as in Kaldi's and NIST's files.

    """
    files = references, predictions
    if references == predictions or not all(map(_are_undeclared_lines, files)):
        return
    if found := ids_of_both(references.source.lines, predictions.source.lines):
        ids, ours = found
        names = few([file.source.name for file in files])
        raise InputError(ids.question, files=names, ids=few(ours))


def _are_undeclared_lines(file: TableFile) -> bool:
    return file.file_format.name == Lines.name and not file.told

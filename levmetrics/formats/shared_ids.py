"""Columns of several files that hold the same ids, whatever the columns are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Literal, NamedTuple, TypeAlias

from levmetrics.errors import InputError, Note, few
from levmetrics.formats.file_format import listed
from levmetrics.formats.files import TableFile
from levmetrics.formats.headings import IDS, Key, described, is_named
from levmetrics.formats.matching import Column, file_name, matched_by_file_name, plain_id
from levmetrics.lazy import re

_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*(e[+-]?\d+)?", re.IGNORECASE)
_DISTINCT = 4  # values, beside which one may be repeated in a column whose order is compared
_MANY = 10  # repeated values, from which on this is checked while the file is read

_Rows: TypeAlias = "Mapping[str, int]"
"""The first row of each value of a column, in the order of the rows."""
_Columns: TypeAlias = "Mapping[Key, _Rows]"


class _Shared(NamedTuple):
    """Columns with the same values, one of each file.

    Attributes:
        keys: the key of the column of each file.
        rows: the row of each value in each file.
        by_file_name: whether the values are file names, without the folders of their paths.

    """

    keys: Mapping[TableFile, Key]
    rows: Sequence[_Rows]
    by_file_name: bool = False

    def order(self) -> list[list[int]]:
        """Return the rows of each file that belong together."""
        return [[rows[value] for value in self.rows[0]] for rows in self.rows]

    def is_in_order(self) -> bool:
        """Whether the rows that belong together have the same number."""
        return all([*rows] == [*self.rows[0]] for rows in self.rows)

    def numbers_rows(self) -> bool:
        """Whether the values only number the rows of each file, from 0 or 1."""
        first = [*self.rows[0]]
        numbered = [[*map(str, range(start, start + len(first)))] for start in (0, 1)]
        return first in numbered and self.is_in_order()

    def rank(self) -> tuple[bool, bool]:
        """Return the order in which ids are taken: usual names, and texts before numbers."""
        name = str(next(iter(self.keys.values())))
        return not is_named(name, IDS), _are_numbers(self.rows[0])


class Match(NamedTuple):
    """Columns of several files, and what matches their rows.

    Attributes:
        columns: the columns, with ids if these match the rows.
        by: ``"ids"``, ``"file_names"`` in ids that are paths, or ``None`` for their order.
        note: what to say of ids that were found by their values.

    """

    columns: list[Column]
    by: Literal["ids", "file_names"] | None
    note: Note | None = None


def matched(columns: list[Column]) -> Match:
    """Return columns with the ids that match their rows: those that they have, or shared ones.

    Args:
        columns: the columns to score, with the ids of usual names.

    Raises:
        InputError: if only some of several files have ids, and as in :func:`with_shared_ids`.

    """
    if len({column.table for column in columns}) == 1:
        return Match(columns, None)
    shared = with_shared_ids(columns) if None in [column.ids for column in columns] else None
    columns = shared or columns
    having = [column.table.source.name for column in columns if column.ids is not None]
    lacking = [column.table.source.name for column in columns if column.ids is None]
    if having and lacking:
        raise InputError("table.ids_of_some", file=having[0], other_file=lacking[0])
    if lacking:
        return Match(columns, None)
    if shared:
        return Match(columns, "ids", _note(columns))
    by_file_name = matched_by_file_name(columns)
    return Match(columns, "ids") if by_file_name is None else Match(by_file_name, "file_names")


def with_shared_ids(columns: Sequence[Column]) -> list[Column] | None:
    """Return columns of several files with ids that all files have, found by their values.

    A column holds ids if each of its values occurs once, and a column of every other file has the
    same values. Numbers need the same name of the column too. Paths that only differ in their
    folders are matched by file name. Row numbers tell nothing.

    Args:
        columns: the columns to score.

    Returns:
        The columns with their ids; without ids in some files if only the others have the same ids,
        in another order; ``None`` if no column holds ids.

    Raises:
        InputError: if several columns hold ids that match different rows, or if a column has most
            values of another file in other rows, but not all.

    """
    scored: dict[TableFile, list[Key]] = {}
    for column in columns:
        scored.setdefault(column.table, []).append(column.key)
    columns_of = {table: _columns_of_ids(table, keys) for table, keys in scored.items()}
    files = {
        table: {key: each.rows for key, each in of_file.items() if not each.repeated}
        for table, of_file in columns_of.items()
    }
    if found := _found(files):
        return _with_ids(columns, found)
    for pair in combinations(files, 2):
        found = _found({table: files[table] for table in pair})
        if found and not found.is_in_order():
            return _with_ids(columns, found)
        if not found:
            _check_order({table: columns_of[table] for table in pair})
    return None


def _check_order(files: Mapping[TableFile, Mapping[Key, _IdValues]]) -> None:
    """Refuse two files of which a column of one name says that their rows are in other orders.

    Raises:
        InputError: if most texts of the column are in both files, and some in other rows.

    """
    (one, columns), (other, other_columns) = files.items()
    for key in filter(other_columns.__contains__, columns):
        rows, others = columns[key].rows, other_columns[key].rows
        common = rows.keys() & others.keys()
        if 2 * len(common) <= max(len(rows), len(others)) or _are_numbers(rows):
            continue
        if any(rows[value] != others[value] for value in common):
            names = {"file": one.source.name, "second": other.source.name}
            raise InputError("table.other_order", **names, column=str(key))


def _note(columns: Sequence[Column]) -> Note:
    """Return what to say of columns that were matched by :func:`with_shared_ids`."""
    keys = {column.table.source.name: column.ids for column in columns if column.ids is not None}
    return Note("note.shared_ids", {"columns": few(map(described, keys, keys.values()))})


def _with_ids(columns: Sequence[Column], found: _Shared) -> list[Column]:
    return [
        replace(column, ids=found.keys.get(column.table), by_file_name=found.by_file_name)
        for column in columns
    ]


def _found(files: Mapping[TableFile, _Columns]) -> _Shared | None:
    """Return the columns that hold the ids of some files.

    Raises:
        InputError: if several do, and match different rows.

    """
    shared = [*_shared(files)]
    if not shared:
        by_name = {table: _by_file_name(columns) for table, columns in files.items()}
        shared = [each._replace(by_file_name=True) for each in _shared(by_name)]
    shared = [each for each in shared if not each.numbers_rows()]
    if any(each.order() != shared[0].order() for each in shared):
        names = few(dict.fromkeys(str(key) for each in shared for key in each.keys.values()))
        places = " and ".join(table.source.name for table in files)
        raise InputError("table.several_ids", files=places, columns=names)
    return min(shared, key=_Shared.rank, default=None)


@dataclass
class _IdValues:
    """The values of a column that may hold ids.

    Attributes:
        rows: the first row of each value.
        repeated: the number of values that repeat another.

    """

    rows: dict[str, int] = field(default_factory=dict)
    repeated: int = 0

    def add(self, values: Iterable[object]) -> bool:
        """Add values, or return false at the first that is no id, and if many repeat others."""
        for value in map(plain_id, values):
            if not isinstance(value, (str, int, float)) or isinstance(value, bool):
                return False
            text = str(value)
            if not text.strip():
                return False
            row = len(self.rows) + self.repeated
            self.repeated += self.rows.setdefault(text, row) != row
        return self.repeated <= _MANY + len(self.rows) // _DISTINCT

    @property
    def are_ids(self) -> bool:
        """Whether there are several, and hardly one repeats another."""
        return len(self.rows) > 1 and self.repeated <= len(self.rows) // _DISTINCT


def _columns_of_ids(table: TableFile, scored: Sequence[Key]) -> dict[Key, _IdValues]:
    """Return the columns of a file whose values hardly recur, without those that are scored."""
    names: Sequence[Key] = table.file_format.id_names(table.source)
    if any(isinstance(key, int) for key in scored):
        names = range(1, len(table.names) + 1)
    keys = [key for key, count in Counter(names).items() if key not in scored and count == 1]
    found = {key: _IdValues() for key in keys}
    for batch in table.batches(keys) if keys else ():
        for key, values in zip(keys, batch, strict=True):
            if key in found and not found[key].add(listed(values)):
                del found[key]
        if not found:
            break
    return {key: values for key, values in found.items() if values.are_ids}


def _shared(files: Mapping[TableFile, _Columns]) -> Iterator[_Shared]:
    """Yield the columns with the same values in all files; of the same name if there are any."""
    first, *others = files.values()
    for key, rows in first.items():
        fitting: list[list[Key]] = [[key]]
        for columns in others:
            same = [name for name in columns if columns[name].keys() == rows.keys()]
            needs_name = key in same or _are_numbers(rows)
            fitting.append([name for name in same if name == key or not needs_name])
        for keys in product(*fitting):
            of_files = [columns[one] for columns, one in zip(files.values(), keys, strict=True)]
            yield _Shared(dict(zip(files, keys, strict=True)), of_files)


def _by_file_name(columns: _Columns) -> dict[Key, _Rows]:
    """Return the columns of paths whose file names are unique, by these names."""
    named: dict[Key, _Rows] = {}
    for key, paths in columns.items():
        names = {file_name(path): row for path, row in paths.items()}
        if len(names) == len(paths):
            named[key] = names
    return named


def _are_numbers(values: Iterable[str]) -> bool:
    return all(map(_NUMBER.fullmatch, values))

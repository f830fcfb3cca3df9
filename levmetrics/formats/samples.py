"""Samples from files: predictions and references side by side, a batch at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from levmetrics.errors import InputError, Place, few
from levmetrics.formats.file_format import Values, listed
from levmetrics.formats.files import Table, as_labels, as_texts
from levmetrics.formats.headings import Key, described
from levmetrics.formats.kinds.lines import Lines
from levmetrics.inputs.arguments import ColumnName

_TOO_MANY_BY_CHANCE = 20  # lines whose first words are all distinct, and all right


@dataclass(frozen=True)
class Column:
    """A column of a file.

    Attributes:
        table: the file.
        key: of the column.
        ids: the key of the column of ids, by which rows of several files are matched; ``None``:
            they are matched by their order.

    """

    table: Table
    key: Key
    ids: Key | None = None

    def __str__(self) -> str:
        """Return the file's name and the column's, as a ``Place`` if the column has no name."""
        return described(self.table.source.name, self.key, ", ")


@dataclass(frozen=True)
class Batch:
    """Some samples.

    Attributes:
        predictions: of each system.
        references: of the samples.
        groups: the group of each, as its speaker; ``None`` without groups.
        ids: of the samples; ``None`` without ids.

    """

    predictions: tuple[Values, ...]
    references: Values
    groups: Values | None = None
    ids: Values | None = None

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.references)

    def scored(self) -> tuple[list[Any], Any]:
        """Return predictions and references as they are given to a scorer.

        Raises:
            InputError: for what cannot be scored, with its place.

        """
        return [*self.predictions], self.references


class RowName(ColumnName):
    """The name of a file's column whose values messages name by their ids, or by their rows.

    Args:
        name: the column's name.
        noun: what one of its values is called.
        first: the row of the first value that is there.
        ids: of the values; ``None`` without ids.

    >>> RowName("a.trn, text", "reference", 7, ["u-1", "u-2"]).position(1)
    'a.trn, text, id u-2'
    >>> RowName("a.txt", "reference", 7).position(1)
    'a.txt, row 8'

    """

    place: str
    ids: Values | None

    def __new__(cls, name: str, noun: str, first: int, ids: Values | None = None) -> RowName:
        """Make the string, with what else is known of the rows."""
        column = super().__new__(cls, name, noun, first)
        column.place, column.ids = name, ids
        return column

    def position(self, sample: int) -> str:
        """Return where a sample is, by its index among those that are there."""
        if self.ids is None:
            return Place(self.place, self.first + sample, "row")
        return f"{self}, id {listed(self.ids[sample : sample + 1])[0]}"


@dataclass(frozen=True)
class TextBatch(Batch):
    """Some samples whose predictions, references and groups are texts.

    Attributes:
        names: of the columns of predictions, and of references.

    """

    names: tuple[RowName, ...] = ()

    def scored(self) -> tuple[list[Any], Any]:
        """Return predictions and references as columns that know their places in the files.

        Raises:
            InputError: for a text that cannot be scored, with its place.

        """
        # When asked for: the page reads files in processes of little memory.
        from levmetrics.inputs.columns import prediction_column, reference_column

        *names, name = self.names
        preds = zip(self.predictions, names, strict=True)
        return [prediction_column(*each) for each in preds], reference_column(self.references, name)


def sample_batches(
    predictions: Sequence[Column], references: Column, groups: Column | None = None
) -> Iterator[Batch]:
    """Read predictions and references of the same samples, a batch at a time.

    Rows of several files are matched by their ids, as texts, if all of the columns have them, else
    by their order. Columns of one file are read together.

    Args:
        predictions: of each system.
        references: of the samples.
        groups: a label for each sample.

    Raises:
        InputError: if the files have different numbers of rows, or ids that are missing, surplus
            or duplicate, if their lines may begin with ids, and as the formats raise it.

    """
    for column in predictions:
        _check_have_no_ids(references.table, column.table)
    columns = [references, *predictions, *([groups] if groups else [])]
    by_id = len({column.table for column in columns}) > 1 and all(
        column.ids is not None for column in columns
    )
    for values, ids in (_by_id if by_id else _by_order)(columns):
        systems = values[1 : 1 + len(predictions)]
        yield Batch(tuple(systems), values[0], values[-1] if groups else None, ids)


def text_batches(
    predictions: Sequence[Column], references: Column, groups: Column | None = None
) -> Iterator[TextBatch]:
    """Read samples as :func:`sample_batches` does; predictions, references and groups are texts.

    Raises:
        InputError: as there, and for a sample without a text.

    """
    first = 1
    for batch in sample_batches(predictions, references, groups):
        preds = zip(batch.predictions, predictions, strict=True)
        yield TextBatch(
            predictions=tuple(as_texts(values, str(column), first) for values, column in preds),
            references=as_texts(batch.references, str(references), first),
            groups=None if batch.groups is None else as_labels(batch.groups, str(groups), first),
            ids=batch.ids,
            names=(
                *(RowName(str(column), "prediction", first, batch.ids) for column in predictions),
                RowName(str(references), "reference", first, batch.ids),
            ),
        )
        first += len(batch)


def _check_have_no_ids(references: Table, predictions: Table) -> None:
    """Refuse files of lines that may be Kaldi's texts: ids would be scored as words.

    The first words of their lines are the same, each once in each file: in another order, with
    figures in all of them, or so many that sentences would not do.
    """
    if references == predictions:
        return
    both = [_first_words(table) for table in (references, predictions)]
    ours, theirs = both
    if len(ours) < 2 or {*ours} != {*theirs}:
        return
    is_shuffled = len(ours) > 2 and ours != theirs
    has_figures = all(any(map(str.isdecimal, word)) for word in ours)
    if is_shuffled or has_figures or len(ours) >= _TOO_MANY_BY_CHANCE:
        raise InputError(
            "table.ids_or_words",
            file=references.source.name,
            second=predictions.source.name,
            count=len(ours),
        )


def _first_words(table: Table) -> list[str]:
    """Return the first words of all lines; none if they are no ids, since they repeat."""
    if table.file_format.name != Lines.name or table.told:
        return []
    words: dict[str, None] = {}
    has_texts = False
    for line in table.source.lines():
        first, *text = line.split(maxsplit=1) or [""]
        if not first or first in words:
            return []
        words[first] = None
        has_texts |= bool(text)
    return [*words] if has_texts else []


def _by_order(columns: Sequence[Column]) -> Iterator[tuple[list[Values], Values | None]]:
    """Yield the values of columns row by row, and the ids of the first column that has them."""
    with_ids = next((column for column in columns if column.ids is not None), None)
    for rows in _in_step(columns):
        ids = None
        if with_ids is not None and with_ids.ids is not None:
            ids = rows[with_ids.table, with_ids.ids]
        yield [rows[column.table, column.key] for column in columns], ids


def _in_step(columns: Sequence[Column]) -> Iterator[dict[tuple[Table, Key], Values]]:
    """Yield as many rows of every file, by file and key.

    Raises:
        InputError: if a file has fewer rows than another one.

    """
    keys: dict[Table, list[Key]] = {}
    for column in columns:
        of_table = keys.setdefault(column.table, [])
        wanted = [column.key] if column.ids is None else [column.key, column.ids]
        of_table += [key for key in wanted if key not in of_table]
    readers = [_Reader(table, of_table) for table, of_table in keys.items()]
    while True:
        have_rows = [reader.has_rows() for reader in readers]  # all read on, for their counts
        if not all(have_rows):
            break
        size = min(reader.waiting for reader in readers)
        yield {
            (reader.table, key): values
            for reader in readers
            for key, values in zip(reader.keys, reader.take(size), strict=True)
        }
    if any(reader.waiting for reader in readers):
        for reader in readers:
            reader.read_to_end()
        one, other = next(
            pair for pair in pairwise(readers) if pair[0].row_count != pair[1].row_count
        )
        raise InputError(
            _code_of_lengths(one, other),
            file=one.table.source.name,
            count=one.row_count,
            second=other.table.source.name,
            second_count=other.row_count,
        )


class _Reader:
    """The rows of some columns of a file, as many at a time as are asked for."""

    def __init__(self, table: Table, keys: Sequence[Key]) -> None:
        self.table = table
        self.keys = keys
        self.waiting = 0
        self._batches = table.batches(keys)
        self._batch: tuple[Values, ...] = ()
        self.row_count = 0

    def has_rows(self) -> bool:
        """Read on if no rows wait to be taken, and tell whether some do."""
        while not self.waiting:
            batch = next(self._batches, None)
            if batch is None:
                return False
            self._batch, self.waiting = batch, len(batch[0])
        return True

    def take(self, size: int) -> list[Values]:
        """Return the next rows of every column."""
        start = len(self._batch[0]) - self.waiting
        self.waiting -= size
        self.row_count += size
        return [values[start : start + size] for values in self._batch]

    def read_to_end(self) -> None:
        """Read all rows, so that their number is known."""
        while self.has_rows():
            self.row_count += self.waiting
            self.waiting = 0

    def ends_empty(self) -> bool:
        """Tell whether the last row that was read has an empty text."""
        return bool(self._batch) and listed(self._batch[0][-1:]) == [""]


def _code_of_lengths(one: _Reader, other: _Reader) -> str:
    """Return the code of the error for files of different lengths."""
    if one.row_count > other.row_count and one.ends_empty():
        return "table.lengths_first_ends_empty"
    if other.row_count > one.row_count and other.ends_empty():
        return "table.lengths_second_ends_empty"
    return "table.lengths"


def _by_id(columns: Sequence[Column]) -> Iterator[tuple[list[Values], Values]]:
    """Yield the values of columns whose ids are the same, in the order of the first column.

    Memory holds the rows that are in another order than those of the first column, and all ids.

    Raises:
        InputError: for ids that are missing, surplus or duplicate.

    """
    first, *others = columns
    folds = any(column.table.file_format.folds_ids for column in columns)
    finders = [_Finder(column, first, folds=folds) for column in others]
    known: set[str] = set()
    for ids, values in _with_ids(first):
        wanted = _added(known, ids, first, folds=folds)
        others_values = [finder.find(wanted) for finder in finders]
        if not any(finder.missing for finder in finders):  # else all of them are named in the end
            yield [values, *others_values], ids
    for finder in finders:
        finder.check_complete()


class _Finder:
    """The values of a column by their ids, read no further than is asked for."""

    def __init__(self, column: Column, asking: Column, *, folds: bool) -> None:
        self._column = column
        self._folds = folds
        self._asking = asking
        self._batches = _with_ids(column)
        self._known: set[str] = set()
        self._waiting: dict[str, Any] = {}
        self.missing: list[str] = []

    def find(self, ids: Sequence[str]) -> list[Any]:
        """Return the values of these ids; ``None`` for those that are missing."""
        return [self._value(one) for one in ids]

    def _value(self, one: str) -> Any:
        while one not in self._waiting:
            batch = next(self._batches, None)
            if batch is None:
                self.missing.append(one)
                return None
            self._wait(*batch)
        return self._waiting.pop(one)

    def _wait(self, ids: Values, values: Values) -> None:
        """Keep the values of these ids until they are asked for."""
        added = _added(self._known, ids, self._column, folds=self._folds)
        self._waiting.update(zip(added, listed(values), strict=True))

    def check_complete(self) -> None:
        """Refuse ids that only one of the files has.

        Raises:
            InputError: naming the first of them.

        """
        for ids, values in self._batches:
            self._wait(ids, values)
        ours, theirs = self._column.table.source.name, self._asking.table.source.name
        for name, other, ids in (
            (ours, theirs, self.missing),
            (theirs, ours, [*self._waiting]),
        ):
            if ids:
                raise InputError("table.missing_ids", file=name, ids=few(ids), second=other)


def _with_ids(column: Column) -> Iterator[tuple[Values, Values]]:
    """Return ids and values of a column, in batches."""
    assert column.ids is not None
    return ((ids, values) for ids, values in column.table.batches([column.ids, column.key]))


def _added(known: set[str], ids: Values, column: Column, *, folds: bool) -> list[str]:
    """Add ids to those of a column, and return them as texts: 7 in JSON is "7" in CSV.

    Args:
        known: the ids before; these are added to them.
        ids: to add.
        column: whose they are.
        folds: whether upper and lower case are the same in them.

    Raises:
        InputError: if one is there already, or is missing.

    """
    name = column.table.source.name
    values = listed(ids)
    if None in values:
        raise InputError("table.no_id", file=name)
    added = [str(one).lower() if folds else str(one) for one in values]
    repeated = [one for one, count in Counter(added).items() if count > 1 or one in known]
    if repeated:
        raise InputError("table.repeated_ids", file=name, ids=few(repeated))
    known.update(added)
    return added

"""Samples from files: predictions and references side by side, a batch at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from levmetrics.errors import InputError, Place, few
from levmetrics.formats.file_format import Values, listed
from levmetrics.formats.files import Table, as_texts
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

    def __new__(
        cls, name: str, noun: str = "", first: int = 0, ids: Values | None = None
    ) -> RowName:
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
class Batch:
    """Some samples.

    Attributes:
        predictions: of each system.
        references: of the samples.
        groups: the group of each, as its speaker; ``None`` without groups.
        ids: of the samples; ``None`` without ids.
        names: of the columns of predictions, and of references, if they are texts.

    """

    predictions: tuple[Values, ...]
    references: Values
    groups: Values | None = None
    ids: Values | None = None
    names: tuple[RowName, ...] = ()

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.references)

    def scored(self) -> tuple[list[Any], Any]:
        """Return predictions and references for a scorer: texts know their places in the files.

        Raises:
            InputError: for a text that cannot be scored, with its place.

        """
        if not self.names:
            return [*self.predictions], self.references
        # When asked for: the page reads files in processes of little memory.
        from levmetrics.inputs.columns import prediction_column, reference_column

        *names, name = self.names
        preds = [*map(prediction_column, self.predictions, names)]
        return preds, reference_column(self.references, name)


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
) -> Iterator[Batch]:
    """Read samples as :func:`sample_batches` does; predictions, references and groups are texts.

    Raises:
        InputError: as there, and for a sample without a text.

    """
    first = 1
    for batch in sample_batches(predictions, references, groups):
        preds = zip(batch.predictions, predictions, strict=True)
        labels = batch.groups
        if labels is not None:
            labels = as_texts(labels, str(groups), first, labels=True)
        names = [RowName(str(column), "prediction", first, batch.ids) for column in predictions]
        yield replace(
            batch,
            predictions=tuple(as_texts(values, str(column), first) for values, column in preds),
            references=as_texts(batch.references, str(references), first),
            groups=labels,
            names=(*names, RowName(str(references), "reference", first, batch.ids)),
        )
        first += len(batch)


def _check_have_no_ids(references: Table, predictions: Table) -> None:
    """Refuse files of lines that may be Kaldi's texts: ids would be scored as words.

    The first words of their lines are the same, each once in each file: in another order, with
    figures in all of them, or so many that sentences would not do.
    """
    if references == predictions:
        return
    ours, theirs = _first_words(references), _first_words(predictions)
    if len(ours) < 2 or {*ours} != {*theirs}:
        return
    is_shuffled = len(ours) > 2 and ours != theirs
    has_figures = all(any(map(str.isdecimal, word)) for word in ours)
    if is_shuffled or has_figures or len(ours) >= _TOO_MANY_BY_CHANCE:
        file, second = references.source.name, predictions.source.name
        raise InputError("table.ids_or_words", file=file, second=second, count=len(ours))


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
    ids = next(((column.table, column.ids) for column in columns if column.ids is not None), None)
    for rows in _in_step(columns):
        values = [rows[column.table, column.key] for column in columns]
        yield values, None if ids is None else rows[ids]


def _in_step(columns: Sequence[Column]) -> Iterator[dict[tuple[Table, Key], Values]]:
    """Yield as many rows of every file, by file and key.

    Raises:
        InputError: if a file has fewer rows than another one.

    """
    keys: dict[Table, dict[Key, None]] = {}
    for column in columns:
        wanted = [key for key in (column.key, column.ids) if key is not None]
        keys.setdefault(column.table, {}).update(dict.fromkeys(wanted))
    readers = [_Reader(table, [*of_table]) for table, of_table in keys.items()]
    while all(sizes := [reader.waiting_rows() for reader in readers]):
        yield {
            (reader.table, key): values
            for reader in readers
            for key, values in zip(reader.keys, reader.taken(min(sizes)), strict=True)
        }
    if any(sizes):
        for reader in readers:
            reader.read_to_end()
        raise _lengths_error(readers)


class _Reader:
    """The rows of some columns of a file, as many at a time as are asked for."""

    def __init__(self, table: Table, keys: Sequence[Key]) -> None:
        self.table = table
        self.keys = keys
        self.row_count = 0  # of those that were read
        self.ends_empty = False  # whether the last row has an empty text, once all were read
        self._batches = table.batches(keys)
        self._waiting: Sequence[Values] = [[]]  # rows that were read, and not yet taken

    def waiting_rows(self) -> int:
        """Read on if no rows wait to be taken, and count those that do: none at the end."""
        while not len(self._waiting[0]):
            batch = next(self._batches, None)
            if batch is None:
                return 0
            self._waiting = batch
            self.row_count += len(batch[0])
        return len(self._waiting[0])

    def taken(self, size: int) -> list[Values]:
        """Return the next rows of every column."""
        rows = [values[:size] for values in self._waiting]
        self._waiting = [values[size:] for values in self._waiting]
        return rows

    def read_to_end(self) -> None:
        """Read all rows, so that their number and the last one are known."""
        while size := self.waiting_rows():
            self.ends_empty = listed(self.taken(size)[0][-1:]) == [""]


def _lengths_error(readers: Sequence[_Reader]) -> InputError:
    """Make the error for files of which two neighbours have different numbers of rows."""
    one, other = next(pair for pair in pairwise(readers) if pair[0].row_count != pair[1].row_count)
    code = "table.lengths"
    if one.row_count > other.row_count and one.ends_empty:
        code = "table.lengths_first_ends_empty"
    elif one.row_count < other.row_count and other.ends_empty:
        code = "table.lengths_second_ends_empty"
    first = {"file": one.table.source.name, "count": one.row_count}
    second = {"second": other.table.source.name, "second_count": other.row_count}
    return InputError(code, **first, **second)


def _by_id(columns: Sequence[Column]) -> Iterator[tuple[list[Values], Values]]:
    """Yield the values of columns whose ids are the same, in the order of the first column.

    Memory holds the rows that are in another order than those of the first column, and all ids.

    Raises:
        InputError: for ids that are missing, surplus or duplicate.

    """
    first, *others = columns
    folds = any(column.table.file_format.folds_ids for column in columns)
    finders = [_Finder(column, folds=folds) for column in others]
    for wanted, ids, values in _with_ids(first, folds=folds):
        others_values = [finder.found(wanted) for finder in finders]
        if not any(finder.missing for finder in finders):  # else all of them are named in the end
            yield [values, *others_values], ids
    ours = first.table.source.name
    for finder in finders:
        surplus = finder.surplus()
        if finder.missing:
            ids = few(finder.missing)
            raise InputError("table.missing_ids", file=finder.name, ids=ids, second=ours)
        if surplus:
            raise InputError("table.missing_ids", file=ours, ids=few(surplus), second=finder.name)


class _Finder:
    """The values of a column by their ids, read no further than is asked for.

    Attributes:
        name: of the column's file.
        missing: the ids that were asked for, and are not there.

    """

    def __init__(self, column: Column, *, folds: bool) -> None:
        self.name = column.table.source.name
        self.missing: list[str] = []
        self._batches = _with_ids(column, folds=folds)
        self._waiting: dict[str, Any] = {}

    def found(self, ids: Sequence[str]) -> list[Any]:
        """Return the values of these ids; ``None`` for those that are missing."""
        found = []
        for one in ids:
            while one not in self._waiting and (batch := next(self._batches, None)):
                known, _, values = batch
                self._waiting.update(zip(known, listed(values), strict=True))
            if one not in self._waiting:
                self.missing.append(one)
            found.append(self._waiting.pop(one, None))
        return found

    def surplus(self) -> list[str]:
        """Return the ids that were not asked for."""
        return [*self._waiting, *(one for ids, *_ in self._batches for one in ids)]


def _with_ids(column: Column, *, folds: bool) -> Iterator[tuple[list[str], Values, Values]]:
    """Yield ids as texts (7 in JSON is "7" in CSV), ids as they are, and values, in batches.

    Args:
        column: that has ids.
        folds: whether upper and lower case are the same in them.

    Raises:
        InputError: if one is there twice, or is missing.

    """
    assert column.ids is not None
    name = column.table.source.name
    known: set[str] = set()
    for ids, values in column.table.batches([column.ids, column.key]):
        given = listed(ids)
        if None in given:
            raise InputError("table.no_id", file=name)
        texts = [str(one).lower() if folds else str(one) for one in given]
        repeated = [one for one, count in Counter(texts).items() if count > 1 or one in known]
        if repeated:
            raise InputError("table.repeated_ids", file=name, ids=few(repeated))
        known.update(texts)
        yield texts, ids, values

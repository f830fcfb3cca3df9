"""Files of any supported format: as tables, and as samples of several files side by side."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

import levmetrics.formats.kinds  # noqa: F401  # whose files register the formats
from levmetrics.errors import InputError, Place, few
from levmetrics.formats.encodings import EncodingError
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat, Values, listed
from levmetrics.formats.headings import Key, check_key, described
from levmetrics.formats.kinds.json_files import JsonTable
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.kinds.rows import RowFormat
from levmetrics.formats.source import NO_LIMITS, Limits, Source
from levmetrics.inputs.arguments import ColumnName
from levmetrics.inputs.arrow import is_array, is_text_type

_MARKUP = re.compile(r"\s*<(\?xml|!doctype|html)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Table:
    """A file as a table: samples are its rows.

    Attributes:
        source: the file.
        file_format: its format.
        told: whether the caller named the format.

    """

    source: Source
    file_format: FileFormat
    told: bool = False

    @cached_property
    def names(self) -> list[str]:
        """The names of the columns; ``[""]`` for a file of lines.

        Raises:
            InputError: if the file has another format, or exceeds a limit.

        """
        names = self.file_format.names(self.source)
        self.source.limits.check_columns(self.source.name, len(names))
        return names

    def batches(self, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns, a batch of rows at a time.

        Raises:
            InputError: if there is no such column, or the file has another format.

        """
        for key in keys:
            has_numbers = isinstance(self.file_format, RowFormat)
            check_key(self.source.name, self.names, key, has_numbers=has_numbers)
        return self.file_format.batches(self.source, keys)


def table(
    path: Path,
    *,
    file_format: str | None = None,
    encoding: str | None = None,
    limits: Limits = NO_LIMITS,
) -> Table:
    """Return a file as a table.

    Args:
        path: of the file; ``-`` is standard input.
        file_format: the name of its format; ``None``: what its suffix says, or else its content.
        encoding: of its text, as Python names it; ``None``: UTF-8, or what a byte order mark says.
        limits: the limits on its size.

    Raises:
        InputError: if there is no such format, or the file cannot be read.

    """
    return _table(Source(path, encoding, limits), file_format)


def detected_table(source: Source, file_format: str | None = None) -> Table:
    """Return a file as a table, in the encoding that it looks like if it is not in UTF-8.

    The encoding is then an attribute of the table's source; it is a guess, which the caller shows.
    The file is decoded up to the first part that is not ASCII, which decides.

    Args:
        source: the file.
        file_format: as for :func:`table`.

    Raises:
        InputError: as :func:`table` does.

    """
    try:
        file = _table(source, file_format)
        if not file.file_format.is_binary:
            # Up to the first that is not, which text of another encoding is not by chance.
            all(map(str.isascii, source.decoded()))
    except EncodingError as error:
        if source.encoding is not None or error.guess is None:
            raise
        return _table(source.changed(encoding=error.guess), file_format)
    return file


def _table(source: Source, file_format: str | None) -> Table:
    """Return a file as a table of the format that is told, or that the file shows.

    It is what its suffix says; where this says none or several, what the file's start shows; where
    that shows none either, the format whose usual suffix it is, or lines.
    """
    if file_format is not None:
        return Table(source, FILE_FORMATS.lookup(file_format), told=True)
    known = sorted(FILE_FORMATS.values(), key=attrgetter("rank"))
    fitting = [each for each in known if source.suffix in each.suffixes]
    if len(fitting) == 1:
        return Table(source, fitting[0])
    likely = fitting or [each for each in known if source.start.startswith(each.prefixes)] or known
    for each in likely:
        if each.recognises(source):
            return Table(source, each)
    usual = [each for each in fitting if each.suffixes[0] == source.suffix]
    if usual and usual[0].name != Lines.name:
        return Table(source, usual[0])
    # Scored as lines of text, JSON and markup would give a wrong number.
    if FILE_FORMATS[JsonTable.name].recognises(source):
        raise InputError("file.looks_like_json", file=source.name)
    if _MARKUP.match(source.decoder.first_text):
        raise InputError("file.looks_like_markup", file=source.name)
    return Table(source, FILE_FORMATS[Lines.name])


def as_texts(values: Values, place: str, first_row: int, *, labels: bool = False) -> Values:
    """Return some rows of a column as texts or lists of texts; numbers are written as JSON.

    Args:
        values: the rows.
        place: the name of the column, for messages.
        first_row: the number of the first of these rows.
        labels: whether they are of groups: these may be true or false, and a list has one label.

    Raises:
        InputError: if a row has no value, or one of another kind.

    >>> as_texts(["a", ["b", "c"], 1.5], "a.jsonl, hyp", 1)
    ['a', ['b', 'c'], '1.5']
    >>> as_texts(["a", 1, True], "a.jsonl, group", 1, labels=True)
    ['a', '1', 'true']
    >>> as_texts(["a", None], "a.jsonl, hyp", 20_001)
    Traceback (most recent call last):
    levmetrics.errors.InputError: a.jsonl, hyp, row 20,002 is empty; every sample needs a text
    >>> as_texts([{"text": "a"}], "a.jsonl, hyp", 1)
    Traceback (most recent call last):
    levmetrics.errors.InputError: a.jsonl, hyp, row 1 is an object; every sample needs a text

    """
    if _are_texts(values):
        return values
    rows = listed(values)
    if labels:
        rows = [_label(value, Place(place, i, "row")) for i, value in enumerate(rows, first_row)]
    for number, value in enumerate(rows, start=first_row):
        if value is None:
            raise InputError("table.empty", place=Place(place, number, "row"))
        if kind := _kind_of_no_text(value, labels=labels):
            raise InputError("table.no_text", place=Place(place, number, "row"), kind=kind)
    return [value if isinstance(value, (str, list)) else json.dumps(value) for value in rows]


def _label(value: object, place: Place) -> object:
    """Return a label, which may be the one item of a list, as the evidence of DocVQA's questions.

    Raises:
        InputError: if there are none or several.

    """
    if not isinstance(value, list):
        return value
    if len(value) != 1:
        raise InputError("table.labels", place=place, count=len(value))
    return value[0]


def _kind_of_no_text(value: object, *, labels: bool) -> str | None:
    """Return what a value is that is no text, list of texts or number; else ``None``."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list) and (labels or not value or not _are_texts(value)):
        return "a list"
    return json.dumps(value) if isinstance(value, bool) and not labels else None


def _are_texts(values: Values) -> bool:
    """Tell whether all values are texts."""
    if is_array(values):
        return is_text_type(values.type) and not values.null_count
    return all(isinstance(value, str) for value in values)


_FIGURE = re.compile(r"\d")
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
    has_ids = None not in [column.ids for column in columns]
    by_id = has_ids and len({column.table for column in columns}) > 1
    for (target, *systems), ids in (_by_id if by_id else _by_order)(columns):
        labels = systems.pop() if groups else None
        yield Batch(tuple(systems), target, labels, ids)


def text_batches(
    predictions: Sequence[Column], references: Column, groups: Column | None = None
) -> Iterator[Batch]:
    """Read samples as :func:`sample_batches` does; predictions, references and groups are texts.

    Raises:
        InputError: as there, and for a sample without a text.

    """
    places = [*map(str, predictions), str(references)]
    nouns = ["prediction"] * len(predictions) + ["reference"]
    first = 1
    for batch in sample_batches(predictions, references, groups):
        labels = batch.groups
        if labels is not None:
            labels = as_texts(labels, str(groups), first, labels=True)
        sides = zip([*batch.predictions, batch.references], places, strict=True)
        *preds, target = [as_texts(values, place, first) for values, place in sides]
        of_sides = zip(places, nouns, strict=True)
        names = tuple([RowName(place, noun, first, batch.ids) for place, noun in of_sides])
        yield Batch(tuple(preds), target, labels, batch.ids, names)
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
    if is_shuffled or all(map(_FIGURE.search, ours)) or len(ours) >= _TOO_MANY_BY_CHANCE:
        files = {"file": references.source.name, "second": predictions.source.name}
        raise InputError("table.ids_or_words", **files, count=len(ours))


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
    """Yield the values of columns row by row, and the ids of the first column that has them.

    Raises:
        InputError: if a file has fewer rows than another one.

    """
    keys: dict[Table, list[Key]] = {}
    ids: tuple[Table, Key] | None = None
    for column in columns:
        keys.setdefault(column.table, []).append(column.key)
        if ids is None and column.ids is not None:
            ids = column.table, column.ids
            keys[column.table].append(column.ids)
    readers = [_Reader(table, of_table) for table, of_table in keys.items()]
    while all(sizes := [reader.waiting_rows() for reader in readers]):
        rows: dict[tuple[Table, Key], Values] = {}
        for reader in readers:
            rows.update(reader.taken(min(sizes)))
        yield [rows[column.table, column.key] for column in columns], rows[ids] if ids else None
    if any(sizes):
        raise _lengths_error(readers)


class _Reader:
    """The rows of some columns of a file, as many at a time as are asked for."""

    def __init__(self, table: Table, keys: Sequence[Key]) -> None:
        self.table = table
        self.row_count = 0  # of those that were read
        self._waiting: dict[Key, Values] = dict.fromkeys(keys, ())  # read, and not yet taken
        self._batches = table.batches([*self._waiting])

    def waiting_rows(self) -> int:
        """Read on if no rows wait to be taken, and count those that do: none at the end."""
        while not (size := min(map(len, self._waiting.values()))):
            batch = next(self._batches, None)
            if batch is None:
                break
            self._waiting = dict(zip(self._waiting, batch, strict=True))
            self.row_count += len(batch[0])
        return size

    def taken(self, size: int) -> dict[tuple[Table, Key], Values]:
        """Return the next rows of every column."""
        rows: dict[tuple[Table, Key], Values] = {}
        for key, values in self._waiting.items():
            rows[self.table, key], self._waiting[key] = values[:size], values[size:]
        return rows

    def ends_empty(self) -> bool:
        """Read all rows, and tell whether the last one has an empty text."""
        last: list[Any] = []
        while size := self.waiting_rows():
            last = listed(next(iter(self._waiting.values()))[-1:])
            self.taken(size)
        return last == [""]


def _lengths_error(readers: Sequence[_Reader]) -> InputError:
    """Make the error for files of which two neighbours have different numbers of rows."""
    ends_empty = {reader: reader.ends_empty() for reader in readers}
    one, other = next(pair for pair in pairwise(readers) if pair[0].row_count != pair[1].row_count)
    code = "table.lengths"
    if ends_empty[max(one, other, key=attrgetter("row_count"))]:
        is_first = one.row_count > other.row_count
        code = "table.lengths_first_ends_empty" if is_first else "table.lengths_second_ends_empty"
    first = {"file": one.table.source.name, "count": one.row_count}
    second = {"second": other.table.source.name, "second_count": other.row_count}
    return InputError(code, **first, **second)


def _by_id(columns: Sequence[Column]) -> Iterator[tuple[list[Values], Values]]:
    """Yield the values of columns whose ids are the same, in the order of the first column.

    Memory holds the rows that are in another order than those of the first column, and all ids.

    Raises:
        InputError: for ids that are missing, surplus or duplicate.

    """
    folds = any(column.table.file_format.folds_ids for column in columns)
    first, *others = (_Finder(column, folds=folds) for column in columns)
    for wanted, ids, values in first.batches:
        found = [finder.found(wanted) for finder in others]
        if not any(finder.missing for finder in others):  # else all of them are named in the end
            yield [values, *found], ids
    for finder in others:
        surplus = finder.surplus()
        if finder.missing or surplus:
            files = {"file": finder.name, "second": first.name}
            if not finder.missing:
                files = {"file": first.name, "second": finder.name}
            raise InputError("table.missing_ids", **files, ids=few(finder.missing or surplus))


class _Finder:
    """The values of a column by their ids, read no further than is asked for.

    Args:
        column: that has ids.
        folds: whether upper and lower case are the same in them.

    Attributes:
        name: of the column's file.
        missing: the ids that were asked for, and are not there.
        batches: ids as texts (7 in JSON is "7" in CSV), ids as they are, and values.

    """

    def __init__(self, column: Column, *, folds: bool) -> None:
        self.name = column.table.source.name
        self.missing: list[str] = []
        self.batches = self._checked(column, folds=folds)
        self._waiting: dict[str, Any] = {}

    def found(self, ids: Sequence[str]) -> list[Any]:
        """Return the values of these ids; ``None`` for those that are missing."""
        found = []
        for one in ids:
            while one not in self._waiting and (batch := next(self.batches, None)):
                known, _, values = batch
                self._waiting.update(zip(known, listed(values), strict=True))
            if one not in self._waiting:
                self.missing.append(one)
            found.append(self._waiting.pop(one, None))
        return found

    def surplus(self) -> list[str]:
        """Return the ids that were not asked for."""
        return [*self._waiting, *(one for ids, *_ in self.batches for one in ids)]

    def _checked(
        self, column: Column, *, folds: bool
    ) -> Iterator[tuple[list[str], Values, Values]]:
        """Read the batches.

        Raises:
            InputError: if an id is there twice, or is missing.

        """
        assert column.ids is not None
        known: set[str] = set()
        for ids, values in column.table.batches([column.ids, column.key]):
            given = listed(ids)
            if None in given:
                raise InputError("table.no_id", file=self.name)
            texts = [str(one).lower() if folds else str(one) for one in given]
            repeated = [one for one, count in Counter(texts).items() if count > 1 or one in known]
            if repeated:
                raise InputError("table.repeated_ids", file=self.name, ids=few(repeated))
            known.update(texts)
            yield texts, ids, values

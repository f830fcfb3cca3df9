"""Samples of several files side by side: matched by their order or their ids, and as texts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from typing import Any

from levmetrics.errors import InputError, Place, few, unknown_name
from levmetrics.formats.file_format import Values, listed
from levmetrics.formats.files import Table
from levmetrics.formats.headings import Key, described
from levmetrics.formats.kinds.lines import Lines
from levmetrics.inputs.arguments import ColumnName
from levmetrics.inputs.arrow import is_array, is_text_type

_FIGURE = re.compile(r"\d")
_TOO_MANY_BY_CHANCE = 20  # lines whose first words are all distinct, and all right
_FOLDERS = re.compile(r".*[/\\]")
_ABSENT: Any = object()  # the value of a sample whose id the file does not have

# What becomes of samples without a prediction, and of those without a reference.
_POLICIES = {
    "error": ("error", "error"),
    "empty": ("empty", "empty"),
    "drop": ("drop", "drop"),
    "all": ("empty", "drop"),
    "present": ("drop", "drop"),
}


class MissingTexts:
    """What becomes of samples that lack a text, and how many lacked one.

    A text is missing where its file has none: the other file has an id that this one lacks, or the
    value is null. An empty cell, an empty line and ``""`` are texts without a word.

    Args:
        policy: ``"error"``: they are refused; ``"empty"``: the text is empty, so that a missing
            prediction is all deletions, and a missing reference all insertions; ``"drop"``: the
            sample is left out. By the names of Kaldi's compute-wer, ``"all"``: samples without a
            prediction have an empty one, and those without a reference are left out; ``"present"``:
            as ``"drop"``.

    Attributes:
        policy: its name.
        counts: the texts that were missing, by the columns that lack them.

    Raises:
        InputError: for another policy.

    Source: the option ``--mode`` of https://kaldi-asr.org/doc/compute-wer_8cc.html.

    """

    def __init__(self, policy: str = "error") -> None:
        if policy not in _POLICIES:
            raise unknown_name(_POLICIES, policy, "missing")
        self.policy = policy
        self.of_predictions, self.of_references = _POLICIES[policy]
        self.counts: Counter[str] = Counter()


@dataclass(frozen=True)
class Column:
    """A column of a file.

    Attributes:
        table: the file.
        key: of the column.
        ids: the key of the column of ids, by which rows of several files are matched; ``None``:
            they are matched by their order.
        by_file_name: whether ids are paths, of which only the name after the last ``/`` counts.

    """

    table: Table
    key: Key
    ids: Key | None = None
    by_file_name: bool = False

    def __str__(self) -> str:
        """Return the file's name and the column's, as a ``Place`` if the column has no name."""
        return described(self.table.source.name, self.key, ", ")


class RowName(ColumnName):
    """The name of a file's column whose values messages name by their ids, or by their rows.

    Args:
        name: the column's name.
        noun: what one of its values is called.
        rows: their numbers in the file, from 1.
        ids: of the values; ``None`` without ids.

    >>> RowName("a.trn, text", "reference", [7, 8], ["u-1", "u-2"]).position(1)
    'a.trn, text, id u-2'
    >>> RowName("a.txt", "reference", [7, 8]).position(1)
    'a.txt, row 8'

    """

    place: str
    rows: Sequence[int]
    ids: Values | None

    def __new__(
        cls, name: str, noun: str = "", rows: Sequence[int] = (), ids: Values | None = None
    ) -> RowName:
        """Make the string, with what else is known of the rows."""
        column = super().__new__(cls, name, noun)
        column.place, column.rows, column.ids = name, rows, ids
        return column

    def position(self, sample: int) -> str:
        """Return where a sample is, by its index among those that are there."""
        known = None if self.ids is None else listed(self.ids[sample : sample + 1])[0]
        if known is None:
            return Place(self.place, self.rows[sample], "row")
        return f"{self}, id {known}"


@dataclass(frozen=True)
class Batch:
    """Some samples.

    Attributes:
        predictions: of each system.
        references: of the samples.
        groups: the group of each, as its speaker; ``None`` without groups.
        ids: of the samples; ``None`` without ids.
        rows: the numbers of the samples, from 1, in the file of the references.
        names: of the columns of predictions, and of references, if they are texts.

    """

    predictions: tuple[Values, ...]
    references: Values
    groups: Values | None = None
    ids: Values | None = None
    rows: Sequence[int] = ()
    names: tuple[RowName, ...] = ()

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.references)

    def without(self, dropped: Container[int]) -> Batch:
        """Return the samples but those at some indices."""
        kept = [index for index in range(len(self)) if index not in dropped]

        def of_kept(values: Values) -> Values:
            return values.take(kept) if is_array(values) else [values[index] for index in kept]

        return Batch(
            tuple(map(of_kept, self.predictions)),
            of_kept(self.references),
            None if self.groups is None else of_kept(self.groups),
            None if self.ids is None else of_kept(self.ids),
            [self.rows[index] for index in kept],
        )

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
    predictions: Sequence[Column],
    references: Column,
    groups: Column | None = None,
    missing: MissingTexts | None = None,
) -> Iterator[Batch]:
    """Read predictions and references of the same samples, a batch at a time.

    Rows of several files are matched by their ids, as texts, if all of the columns have them, else
    by their order. Columns of one file are read together. A null is a value like others, which
    :func:`text_batches` takes for a missing text.

    Args:
        predictions: of each system.
        references: of the samples.
        groups: a label for each sample.
        missing: what becomes of samples whose ids a file lacks; ``None``: they are refused.

    Raises:
        InputError: if the files have different numbers of rows, or ids that are missing, surplus
            or duplicate, if their lines may begin with ids, and as the formats raise it.

    """
    return _batches(predictions, references, groups, missing or MissingTexts(), None)


def text_batches(
    predictions: Sequence[Column],
    references: Column,
    groups: Column | None = None,
    missing: MissingTexts | None = None,
) -> Iterator[Batch]:
    """Read samples as :func:`sample_batches` does; predictions, references and groups are texts.

    Args:
        predictions: as there.
        references: as there.
        groups: as there.
        missing: what becomes of samples without a text; ``None``: they are refused.

    Raises:
        InputError: as there, and for a sample without a text.

    """
    places = [*map(str, predictions), str(references)]
    nouns = ["prediction"] * len(predictions) + ["reference"]
    for batch in _batches(predictions, references, groups, missing or MissingTexts(), ""):
        names = [
            RowName(place, noun, batch.rows, batch.ids)
            for place, noun in zip(places, nouns, strict=True)
        ]
        sides = zip([*batch.predictions, batch.references], names, strict=True)
        *preds, target = [as_texts(values, name) for values, name in sides]
        labels = batch.groups
        if labels is not None:
            labels = as_texts(labels, RowName(str(groups), "", batch.rows, batch.ids), labels=True)
        yield Batch(tuple(preds), target, labels, batch.ids, batch.rows, tuple(names))


def _batches(
    predictions: Sequence[Column],
    references: Column,
    groups: Column | None,
    missing: MissingTexts,
    empty: str | None,
) -> Iterator[Batch]:
    """Read samples.

    Args:
        predictions: of each system.
        references: of the samples.
        groups: a label for each sample.
        missing: what becomes of samples without a value.
        empty: the empty value; nulls are missing values if they are none.

    """
    for column in predictions:
        _check_have_no_ids(references.table, column.table)
    columns = [references, *predictions, *([groups] if groups else [])]
    places = [*map(str, predictions), str(references)]
    has_ids = None not in [column.ids for column in columns]
    by_id = has_ids and len({column.table for column in columns}) > 1
    found = _by_id(columns, len(predictions), missing) if by_id else _by_order(columns)
    row = 1
    for (target, *systems), ids in found:
        labels = systems.pop() if groups else None
        rows = range(row, row + len(target))
        row += len(target)
        batch = Batch(tuple(systems), target, labels, ids, rows)
        if missing.policy != "error":
            batch = _settled(batch, places, missing, empty)
        if len(batch):
            yield batch


def _settled(
    batch: Batch, places: Sequence[str], missing: MissingTexts, empty: str | None
) -> Batch:
    """Return samples with empty values for those that are missing, or without these samples."""
    policies = [missing.of_predictions] * len(batch.predictions) + [missing.of_references]
    sides: list[Values] = []
    dropped: set[int] = set()
    for values, place, policy in zip(
        [*batch.predictions, batch.references], places, policies, strict=True
    ):
        side: Values = values
        if not _are_texts(values):
            side = listed(values)
            gaps = [
                index
                for index, value in enumerate(side)
                if value is _ABSENT or (value is None and empty is not None)
            ]
            for index in gaps:
                side[index] = empty
                missing.counts[place] += 1
            dropped.update(gaps if policy == "drop" else ())
        sides.append(side)
    *systems, target = sides
    settled = replace(batch, predictions=tuple(systems), references=target)
    return settled.without(dropped) if dropped else settled


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


def _by_id(
    columns: Sequence[Column], systems: int, missing: MissingTexts
) -> Iterator[tuple[list[Values], Values]]:
    """Yield the values of columns whose ids are the same, in the order of the first column.

    Memory holds the rows that are in another order than those of the first column, and all ids.
    Where missing samples are not refused, a value whose id a file lacks is ``_ABSENT``, or a label
    ``None``, and the ids that only predictions have come last.

    Args:
        columns: of references, of each system, and of groups if there are any.
        systems: how many of them have predictions.
        missing: what becomes of samples whose ids a file lacks.

    Raises:
        InputError: for ids that are missing, surplus or duplicate.

    """
    folds = any(column.table.file_format.folds_ids for column in columns)
    first, *others = (_Finder(column, folds=folds) for column in columns)
    for label in others[systems:]:
        label.absent = None
    refuses = missing.policy == "error"
    for wanted, ids, values in first.batches:
        found = [finder.found(wanted) for finder in others]
        # If one is missing, all of them are named in the end.
        if not (refuses and any(finder.missing for finder in others)):
            yield [values, *found], ids
    if not refuses:
        only_predicted = [*dict.fromkeys(one for it in others[:systems] for one in it.surplus())]
        absent = [_ABSENT] * len(only_predicted)
        yield [absent, *(finder.found(only_predicted) for finder in others)], only_predicted
        return
    for finder in others:
        surplus = finder.surplus()
        if finder.missing or surplus:
            files = {"file": finder.name, "second": first.name}
            if not finder.missing:
                files = {"file": first.name, "second": finder.name}
            raise InputError("table.missing_ids", **files, ids=few(finder.missing or surplus))


def matched_by_file_name(columns: Sequence[Column]) -> list[Column] | None:
    """Return columns that are matched by the file names in their ids, which are paths.

    Manifests of one data set on two machines have its files in different folders.

    Args:
        columns: of several files, that have ids.

    Returns:
        The columns; ``None`` if more rows are not matched so than by the whole paths, or if a file
        has two paths with one file name.

    """
    if not any(map(_has_folders, columns)):
        return None
    ids = [[*_ids(column)] for column in columns]
    names = [[*map(_file_name, of_file)] for of_file in ids]
    matched = len(set.intersection(*map(set, ids)))
    if len(set.intersection(*map(set, names))) <= matched:
        return None
    if any(len({*of_file}) < len(of_file) for of_file in names):
        return None
    return [replace(column, by_file_name=True) for column in columns]


def _has_folders(column: Column) -> bool:
    """Whether the first id of a file is a path with folders."""
    return _FOLDERS.match(next(_ids(column), "")) is not None


def _ids(column: Column) -> Iterator[str]:
    """Yield the ids of a file, as texts."""
    assert column.ids is not None
    for (ids,) in column.table.batches([column.ids]):
        yield from map(str, listed(ids))


def _file_name(path: str) -> str:
    r"""Return what stands after the last slash, or backslash.

    >>> _file_name("/data/a.wav"), _file_name("D:\\data\\a.wav"), _file_name("a.wav")
    ('a.wav', 'a.wav', 'a.wav')
    """
    return _FOLDERS.sub("", path)


class _Finder:
    """The values of a column by their ids, read no further than is asked for.

    Args:
        column: that has ids.
        folds: whether upper and lower case are the same in them.

    Attributes:
        name: of the column's file.
        absent: the value of an id that is not there.
        missing: the ids that were asked for, and are not there.
        batches: ids as texts (7 in JSON is "7" in CSV), ids as they are, and values.

    """

    def __init__(self, column: Column, *, folds: bool) -> None:
        self.name = column.table.source.name
        self.absent: Any = _ABSENT
        self.missing: list[str] = []
        self.batches = self._checked(column, folds=folds)
        self._waiting: dict[str, Any] = {}

    def found(self, ids: Sequence[str]) -> list[Any]:
        """Return the values of these ids; ``absent`` for those that are missing."""
        found = []
        for one in ids:
            while one not in self._waiting and (batch := next(self.batches, None)):
                known, _, values = batch
                self._waiting.update(zip(known, listed(values), strict=True))
            if one not in self._waiting:
                self.missing.append(one)
            found.append(self._waiting.pop(one, self.absent))
        return found

    def surplus(self) -> list[str]:
        """Return the ids that were not asked for."""
        for ids, _, values in self.batches:
            self._waiting.update(zip(ids, listed(values), strict=True))
        return [*self._waiting]

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
            if column.by_file_name:
                texts = [*map(_file_name, texts)]
            repeated = [one for one, count in Counter(texts).items() if count > 1 or one in known]
            if repeated:
                raise InputError("table.repeated_ids", file=self.name, ids=few(repeated))
            known.update(texts)
            yield texts, ids, values


def as_texts(values: Values, name: RowName, *, labels: bool = False) -> Values:
    """Return some rows of a column as texts or lists of texts; numbers are written as JSON.

    Args:
        values: the rows.
        name: of the column and its rows, for messages.
        labels: whether they are of groups: these may be true or false, and a list has one label.

    Raises:
        InputError: if a row has no value, or one of another kind.

    >>> hyp = RowName("a.jsonl, hyp", "prediction", range(20_000, 20_003))
    >>> as_texts(["a", ["b", "c"], 1.5], hyp)
    ['a', ['b', 'c'], '1.5']
    >>> as_texts(["a", 1, True], hyp, labels=True)
    ['a', '1', 'true']
    >>> as_texts(["a", None], hyp)
    Traceback (most recent call last):
    levmetrics.errors.InputError: a.jsonl, hyp, row 20,001 is empty; every sample needs a text
    >>> as_texts([{"text": "a"}], hyp)
    Traceback (most recent call last):
    levmetrics.errors.InputError: a.jsonl, hyp, row 20,000 is an object; every sample needs a text

    """
    if _are_texts(values):
        return values
    rows = listed(values)
    if labels:
        rows = [_label(value, name.position(index)) for index, value in enumerate(rows)]
    for index, value in enumerate(rows):
        if value is None:
            raise InputError("table.empty", place=name.position(index))
        if kind := _kind_of_no_text(value, labels=labels):
            raise InputError("table.no_text", place=name.position(index), kind=kind)
    return [value if isinstance(value, (str, list)) else json.dumps(value) for value in rows]


def _label(value: object, place: str) -> object:
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

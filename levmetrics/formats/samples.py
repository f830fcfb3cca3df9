"""Samples of several files as texts, and the treatment of missing texts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from levmetrics.errors import InputError, Place, unknown_name
from levmetrics.formats.file_format import Missing, Values, are_all, listed, missing_value
from levmetrics.formats.list_cells import ListCells
from levmetrics.formats.matching import ABSENT, Column, check_have_no_ids, side_by_side
from levmetrics.inputs.arguments import ColumnName
from levmetrics.inputs.arrow import is_array, is_text_type
from levmetrics.inputs.texts import Texts

# The treatment of samples without a prediction, and of those without a reference.
_POLICIES = {
    "error": ("error", "error"),
    "empty": ("empty", "empty"),
    "drop": ("drop", "drop"),
    "all": ("empty", "drop"),
    "present": ("drop", "drop"),
}


class MissingTexts:
    """The policy for samples that lack a text, and their number.

    A text is missing if only the other file has its id, or if the value is null. An empty cell, an
    empty line and ``""`` are texts without words.

    Args:
        policy: ``"error"`` refuses them; ``"empty"`` takes an empty text, so that a missing
            prediction is all deletions, and a missing reference all insertions; ``"drop"`` leaves
            the sample out. The names of Kaldi's compute-wer work too: ``"all"`` takes an empty text
            for a missing prediction, and leaves out samples without a reference; ``"present"`` is
            ``"drop"``.

    Attributes:
        policy: its name.
        counts: the number of missing texts, by column.

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


class RowName(ColumnName):
    """The name of a file's column, which can name the place of each value by id or by row.

    Args:
        name: the column's name.
        noun: the noun for one of its values.
        rows: the row numbers of the values in the file, from 1.
        ids: the ids of the values; ``None`` without ids.

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
        """Make the string, with the rows and ids as attributes."""
        column = super().__new__(cls, name, noun)
        column.place, column.rows, column.ids = name, rows, ids
        return column

    def position(self, sample: int) -> str:
        """Return the place of a sample, given its index in this batch."""
        known = None if self.ids is None else listed(self.ids[sample : sample + 1])[0]
        if known is None:
            return Place(self.place, self.rows[sample], "row")
        return Place(self.place, str(known), "id")


@dataclass(frozen=True)
class Batch:
    """A batch of samples.

    Attributes:
        predictions: the predictions of each system.
        references: the references of the samples.
        groups: the group of each sample, such as its speaker; ``None`` without groups.
        ids: the ids of the samples; ``None`` without ids.
        rows: the numbers of the samples, from 1, in the file of the references.
        names: the names of the columns of predictions and references.
        are_texts: whether predictions and references are texts.

    """

    predictions: tuple[Values, ...]
    references: Values
    groups: Values | None = None
    ids: Values | None = None
    rows: Sequence[int] = ()
    names: tuple[RowName, ...] = ()
    are_texts: bool = False

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.references)

    @property
    def sample_names(self) -> list[Any]:
        """The ids of the samples, or their row numbers if there are no ids."""
        return [*self.rows] if self.ids is None else listed(self.ids)

    def without(self, dropped: Container[int]) -> Batch:
        """Return the samples except those at these indices."""
        kept = [index for index in range(len(self)) if index not in dropped]

        def of_kept(values: Values) -> Values:
            if is_array(values):
                return values.take(kept)
            rows = listed(values)
            return [rows[index] for index in kept]

        return Batch(
            tuple(map(of_kept, self.predictions)),
            of_kept(self.references),
            None if self.groups is None else of_kept(self.groups),
            None if self.ids is None else of_kept(self.ids),
            [self.rows[index] for index in kept],
        )

    def scored(self) -> tuple[list[Any], Any, tuple[RowName, ...]]:
        """Return predictions and references for a scorer, and names with their places in the files.

        Raises:
            InputError: for a text that cannot be scored, with its place.

        """
        if not self.are_texts:
            return [*self.predictions], self.references, self.names
        # Imported here, since the page reads files in processes with little memory.
        from levmetrics.inputs.columns import prediction_column, reference_column

        *names, name = self.names
        preds = [*map(prediction_column, self.predictions, names)]
        return preds, reference_column(self.references, name), self.names


def sample_batches(
    predictions: Sequence[Column],
    references: Column,
    groups: Column | None = None,
    missing: MissingTexts | None = None,
    empty: Any = None,
) -> Iterator[Batch]:
    """Yield batches of predictions and references of the same samples.

    Rows of several files are matched by id, compared as text, if all columns have ids, and
    otherwise by order. Columns of one file are read together. A null is an ordinary value here;
    :func:`text_batches` treats it as a missing text.

    Args:
        predictions: the column of each system's predictions.
        references: the column of references.
        groups: the column of the samples' labels.
        missing: the policy for samples whose ids a file lacks; ``None``: they are refused.
        empty: the value that this policy takes as empty.

    Raises:
        InputError: if the files have different numbers of rows, or ids that are missing, surplus
            or duplicate, if their lines may begin with ids, for values that are missing, as errors
            of Excel are, and as the formats raise it.

    """
    for batch in _batches(predictions, references, groups, missing or MissingTexts(), empty):
        for values, name in zip([*batch.predictions, batch.references], batch.names, strict=True):
            _check_has_values(values, name)
        yield batch


def text_batches(
    predictions: Sequence[Column],
    references: Column,
    groups: Column | None = None,
    missing: MissingTexts | None = None,
    lists: ListCells | None = None,
) -> Iterator[Batch]:
    """Yield batches as :func:`sample_batches` does, of texts only.

    Args:
        predictions: as in :func:`sample_batches`.
        references: as in :func:`sample_batches`.
        groups: as in :func:`sample_batches`.
        missing: the policy for samples without a text; ``None``: they are refused.
        lists: the reading of references that may be the texts of lists; ``None``: the usual rule.

    Raises:
        InputError: as in :func:`sample_batches`, for a sample without a text, and as in
            :class:`ListCells`.

    """
    lists = lists or ListCells()
    for batch in _batches(predictions, references, groups, missing or MissingTexts(), ""):
        names = batch.names
        sides = zip([*batch.predictions, batch.references], names, strict=True)
        *preds, target = [as_texts(values, name) for values, name in sides]
        target = as_texts(lists.read(references, target, preds, names[-1]), names[-1])
        labels = batch.groups
        if labels is not None:
            labels = as_texts(labels, RowName(str(groups), "", batch.rows, batch.ids), labels=True)
        yield Batch(tuple(preds), target, labels, batch.ids, batch.rows, names, are_texts=True)


def _batches(
    predictions: Sequence[Column],
    references: Column,
    groups: Column | None,
    missing: MissingTexts,
    empty: Any,
) -> Iterator[Batch]:
    """Yield batches of samples.

    Args:
        predictions: the column of each system's predictions.
        references: the column of references.
        groups: the column of the samples' labels.
        missing: the policy for samples without a value.
        empty: the empty value; unless it is null, nulls are missing values.

    """
    for column in predictions:
        check_have_no_ids(references.table, column.table)
    columns = [references, *predictions, *([groups] if groups else [])]
    places = [*map(str, predictions), str(references)]
    nouns = ["prediction"] * len(predictions) + ["reference"]
    refuses = missing.policy == "error"
    row = 1
    for (target, *systems), ids in side_by_side(columns, len(predictions), refuses=refuses):
        labels = systems.pop() if groups else None
        rows = range(row, row + len(target))
        row += len(target)
        batch = Batch(tuple(systems), target, labels, ids, rows)
        if not refuses:
            batch = _settled(batch, places, missing, empty)
        if len(batch):
            named = zip(places, nouns, strict=True)
            names = (RowName(place, noun, batch.rows, batch.ids) for place, noun in named)
            yield replace(batch, names=tuple(names))


def _settled(batch: Batch, places: Sequence[str], missing: MissingTexts, empty: Any) -> Batch:
    """Return samples with missing values made empty, or without the samples that have them."""
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
                if value is ABSENT or missing_value(value) or (value is None and empty is not None)
            ]
            for index in gaps:
                side[index] = empty
                missing.counts[place] += 1
            dropped.update(gaps if policy == "drop" else ())
        sides.append(side)
    *systems, target = sides
    settled = replace(batch, predictions=tuple(systems), references=target)
    return settled.without(dropped) if dropped else settled


def distinct_ids(ids: list[Any]) -> list[Any] | None:
    """Return ids that distinguish samples; ``None`` if there are none, or samples share some.

    So are those of one table in which a column of ids has the speakers.

    >>> distinct_ids(["u-1", "u-2"]), distinct_ids(["ann", "ann"]), distinct_ids([])
    (['u-1', 'u-2'], None, None)
    """
    return ids if ids and len({*map(str, ids)}) == len(ids) else None


def as_texts(values: Values, name: RowName, *, labels: bool = False) -> Values:
    """Return some rows of a column as texts or lists of texts; numbers are written as JSON.

    Args:
        values: the rows.
        name: the name of the column and its rows, for messages.
        labels: whether they are labels of groups, which may be true or false, or a list of one
            label.

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
        gap = missing_value(value)
        if labels and (gap or value is None):
            gap = gap or Missing("empty")
            place = gap.place or name.position(index)
            raise InputError("groups.missing", place=place, given=gap.what)
        if value is None:
            raise InputError("table.empty", place=name.position(index))
        if gap:
            raise _missing(gap, name.position(index))
        if kind := _kind_of_no_text(value, labels=labels):
            raise InputError("table.no_text", place=name.position(index), kind=kind)
    return [value if isinstance(value, (str, list)) else json.dumps(value) for value in rows]


def _check_has_values(values: Values, name: RowName) -> None:
    """Refuse missing values.

    Raises:
        InputError: for the first.

    """
    if is_array(values) or isinstance(values, Texts) or are_all(values, str):
        return
    for index, value in enumerate(values):
        if gap := missing_value(value):
            raise _missing(gap, name.position(index))


def _missing(value: Missing, place: str) -> InputError:
    return InputError("table.missing_value", place=value.place or place, what=value.what)


def _label(value: object, place: str) -> object:
    """Return a label, which may be a list's only item, as in the evidence of DocVQA's questions.

    Raises:
        InputError: if the list has no labels or several.

    """
    if not isinstance(value, list):
        return value
    if len(value) != 1:
        raise InputError("table.labels", place=place, count=len(value))
    return value[0]


def _kind_of_no_text(value: object, *, labels: bool) -> str | None:
    """Return the kind of a value that is not a text, list of texts or number; else ``None``."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list) and (labels or not value or not _are_texts(value)):
        return "a list"
    return json.dumps(value) if isinstance(value, bool) and not labels else None


def _are_texts(values: Values) -> bool:
    """Whether all values are texts."""
    if isinstance(values, Texts):
        return True
    if is_array(values):
        return is_text_type(values.type) and not values.null_count
    return are_all(values, str)

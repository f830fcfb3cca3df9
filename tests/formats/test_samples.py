"""Samples of several files: side by side by their order, or matched by their ids."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FileFormat
from levmetrics.formats.files import Column, Table, sample_batches
from levmetrics.formats.source import Source


class Given(FileFormat):
    """A table that is given in batches, and counts how many of them were read."""

    name = "given"
    description = "for tests"
    suffixes = ()

    def __init__(self, *batches):
        self.given = batches
        self.read = 0

    def names(self, source):
        return [*self.given[0]]

    def batches(self, source, keys):
        for batch in self.given:
            self.read += 1
            yield tuple(batch[key] for key in keys)


def table(name, *batches):
    return Table(Source(Path(name)), Given(*batches))


def numbered(name, rows, size):
    """A table of the numbers of its rows, in batches of so many."""
    rows = list(rows)
    parts = [rows[start : start + size] for start in range(0, len(rows), size)]
    return table(name, *({"id": part, "text": [f"{name} {row}" for row in part]} for part in parts))


def joined(batches):
    """All samples: predictions of the first system, references, and ids."""
    rows = []
    for batch in batches:
        assert len(batch) == len(batch.predictions[0])
        ids = batch.ids or [None] * len(batch)
        rows += zip(batch.predictions[0], batch.references, ids, strict=True)
    return rows


@given(st.integers(1, 40), st.integers(1, 9), st.integers(1, 9))
def test_rows_stay_side_by_side_however_the_files_are_cut_into_batches(rows, one, other):
    preds, target = numbered("hyp", range(rows), one), numbered("ref", range(rows), other)
    found = joined(sample_batches([Column(preds, "text")], Column(target, "text")))
    assert found == [(f"hyp {row}", f"ref {row}", None) for row in range(rows)]


@given(st.permutations(range(12)), st.permutations(range(12)), st.integers(1, 5))
def test_rows_are_matched_by_their_ids_in_the_order_of_the_references(ours, theirs, size):
    preds, target = numbered("hyp", ours, size), numbered("ref", theirs, size)
    batches = sample_batches([Column(preds, "text", "id")], Column(target, "text", "id"))
    assert joined(batches) == [(f"hyp {row}", f"ref {row}", row) for row in theirs]


@given(st.permutations(range(6)), st.permutations(range(6)), st.integers(1, 4))
def test_several_systems_and_groups_are_matched_by_ids(one, other, size):
    preds = [Column(numbered(f"hyp {ids}", ids, size), "text", "id") for ids in (one, other)]
    target = Column(numbered("ref", range(6), size), "text", "id")
    groups = Column(target.table, "id", "id")
    batches = [*sample_batches(preds, target, groups)]
    for system, ids in enumerate((one, other)):
        found = [text for batch in batches for text in batch.predictions[system]]
        assert found == [f"hyp {ids} {row}" for row in range(6)]
    assert [label for batch in batches for label in batch.groups] == [*range(6)]


def test_ids_that_are_numbers_in_one_file_and_texts_in_another_are_the_same():
    preds = table("hyp", {"id": ["2", "1"], "text": ["b", "a"]})
    target = numbered("ref", [1, 2], 2)
    batches = sample_batches([Column(preds, "text", "id")], Column(target, "text", "id"))
    assert joined(batches) == [("a", "ref 1", 1), ("b", "ref 2", 2)]


def test_files_in_the_same_order_are_matched_without_reading_ahead():
    preds, target = numbered("hyp", range(100), 10), numbered("ref", range(100), 10)
    batches = sample_batches([Column(preds, "text", "id")], Column(target, "text", "id"))
    next(batches)
    assert (preds.file_format.read, target.file_format.read) == (1, 1)


def test_columns_of_one_file_are_read_together():
    both = numbered("both", range(5), 2)
    found = joined(sample_batches([Column(both, "id")], Column(both, "text")))
    assert found == [(row, f"both {row}", None) for row in range(5)]
    assert both.file_format.read == 3


@pytest.mark.parametrize(("preds", "target"), [(30, 29), (29, 30), (0, 1), (7, 100)])
def test_different_numbers_of_rows_are_said(preds, target):
    columns = [
        Column(numbered(name, range(rows), 10) if rows else table(name, {"text": []}), "text")
        for name, rows in (("hyp", preds), ("ref", target))
    ]
    with pytest.raises(InputError) as caught:
        list(sample_batches([columns[0]], columns[1]))
    assert str(caught.value) == (
        f"ref has {target:,} samples, and hyp {preds:,}; "
        "give files with a row for each sample, in the same order"
    )


@pytest.mark.parametrize(
    ("preds", "target", "message"),
    [
        ([1, 2], [1, 2, 3], "hyp has no id 3, which ref has; give both or none"),
        ([1, 2, 3], [1, 3], "ref has no id 2, which hyp has; give both or none"),
        (
            [],
            range(5_349),
            "hyp has no id 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 5,339 more, which ref has; give both "
            "or none",
        ),
        ([1, 2, 1], [1, 2], "hyp has id 1 more than once; give each sample its own"),
        ([1, 2], [2, 1, 2], "ref has id 2 more than once; give each sample its own"),
        ([1, None], [1, 2], "hyp has a row without an id; give every row one"),
    ],
)
def test_ids_that_are_missing_surplus_or_duplicate_are_named(preds, target, message):
    columns = [
        Column(numbered(name, ids, 2) if ids else table(name, {"id": [], "text": []}), "text", "id")
        for name, ids in (("hyp", preds), ("ref", target))
    ]
    with pytest.raises(InputError) as caught:
        list(sample_batches([columns[0]], columns[1]))
    assert str(caught.value) == message


def test_groups_come_with_their_samples():
    target = table("ref", {"text": ["a", "b"], "speaker": ["ann", "bob"]})
    preds = numbered("hyp", range(2), 1)
    batches = sample_batches(
        [Column(preds, "text")], Column(target, "text"), Column(target, "speaker")
    )
    assert [label for batch in batches for label in batch.groups] == ["ann", "bob"]

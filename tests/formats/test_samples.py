"""Samples of several files: side by side by their order, or matched by their ids."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.errors import InputError, InputWarning
from levmetrics.formats.file_format import FileFormat
from levmetrics.formats.files import TableFile
from levmetrics.formats.matching import Column, matched_by_file_name
from levmetrics.formats.samples import MissingTexts, sample_batches, text_batches
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
    return TableFile(Source(Path(name)), Given(*batches))


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
        ([1, 1, None], [1], "hyp has a row without an id; give every row one"),
        ([1, None], [1, 2], "hyp has a row without an id; give every row one"),
        (["a", ""], ["a", "b"], "hyp has a row without an id; give every row one"),
        (["", ""], ["a", "b"], "hyp has a row without an id; give every row one"),
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


def test_ids_are_found_behind_a_batch_without_rows():
    parts = [{"id": ids, "text": ids} for ids in ([], [2], [1])]
    preds, target = table("hyp", *parts), numbered("ref", [1, 2], 2)
    batches = sample_batches([Column(preds, "text", "id")], Column(target, "text", "id"))
    assert joined(batches) == [(1, "ref 1", 1), (2, "ref 2", 2)]


@pytest.mark.parametrize("policy", ["error", "drop", "empty"])
@pytest.mark.parametrize("twice", ["hyp", "groups"])
def test_an_id_that_comes_once_more_after_it_was_found_is_refused(policy, twice):
    ids = {name: [1, 2, 1] if name == twice else [1, 2] for name in ("hyp", "ref", "groups")}
    hyp, ref, groups = (Column(numbered(name, ids[name], 2), "text", "id") for name in ids)
    with pytest.raises(InputError, match=f"{twice} has id 1 more than once"):
        list(sample_batches([hyp], ref, groups, MissingTexts(policy)))


def test_ids_of_several_rows_of_one_table_are_named_in_a_warning():
    ids = [[1, "b", None], [3, "b", None], ["1", 4, ""]]
    columns = [{"id": part, "hyp": ["a"] * 3, "ref": ["a"] * 3} for part in ids]
    one = table("t", *columns)
    with pytest.warns(InputWarning, match=r"^t has id 1, b more than once$"):
        rows = joined(sample_batches([Column(one, "hyp", "id")], Column(one, "ref", "id")))
    assert [name for _, _, name in rows] == [1, "b", None, 3, "b", None, "1", 4, ""]


def test_groups_come_with_their_samples():
    target = table("ref", {"text": ["a", "b"], "speaker": ["ann", "bob"]})
    preds = numbered("hyp", range(2), 1)
    batches = sample_batches(
        [Column(preds, "text")], Column(target, "text"), Column(target, "speaker")
    )
    assert [label for batch in batches for label in batch.groups] == ["ann", "bob"]


TEXTS = st.dictionaries(st.integers(0, 8), st.one_of(st.none(), st.sampled_from(["a", "b c", ""])))


def by_policy(policy, hyp, ref):
    """Pairs by the words of the manual, over dictionaries; Kaldi's modes walk over references."""
    ours = {key: text for key, text in ref.items() if text is not None}
    theirs = {key: text for key, text in hyp.items() if text is not None}
    keys = {
        "empty": [*ref, *(key for key in hyp if key not in ref)],
        "drop": [key for key in ours if key in theirs],
        "all": [*ours],
        "present": [key for key in ours if key in theirs],
    }[policy]
    return sorted((theirs.get(key, ""), ours.get(key, ""), str(key)) for key in keys)


@pytest.mark.parametrize("policy", ["empty", "drop", "all", "present"])
@given(hyp=TEXTS, ref=TEXTS, size=st.integers(1, 3))
def test_missing_texts_are_empty_or_left_out_whether_their_id_lacks_or_they_are_null(
    policy, hyp, ref, size
):
    files = []
    for name, texts in (("hyp", hyp), ("ref", ref)):
        rows = [*texts.items()]
        parts = [rows[start : start + size] for start in range(0, len(rows), size)] or [[]]
        given = [{"id": [i for i, _ in part], "text": [t for _, t in part]} for part in parts]
        files.append(Column(table(name, *given), "text", "id"))
    missing = MissingTexts(policy)
    batches = [*text_batches([files[0]], files[1], missing=missing)]
    found = joined(batches)
    assert sorted((pred, target, str(one)) for pred, target, one in found) == by_policy(
        policy, hyp, ref
    )
    for name, ours, others in (("hyp", hyp, ref), ("ref", ref, hyp)):
        lacking = {key for key in {*ours, *others} if ours.get(key) is None}
        assert missing.counts[f"{name}, text"] == len(lacking)


def test_a_sample_that_is_left_out_takes_nobody_s_row_or_group():
    both = table(
        "both",
        {"hyp": ["a", None, "c"], "ref": ["a", "b", ["c", None]], "speaker": ["x", "y", "z"]},
    )
    columns = [Column(both, "hyp")], Column(both, "ref"), Column(both, "speaker")
    with pytest.raises(InputError, match="both, ref, row 3 is a list"):
        list(text_batches(*columns, MissingTexts("drop")))
    (batch,) = sample_batches(*columns, MissingTexts("drop"))
    assert batch.rows == range(1, 4)  # nulls are values there
    one = table("one", {"hyp": ["a", None, "c"], "ref": ["a", "b", "c"], "speaker": [*"xyz"]})
    (batch,) = text_batches(
        [Column(one, "hyp")], Column(one, "ref"), Column(one, "speaker"), MissingTexts("drop")
    )
    assert ([*batch.rows], batch.groups, batch.references) == ([1, 3], ["x", "z"], ["a", "c"])


def test_nested_values_keep_their_nulls_and_lack_only_ids():
    preds = table("hyp", {"id": [1, 2], "text": [None, {"a": 1}]})
    target = table("ref", {"id": [2, 1, 3], "text": [{"a": 1}, None, {"b": 2}]})
    columns = [Column(preds, "text", "id")], Column(target, "text", "id")
    found = joined(sample_batches(*columns, missing=MissingTexts("drop")))
    assert found == [({"a": 1}, {"a": 1}, 2), (None, None, 1)]
    found = joined(sample_batches(*columns, missing=MissingTexts("empty")))
    assert found[2] == (None, {"b": 2}, 3)


def test_a_sample_without_a_group_is_refused_by_its_id():
    target = numbered("ref", range(2), 2)
    preds, labels = numbered("hyp", range(3), 2), numbered("groups", [0, 5], 2)
    columns = [Column(preds, "text", "id")], Column(target, "text", "id")
    groups = Column(labels, "text", "id")
    with pytest.raises(InputError, match=r"groups, text, id 1 is empty"):
        list(text_batches(*columns, groups, MissingTexts("drop")))


def paths(name, *ids):
    return Column(table(name, {"id": [*ids], "text": [*ids]}), "text", "id")


@pytest.mark.parametrize(
    ("hyp", "ref", "matched"),
    [
        (["/a/1.wav", "/a/2.wav"], ["2.wav", "1.wav"], True),
        ([r"D:\a\1.wav", r"D:\b\2.wav"], ["/a/1.wav", "/a/2.wav"], True),
        (["/a/1.wav", "/b/1.wav"], ["1.wav", "2.wav"], False),
        (["/a/1.wav", "/a/2.wav"], ["/a/2.wav", "/a/1.wav"], False),
        (["/a/1.wav"], ["/a/1.wav", "/a/2.wav"], False),
        (["1.wav"], ["2.wav"], False),
    ],
)
def test_paths_are_matched_by_file_names_where_that_matches_more_and_names_are_unique(
    hyp, ref, matched
):
    columns = matched_by_file_name([paths("hyp", *hyp), paths("ref", *ref)])
    assert (columns is not None) is matched
    if columns is not None:
        preds, target = columns
        found = joined(sample_batches([preds], target))
        assert {(a.replace("\\", "/").split("/")[-1], b.split("/")[-1]) for a, b, _ in found} == {
            ("1.wav", "1.wav"),
            ("2.wav", "2.wav"),
        }

"""Tokens given to the classes: tensors, arrays and lists, padded and not."""

import numpy as np
import pyarrow as pa
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import levmetrics
from levmetrics import (
    EditDistance,
    ErrorRates,
    InputError,
    NormalizedLevenshteinSimilarity,
    error_counts,
)
from levmetrics.sums.error_counts import ErrorCounts
from tests import oracles


def distances(preds, target, **options):
    return levmetrics.edit_distance(preds, target, reduction="none", **options).tolist()


def padded(rows, fill=-100):
    width = max(map(len, rows), default=0)
    return np.array([[*row, *[fill] * (width - len(row))] for row in rows]).reshape(len(rows), -1)


@settings(max_examples=80)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from([np.int64, np.int32, np.uint8, "tensor"]),
    st.sampled_from([0, 255]),
)
def test_padded_ids_equal_the_textbook(rng, kind, fill):
    pairs = oracles.random_pairs(rng, 6, list(range(1, 9)), longest=20)
    preds, target = (padded(sides, fill).astype(int) for sides in zip(*pairs, strict=True))
    if kind == "tensor":
        preds, target = torch.tensor(preds), torch.tensor(target)
    else:
        preds, target = preds.astype(kind), target.astype(kind)
    expected = [oracles.edit_distance(p, t) for p, t in pairs]
    assert distances(preds, target, ignore_index=fill) == expected


def test_padding_is_left_out_wherever_it_stands():
    preds = torch.tensor([[-100, 5, -100, 6], [7, -100, -100, -100]])
    target = torch.tensor([[5, 6], [8, -100]])
    assert error_counts(preds, target) == ErrorCounts([0, 1], [0, 0], [0, 0], [2, 0])
    assert distances(preds, target, ignore_index=None)[0] == 2


def test_rows_of_different_width_and_kind_compare():
    expected = [1, 0]
    ids = [[1, 2, 3], [4]], [[1, 3], [4]]
    vectors = [[torch.tensor(row) for row in side] for side in ids]
    arrays = [[np.array(row) for row in side] for side in ids]
    for preds in (ids[0], vectors[0], arrays[0], pa.array(ids[0]), padded(ids[0])):
        for target in (ids[1], vectors[1], arrays[1], pa.array(ids[1]), padded(ids[1])):
            assert distances(preds, target) == expected


def test_a_padded_vector_among_rows_loses_its_padding():
    assert distances([torch.tensor([1, -100]), torch.tensor([2])], [[1], [2]]) == [0, 0]


def test_several_references_of_tokens_score_by_the_best():
    preds = [["a", "b"], ["c"]]
    target = [[["x"], ["a", "b"]], [["c", "d"], ["e", "f"]]]
    assert distances(preds, target) == [0, 1]
    similarity = NormalizedLevenshteinSimilarity(reduction="none")
    assert similarity(preds, target).tolist() == [1.0, 0.5]
    assert ErrorRates("none")(preds, target)["wer"].tolist() == [0.0, 0.5]


def test_several_references_may_be_arrays():
    for kind in (torch.tensor, np.array):
        target = [[kind([1, 2]), kind([1, 3])], [kind([4, -100])]]
        assert distances([kind([1, 3]), kind([4])], target) == [0, 0]
        assert distances([[1, 3], [4]], target) == [0, 0]


def test_single_ids_of_tensors_are_numbers():
    assert distances([list(torch.tensor([1, 2]))], [list(torch.tensor([1, 2]))]) == [0]


def test_padding_is_left_out_of_lists_as_of_arrays():
    ids = np.array([[5, 6, -100]])
    for rows in (ids, ids.tolist(), pa.array(ids.tolist()), torch.tensor(ids)):
        assert distances(rows, [[5, 6]]) == [0]
        assert distances(rows, [[5, 6]], ignore_index=None) == [1]


def test_empty_arrays_of_any_type_have_no_tokens():
    assert distances([torch.tensor([]), torch.tensor([1])], [[], [1]]) == [0, 0]
    assert distances(np.zeros((2, 0)), [[1], []]) == [1, 0]


def test_all_classes_take_tokens_in_every_update():
    metric = EditDistance()
    metric.update([["a"]], [["b"]])
    metric.update(torch.tensor([[1, 2]]), torch.tensor([[1, 2]]))
    metric.update("text", "text")
    assert metric.compute().item() == pytest.approx(1 / 3)


LISTS = "where one prediction is a list of tokens, every prediction and every reference must be"
HASHABLE = "which is not hashable; tokens must be strings, numbers, tuples or the like"
OF_REFERENCES = "every reference must be a list of tokens where one of them is"
SHAPE = "token ids must have the shape (samples, length)"
INTEGERS = "token ids must be integers: take the arg-max of scores first"
UNREAD = (
    "cannot be read (NotImplementedError: Cannot copy out of meta tensor; no data!); give plain"
)
TUPLES = "all tokens of target are tuples and those of preds are not; give several references as"
ON_META = torch.ones(1, 2, dtype=torch.int64, device="meta")
HALVES = torch.ones(1, 2, dtype=torch.bfloat16)
MASKED = np.ma.array([[1, 2]], mask=[[0, 1]])
NO_TOKENS = [
    ([["a"], "b"], [["a"], ["b"]], f"preds[1] is of type str; {LISTS}"),
    ([["a"]], ["a"], f"target[0] is of type str; {LISTS}"),
    ([["a", {"b"}]], [["a"]], f"preds[0][1] is of type set, {HASHABLE}"),
    ([["a"]], [[["a"], ["b", {}]]], f"target[0][1][1] is of type dict, {HASHABLE}"),
    ([["a"], ["b"]], [[["a"]], ["b"]], f"target[1][0] is of type str; {OF_REFERENCES}"),
    (
        [["a"], ["b"]],
        [[["a"]], []],
        "target[1] is an empty list of references; every sample needs at least one, if only [[]]",
    ),
    (
        [["a"]],
        [["a"], ["b"]],
        "preds and target differ in length (1 and 2); give one prediction for each sample of "
        "references",
    ),
    (torch.zeros(2, 3), [["a"]], f"preds is an array of float32; {INTEGERS}"),
    (
        torch.zeros(2, 3, 4),
        [["a"]],
        f"preds has the shape (2, 3, 4); {SHAPE}: take the arg-max of logits first",
    ),
    (torch.tensor([1, 2]), [[1, 2]], f"preds has the shape (2,); {SHAPE}"),
    (
        [[["a", "b"], ["c"]]],
        [["a", "b"]],
        "preds holds lists of lists of tokens; give one list of tokens for each sample",
    ),
    ([["a", "b"]], [[("a", "b"), ("a", "c")]], f"{TUPLES} lists of tokens, not as tuples"),
    (HALVES, [[1]], f"preds is an array of bfloat16; {INTEGERS}"),
    (ON_META, [[1]], f"preds {UNREAD} values: strings, numbers, lists or arrays in memory"),
    (MASKED, [[1]], "preds is a masked array; give its padding an id: values.filled(-100)"),
    (
        [["a"]],
        None,
        "target is None; it must be a sequence or a column of strings: give a list of strings",
    ),
]


@pytest.mark.parametrize(("preds", "target", "message"), NO_TOKENS)
def test_what_are_no_tokens_are_named_with_their_place(preds, target, message):
    metric = ErrorRates()
    with pytest.raises(InputError) as caught:
        metric.update(preds, target)
    assert str(caught.value) == message
    assert metric.update_count == 0


@pytest.mark.parametrize("row", [lambda ids: ids, lambda ids: np.array(ids, np.uint64)])
def test_an_id_past_the_range_of_int64_is_itself_in_arrays_and_lists(row):
    large = [2**64 - 100, 2**63, 2**63 - 1]
    ids = np.array([large], np.uint64)
    assert error_counts(ids, [row(large)]).hits.tolist() == [3]
    assert error_counts([row(large)], ids).hits.tolist() == [3]
    assert error_counts(ids, ids).hits.tolist() == [3]
    small = np.array([[-100, -(2**63), 2**63 - 1]], np.int64)
    assert error_counts(ids, small).hits.tolist() == [1]
    assert error_counts(torch.from_numpy(ids), ids).hits.tolist() == [3]


@pytest.mark.parametrize("index", [[0, 2], "x", True, 1.5])
def test_an_ignore_index_that_is_no_id_is_named(index):
    with pytest.raises(InputError, match=r"ignore_index is .*; it must be a whole number or None"):
        ErrorRates(ignore_index=index)

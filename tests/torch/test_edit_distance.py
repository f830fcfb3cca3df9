"""The distance: torchmetrics' own where its search finds it, and right where it does not."""

import torch
import torchmetrics.text
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics import EditDistance
from tests import oracles


def test_the_reference_examples_of_the_distance():
    preds, target = ["rain", "lnaguaeg"], ["shine", "language"]
    assert EditDistance(reduction="none")(preds, target).tolist() == [3, 4]
    assert EditDistance()(preds, target).item() == 3.5
    assert EditDistance(reduction="sum")(preds, target).item() == 7
    assert EditDistance(substitution_cost=2)("rain", "shine").item() == 5


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from([0, 1, 2, 5]))
def test_distances_equal_torchmetrics_where_its_beam_holds_the_best_alignment(rng, cost):
    pairs = oracles.random_pairs(rng, 8, oracles.ALPHABET, longest=24)
    preds, target = (["".join(side) for side in sides] for sides in zip(*pairs, strict=True))
    for reduction in ("mean", "sum", "none", None):
        ours = EditDistance(cost, reduction)(preds, target)
        theirs = torchmetrics.text.EditDistance(cost, reduction)(preds, target)
        assert ours.dtype == theirs.dtype
        # Of one sample torchmetrics makes a scalar, against its documentation.
        assert torch.equal(ours, theirs if reduction in ("mean", "sum") else theirs.reshape(-1))


def test_the_26_character_shift_that_torchmetrics_misses_is_right():
    text = "".join(chr(0x4E00 + i) for i in range(100))
    preds, target = "x" * 26 + text, text + "y" * 26
    assert torchmetrics.text.EditDistance()(preds, target).item() == 126
    assert EditDistance()(preds, target).item() == 52 == oracles.edit_distance(preds, target)


def test_the_distance_is_a_torchmetrics_edit_distance():
    assert isinstance(EditDistance(), torchmetrics.text.EditDistance)

"""ANLS* over nested values, beside the package ``anls_star``."""

import random
import warnings
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from levmetrics import InputError, anls_star, score
from tests.records.trees import SAMPLES, expected


@pytest.fixture
def peer():
    return pytest.importorskip("anls_star.anls_star")


class SciPy:
    """SciPy's matching in the place of munkres, whose choice among ties varies by its version."""

    def compute(self, costs: list[list[float]]) -> list[tuple[int, int]]:
        rows, columns = linear_sum_assignment(np.array(costs))
        return list(zip(rows.tolist(), columns.tolist(), strict=True))


def ours(prediction: Any, reference: Any) -> tuple[float, Any, dict[str, float]]:
    found = anls_star(prediction, reference)
    return found.score, found.closest, found.key_scores


def assert_same(found: tuple, peers: tuple) -> None:
    assert found[0] == peers[0]
    assert repr(found[1]) == repr(peers[1])  # 1 is not True here, and keys are in order
    assert found[2] == peers[2]


def test_thousands_of_random_trees_score_as_anls_star_does_with_the_same_matching(
    peer, monkeypatch
):
    monkeypatch.setattr(peer, "Munkres", SciPy)
    for sample in SAMPLES:
        assert_same(ours(*sample), expected(*sample))


def test_where_the_best_matching_is_one_it_is_anls_star_as_installed(peer, monkeypatch):
    """And where several tie, the peer's own result hangs on the version of munkres."""
    ties = SimpleNamespace(seen=False)
    installed = peer.Munkres

    class Watched(installed):
        def compute(self, costs):
            ties.seen |= has_ties(np.array(costs))
            return super().compute(costs)

    monkeypatch.setattr(peer, "Munkres", Watched)
    compared = 0
    for sample in SAMPLES:
        ties.seen = False
        peers = expected(*sample)
        if not ties.seen:
            assert_same(ours(*sample), peers)
            compared += 1
    assert compared > 0.75 * len(SAMPLES)


def has_ties(costs: np.ndarray) -> bool:
    """Whether more than one matching is within rounding of the best, by trying all."""
    costs = costs if costs.shape[0] <= costs.shape[1] else costs.T
    rows = np.arange(costs.shape[0])
    choices = permutations(range(costs.shape[1]), len(rows))
    totals = sorted(costs[rows, list(columns)].sum() for columns in choices)
    return len(totals) > 1 and totals[1] - totals[0] < 1e-12


trees = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("text", ["a", "", "no idea"])
def test_an_empty_list_has_no_answer_for_a_text_as_the_peer_says(peer, text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(ValueError, match="at least 1 valid ground truth"):
            peer.anls_score([], text)
    with pytest.raises(InputError, match=r"reference is an empty list, which has no answer"):
        anls_star(text, [])
    with pytest.raises(InputError, match=r"references\[1\] is an empty list, which has no answer"):
        score(["a", text], [["a"], []], "anls:star")
    assert anls_star(text, ([],)).score == anls_star(text, '{"__any__": [[]]}').score == 0
    assert anls_star(text, "[]").score == anls_star(["a"], []).score == 0
    assert anls_star("[]", []).score == anls_star([], []).score == 1


@given(trees)
def test_a_value_is_wholly_like_itself(value):
    if isinstance(value, str):  # JSON text stands for its value
        assume(not value.strip().startswith(("{", "[", '"')) and value.strip() != "null")
    found = anls_star(value, value)
    assert (found.score, found.closest) == (1.0, value)


@given(trees, trees)
def test_scores_lie_between_0_and_1(prediction, reference):
    if reference == [] and isinstance(prediction, str):
        return
    found = anls_star(prediction, reference)
    assert 0 <= found.score <= 1
    assert all(0 <= score <= 1 for score in found.key_scores.values())


@given(st.lists(trees, min_size=1, max_size=4), trees)
def test_alternatives_score_as_the_best_of_them(options, prediction):
    found = anls_star(prediction, tuple(options))
    alone = [anls_star(prediction, (option,)).score for option in options]
    assert found.score == max(alone) == alone[found.reference]


@pytest.mark.parametrize(
    ("prediction", "reference", "score"),
    [
        # The paper's table of examples.
        ("Hello Wrold", "Hello World", 1 - 2 / 11),
        ("How are you?", "Hello World", 0),
        ("How are you?", None, 0),
        ("Wolrd", ("Hello", "World"), 0.6),
        (["Hello", "World"], "Hello World", 0),
        (["World", "Hello"], ["Hello", "World"], 1),
        (["Hello"], ["Hello", "World"], 0.5),
        ({"a": "Hello"}, {"a": "Hello", "b": "World"}, 0.5),
        ({"b": "World", "a": "Hello", "c": "Great"}, {"a": "Hello", "b": "World"}, 2 / 3),
        (
            {"a": "Hello", "b": ["w", "r", "d"]},
            {"a": "Hello", "b": ["w", "r", "l", "d"]},
            0.8,
        ),
        ("World", ["Hello", "World"], 1),
        (0.199999, 0.2, 0),
        ("31. Dec 2023", "31.12.2023", 1 - 5 / 12),
        # What is not there.
        ("", None, 1),
        ([], None, 1),
        ({}, {"a": None}, 1),
        (None, {"a": "x"}, 0),
    ],
)
def test_examples(prediction, reference, score):
    assert anls_star(prediction, reference).score == pytest.approx(score)


def test_an_invented_key_without_a_value_has_no_score_but_counts_as_in_anls_star(peer):
    """The package's README says that such a key is ignored; since 0.0.7 its sum does not."""
    prediction, reference = {"a": "x", "b": None}, {"a": "x"}
    found = anls_star(prediction, reference)
    assert (found.score, found.closest, found.key_scores) == (0.5, {"a": "x"}, {"a": 1.0})
    assert peer.anls_score(reference, prediction) == 0.5


def test_keys_are_averaged_over_matched_items_and_dots_within_them_are_marked():
    reference = {"items": [{"unit.price": "10", "name": "tea"}, {"name": "milk"}], "a\\b": 1}
    found = anls_star({"items": [{"name": "milk"}, {"name": "tea"}]}, reference)
    assert found.key_scores == {
        "items": pytest.approx(2 / 3),
        "items.name": 1.0,
        "items.unit\\.price": 0.0,
        "a\\\\b": 0.0,
    }


@pytest.mark.parametrize(
    ("prediction", "reference"),
    [('{"a": "x"}', {"a": "x"}), ('{"a":"x"}', '{"a": "x"}'), ({"a": "x"}, '{"a":"x"}')],
)
def test_json_text_is_the_value_that_it_is_elsewhere(prediction, reference):
    found = anls_star(prediction, reference)
    assert (found.score, found.closest) == (1, {"a": "x"})


@pytest.mark.parametrize("threshold", [0.0, 0.2, 0.6, 2 / 3, 0.8, 1.0])
def test_a_threshold_replaces_the_published_one_as_in_anls_star(peer, monkeypatch, threshold):
    monkeypatch.setattr(peer, "Munkres", SciPy)
    monkeypatch.setattr(peer.ANLSTree, "THRESHOLD", threshold)
    for prediction, reference in SAMPLES[:1000]:
        found = anls_star(prediction, reference, threshold=threshold)
        assert found.score == expected(prediction, reference)[0]


def test_a_threshold_drops_what_is_less_alike():
    assert anls_star("ab", "a", threshold=0.6).score == 0
    assert anls_star("abcd", "a", threshold=0).score == 0.25


@pytest.mark.parametrize("threshold", [5, float("nan"), "0.5", None])
def test_a_threshold_out_of_range_is_refused(threshold):
    with pytest.raises(InputError, match=r"threshold is .*; it must be a number from 0 to 1"):
        anls_star("a", "a", threshold=threshold)


def test_a_normalizer_comes_before_the_rule():
    assert anls_star({"total": "１２"}, {"total": 12}).score == 0
    assert anls_star({"total": "１２"}, {"total": 12}, normalizer="nfkc").score == 1
    with pytest.raises(InputError, match=r"failed on 'y' in reference: it returned int, not"):
        anls_star("x", "y", normalizer=lambda text: 1)
    with pytest.raises(InputError, match=r"failed on 'y' in reference: KeyError"):
        anls_star("x", "y", normalizer=lambda text: {}[text])


def test_long_lists_are_matched():
    rng = random.Random(0)
    items = [{"id": str(i), "name": "".join(rng.choices("abcdef", k=8))} for i in range(120)]
    found = anls_star({"items": rng.sample(items, 120)}, {"items": items})
    assert found.score == 1.0

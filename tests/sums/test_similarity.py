"""Similarities lie in [0, 1] and mean what their formula says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from tests import oracles


def similarity(pred, target, cost=1, threshold=0.0):
    return lm.normalized_levenshtein_similarity(
        pred, target, substitution_cost=cost, threshold=threshold
    )


@given(st.text(), st.text(), st.integers(0, 5))
def test_similarities_lie_between_0_and_1_at_any_cost(pred, target, cost):
    assert 0 <= similarity(pred, target, cost) <= 1


@given(st.text(), st.integers(0, 5))
def test_equal_texts_are_1(text, cost):
    assert similarity(text, text, cost) == 1


@given(st.text(max_size=30), st.text(max_size=30))
def test_the_formulas_of_cost_1_and_cost_2(pred, target):
    longer, both = max(len(pred), len(target)), len(pred) + len(target)
    if both:
        assert similarity(pred, target, 1) == pytest.approx(
            1 - oracles.edit_distance(pred, target) / longer, abs=1e-15
        )
        assert similarity(pred, target, 2) == pytest.approx(
            1 - oracles.edit_distance(pred, target, 2) / both, abs=1e-15
        )


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 5))
def test_only_texts_with_nothing_in_common_have_the_largest_distance(m, n, cost):
    assert similarity("a" * m, "b" * n, cost) == (not oracles.edit_distance("a" * m, "b" * n, cost))
    assert not cost or similarity("a" * m + "c", "b" * n + "c", cost) > 0


def test_examples_by_hand():
    assert similarity("rain", "shine") == 0.4
    assert similarity("lnaguaeg", "language") == 0.5
    assert similarity("ab", "cd", cost=2) == 0
    assert similarity("", "") == 1
    assert similarity("", "a") == similarity("a", "") == 0


def test_a_threshold_keeps_what_reaches_it():
    assert similarity("ab", "a", threshold=0.5) == 0.5
    assert similarity("ab", "a", threshold=0.51) == 0
    assert similarity("ab", "ab", threshold=1.0) == 1


@pytest.mark.parametrize("length", range(1, 60))
def test_a_similarity_equal_to_the_threshold_is_kept(length):
    for alike in range(1, length + 1):
        text = "a" * alike + "b" * (length - alike)
        threshold = alike / length
        assert similarity(text, "a" * alike + "c" * (length - alike), 1, threshold) == threshold

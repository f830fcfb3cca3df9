"""The matrix is the textbook's, and its path is a best one."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.alignment.edit_matrix import edit_matrix, matrix_of_tokens
from tests import oracles

# Gilleland, "Levenshtein Distance, in Three Flavors".
PUBLISHED = [
    [0, 1, 2, 3, 4, 5],
    [1, 0, 1, 2, 3, 4],
    [2, 1, 1, 2, 3, 4],
    [3, 2, 2, 1, 2, 3],
    [4, 3, 3, 2, 1, 2],
    [5, 4, 4, 3, 2, 1],
    [6, 5, 5, 4, 3, 2],
]


def test_gumbo_against_gambol_is_the_published_matrix():
    matrix = edit_matrix("GUMBO", "GAMBOL")
    assert matrix.distances.tolist() == np.asarray(matrix).tolist() == PUBLISHED
    assert matrix.distance == 2
    assert matrix.path == ((0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5))


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from([0, 1, 2]))
def test_every_cell_is_the_distance_of_the_prefixes(rng, cost):
    (pred, target), *_ = oracles.random_pairs(rng, 1, oracles.ALPHABET, longest=12)
    matrix = edit_matrix(pred, target, substitution_cost=cost)
    for row in range(len(target) + 1):
        for column in range(len(pred) + 1):
            expected = oracles.edit_distance(pred[:column], target[:row], cost)
            assert matrix.distances[row, column] == expected


@settings(max_examples=100)
@given(st.text(max_size=15), st.text(max_size=15))
def test_the_path_goes_from_corner_to_corner_and_costs_the_distance(pred, target):
    matrix = edit_matrix(pred, target)
    assert matrix.path[0] == (0, 0)
    assert matrix.path[-1] == (len(target), len(pred))
    cost = 0
    for (r0, c0), (r1, c1) in zip(matrix.path, matrix.path[1:], strict=False):
        assert (r1 - r0, c1 - c0) in ((0, 1), (1, 0), (1, 1))
        cost += (r1 - r0, c1 - c0) != (1, 1) or pred[c0] != target[r0]
        assert matrix.distances[r1, c1] == cost
    assert cost == matrix.distance


def test_tokens_that_are_there_already_have_the_matrix_of_their_texts():
    matrix = matrix_of_tokens(["今日", "は"], ["今日", "も", 1], 5)
    same = edit_matrix("今日 は", "今日 も 1", substitution_cost=5, tokenizer="whitespace")
    assert np.array_equal(matrix.distances, same.distances)
    assert (matrix.path, matrix.pred, matrix.target) == (same.path, same.pred, same.target)


def test_text_and_html_show_tokens_and_path():
    matrix = edit_matrix("今日 は", "今日 も", tokenizer="whitespace")
    assert str(matrix).splitlines()[-1].split() == ["も", "2", "1", "[1]"]
    page = edit_matrix("<b>", "\u202e").to_html()
    assert "<bdi>&lt;</bdi>" in page
    assert "\u202e" not in page
    assert page.count("font-weight:bold") == len(edit_matrix("<b>", "\u202e").path)


def test_a_matrix_that_no_one_could_read_is_refused():
    with pytest.raises(InputError, match="texts of 4000 and 4000 tokens have a matrix of more"):
        edit_matrix("a" * 4000, "b" * 4000)


@pytest.mark.parametrize("cost", [-1, 0.5, float("nan"), None, "1", True])
def test_a_cost_that_is_no_whole_number_of_0_or_more_is_refused(cost):
    with pytest.raises(InputError, match=r"substitution_cost is .*; it must be a whole number"):
        edit_matrix("ab", "cd", substitution_cost=cost)


@pytest.mark.parametrize("cost", [3, 5, 10**30])
def test_a_substitution_dearer_than_two_gaps_is_never_on_the_path(cost):
    matrix = edit_matrix("ab", "cd", substitution_cost=cost)
    assert matrix.distance == 4
    assert len(matrix.path) == 5
    assert np.array_equal(matrix.distances, edit_matrix("ab", "cd", substitution_cost=3).distances)


def test_the_distances_of_a_matrix_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        edit_matrix("ab", "cd").distances[0, 0] = 9


def test_a_large_matrix_is_drawn_by_its_corner_and_says_so():
    matrix = edit_matrix("ab" * 400, "ba" * 30)
    said = "drawn: the first 50 of 60 reference and 50 of 800 predicted tokens"
    page = matrix.to_html()
    assert page.count("<td") == 51 * 51 + 4  # and those without a token
    assert f"Edit distance {matrix.distance}; {said}</caption>" in page
    assert str(matrix).splitlines()[-1] == said
    assert len(str(matrix).splitlines()) == 53
    assert "drawn" not in edit_matrix("ab" * 25, "a").to_html()


def test_drawing_looks_at_each_cell_once():
    class Counting(tuple):
        looks = 0

        def __contains__(self, cell):
            Counting.looks += 1
            return super().__contains__(cell)

    matrix = edit_matrix("ab" * 20, "ba" * 20)
    counted = dataclasses.replace(matrix, path=Counting(matrix.path))
    assert counted.to_html() == matrix.to_html()
    assert str(counted) == str(matrix)
    assert Counting.looks == 0  # a tuple is searched from its start

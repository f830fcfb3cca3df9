"""Speakers assigned to each other: the fewest errors of all permutations."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from levmetrics.meetings.assignment import assigned_speakers, cheapest_pairs


def fewest_errors(distances, reference, hypothesis):
    """Try every assignment: each speaker of the reference has one of the others, or no one."""
    columns = [*range(len(hypothesis)), *[None] * len(reference)]
    return min(
        sum(
            reference[i] if j is None else distances[i][j]
            for i, j in zip(range(len(reference)), chosen, strict=True)
        )
        + sum(hypothesis[j] for j in {*range(len(hypothesis))} - {*chosen})
        for chosen in {*permutations(columns, len(reference))}
    )


def with_no_one(distances, reference, hypothesis):
    distances = np.array(distances, np.int64).reshape(len(reference), len(hypothesis))
    beside_no_one = np.array([*reference, 0], np.int64)[:, None]
    return np.hstack([np.vstack([distances, np.array([hypothesis], np.int64)]), beside_no_one])


@given(st.data(), st.integers(0, 4), st.integers(0, 4))
def test_no_permutation_has_fewer_errors(data, rows, columns):
    numbers = st.integers(0, 9)
    reference, hypothesis = (
        data.draw(st.lists(numbers, min_size=size, max_size=size)) for size in (rows, columns)
    )
    distances = [
        [data.draw(st.integers(abs(n - m), max(n, m))) for m in hypothesis] for n in reference
    ]
    errors = with_no_one(distances, reference, hypothesis)
    pairs = assigned_speakers(errors)
    assert sorted(i for i, _ in pairs if i < rows) == [*range(rows)]
    assert sorted(j for _, j in pairs if j < columns) == [*range(columns)]
    assert (rows, columns) not in pairs
    assert sum(errors[pair] for pair in pairs) == fewest_errors(distances, reference, hypothesis)


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (0, 2), (2, 0)])
def test_no_one_is_beside_those_of_the_other_side(rows, columns):
    found = assigned_speakers(np.ones((rows + 1, columns + 1), np.int64))
    assert found == [(i, 0) for i in range(rows)] + [(0, j) for j in range(columns)]


def test_speakers_of_the_reference_come_in_their_order_then_those_without_one():
    errors = with_no_one([[9, 0, 9], [0, 9, 9]], [5, 5], [5, 5, 5])
    assert assigned_speakers(errors) == [(0, 1), (1, 0), (2, 2)]


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 12), st.booleans())
def test_of_tied_assignments_the_one_of_scipy_is_returned(seed, rows, columns, are_whole):
    rng = np.random.default_rng(seed)
    costs = rng.integers(-2, 3, (rows, columns)) / (1 if are_whole else 7)
    expected = [*zip(*map(np.ndarray.tolist, linear_sum_assignment(costs)), strict=True)]
    assert cheapest_pairs(costs.tolist()) == expected


def test_pairs_of_infinite_cost_are_left_out_if_that_is_possible():
    costs = [[0, 1, np.inf], [0, np.inf, np.inf], [np.inf, 0, 5]]
    rows, columns = linear_sum_assignment(costs)
    assert cheapest_pairs(costs) == [*zip(rows.tolist(), columns.tolist(), strict=True)]


def test_hundreds_of_speakers_are_assigned_as_by_scipy():
    costs = np.random.default_rng(0).integers(0, 1_000, (300, 250))
    expected = [*zip(*map(np.ndarray.tolist, linear_sum_assignment(costs)), strict=True)]
    assert cheapest_pairs(costs.tolist()) == expected

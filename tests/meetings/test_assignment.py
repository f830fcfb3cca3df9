"""Speakers assigned to each other: the fewest errors of all permutations."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.meetings.assignment import SpeakerPair, assigned_speakers


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


def errors_of(pairs, distances, reference, hypothesis):
    return sum(
        hypothesis[j] if i is None else reference[i] if j is None else distances[i][j]
        for i, j in pairs
    )


@given(st.data(), st.integers(0, 4), st.integers(0, 4))
def test_no_permutation_has_fewer_errors(data, rows, columns):
    numbers = st.integers(0, 9)
    reference, hypothesis = (
        data.draw(st.lists(numbers, min_size=size, max_size=size)) for size in (rows, columns)
    )
    distances = [
        [data.draw(st.integers(abs(n - m), max(n, m))) for m in hypothesis] for n in reference
    ]
    pairs = assigned_speakers(
        np.array(distances, np.int64).reshape(rows, columns),
        np.array(reference, np.int64),
        np.array(hypothesis, np.int64),
    )
    assert sorted(pair.reference for pair in pairs if pair.reference is not None) == [*range(rows)]
    assert sorted(pair.hypothesis for pair in pairs if pair.hypothesis is not None) == [
        *range(columns)
    ]
    assert (None, None) not in pairs
    assert errors_of(pairs, distances, reference, hypothesis) == fewest_errors(
        distances, reference, hypothesis
    )


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (0, 2), (2, 0)])
def test_no_one_is_beside_those_of_the_other_side(rows, columns):
    none = np.zeros((rows, columns), np.int64)
    found = assigned_speakers(none, np.ones(rows, np.int64), np.ones(columns, np.int64))
    assert found == [SpeakerPair(i, None) for i in range(rows)] + [
        SpeakerPair(None, j) for j in range(columns)
    ]


def test_speakers_of_the_reference_come_in_their_order_then_those_without_one():
    distances = np.array([[9, 0, 9], [0, 9, 9]])
    lengths = np.array([5, 5]), np.array([5, 5, 5])
    assert assigned_speakers(distances, *lengths) == [(0, 1), (1, 0), (None, 2)]

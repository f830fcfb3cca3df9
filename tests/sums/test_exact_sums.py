"""Sums of scores are those of rational numbers, in whatever order they are added."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.sums.sample_statistics import exact_sum, limbs, quotient

VALUES = st.lists(
    st.floats(0, 2.0**40, exclude_max=True).map(lambda value: value if value >= 2.0**-40 else 0.0)
)


@given(VALUES, st.integers(1, 10**9))
def test_a_quotient_is_that_of_rational_numbers_correctly_rounded(values, count):
    exact = sum(map(Fraction, values), Fraction(0)) / count
    assert float(quotient(exact_sum(np.array(values, np.float64)), count)) == float(exact)


@given(VALUES, st.randoms(use_true_random=False), st.integers(0, 20))
def test_sums_of_parts_in_any_order_add_up_to_the_sum_of_all(values, random, cut):
    whole = exact_sum(np.array(values, np.float64))
    random.shuffle(values)
    parts = [exact_sum(np.array(part, np.float64)) for part in (values[:cut], values[cut:])]
    assert (parts[0] + parts[1]).tolist() == whole.tolist()


@given(VALUES)
def test_the_limbs_of_numbers_add_up_to_their_sum(values):
    array = np.array(values, np.float64)
    assert limbs(array).sum(axis=0).tolist() == exact_sum(array).tolist()


@pytest.mark.parametrize("samples", [8_191, 8_192, 8_193, 100_000])
def test_blocks_leave_nothing_out(samples):
    values = np.random.default_rng(samples).random(samples)
    exact = sum(map(Fraction, values.tolist()))
    assert float(quotient(exact_sum(values), samples)) == float(exact / samples)


def test_what_is_beyond_the_last_limb_is_cut_off_and_never_more():
    tiny = 2.0**-93
    assert limbs(np.array([tiny, tiny / 2])).tolist() == [[0, 0, 0, 1], [0, 0, 0, 0]]


def test_a_count_of_any_kind_divides_without_an_overflow():
    total = exact_sum(np.array([1.0, 2.0]))
    for count in (3, np.int64(3), np.array(3)):
        assert quotient(total, count) == 1.0
    assert quotient(np.array([total, total]), np.array([3, 6])).tolist() == [1.0, 0.5]

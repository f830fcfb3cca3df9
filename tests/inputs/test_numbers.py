"""Numbers as options: of any library, but no booleans, no strings and no NaN."""

from fractions import Fraction

import numpy as np
import pytest

from levmetrics import InputError
from levmetrics.inputs.arguments import checked_number, checked_whole_number


@pytest.mark.parametrize("value", [2, np.int8(2), np.uint64(2)])
def test_whole_numbers_of_any_type_become_pythons(value):
    checked = checked_whole_number(value, "seed", 0)
    assert (checked, type(checked)) == (2, int)


@pytest.mark.parametrize("value", [True, np.True_, 2.0, np.float64(2), "2", None, -1, np.int8(-1)])
def test_what_is_no_whole_number_is_refused(value):
    with pytest.raises(InputError) as caught:
        checked_whole_number(value, "seed", 0)
    assert str(caught.value) == f"seed is {value!r}; it must be a whole number of 0 or more"


@pytest.mark.parametrize("value", [0, 1, 0.5, np.float32(0.5), np.int64(1), Fraction(1, 2)])
def test_numbers_of_any_type_become_floats(value):
    checked = checked_number(value, "threshold", 0, 1)
    assert (checked, type(checked)) == (float(value), float)


@pytest.mark.parametrize("value", [True, np.True_, "0.5", None, 0.5j, np.nan, np.inf, -0.1, 1.1])
def test_what_is_no_number_of_the_range_is_refused(value):
    with pytest.raises(InputError) as caught:
        checked_number(value, "threshold", 0, 1)
    assert str(caught.value) == f"threshold is {value!r}; it must be a number from 0 to 1"

"""Sums of scores that do not depend on the order in which they are added.

Sums in double precision do: the last digits change with the order of samples, with the size of
batches, and with the number of processes. So a score is cut into limbs, as the digits of a number
in base 2**31 are: whole numbers, which add up exactly.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import FloatArray, IntArray

LIMBS = 4  # the whole part, and three digits after the point
_DIGIT_BITS = 31
_FRACTION_BITS = _DIGIT_BITS * (LIMBS - 1)
_BLOCK = 8192  # elements, which stay in a processor's cache


def limbs(values: FloatArray) -> IntArray:
    """Cut numbers of 0 or more into limbs, the whole part first.

    What is beyond 93 binary digits after the point is cut off; of a double of 2**-40 or more, that
    is nothing.

    Args:
        values: less than 2**40; float64, shape ``(samples,)``.

    Returns:
        int64, shape ``(samples, 4)``.

    >>> limbs(np.array([2.5, 0.0])).tolist()
    [[2, 1073741824, 0, 0], [0, 0, 0, 0]]

    """
    return np.stack([digits.astype(np.int64) for digits in _digits(values)], axis=-1)


def exact_sum(values: FloatArray) -> IntArray:
    """Return the sum of numbers of 0 or more in limbs.

    The sums of up to 2**32 numbers add up, in any order, to the sum of all of them.

    Args:
        values: as for :func:`limbs`.

    Returns:
        int64, shape ``(4,)``.

    >>> tenths = np.full(10, 0.1)
    >>> float(quotient(exact_sum(tenths), 10)), float(tenths.cumsum()[-1] / 10)
    (0.1, 0.09999999999999999)

    """
    total = np.zeros(LIMBS, np.int64)
    for start in range(0, len(values), _BLOCK):
        # In double precision, as whole numbers below 2**53 they are exact there.
        block = _digits(values[start : start + _BLOCK])
        total += np.array([digits.sum() for digits in block]).astype(np.int64)
    return total


def _digits(values: FloatArray) -> Iterator[FloatArray]:
    """Return the limbs of numbers one after the other, the whole parts first."""
    rest = values
    for _ in range(LIMBS):
        whole = np.floor(rest)
        yield whole
        rest = (rest - whole) * 2.0**_DIGIT_BITS  # exact: fewer digits, and another exponent


def quotient(total: IntArray, count: int) -> npt.NDArray[np.float64]:
    """Return a sum in limbs divided by a whole number, correctly rounded.

    Args:
        total: shape ``(4,)``.
        count: 1 or more.

    Returns:
        float64, shape ``()``.

    """
    exact = 0
    for digit in total.tolist():
        exact = (exact << _DIGIT_BITS) + digit
    return np.asarray(exact / (count << _FRACTION_BITS))

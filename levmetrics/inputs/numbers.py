"""Numbers that a caller gives as options, of any library; booleans are none."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

from levmetrics.errors import InputError


def is_number(value: object) -> bool:
    """Tell whether a value is a real number, Python's or NumPy's.

    >>> import numpy as np
    >>> is_number(np.float32(0.5)), is_number(1), is_number(True), is_number("1")
    (True, True, False, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool)


def is_whole_number(value: object) -> bool:
    """Tell whether a value is a whole number by its type.

    >>> import numpy as np
    >>> is_whole_number(np.int8(1)), is_whole_number(1.0), is_whole_number(True)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def checked_whole_number(value: Any, name: str, lowest: int | None = None) -> int:
    """Return a whole number as Python's, or say what it must be.

    Args:
        value: what the caller gave.
        name: what the caller calls the argument, for the message.
        lowest: the lowest that it may be; ``None``: any.

    Raises:
        InputError: for anything else.

    >>> checked_whole_number(-1, "seed", 0)
    Traceback (most recent call last):
    levmetrics.errors.InputError: seed is -1; it must be a whole number of 0 or more

    """
    if not is_whole_number(value) or (lowest is not None and int(value) < lowest):
        bound = "" if lowest is None else f" of {lowest} or more"
        raise InputError(f"{name} is {value!r}; it must be a whole number{bound}")
    return int(value)


def checked_number(value: Any, name: str, lowest: float, highest: float) -> float:
    """Return a number as Python's, or say what it must be.

    Args:
        value: what the caller gave.
        name: what the caller calls the argument, for the message.
        lowest: the lowest that it may be.
        highest: the highest that it may be.

    Raises:
        InputError: for anything else, NaN included.

    >>> checked_number(1, "threshold", 0, 1)
    1.0

    """
    if not is_number(value) or not lowest <= float(value) <= highest:
        raise InputError(f"{name} is {value!r}; it must be a number from {lowest} to {highest}")
    return float(value)

"""Checks of options that are numbers, Python's or NumPy's; booleans are refused."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TypeGuard

from levmetrics.errors import InputError


def is_number(value: object) -> TypeGuard[Real]:
    """Tell whether a value is a real number, Python's or NumPy's.

    >>> import numpy as np
    >>> is_number(np.float32(0.5)), is_number(1), is_number(True), is_number("1")
    (True, True, False, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool)


def is_whole_number(value: object) -> TypeGuard[Integral]:
    """Tell whether a value is of an integer type, Python's or NumPy's.

    >>> import numpy as np
    >>> is_whole_number(np.int8(1)), is_whole_number(1.0), is_whole_number(True)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def checked_whole_number(value: object, name: str, lowest: int | None = None) -> int:
    """Check an option that is a whole number, and return it as an ``int``.

    Args:
        value: the caller's argument.
        name: the argument's name, for the message.
        lowest: the lowest value allowed; ``None``: no bound.

    Raises:
        InputError: for anything else.

    >>> checked_whole_number(-1, "seed", 0)
    Traceback (most recent call last):
    levmetrics.errors.InputError: seed is -1; it must be a whole number of 0 or more

    """
    if not is_whole_number(value) or (lowest is not None and int(value) < lowest):
        given = {"place": name, "given": repr(value)}
        if lowest is None:
            raise InputError("value.not_whole", **given)
        raise InputError("value.too_low", **given, lowest=lowest)
    return int(value)


def checked_number(value: object, name: str, lowest: float, highest: float) -> float:
    """Check an option that is a number in a range, and return it as a ``float``.

    Args:
        value: the caller's argument.
        name: the argument's name, for the message.
        lowest: the lowest value allowed.
        highest: the highest value allowed.

    Raises:
        InputError: for anything else, NaN included.

    >>> checked_number(1, "threshold", 0, 1)
    1.0

    """
    if not is_number(value) or not lowest <= float(value) <= highest:
        given = {"place": name, "given": repr(value)}
        raise InputError("value.out_of_range", **given, lowest=lowest, highest=highest)
    return float(value)

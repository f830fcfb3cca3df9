"""Checks of the caller's arguments: numbers and equal lengths; and positions for messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Integral, Real
from typing import Protocol, Self, TypeGuard

import numpy as np

from levmetrics.errors import InputError, Place, quoted, reason
from levmetrics.inputs.arrays import IntArray

_NOUNS = {
    "preds": "prediction",
    "predictions": "prediction",
    "target": "reference",
    "references": "reference",
    "systems": "prediction",
}


class NamedSamples(Protocol):
    """Predictions or references, with the name of the caller's argument."""

    @property
    def name(self) -> str:
        """The name of the argument."""
        ...

    def __len__(self) -> int:
        """Return the number of samples."""
        ...


class ColumnName(str):
    """The name of a table's column, for messages, in place of an argument's name.

    The noun for its values does not follow from it, and the values may be a part of the column.

    Args:
        name: the name of the column.
        noun: the noun for one of its values.
        first: the index of the first value given.

    >>> sample_noun(ColumnName("hyp", "prediction"))
    'prediction'
    >>> sample_position(ColumnName("reference", "reference", 100), 2, None)
    'reference[102]'

    """

    noun: str
    first: int

    def __new__(cls, name: str, noun: str = "", first: int = 0) -> Self:
        """Make the string, with noun and first index as attributes (which a copy gets later)."""
        column = str.__new__(cls, name)
        column.noun, column.first = noun, first
        return column

    def position(self, sample: int) -> str:
        """Return the position of a sample, given its index among the values given."""
        return Place(self, self.first + sample)


def check_same_length(preds: NamedSamples, target: NamedSamples) -> None:
    """Refuse columns that do not have one prediction for each sample of references.

    Raises:
        InputError: with both lengths.

    """
    if len(preds) != len(target):
        names = {"side": preds.name, "other": target.name}
        raise InputError("samples.lengths", **names, count=len(preds), other_count=len(target))


def sample_noun(name: str) -> str:
    """Return the noun for one sample of an argument: a prediction or a reference.

    >>> sample_noun("preds"), sample_noun("systems['old']"), sample_noun("groups")
    ('prediction', 'prediction', 'groups')
    """
    if isinstance(name, ColumnName):
        return name.noun
    return _NOUNS.get(name.partition("[")[0], name)


def sample_position(name: str, index: int, offsets: IntArray | None) -> str:
    """Return the position, in the caller's argument, of the text at a flat index.

    An argument with a singular name is one sample, and has no number.

    Args:
        name: the name of the argument.
        index: the index of the text, over all samples.
        offsets: where each sample's texts start, see :class:`levmetrics.inputs.columns.TextColumn`.

    >>> sample_position("preds", 2, None), sample_position("target", 2, np.array([0, 1, 3]))
    ('preds[2]', 'target[1][1]')
    >>> sample_position("reference", 2, np.array([0, 3]))
    'reference[2]'

    """
    if not isinstance(name, ColumnName):
        if name in _NOUNS.values():
            return name if offsets is None else Place(name, index)
        name = ColumnName(name, sample_noun(name))
    if offsets is None:
        return name.position(index)
    sample = int(np.searchsorted(offsets, index, side="right")) - 1
    return Place(name.position(sample), index - int(offsets[sample]))


@contextmanager
def reading(place: Callable[[], str]) -> Iterator[None]:
    """Raise any error of the caller's own objects, while they are read, as one of their place.

    Args:
        place: returns the place, once there is an error.

    Raises:
        InputError: for any error but those of memory, files and time limits.

    >>> with reading(lambda: "preds[0]"):
    ...     float("x")
    Traceback (most recent call last):
    levmetrics.errors.InputError: preds[0] cannot be read (ValueError: could not convert string to
    float: 'x'); give plain values: strings, numbers, lists or arrays in memory

    """
    try:
        yield
    except (InputError, MemoryError, OSError):
        raise
    except UnicodeDecodeError as error:
        raise InputError("text.wrong_encoding", place=place()) from error
    except Exception as error:
        raise InputError("value.unreadable", place=place(), reason=reason(error)) from error


def type_phrase(value: object) -> str:
    """Return a message's phrase for the type of a value.

    >>> type_phrase(None), type_phrase(1)
    ('None', 'of type int')
    """
    return "None" if value is None else f"of type {type(value).__name__}"


def is_number(value: object) -> TypeGuard[Real]:
    """Whether a value is a real number of Python or NumPy.

    >>> import numpy as np
    >>> is_number(np.float32(0.5)), is_number(1), is_number(True), is_number("1")
    (True, True, False, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool)


def is_whole_number(value: object) -> TypeGuard[Integral]:
    """Whether a value has an integer type of Python or NumPy.

    >>> import numpy as np
    >>> is_whole_number(np.int8(1)), is_whole_number(1.0), is_whole_number(True)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def checked_whole_number(value: object, name: str, lowest: int | None = None) -> int:
    """Return an option as an ``int``, after a check that it is a whole number.

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
        given = {"place": name, "given": quoted(value)}
        if lowest is None:
            raise InputError("value.not_whole", **given)
        raise InputError("value.too_low", **given, lowest=lowest)
    return int(value)


def checked_number(value: object, name: str, lowest: float, highest: float) -> float:
    """Return an option as a ``float``, after a check that it is a number in a range.

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
        given = {"place": name, "given": quoted(value)}
        raise InputError("value.out_of_range", **given, lowest=lowest, highest=highest)
    return float(value)

"""Nested values: strings, numbers, None, lists and dictionaries, checked.

A tuple in a reference holds alternatives. JSON has no tuples: there, an object whose only key is
``__any__`` stands for one.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.inputs.arrow import holds_maps, is_array
from levmetrics.inputs.columns import (
    ColumnLike,
    TextColumn,
    Vector,
    check_same_length,
    is_list,
    prediction_column,
    read_column,
    reference_column,
    sample_position,
)
from levmetrics.inputs.surrogates import HOW_TO_CLEAN, lone_surrogate

ALTERNATIVES = "__any__"
MAX_DEPTH = 100  # far deeper than any document
_PLAIN = "biufUO"  # NumPy's kinds of arrays that hold strings, numbers, booleans or anything


@dataclass(frozen=True)
class ValueColumn:
    """Nested values, one a sample, not checked yet.

    Attributes:
        name: what the caller calls this argument, for messages.
        values: the values.

    """

    name: str
    values: Sequence[Any]

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.values)

    def position(self, index: int) -> str:
        """Say how the caller reaches a value."""
        return sample_position(self.name, index, None)


def value_column(values: ColumnLike | ValueColumn, name: str) -> ValueColumn:
    """Bring a column of nested values to a Python sequence.

    Args:
        values: one string (one sample), or a sequence or column of values; a ``ValueColumn`` is
            returned as it is.
        name: what the caller calls the argument, for messages.

    Raises:
        InputError: for what has no order or no length.

    >>> value_column("rain", "preds").values, value_column(pa.array([{"a": 1}]), "preds").values
    (['rain'], [{'a': 1}])

    """
    if isinstance(values, ValueColumn):
        return values
    if isinstance(values, Mapping):
        raise InputError(
            f"{name} is of type {type(values).__name__}; it must be a list with one value a "
            f"sample: wrap a single one in a list"
        )
    if hasattr(values, "tolist") and not isinstance(values, (pa.Array, pa.ChunkedArray)):
        # pandas and NumPy hold Python's own values; Arrow would give them one common type.
        return ValueColumn(name, _listed_all(cast("Vector", values).tolist()))
    column = read_column(values, name, "values")
    if not is_array(column):
        return ValueColumn(name, _listed_all(column))
    if holds_maps(column.type):
        raise InputError(f"{name} is an Arrow column of {column.type}; give a list of dictionaries")
    return ValueColumn(name, column.to_pylist())


def _listed_all(values: Sequence[Any]) -> Sequence[Any]:
    arrays = any(hasattr(kind, "ndim") for kind in set(map(type, values)))
    return list(map(_listed, values)) if arrays else values


def _listed(value: Any) -> Any:
    """Return an array of plain values as the list that it is, of rows if it has more dimensions."""
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, np.ndarray):
        return list(value) if value.ndim and value.dtype.kind in _PLAIN else value
    return list(value) if is_list(value) else value


def as_texts(preds: ValueColumn, target: ValueColumn) -> tuple[TextColumn, TextColumn] | None:
    """Return columns that hold nothing but texts as text columns, to be scored as such.

    Args:
        preds: texts, if all of them are strings.
        target: texts, if all of them are strings, or lists or tuples of strings.

    Returns:
        Checked predictions and references; ``None`` if anything is no text.

    >>> columns = as_texts(value_column(["a", "b"], "preds"), value_column(["a", ["b"]], "target"))
    >>> [column.nested().to_pylist() for column in columns]
    [['a', 'b'], [['a'], ['b']]]

    """
    kinds = set(map(type, target.values))
    if not (set(map(type, preds.values)) <= {str} and kinds <= {str, list, tuple}):
        return None
    references = target.values
    if len(kinds) > 1:
        references = [[r] if isinstance(r, str) else r for r in references]
    try:
        return (
            prediction_column(preds.values, preds.name),
            reference_column(references, target.name),
        )
    except InputError:
        return None  # a list holds something else, and whoever looks at it as a tree says what


def checked_samples(preds: ValueColumn, target: ValueColumn) -> list[tuple[Any, Any]]:
    """Check two columns by :func:`checked_sample`, and return them sample by sample.

    Raises:
        InputError: see :func:`checked_value`; if the columns differ in length.

    """
    check_same_length(preds, target)
    return [
        checked_sample(pred, reference, (preds.position(i), target.position(i)))
        for i, (pred, reference) in enumerate(zip(preds.values, target.values, strict=True))
    ]


def checked_value(value: Any, position: str, *, alternatives: bool) -> Any:
    """Check one nested value, and return it as plain Python with tuples for alternatives.

    Args:
        value: strings, numbers, booleans, ``None``, lists, and dictionaries with strings for keys.
        position: how the caller reaches the value, for messages.
        alternatives: whether it may hold tuples, or ``{"__any__": [...]}`` for them.

    Raises:
        InputError: for anything else, NaN, lone surrogates, and nesting of more than 100 levels.

    >>> checked_value({"a": {"__any__": ["x", None]}}, "target[0]", alternatives=True)
    {'a': ('x', None)}
    >>> checked_value({"a": [{"x"}]}, "target[0]", alternatives=True)
    Traceback (most recent call last):
    levmetrics.errors.InputError: target[0]['a'][0] is of type set; it must be a string, a number,
    a boolean, None, a list or a dictionary

    """
    try:
        return _Checker(position, alternatives).value(value, position, 0)
    except RecursionError:
        raise too_deep(position) from None


def too_deep(position: str) -> InputError:
    """Make the error for a value that Python cannot go through, so near to its limit."""
    return InputError(
        f"{position} is nested deeper than Python's recursion limit allows here; give a shallower "
        "value"
    )


def checked_sample(prediction: Any, reference: Any, positions: tuple[str, str]) -> tuple[Any, Any]:
    """Check both values of a sample, and make a tuple of references that are a list of strings.

    As in the data sets of questions and answers, a list of strings beside a prediction that is a
    string holds alternatives.

    Args:
        prediction: a value without alternatives.
        reference: a value, which may hold alternatives.
        positions: how the caller reaches them, for messages.

    Raises:
        InputError: see :func:`checked_value`.

    >>> checked_sample("a", ["a", "b"], ("preds[0]", "target[0]"))
    ('a', ('a', 'b'))

    """
    prediction = checked_value(prediction, positions[0], alternatives=False)
    reference = _listed(reference)
    if (
        isinstance(prediction, str)
        and isinstance(reference, list)
        and reference  # an empty one holds no alternatives, but is a value like any other
        and all(isinstance(item, str) for item in reference)
    ):
        reference = tuple(reference)
    return prediction, checked_value(reference, positions[1], alternatives=True)


class _Checker:
    def __init__(self, root: str, alternatives: bool) -> None:
        self.root = root
        self.alternatives = alternatives

    def value(self, value: Any, position: str, depth: int) -> Any:
        # Subclasses become what they are made of, as JSON writes them: the members of an Enum too.
        if isinstance(value, str):
            return self._text(value, position)
        if value is None or isinstance(value, (bool, np.bool_)):
            return value if value is None else bool(value)
        if isinstance(value, (int, np.integer)):
            return self._whole(
                int.__int__(value) if isinstance(value, int) else int(value), position
            )
        if isinstance(value, float):
            return self._number(float.__float__(value), position)
        if isinstance(value, np.floating):
            return self._number(float(str(value)), position)  # 0.1 stays 0.1 in any precision
        value = _listed(value)
        if isinstance(value, (list, tuple, dict)) and depth >= MAX_DEPTH:
            raise InputError(
                f"{self.root} is nested more than {MAX_DEPTH} levels deep, or holds itself; "
                "give a shallower value"
            )
        if isinstance(value, list):
            return self._items(value, position, depth)
        if isinstance(value, tuple):
            return self._options(value, position, depth)
        if isinstance(value, dict):
            return self._fields(value, position, depth)
        raise InputError(
            f"{position} is of type {type(value).__name__}; it must be a string, a number, "
            "a boolean, None, a list or a dictionary"
        )

    def _fields(self, fields: dict[Any, Any], position: str, depth: int) -> Any:
        if self.alternatives and fields.keys() == {ALTERNATIVES}:
            options = fields[ALTERNATIVES]
            position = f"{position}[{ALTERNATIVES!r}]"
            if not is_list(options):
                raise InputError(
                    f"{position} is of type {type(options).__name__}; "
                    "it must be a list of alternatives"
                )
            return self._options(tuple(options), position, depth)
        return {
            self._key(key, position): self.value(item, f"{position}[{key!r}]", depth + 1)
            for key, item in fields.items()
        }

    def _items(self, items: Sequence[Any], position: str, depth: int) -> list[Any]:
        return [self.value(item, f"{position}[{i}]", depth + 1) for i, item in enumerate(items)]

    def _options(self, options: tuple[Any, ...], position: str, depth: int) -> tuple[Any, ...]:
        if not self.alternatives:
            raise InputError(
                f"{position} is a tuple, which stands for alternatives; only references have "
                "them: give a list"
            )
        if not options:
            raise InputError(f"{position} holds no alternatives; give at least one")
        return tuple(self._items(options, position, depth))

    def _key(self, key: Any, position: str) -> str:
        if not isinstance(key, str):
            raise InputError(
                f"{position} has the key {key!r} of type {type(key).__name__}; "
                "every key must be a string"
            )
        return self._text(key, f"a key of {position}")

    def _whole(self, number: int, position: str) -> int:
        try:
            str(number)
        except ValueError:  # Python writes no longer ones, and leaves are compared as written
            limit = sys.get_int_max_str_digits()
            raise InputError(
                f"{position} is a number of more than {limit} digits; give it as a string"
            ) from None
        return number

    def _text(self, text: str, position: str) -> str:
        text = str.__str__(text)
        fault = lone_surrogate(text)
        if fault:
            raise InputError(f"{position} has {fault}; {HOW_TO_CLEAN}")
        return text

    def _number(self, number: float, position: str) -> float:
        if math.isnan(number):
            raise InputError(f"{position} is NaN; give None for a value that is not there")
        return number

"""Checks of nested values: strings, numbers, booleans, None, lists and dictionaries.

A tuple in a reference holds alternatives. JSON has no tuples: an object whose only key is
``__any__`` represents one.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from functools import cached_property, reduce
from typing import Any, TypeAlias, cast

import numpy as np

from levmetrics.errors import InputError, InputWarning, Note, Place, few, quoted, warn
from levmetrics.inputs.arguments import check_same_length, reading, sample_position
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.arrow import holds_maps, is_array, lone_surrogate
from levmetrics.inputs.columns import (
    ColumnLike,
    TextColumn,
    Vector,
    is_list,
    prediction_column,
    python_values,
    read_column,
    reference_column,
)
from levmetrics.system.work import steps

ALTERNATIVES = "__any__"
MAX_DEPTH = 100  # far deeper than any document
_PLAIN_KINDS = "biufUO"  # NumPy's codes for booleans, numbers, strings and objects

Value: TypeAlias = (
    "str | int | float | bool | list[Value] | tuple[Value, ...] | dict[str, Value] | None"
)
"""A checked value; a tuple holds alternatives."""

ValuesLike: TypeAlias = "ColumnLike | ValueColumn"
"""One nested value for each sample."""


@dataclass(frozen=True)
class ValueColumn:
    """Nested values, one for each sample.

    Attributes:
        name: the name of the caller's argument, for messages.
        values: the values.
        is_read: whether the values are checked, and JSON texts parsed.
        texts: the same values as texts, if they were read as such.

    """

    name: str
    values: Sequence[Any]
    is_read: bool = False
    texts: TextColumn | None = None

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.values)

    def position(self, index: int) -> str:
        """Return the position of a sample in the caller's argument."""
        return sample_position(self.name, index, None)

    def equals(self, other: object) -> bool:
        """Whether another column has equal values."""
        return isinstance(other, ValueColumn) and [*self.values] == [*other.values]

    def take(self, samples: IntArray) -> ValueColumn:
        """Return the column of some samples."""
        values = [self.values[sample] for sample in samples.tolist()]
        return ValueColumn(self.name, values, self.is_read)

    @cached_property
    def predictions(self) -> TextColumn | None:
        """The values as predictions; ``None`` if any is not a string."""
        if self.texts is not None:
            return self.texts if self.texts.offsets is None else None
        if not set(map(type, self.values)) <= {str}:
            return None
        return self._read(prediction_column, self.values)

    @cached_property
    def references(self) -> TextColumn | None:
        """The values as references; ``None`` if any is not a string or a list or tuple of them."""
        if self.texts is not None:
            return self.texts
        kinds = set(map(type, self.values))
        if not kinds <= {str, list, tuple}:
            return None
        values = self.values
        if len(kinds) > 1:
            values = [[value] if isinstance(value, str) else value for value in values]
        return self._read(reference_column, values)

    def _read(self, read: Callable[..., TextColumn], values: Sequence[Any]) -> TextColumn | None:
        try:
            return read(values, self.name)
        except InputError:  # for another type in a list, which nested values allow, or name
            return None


def value_column(values: ValuesLike, name: str) -> ValueColumn:
    """Return a column of nested values, read to a Python sequence.

    Args:
        values: one string (one sample), or a sequence or column of values; a ``ValueColumn`` is
            returned as it is.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: for a value without order or length.

    >>> import pyarrow as pa
    >>> value_column("rain", "preds").values, value_column(pa.array([{"a": 1}]), "preds").values
    (['rain'], [{'a': 1}])

    """
    if isinstance(values, ValueColumn):
        return values
    if isinstance(values, Mapping):
        raise InputError("value.no_list", place=name, given=type(values).__name__)
    with reading(lambda: name):
        # pandas and NumPy keep Python objects; Arrow would convert them to one type.
        if getattr(values, "ndim", 0) and hasattr(values, "tolist"):
            return ValueColumn(name, _arrays_as_lists(cast("Vector", values).tolist(), name))
    column = read_column(values, name, "values")
    if not is_array(column):
        return ValueColumn(name, _arrays_as_lists(column, name))
    if holds_maps(column.type):
        raise InputError("value.arrow_maps", place=name, given=str(column.type))
    return ValueColumn(name, python_values(column, name))


def _arrays_as_lists(values: Sequence[Any], name: str) -> Sequence[Any]:
    if not any(hasattr(kind, "ndim") for kind in set(map(type, values))):
        return values
    lists: list[Any] = []
    with reading(lambda: sample_position(name, len(lists), None)):
        lists.extend(map(_array_as_list, values))
    return lists


def _array_as_list(value: Any) -> Any:
    """Return an array of plain elements as a list (of rows if it has several dimensions)."""
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, np.ndarray):
        return list(value) if value.ndim and value.dtype.kind in _PLAIN_KINDS else value
    return list(value) if is_list(value) else value


def as_texts(preds: CheckedColumn, target: CheckedColumn) -> tuple[TextColumn, TextColumn] | None:
    """Return columns of texts, or of values that are all texts, as text columns.

    Args:
        preds: text columns need strings.
        target: text columns need strings, or lists or tuples of strings.

    Returns:
        Checked predictions and references; ``None`` if any value is not a text.

    >>> columns = as_texts(value_column(["a", "b"], "preds"), value_column(["a", ["b"]], "target"))
    >>> [column.as_lists().to_pylist() for column in columns]
    [['a', 'b'], [['a'], ['b']]]

    """
    predictions = preds if isinstance(preds, TextColumn) else preds.predictions
    references = target if isinstance(target, TextColumn) else target.references
    return None if predictions is None or references is None else (predictions, references)


def checked_samples(
    preds: ValueColumn,
    target: ValueColumn,
    read: Callable[[Any, Any, tuple[str, str]], tuple[Any, Any]] | None = None,
) -> list[tuple[Value, Value]]:
    """Return the samples of two columns, checked by :func:`checked_sample` if they are not yet.

    Args:
        preds: the predictions.
        target: the references.
        read: reads the values of a sample, given their positions, before they are checked.

    Raises:
        InputError: as in :func:`checked_value`, and if the columns differ in length.

    """
    check_same_length(preds, target)
    pairs = zip(preds.values, target.values, strict=True)
    if preds.is_read and target.is_read:
        return [*pairs]
    samples = []
    nans: list[str] = []
    for i, sample in enumerate(steps(pairs, "reading", len(preds))):
        positions = preds.position(i), target.position(i)
        values = sample if read is None else read(*sample, positions)
        samples.append(checked_sample(*values, positions, nans))
    say_nans(nans)
    return samples


def say_nans(places: Sequence[str]) -> None:
    """Warn of the fields of predictions that are NaN, if there are any.

    Args:
        places: the places of these fields.

    """
    if places:
        at = {"count": len(places), "place": places[0]}
        warn(InputWarning(Note("note.nan", at)))


def checked_value(
    value: Any, position: str, *, alternatives: bool, nans: list[str] | None = None
) -> Value:
    """Return one nested value, checked, in Python's types, with tuples for alternatives.

    Args:
        value: strings, numbers, booleans, ``None``, lists, and dictionaries with strings as keys;
            dates and times, which become ISO 8601; and models of pydantic.
        position: the position of the value in the caller's argument, for messages.
        alternatives: whether it may hold tuples, or ``{"__any__": [...]}`` in their place.
        nans: receives the places of fields and items that are NaN, which equals nothing; ``None``
            refuses NaN.

    Raises:
        InputError: for any other type, a value that is NaN, lone surrogates, and nesting of more
            than 100 levels.

    >>> checked_value({"a": {"__any__": ["x", None]}}, "target[0]", alternatives=True)
    {'a': ('x', None)}
    >>> checked_value({"a": [{"x"}]}, "target[0]", alternatives=True)
    Traceback (most recent call last):
    levmetrics.errors.InputError: target[0]['a'][0] is of type set; it must be a string, a number,
    a boolean, None, a list or a dictionary

    """
    checker = _Checker(position, alternatives, nans)
    with reading(checker.place):
        try:
            return checker.value(value)
        except RecursionError:
            raise InputError("value.recursion_limit", place=position) from None


def checked_sample(
    prediction: Any,
    reference: Any,
    positions: tuple[str, str],
    nans: list[str] | None = None,
) -> tuple[Value, Value]:
    """Return both values of a sample, checked, with a list of answers as a tuple of alternatives.

    A reference that is a list of strings holds alternatives if the prediction is a string, as in
    data sets for question answering.

    Args:
        prediction: a value without alternatives.
        reference: a value, which may hold alternatives.
        positions: the positions of both in the caller's arguments, for messages.
        nans: receives the places of the prediction's fields that are NaN; ``None`` refuses them.

    Raises:
        InputError: as in :func:`checked_value`.

    >>> checked_sample("a", ["a", "b"], ("preds[0]", "target[0]"))
    ('a', ('a', 'b'))

    """
    prediction = checked_value(prediction, positions[0], alternatives=False, nans=nans)
    with reading(lambda: positions[1]):
        reference = _array_as_list(reference)
    if (
        isinstance(prediction, str)
        and isinstance(reference, list)
        and reference  # an empty list has no alternatives, and stays a list
        and all(isinstance(item, str) for item in reference)
    ):
        reference = tuple(reference)
    return prediction, checked_value(reference, positions[1], alternatives=True)


def as_json_has_it(value: Any) -> Any:
    """Return dates, times, decimal numbers and pydantic's models in their form for JSON."""
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    is_model = hasattr(value, "model_dump") and not isinstance(value, type)
    return value.model_dump(mode="json") if is_model else value


class _Checker:
    """A recursive check of one nested value.

    Args:
        root: the position of the whole value, for messages.
        alternatives: whether tuples of alternatives are allowed.
        nans: receives the places of fields and items that are NaN; ``None`` refuses them.

    """

    def __init__(self, root: str, alternatives: bool, nans: list[str] | None) -> None:
        self.root = root
        self.alternatives = alternatives
        self.nans = nans
        self.path: list[int | str] = []  # to the value being checked, in the whole one
        self._keys: dict[object, str] = {}  # those checked, which items of a list share

    def value(self, value: Any) -> Value:
        # Instances of subclasses, also members of an Enum, are converted to the base type, as in
        # JSON.
        if isinstance(value, str):
            return self._text(value)
        if value is None:
            return None
        if isinstance(value, (bool, np.bool_)):
            return bool(value)
        if isinstance(value, (int, np.integer)):
            return self._integer(int(value))
        if isinstance(value, (float, np.floating)):
            return self._float(value)
        plain = as_json_has_it(value)
        if plain is not value:
            return self.value(plain)
        value = _array_as_list(value)
        if isinstance(value, (list, tuple, dict)) and len(self.path) >= MAX_DEPTH:
            raise InputError("value.too_deep", place=self.root, most=MAX_DEPTH)
        if isinstance(value, list):
            return [self._inside(i, item) for i, item in enumerate(value)]
        if isinstance(value, tuple):
            return self._options(value)
        if isinstance(value, dict):
            return self._fields(value)
        raise self._error("value.wrong_type", given=type(value).__name__)

    def _inside(self, step: int | str, value: Any) -> Value:
        self.path.append(step)
        checked = self.value(value)
        self.path.pop()
        return checked

    def _error(self, code: str, **fields: object) -> InputError:
        """Return the error for the value at the path."""
        return InputError(code, place=self.place(), **fields)

    def place(self) -> str:
        """Return the place of the value at the path."""
        return reduce(Place, self.path, self.root)

    def _fields(self, fields: dict[Any, Any]) -> Value:
        if not (self.alternatives and ALTERNATIVES in fields):
            keys = (self._keys.get(key) or self._key(key) for key in fields)
            return {
                key: self._inside(key, item)
                for key, item in zip(keys, fields.values(), strict=True)
            }
        self.path.append(ALTERNATIVES)
        options = fields[ALTERNATIVES]
        if len(fields) > 1:
            others = few(quoted(key) for key in fields if key != ALTERNATIVES)
            raise self._error("value.alternatives_beside", others=others)
        if not is_list(options):
            raise self._error("value.alternatives_type", given=type(options).__name__)
        checked = self._options(tuple(options))
        self.path.pop()
        return checked

    def _options(self, options: tuple[Any, ...]) -> tuple[Value, ...]:
        if not self.alternatives:
            raise self._error("value.tuple")
        if not options:
            raise self._error("value.no_alternatives")
        return tuple(self._inside(i, option) for i, option in enumerate(options))

    def _key(self, key: object) -> str:
        if not isinstance(key, str):
            raise self._error("value.key", key=quoted(key), given=type(key).__name__)
        if fault := lone_surrogate(key):
            raise self._error("value.surrogate_in_key", fault=fault)
        return self._keys.setdefault(key, str.__str__(key))

    def _integer(self, number: int) -> int:
        try:
            str(number)
        except ValueError:  # Python writes no longer numbers, and ANLS* compares numbers as written
            most = sys.get_int_max_str_digits()
            raise self._error("value.too_many_digits", most=most) from None
        return number

    def _text(self, text: str) -> str:
        if fault := lone_surrogate(text):
            raise self._error("value.surrogate", fault=fault)
        return str.__str__(text)

    def _float(self, number: float | np.floating[Any]) -> float:
        if math.isnan(number):
            if self.nans is None or not self.path:
                raise self._error("value.nan")
            self.nans.append(self.place())
        if isinstance(number, float):
            return float(number)
        return float(str(number))  # 0.1 stays 0.1 in any precision


CheckedColumn: TypeAlias = "TextColumn | ValueColumn"
"""A checked column of texts, or of values for a metric that takes them."""

InputColumn: TypeAlias = "ColumnLike | TextColumn | ValueColumn"
"""A column of texts, or of values for a metric that takes them."""


def check_systems(systems: Any, references: Any) -> None:
    """Raise unless systems have names, and neither side is a bare string.

    Args:
        systems: the predictions of each system by name.
        references: the references of the samples.

    Raises:
        InputError: for anything else.

    """
    if not isinstance(systems, Mapping) or not systems:
        raise InputError("column.no_systems")
    for name, predictions in systems.items():
        if not isinstance(name, str):
            raise InputError("column.system_name", given=quoted(name))
        if not name.strip():
            raise InputError("column.system_unnamed", given=quoted(name))
        if fault := lone_surrogate(name):
            raise InputError("value.surrogate_in_key", place="systems", fault=fault)
        if isinstance(predictions, str):
            raise InputError("column.bare_predictions", place=place_of_system(name))
    if isinstance(references, str):
        raise InputError("column.bare_references", place="references")


def place_of_system(name: str) -> str:
    """Return the name of a system's predictions in the caller's argument, for messages."""
    return f"systems[{name!r}]"

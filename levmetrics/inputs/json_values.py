"""Nested values as JSON: written, read back, and read where a caller gives JSON as text."""

from __future__ import annotations

import json
import re
from typing import Any

from levmetrics.errors import InputError
from levmetrics.inputs.columns import ColumnLike, check_same_length
from levmetrics.inputs.values import (
    ALTERNATIVES,
    ValueColumn,
    checked_sample,
    checked_value,
    too_deep,
    value_column,
)

_BEGINS_OBJECT = re.compile(r"""\{\s*["']""")


def json_value_columns(
    predictions: ColumnLike | ValueColumn,
    references: ColumnLike | ValueColumn,
    names: tuple[str, str] = ("predictions", "references"),
) -> tuple[ValueColumn, ValueColumn]:
    """Check columns of values, and read those that are given as JSON.

    Args:
        predictions: as :func:`levmetrics.inputs.values.value_column` takes them.
        references: the same.
        names: what the caller calls the arguments, for messages.

    Returns:
        Predictions and references as :func:`levmetrics.inputs.values.checked_sample` returns them.

    Raises:
        InputError: for anything that is no value, and columns of different lengths.

    >>> preds, target = json_value_columns(['{"a": 1}', "x"], ['{"a": 2}', ["x", "y"]])
    >>> preds.values, target.values
    ([{'a': 1}, 'x'], [{'a': 2}, ('x', 'y')])

    """
    preds = value_column(predictions, names[0])
    target = value_column(references, names[1])
    check_same_length(preds, target)
    samples = []
    for i, sample in enumerate(zip(preds.values, target.values, strict=True)):
        positions = preds.position(i), target.position(i)
        samples.append(checked_sample(*json_sample(*sample, positions), positions))
    return (
        ValueColumn(preds.name, [pred for pred, _ in samples]),
        ValueColumn(target.name, [reference for _, reference in samples]),
    )


def json_sample(prediction: Any, reference: Any, positions: tuple[str, str]) -> tuple[Any, Any]:
    """Read the JSON of a sample, where it is given as JSON; what is read is not checked yet.

    The reference decides. JSON text of an object, an array, a quoted string or null is read. A
    prediction that is JSON text of an object or array is read where the reference is or may be
    one, null where it may be ``None``, and a quoted string where the reference was JSON text.
    Everything else is text as it stands: the answers ``12.50`` and ``[1]`` keep their spelling.

    Args:
        prediction: a value, or JSON text.
        reference: a value, or JSON text.
        positions: how the caller reaches them, for messages.

    Raises:
        InputError: for a reference that begins as a JSON object does and is none.

    >>> json_sample('{"a": 1}', '{"a": {"__any__": [1, 2]}}', ("predictions[0]", "references[0]"))
    ({'a': 1}, {'a': (1, 2)})
    >>> json_sample("12.50", '{"__any__": ["12.50", "12,50"]}', ("predictions[0]", "references[0]"))
    ('12.50', ('12.50', '12,50'))

    """
    written = isinstance(reference, str)
    if isinstance(reference, str):
        found = _read_reference(reference, positions[1])
        if found is None:
            return prediction, reference
        (reference,) = found
    if isinstance(prediction, str):
        prediction = _read_prediction(prediction, reference, positions[0], written)
        if written and isinstance(prediction, str) and isinstance(reference, list):
            return prediction, (reference,)  # an array is no list of answers
    return prediction, reference


def _read_reference(text: str, position: str) -> tuple[Any] | None:
    """Return the value that JSON text holds, in a tuple; or ``None``, if it is text."""
    stripped = text.strip()
    if not (stripped.startswith(("{", "[", '"')) or stripped == "null"):
        return None
    try:
        return (from_json(text, alternatives=True),)
    except RecursionError:
        raise too_deep(position) from None
    except ValueError as error:
        if not _BEGINS_OBJECT.match(stripped):
            return None
        fault = str(error).partition(";")[0]  # without Python's advice on its own settings
        raise InputError(
            f"{position} begins as a JSON object does, but is none ({fault}); mend it, or to "
            "compare it as text put it into a list"
        ) from None


def _read_prediction(text: str, reference: Any, position: str, written: bool) -> Any:
    """Return the value that JSON text holds, where it can be meant; else the text."""
    if isinstance(reference, dict) and reference.keys() == {ALTERNATIVES}:
        reference = tuple(reference[ALTERNATIVES])
    options = reference if isinstance(reference, tuple) else (reference,)
    if isinstance(reference, list) and text in reference:
        return text  # one of several answers
    try:
        value = from_json(text, alternatives=False)
        checked_value(value, position, alternatives=False)
    except (ValueError, RecursionError):  # what a model wrote need not be JSON, nor a fair value
        return text
    structured = any(isinstance(option, (dict, list)) for option in options)
    meant = (
        (structured and isinstance(value, (dict, list)))
        or (value is None and None in options)
        or (written and isinstance(value, str))
    )
    return value if meant else text


def to_json(value: Any) -> str:
    """Write a checked value as JSON.

    >>> to_json({"total": ("12", 12.0)})
    '{"total": {"__any__": ["12", 12.0]}}'
    """
    return json.dumps(_without_tuples(value), ensure_ascii=False)


def _without_tuples(value: Any) -> Any:
    if isinstance(value, tuple):
        return {ALTERNATIVES: [_without_tuples(option) for option in value]}
    if isinstance(value, list):
        return [_without_tuples(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_tuples(item) for key, item in value.items()}
    return value


def from_json(text: str, *, alternatives: bool) -> Any:
    """Read JSON; ``{"__any__": [...]}`` becomes a tuple where ``alternatives`` are allowed.

    Args:
        text: JSON.
        alternatives: as in :func:`checked_value`, which this does not replace.

    Raises:
        ValueError: if it is no JSON; NaN is none.
        RecursionError: if it is nested so deep that Python cannot read it.

    >>> from_json('{"__any__": ["a", "b"]}', alternatives=True)
    ('a', 'b')

    """
    hook = _with_tuples if alternatives else None
    return json.loads(text, object_hook=hook, parse_constant=_constant)


def _with_tuples(value: dict[str, Any]) -> Any:
    options = value.get(ALTERNATIVES)
    return tuple(options) if len(value) == 1 and isinstance(options, list) else value


def _constant(name: str) -> float:
    if name == "NaN":
        raise ValueError("NaN is no JSON")
    return float(name)

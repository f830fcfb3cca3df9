"""Preparation of records: model output is repaired, and empty values are dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.inputs.values import Value, ValueColumn, checked_samples, checked_value
from levmetrics.lazy import re

_FENCE = re.compile(r"```\w*\s*\n(.*?)```", re.DOTALL)

Nothing: TypeAlias = Literal["keep", "drop"]
"""The options for keys without a value."""


def read_records(
    preds: ValueColumn, target: ValueColumn, *, repair: bool = False
) -> list[tuple[Value, Value]]:
    """Read predictions and references, and parse JSON text.

    Args:
        preds: one value or JSON text per sample.
        target: the same, with alternatives.
        repair: whether to extract JSON from predictions that are not valid JSON: in a code fence,
            after a sentence, with a comma too many, in single quotes.

    Returns:
        The prediction and the reference of each sample.

    Raises:
        InputError: for values that cannot be scored.
        MissingPackageError: if json-repair is needed and not installed.

    >>> column = ValueColumn("references", [{"a": 1}])
    >>> read_records(ValueColumn("predictions", ['Sure! {"a": 1,}']), column, repair=True)
    [({'a': 1}, {'a': 1})]

    """
    samples = checked_samples(*json_value_columns(preds, target))
    if not repair:
        return samples
    return [
        (_repaired(pred, reference, preds.position(i)), reference)
        for i, (pred, reference) in enumerate(samples)
    ]


def is_unreadable(pred: Value, reference: Value) -> bool:
    """Whether a prediction is a text although every reference is an object or a list.

    >>> is_unreadable("no answer", {"a": 1}), is_unreadable("no answer", ({"a": 1}, "none"))
    (True, False)
    """
    return isinstance(pred, str) and all(
        isinstance(one, (dict, list)) for one in options(reference)
    )


def options(reference: Value) -> Sequence[Value]:
    """Return the alternatives of a reference, or the reference alone."""
    return reference if isinstance(reference, tuple) else (reference,)


def _repaired(text: Value, reference: Value, position: str) -> Value:
    """Return the object or list found in an unreadable text, or else the prediction itself.

    A single code fence marks its place. If the reference is an object and several values are found,
    the object with the most keys is taken.
    """
    if not (isinstance(text, str) and is_unreadable(text, reference)):
        return text
    with needed_by("repair=True", "records"):
        from json_repair import repair_json

    try:
        fences = _FENCE.findall(text)
        found = repair_json(fences[0] if len(fences) == 1 else text, return_objects=True)
    except (RecursionError, ValueError):  # nested too deeply
        return text
    objects = [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
    if objects and not any(isinstance(one, list) for one in options(reference)):
        found = max(objects, key=len)
    if not isinstance(found, (dict, list)) or not found:
        return text
    try:
        return checked_value(found, position, alternatives=False)
    except InputError:
        return text


def without_nothing(value: Value, null: Nothing, empty: Nothing) -> Value:
    """Return a value without the keys and items that have no value.

    Args:
        value: a checked value.
        null: ``"drop"`` removes ``None``.
        empty: ``"drop"`` removes empty strings, lists and dictionaries, recursively.

    >>> without_nothing({"a": None, "b": {"c": ""}, "d": 1}, "keep", "drop")
    {'a': None, 'd': 1}

    """
    if isinstance(value, tuple):
        return tuple(without_nothing(each, null, empty) for each in value)
    if isinstance(value, list):
        return [each for _, each in _kept(enumerate(value), null, empty)]
    if isinstance(value, dict):
        return {str(key): each for key, each in _kept(iter(value.items()), null, empty)}
    return value


def _kept(
    entries: Iterator[tuple[int | str, Value]], null: Nothing, empty: Nothing
) -> Iterator[tuple[int | str, Value]]:
    for key, value in entries:
        inner = without_nothing(value, null, empty)
        is_dropped = null == "drop" if inner is None else empty == "drop" and inner in ("", [], {})
        if not is_dropped:
            yield key, inner

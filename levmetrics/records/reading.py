"""Preparation of records: model output is repaired, and empty values are dropped."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from levmetrics.inputs.json_values import json_value_columns, unique_object
from levmetrics.inputs.values import (
    Value,
    ValueColumn,
    checked_samples,
    checked_value,
    say_nans,
)
from levmetrics.lazy import re
from levmetrics.records.schema import composed
from levmetrics.system.extras import needed_by

_FENCE = re.compile(r"```\w*\s*\n(.*?)```", re.DOTALL)
_BRACKET = re.compile(r"[\[{]")

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
            after a sentence, with a comma too many, in single quotes; and one object from a list.

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
    nans: list[str] = []
    repaired = [
        (_repaired(pred, reference, preds.position(i), nans), reference)
        for i, (pred, reference) in enumerate(samples)
    ]
    say_nans(nans)
    return repaired


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


def _repaired(pred: Value, reference: Value, position: str, nans: list[str]) -> Value:
    """Return the record in a prediction, or else the prediction itself.

    A text that is not JSON is searched for values; a single code fence marks their place. If the
    reference is an object, a list around a single object is this object: other readers print one
    record as a list. Several objects stay a list, since none of them is the answer alone.
    """
    found = pred
    if isinstance(pred, str) and is_unreadable(pred, reference):
        found = _found_in(pred, position, nans)
    kinds = {*map(type, options(reference))}
    if isinstance(found, list) and dict in kinds and list not in kinds:
        objects = [each for each in found if isinstance(each, dict)]
        if len({json.dumps(each, sort_keys=True) for each in objects}) == 1:
            return objects[0]
    return found


def _found_in(text: str, position: str, nans: list[str]) -> Value:
    """Return the value in a text, a list of its values if it has several, or the text itself."""
    fences = _FENCE.findall(text)
    inside = fences[0] if len(fences) == 1 else text
    try:
        found = _values_in(inside)
        if not found:
            with needed_by("repair=True", "records"):
                from json_repair import repair_json
            found = repair_json(inside, return_objects=True)
        if not isinstance(found, (dict, list)) or not found:
            return text
        return checked_value(found, position, alternatives=False, nans=nans)
    except (RecursionError, ValueError):  # nested too deeply, or a value that is not allowed
        return text


def _values_in(text: str) -> Value:
    """Return the objects and lists in a text, one alone without a list; ``None`` if one is broken.

    Raises:
        ValueError: for a key with two values.

    >>> _values_in('First {"a": 1}, then {"a": 2}.'), _values_in('{"a": 1'), _values_in("-> [1].")
    ([{'a': 1}, {'a': 2}], None, [1])

    """
    decoder = json.JSONDecoder(object_pairs_hook=unique_object)
    values: list[Value] = []
    start = _BRACKET.search(text)
    while start:
        try:
            value, end = decoder.raw_decode(text, start.start())
        except json.JSONDecodeError:
            return None
        values.append(value)
        start = _BRACKET.search(text, end)
    return values[0] if len(values) == 1 else values or None


def with_composed_keys(value: Value) -> Value:
    r"""Return a value whose keys are composed alike (NFC), since they look alike.

    An object whose keys differ in nothing else keeps them.

    >>> with_composed_keys([{"cafe\u0301": {"e\u0301": 1, "\u00e9": 2}}]) == [
    ...     {"caf\u00e9": {"e\u0301": 1, "\u00e9": 2}}]
    True

    """
    if isinstance(value, tuple):
        return tuple(map(with_composed_keys, value))
    if isinstance(value, list):
        return [*map(with_composed_keys, value)]
    if not isinstance(value, dict):
        return value
    keys = [*value]
    if not "".join(keys).isascii():
        alike = [*map(composed, keys)]
        keys = alike if len({*alike}) == len(keys) else keys
    return dict(zip(keys, map(with_composed_keys, value.values()), strict=True))


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

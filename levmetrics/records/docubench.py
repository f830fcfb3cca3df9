r"""DocuBench's score of a record: equal leaves, and lists matched greedily, by a JSON Schema.

The rule is that of the benchmark DocuBench (https://github.com/DocuPipe/DocuBench).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote

import numpy as np

from levmetrics.errors import InputError
from levmetrics.inputs.values import Value
from levmetrics.lazy import re

_DECIMALS = 6
_NO_LETTERS = re.compile(r"\W")  # nor digits, nor "_"
_DROPPED: tuple[Value, ...] = ("", [], {})

_Path: TypeAlias = "tuple[str, ...]"
_Leaves: TypeAlias = "dict[_Path, str]"


def docubench_score(prediction: Value, reference: Value, schema: Mapping[str, Any]) -> float:
    r"""Return DocuBench's score of a record, from 0 to 1; that of a system is the mean of these.

    First, numbers become floats of six decimals. Strings are lower-cased, and lose all that
    Python's ``\W`` matches, such as white space and punctuation. Then empty strings, lists and
    objects are dropped, also from lists. ``null`` stays, but as a leaf it is empty.

    The schema says what is scored. A leaf outside of lists counts 1 if both sides are equal, 0 if
    not, and not at all if both are empty. The items of each outermost list are matched one to one,
    the most similar pair first. Two items' similarity is the share of equal leaves among those that
    at least one of them fills; a list within an item is one leaf. A list's score is the sum of its
    pairs' similarities divided by the longer length. Its weight is the longer length times the mean
    number of filled leaves of the reference's items, each at least 1. The score is the weighted
    mean of all lists, and of the other leaves with a weight of 1 each.

    Where the rule leaves it open:

    - Leaves are equal if they are the same JSON: ``"1"``, ``1`` and ``true`` all differ.
    - Whatever the schema does not divide is one leaf, and compared as JSON with sorted keys: an
      object without ``properties``, or a value with several alternatives besides ``null``.
    - Where the schema has an object with ``properties`` or a list, and a record has anything else,
      this is empty.
    - Two items that both fill no leaf have a similarity of 1.
    - Of pairs equally similar, the one with the first item of the reference is matched first, then
      the one with the first item of the prediction.
    - A list that both sides leave empty does not count. A list that the reference leaves empty has
      items of one leaf.
    - If nothing counts, the score is 1.

    Args:
        prediction: a value without alternatives.
        reference: a value without alternatives.
        schema: a JSON Schema, of which ``properties``, ``items``, ``$ref`` within the schema,
            ``anyOf``, ``oneOf`` and ``allOf`` are read, as far as the values reach.

    Raises:
        InputError: if a part of the schema is no object, or refers to nothing or to itself.

    >>> items = {"type": "array", "items": {"properties": {"name": {}, "price": {}}}}
    >>> schema = {"properties": {"number": {"type": "string"}, "items": items}}
    >>> reference = {"number": "A-1", "items": [{"name": "Tea", "price": 2}, {"name": "Jam"}]}
    >>> prediction = {"number": "a1", "items": [{"name": "jam"}, {"name": "tea", "price": 3}]}
    >>> docubench_score(prediction, reference, schema)  # (1 + 3 * 0.75) / (1 + 3)
    0.8125

    """
    mine, yours = (_read(value, schema) for value in (prediction, reference))
    filled = mine.leaves.keys() | yours.leaves.keys()
    total = float(len(mine.leaves.items() & yours.leaves.items()))
    weights = float(len(filled))
    for path in sorted(mine.lists.keys() | yours.lists.keys()):
        items, labelled = mine.lists.get(path, []), yours.lists.get(path, [])
        longer = max(len(items), len(labelled))
        leaves = sum(max(1, len(item)) for item in labelled) / len(labelled) if labelled else 1.0
        total += _matched(items, labelled) * leaves  # over the longer length, which is the weight's
        weights += longer * leaves
    return total / weights if weights else 1.0


class _Read(NamedTuple):
    """What a schema knows of a record.

    Attributes:
        leaves: those that are filled, outside of lists, by path, as JSON.
        lists: the outermost ones that are not empty, by path: the filled leaves of each item.

    """

    leaves: _Leaves
    lists: dict[_Path, list[_Leaves]]


def _read(record: Value, schema: Mapping[str, Any]) -> _Read:
    """Return the filled leaves of a record.

    Raises:
        InputError: for a part of the schema that cannot be read.

    """
    leaves: _Leaves = {}
    lists: dict[_Path, list[_Leaves]] = {}

    def add(value: Value, part: Any, path: _Path, found: _Leaves) -> None:
        if value is None or value in _DROPPED:
            return
        shape = _shape(part, schema, path)
        if shape.fields:
            if isinstance(value, dict):
                for key in shape.fields.keys() & value.keys():
                    add(value[key], shape.fields[key], (*path, key), found)
        elif shape.items is None or (isinstance(value, list) and found is not leaves):
            found[path] = json.dumps(value, sort_keys=True)
        elif isinstance(value, list):
            lists[path] = [{} for _ in value]
            for item, its_leaves in zip(value, lists[path], strict=True):
                add(item, shape.items, (*path, "[]"), its_leaves)

    add(_normalized(record), schema, (), leaves)
    return _Read(leaves, lists)


def _normalized(value: Value) -> Value:
    """Return a value as it is compared, without what is empty, but for itself and ``None``."""
    if isinstance(value, str):
        return _NO_LETTERS.sub("", value.lower())
    if isinstance(value, list):
        items = map(_normalized, value)
        return [item for item in items if item not in _DROPPED]
    if isinstance(value, dict):
        fields = {key: _normalized(item) for key, item in value.items()}
        return {key: item for key, item in fields.items() if item not in _DROPPED}
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    try:
        return round(float(value), _DECIMALS) + 0.0  # which turns -0.0 into 0.0
    except OverflowError:  # a whole number that is larger than any float
        return value


def _matched(items: Sequence[_Leaves], labelled: Sequence[_Leaves]) -> float:
    """Return the sum of the similarities of items matched greedily."""
    equal = np.zeros((len(labelled), len(items)))
    filled = np.zeros_like(equal)
    for path in {path for item in (*items, *labelled) for path in item}:
        codes = {"": -1}  # of a leaf that is not filled
        rows, columns = (
            np.array([codes.setdefault(item.get(path, ""), len(codes)) for item in side])
            for side in (labelled, items)
        )
        either = (rows[:, None] >= 0) | (columns >= 0)
        filled += either
        equal += either & (rows[:, None] == columns)
    similarity = np.divide(equal, filled, out=np.ones_like(equal), where=filled > 0)
    total, rows_left, columns_left = 0.0, {*range(len(labelled))}, {*range(len(items))}
    for place in np.argsort(-similarity, axis=None, kind="stable").tolist():
        row, column = divmod(place, len(items))
        if row in rows_left and column in columns_left:
            rows_left.remove(row)
            columns_left.remove(column)
            total += float(similarity[row, column])
            if not (rows_left and columns_left):
                break
    return total


class _Shape(NamedTuple):
    """How a schema divides a value.

    Attributes:
        fields: the schemas of an object's fields; none if it is not divided.
        items: the schema of a list's items; ``None`` if it is no list.

    """

    fields: Mapping[str, Any]
    items: Any


def _shape(part: Any, schema: Mapping[str, Any], path: _Path, seen: _Path = ()) -> _Shape:
    """Return how a part of a schema divides a value, by what it refers to as well.

    Raises:
        InputError: if the part is no object, or refers to nothing or to itself.

    """
    place = ".".join(path).replace(".[]", "[]") or "the record"
    if isinstance(part, bool):
        return _Shape({}, None)
    if not isinstance(part, Mapping) or not isinstance(part.get("properties", {}), Mapping):
        raise InputError("record.part", path=place, given=repr(part))
    is_list = "items" in part or "array" in (part.get("type"), *_listed(part, "type"))
    fields, items = part.get("properties", {}), part.get("items", {}) if is_list else None
    choices = [*_listed(part, "anyOf"), *_listed(part, "oneOf")]
    choices = [choice for choice in choices if not _is_null(choice)]
    others = [(other, seen) for other in _listed(part, "allOf")]
    if len(choices) == 1:
        others.append((choices[0], seen))
    if "$ref" in part:
        target = part["$ref"]
        if target in seen:
            raise InputError("record.endless", path=place, target=target)
        others.append((_target(target, schema, place), (*seen, target)))
    for other, followed in others:
        inner = _shape(other, schema, path, followed)
        fields = {**inner.fields, **fields}
        items = inner.items if items is None else items
    return _Shape(fields, items)


def _is_null(part: Any) -> bool:
    return isinstance(part, Mapping) and part.get("type") == "null"


def _listed(part: Mapping[str, Any], name: str) -> list[Any]:
    value = part.get(name)
    return value if isinstance(value, list) else []


def _target(reference: Any, schema: Mapping[str, Any], place: str) -> Any:
    """Return the part that a JSON pointer (RFC 6901) leads to, as ``#/$defs/item``.

    Raises:
        InputError: if there is none.

    """
    part: Any = schema
    try:
        start, *steps = reference.split("/")
        if start != "#":
            raise KeyError(start)
        for step in steps:
            key = unquote(step).replace("~1", "/").replace("~0", "~")
            part = part[int(key)] if isinstance(part, list) else part[key]
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise InputError("record.reference", path=place, target=repr(reference)) from None
    return part

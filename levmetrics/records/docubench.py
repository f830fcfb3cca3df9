r"""DocuBench's score of a record by a JSON Schema: equal leaves, and greedily matched lists.

Source: DocuBench, ``docs/scoring.md`` (https://github.com/DocuPipe/DocuBench).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from levmetrics.inputs.values import Value
from levmetrics.lazy import re
from levmetrics.records.pairing import paired
from levmetrics.records.schema import Field

_DECIMALS = 6
_NO_LETTERS = re.compile(r"\W")  # also no digits and no "_"
_DROPPED: tuple[Value, ...] = ("", [], {})

_Path: TypeAlias = "tuple[str, ...]"
_Leaves: TypeAlias = "dict[_Path, str]"


def docubench_score(prediction: Value, reference: Value, schema: Field) -> float:
    r"""Return DocuBench's score of a record, from 0 to 1; a system's score is the mean.

    First, numbers are rounded to floats of six decimals. Strings are lower-cased, and characters
    that Python's ``\W`` matches, such as white space and punctuation, are removed. Then empty
    strings, lists and objects are dropped, also from lists. ``null`` stays, but as a leaf it is
    empty.

    The schema defines what is scored. A leaf outside lists scores 1 if both sides are equal and 0
    if not; it does not count if both are empty. The items of each outermost list are matched one to
    one, the most similar pair first. The similarity of two items is the share of equal leaves among
    the leaves that at least one of them fills, whether or not the schema has them; a list within an
    item is one leaf. The score of a list is the sum of its pairs' similarities divided by the
    longer length. Its weight is the longer length times the mean number of filled leaves of the
    reference's items, each counted as at least 1. The score of the record is the weighted mean over
    all lists, and over all other leaves with a weight of 1.

    Where DocuBench leaves it open:

    - Leaves are equal if they are the same JSON: ``"1"``, ``1`` and ``true`` all differ.
    - A part that the schema does not divide, such as an object without ``properties``, is one leaf,
      compared as JSON with sorted keys.
    - If the schema has an object with ``properties`` or a list, and a record has anything else
      there, the value is empty.
    - Two items that both fill no leaf have a similarity of 1.
    - Of equally similar pairs, the one with the first item of the reference is matched first, then
      the one with the first item of the prediction.
    - A list that is empty on both sides does not count. A list that is empty only in the reference
      has items of one leaf.
    - If nothing counts, the score is 1.

    Args:
        prediction: a value without alternatives.
        reference: a value without alternatives.
        schema: the field of a whole record, as :class:`levmetrics.records.schema.Schema` reads it.

    >>> from levmetrics.records.schema import Schema
    >>> items = {"type": "array", "items": {"properties": {"name": {}, "price": {}}}}
    >>> schema = Schema.read({"properties": {"number": {"type": "string"}, "items": items}}).root
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
        total += _matched(items, labelled) * leaves  # the longer length cancels against the weight
        weights += longer * leaves
    return total / weights if weights else 1.0


class _Read(NamedTuple):
    """The parts of a record that a schema defines.

    Attributes:
        leaves: the filled leaves outside lists, by path, as JSON.
        lists: the filled leaves of each item of the outermost non-empty lists, by path.

    """

    leaves: _Leaves
    lists: dict[_Path, list[_Leaves]]


def _read(record: Value, schema: Field) -> _Read:
    """Return the filled leaves of a record."""
    leaves: _Leaves = {}
    lists: dict[_Path, list[_Leaves]] = {}

    def add(value: Value, of: Field, path: _Path) -> None:
        if value is None or value in _DROPPED:
            return
        if of.properties:
            if isinstance(value, dict):
                for key in of.properties.keys() & value.keys():
                    add(value[key], of.properties[key], (*path, key))
        elif of.items is None:
            leaves[path] = json.dumps(value, sort_keys=True)
        elif isinstance(value, list):
            lists[path] = [_item_leaves(item, ()) for item in value]

    add(_normalized(record), schema, ())
    return _Read(leaves, lists)


def _item_leaves(item: Value, path: _Path) -> _Leaves:
    """Return the filled leaves of an item, whatever the schema has; a list is one leaf."""
    if isinstance(item, dict):
        inner = [_item_leaves(each, (*path, key)) for key, each in item.items()]
        return {path: leaf for leaves in inner for path, leaf in leaves.items()}
    if item is None or item in _DROPPED:
        return {}
    return {path: json.dumps(item, sort_keys=True)}


def _normalized(value: Value) -> Value:
    """Return the normalized value without empty parts; itself and ``None`` are kept."""
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
        return round(float(value), _DECIMALS) + 0.0  # turns -0.0 into 0.0
    except OverflowError:  # an integer larger than any float
        return value


def _matched(items: Sequence[_Leaves], labelled: Sequence[_Leaves]) -> float:
    """Return the sum of the similarities of greedily matched items."""
    equal = np.zeros((len(labelled), len(items)))
    filled = np.zeros_like(equal)
    for path in {path for item in (*items, *labelled) for path in item}:
        codes = {"": -1}  # a leaf that is not filled
        rows, columns = (
            np.array([codes.setdefault(item.get(path, ""), len(codes)) for item in side])
            for side in (labelled, items)
        )
        either = (rows[:, None] >= 0) | (columns >= 0)
        filled += either
        equal += either & (rows[:, None] == columns)
    similarity = np.divide(equal, filled, out=np.ones_like(equal), where=filled > 0)
    return float(sum(similarity[pair] for pair in paired(similarity, "greedy")))

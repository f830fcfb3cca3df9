r"""DocuBench's score of a record by a JSON Schema: equal leaves, and greedily matched lists.

Source: DocuBench (https://github.com/DocuPipe/DocuBench), ``scorer.py`` at commit 27ce5be, which
its ``docs/scoring.md`` calls the canonical implementation.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from levmetrics.errors import InputError
from levmetrics.inputs.values import Value
from levmetrics.lazy import re
from levmetrics.records.matching import hashable, is_empty
from levmetrics.records.pairing import paired
from levmetrics.records.schema import Field, composed, types_of

_DECIMALS = 6
_SPACE = re.compile(r"\s")
_NO_LETTERS = re.compile(r"\W")  # also no digits and no "_"

_Leaves: TypeAlias = "dict[str, Hashable]"  # of an item of a list, by path
_Side: TypeAlias = "tuple[Value, Value]"  # the prediction's value and the reference's


def docubench_score(prediction: Value, reference: Value, schema: Outline) -> float:
    r"""Return DocuBench's score of a record, from 0 to 1; a system's score is the mean.

    First, keys of empty strings, lists and objects are dropped; list items are kept. Then numbers
    are rounded to floats of six decimals, and strings are normalized: NFKC, lower case, without the
    characters that Python's ``\W`` matches, such as white space and punctuation. ``null``, and what
    is empty now, is an empty leaf. Leaves are equal if Python's ``==`` says so: ``true`` equals
    ``1``, and ``"1"`` does not.

    The schema defines what is scored. A leaf outside lists scores 1 if both sides are equal and 0
    if not; it does not count if both are empty. The items of each outermost list are matched one to
    one, the most similar pair first (ties: the first item of the reference, then the first of the
    prediction). The similarity of two items is the share of equal leaves among the leaves that at
    least one of them fills, whether or not the schema has them, and 1 if there are none. A list
    within an item is one leaf, compared as JSON. The score of a list is the sum of its pairs'
    similarities divided by the longer length. Its weight is the longer length times the mean number
    of filled leaves of the reference's items, each counted as at least 1; without items in the
    reference, the longer length. The score of the record is the weighted mean over all lists, and
    over all other leaves with a weight of 1; it is 1 if nothing has a weight.

    These details are those of ``scorer.py``:

    - Only an object whose ``type`` is ``"object"`` is divided into its properties. An object of
      type ``["object", "null"]`` or without a type is one leaf, and lists within it count again.
    - A property is not scored if its schema says nothing (``{}``), or if it is an object without
      scored properties.
    - Lists within the same property of the record overwrite each other: the last one counts.
    - The keys of an item's nested objects are joined by full stops.

    ``scorer.py`` does not read ``$ref``, ``allOf``, ``anyOf`` and ``oneOf``, fails for a record
    that is a list, and for integers larger than any float. Here, references and alternatives are
    resolved first, the record may be a list, and such integers are not rounded.

    Args:
        prediction: a value without alternatives.
        reference: a value without alternatives.
        schema: what the schema scores.

    >>> from levmetrics.records.schema import Schema
    >>> item = {"type": "object", "properties": {"name": {}, "price": {}}}
    >>> parts = {"number": {"type": "string"}, "items": {"type": "array", "items": item}}
    >>> schema = outline(Schema.read({"type": "object", "properties": parts}).root)
    >>> reference = {"number": "A-1", "items": [{"name": "Tea", "price": 2}, {"name": "Jam"}]}
    >>> prediction = {"number": "a1", "items": [{"name": "jam"}, {"name": "tea", "price": 3}]}
    >>> docubench_score(prediction, reference, schema)  # (1 + 3 * 0.75) / (1 + 3)
    0.8125

    """
    mine, yours = (_normalized(_stripped(value)) for value in (prediction, reference))
    found = [*_scored(schema, (mine, yours))]
    outside = [both for name, both in found if name is None]
    lists = {name: both for name, both in found if name is not None}
    filled = [(a, b) for a, b in outside if not (is_empty(a) and is_empty(b))]
    total = float(sum(a == b for a, b in filled))
    weights = float(len(filled))
    for both in lists.values():
        items, labelled = ([*map(_filled, side)] if isinstance(side, list) else [] for side in both)
        leaves = sum(max(1, len(item)) for item in labelled) / len(labelled) if labelled else 1.0
        total += _matched(items, labelled) * leaves  # the longer length cancels against the weight
        weights += max(len(items), len(labelled)) * leaves
    return total / weights if weights else 1.0


@dataclass(eq=False)
class Outline:
    """What a part of a schema scores.

    Attributes:
        kind: a ``"list"``; an ``"object"``, which is divided into its properties; a ``"leaf"``,
            which is compared as a whole; or ``"nothing"``.
        properties: the parts within, also those of a leaf, where only lists count.

    """

    kind: Literal["list", "object", "leaf", "nothing"]
    properties: dict[str, Outline] = field(default_factory=dict)


def outline(schema: Field) -> Outline:
    """Return what a JSON Schema scores.

    Args:
        schema: the field of a whole record, as :class:`levmetrics.records.schema.Schema` reads it.

    Raises:
        InputError: if the schema scores nothing.

    >>> from levmetrics.records.schema import Schema
    >>> outline(Schema.read({"type": "object", "properties": {"a": {"type": "string"}}}).root)
    Outline(kind='object', properties={'a': Outline(kind='leaf', properties={})})

    """
    known: dict[int, Outline] = {}

    def of(part: Field) -> Outline:
        own = known.get(id(part))
        if own is None:
            own = known[id(part)] = Outline(_kind(part.said))
            if own.kind != "list":
                for name in part.said.get("properties", ()):
                    own.properties[name] = of(part.properties[composed(name)])
        return own

    root = of(schema)
    if not {each.kind for each in known.values()} & {"list", "leaf"}:
        raise InputError("record.scores_nothing")
    return root


def _kind(said: Any) -> Literal["list", "object", "leaf", "nothing"]:
    if "array" in types_of(said):
        return "list"
    if not _without_lists(said):
        return "nothing"
    return "object" if said.get("type") == "object" else "leaf"


def _without_lists(part: Any) -> Any:
    """Return a part of a schema without lists, and without what is empty then."""
    if isinstance(part, list):
        items = map(_without_lists, part)
        return [item for item in items if item not in ({}, [], None)]
    if not isinstance(part, dict):
        return part
    if "array" in types_of(part):
        return {}
    inner = {key: _without_lists(each) for key, each in part.items()}
    kept = {key: each for key, each in inner.items() if each not in ({}, [], None)}
    return {} if "object" in types_of(kept) and not kept.get("properties") else kept


def _scored(
    part: Outline,
    both: _Side,
    name: str | None = None,
    around: Sequence[Outline] = (),
    *,
    is_within_leaf: bool = False,
) -> Iterator[tuple[str | None, _Side]]:
    """Yield what a schema scores of two values: leaves outside lists, and lists.

    Args:
        part: what is scored.
        both: the prediction's value and the reference's.
        name: the property of the record; ``None``: the record itself.
        around: the parts around this one, since a schema may hold itself.
        is_within_leaf: whether only lists count.

    Yields:
        For a list, the property of the record in which it is, for a leaf ``None``; and both values.

    """
    if part.kind == "list":
        yield name or "", both
        return
    if part.kind == "leaf" and not is_within_leaf:
        yield None, both
    if part in around and not any(isinstance(each, dict) for each in both):
        return
    is_within_leaf = is_within_leaf or part.kind == "leaf"
    for key, inner in part.properties.items():
        pred, reference = (each.get(key) if isinstance(each, dict) else None for each in both)
        within = (pred, reference), key if name is None else name, (*around, part)
        yield from _scored(inner, *within, is_within_leaf=is_within_leaf)


def _stripped(value: Value) -> Value:
    """Return a value without the keys of empty strings, lists and objects."""
    if isinstance(value, list):
        return [*map(_stripped, value)]
    if isinstance(value, dict):
        inner = {key: _stripped(each) for key, each in value.items()}
        return {key: each for key, each in inner.items() if each is None or not is_empty(each)}
    return value


def _normalized(value: Value) -> Value:
    """Return a value with normalized strings and rounded numbers."""
    if isinstance(value, str):
        # Lower case depends on the neighbours of a sigma, so white space goes first.
        joined = _SPACE.sub("", unicodedata.normalize("NFKC", value))
        return _NO_LETTERS.sub("", joined.lower())
    if isinstance(value, list):
        return [*map(_normalized, value)]
    if isinstance(value, dict):
        return {key: _normalized(each) for key, each in value.items()}
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    try:
        return round(float(value), _DECIMALS)
    except OverflowError:  # an integer larger than any float
        return value


def _filled(item: Value) -> _Leaves:
    """Return the filled leaves of an item, whatever the schema has; a list is one leaf."""
    leaves = _leaves(item, "") if isinstance(item, dict) else {"_val": item}
    return {path: hashable(leaf) for path, leaf in leaves.items() if not is_empty(leaf)}


def _leaves(item: dict[str, Value], prefix: str) -> dict[str, Value]:
    leaves: dict[str, Value] = {}
    for key, each in item.items():
        path = f"{prefix}.{key}" if prefix else key
        if isinstance(each, dict):
            leaves.update(_leaves(each, path))
        else:
            leaves[path] = json.dumps(each, sort_keys=True) if isinstance(each, list) else each
    return leaves


def _matched(items: Sequence[_Leaves], labelled: Sequence[_Leaves]) -> float:
    """Return the sum of the similarities of greedily matched items."""
    equal = np.zeros((len(labelled), len(items)))
    filled = np.zeros_like(equal)
    for path in {path for item in (*items, *labelled) for path in item}:
        codes: dict[Hashable, int] = {None: -1}  # a leaf that is not filled
        rows, columns = (
            np.array([codes.setdefault(item.get(path), len(codes)) for item in side])
            for side in (labelled, items)
        )
        either = (rows[:, None] >= 0) | (columns >= 0)
        filled += either
        equal += either & (rows[:, None] == columns)
    similarity = np.divide(equal, filled, out=np.ones_like(equal), where=filled > 0)
    return float(sum(similarity[pair] for pair in paired(similarity, "greedy")))

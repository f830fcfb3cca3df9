"""The outcome of each field of a record: right, misread, missing, extra or absent."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from levmetrics.inputs.arrays import FloatArray
from levmetrics.inputs.values import Value
from levmetrics.records.comparators import Comparator
from levmetrics.records.comparators.text import Text
from levmetrics.records.matching import (
    ABSENT,
    Absent,
    Fields,
    Items,
    Leaf,
    Match,
    Matched,
    Options,
    Pair,
    Rules,
    Tree,
    is_empty,
)
from levmetrics.records.schema import path_of

Outcome: TypeAlias = Literal["right", "misread", "missing", "extra", "absent"]

Step: TypeAlias = "str | tuple[int | None, int | None]"
"""A key, or the indices of an item in the lists of the reference and of the prediction."""


class FieldOutcome(NamedTuple):
    """The outcome of one field of a record.

    Attributes:
        steps: the steps from the record to the field.
        outcome: ``"right"``: both sides have a value, with similarity 1; ``"misread"``: both have a
            value, with a lower similarity; ``"missing"``: only the reference has a value;
            ``"extra"``: only the prediction has a value; ``"absent"``: neither has a value.
        reference: the value of the reference; ``None`` if it has none.
        prediction: the value of the prediction; ``None`` if it has none.
        similarity: the similarity of both values, from 0 to 1.
        compare: the comparator of both values; ``None`` if one is absent.
        is_counted: whether the field counts; missing or extra fields may be left out.
        why: for a misread value, the reason why it could not be compared, if any.

    """

    steps: tuple[Step, ...]
    outcome: Outcome
    reference: Value
    prediction: Value
    similarity: float
    compare: Comparator | None
    is_counted: bool
    why: str = ""

    @property
    def path(self) -> str:
        """The path of the field, shared by all items of a list: ``"items[].price"``."""
        return _path(tuple(step if isinstance(step, str) else None for step in self.steps))


_path = lru_cache(maxsize=10_000)(path_of)


def outcomes(matched: Matched, rules: Rules) -> list[FieldOutcome]:
    """Return the outcome of each field, in the order of the reference, then of the prediction.

    Args:
        matched: a prediction and a reference. A prediction that is one text has no fields if the
            reference has some.
        rules: the rules by which they were matched.

    """
    prediction: Tree | None = matched.prediction
    if isinstance(prediction, Leaf) and isinstance(matched.reference, (Fields, Items)):
        prediction = None  # a text that is not a record has no fields
    found: list[FieldOutcome] = []
    _add_pair(found, (), matched.reference, prediction, matched.match, rules)
    return found


def _add_pair(
    found: list[FieldOutcome],
    steps: tuple[Step, ...],
    reference: Tree | None,
    prediction: Tree | None,
    match: Match | None,
    rules: Rules,
) -> None:
    """Add the outcomes of the fields of two parts."""
    if isinstance(reference, Options):
        if match is None:
            reference = max(reference.options, key=lambda option: option.size)
        else:
            nothing = next((each for each in reference.options if isinstance(each, Absent)), ABSENT)
            best, match = reference.closest(prediction or nothing, rules)
            reference = reference.options[best]
    is_inner = isinstance(reference, (Fields, Items)) and type(reference) is type(prediction)
    if match is not None and is_inner:
        parts = match[3] if isinstance(reference, Fields) else sorted(match[3], key=_item_order)
        for step, target, answer, child in parts:
            _add_pair(found, (*steps, step), target, answer, child, rules)
    elif isinstance(reference, Leaf) and isinstance(prediction, Leaf):
        found.append(_of_leaves(steps, reference, prediction, rules))
    elif (
        isinstance(reference, Absent)
        and match is not None
        and (prediction is None or is_empty(prediction.value))
    ):
        found.append(FieldOutcome(steps, "absent", None, None, 1.0, None, reference.size > 0))
    else:
        found.extend(_of_unlike(steps, reference, prediction, rules))


def _of_leaves(
    steps: tuple[Step, ...], reference: Leaf, prediction: Leaf, rules: Rules
) -> FieldOutcome:
    similarity = reference.similarity(prediction, rules)
    why = "" if similarity == 1 else _why(reference, prediction, similarity, rules)
    return FieldOutcome(
        steps,
        "right" if similarity == 1 else "misread",
        reference.value,
        prediction.value,
        similarity,
        reference.comparator(rules),
        reference.size > 0,
        why,
    )


def _item_order(pair: Pair) -> tuple[bool, int]:
    """Return the sort key of a pair of items: the reference's items come first."""
    step = pair[0]
    assert isinstance(step, tuple)
    ours, theirs = step
    return ours is None, ours if ours is not None else theirs or 0


def _why(reference: Leaf, prediction: Leaf, similarity: float, rules: Rules) -> str:
    """Return the reason why two values could not be compared; empty if they could."""
    comparator = reference.comparator(rules)
    for side, leaf in (("reference", reference), ("prediction", prediction)):
        if leaf.reading(comparator, rules) is None:
            return f"the {side} is not a valid {comparator.name}"
    has_threshold = reference.of.threshold or (
        isinstance(comparator, Text) and (comparator.rule != "default" or comparator.threshold)
    )
    return "below the threshold" if has_threshold and not similarity else ""


def _of_unlike(
    steps: tuple[Step, ...], reference: Tree | None, prediction: Tree | None, rules: Rules
) -> Iterator[FieldOutcome]:
    """Yield the outcomes of the fields of two parts of different kinds; one may be absent."""
    missing_counts = rules.missing == "wrong" or not _is_absent(prediction)
    extra_counts = rules.extra == "wrong" or not _is_absent(reference)
    missing, extra = [*_leaves(steps, reference, 0)], [*_leaves(steps, prediction, 1)]
    for path, leaf in missing:
        counted = missing_counts and leaf.size > 0
        yield FieldOutcome(path, "missing", leaf.value, None, 0.0, None, counted)
    for path, leaf in extra:
        counted = extra_counts and leaf.size > 0
        yield FieldOutcome(path, "extra", None, leaf.value, 0.0, None, counted)
    if missing or extra:
        return
    # A key without a value counts as a leaf; an item without a leaf has no weight.
    is_key = not steps or isinstance(steps[-1], str)
    if _is_absent(reference) and prediction is not None:
        counted = extra_counts and _weight(prediction, is_key) > 0
        yield FieldOutcome(steps, "extra", None, prediction.value, 0.0, None, counted)
    elif reference is not None and (_is_absent(prediction) or reference.size):
        counted = missing_counts and _weight(reference, is_key) > 0
        yield FieldOutcome(steps, "missing", reference.value, None, 0.0, None, counted)


def _weight(part: Tree, is_key: bool) -> float:
    return part.weight if is_key and isinstance(part, (Fields, Items)) else part.size


def _is_absent(part: Tree | None) -> bool:
    return part is None or isinstance(part, Absent)


def _leaves(
    steps: tuple[Step, ...], part: Tree | None, side: Literal[0, 1], within: bool = False
) -> Iterator[tuple[tuple[Step, ...], Leaf | Absent]]:
    """Yield the leaves of a part without a counterpart, each with its steps."""
    if isinstance(part, Options):
        part = max(part.options, key=lambda option: option.size)
    if isinstance(part, Leaf) or (within and isinstance(part, Absent)):
        yield steps, part
    elif isinstance(part, Fields):
        for key, each in part.fields.items():
            yield from _leaves((*steps, key), each, side, True)
    elif isinstance(part, Items):
        for i, each in enumerate(part.items):
            step = (i, None) if side == 0 else (None, i)
            yield from _leaves((*steps, step), each, side, True)


def _share(part: Any, whole: Any) -> FloatArray:
    """Return the share of a part in a whole; 1 if the whole is 0, since nothing was wrong."""
    return np.where(np.equal(whole, 0), 1.0, np.divide(part, np.maximum(whole, 1)))


def shares(right: Any, predicted: Any, expected: Any) -> dict[str, FloatArray]:
    """Return precision, recall and F1 by name.

    They are 1 if nothing is predicted and nothing expected, and 0 if only one of these holds.

    >>> {name: round(float(share), 3) for name, share in shares(1, 2, 3).items()}
    {'precision': 0.5, 'recall': 0.333, 'f1': 0.4}
    """
    is_one_sided = np.not_equal(np.equal(predicted, 0), np.equal(expected, 0))
    shares = {
        "precision": _share(right, predicted),
        "recall": _share(right, expected),
        "f1": _share(2 * np.asarray(right), np.add(predicted, expected)),
    }
    return {name: np.where(is_one_sided, 0.0, share) for name, share in shares.items()}

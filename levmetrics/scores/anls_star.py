"""ANLS*: the similarity of nested values, as document models return them.

A value is a tree. Two trees are matched recursively: dictionaries key by key, lists by the
maximum-weight matching of their items. Two matched leaves score the normalized Levenshtein
similarity of their texts; unmatched leaves score 0. ANLS* is the average over all leaves.

Source: Peer et al., "ANLS* -- A Universal Document Processing Metric for Generative Large Language
Models", 2024 (arXiv 2402.03848); the package ``anls_star`` 1.0.1 where the paper is silent.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

import numpy as np

from levmetrics.errors import InputError
from levmetrics.inputs.arguments import checked_number
from levmetrics.inputs.json_values import json_sample
from levmetrics.inputs.values import Value, checked_sample
from levmetrics.lazy import rapidfuzz
from levmetrics.normalizers import Chain, NormalizerLike, get_normalizer
from levmetrics.work import seconds_left

T = TypeVar("T")


@dataclass(frozen=True)
class TreeScore:
    """ANLS* of one nested prediction, with the matched reference and the score of every key.

    Attributes:
        score: ANLS*, in [0, 1].
        reference: the number, from 0, of the top-level alternative that was closest; 0 if there are
            no alternatives.
        closest: the reference as it was matched: the best of alternatives, lists in the order of
            the prediction, without optional keys that the prediction lacks.
        key_scores: the score of every dictionary key, by its path: ``"items.price"`` is the
            average over the matched items. A full stop or backslash within a key is escaped by a
            backslash.

    """

    score: float
    reference: int
    closest: Any  # a Value; Any lets callers index it without a check of its type
    key_scores: Mapping[str, float]


def anls_star(
    pred: Any, reference: Any, *, threshold: float = 0.5, normalizer: NormalizerLike = None
) -> TreeScore:
    """Return ANLS* of one nested value.

    Values of any type are accepted and then checked, and JSON text is parsed where the reference
    is JSON text or structured: see :func:`levmetrics.inputs.json_values.json_sample`.

    Args:
        pred: a string, number, boolean, ``None``, list or dictionary, nested to any depth.
        reference: the same, with tuples (or ``{"__any__": [...]}``) for alternatives. For a
            prediction that is a string, a list of strings holds alternatives, too.
        threshold: similarities of leaves below it count as 0.
        normalizer: applied to the text of every leaf first; see
            :func:`levmetrics.normalizers.get_normalizer`.

    Raises:
        InputError: for a value of another type, NaN, keys that are no strings, a tuple in the
            prediction, or more than 100 levels, with the path to it.

    The example of the package ``anls_star``:

    >>> result = anls_star({"a": "hello!", "b": ["a", "test", "this", "be"]},
    ...                    {"a": ("hello", "world"), "b": ["this", "is", "a", "test"]})
    >>> round(result.score, 4), result.closest
    (0.7667, {'a': 'hello', 'b': ['a', 'test', 'this', 'is']})
    >>> {key: round(score, 4) for key, score in result.key_scores.items()}
    {'a': 0.8333, 'b': 0.75}

    """
    positions = ("pred", "reference")
    sample = checked_sample(*json_sample(pred, reference, positions), positions)
    options = checked_number(threshold, "threshold", 0, 1), get_normalizer(normalizer)
    return score_value(*sample, positions, *options)


# The match of two trees; a plain tuple for speed, since every invoice has hundreds:
# - the similarities of the matched leaves
# - the number of leaves, unmatched ones included
# - the reference as it was matched
# - the matches of the children, each with its key, or None for an item of a list
_Match: TypeAlias = "tuple[Sequence[float], int, Value, Sequence[tuple[str | None, _Match]]]"


def _average(similarities: Sequence[float], leaves: int) -> float:
    return sum(similarities) / leaves if leaves else 1.0


@dataclass(slots=True, eq=False)
class _Tree(ABC):
    """A checked value as a tree.

    Attributes:
        value: the value.
        size: the number of its leaves.

    """

    value: Value
    size: int

    @abstractmethod
    def match(self, pred: _Tree, threshold: float) -> _Match:
        """Match this reference with a prediction."""

    def mismatch(self, pred: _Tree) -> _Match:
        """Return the match with a tree of another kind: all leaves are unmatched."""
        return (0.0,), max(self.size, pred.size), self.value, ()


class _Missing(_Tree):
    """``None``, also in the place of a missing key."""

    def match(self, pred: _Tree, threshold: float) -> _Match:
        if _is_empty(pred.value):
            return (1.0,), max(1, pred.size), pred.value, ()
        return self.mismatch(pred)


@dataclass(slots=True, eq=False)
class _Leaf(_Tree):
    """A string, a number or a boolean."""

    text: str

    def match(self, pred: _Tree, threshold: float) -> _Match:
        if not isinstance(pred, _Leaf):
            return self.mismatch(pred)
        # RapidFuzz's score_cutoff rounds, and would drop similarities equal to the threshold.
        similarity = rapidfuzz.distance.Levenshtein.normalized_similarity(self.text, pred.text)
        return (similarity if similarity >= threshold else 0.0,), 1, self.value, ()


@dataclass(slots=True, eq=False)
class _Items(_Tree):
    """A list: its order does not matter."""

    items: list[_Tree]

    def match(self, pred: _Tree, threshold: float) -> _Match:
        if not isinstance(pred, _Items):
            return self.mismatch(pred)
        table = [
            [item.match(pred_item, threshold) for pred_item in pred.items]
            for item in _in_time(self.items)
        ]
        pairs = _best_matching(table, [pred_item.value for pred_item in pred.items])
        matches = [table[row][column] for row, column in pairs]
        in_order = [table[row][column] for row, column in sorted(pairs, key=itemgetter(1))]
        missed = _unmatched(self.items, {row for row, _ in pairs})
        spurious = _unmatched(pred.items, {column for _, column in pairs})
        return (
            [similarity for similarities, *_ in matches for similarity in similarities],
            sum(leaves for _, leaves, *_ in matches)
            + sum(tree.size for tree in (*missed, *spurious)),
            [*(closest for _, _, closest, _ in in_order), *(item.value for item in missed)],
            [(None, match) for match in in_order],
        )


@dataclass(slots=True, eq=False)
class _Fields(_Tree):
    """A dictionary."""

    fields: dict[str, _Tree]

    def match(self, pred: _Tree, threshold: float) -> _Match:
        if not isinstance(pred, _Fields):
            return self.mismatch(pred)
        similarities: list[float] = []
        leaves = 0
        closest: dict[str, Value] = {}
        children: list[tuple[str | None, _Match]] = []
        for key in {**self.fields, **pred.fields}:
            pred_field = pred.fields.get(key, _MISSING)
            match = self.fields.get(key, _MISSING).match(pred_field, threshold)
            field_similarities, field_leaves, field_closest, _ = match
            leaves += field_leaves
            if key not in self.fields and _is_empty(pred_field.value):
                continue  # an empty spurious field has no score; but anls_star counts its leaves
            similarities += field_similarities
            children.append((key, match))
            if key in pred.fields or not _is_empty(field_closest):
                closest[key] = field_closest
        return similarities, leaves, closest, children


@dataclass(slots=True, eq=False)
class _Options(_Tree):
    """A tuple of alternatives, of which the closest is matched."""

    options: list[_Tree]

    def match(self, pred: _Tree, threshold: float) -> _Match:
        return self.closest(pred, threshold)[1]

    def closest(self, pred: _Tree, threshold: float) -> tuple[int, _Match]:
        """Return the number and match of the best alternative (ties: one equal to ``pred``)."""
        matches = [option.match(pred, threshold) for option in self.options]
        best = max(
            range(len(matches)),
            key=lambda i: (_average(*matches[i][:2]), matches[i][2] == pred.value),
        )
        return best, matches[best]


_MISSING = _Missing(None, 1)


def _unmatched(items: Sequence[_Tree], matched: set[int]) -> list[_Tree]:
    return [item for i, item in enumerate(items) if i not in matched]


def _in_time(rows: Iterable[T]) -> Iterator[T]:
    """Yield rows while the work may go on: lists of thousands take seconds to match."""
    for row in rows:
        seconds_left()
        yield row


def _is_empty(value: Value) -> bool:
    """Whether a value is ``None`` or an empty string, list or dictionary."""
    return value is None or value in ("", [], {})


def _best_matching(table: list[list[_Match]], preds: Sequence[Value]) -> list[tuple[int, int]]:
    """Return a maximum-weight matching of references (rows) with predictions (columns).

    Of matches with the same average, one of equal values has a slightly higher weight. Other ties
    are not decided by the definition of ANLS*, and with them the order of the closest reference;
    where the tied items differ in size, nor is the score.
    """
    if not table or not preds:
        return []
    from scipy.optimize import linear_sum_assignment  # half of the time in which scoring loads

    weights = np.array(
        [
            [_weight(match, pred) for match, pred in zip(row, preds, strict=True)]
            for row in _in_time(table)
        ]
    )
    # Minimized as costs: the subtraction rounds, and so decides which weights are tied.
    rows, columns = linear_sum_assignment(weights.max() - weights)
    return [*zip(rows.tolist(), columns.tolist(), strict=True)]


def _weight(match: _Match, pred: Value) -> float:
    similarities, leaves, closest, _ = match
    average = _average(similarities, leaves)
    return math.nextafter(average, math.inf) if pred == closest else average


def score_value(
    pred: Value,
    reference: Value,
    positions: tuple[str, str],
    threshold: float,
    normalizer: Chain,
) -> TreeScore:
    """Return ANLS* of one sample.

    Args:
        pred: as :func:`levmetrics.inputs.values.checked_sample` returns it.
        reference: the same.
        positions: of both in the caller's arguments, for messages.
        threshold: similarities of leaves below it count as 0.
        normalizer: applied to the text of every leaf first.

    Raises:
        InputError: if the normalizer fails.

    """
    options = reference if isinstance(reference, tuple) else (reference,)
    try:
        target = _options(options, normalizer, positions[1])
        best, match = target.closest(_tree(pred, normalizer, positions[0]), threshold)
        return TreeScore(_average(*match[:2]), best, match[2], _key_scores(match))
    except RecursionError:
        raise InputError("value.recursion_limit", place=positions[0]) from None


def _options(value: tuple[Value, ...], normalizer: Chain, position: str) -> _Options:
    options = [_tree(option, normalizer, position) for option in value]
    return _Options(value, max(option.size for option in options), options)


def _tree(value: Value, normalizer: Chain, position: str) -> _Tree:
    if value is None:
        return _MISSING
    if isinstance(value, tuple):
        return _options(value, normalizer, position)
    if isinstance(value, list):
        items = [_tree(item, normalizer, position) for item in value]
        return _Items(value, sum(item.size for item in items), items)
    if isinstance(value, dict):
        fields = {key: _tree(item, normalizer, position) for key, item in value.items()}
        return _Fields(value, sum(field.size for field in fields.values()), fields)
    text = normalizer.checked(str(value), lambda: f"{value!r} in {position}")
    return _Leaf(value, 1, " ".join(text.lower().split()))


def _key_scores(match: _Match) -> dict[str, float]:
    """Return the score of each path, averaged over the matches that have it."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for path, score in _scores_by_path(match, ""):
        found[path].append(score)
    return {path: sum(scores) / len(scores) for path, scores in found.items()}


def _scores_by_path(match: _Match, parent: str) -> Iterator[tuple[str, float]]:
    for key, child in match[3]:
        if key is None:
            yield from _scores_by_path(child, parent)
        else:
            path = parent + key.replace("\\", "\\\\").replace(".", "\\.")
            yield path, _average(*child[:2])
            yield from _scores_by_path(child, f"{path}.")

"""ANLS*: the similarity of nested values, as document models return them.

A value is a tree. Two trees are laid over each other key by key, and lists by the matching of their
items that is worth the most. Where two leaves meet, they are worth the normalized similarity of
their texts; a leaf or branch without a partner is worth nothing, and counts. The score is the
average over all that counts.

Source: Peer et al., "ANLS* -- A Universal Document Processing Metric for Generative Large Language
Models", 2024 (arXiv 2402.03848); the package ``anls_star`` 1.0.1 where the paper is silent.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np
from rapidfuzz.distance import Levenshtein
from scipy.optimize import linear_sum_assignment

from levmetrics.inputs.values import checked_sample, too_deep
from levmetrics.normalizers import Chain, NormalizerLike, get_normalizer
from levmetrics.scores.similarity import checked_threshold

Path: TypeAlias = "tuple[str, ...]"
_first = itemgetter(0)


@dataclass(frozen=True)
class TreeScore:
    """How a nested prediction resembles its reference.

    Attributes:
        score: ANLS*, in [0, 1].
        reference: which of the alternatives at the top was closest, from 0; 0 if there are none.
        closest: the reference as it was compared: of alternatives the best, lists in the order of
            the prediction, without keys that may be missing.
        key_scores: the score of every dictionary key, by its path: ``"items.price"`` is the
            average over the matched items. A full stop or backslash within a key has a backslash
            before it.

    """

    score: float
    reference: int
    closest: Any
    key_scores: Mapping[str, float]


def anls_star(
    pred: Any, reference: Any, *, threshold: float = 0.5, normalizer: NormalizerLike = None
) -> TreeScore:
    """Score one nested value by ANLS*.

    Args:
        pred: a string, number, boolean, ``None``, list or dictionary, nested as it may be.
        reference: the same, with tuples (or ``{"__any__": [...]}``) for alternatives. For a
            prediction that is a string, a list of strings holds alternatives, too.
        threshold: leaves less similar than this are worth 0.
        normalizer: applied to the text of every leaf first; see
            :func:`levmetrics.normalizers.get_normalizer`.

    Raises:
        InputError: for a value of another type, NaN, keys that are no strings, a tuple in the
            prediction, or more than 100 levels, with the path to it.

    The example of the package ``anls_star``:

    >>> found = anls_star({"a": "hello!", "b": ["a", "test", "this", "be"]},
    ...                   {"a": ("hello", "world"), "b": ["this", "is", "a", "test"]})
    >>> round(found.score, 4), found.closest
    (0.7667, {'a': 'hello', 'b': ['a', 'test', 'this', 'is']})
    >>> {key: round(score, 4) for key, score in found.key_scores.items()}
    {'a': 0.8333, 'b': 0.75}

    """
    comparison = StarComparison(checked_threshold(threshold), get_normalizer(normalizer))
    positions = ("pred", "reference")
    return comparison.score(*checked_sample(pred, reference, positions), positions)


# What a comparison of two trees found; a plain tuple, since there are hundreds for every invoice:
# - what the leaves that met are worth
# - how many leaves count, those without a partner included
# - the reference as it was compared
# - the comparisons below this one, each with its key, or None for an item of a list
_Match: TypeAlias = "tuple[Sequence[float], int, Any, Sequence[tuple[str | None, _Match]]]"


def _average(values: Sequence[float], length: int) -> float:
    return sum(values) / length if length else 1.0


class _Tree(ABC):
    """One side of a comparison.

    Attributes:
        value: the caller's value.
        size: how many leaves it has.

    """

    __slots__ = ("size", "value")
    value: Any
    size: int

    @abstractmethod
    def match(self, pred: _Tree, threshold: float) -> _Match:
        """Compare this reference with a prediction."""

    def mismatch(self, pred: _Tree) -> _Match:
        """Return what a comparison with another kind of tree is worth: nothing."""
        return (0.0,), max(self.size, pred.size), self.value, ()


class _Nothing(_Tree):
    """``None``, and what stands where a key is missing."""

    __slots__ = ()

    def __init__(self) -> None:
        self.value = None
        self.size = 1

    def match(self, pred: _Tree, threshold: float) -> _Match:
        if _is_nothing(pred.value):
            return (1.0,), max(1, pred.size), pred.value, ()
        return self.mismatch(pred)


class _Leaf(_Tree):
    """A string, a number or a boolean."""

    __slots__ = ("text",)

    def __init__(self, value: Any, text: str) -> None:
        self.value = value
        self.size = 1
        self.text = text

    def match(self, pred: _Tree, threshold: float) -> _Match:
        if not isinstance(pred, _Leaf):
            return self.mismatch(pred)
        # Its own cutoff would round, and drop what is at the threshold.
        similarity = Levenshtein.normalized_similarity(self.text, pred.text)
        return (similarity if similarity >= threshold else 0.0,), 1, self.value, ()


class _Items(_Tree):
    """A list: its order does not matter."""

    __slots__ = ("items",)

    def __init__(self, value: list[Any], items: list[_Tree]) -> None:
        self.value = value
        self.size = sum(item.size for item in items)
        self.items = items

    def match(self, pred: _Tree, threshold: float) -> _Match:
        if not isinstance(pred, _Items):
            return self.mismatch(pred)
        table = [[own.match(other, threshold) for other in pred.items] for own in self.items]
        rows, columns = _best_matching(table, [other.value for other in pred.items])
        matched = [table[row][column] for row, column in zip(rows, columns, strict=True)]
        in_order = [found for _, found in sorted(zip(columns, matched, strict=True), key=_first)]
        missed = _all_but(self.items, rows)
        invented = _all_but(pred.items, columns)
        return (
            [value for values, *_ in matched for value in values],
            sum(length for _, length, *_ in matched)
            + sum(tree.size for tree in (*missed, *invented)),
            [*(closest for _, _, closest, _ in in_order), *(own.value for own in missed)],
            [(None, found) for found in in_order],
        )


class _Fields(_Tree):
    """A dictionary."""

    __slots__ = ("fields",)

    def __init__(self, value: dict[str, Any], fields: dict[str, _Tree]) -> None:
        self.value = value
        self.size = sum(field.size for field in fields.values())
        self.fields = fields

    def match(self, pred: _Tree, threshold: float) -> _Match:
        if not isinstance(pred, _Fields):
            return self.mismatch(pred)
        values: list[float] = []
        length = 0
        closest: dict[str, Any] = {}
        parts: list[tuple[str | None, _Match]] = []
        for key, own in self.fields.items():
            found = own.match(pred.fields.get(key, _NOTHING), threshold)
            own_values, own_length, own_closest, _ = found
            values += own_values
            length += own_length
            parts.append((key, found))
            if key in pred.fields or not _is_nothing(own_closest):
                closest[key] = own_closest
        for key, other in pred.fields.items():
            if key in self.fields:
                continue
            found = _NOTHING.match(other, threshold)
            own_values, own_length, own_closest, _ = found
            length += own_length
            if _is_nothing(other.value):
                continue  # what is not there has no score and no place; but the package counts it
            values += own_values
            parts.append((key, found))
            closest[key] = own_closest
        return values, length, closest, parts


class _Options(_Tree):
    """A tuple: the closest of its alternatives is the reference."""

    __slots__ = ("options",)

    def __init__(self, value: tuple[Any, ...], options: list[_Tree]) -> None:
        self.value = value
        self.size = max(option.size for option in options)
        self.options = options

    def match(self, pred: _Tree, threshold: float) -> _Match:
        return self.closest(pred, threshold)[1]

    def closest(self, pred: _Tree, threshold: float) -> tuple[int, _Match]:
        """Return the best alternative with its number; of equally good ones, an equal one."""
        found = [option.match(pred, threshold) for option in self.options]
        best = max(
            range(len(found)),
            key=lambda i: (_average(*found[i][:2]), found[i][2] == pred.value),
        )
        return best, found[best]


_NOTHING = _Nothing()


def _all_but(items: Sequence[_Tree], taken: Sequence[int]) -> list[_Tree]:
    rest = set(range(len(items))).difference(taken)
    return [items[i] for i in sorted(rest)]


def _is_nothing(value: Any) -> bool:
    """Tell whether a value says that nothing is there."""
    return value is None or value in ("", [], {})


def _best_matching(table: list[list[_Match]], preds: Sequence[Any]) -> tuple[list[int], list[int]]:
    """Find a maximum-weight matching of references (rows) with predictions (columns).

    Of comparisons worth the same, one with an equal value is a little dearer. Where matchings are
    still tied, the definition leaves open which to take, and so the order of the closest reference;
    where the tied items differ in size it leaves open the score, too.
    """
    if not table or not preds:
        return [], []
    worth = [[_worth(found, pred) for found, pred in zip(row, preds, strict=True)] for row in table]
    matrix = np.array(worth)
    # As a cost, since the difference rounds, and ties are where rounding puts them.
    rows, columns = linear_sum_assignment(matrix.max() - matrix)
    return rows.tolist(), columns.tolist()


def _worth(found: _Match, pred: Any) -> float:
    values, length, closest, _ = found
    average = _average(values, length)
    return math.nextafter(average, math.inf) if pred == closest else average


class StarComparison:
    """The rule of ANLS*, for checked values.

    Args:
        threshold: leaves less similar than this are worth 0.
        normalizer: applied to the text of every leaf first.

    """

    def __init__(self, threshold: float, normalizer: Chain) -> None:
        self.threshold = threshold
        self.normalizer = normalizer

    def score(self, pred: Any, reference: Any, positions: tuple[str, str]) -> TreeScore:
        """Score one sample.

        Args:
            pred: checked by :func:`levmetrics.inputs.values.checked_sample`.
            reference: checked with it.
            positions: how the caller reaches them, for messages.

        Raises:
            InputError: if the normalizer fails.

        """
        options = reference if isinstance(reference, tuple) else (reference,)
        try:
            target = _Options(options, [self._tree(option, positions[1]) for option in options])
            chosen, found = target.closest(self._tree(pred, positions[0]), self.threshold)
            return TreeScore(_average(*found[:2]), chosen, found[2], _key_scores(found))
        except RecursionError:
            raise too_deep(positions[0]) from None

    def _tree(self, value: Any, position: str) -> _Tree:
        if value is None:
            return _NOTHING
        if isinstance(value, tuple):
            return _Options(value, [self._tree(option, position) for option in value])
        if isinstance(value, list):
            return _Items(value, [self._tree(item, position) for item in value])
        if isinstance(value, dict):
            fields = {key: self._tree(item, position) for key, item in value.items()}
            return _Fields(value, fields)
        text = self.normalizer.checked(str(value), lambda: f"{value!r} in {position}")
        return _Leaf(value, " ".join(text.lower().split()))


def _key_scores(found: _Match) -> dict[str, float]:
    """Average the scores of each path over the comparisons that have it."""
    sums: dict[Path, list[float]] = {}
    for path, score in _scores_by_path(found, ()):
        sums.setdefault(path, []).append(score)
    return {
        ".".join(key.replace("\\", "\\\\").replace(".", "\\.") for key in path): (
            sum(scores) / len(scores)
        )
        for path, scores in sums.items()
    }


def _scores_by_path(found: _Match, path: Path) -> Iterator[tuple[Path, float]]:
    for key, part in found[3]:
        if key is None:
            yield from _scores_by_path(part, path)
        else:
            yield (*path, key), _average(*part[:2])
            yield from _scores_by_path(part, (*path, key))

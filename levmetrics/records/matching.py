"""The matching of two nested values as trees: pairs of leaves and their similarities.

Dictionaries are matched key by key, lists by a named rule, and leaves by the comparator of their
field. The score is the average similarity over all leaves; unmatched leaves count as 0.

Source: Peer et al., "ANLS* -- A Universal Document Processing Metric for Generative Large Language
Models", 2024 (arXiv 2402.03848); the package ``anls_star`` 1.0.1 where the paper is silent. Types,
weights, other rules for lists, and fields that may be left out are additions.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

from levmetrics.errors import InputError, Place, quoted, warn
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.values import Value
from levmetrics.normalizers import Chain
from levmetrics.records.alike import combined, each_by_itself, equal_pairs, pairs_of, ranked
from levmetrics.records.comparators import AmbiguousError, Comparator
from levmetrics.records.comparators.custom import Custom
from levmetrics.records.pairing import Pairs, paired
from levmetrics.records.schema import Field, ListRule
from levmetrics.system.work import seconds_left

T = TypeVar("T")

Unmatched: TypeAlias = Literal["wrong", "skip"]

# The most pairs of items for which the matches of a list are kept until the best are known.
_KEPT_PAIRS = 1_000
# Pairs whose weights are computed at once.
_AT_ONCE = 1_000_000
# Lists with more pairs take ten seconds: of flat items if their comparator is in Python, and of
# items with lists or alternatives within, which are matched one by one.
_MANY_FLAT, _MANY_NESTED = 10_000_000, 250_000


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules by which trees are matched.

    Attributes:
        root: the field of the whole value.
        by_type: the comparators, by type of the reference, of leaves that the schema does not have.
        normalizer: applied first to text.
        lists: the rule that pairs items, unless the schema sets one; ``None``: by keys if they have
            any, else the optimal pairs.
        missing: whether fields that the prediction lacks are wrong or left out.
        extra: whether fields that the reference lacks are wrong or left out.

    """

    root: Field
    by_type: Mapping[type, Comparator]
    normalizer: Chain
    lists: ListRule | None = None
    missing: Unmatched = "wrong"
    extra: Unmatched = "wrong"

    def list_rule(self, items: Field) -> ListRule:
        """Return the rule that pairs the items of a list."""
        return items.lists or self.lists or ("keyed" if items.keys else "optimal")


# Plain tuples for speed, since every invoice has hundreds. Two matched parts: - the key in a
# dictionary; the numbers of both items of a list, None where a side lacks it - the part of the
# reference, and that of the prediction; None where a side lacks it - the match of both; None where
# a list lacks one
Pair: TypeAlias = (
    "tuple[str | tuple[int | None, int | None], Tree | None, Tree | None, Match | None]"
)

# Two matched trees: - the similarities of the matched leaves, times their weights - the weight of
# all leaves, unmatched ones included - the reference as it was matched - the parts that were
# matched
Match: TypeAlias = "tuple[Sequence[float], float, Value, Sequence[Pair]]"


def average(similarities: Sequence[float], leaves: float) -> float:
    """Return the average similarity over leaves; 1 if there are none."""
    return sum(similarities) / leaves if leaves else 1.0


@dataclass(slots=True, eq=False)
class Tree:
    """A checked value as a tree.

    Attributes:
        value: the value.
        size: the total weight of its leaves.

    """

    value: Value
    size: float

    def match(self, pred: Tree, rules: Rules) -> Match:
        """Match this reference with a prediction."""
        raise NotImplementedError  # of an abstract class, isinstance takes three times as long

    def mismatch(self, pred: Tree, rules: Rules) -> Match:
        """Return the match with a tree of another kind, in which all leaves are unmatched."""
        if rules.missing == "skip" and pred.value is None:
            return SKIPPED
        weight = max(self.size, pred.size)
        for absent, other in ((self, pred), (pred, self)):
            if isinstance(absent, Absent) and _has_leaf(other):
                weight = other.size  # the key's own counts only if neither side has a leaf
        return (0.0,), weight, self.value, ()


def _has_leaf(part: Tree) -> bool:
    if isinstance(part, Options):
        return any(map(_has_leaf, part.options))
    if isinstance(part, (Fields, Items)):
        inner = part.items if isinstance(part, Items) else part.fields.values()
        return any(isinstance(each, Absent) or _has_leaf(each) for each in inner)
    return isinstance(part, Leaf)


class Absent(Tree):
    """``None``, also in place of a missing key; its size is the weight of the field."""

    def match(self, pred: Tree, rules: Rules) -> Match:
        """Match an absent value with a prediction, which is right if it is empty."""
        if is_empty(pred.value):
            weight = self.size
            return (weight,), max(weight, pred.size), pred.value, ()
        return SKIPPED if rules.extra == "skip" else self.mismatch(pred, rules)


SKIPPED: Match = ((), 0, None, ())


@dataclass(slots=True, eq=False)
class Leaf(Tree):
    """A string, a number or a boolean.

    Attributes:
        of: the field.
        path: the path of the value: the position of the whole value, then the steps to this one.
        readings: the value as parsed by comparators, by their identities.
        target: the comparator of this reference with its parsed value, once known.

    """

    of: Field
    path: tuple[int | str, ...]
    readings: dict[int, Any] = field(default_factory=dict)
    target: tuple[Comparator, Any] | None = None

    def comparator(self, rules: Rules) -> Comparator:
        """Return the comparator of this reference with predictions."""
        compare = self.of.compare
        if compare is None and self.of.text is not None and isinstance(self.value, str):
            return self.of.text
        if compare is None:
            return rules.by_type[type(self.value)]
        return cast("Comparator", compare)

    def reading(self, comparator: Comparator, rules: Rules) -> Any:
        """Return the value as parsed by a comparator; ``None`` if it cannot parse it.

        Raises:
            InputError: for an ambiguous value, and if the normalizer fails.

        """
        key = id(comparator)
        if key not in self.readings:
            try:
                self.readings[key] = _read(self, comparator, rules)
            except AmbiguousError as error:
                raise _ambiguous(self, error) from None
        return self.readings[key]

    def answer(self, comparator: Comparator, rules: Rules) -> Any:
        """Return the reading of a prediction; ``None`` if no option makes it unambiguous.

        Raises:
            InputError: for a value that an option would disambiguate, and if the normalizer fails.

        """
        key = id(comparator)
        if key not in self.readings:
            try:
                self.readings[key] = _read(self, comparator, rules)
            except AmbiguousError as error:
                if error.an_option_decides:
                    raise _ambiguous(self, error) from None
                self.readings[key] = None
        return self.readings[key]

    def similarity(self, pred: Leaf, rules: Rules) -> float:
        """Return the similarity of this reference and a prediction; NaN is similar to nothing."""
        if pred.value != pred.value:
            return 0.0
        if self.target is None:
            comparator = self.comparator(rules)
            self.target = comparator, self.reading(comparator, rules)
        comparator, ours = self.target
        try:
            theirs = pred.readings[id(comparator)]
        except KeyError:
            theirs = pred.answer(comparator, rules)
        if ours is None or theirs is None:
            similarity = float(_spelling(self) == _spelling(pred))
        else:
            similarity = comparator.similarity(ours, theirs)
        return similarity if similarity >= (self.of.threshold or 0) else 0.0

    def match(self, pred: Tree, rules: Rules) -> Match:
        """Match a leaf with a prediction."""
        if not isinstance(pred, Leaf):
            return self.mismatch(pred, rules)
        weight = self.size
        similarity = self.similarity(pred, rules)
        return (similarity if weight == 1 else similarity * weight,), weight, self.value, ()


def _read(leaf: Leaf, comparator: Comparator, rules: Rules) -> Any:
    value = leaf.value
    if comparator.reads_text:
        value = rules.normalizer.checked(str(value), lambda: f"{leaf.value!r} in {leaf.path[0]}")
    return comparator.read(value)  # type: ignore[arg-type]


def _ambiguous(leaf: Leaf, error: AmbiguousError) -> InputError:
    code = "record.ambiguous" if error.an_option_decides else "record.ambiguous_reference"
    given = {"given": quoted(leaf.value), "readings": str(error)}
    return InputError(code, place=_place(leaf.path), **given)


def _place(path: Sequence[str | int]) -> str:
    """Return the place of a value, given that of its sample and the steps from there."""
    root, *steps = path
    return reduce(Place, steps, root if isinstance(root, str) else str(root))


@dataclass(slots=True, eq=False)
class Items(Tree):
    """A list.

    Attributes:
        items: the items.
        of: the field of the list.
        weight: multiplies the weight of each item.
        path: the path of the list: the position of the whole value, then the steps to the list.

    """

    items: list[Tree]
    of: Field
    weight: float
    path: tuple[int | str, ...]

    def match(self, pred: Tree, rules: Rules) -> Match:
        """Match the items of two lists, paired by the rule of the field."""
        if not isinstance(pred, Items):
            return self.mismatch(pred, rules)
        pairs, known = self._pairs(pred, rules)
        matches = [
            known.get(pair) or self.items[pair[0]].match(pred.items[pair[1]], rules)
            for pair in pairs
        ]
        by_prediction = sorted(zip(pairs, matches, strict=True), key=lambda each: each[0][1])
        rows, columns = {row for row, _ in pairs}, {column for _, column in pairs}
        missed = [(i, item) for i, item in enumerate(self.items) if i not in rows]
        spurious = [(i, item) for i, item in enumerate(pred.items) if i not in columns]
        leaves: float = sum(match[1] for match in matches)
        if rules.missing == "wrong":
            leaves += sum(item.size for _, item in missed)
        if rules.extra == "wrong":
            leaves += sum(item.size for _, item in spurious)
        return (
            [similarity for match in matches for similarity in match[0]],
            leaves,
            [*(match[2] for _, match in by_prediction), *(item.value for _, item in missed)],
            [
                *(
                    (step, self.items[step[0]], pred.items[step[1]], match)
                    for step, match in by_prediction
                ),
                *(((i, None), item, None, None) for i, item in missed),
                *(((None, i), None, item, None) for i, item in spurious),
            ],
        )

    def _pairs(self, pred: Items, rules: Rules) -> tuple[Pairs, dict[tuple[int, int], Match]]:
        """Return the numbers of the paired items, and the matches that were kept.

        The matches of many pairs are not kept, since they would take too much memory. Those of a
        few pairs are, so that lists within lists are not matched twice at every level.
        """
        matches: dict[tuple[int, int], Match] = {}
        if not self.items or not pred.items:
            return [], matches
        rule = rules.list_rule(self.of)
        if rule == "optimal" and _take_long(self.items, pred.items):
            warn(
                f"{_place(self.path)} is a list of "
                f"{len(self.items):,} items, and the prediction's of {len(pred.items):,}: the "
                "optimal pairs take long; lists='greedy' takes less where most items are right, "
                "and a key of the items less in any case"
            )
        known: Pairs = []
        if rule in ("keyed", "greedy"):
            known = self._keyed(pred, rules) if rule == "keyed" else self._equal(pred, rules)
        known_rows, known_columns = {row for row, _ in known}, {column for _, column in known}
        rows = [i for i in range(len(self.items)) if i not in known_rows]
        columns = [i for i in range(len(pred.items)) if i not in known_columns]
        preds = [pred.items[column] for column in columns]
        if len(rows) * len(preds) <= _KEPT_PAIRS:
            weights = np.empty((len(rows), len(preds)))
            for place, row in enumerate(_in_time(rows)):
                of_row = [self.items[row].match(item, rules) for item in preds]
                weights[place] = [*map(_weight, of_row, preds)]
                matches.update(zip(((row, column) for column in columns), of_row, strict=True))
        else:
            weights = _weights([self.items[row] for row in rows], preds, rules)
        found = paired(weights, "optimal" if rule == "keyed" else rule) if weights.size else []
        return [*known, *((rows[row], columns[column]) for row, column in found)], matches

    def _equal(self, pred: Items, rules: Rules) -> Pairs:
        """Return the pairs of equal items, which are the most similar, without comparing others.

        The result is empty if items may be equal in more than one way.
        """
        if not all(map(_is_plain, self.items)):
            return []
        free: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for column, item in enumerate(pred.items):
            free[hashable(item.value)].append(column)
        pairs = []
        for row, item in enumerate(self.items):
            same = free[hashable(item.value)]
            for column in same:
                other = pred.items[column]
                if _weight(item.match(other, rules), other) > 1:  # not 1 and True, which are equal
                    pairs.append((row, column))
                    same.remove(column)
                    break
        return pairs

    def _keyed(self, pred: Items, rules: Rules) -> Pairs:
        """Return the pairs of items with equal keys, the first items of both sides first.

        Raises:
            InputError: if no field of the items is a key.

        """
        keys = self.of.keys
        if not keys:
            raise InputError("record.no_keys", place=_place(self.path))
        found = _by_reading(self.items, pred.items, keys, rules)
        if found is not None:
            return found
        free = dict(enumerate(pred.items))
        pairs = []
        for row, item in enumerate(_in_time(self.items)):
            column = next((i for i, each in free.items() if _same(item, each, keys, rules)), None)
            if column is not None:
                pairs.append((row, column))
                del free[column]
        return pairs


def _take_long(ours: Sequence[Tree], theirs: Sequence[Tree]) -> bool:
    pairs = len(ours) * len(theirs)
    return pairs > _MANY_FLAT or (pairs > _MANY_NESTED and not all(map(_is_flat, ours)))


def _is_flat(item: Tree) -> bool:
    """Whether an item has neither lists nor alternatives within."""
    if isinstance(item, Fields):
        return all(map(_is_flat, item.fields.values()))
    return not isinstance(item, (Items, Options))


def _weights(ours: Sequence[Tree], preds: Sequence[Tree], rules: Rules) -> FloatArray:
    """Return the weight of each pair of items; of pairs that match alike, one is matched."""
    weights = np.empty((len(ours), len(preds)))  # 5,000 items: floats of 200 MB
    step = max(1, _AT_ONCE // len(preds))
    for start in _in_time(range(0, len(ours), step)):
        some = ours[start : start + step]
        try:
            numbers = _alike(some, preds, rules)
        except InputError:  # the error of the first pair is raised below
            numbers = each_by_itself(some, preds)
        firsts = np.empty(int(numbers.max()) + 1, np.int64)
        firsts[numbers.ravel()[::-1]] = np.arange(numbers.size)[::-1]
        order = np.argsort(firsts)  # so that the first error is raised
        of_number = np.empty(len(firsts))
        pairs = (divmod(place, len(preds)) for place in _in_time(firsts[order].tolist()))
        of_number[order] = [_weight(some[i].match(preds[j], rules), preds[j]) for i, j in pairs]
        weights[start : start + step] = of_number[numbers]
    return weights


def _alike(ours: Sequence[Tree | None], theirs: Sequence[Tree | None], rules: Rules) -> IntArray:
    """Return a number for each pair of parts at one path; pairs of the same number match alike.

    They have the same similarities, the same weight of leaves, and a closest reference that equals
    the prediction in all or in none. Parts may lack.

    Raises:
        InputError: as the match of one of the pairs does.

    """
    numbers = pairs_of(map(_kind, ours), map(_kind, theirs))
    blocks: tuple[tuple[type[Tree], type[Tree], Callable[[Any, Any, Rules], IntArray]], ...]
    blocks = (
        (Leaf, Leaf, _alike_leaves),
        (Fields, Fields, _alike_fields),
        (Items, Items, _alike_values),
        (Options, Tree, _alike_values),
    )
    for kind, other, alike in blocks:
        rows = [i for i, each in enumerate(ours) if isinstance(each, kind)]
        columns = [i for i, each in enumerate(theirs) if isinstance(each, other)]
        if rows and columns:
            inner = np.zeros_like(numbers)
            mine: list[Any] = [ours[i] for i in rows]
            other_side: list[Any] = [theirs[i] for i in columns]
            inner[np.ix_(rows, columns)] = alike(mine, other_side, rules)
            numbers = combined(numbers, inner) if numbers.any() else inner
    return numbers


def _kind(part: Tree | None) -> Hashable:
    """Return what a match with a part of another kind depends on."""
    if isinstance(part, Leaf):
        return Leaf, is_empty(part.value)
    if isinstance(part, Fields):
        return Fields, tuple(part.fields), part.size, _has_leaf(part)
    if isinstance(part, Items):
        return Items, not part.items, part.size, _has_leaf(part)
    return repr(part.value) if isinstance(part, Options) else part and Absent


def _alike_values(ours: Sequence[Tree], theirs: Sequence[Tree], rules: Rules) -> IntArray:
    return pairs_of(*([repr(each.value) for each in side] for side in (ours, theirs)))


def _alike_leaves(ours: Sequence[Leaf], theirs: Sequence[Leaf], rules: Rules) -> IntArray:
    similarities = np.zeros((len(ours), len(theirs)))
    numbers = [i for i, each in enumerate(theirs) if each.value == each.value]  # not NaN
    by_comparator: defaultdict[int, list[int]] = defaultdict(list)
    for i, leaf in enumerate(ours):
        by_comparator[id(leaf.comparator(rules))].append(i)
    for rows in by_comparator.values():
        similarities[np.ix_(rows, numbers)] = _similarities(
            [ours[i] for i in rows], [theirs[i] for i in numbers], rules
        )
    similarities[similarities < (ours[0].of.threshold or 0)] = 0
    equal = equal_pairs(*([hashable(leaf.value) for leaf in side] for side in (ours, theirs)))
    return combined(ranked(similarities), equal)


def _similarities(ours: Sequence[Leaf], theirs: Sequence[Leaf], rules: Rules) -> FloatArray:
    """Return the similarity of each pair of leaves, of references with the same comparator."""
    comparator = ours[0].comparator(rules)
    sides = (
        [leaf.reading(comparator, rules) for leaf in ours],
        [leaf.answer(comparator, rules) for leaf in theirs],
    )
    rows, columns = ([i for i, each in enumerate(side) if each is not None] for side in sides)
    if len(rows) == len(ours) and len(columns) == len(theirs):
        return comparator.similarities(*sides)
    similarities = equal_pairs(map(_spelling, ours), map(_spelling, theirs)).astype(np.float64)
    read = [sides[0][i] for i in rows], [sides[1][i] for i in columns]
    similarities[np.ix_(rows, columns)] = comparator.similarities(*read)
    return similarities


def _spelling(leaf: Leaf) -> str:
    """Return the text by which a value is compared that its comparator cannot parse."""
    return str(leaf.value).strip()


def _alike_fields(ours: Sequence[Fields], theirs: Sequence[Fields], rules: Rules) -> IntArray:
    keys = dict.fromkeys(key for each in (*ours, *theirs) for key in each.fields)
    if len(keys) > 2 * max(len(each.fields) for each in (*ours, *theirs)):
        return each_by_itself(ours, theirs)  # keys that are data take longer field by field
    numbers = np.zeros((len(ours), len(theirs)), np.int64)
    for key in keys:
        parts, others = ([each.fields.get(key) for each in side] for side in (ours, theirs))
        inner = _alike(parts, others, rules)
        numbers = combined(numbers, inner) if numbers.any() else inner
    return numbers


def _is_plain(item: Tree) -> bool:
    """Whether an item has a single value in a fixed order, and no field without a value."""
    if isinstance(item, Fields):
        return all(map(_is_plain, item.fields.values()))
    return isinstance(item, Leaf)


def hashable(value: Value) -> Hashable:
    """Return a hashable that is equal for equal values."""
    if isinstance(value, dict):
        return frozenset((key, hashable(each)) for key, each in value.items())
    return tuple(map(hashable, value)) if isinstance(value, (list, tuple)) else value


def _same(reference: Tree, pred: Tree, keys: Sequence[str], rules: Rules) -> bool:
    """Whether two items of a list have equal keys."""
    if not (isinstance(reference, Fields) and isinstance(pred, Fields)):
        return False
    for key in keys:
        ours, theirs = reference.fields.get(key), pred.fields.get(key)
        if not (isinstance(ours, Leaf) and isinstance(theirs, Leaf)):  # null identifies nothing
            return False
        if average(*ours.match(theirs, rules)[:2]) < 1:
            return False
    return True


def _by_reading(
    ours: Sequence[Tree], theirs: Sequence[Tree], keys: Sequence[str], rules: Rules
) -> Pairs | None:
    """Return the pairs of items with equal keys; ``None`` if equal readings do not decide."""
    rows, columns = (_leaves_of(side, keys) for side in (ours, theirs))
    if not rows or not columns:
        return []
    by_key = []
    for place in range(len(keys)):
        of_rows, of_columns = (
            [leaves[place] for leaves in side.values()] for side in (rows, columns)
        )
        identities = _identities(of_rows, of_columns, rules)
        if identities is None:
            return None
        by_key.append(identities)
    row_keys, column_keys = (zip(*side, strict=True) for side in zip(*by_key, strict=True))
    free: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for column, identity in zip(columns, column_keys, strict=True):
        free[identity].append(column)
    return [
        (row, free[identity].popleft())
        for row, identity in zip(rows, row_keys, strict=True)
        if free[identity]
    ]


def _leaves_of(items: Sequence[Tree], keys: Sequence[str]) -> dict[int, list[Leaf]]:
    """Return the values of the keys by item, of items that have them all; NaN equals nothing."""
    found = {}
    for i, item in enumerate(items):
        parts = [item.fields.get(key) for key in keys] if isinstance(item, Fields) else []
        leaves = [each for each in parts if isinstance(each, Leaf) and each.value == each.value]
        if len(leaves) == len(keys):
            found[i] = leaves
    return found


def _identities(
    ours: Sequence[Leaf], theirs: Sequence[Leaf], rules: Rules
) -> tuple[list[Hashable], list[Hashable]] | None:
    """Return what is equal for values of a key with the similarity 1, if there is such a thing."""
    comparator = ours[0].comparator(rules)
    is_one = all(leaf.comparator(rules) is comparator for leaf in ours)
    if not (is_one and comparator.is_equality and ours[0].size):
        return None
    try:
        ours_read = [leaf.reading(comparator, rules) for leaf in ours]
        read = ours_read, [leaf.answer(comparator, rules) for leaf in theirs]
    except InputError:  # of a value that may be compared with none
        return None
    leaves = [*zip((*ours, *theirs), (*read[0], *read[1]), strict=True)]
    spellings = {_spelling(leaf) for leaf, reading in leaves if reading is None}
    if spellings and any(_spelling(leaf) in spellings for leaf, each in leaves if each is not None):
        return None  # "1.0" is no truth value, but equals 1.0, which is one
    found = [
        (reading is None, _spelling(leaf) if reading is None else reading)
        for leaf, reading in leaves
    ]
    return [*found[: len(ours)]], [*found[len(ours) :]]


def _weight(match: Match, pred: Tree) -> float:
    """Return the weight of a pair: the average similarity, slightly more for equal values."""
    similarities, leaves, closest, _ = match
    weight = sum(similarities) / leaves if leaves else 1.0
    return math.nextafter(weight, math.inf) if pred.value == closest else weight


@dataclass(slots=True, eq=False)
class Fields(Tree):
    """A dictionary.

    Attributes:
        fields: the values by key.
        of: the field of the dictionary.
        weight: multiplies the weight of each field.

    """

    fields: dict[str, Tree]
    of: Field
    weight: float

    def match(self, pred: Tree, rules: Rules) -> Match:
        """Match two dictionaries key by key."""
        if not isinstance(pred, Fields):
            return self.mismatch(pred, rules)
        ours, theirs = self.fields, pred.fields
        similarities: list[float] = []
        leaves = 0.0
        closest: dict[str, Value] = {}
        pairs: list[Pair] = []
        for key in ours if ours.keys() == theirs.keys() else {**ours, **theirs}:
            field_, pred_field = ours.get(key), theirs.get(key)
            target, answer = field_ or self._absent(key), pred_field or self._absent(key)
            match = target.match(answer, rules)
            field_similarities, field_leaves, field_closest, _ = match
            pairs.append((key, field_, pred_field, match))
            if field_ is None and is_empty(answer.value):
                # An empty extra field has no score, but anls_star counts its leaves.
                leaves += field_leaves if rules.extra == "wrong" else 0
                continue
            leaves += field_leaves
            similarities += field_similarities
            if pred_field is not None or not is_empty(field_closest):
                closest[key] = field_closest
        return similarities, leaves, closest, pairs

    def _absent(self, key: str) -> Absent:
        weight = self.weight * self.of.of(key).weight
        return ABSENT if weight == 1 else Absent(None, weight)


ABSENT = Absent(None, 1)


@dataclass(slots=True, eq=False)
class Options(Tree):
    """A tuple of alternatives; the closest is matched."""

    options: list[Tree]

    def match(self, pred: Tree, rules: Rules) -> Match:
        """Match the best alternative."""
        return self.closest(pred, rules)[1]

    def closest(self, pred: Tree, rules: Rules) -> tuple[int, Match]:
        """Return the index and match of the best alternative (ties: one equal to ``pred``)."""
        matches = [option.match(pred, rules) for option in self.options]
        best = max(
            range(len(matches)),
            key=lambda i: (average(*matches[i][:2]), matches[i][2] == pred.value),
        )
        return best, matches[best]


def _in_time(rows: Iterable[T]) -> Iterator[T]:
    """Yield rows until the work is cancelled: lists of thousands take seconds to match."""
    for row in rows:
        seconds_left()
        yield row


def is_empty(value: Value) -> bool:
    """Whether a value is ``None`` or an empty string, list or dictionary."""
    return value is None or value in ("", [], {})


class Matched(NamedTuple):
    """A prediction matched with the closest alternative of a reference.

    Attributes:
        score: the average similarity over all leaves, in [0, 1].
        alternative: the index of the closest alternative, from 0; 0 if there are none.
        reference: the closest alternative as a tree.
        prediction: the prediction as a tree.
        match: the match of both.

    """

    score: float
    alternative: int
    reference: Tree
    prediction: Tree
    match: Match


def matched(pred: Value, reference: Value, positions: tuple[str, str], rules: Rules) -> Matched:
    """Match a prediction with a reference.

    Args:
        pred: the prediction, as :func:`levmetrics.inputs.values.checked_sample` returns it.
        reference: the reference in the same form; a tuple holds alternatives.
        positions: the positions of both in the caller's arguments, for messages.
        rules: the rules of matching.

    Raises:
        InputError: if the normalizer fails, and for ambiguous values.

    """
    given = reference if isinstance(reference, tuple) else (reference,)
    root, weight = rules.root, rules.root.weight
    try:
        options = _options(given, root, weight, (positions[1],))
        prediction = tree(pred, root, weight, (positions[0],))
        best, match = options.closest(prediction, rules)
        return Matched(average(*match[:2]), best, options.options[best], prediction, match)
    except RecursionError:
        raise InputError("value.recursion_limit", place=positions[0]) from None


def _options(
    value: tuple[Value, ...], of: Field, weight: float, path: tuple[int | str, ...]
) -> Options:
    options = [tree(option, of, weight, path) for option in value]
    return Options(value, max(option.size for option in options), options)


def tree(value: Value, of: Field, weight: float, path: tuple[int | str, ...]) -> Tree:
    """Return a checked value as a tree.

    Args:
        value: the value.
        of: the field of the value.
        weight: the weight of each leaf in the value.
        path: the path of the value, for messages: the position of the whole value, then keys and
            indices.

    """
    if value is None:
        return ABSENT if weight == 1 else Absent(None, weight)
    if isinstance(value, tuple):
        return _options(value, of, weight, path)
    if not isinstance(value, (list, dict)) or isinstance(of.compare, Custom):  # takes any value
        return Leaf(value, weight, of, path)
    if isinstance(value, list):
        item, inner = of.item, weight * of.item.weight
        items = [tree(each, item, inner, (*path, i)) for i, each in enumerate(value)]
        return Items(value, sum(each.size for each in items), items, of, weight, path)
    fields = {}
    for key, each in value.items():
        inside = of.of(key)
        fields[key] = tree(each, inside, weight * inside.weight, (*path, key))
    return Fields(value, sum(each.size for each in fields.values()), fields, of, weight)

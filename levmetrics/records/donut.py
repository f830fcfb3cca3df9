"""Donut's scores of a record: accuracy by tree edit distance, and matched fields.

The definition is ``JSONParseEvaluator`` of donut-python 1.0.9, the package of Kim et al., "OCR-free
Document Understanding Transformer", ECCV 2022, arXiv 2111.15664.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from levmetrics.inputs.values import Value
from levmetrics.lazy import rapidfuzz

# Donut writes the kind of a node into its label, although texts and keys may contain the marker.
_ROOT, _ITEM, _LEAF = "<root>", "<subtree>", "<leaf>"

_Array: TypeAlias = "NDArray[np.int64]"
_Normalized: TypeAlias = "dict[str, list[Any]] | list[Any]"


class DonutScore(NamedTuple):
    """Donut's scores of one record.

    Attributes:
        accuracy: 1 - distance / size of the reference, from 0 to 1.
        right: the number of fields that both records have.
        wrong: the number of fields that only one of the records has.

    """

    accuracy: float
    right: int
    wrong: int


def donut_scores(prediction: Value, reference: Value) -> DonutScore:
    """Return donut's accuracy of a predicted record, and the numbers of matched fields.

    The accuracy is 1 - nTED, at least 0. nTED is the edit distance of the two records as ordered
    trees, divided by the cost of inserting all of the reference below its root. Inserting or
    deleting a text costs its length; a key or a list item costs 1. Replacing a text by a text costs
    their Levenshtein distance, a key by another key 1, and a text by a key the length of the text +
    1. The F1 score of donut is ``right / (right + wrong / 2)`` from the sums over all records.

    Records are normalized as in donut: keys are sorted by length and then by code points. Numbers
    and booleans become text, and text is stripped. Empty values are dropped, including ``0`` and
    ``False``. A list of objects keeps its non-empty objects. Any other list keeps strings and
    numbers (also ``0``), but not blank strings. A label that contains ``<leaf>`` counts as text,
    without these characters.

    If the reference has nothing of any cost, donut divides by zero. Here the accuracy is then 1 if
    the distance is 0, as for two empty records, and else 0. Two empty records have no fields.

    Args:
        prediction: a value without alternatives.
        reference: a value without alternatives.

    >>> reference = {"menu": [{"name": "cake", "count": "2"}, {"name": "juice", "count": "1"}]}
    >>> prediction = {"menu": [{"name": "cake", "count": "2"}, {"name": "juices"}]}
    >>> donut_scores(prediction, reference)  # one letter, the text "1" and its key
    DonutScore(accuracy=0.8333333333333334, right=2, wrong=3)

    """
    predicted, labelled = _normalized(prediction), _normalized(reference)
    mine, yours = Counter(_fields(predicted)), Counter(_fields(labelled))
    right = (mine & yours).total()
    wrong = mine.total() + yours.total() - 2 * right
    if predicted == labelled:
        return DonutScore(1.0, right, wrong)
    tree = _Tree(labelled)
    distance, size = _distance(_Tree(predicted), tree), sum(tree.costs()) - 1  # without the root
    accuracy = max(0.0, 1 - distance / size) if size else float(distance == 0)
    return DonutScore(accuracy, right, wrong)


def _normalized(value: Value) -> _Normalized:
    """Return a normalized record: lists hold either objects or texts, and nothing is empty."""
    if not value:
        return {}
    if isinstance(value, dict):
        inner = ((key, _normalized(value[key])) for key in sorted(value, key=lambda k: (len(k), k)))
        return {key: held if isinstance(held, list) else [held] for key, held in inner if held}
    if not isinstance(value, list):
        return [str(value).strip()]  # an empty text is kept here, unlike in a list
    if all(isinstance(item, dict) for item in value):
        return [held for item in value if (held := _normalized(item))]
    texts = (str(item).strip() for item in value if type(item) in (str, int, float))
    return [text for text in texts if text]


def _fields(record: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a normalized record with the keys that lead to it, joined by dots."""
    if isinstance(record, str):
        yield path, record
    elif isinstance(record, list):
        for item in record:
            yield from _fields(item, path)
    else:
        for key, held in record.items():
            yield from _fields(held, f"{path}.{key}" if path else key)


class _Tree:
    """An ordered tree as lists of its nodes in postorder: children before their parent.

    Attributes:
        labels: the labels of the nodes.
        first: the first node of each node's subtree: a leaf, or the node itself.
        tops: the "keyroots" by level: the root, and all nodes that are not a first child. Keyroots
            within the subtree of a keyroot have lower levels.

    """

    def __init__(self, record: _Normalized) -> None:
        self.labels: list[str] = []
        self.first: list[int] = []
        self.tops: list[list[int]] = []
        self._add_top(self._add(_ROOT, record))

    def _add(self, label: str, held: _Normalized) -> int:
        """Add a node after its subtree, and return its level as a keyroot."""
        first, level = len(self.labels), 0
        for i, (name, inner) in enumerate(_children(held)):
            below = self._add(name, inner)
            if i:
                self._add_top(below)
            level = max(level, below + (i > 0))
        self.labels.append(label)
        self.first.append(first)
        return level

    def _add_top(self, level: int) -> None:
        """Mark the last node as a keyroot."""
        self.tops += [[] for _ in range(level + 1 - len(self.tops))]
        self.tops[level].append(len(self.labels) - 1)

    def costs(self) -> list[int]:
        """Return the cost of inserting or deleting each node."""
        return [len(_text(label)) if _LEAF in label else 1 for label in self.labels]


def _children(held: _Normalized) -> Iterator[tuple[str, _Normalized]]:
    if isinstance(held, dict):
        yield from held.items()
    else:
        for item in held:
            yield (_ITEM, item) if isinstance(item, dict) else (_LEAF + item, [])


def _text(label: str) -> str:
    return label.replace(_LEAF, "")


def _replacement_costs(mine: Sequence[str], yours: Sequence[str]) -> _Array:
    """Return the costs of replacing each label of one tree by each of the other: [mine, yours]."""
    rows, columns = [*dict.fromkeys(mine)], [*dict.fromkeys(yours)]
    row_leaves = np.array([_LEAF in label for label in rows])[:, None]
    column_leaves = np.array([_LEAF in label for label in columns])
    row_texts, column_texts = [*map(_text, rows)], [*map(_text, columns)]
    one_leaf = 1 + np.where(
        row_leaves, np.array([*map(len, row_texts)])[:, None], [*map(len, column_texts)]
    )
    no_leaf = np.array([[label != other for other in columns] for label in rows])
    costs: _Array = np.where(row_leaves | column_leaves, one_leaf, no_leaf)
    costs[row_leaves & column_leaves] = rapidfuzz.process.cdist(
        [*compress(row_texts, row_leaves)],
        [*compress(column_texts, column_leaves)],
        scorer=rapidfuzz.distance.Levenshtein.distance,
        dtype=np.int64,
    ).ravel()
    row_of = {label: i for i, label in enumerate(rows)}
    column_of = {label: i for i, label in enumerate(columns)}
    chosen = np.array([row_of[label] for label in mine])[:, None]
    return costs[chosen, [column_of[label] for label in yours]]


def _distance(mine: _Tree, yours: _Tree) -> int:
    """Return the tree edit distance, by Zhang and Shasha, SIAM J. Comput. 18(6), 1989, Lemma 4.

    The algorithm has one table for each pair of keyroots. The tables of keyroots that are not
    within each other are filled together by NumPy, one row of all tables at once.
    """
    removal, insertion = mine.costs(), yours.costs()
    far = sum(removal) + sum(insertion) + 1  # more than any distance
    replacement = _replacement_costs(mine.labels, yours.labels)
    distances = np.full((len(removal), len(insertion) + 1), far)  # of all pairs of subtrees
    rows = [_Level(mine, tops, [*removal, far]) for tops in mine.tops]
    columns = [_Level(yours, tops, [*insertion, far]) for tops in yours.tops]
    for row_level in rows:
        for column_level in columns:
            _fill(row_level, column_level, replacement, distances)
    return int(distances[-1, -2])


class _Step(NamedTuple):
    """The next node of each unfinished subtree of a level.

    Attributes:
        at: the positions of the nodes.
        nodes: the nodes of the tree.
        before: the positions before them.
        costs: the costs of the nodes, as a column.
        on_path: the indices of the nodes on the path, as a column.

    """

    at: _Array
    nodes: _Array
    before: _Array
    costs: _Array
    on_path: _Array


class _Level:
    """The subtrees of a level's keyroots side by side, each after an empty position.

    Args:
        tree: the tree.
        tops: the keyroots.
        costs: the costs of the tree's nodes, and for no node a cost larger than any distance.

    Attributes:
        nodes: the node at each position; -1, the last index of any array, for no node.
        starts: the empty positions.
        before: by position, the position of the forest without this node's subtree.
        path: the positions whose subtrees begin where the keyroot's subtree does.
        spent: the costs of all nodes up to each position.
        inserted: the costs of the nodes of the same subtree up to each position.
        steps: the first nodes of all subtrees, the second ones, and so on.

    """

    def __init__(self, tree: _Tree, tops: Sequence[int], costs: Sequence[int]) -> None:
        nodes: list[int] = []
        start: list[int] = []
        before: list[int] = []
        for top in tops:
            at, first = len(nodes), tree.first[top]
            nodes += [-1, *range(first, top + 1)]
            start += [at] * (len(nodes) - at)
            before += [at, *(at + node - first for node in tree.first[first : top + 1])]
        self.nodes, self.before = np.array(nodes), np.array(before)
        self.starts = np.flatnonzero(self.nodes < 0)
        on_path = (self.before == start) & (self.nodes >= 0)
        self.path = np.flatnonzero(on_path)
        cost_of = np.array(costs)[self.nodes]
        self.spent = cost_of.cumsum()
        self.inserted = self.spent - self.spent[start]
        number = np.arange(len(nodes)) - start  # within the subtree
        ends = np.bincount(number).cumsum()
        self.steps = [
            _Step(
                at,
                self.nodes[at],
                self.before[at],
                cost_of[at, None],
                np.flatnonzero(on_path[at])[:, None],
            )
            for at in np.split(np.argsort(number, kind="stable"), ends[:-1])[1:]
        ]


def _fill(rows: _Level, columns: _Level, replacement: _Array, distances: _Array) -> None:
    """Add the distances of all pairs of subtrees that begin where the subtrees of two keyroots do.

    Args:
        rows: the subtrees of one tree.
        columns: the subtrees of the other tree.
        replacement: the costs of replacing nodes.
        distances: the distances of subtrees; those within both levels' keyroots are known.

    """
    forests = np.empty((len(rows.nodes), len(columns.nodes)), np.int64)
    forests[rows.starts] = columns.inserted
    path_nodes = columns.nodes[columns.path]
    for step in rows.steps:
        above = forests[step.at - 1]
        pairs = step.nodes[step.on_path], path_nodes
        if step.on_path.size:
            # The forests before these are empty, so the sum below is only this number.
            distances[pairs] = above[step.on_path, columns.path - 1] + replacement[pairs]
        row = forests[step.before].take(columns.before, axis=1)
        row += distances[step.nodes].take(columns.nodes, axis=1)
        np.minimum(row, above + step.costs, out=row)
        # Insertions: the minimum over all earlier positions plus the cost since. Positions before
        # the start of the subtree are excluded by the cost of its empty position.
        row -= columns.spent
        np.minimum.accumulate(row, axis=1, out=row)
        row += columns.spent
        forests[step.at] = row
        if step.on_path.size:
            distances[pairs] = row[step.on_path, columns.path]

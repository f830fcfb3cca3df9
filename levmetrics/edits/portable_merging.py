"""The portable search for alignments in which words that one side joins match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.results import Costs, PairCounts, PairMerges, weights


class _Merge(NamedTuple):
    """Tokens of the reference that match tokens of the prediction; one side has a single one."""

    target_start: int
    target_end: int
    pred_start: int
    pred_end: int


class _Path(NamedTuple):
    """The best path to a cell: its cost, its edits, and its merges as linked pairs."""

    cost: int
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0
    merges: tuple[Any, ...] = ()


def merging_counts(pairs: TokenPairs, costs: Costs) -> PairCounts:
    """Count the substitutions and hits of every pair as kaldialign does.

    Args:
        pairs: the tokens of both sides.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    counts = np.zeros((4, len(pairs.target)), np.int64)
    for i, (pred, target) in enumerate(_rows(pairs)):
        path = _best_path(pred, target, costs, pairs.merges_compounds)
        hits = len(target) - path.substitutions - path.deletions
        pred_length = path.substitutions + hits + path.insertions
        counts[:, i] = path.substitutions, hits, pred_length, len(target)
    return PairCounts(*counts)


def merges(pairs: TokenPairs, costs: Costs) -> PairMerges:
    """Return the merges of every pair.

    Args:
        pairs: the words of both sides.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    found: list[tuple[int, ...]] = []
    for i, (pred, target) in enumerate(_rows(pairs)):
        left, of_pair = _best_path(pred, target, costs, True).merges, []
        while left:
            left, merge = left
            of_pair.append((i, *merge))
        found += reversed(of_pair)
    return PairMerges(*np.array(found, np.int64).reshape(-1, len(PairMerges._fields)).T)


def _rows(pairs: TokenPairs) -> Iterator[tuple[list[Any], list[Any]]]:
    """Return the tokens of each pair, as the columns have them."""
    pairs = pairs.each_reference()
    return zip(pairs.preds.rows(), pairs.target.rows(), strict=True)


def _best_path(pred: Sequence[Any], target: Sequence[Any], costs: Costs, are_merged: bool) -> _Path:
    """Find the path of the lowest cost.

    Of equal ones, from the end on, an insertion is preferred to a deletion, these to a substitution
    or hit, and all to a merge.
    """
    gap, replacement = weights(costs)
    ending = _merges_by_end(pred, target) if are_merged else {}
    rows: list[list[_Path]] = []
    for i in range(len(target) + 1):
        row: list[_Path] = []
        rows.append(row)
        for j in range(len(pred) + 1):
            if i and j:
                best = _step(rows[i - 1], row, j, target[i - 1] == pred[j - 1], gap, replacement)
            else:
                best = _Path((i + j) * gap, deletions=i, insertions=j)
            for merge in ending.get((i, j), ()):
                before = rows[merge.target_start][merge.pred_start]
                if before.cost < best.cost:
                    best = before._replace(merges=(before.merges, merge))
            row.append(best)
    return rows[-1][-1]


def _step(
    above: list[_Path], row: list[_Path], j: int, is_equal: bool, gap: int, replacement: int
) -> _Path:
    inserted, deleted, replaced = row[j - 1], above[j], above[j - 1]
    cost = replaced.cost if is_equal else replaced.cost + replacement
    if cost < min(inserted.cost, deleted.cost) + gap:
        substitutions = replaced.substitutions + (not is_equal)
        return replaced._replace(cost=cost, substitutions=substitutions)
    if deleted.cost < inserted.cost:
        return deleted._replace(cost=deleted.cost + gap, deletions=deleted.deletions + 1)
    return inserted._replace(cost=inserted.cost + gap, insertions=inserted.insertions + 1)


def _merges_by_end(
    pred: Sequence[str], target: Sequence[str]
) -> dict[tuple[int, int], list[_Merge]]:
    """Return all merges that there are, by the cell of the matrix in which each ends."""
    ending: dict[tuple[int, int], list[_Merge]] = {}
    for start, end, place in _runs(target, pred):
        merge = _Merge(start, end, place, place + 1)
        ending.setdefault((end, place + 1), []).append(merge)
    for start, end, place in _runs(pred, target):
        merge = _Merge(place, place + 1, start, end)
        ending.setdefault((place + 1, end), []).append(merge)
    return ending


def _runs(side: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield where joined words of a side start and end, and the place of that word in the other."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(other):
        places.setdefault(word, []).append(place)
    longest = max(map(len, other), default=0)
    for start in range(len(side)):
        for end, joined in enumerate(accumulate(side[start:]), start + 1):
            if len(joined) > longest:
                break
            if end > start + 1:
                yield from ((start, end, place) for place in places.get(joined, ()))

"""The portable kernel, by Arrow and RapidFuzz, for where the compiled one is missing.

How it is fast: Arrow encodes every token of a chunk as an integer; the integers become one Python
string that is sliced at the pairs' offsets, so that each pair is two strings with one character a
token, RapidFuzz's fastest input. Of pairs of equal texts only the words are counted. Arrow, NumPy
and RapidFuzz's search for a distance release the GIL, its alignment does not.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from rapidfuzz.distance import Editops, LCSseq, Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.arrays import IntArray
from levmetrics.edits.encoding import Chunk, encode
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.results import KINDS, Costs, PairCounts, PairDistances, PairEdits

# Long texts are mostly similar. A search with a cutoff on the distance, first 64, then four times
# that, and so on to an eighth of the length, is much faster for similar texts, and a little slower
# for others.
_LONG = 2_000
_FIRST_CUTOFF = 64
_LENGTH_PER_CUTOFF = 8
# A hint of the distance shortens the search for edits, but changes RapidFuzz's choice among best
# paths: only where the search would take minutes without it.
_LONGEST_WITHOUT_HINT = 50_000
_FAR = -1  # in the place of a distance beyond the cutoff

Weights: TypeAlias = tuple[int, int, int]  # of an insertion, a deletion and a substitution


def distances(pairs: TokenPairs, substitution_cost: int = 1) -> PairDistances:
    """Compute the edit distance of every pair.

    Args:
        pairs: the tokens of both sides.
        substitution_cost: cost of replacing one token by another; insertions and deletions are 1.

    """
    chunk = encode(pairs)
    # A substitution that costs more than a deletion and an insertion is never made.
    distance = _distances(chunk, (1, 1, min(substitution_cost, 2)))
    return PairDistances(distance, chunk.preds.lengths, chunk.target.lengths)


def counts(pairs: TokenPairs, costs: Costs) -> PairCounts:
    """Count the substitutions and hits of every pair.

    Args:
        pairs: the tokens of both sides.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    chunk = encode(pairs)
    count = _unit_counts if costs == "unit" else _nist_counts
    return PairCounts(*count(chunk), chunk.preds.lengths, chunk.target.lengths)


def edits(pairs: TokenPairs) -> PairEdits:
    """Return the edits of every pair.

    Args:
        pairs: the tokens of both sides.

    """
    chunk = encode(pairs)
    distance = _near_distances(chunk, (1, 1, 1))
    edited = np.flatnonzero(distance)
    found = [_editops(chunk, pair, int(distance[pair])).as_list() for pair in edited.tolist()]
    kinds, target, pred = zip(*chain.from_iterable(found), strict=True) if found else ((), (), ())
    return PairEdits(
        np.repeat(edited, [*map(len, found)]),
        np.array([*map(KINDS.index, kinds)], np.int8),
        np.array(target, np.int64),
        np.array(pred, np.int64),
    )


def _distances(chunk: Chunk, weights: Weights) -> IntArray:
    """Return the edit distance of every pair."""
    distance = _near_distances(chunk, weights)
    _search_distances(distance, np.flatnonzero(distance == _FAR), chunk, weights)
    return distance


def _near_distances(chunk: Chunk, weights: Weights) -> IntArray:
    """Return the edit distance of every pair, or ``_FAR`` for long texts beyond all cutoffs."""
    longer = chunk.longer()
    long = longer > _LONG
    # With other weights, a cutoff does not shorten RapidFuzz's search.
    if not long.any() or weights not in ((1, 1, 1), (1, 1, 2)):
        return _search(chunk, Levenshtein.distance, weights=weights)
    distance = np.full(len(longer), _FAR, np.int64)
    _search_distances(distance, np.flatnonzero(~long), chunk, weights)
    pending, cutoff = np.flatnonzero(long), _FIRST_CUTOFF
    while len(pending):
        _search_distances(distance, pending, chunk, weights, cutoff)
        cutoff *= 4
        undecided = (distance == _FAR) & (longer > cutoff * _LENGTH_PER_CUTOFF)
        pending = np.flatnonzero(long & undecided)
    return distance


def _search_distances(
    distance: IntArray,
    pairs: IntArray,
    chunk: Chunk,
    weights: Weights,
    cutoff: int | None = None,
) -> None:
    """Write the distances of these pairs into ``distance``, or ``_FAR`` beyond the cutoff."""
    if len(pairs):
        searched = _search(chunk.take(pairs), Levenshtein.distance, cutoff, weights=weights)
        distance[pairs] = (
            searched if cutoff is None else np.where(searched > cutoff, _FAR, searched)
        )


def _search(
    chunk: Chunk, scorer: Callable[..., int], cutoff: int | None = None, **options: Any
) -> IntArray:
    """Return the score of every pair by a scorer of RapidFuzz."""
    scores = cpdist(
        chunk.target.rows,
        chunk.preds.rows,
        scorer=scorer,
        scorer_kwargs=options,
        score_cutoff=cutoff,
        dtype=np.int64,
        workers=chunk.workers(),
    )
    return scores.astype(np.int64)  # NumPy has two types of 64-bit integers


def _editops(chunk: Chunk, pair: int, distance: int) -> Editops:
    """Return the edits of one pair; its distance, if known, shortens the search of long texts."""
    target, pred = chunk.target.rows[pair], chunk.preds.rows[pair]
    is_hint = distance != _FAR and max(len(target), len(pred)) > _LONGEST_WITHOUT_HINT
    return Levenshtein.editops(target, pred, score_hint=distance if is_hint else None)


def _unit_counts(chunk: Chunk) -> tuple[IntArray, IntArray]:
    """Return the substitutions and hits of every pair, with the fewest edits."""
    distance = _near_distances(chunk, (1, 1, 1))
    preds, target = chunk.preds, chunk.target
    hits = np.zeros(len(distance), np.int64)
    far = np.flatnonzero(distance == _FAR)
    for i in far.tolist():  # searching the distance first would take half as long again
        edits = _editops(chunk, i, _FAR)
        distance[i] = len(edits)
        hits[i] = _hits(edits)
    # D - I is the difference of the lengths, so with k = min(D, I) it holds that
    # S = distance - |difference| - 2k and H = shorter length - S - k, which grows with k. No
    # alignment is needed where k can only be 0: where the distance is at most |difference| + 1, or
    # no common subsequence is longer than the hits at k = 0.
    surplus = distance - np.abs(target.lengths - preds.lengths)
    near = np.ones(len(distance), bool)
    near[far] = False
    hits[near] = (np.minimum(preds.lengths, target.lengths) - surplus)[near]
    undecided = near & (surplus >= 2)
    # The longest common subsequence of long texts takes longer than their alignment.
    short = np.flatnonzero(undecided & (chunk.longer() <= _LONG))
    common = _search(chunk.take(short), LCSseq.similarity)
    undecided[short[common <= hits[short]]] = False
    for i in np.flatnonzero(undecided).tolist():
        hits[i] = _hits(_editops(chunk, i, int(distance[i])))
    return preds.lengths + target.lengths - 2 * hits - distance, hits


def _hits(edits: Editops) -> int:
    return sum(block.size for block in edits.as_matching_blocks())


def _nist_counts(chunk: Chunk) -> tuple[IntArray, IntArray]:
    """Return the substitutions and hits of every pair, at sclite's costs."""
    # One search finds the lowest cost and, among its alignments, the fewest substitutions: costs
    # are multiplied by a scale above the number of substitutions, and each of these costs 1 more.
    # The hits follow from the cost 4 S + 3 (D + I) and the lengths N = H + S + D, P = H + S + I.
    preds, target = chunk.preds.lengths, chunk.target.lengths
    scale = int(np.minimum(preds, target).max(initial=0)) + 1
    scaled = _distances(chunk, (3 * scale, 3 * scale, 4 * scale + 1))
    cost, substitutions = scaled // scale, scaled % scale
    return substitutions, (3 * (preds + target) - 2 * substitutions - cost) // 6

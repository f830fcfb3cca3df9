"""The kernel: edit distances, hits and edits of every pair of rows of two token columns.

How it is fast: Arrow encodes every token of a chunk as an integer; the integers become one Python
string that is sliced at the pairs' offsets, so that each pair is two strings with one character a
token, RapidFuzz's fastest input. Of pairs of equal texts only the words are counted. Chunks run on
worker threads; Arrow, NumPy and RapidFuzz's search for a distance release the GIL, its alignment
does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import numpy as np
from rapidfuzz.distance import Editops, LCSseq, Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.arrays import IntArray
from levmetrics.edits.chunking import over_chunks
from levmetrics.edits.encoding import Chunk, side_of_one
from levmetrics.edits.pairs import TokenPairs

# Long texts are mostly similar. A search with a cutoff on the distance, first 64, then four times
# that, and so on to an eighth of the length, is much faster for similar texts, and a little slower
# for others.
_LONG = 2_000
_FIRST_CUTOFF = 64
_LENGTH_PER_CUTOFF = 8
_FAR = -1  # in the place of a distance beyond the cutoff

Costs: TypeAlias = Literal["unit", "nist"]
Weights: TypeAlias = tuple[int, int, int]  # of an insertion, a deletion and a substitution
EditKind: TypeAlias = Literal["replace", "delete", "insert"]
# With the tokens of the reference and of the prediction, or with their indices.
Edit: TypeAlias = tuple[EditKind, Hashable, Hashable]
PlacedEdit: TypeAlias = tuple[EditKind, int, int]


@dataclass(frozen=True)
class PairDistances:
    """The edit distance and the lengths of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        distance: the smallest total cost of insertions, deletions (1 each) and substitutions.
        pred_length: tokens in the prediction.
        target_length: tokens in the reference.

    """

    distance: IntArray
    pred_length: IntArray
    target_length: IntArray


@dataclass(frozen=True)
class PairCounts:
    """Substitutions, hits and lengths of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        substitutions: reference tokens that are aligned with another token.
        hits: reference tokens that are aligned with an equal token.
        pred_length: tokens in the prediction.
        target_length: tokens in the reference.

    """

    substitutions: IntArray
    hits: IntArray
    pred_length: IntArray
    target_length: IntArray


class EditPlaces(NamedTuple):
    """The positions of edits in the references, in sample order; int64, shape ``(edits,)``.

    Attributes:
        sample: the index of the edit's sample.
        slot: 2 i + 1 where token i of the reference is substituted or deleted, 2 i where a token is
            inserted before it.

    """

    sample: IntArray
    slot: IntArray


def pair_distances(pairs: TokenPairs, *, substitution_cost: int = 1) -> PairDistances:
    """Compute the edit distance of every prediction to each of its references.

    Args:
        pairs: the tokens of both sides.
        substitution_cost: cost of replacing one token by another; insertions and deletions are 1.

    Source: Levenshtein, "Binary codes capable of correcting deletions, insertions and reversals",
    Soviet Physics Doklady, 1966; computed by RapidFuzz.

    >>> import pyarrow as pa
    >>> from levmetrics.inputs.token_columns import Characters
    >>> preds, target = pa.array(["rain"]), pa.array(["shine"])
    >>> pair_distances(TokenPairs(Characters(preds), Characters(target))).distance
    array([3])

    """
    # A substitution that costs more than a deletion and an insertion is never made.
    weights = (1, 1, min(substitution_cost, 2))

    def measure(chunk: Chunk) -> tuple[IntArray, ...]:
        return _distances(chunk, weights), chunk.preds.lengths, chunk.target.lengths

    return PairDistances(*_concatenated(over_chunks(measure, pairs)))


def pair_counts(pairs: TokenPairs, *, costs: Costs = "unit") -> PairCounts:
    """Count substitutions and hits in one best alignment of every pair.

    Args:
        pairs: the tokens of both sides.
        costs: ``"unit"``: the fewest edits; where several alignments have them, the one of
            RapidFuzz's ``Levenshtein.editops(reference, prediction)``. ``"nist"``: the lowest sum
            of 4 a substitution and 3 a deletion or insertion, as in sclite; where several
            alignments have it, one with the fewest substitutions.

    Source: the costs of sclite, in the documentation of the NIST Scoring Toolkit (SCTK).

    """
    count = _unit_counts if costs == "unit" else _nist_counts

    def measure(chunk: Chunk) -> tuple[IntArray, ...]:
        return *count(chunk), chunk.preds.lengths, chunk.target.lengths

    return PairCounts(*_concatenated(over_chunks(measure, pairs)))


def count_edits(pairs: TokenPairs) -> Counter[Edit]:
    """Count every substitution, deletion and insertion of all pairs, by their tokens.

    Args:
        pairs: the tokens of both sides, one reference a sample.

    Returns:
        How often each edit occurs: ``("replace", reference token, prediction token)``,
        ``("delete", reference token, None)``, ``("insert", None, prediction token)``.

    """

    def measure(chunk: Chunk) -> Counter[Edit]:
        counts: Counter[tuple[EditKind, str | int | None, str | int | None]] = Counter()
        for i, edits in _edits(chunk):
            pred, target = chunk.preds.rows[i], chunk.target.rows[i]
            counts.update(
                (
                    kind,
                    None if kind == "insert" else target[target_index],
                    None if kind == "delete" else pred[pred_index],
                )
                for kind, target_index, pred_index in edits
            )
        tokens: dict[str | int | None, Hashable] = {
            code: chunk.token(code) for _, *codes in counts for code in codes if code is not None
        }
        return Counter({(k, tokens.get(t), tokens.get(p)): n for (k, t, p), n in counts.items()})

    total: Counter[Edit] = Counter()
    for counts in over_chunks(measure, pairs):
        total.update(counts)
    return total


def edit_places(pairs: TokenPairs) -> EditPlaces:
    """Return the positions of all edits in the references.

    Args:
        pairs: the tokens of both sides, one reference a sample.

    >>> import pyarrow as pa
    >>> from levmetrics.inputs.token_columns import Characters
    >>> preds, target = pa.array(["xc", "ab"]), pa.array(["abc", "b"])
    >>> edit_places(TokenPairs(Characters(preds), Characters(target)))
    EditPlaces(sample=array([0, 0, 1]), slot=array([1, 3, 0]))

    """

    def measure(chunk: Chunk) -> tuple[int, list[int], list[int]]:
        samples: list[int] = []
        slots: list[int] = []
        for i, edits in _edits(chunk):
            samples += [i] * len(edits)
            slots += [2 * index + (kind != "insert") for kind, index, _ in edits]
        return len(chunk.preds.rows), samples, slots

    lengths, samples, slots = zip(*over_chunks(measure, pairs), strict=True)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    indices = [
        np.array(indices_in_chunk, np.int64) + start
        for indices_in_chunk, start in zip(samples, starts, strict=True)
    ]
    return EditPlaces(np.concatenate(indices), np.array([*chain.from_iterable(slots)], np.int64))


def single_edits(pred: Sequence[int], target: Sequence[int]) -> Editops:
    """Return the edits that turn one reference into its prediction.

    Args:
        pred: the numbers of the prediction's tokens.
        target: the numbers of the reference's tokens.

    >>> single_edits([1, 3], [1, 2]).as_list()
    [('replace', 1, 1)]

    """
    chunk = Chunk(side_of_one(pred), side_of_one(target), None)
    (distance,) = _near_distances(chunk, (1, 1, 1)).tolist()
    return _editops(chunk, 0, distance)


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
    """Return the edits of one pair; its distance, if known, shortens the search."""
    hint = None if distance == _FAR else distance
    return Levenshtein.editops(chunk.target.rows[pair], chunk.preds.rows[pair], score_hint=hint)


def _edits(chunk: Chunk) -> Iterator[tuple[int, list[PlacedEdit]]]:
    """Yield the edits of every pair that has any, with the pair's index."""
    distance = _near_distances(chunk, (1, 1, 1))
    for pair in np.flatnonzero(distance).tolist():
        edits = _editops(chunk, pair, int(distance[pair])).as_list()
        yield pair, cast("list[PlacedEdit]", edits)


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


def _concatenated(chunks: Iterator[tuple[IntArray, ...]]) -> tuple[IntArray, ...]:
    return tuple(map(np.concatenate, zip(*chunks, strict=True)))

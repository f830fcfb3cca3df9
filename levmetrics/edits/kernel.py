"""The kernel: two token columns to the edit distance, the hits and the edits of every pair.

How it is fast: Arrow turns every token of a chunk into an integer; the integers become one Python
string that is sliced at the pairs' offsets, so that each pair is two strings whose characters stand
for tokens, RapidFuzz's fastest input. Pairs of equal texts are only counted. Chunks run on threads;
Arrow, NumPy and RapidFuzz's search for a distance release Python's lock, its alignment does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from rapidfuzz.distance import Editops, LCSseq, Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.arrays import IntArray
from levmetrics.edits.chunking import over_chunks
from levmetrics.edits.encoding import Chunk, side_of_one
from levmetrics.edits.pairs import TokenPairs

# Long texts are mostly alike. A search that gives up at a first distance, then at four times that,
# and so on to an eighth of the length, is much shorter where they are and little longer elsewhere.
_LONG = 2_000
_FIRST_CUTOFF = 64
_LENGTH_PER_CUTOFF = 8
_FAR = -1

Costs: TypeAlias = Literal["unit", "nist"]
Edit: TypeAlias = "tuple[Literal['replace', 'delete', 'insert'], Any, Any]"


@dataclass(frozen=True)
class PairDistances:
    """What the search found for every pair: int64 arrays of shape ``(pairs,)``.

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
    """Edits of one best alignment of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        substitutions: tokens of the reference that are another one in the prediction.
        hits: tokens that match.
        pred_length: tokens in the prediction.
        target_length: tokens in the reference.

    """

    substitutions: IntArray
    hits: IntArray
    pred_length: IntArray
    target_length: IntArray


class EditPlaces(NamedTuple):
    """Where in the references the edits are, in the order of samples; int64, shape ``(edits,)``.

    Attributes:
        sample: the number of the edit's sample.
        slot: 2 i + 1 where token i of the reference was replaced or deleted, 2 i where something
            was inserted before it.

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
        return _distance(chunk, weights), chunk.preds.lengths, chunk.target.lengths

    return PairDistances(*_joined(over_chunks(measure, pairs)))


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

    return PairCounts(*_joined(over_chunks(measure, pairs)))


def count_edits(pairs: TokenPairs) -> Counter[Edit]:
    """Count every edit of all pairs: what was replaced by what, deleted and inserted.

    Args:
        pairs: the tokens of both sides, one reference a sample.

    Returns:
        How often each edit occurs: ``("replace", reference token, prediction token)``,
        ``("delete", reference token, None)``, ``("insert", None, prediction token)``.

    """

    def measure(chunk: Chunk) -> Counter[Edit]:
        found: Counter[Any] = Counter()
        for i, edits in _edits(chunk):
            pred, target = chunk.preds.rows[i], chunk.target.rows[i]
            found.update(
                (
                    kind,
                    None if kind == "insert" else target[at],
                    None if kind == "delete" else pred[to],
                )
                for kind, at, to in edits.as_list()
            )
        decode = {
            code: chunk.token(code) for edit in found for code in edit[1:] if code is not None
        }
        return Counter({(k, decode.get(t), decode.get(p)): n for (k, t, p), n in found.items()})

    total: Counter[Edit] = Counter()
    for counted in over_chunks(measure, pairs):
        total.update(counted)
    return total


def edit_places(pairs: TokenPairs) -> EditPlaces:
    """Find where in the references the edits are.

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
            slots += [2 * int(place) + (kind != "insert") for kind, place, _ in edits.as_list()]
        return len(chunk.preds.rows), samples, slots

    lengths, samples, slots = zip(*over_chunks(measure, pairs), strict=True)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    numbers = [np.array(own, np.int64) + start for own, start in zip(samples, starts, strict=True)]
    return EditPlaces(np.concatenate(numbers), np.array([*chain.from_iterable(slots)], np.int64))


def single_edits(pred: Sequence[int], target: Sequence[int]) -> Editops:
    """Find the edits that turn one reference into its prediction, tokens given by numbers.

    Args:
        pred: the prediction's tokens.
        target: the reference's tokens.

    >>> single_edits([1, 3], [1, 2]).as_list()
    [('replace', 1, 1)]

    """
    chunk = Chunk(side_of_one(pred), side_of_one(target), None)
    (distance,) = _near_distance(chunk, (1, 1, 1)).tolist()
    return _editops(chunk, 0, distance)


def _distance(chunk: Chunk, weights: tuple[int, int, int]) -> IntArray:
    """Search the distance of every pair."""
    distance = _near_distance(chunk, weights)
    _settle(distance, np.flatnonzero(distance == _FAR), chunk, weights)
    return distance


def _near_distance(chunk: Chunk, weights: tuple[int, int, int]) -> IntArray:
    """Search the distance of every pair; of long ones that are far apart it is ``_FAR``."""
    longer = chunk.longer()
    long = longer > _LONG
    # Other weights have no search that a cutoff would shorten.
    if not long.any() or weights not in ((1, 1, 1), (1, 1, 2)):
        return _search(chunk, Levenshtein.distance, weights=weights)
    distance = np.full(len(longer), _FAR, np.int64)
    _settle(distance, np.flatnonzero(~long), chunk, weights)
    pending, cutoff = np.flatnonzero(long), _FIRST_CUTOFF
    while len(pending):
        _settle(distance, pending, chunk, weights, cutoff)
        cutoff *= 4
        undecided = (distance == _FAR) & (longer > cutoff * _LENGTH_PER_CUTOFF)
        pending = np.flatnonzero(long & undecided)
    return distance


def _settle(
    distance: IntArray,
    pairs: IntArray,
    chunk: Chunk,
    weights: tuple[int, int, int],
    cutoff: int | None = None,
) -> None:
    """Write the distances of these pairs, where they are not beyond the cutoff."""
    if len(pairs):
        found = _search(chunk.take(pairs), Levenshtein.distance, cutoff, weights=weights)
        distance[pairs] = found if cutoff is None else np.where(found > cutoff, _FAR, found)


def _search(
    chunk: Chunk, scorer: Callable[..., int], cutoff: int | None = None, **options: Any
) -> IntArray:
    """Apply a scorer of RapidFuzz to every pair."""
    found = cpdist(
        chunk.target.rows,
        chunk.preds.rows,
        scorer=scorer,
        scorer_kwargs=options,
        score_cutoff=cutoff,
        dtype=np.int64,
        workers=chunk.workers(),
    )
    return found.astype(np.int64)  # NumPy's int64 has two names


def _editops(chunk: Chunk, pair: int, distance: int) -> Editops:
    """Find the edits of one pair, whose distance may be known; it shortens the search."""
    hint = None if distance == _FAR else distance
    return Levenshtein.editops(chunk.target.rows[pair], chunk.preds.rows[pair], score_hint=hint)


def _edits(chunk: Chunk) -> Iterator[tuple[int, Editops]]:
    """Find the edits of the pairs that have any, each with the pair's number."""
    distance = _near_distance(chunk, (1, 1, 1))
    for pair in np.flatnonzero(distance).tolist():
        yield pair, _editops(chunk, pair, int(distance[pair]))


def _unit_counts(chunk: Chunk) -> tuple[IntArray, IntArray]:
    distance = _near_distance(chunk, (1, 1, 1))
    preds, target = chunk.preds, chunk.target
    hits = np.zeros(len(distance), np.int64)
    far = np.flatnonzero(distance == _FAR)
    for i in far.tolist():  # a search for the distance alone would take half as long once more
        edits = _editops(chunk, i, _FAR)
        distance[i] = len(edits)
        hits[i] = _hits(edits)
    # D - I is the difference of the lengths, so with k = min(D, I) it holds that
    # S = distance - |difference| - 2k and H = shorter length - S - k, which grows with k. Where k
    # can only be 0, no alignment need be made: where the distance is at most |difference| + 1, or
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
    # One search for the lowest cost and, among its alignments, the fewest substitutions: costs are
    # multiplied by more than there can be substitutions, and each of these costs 1 more. From the
    # cost 4 S + 3 (D + I) and the lengths N = H + S + D, P = H + S + I follow the hits.
    preds, target = chunk.preds.lengths, chunk.target.lengths
    scale = int(np.minimum(preds, target).max(initial=0)) + 1
    scaled = _distance(chunk, (3 * scale, 3 * scale, 4 * scale + 1))
    cost, substitutions = scaled // scale, scaled % scale
    return substitutions, (3 * (preds + target) - 2 * substitutions - cost) // 6


def _joined(chunks: Iterator[tuple[IntArray, ...]]) -> tuple[IntArray, ...]:
    return tuple(map(np.concatenate, zip(*chunks, strict=True)))

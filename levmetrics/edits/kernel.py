"""Edit distances, counts and edits of every pair of rows of two token columns.

The compiled kernel (``kernel.cpp``) computes them, or the portable one where it is missing or
cannot; the numbers are the same. Chunks of pairs run on worker threads.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from levmetrics.edits import compiled, library, portable
from levmetrics.edits.numbering import edited_tokens
from levmetrics.edits.pairs import (
    INSERT,
    KINDS,
    Costs,
    EditKind,
    NearestReferences,
    PairCounts,
    PairDistances,
    PairEdits,
    PairMerges,
    PairOverlaps,
    TokenPairs,
)
from levmetrics.inputs.arrays import FloatArray, IntArray, lowest_of_each
from levmetrics.inputs.tokens import Characters, TokenColumn, Tokens
from levmetrics.lazy import pa, pc, rapidfuzz
from levmetrics.system.work import on_threads, steps, thread_count

# A chunk fits into a processor's cache; smaller chunks are not worth a thread.
_BYTES_OF_A_CHUNK = 2_000_000
_BYTES_FOR_A_THREAD = 1_000_000
# Making token columns for one pair costs more than a search of fewer cells.
_CELLS_OF_FEW_TOKENS = 1_000_000

T = TypeVar("T")


def over_chunks(measure: Callable[[TokenPairs], T], pairs: TokenPairs) -> Iterable[T]:
    """Apply ``measure`` to chunks of samples on all worker threads; return the results in order.

    Long work runs on worker threads even if it is one chunk, so that the caller's thread waits and
    can be interrupted.
    """
    preds, target = pairs.preds.values.nbytes, pairs.target.values.nbytes
    size, threads = preds + target, thread_count()
    rounds = math.ceil(size / (_BYTES_OF_A_CHUNK * threads))
    chunks = max(min(rounds * threads, size // _BYTES_FOR_A_THREAD), 1)
    if chunks == 1:
        # The product of the bytes is an upper bound of the cells.
        is_short = (
            preds * target < compiled.CELLS_OF_A_MOMENT
            or _cells(pairs) < compiled.CELLS_OF_A_MOMENT
        )
        return (map if is_short else on_threads)(measure, [pairs])
    samples = len(pairs.preds)
    step = math.ceil(samples / chunks) or 1
    parts = [pairs.slice(i, min(i + step, samples)) for i in range(0, max(samples, 1), step)]
    return steps(on_threads(measure, parts), "aligning", len(parts))


def _cells(pairs: TokenPairs) -> float:
    """Return an upper bound of the cells of all edit matrices; for texts, bytes count as tokens."""
    preds, target = _row_sizes(pairs.preds), _row_sizes(pairs.target)
    if pairs.offsets is not None:
        preds = np.repeat(preds, np.diff(pairs.offsets))
    return float((preds * target).sum())  # not a dot product, whose threads would keep spinning


def _row_sizes(column: TokenColumn) -> FloatArray:
    if isinstance(column, Tokens):
        return np.asarray(pc.list_value_length(column.values)).astype(np.float64)
    return np.diff(column.values.offsets).astype(np.float64)


# Kind, reference token and prediction token.
Edit: TypeAlias = tuple[EditKind, Hashable, Hashable]
A = TypeVar("A", PairDistances, PairCounts, PairMerges, PairEdits)
F = TypeVar("F", PairMerges, PairEdits)


class EditPlaces(NamedTuple):
    """The positions of edits in the references, in sample order; int64, shape ``(edits,)``.

    Attributes:
        sample: the index of the edit's sample.
        slot: 2 i + 1 if token i of the reference is substituted or deleted, 2 i if a token is
            inserted before it.

    """

    sample: IntArray
    slot: IntArray


def pair_distances(pairs: TokenPairs, *, substitution_cost: int = 1) -> PairDistances:
    """Return the edit distance between every prediction and each of its references.

    Args:
        pairs: the tokens of both sides.
        substitution_cost: the cost of a substitution; insertions and deletions cost 1.

    Source: Levenshtein, "Binary codes capable of correcting deletions, insertions and reversals",
    Soviet Physics Doklady, 1966.

    >>> from levmetrics.inputs.texts import Texts
    >>> from levmetrics.inputs.tokens import Characters
    >>> preds, target = Texts.of(["rain"]), Texts.of(["shine"])
    >>> pair_distances(TokenPairs(Characters(preds), Characters(target))).distance
    array([3])

    """
    chunks = _over_chunks(
        pairs,
        compiled.PairTexts.distances if substitution_cost == 1 else None,
        lambda chunk: portable.distances(chunk, substitution_cost),
    )
    distance, pred_length, target_length = distances = _joined(chunks)
    if pairs.omitted is None:
        return distances
    return PairDistances(distance, pred_length + pairs.omitted, target_length + pairs.omitted)


def nearest_references(
    pairs: TokenPairs, lengths: tuple[IntArray, IntArray] | None = None, most: float = 1.0
) -> NearestReferences:
    """Return the reference of every sample with the lowest distance per length (ties: the first).

    Args:
        pairs: the tokens of both sides.
        lengths: of predictions and references, of which a pair's longer one divides its distance;
            ``None``: the numbers of tokens.
        most: quotients above it need not be told apart. The reference may then be any, and the
            distance a lower bound.

    >>> from levmetrics.inputs.texts import Texts
    >>> from levmetrics.inputs.tokens import Characters
    >>> preds, target = Texts.of(["rain"]), Texts.of(["shine", "train"])
    >>> pairs = TokenPairs(Characters(preds), Characters(target), np.array([0, 2]))
    >>> nearest_references(pairs)
    NearestReferences(distance=array([1]), length=array([5]), reference=array([1]))

    """
    if isinstance(pairs.preds, Characters) and library.compiled_kernel() is not None:
        return compiled.nearest_references(pairs, lengths, most)
    found = pair_distances(pairs)
    preds, target = found[1:] if lengths is None else lengths
    of_pair = None if lengths is None else pairs.pred_of_pair()
    longer = np.maximum(preds if of_pair is None else preds[of_pair], target)
    length = np.maximum(longer, 1)
    if pairs.offsets is None:
        return NearestReferences(found.distance, length, np.zeros(len(length), np.int64))
    nearest = lowest_of_each(found.distance / length, pairs.offsets)
    reference = nearest - pairs.offsets[:-1]
    return NearestReferences(found.distance[nearest], length[nearest], reference)


def pair_counts(pairs: TokenPairs, *, costs: Costs = "unit") -> PairCounts:
    """Return the substitutions and hits in one best alignment of every pair.

    Args:
        pairs: the tokens of both sides.
        costs: ``"unit"``: the fewest edits; of ties, the alignment of RapidFuzz's
            ``Levenshtein.editops(reference, prediction)``. ``"nist"``: the lowest sum of 4 for a
            substitution and 3 for a deletion or insertion; of ties, the alignment of sclite, which
            prefers, from the end on, a substitution or hit to an insertion, and these to a
            deletion. ``"kaldi"``: the fewest edits; of ties, the alignment of Kaldi's
            ``compute-wer`` and kaldialign, which prefers insertions and deletions to
            substitutions. With merged compounds, ties are kaldialign's choice for all costs.

    Source: the costs of sclite, in the documentation of the NIST Scoring Toolkit (SCTK).

    """
    if pairs.merges_compounds or costs == "kaldi":
        chunks = _over_chunks(
            pairs,
            lambda texts: texts.merging_counts(costs),
            lambda chunk: portable.merging_counts(chunk, costs),
        )
    else:
        chunks = _over_chunks(
            pairs, lambda texts: texts.counts(costs), lambda chunk: portable.counts(chunk, costs)
        )
    substitutions, *correct = counts = _joined(chunks)
    if pairs.omitted is None:
        return counts
    return PairCounts(substitutions, *(count + pairs.omitted for count in correct))


def pair_overlaps(
    pairs: TokenPairs, longest: int, *, with_subsequence: bool = True, with_lines: bool = False
) -> PairOverlaps:
    """Return what every prediction has in common with each of its references.

    Args:
        pairs: the tokens of both sides.
        longest: the most tokens of an n-gram; 0: no n-grams are counted.
        with_subsequence: whether common subsequences are computed; else they are 0.
        with_lines: whether the unions over the lines of words are; texts then have line feeds
            between the words of different sentences.

    Source: Hyyrö, "Bit-parallel LCS-length computation revisited", AWOCA 2004.

    >>> from levmetrics.inputs.texts import Texts
    >>> from levmetrics.inputs.tokens import WordColumn
    >>> columns = WordColumn(Texts.of(["a b a c"])), WordColumn(Texts.of(["a c a b"]))
    >>> pair_overlaps(TokenPairs(*columns), 2)[:2]
    (array([[4],
           [2]]), array([2]))

    """
    chunks = _over_chunks(
        pairs,
        lambda texts: texts.overlaps(longest, with_subsequence, with_lines),
        lambda chunk: portable.overlaps(chunk, longest, with_subsequence, with_lines),
    )
    return PairOverlaps(*(np.concatenate(each, axis=-1) for each in zip(*chunks, strict=True)))


def pair_merges(pairs: TokenPairs, *, costs: Costs = "unit") -> PairMerges:
    """Return the matches of words that only one side joins, in the counted alignment.

    Args:
        pairs: the words of both sides, with one reference for each sample.
        costs: see :func:`pair_counts`.

    >>> from levmetrics.inputs.texts import Texts
    >>> from levmetrics.inputs.tokens import WordColumn
    >>> columns = WordColumn(Texts.of(["my highschool"])), WordColumn(Texts.of(["my high school"]))
    >>> pair_merges(TokenPairs(*columns, merges_compounds=True))[1:]
    (array([1]), array([3]), array([1]), array([2]))

    """
    chunks = _over_chunks(
        pairs,
        lambda texts: (len(texts.preds), texts.merges(costs)),
        lambda chunk: (len(chunk.preds), portable.merges(chunk, costs)),
    )
    return _numbered_throughout(chunks)


def count_edits(pairs: TokenPairs) -> Counter[Edit]:
    """Return the counts of all substitutions, deletions and insertions, by their tokens.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.

    Returns:
        The count of each edit: ``("replace", reference token, prediction token)``,
        ``("delete", reference token, None)``, ``("insert", None, prediction token)``.

    """
    tokens, coded = _coded(pairs, pair_edits(pairs))
    codes, counts = np.unique(coded, return_counts=True)
    columns = (*np.unravel_index(codes, _shape(tokens)), counts)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return Counter({(KINDS[i], tokens[j], tokens[k]): number for i, j, k, number in rows})


def samples_of_edits(pairs: TokenPairs, edits: Sequence[Edit]) -> list[IntArray]:
    """Return, for each of some edits, the sorted samples in whose alignments it occurs.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.
        edits: edits as in :func:`count_edits`.

    >>> from levmetrics.inputs.texts import Texts
    >>> from levmetrics.inputs.tokens import Characters
    >>> pairs = TokenPairs(*(Characters(Texts.of(side)) for side in (["xc", "ab"], ["ac", "b"])))
    >>> samples_of_edits(pairs, [("replace", "a", "x"), ("insert", None, "a")])
    [array([0]), array([1])]

    """
    found = pair_edits(pairs)
    tokens, coded = _coded(pairs, found)
    number = {token: i for i, token in enumerate(tokens)}
    samples = [np.zeros(0, np.int64)] * len(edits)
    for i, (kind, target, pred) in enumerate(edits):
        if target in number and pred in number:
            edit = KINDS.index(kind), number[target], number[pred]
            code = np.ravel_multi_index(edit, _shape(tokens))
            samples[i] = np.unique(found.pair[coded == code])
    return samples


def _coded(pairs: TokenPairs, edits: PairEdits) -> tuple[list[Hashable], IntArray]:
    """Return the distinct tokens of edits, and a number for each edit, equal for equal edits.

    Sorting these numbers is ten times as fast as sorting rows of three numbers.
    """
    tokens, target, pred = edited_tokens(pairs, edits)
    coded: IntArray = np.ravel_multi_index((edits.kind, target, pred), _shape(tokens))
    return tokens, coded


def _shape(tokens: Sequence[Hashable]) -> tuple[int, int, int]:
    return len(KINDS), len(tokens), len(tokens)


def pair_edits(pairs: TokenPairs) -> PairEdits:
    """Return, for every sample, the edits of one alignment with the fewest.

    Of ties, it is the alignment that :func:`pair_counts` counts.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.

    >>> from levmetrics.inputs.texts import Texts
    >>> from levmetrics.inputs.tokens import Characters
    >>> preds, target = Texts.of(["xc", "ab"]), Texts.of(["abc", "b"])
    >>> edits = pair_edits(TokenPairs(Characters(preds), Characters(target)))
    >>> edits.pair, edits.target, edits.pred
    (array([0, 0, 1]), array([0, 1, 0]), array([0, 1, 0]))

    """
    chunks = _over_chunks(
        pairs,
        lambda texts: (len(texts.pairs.preds), texts.edits()),
        lambda chunk: (len(chunk.preds), portable.edits(chunk)),
    )
    return _numbered_throughout(chunks)


def edit_places(pairs: TokenPairs) -> EditPlaces:
    """Return the positions of all edits in the references.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.

    >>> from levmetrics.inputs.texts import Texts
    >>> from levmetrics.inputs.tokens import Characters
    >>> preds, target = Texts.of(["xc", "ab"]), Texts.of(["abc", "b"])
    >>> edit_places(TokenPairs(Characters(preds), Characters(target)))
    EditPlaces(sample=array([0, 0, 1]), slot=array([1, 3, 0]))

    """
    edits = pair_edits(pairs)
    return EditPlaces(edits.pair, 2 * edits.target + (edits.kind != INSERT))


def single_edits(pred: Sequence[int], target: Sequence[int]) -> rapidfuzz.distance.Editops:
    """Return the edits that turn one reference into its prediction.

    Args:
        pred: the numbers of the prediction's tokens.
        target: the numbers of the reference's tokens.

    >>> single_edits([1, 3], [1, 2]).as_list()
    [('replace', 1, 1)]

    """
    if len(pred) * len(target) < _CELLS_OF_FEW_TOKENS:
        return rapidfuzz.distance.Levenshtein.editops(target, pred)  # whose ties the kernels follow
    kind = pa.large_list(pa.int64())
    pairs = TokenPairs(Tokens(pa.array([pred], kind)), Tokens(pa.array([target], kind)))
    edits = pair_edits(pairs)
    kinds = map(KINDS.__getitem__, edits.kind.tolist())
    operations: list[rapidfuzz.distance.Editop | tuple[str, int, int]] = [
        *zip(kinds, edits.target.tolist(), edits.pred.tolist(), strict=True)
    ]
    return rapidfuzz.distance.Editops(operations, len(target), len(pred))


def _over_chunks(
    pairs: TokenPairs,
    by_compiled: Callable[[compiled.PairTexts], T] | None,
    by_portable: Callable[[TokenPairs], T],
) -> list[T]:
    """Measure chunks of the pairs by the compiled kernel, or by the portable one if it cannot."""
    if by_compiled is None or library.compiled_kernel() is None:
        return [*over_chunks(by_portable, pairs)]
    with library.cancelled_by_interrupts() as cancelled:

        def measure(chunk: TokenPairs) -> T:
            texts = compiled.texts_of(chunk, cancelled)
            return by_portable(chunk) if texts is None else by_compiled(texts)

        return [*over_chunks(measure, pairs)]


def _numbered_throughout(chunks: Sequence[tuple[int, F]]) -> F:
    """Return the joined results of chunks, with pairs renumbered over all chunks."""
    starts = np.cumsum([0, *(samples for samples, _ in chunks)]).tolist()
    moved = [
        found._replace(pair=found.pair + start)
        for (_, found), start in zip(chunks, starts, strict=False)
    ]
    return _joined(moved)


def _joined(chunks: list[A]) -> A:
    """Return tuples of arrays of one kind, concatenated."""
    if len(chunks) == 1:
        return chunks[0]
    joined: A = type(chunks[0])(*map(np.concatenate, zip(*chunks, strict=True)))
    return joined

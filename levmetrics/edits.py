"""The kernel: two token columns to the edit distance, the hits and the edits of every pair.

How it is fast: Arrow turns every token of a chunk into an integer; the integers become one Python
string that is sliced at the pairs' offsets, so that each pair is two strings whose characters stand
for tokens, RapidFuzz's fastest input. Pairs of equal texts are only counted. Chunks run on threads;
Arrow, NumPy and RapidFuzz's search for a distance release Python's lock, its alignment does not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz.distance import Editops, LCSseq, Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.pairs import TokenPairs
from levmetrics.texts import spaced_words, text_lengths
from levmetrics.threads import on_one_thread, on_threads
from levmetrics.token_columns import Characters, TokenColumn, Words

# Words are measured in chunks that a processor's cache holds; less is not worth a thread.
_BYTES_OF_WORDS = 2_000_000
_BYTES_FOR_A_THREAD = 1_000_000
# Characters become Python's strings, a chunk at a time.
_BYTES_OF_CHARACTERS = 64_000_000
# A chunk's search takes half a second at most, but for a single pair that takes longer.
_CELLS_OF_A_CHUNK = 4_000_000_000
# What is done so soon that nobody interrupts it.
_CELLS_OF_A_MOMENT = 300_000_000
# Threads are worth starting for a search of so many short pairs, or as many cells as they take.
_PAIRS_FOR_THREADS = 10_000
_CELLS_OF_A_SHORT_PAIR = 2_000
# Long texts are mostly alike. A search that gives up at a first distance, then at four times that,
# and so on to an eighth of the length, is much shorter where they are and little longer elsewhere.
_LONG = 2_000
_FIRST_CUTOFF = 64
_LENGTH_PER_CUTOFF = 8
_FAR = -1
# Tokens become code points past the surrogates, which Python refuses to decode.
_FIRST_CODE = 0xE000
_MAX_VOCABULARY = 0x110000 - _FIRST_CODE
_UTF32 = "utf-32-le" if np.little_endian else "utf-32-be"

T = TypeVar("T")
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


@dataclass(frozen=True)
class _Side:
    """One side of a chunk, a row a pair.

    Attributes:
        rows: strings, a character a token; or lists of token numbers.
        lengths: tokens of each row; int64.

    """

    rows: Sequence[Any]
    lengths: IntArray

    def take(self, indices: IntArray) -> _Side:
        """Return these rows."""
        rows = np.fromiter(self.rows, object, len(self.rows))
        return _Side(rows[indices].tolist(), self.lengths[indices])


@dataclass(frozen=True)
class _Chunk:
    """Pairs as sequences in which equal tokens are equal characters (or numbers).

    Attributes:
        preds: the predictions.
        target: the references.
        vocabulary: the tokens by their numbers; ``None`` where a character is the token itself.

    """

    preds: _Side
    target: _Side
    vocabulary: pa.Array | None

    def take(self, indices: IntArray) -> _Chunk:
        """Return these pairs."""
        return _Chunk(self.preds.take(indices), self.target.take(indices), self.vocabulary)

    def longer(self) -> IntArray:
        """Return the longer length of every pair."""
        longer: IntArray = np.maximum(self.preds.lengths, self.target.lengths)
        return longer

    def workers(self) -> int:
        """Return how many threads the search is worth."""
        if self.vocabulary is not None:  # chunks of words are spread over threads as a whole
            return 1
        cells = int((self.preds.lengths * self.target.lengths).sum())
        work = len(self.preds.lengths) + cells // _CELLS_OF_A_SHORT_PAIR
        return pa.cpu_count() if work > _PAIRS_FOR_THREADS else 1

    def token(self, code: str | int) -> Any:
        """Return the token that a character or number of the rows stands for."""
        if self.vocabulary is None:
            return code
        number = ord(code) - _FIRST_CODE if isinstance(code, str) else code
        return self.vocabulary[number].as_py()


def pair_distances(pairs: TokenPairs, *, substitution_cost: int = 1) -> PairDistances:
    """Compute the edit distance of every prediction to each of its references.

    Args:
        pairs: the tokens of both sides.
        substitution_cost: cost of replacing one token by another; insertions and deletions are 1.

    Source: Levenshtein, "Binary codes capable of correcting deletions, insertions and reversals",
    Soviet Physics Doklady, 1966; computed by RapidFuzz.

    >>> preds, target = pa.array(["rain"]), pa.array(["shine"])
    >>> pair_distances(TokenPairs(Characters(preds), Characters(target))).distance
    array([3])

    """
    # A substitution that costs more than a deletion and an insertion is never made.
    weights = (1, 1, min(substitution_cost, 2))

    def measure(chunk: _Chunk) -> tuple[IntArray, ...]:
        return _distance(chunk, weights), chunk.preds.lengths, chunk.target.lengths

    return PairDistances(*_joined(_over_chunks(measure, pairs)))


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

    def measure(chunk: _Chunk) -> tuple[IntArray, ...]:
        return *count(chunk), chunk.preds.lengths, chunk.target.lengths

    return PairCounts(*_joined(_over_chunks(measure, pairs)))


def count_edits(pairs: TokenPairs) -> Counter[Edit]:
    """Count every edit of all pairs: what was replaced by what, deleted and inserted.

    Args:
        pairs: the tokens of both sides, one reference a sample.

    Returns:
        How often each edit occurs: ``("replace", reference token, prediction token)``,
        ``("delete", reference token, None)``, ``("insert", None, prediction token)``.

    """

    def measure(chunk: _Chunk) -> Counter[Edit]:
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
    for counted in _over_chunks(measure, pairs):
        total.update(counted)
    return total


def edit_places(pairs: TokenPairs) -> EditPlaces:
    """Find where in the references the edits are.

    Args:
        pairs: the tokens of both sides, one reference a sample.

    >>> preds, target = pa.array(["xc", "ab"]), pa.array(["abc", "b"])
    >>> edit_places(TokenPairs(Characters(preds), Characters(target)))
    EditPlaces(sample=array([0, 0, 1]), slot=array([1, 3, 0]))

    """

    def measure(chunk: _Chunk) -> tuple[int, list[int], list[int]]:
        samples: list[int] = []
        slots: list[int] = []
        for i, edits in _edits(chunk):
            samples += [i] * len(edits)
            slots += [2 * int(place) + (kind != "insert") for kind, place, _ in edits.as_list()]
        return len(chunk.preds.rows), samples, slots

    lengths, samples, slots = zip(*_over_chunks(measure, pairs), strict=True)
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
    chunk = _Chunk(_side_of_one(pred), _side_of_one(target), None)
    (distance,) = _near_distance(chunk, (1, 1, 1)).tolist()
    return _editops(chunk, 0, distance)


def _side_of_one(row: Sequence[int]) -> _Side:
    return _Side([row], np.array([len(row)], np.int64))


def _distance(chunk: _Chunk, weights: tuple[int, int, int]) -> IntArray:
    """Search the distance of every pair."""
    distance = _near_distance(chunk, weights)
    _settle(distance, np.flatnonzero(distance == _FAR), chunk, weights)
    return distance


def _near_distance(chunk: _Chunk, weights: tuple[int, int, int]) -> IntArray:
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
    chunk: _Chunk,
    weights: tuple[int, int, int],
    cutoff: int | None = None,
) -> None:
    """Write the distances of these pairs, where they are not beyond the cutoff."""
    if len(pairs):
        found = _search(chunk.take(pairs), Levenshtein.distance, cutoff, weights=weights)
        distance[pairs] = found if cutoff is None else np.where(found > cutoff, _FAR, found)


def _search(
    chunk: _Chunk, scorer: Callable[..., int], cutoff: int | None = None, **options: Any
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


def _editops(chunk: _Chunk, pair: int, distance: int) -> Editops:
    """Find the edits of one pair, whose distance may be known; it shortens the search."""
    hint = None if distance == _FAR else distance
    return Levenshtein.editops(chunk.target.rows[pair], chunk.preds.rows[pair], score_hint=hint)


def _edits(chunk: _Chunk) -> Iterator[tuple[int, Editops]]:
    """Find the edits of the pairs that have any, each with the pair's number."""
    distance = _near_distance(chunk, (1, 1, 1))
    for pair in np.flatnonzero(distance).tolist():
        yield pair, _editops(chunk, pair, int(distance[pair]))


def _unit_counts(chunk: _Chunk) -> tuple[IntArray, IntArray]:
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


def _nist_counts(chunk: _Chunk) -> tuple[IntArray, IntArray]:
    # One search for the lowest cost and, among its alignments, the fewest substitutions: costs are
    # multiplied by more than there can be substitutions, and each of these costs 1 more. From the
    # cost 4 S + 3 (D + I) and the lengths N = H + S + D, P = H + S + I follow the hits.
    preds, target = chunk.preds.lengths, chunk.target.lengths
    scale = int(np.minimum(preds, target).max(initial=0)) + 1
    scaled = _distance(chunk, (3 * scale, 3 * scale, 4 * scale + 1))
    cost, substitutions = scaled // scale, scaled % scale
    return substitutions, (3 * (preds + target) - 2 * substitutions - cost) // 6


def _over_chunks(measure: Callable[[_Chunk], T], pairs: TokenPairs) -> Iterator[T]:
    """Apply ``measure`` to chunks of samples, in order.

    Chunks of words run on threads beside each other, since Arrow's part is the larger. That of
    characters is next to nothing, and the search has threads of its own. What takes more than a
    moment runs on other threads than the caller's in any case, which waits for them and so can be
    interrupted: between two alignments, which hold Python's lock, and within the rest.
    """
    samples = len(pairs.preds)
    characters = isinstance(pairs.preds, Characters)
    chunks = _chunks_of_characters(pairs) if characters else _chunks_of_words(pairs)
    size = math.ceil(samples / chunks) or 1
    starts = [*range(0, max(samples, 1), size)]

    def chunk(start: int) -> T:
        return measure(_chunk(pairs, start, min(start + size, samples)))

    at_once = chunks == 1 and _cells(pairs) < _CELLS_OF_A_MOMENT
    if at_once:
        return map(chunk, starts)
    return on_one_thread(chunk, starts) if characters else on_threads(chunk, starts)


def _chunks_of_characters(pairs: TokenPairs) -> int:
    """Return in how many chunks to measure characters, so that none fills memory or takes long."""
    memory, cells = _size(pairs) / _BYTES_OF_CHARACTERS, _cells(pairs) / _CELLS_OF_A_CHUNK
    return max(math.ceil(max(memory, cells)), 1)


def _chunks_of_words(pairs: TokenPairs) -> int:
    """Return in how many chunks to measure words, so that all threads have about as much to do."""
    size, threads = _size(pairs), pa.cpu_count()
    rounds = math.ceil(size / (_BYTES_OF_WORDS * threads))
    chunks: int = min(rounds * threads, size // _BYTES_FOR_A_THREAD)
    return max(chunks, 1)


def _cells(pairs: TokenPairs) -> float:
    """Bound the cells of all edit matrices, with bytes for characters and words."""
    preds, target = _row_sizes(pairs.preds), _row_sizes(pairs.target)
    if pairs.offsets is not None:
        preds = np.repeat(preds, np.diff(pairs.offsets))
    return float((preds * target).sum())  # not a dot product, whose threads go on waiting


def _row_sizes(column: TokenColumn) -> FloatArray:
    nested = pa.types.is_nested(column.values.type)
    measure = pc.list_value_length if nested else pc.binary_length
    return np.asarray(measure(column.values)).astype(np.float64)


def _size(pairs: TokenPairs) -> int:
    return int(pairs.preds.values.nbytes + pairs.target.values.nbytes)


def _joined(chunks: Iterator[tuple[IntArray, ...]]) -> tuple[IntArray, ...]:
    return tuple(map(np.concatenate, zip(*chunks, strict=True)))


def _chunk(pairs: TokenPairs, start: int, stop: int) -> _Chunk:
    """Return the pairs of these samples."""
    preds = pairs.preds.slice(start, stop)
    if pairs.offsets is None:
        return _encode(preds, pairs.target.slice(start, stop))
    bounds = pairs.offsets[start : stop + 1]
    chunk = _encode(preds, pairs.target.slice(bounds[0], bounds[-1]))
    owners = np.repeat(np.arange(stop - start), np.diff(bounds))
    return _Chunk(chunk.preds.take(owners), chunk.target, chunk.vocabulary)


def _encode(preds: TokenColumn, target: TokenColumn) -> _Chunk:
    """Turn rows of tokens into sequences, equal tokens into equal characters."""
    if isinstance(preds, Characters) and isinstance(target, Characters):
        return _Chunk(_characters(preds), _characters(target), None)
    if isinstance(preds, Words):
        return _encode_words(preds.values, target.values)
    tokens = pa.concat_arrays([preds.values.flatten(), target.values.flatten()])
    lengths = np.concatenate([_int64(pc.list_value_length(c.values)) for c in (preds, target)])
    return _encode_tokens(tokens, lengths, lengths, len(preds))


def _characters(column: Characters) -> _Side:
    strings = column.values.to_pylist() if column.strings is None else column.strings
    return _Side(strings, text_lengths(column.values))


def _encode_words(preds: pa.LargeStringArray, target: pa.LargeStringArray) -> _Chunk:
    samples, texts = len(preds), pa.concat_arrays([preds, target])
    differ = np.ones(len(texts), bool)
    if samples == len(target):  # no sample has several references
        differ = np.tile(np.asarray(pc.not_equal(preds, target)), 2)
    words, starts = spaced_words(texts.filter(pa.array(differ)))
    _, starts_of_equal = spaced_words(preds.filter(pa.array(~differ[:samples])))
    lengths = np.empty(len(texts), np.int64)
    lengths[differ] = np.diff(starts)
    lengths[~differ] = np.tile(np.diff(starts_of_equal), 2)
    chunk = _encode_tokens(words, np.where(differ, lengths, 0), lengths, samples)
    return replace(chunk, vocabulary=pc.utf8_rtrim(chunk.vocabulary, " "))


def _encode_tokens(tokens: pa.Array, widths: IntArray, lengths: IntArray, samples: int) -> _Chunk:
    """Turn tokens into sequences.

    Args:
        tokens: of all rows, those of the predictions first.
        widths: how many of them each row takes.
        lengths: how many each row has; those that it shares with its other side may be left out.
        samples: the number of predictions.

    """
    numbered = tokens.dictionary_encode()
    codes = np.asarray(numbered.indices).astype(np.uint32)
    # More distinct tokens in a chunk than there are code points: RapidFuzz takes numbers too.
    stream: Any = (
        (codes + np.uint32(_FIRST_CODE)).tobytes().decode(_UTF32)
        if len(numbered.dictionary) <= _MAX_VOCABULARY
        else codes.tolist()
    )
    ends: list[int] = np.cumsum(widths).tolist()
    rows = [stream[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return _Chunk(
        _Side(rows[:samples], lengths[:samples]),
        _Side(rows[samples:], lengths[samples:]),
        numbered.dictionary,
    )


def _int64(values: pa.Array) -> IntArray:
    return np.asarray(values).astype(np.int64)

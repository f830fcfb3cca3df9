"""The kernel: two token columns to the edit distance, the hits and the edits of every pair.

How it is fast: Arrow turns every token of a chunk into an integer; the integers become one Python
string that is sliced at the pairs' offsets, so that each pair is two strings whose characters stand
for tokens, RapidFuzz's fastest input. Pairs of equal texts are only counted. Chunks run on threads;
Arrow, NumPy and RapidFuzz release Python's lock.
"""

from __future__ import annotations

import functools
import math
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz.distance import LCSseq, Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.arrays import IntArray
from levmetrics.pairs import TokenPairs
from levmetrics.texts import spaced_words, text_lengths
from levmetrics.token_columns import Characters, TokenColumn, Words

# Words are measured in chunks that a processor's cache holds; less is not worth a thread.
_BYTES_OF_WORDS = 2_000_000
_BYTES_FOR_A_THREAD = 1_000_000
# Characters become Python's strings, a chunk at a time.
_BYTES_OF_CHARACTERS = 64_000_000
# Threads are worth starting for a search of so many short pairs, or as many cells as they take.
_PAIRS_FOR_THREADS = 10_000
_CELLS_OF_A_SHORT_PAIR = 2_000
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
        for i in np.flatnonzero(_distance(chunk, (1, 1, 1))).tolist():
            pred, target = chunk.preds.rows[i], chunk.target.rows[i]
            found.update(
                (
                    kind,
                    None if kind == "insert" else target[at],
                    None if kind == "delete" else pred[to],
                )
                for kind, at, to in Levenshtein.editops(target, pred).as_list()
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
        samples, slots = [], []
        for i in np.flatnonzero(_distance(chunk, (1, 1, 1))).tolist():
            edits = Levenshtein.editops(chunk.target.rows[i], chunk.preds.rows[i]).as_list()
            samples += [i] * len(edits)
            slots += [2 * int(place) + (kind != "insert") for kind, place, _ in edits]
        return len(chunk.preds.rows), samples, slots

    lengths, samples, slots = zip(*_over_chunks(measure, pairs), strict=True)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    numbers = [np.array(own, np.int64) + start for own, start in zip(samples, starts, strict=True)]
    return EditPlaces(np.concatenate(numbers), np.array([*chain.from_iterable(slots)], np.int64))


def _distance(chunk: _Chunk, weights: tuple[int, int, int]) -> IntArray:
    options = {} if weights == (1, 1, 1) else {"weights": weights}
    return _search(chunk, Levenshtein.distance, **options)


def _search(chunk: _Chunk, scorer: Callable[..., int], **options: Any) -> IntArray:
    """Apply a scorer of RapidFuzz to every pair."""
    found = cpdist(
        chunk.target.rows,
        chunk.preds.rows,
        scorer=scorer,
        scorer_kwargs=options,
        dtype=np.int64,
        workers=chunk.workers(),
    )
    return found.astype(np.int64)  # NumPy's int64 has two names


def _unit_counts(chunk: _Chunk) -> tuple[IntArray, IntArray]:
    distance = _distance(chunk, (1, 1, 1))
    preds, target = chunk.preds, chunk.target
    # D - I is the difference of the lengths, so with k = min(D, I) it holds that
    # S = distance - |difference| - 2k and H = shorter length - S - k, which grows with k. Where k
    # can only be 0, no alignment need be made: where the distance is at most |difference| + 1, or
    # no common subsequence is longer than the hits at k = 0.
    surplus = distance - np.abs(target.lengths - preds.lengths)
    hits = np.minimum(preds.lengths, target.lengths) - surplus
    undecided = np.flatnonzero(surplus >= 2)
    common = _search(chunk.take(undecided), LCSseq.similarity)
    for i in undecided[common > hits[undecided]].tolist():
        edits = Levenshtein.editops(target.rows[i], preds.rows[i], score_hint=int(distance[i]))
        hits[i] = sum(block.size for block in edits.as_matching_blocks())
    return preds.lengths + target.lengths - 2 * hits - distance, hits


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
    characters is next to nothing, and the search has threads of its own.
    """
    samples = len(pairs.preds)
    characters = isinstance(pairs.preds, Characters)
    chunks = _chunks_of_characters(pairs) if characters else _chunks_of_words(pairs)
    size = math.ceil(samples / chunks) or 1
    starts = range(0, max(samples, 1), size)

    def chunk(start: int) -> T:
        return measure(_chunk(pairs, start, min(start + size, samples)))

    if characters or min(chunks, pa.cpu_count()) == 1:
        yield from map(chunk, starts)
        return
    yield from _threads(pa.cpu_count()).map(chunk, starts)


@functools.lru_cache(maxsize=1)
def _threads(count: int) -> ThreadPoolExecutor:
    """Return threads that stay, since new ones would have to be given memory each time."""
    return ThreadPoolExecutor(count, "levmetrics")


# A forked process has none of its parent's threads, and would wait for them.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)


def _chunks_of_characters(pairs: TokenPairs) -> int:
    """Return in how many chunks to measure characters, so that none fills the memory."""
    return max(math.ceil(_size(pairs) / _BYTES_OF_CHARACTERS), 1)


def _chunks_of_words(pairs: TokenPairs) -> int:
    """Return in how many chunks to measure words, so that all threads have about as much to do."""
    size, threads = _size(pairs), pa.cpu_count()
    rounds = math.ceil(size / (_BYTES_OF_WORDS * threads))
    chunks: int = min(rounds * threads, size // _BYTES_FOR_A_THREAD)
    return max(chunks, 1)


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

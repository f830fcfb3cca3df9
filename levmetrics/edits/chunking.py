"""Chunking: which samples are measured together, and on which worker threads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import FloatArray
from levmetrics.edits.encoding import Chunk, chunk_of
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.token_columns import Characters, TokenColumn
from levmetrics.threads import on_one_thread, on_threads

# A chunk of words fits into a processor's cache; a smaller one is not worth a thread.
_BYTES_OF_WORDS = 2_000_000
_BYTES_FOR_A_THREAD = 1_000_000
# Characters are converted to Python strings, one chunk at a time.
_BYTES_OF_CHARACTERS = 64_000_000
# The search of a chunk takes half a second at most, unless a single pair takes longer.
_CELLS_OF_A_CHUNK = 4_000_000_000
# A search of fewer cells is so short that it need not be interruptible.
_CELLS_OF_A_MOMENT = 300_000_000

T = TypeVar("T")


def over_chunks(measure: Callable[[Chunk], T], pairs: TokenPairs) -> Iterator[T]:
    """Apply ``measure`` to chunks of samples, and return its results in order.

    Chunks of words run on several worker threads at once, since most of the time is spent in Arrow.
    Chunks of characters run one after the other: Arrow does next to nothing, and the search starts
    threads itself. Work of more than a moment runs on worker threads in any case: the caller's
    thread waits for them and so can be interrupted, between two alignments (which hold the GIL) and
    at any time during the rest.
    """
    samples = len(pairs.preds)
    is_characters = isinstance(pairs.preds, Characters)
    chunks = _chunks_of_characters(pairs) if is_characters else _chunks_of_words(pairs)
    size = math.ceil(samples / chunks) or 1
    starts = [*range(0, max(samples, 1), size)]

    def chunk(start: int) -> T:
        return measure(chunk_of(pairs, start, min(start + size, samples)))

    if chunks == 1 and _cells(pairs) < _CELLS_OF_A_MOMENT:
        return map(chunk, starts)
    return on_one_thread(chunk, starts) if is_characters else on_threads(chunk, starts)


def _chunks_of_characters(pairs: TokenPairs) -> int:
    """Return the number of chunks of characters by which none fills memory or takes long."""
    by_memory, by_time = _size(pairs) / _BYTES_OF_CHARACTERS, _cells(pairs) / _CELLS_OF_A_CHUNK
    return max(math.ceil(max(by_memory, by_time)), 1)


def _chunks_of_words(pairs: TokenPairs) -> int:
    """Return the number of chunks of words by which all threads have about equal work."""
    size, threads = _size(pairs), pa.cpu_count()
    rounds = math.ceil(size / (_BYTES_OF_WORDS * threads))
    chunks: int = min(rounds * threads, size // _BYTES_FOR_A_THREAD)
    return max(chunks, 1)


def _cells(pairs: TokenPairs) -> float:
    """Return an upper bound of the cells of all edit matrices: bytes stand for tokens of texts."""
    preds, target = _row_sizes(pairs.preds), _row_sizes(pairs.target)
    if pairs.offsets is not None:
        preds = np.repeat(preds, np.diff(pairs.offsets))
    return float((preds * target).sum())  # not a dot product, whose threads would keep spinning


def _row_sizes(column: TokenColumn) -> FloatArray:
    is_nested = pa.types.is_nested(column.values.type)
    row_size = pc.list_value_length if is_nested else pc.binary_length
    return np.asarray(row_size(column.values)).astype(np.float64)


def _size(pairs: TokenPairs) -> int:
    """Return the bytes of all rows."""
    return int(pairs.preds.values.nbytes + pairs.target.values.nbytes)

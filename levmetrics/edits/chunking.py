"""Which samples are measured together, and on which threads."""

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

# Words are measured in chunks that a processor's cache holds; less is not worth a thread.
_BYTES_OF_WORDS = 2_000_000


_BYTES_FOR_A_THREAD = 1_000_000


# Characters become Python's strings, a chunk at a time.
_BYTES_OF_CHARACTERS = 64_000_000


# A chunk's search takes half a second at most, but for a single pair that takes longer.
_CELLS_OF_A_CHUNK = 4_000_000_000


# What is done so soon that nobody interrupts it.
_CELLS_OF_A_MOMENT = 300_000_000


T = TypeVar("T")


def over_chunks(measure: Callable[[Chunk], T], pairs: TokenPairs) -> Iterator[T]:
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
        return measure(chunk_of(pairs, start, min(start + size, samples)))

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

"""Chunking: which samples are measured together, and on which worker threads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import FloatArray
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.token_columns import TokenColumn
from levmetrics.threads import on_one_thread, on_threads

# A chunk fits into a processor's cache; a smaller one is not worth a thread.
_BYTES_OF_A_CHUNK = 2_000_000
_BYTES_FOR_A_THREAD = 1_000_000
# Characters are converted to Python strings for RapidFuzz, one chunk at a time.
_BYTES_IN_MEMORY = 64_000_000
# The search of a chunk takes half a second at most, unless a single pair takes longer.
_CELLS_OF_A_CHUNK = 4_000_000_000
# A search of fewer cells is so short that it need not be interruptible.
_CELLS_OF_A_MOMENT = 300_000_000

T = TypeVar("T")


def over_chunks(measure: Callable[[TokenPairs], T], pairs: TokenPairs) -> Iterator[T]:
    """Apply ``measure`` to chunks of samples on all worker threads, with the results in order.

    Work of more than a moment runs on worker threads even if it is one chunk: the caller's thread
    waits for them and so can be interrupted.
    """
    size, threads = _size(pairs), pa.cpu_count()
    rounds = math.ceil(size / (_BYTES_OF_A_CHUNK * threads))
    chunks = max(min(rounds * threads, size // _BYTES_FOR_A_THREAD), 1)
    return _over_chunks(on_threads, measure, pairs, chunks)


def over_chunks_in_turn(measure: Callable[[TokenPairs], T], pairs: TokenPairs) -> Iterator[T]:
    """Apply ``measure``, which starts threads itself, to one chunk of samples after the other.

    No chunk fills memory or takes long, so that between them, work can be interrupted.
    """
    by_memory, by_time = _size(pairs) / _BYTES_IN_MEMORY, _cells(pairs) / _CELLS_OF_A_CHUNK
    return _over_chunks(on_one_thread, measure, pairs, max(math.ceil(max(by_memory, by_time)), 1))


def _over_chunks(
    run: Callable[[Callable[[TokenPairs], T], list[TokenPairs]], Iterator[T]],
    measure: Callable[[TokenPairs], T],
    pairs: TokenPairs,
    chunks: int,
) -> Iterator[T]:
    samples = len(pairs.preds)
    if chunks == 1:
        return (map if _is_short(pairs) else run)(measure, [pairs])
    size = math.ceil(samples / chunks) or 1
    slices = [
        pairs.slice(start, min(start + size, samples)) for start in range(0, max(samples, 1), size)
    ]
    return run(measure, slices)


def _is_short(pairs: TokenPairs) -> bool:
    # The sum over the pairs is at most the product of the sums.
    is_short = pairs.preds.values.nbytes * pairs.target.values.nbytes < _CELLS_OF_A_MOMENT
    return is_short or _cells(pairs) < _CELLS_OF_A_MOMENT


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

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
from levmetrics.inputs.arrow_text import utf8_bytes
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
    preds, target = _sizes(pairs)
    size, threads = preds + target, pa.cpu_count()
    rounds = math.ceil(size / (_BYTES_OF_A_CHUNK * threads))
    chunks = max(min(rounds * threads, size // _BYTES_FOR_A_THREAD), 1)
    is_short = chunks == 1 and (
        preds * target < _CELLS_OF_A_MOMENT  # an upper bound of the sum that follows
        or _cells(pairs) < _CELLS_OF_A_MOMENT
    )
    return _over_chunks(map if is_short else on_threads, measure, pairs, chunks)


def over_chunks_in_turn(measure: Callable[[TokenPairs], T], pairs: TokenPairs) -> Iterator[T]:
    """Apply ``measure``, which starts threads itself, to one chunk of samples after the other.

    No chunk fills memory or takes long, so that between them, work can be interrupted.
    """
    cells = _cells(pairs)
    by_memory, by_time = sum(_sizes(pairs)) / _BYTES_IN_MEMORY, cells / _CELLS_OF_A_CHUNK
    chunks = max(math.ceil(max(by_memory, by_time)), 1)
    is_short = chunks == 1 and cells < _CELLS_OF_A_MOMENT
    return _over_chunks(map if is_short else on_one_thread, measure, pairs, chunks)


def _over_chunks(
    run: Callable[[Callable[[TokenPairs], T], list[TokenPairs]], Iterator[T]],
    measure: Callable[[TokenPairs], T],
    pairs: TokenPairs,
    chunks: int,
) -> Iterator[T]:
    if chunks == 1:
        return run(measure, [pairs])
    samples = len(pairs.preds)
    size = math.ceil(samples / chunks) or 1
    starts = range(0, max(samples, 1), size)
    return run(measure, [pairs.slice(start, min(start + size, samples)) for start in starts])


def _cells(pairs: TokenPairs) -> float:
    """Return an upper bound of the cells of all edit matrices: bytes stand for tokens of texts."""
    preds, target = _row_sizes(pairs.preds), _row_sizes(pairs.target)
    if pairs.offsets is not None:
        preds = np.repeat(preds, np.diff(pairs.offsets))
    return float((preds * target).sum())  # not a dot product, whose threads would keep spinning


def _row_sizes(column: TokenColumn) -> FloatArray:
    if pa.types.is_nested(column.values.type):
        return np.asarray(pc.list_value_length(column.values)).astype(np.float64)
    _, bounds = utf8_bytes(column.values)
    return np.diff(bounds).astype(np.float64)


def _sizes(pairs: TokenPairs) -> tuple[int, int]:
    """Return the bytes of all rows of predictions and of references."""
    return pairs.preds.values.nbytes, pairs.target.values.nbytes

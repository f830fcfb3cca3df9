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
from levmetrics.threads import on_threads

# A chunk fits into a processor's cache; a smaller one is not worth a thread.
_BYTES_OF_A_CHUNK = 2_000_000
_BYTES_FOR_A_THREAD = 1_000_000
# A search of fewer cells is so short that it need not be interruptible.
_CELLS_OF_A_MOMENT = 300_000_000

T = TypeVar("T")


def over_chunks(measure: Callable[[TokenPairs], T], pairs: TokenPairs) -> Iterator[T]:
    """Apply ``measure`` to chunks of samples on all worker threads, with the results in order.

    Work of more than a moment runs on worker threads even if it is one chunk: the caller's thread
    waits for them and so can be interrupted.
    """
    preds, target = pairs.preds.values.nbytes, pairs.target.values.nbytes
    size, threads = preds + target, pa.cpu_count()
    rounds = math.ceil(size / (_BYTES_OF_A_CHUNK * threads))
    chunks = max(min(rounds * threads, size // _BYTES_FOR_A_THREAD), 1)
    if chunks == 1:
        # The product of the bytes is an upper bound of the cells.
        is_short = preds * target < _CELLS_OF_A_MOMENT or _cells(pairs) < _CELLS_OF_A_MOMENT
        return (map if is_short else on_threads)(measure, [pairs])
    samples = len(pairs.preds)
    step = math.ceil(samples / chunks) or 1
    starts = range(0, max(samples, 1), step)
    return on_threads(measure, [pairs.slice(i, min(i + step, samples)) for i in starts])


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

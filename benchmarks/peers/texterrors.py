"""texterrors: C++, a pair a call; words in vectors of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from texterrors.alignment import (
    StringVector,
    align_texts,
    calc_edit_distance_fast,
    seq_distance,
)

from benchmarks.peers.pair_by_pair import Distances, pooled, split
from benchmarks.texts import Texts

# Its characters are bytes, which are the same thing in English.
CHARACTERS = Distances(calc_edit_distance_fast)


def word_error_rate(preds: Texts, target: Texts) -> float:
    """Return the pooled rate."""
    return pooled(seq_distance, _words(preds), _words(target))


def word_hits(preds: Texts, target: Texts) -> float:
    """Count the equal words of its alignments, which come without counts."""
    hits = 0
    for pred, reference in zip(_words(preds), _words(target), strict=True):
        left, right, _ = align_texts(reference, pred, use_chardiff=False)
        hits += sum(map(str.__eq__, left, right))
    return float(hits)


def _words(texts: Texts) -> Iterator[Any]:
    return map(StringVector, split(texts))

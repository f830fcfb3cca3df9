"""werpy: Cython, whole lists; words only."""

from __future__ import annotations

import werpy
from werpy.metrics import metrics_fast

from benchmarks.texts import Texts

# The columns of its table of counts.
_WORDS, _DELETIONS, _SUBSTITUTIONS = 2, 4, 5


def word_error_rate(preds: Texts, target: Texts) -> float | None:
    """Return the pooled rate."""
    return werpy.wer(target, preds)


def word_hits(preds: Texts, target: Texts) -> float:
    """Count hits from the table behind its summary, before that lists the wrong words."""
    sums = metrics_fast(target, preds).sum(axis=0)
    return float(sums[_WORDS] - sums[_DELETIONS] - sums[_SUBSTITUTIONS])

"""werx: Rust, whole lists, on all cores; words only."""

from __future__ import annotations

import werx

from benchmarks.texts import Texts


def word_error_rate(preds: Texts, target: Texts) -> float:
    """Return the pooled rate."""
    return werx.wer(target, preds)


def word_hits(preds: Texts, target: Texts) -> float:
    """Count hits from the numbers of every pair; its analysis lists the wrong words too."""
    pairs = werx.analysis(target, preds)
    return float(sum(pair.n_ref - pair.deletions - pair.substitutions for pair in pairs))

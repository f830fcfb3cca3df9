"""torchmetrics: the classes that ours stand in for."""

from __future__ import annotations

import torchmetrics.text

from benchmarks.texts import Texts


def word_error_rate(preds: Texts, target: Texts) -> float:
    """Return the pooled rate, in single precision."""
    return float(torchmetrics.text.WordErrorRate()(preds, target))


def mean_distance(preds: Texts, target: Texts) -> float:
    """Return the mean distance of characters, which is too high where its beam misses the path."""
    return float(torchmetrics.text.EditDistance()(preds, target))

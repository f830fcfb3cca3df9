"""The metrics as ``torchmetrics.Metric`` classes, whose states are sums of scoring runs.

Counts are int64 and sums of scores float64. Nothing is kept per sample unless ``reduction="none"``
asks for it. States add up, so that ``forward``, ``MetricCollection``, ``merge_state`` and
distributed synchronization work as for any torchmetrics metric.
"""

from levmetrics.extras import needed_by

with needed_by("a torchmetrics class", "torch"):
    from levmetrics.metrics.classes import (
        ANLS,
        CharErrorRate,
        EditDistance,
        ErrorRates,
        MatchErrorRate,
        NormalizedLevenshteinSimilarity,
        WordErrorRate,
        WordInfoLost,
        WordInfoPreserved,
    )

__all__ = [
    "ANLS",
    "CharErrorRate",
    "EditDistance",
    "ErrorRates",
    "MatchErrorRate",
    "NormalizedLevenshteinSimilarity",
    "WordErrorRate",
    "WordInfoLost",
    "WordInfoPreserved",
]

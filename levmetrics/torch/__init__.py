"""The metrics as ``torchmetrics.Metric`` classes; their states are sums of runs.

Counts are int64 and sums of scores float64. Nothing is kept per sample unless ``reduction="none"``.
States can be added, so ``forward``, ``MetricCollection``, ``merge_state`` and distributed
synchronization work as for any torchmetrics metric.
"""

from levmetrics.system.extras import needed_by

with needed_by("a torchmetrics class", "torch"):
    from levmetrics.torch.classes import (
        ANLS,
        ROUGE,
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
    "ROUGE",
    "CharErrorRate",
    "EditDistance",
    "ErrorRates",
    "MatchErrorRate",
    "NormalizedLevenshteinSimilarity",
    "WordErrorRate",
    "WordInfoLost",
    "WordInfoPreserved",
]

"""The names of the metrics of records."""

from __future__ import annotations

from collections.abc import Mapping

from levmetrics.core.config import Config
from levmetrics.records.record_metric import DocubenchMetric, DonutMetric, RecordMetric

_CONFIGS = {
    "record": Config("Records by type (ANLS*, F1)", RecordMetric, "record_anls"),
    "donut": Config("Records by donut's rule (nTED, F1)", DonutMetric, "nted_accuracy"),
    "docubench": Config(
        "Records by DocuBench's rule", DocubenchMetric, "docubench_score", required=("schema",)
    ),
}


def configs(_metric: str) -> Mapping[str, Config]:
    """Return the configs of ``anls`` that score records."""
    return _CONFIGS

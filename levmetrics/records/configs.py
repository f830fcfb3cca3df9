"""The names of the metrics of nested values."""

from __future__ import annotations

from collections.abc import Mapping

from levmetrics.core.config import Config
from levmetrics.records.record_metric import DocubenchMetric, DonutMetric, RecordMetric
from levmetrics.records.star_metric import StarMetric

_CONFIGS = {
    "anls:star": Config(
        "ANLS: nested JSON values (ANLS*)",
        StarMetric,
        "anls",
        fixed={"tokenizer": "char", "substitution_cost": 1},  # as published
        description="ANLS* of Peer et al. 2024, over nested values (lists, dictionaries), and "
        "computed by the package anls_star",
    ),
    "record": Config("Records by type (ANLS*, F1)", RecordMetric, "record_anls"),
    "record:donut": Config("Records by donut's rule (nTED, F1)", DonutMetric, "nted_accuracy"),
    "record:docubench": Config(
        "Records by DocuBench's rule", DocubenchMetric, "docubench_score", required=("schema",)
    ),
}


def configs() -> Mapping[str, Config]:
    """Return the configs of the metrics of nested values by name."""
    return _CONFIGS

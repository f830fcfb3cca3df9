"""The names of the metrics of pages."""

from __future__ import annotations

from collections.abc import Mapping

from levmetrics.core.config import Config
from levmetrics.pages.page_metrics import BagMetric, FlexibleMetric, OrderMetric

_CONFIGS = {
    "page:order": Config("CER of pages, and its part by reading order", OrderMetric, "page_cer"),
    "page:bag": Config("Pages as bags of words", BagMetric, "bag_wer"),
    "page:flexible": Config(
        "Flexible character accuracy of pages",
        FlexibleMetric,
        "flexible_cer",
        fixed={"tokenizer": "char"},
    ),
}


def configs() -> Mapping[str, Config]:
    """Return the configs of the metrics of pages by name."""
    return _CONFIGS

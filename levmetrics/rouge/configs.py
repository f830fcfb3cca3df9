"""The names of ROUGE."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from levmetrics.core.config import Config
from levmetrics.core.metric import Metric
from levmetrics.rouge.rouge_metric import ALL, RougeMetric

# What makes the metric of the torchmetrics class.
MAKERS: Mapping[str, Callable[..., Metric[Any]]] = {"rouge": RougeMetric}

_TITLES = {
    **{str(n): f"ROUGE-{n}: {'words' if n == 1 else f'runs of {n} words'}" for n in range(1, 10)},
    "L": "ROUGE-L: words in the same order",
    "Lsum": "ROUGE-Lsum: words in the same order, sentence by sentence",
}
_CONFIGS = {
    "rouge": Config(
        "ROUGE of summaries (要約)", RougeMetric, "rougeL", fixed={"rouge_type": "all"}
    ),
    **{
        f"rouge:{kind}": Config(
            title,
            RougeMetric,
            f"rouge{kind}",
            fixed={"rouge_type": kind},
            is_rare=kind not in ALL,
        )
        for kind, title in _TITLES.items()
    },
}


def configs() -> Mapping[str, Config]:
    """Return the configs of ROUGE by name, the default one first.

    >>> [*configs()][:3]
    ['rouge', 'rouge:1', 'rouge:2']
    """
    return _CONFIGS

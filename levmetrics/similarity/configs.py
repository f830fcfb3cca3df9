"""The names of the similarities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from levmetrics.core.config import Config
from levmetrics.core.metric import Metric
from levmetrics.similarity.anls_rules import DEFAULT, RULES, AnlsRule
from levmetrics.similarity.similarity_metric import AnlsMetric, DistanceMetric

# What makes the metrics of functions and of torchmetrics classes.
MAKERS: Mapping[str, Callable[..., Metric[Any]]] = {
    "edit_distance": DistanceMetric,
    "similarity": AnlsMetric,
}

_PUBLISHED = {"tokenizer": "char", "substitution_cost": 1}  # how published rules count edits


def configs() -> Mapping[str, Config]:
    """Return the configs of the rules of ANLS by name, the default one first.

    >>> [*configs()][:3]
    ['anls', 'anls:stvqa', 'anls:docvqa']
    """
    return _configs(RULES.changes)


@lru_cache(maxsize=1)
def _configs(_changes: int) -> Mapping[str, Config]:
    """Return the configs, cached until a rule is registered."""
    return {
        "anls" if name == DEFAULT else f"anls:{name}": Config(
            f"ANLS: {rule.title}",
            AnlsMetric,
            "anls",
            fixed={"rule": name, **({} if rule.counts_tokens else _PUBLISHED)},
            description=rule.description,
            described=_described(rule),
        )
        for name, rule in RULES.items()
    }


def _described(rule: AnlsRule) -> Mapping[str, str]:
    """Return what a rule's options do."""
    threshold = {"threshold": f"{rule.threshold_description} (default {rule.threshold})"}
    if not rule.counts_tokens:
        return threshold
    return {
        **threshold,
        "tokenizer": "the unit of an edit (default char)",
        "substitution_cost": "the cost of replacing one token by another (default 1)",
    }

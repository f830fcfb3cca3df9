"""The metrics by the names that evaluate knows them by, and the configs of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from levmetrics.metrics import ANLS, ErrorRates
from levmetrics.names import lookup


@dataclass(frozen=True)
class Config:
    """One config of a metric.

    Attributes:
        metric: makes the torchmetrics metric; its keyword arguments are the options of
            ``compute``.
        score: the key of the main score in the result.
        nested: whether it takes nested values, and not texts alone.

    """

    metric: Callable[..., Any]
    score: str
    nested: bool = False


CONFIGS: Mapping[str, Mapping[str, Config]] = {  # the default one first
    "anls": {
        "default": Config(partial(ANLS, "default"), score="anls"),
        "stvqa": Config(partial(ANLS, "stvqa"), score="anls"),
        "docvqa": Config(partial(ANLS, "docvqa"), score="anls"),
        "star": Config(partial(ANLS, "star"), score="anls", nested=True),
    },
    "wer_lev": {
        "wer": Config(ErrorRates, score="wer"),
        "cer": Config(partial(ErrorRates, tokenizer="char"), score="cer"),
        "ja": Config(partial(ErrorRates, tokenizer="mecab"), score="wer"),
    },
}


def find_config(metric: str, config: str | None = None) -> tuple[str, str, Config]:
    """Find a config by its metric's name and its own.

    Args:
        metric: a metric's name, or ``"NAME:CONFIG"``.
        config: a config's name, if it is not in ``metric``; ``None``: the metric's default one.

    Returns:
        The metric's name, the config's name, and the config.

    Raises:
        InputError: for unknown names (it says the nearest known one).

    >>> find_config("wer_lev:cer")[:2], find_config("anls")[:2]
    (('wer_lev', 'cer'), ('anls', 'default'))

    """
    name, _, given = metric.partition(":") if isinstance(metric, str) else (metric, "", "")
    configs = lookup(CONFIGS, name, "metric")
    chosen = config or given or "default"
    if chosen == "default":
        chosen = next(iter(configs))
    return name, chosen, lookup(configs, chosen, "config")

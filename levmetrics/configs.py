"""The metrics by the names that evaluate knows them by, and the configs of each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from levmetrics.errors import InputError, unknown_name
from levmetrics.metrics import ANLS, ErrorRates
from levmetrics.registry import lookup


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

    def make(self, caller: str, options: Mapping[str, Any], others: Iterable[str] = ()) -> Any:
        """Make the metric with these options, and refuse unknown ones by name.

        Args:
            caller: what the options were given to, for messages.
            options: keyword arguments of the metric; the tokenizer ``None`` is the config's own.
            others: the caller's own options, for messages.

        Raises:
            InputError: for an option that there is not, or a value that it cannot have.

        """
        known = [
            name
            for name, parameter in inspect.signature(self.metric).parameters.items()
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD and name != "ignore_index"
        ]  # ids are no input of a config
        for name in options:
            if name not in known:
                raise unknown_name([*known, *others], name, f"option of {caller}")
        if options.get("tokenizer", ...) is None:
            options = {name: value for name, value in options.items() if name != "tokenizer"}
        # All samples are here; a metric must not wait for those of other processes.
        return self.metric(**options, sync_on_compute=False)

    def result(self, measures: Mapping[str, Any]) -> dict[str, Any]:
        """Return a metric's measures as plain numbers, the first by the name of the config's score.

        Args:
            measures: as the metric's ``results`` returns them.

        """
        return {
            self.score if i == 0 else name: (
                measure.tolist() if hasattr(measure, "tolist") else measure
            )
            for i, (name, measure) in enumerate(measures.items())
        }


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
        InputError: for unknown names (it says the nearest known one), and for two configs.

    >>> find_config("wer_lev:cer")[:2], find_config("anls")[:2]
    (('wer_lev', 'cer'), ('anls', 'default'))

    """
    name, colon, given = metric.partition(":") if isinstance(metric, str) else (metric, "", "")
    configs = lookup(CONFIGS, name, "metric")
    if colon and config not in (None, given):
        raise InputError(f"metric is {metric!r}, but config is {config!r}; give one of them")
    chosen = given if colon else config
    if chosen in (None, "default"):
        chosen = next(iter(configs))
    return name, str(chosen), lookup(configs, chosen, "config")

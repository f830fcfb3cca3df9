"""Metrics by name, with their options: ``"cer"``, ``"anls:docvqa"``, ``"meeting:cp"``.

What stands before the colon says which wing has a metric. Each wing is a folder with a module
``configs``, imported when one of its names is asked for. Other names are looked up among the entry
points ``levmetrics.metrics`` of installed packages.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import Any

from levmetrics.core.aliases import NEW_NAMES, new_name, qualified
from levmetrics.core.config import Config
from levmetrics.core.metric import Metric
from levmetrics.core.plugins import plugin, plugin_names
from levmetrics.errors import InputError, unknown_name, warn
from levmetrics.lazy import re
from levmetrics.normalizers import NORMALIZERS, OF_FILES
from levmetrics.registry import Registry
from levmetrics.rendering.labels import Label, label_of_key
from levmetrics.sums.error_counts import RATES
from levmetrics.tokenizers import TOKENIZERS, WhitespaceTokenizer, WordTokenizer

WINGS: Mapping[str, str] = {
    "anls": "similarity",
    "anls:star": "records",
    "record": "records",
    "page": "pages",
    "meeting": "meetings",
    "rouge": "rouge",
}
"""The wing of a metric, or of all whose names begin so; that of the error rates has the others."""

_OTHERS = "error_rates"


def _configs_in(wing: str) -> Mapping[str, Config]:
    """Return the configs of a wing, which is imported when it is asked for the first time."""
    found: Mapping[str, Config] = import_module(f"levmetrics.{wing}.configs").configs()
    return found


def _configs_beside(name: str) -> Mapping[str, Config]:
    """Return the configs of the wing or of the package that has a name; none of another name.

    Raises:
        InputError: if the package cannot be imported.

    """
    head = name.partition(":")[0]
    configs = _configs_in(WINGS.get(name) or WINGS.get(head, _OTHERS))
    if head in WINGS or head in configs:
        return configs
    return plugin(head).configs(head) if head in plugin_names() else {}


def maker(metric: str, name: str) -> Callable[..., Any]:
    """Return what makes the metric of a function, or of a torchmetrics class, from its options.

    Such a metric has no name of its own, and takes every option of its class.

    Args:
        metric: a name that its wing has.
        name: the name in ``MAKERS`` of the wing.

    >>> maker("anls", "edit_distance")(substitution_cost=2)
    DistanceMetric(tokenizer=char, normalizer=none, substitution_cost=2, reduction=mean, \
ignore_index=-100)

    """
    makers: Mapping[str, Callable[..., Any]]
    makers = import_module(f"levmetrics.{WINGS.get(metric, _OTHERS)}.configs").MAKERS
    return makers[name]


def all_configs() -> dict[str, Config]:
    """Return the configs of all metrics by their names; those of other packages come last.

    A package whose metrics cannot be imported is left out, with a warning.
    """
    found = _built_in_configs()
    for metric in plugin_names():
        try:
            found |= _configs_beside(metric)
        except InputError as error:
            warn(str(error))
    return found


def _built_in_configs() -> dict[str, Config]:
    wings = dict.fromkeys([_OTHERS, *WINGS.values()])
    return {name: one for wing in wings for name, one in _configs_in(wing).items()}


def list_metrics() -> list[str]:
    """Return the names of all metrics, as ``score`` takes them.

    >>> list_metrics()[:3]
    ['wer', 'cer', 'ja']
    """
    return [*all_configs()]


def metrics_of_sessions() -> dict[str, str]:
    """Return the metrics that score sessions, by what follows the colon in their names.

    >>> metrics_of_sessions()["cp"]
    'meeting:cp'
    """
    return {
        name.rpartition(":")[2]: name
        for name, config in all_configs().items()
        if not config.kind.takes.in_columns
    }


def find_config(name: str) -> tuple[str, Config]:
    """Find a metric by its name of today or by an old one, ``"cer"`` or ``"wer_lev:cer"``.

    Returns:
        Its name of today, and its config.

    Raises:
        InputError: for an unknown name; the error suggests the nearest known one.

    >>> find_config("wer_lev:cer")[0], find_config("docvqa")[0], find_config("openasr:en")[0]
    ('cer', 'anls:docvqa', 'openasr')

    """
    find = _found if type(name) is str else _find  # others are refused, and may be no cache keys
    return find((Registry.all_changes, *sys.path), name)


def _find(_changes: tuple[int | str, ...], given: object) -> tuple[str, Config]:
    """Return what :func:`find_config` does, until something is registered or installed."""
    name = new_name(given) if isinstance(given, str) else ""
    configs = _configs_beside(name)
    if configs and name not in {*WINGS, *configs} and name in plugin_names():
        name = next(iter(configs))
    if name in configs:
        return name, configs[name]
    known = {*_built_in_configs(), *(configs or plugin_names())}
    raise unknown_name(known, given, "metric", NEW_NAMES)


_found = lru_cache(maxsize=256)(_find)


def config_of(name: str) -> Config:
    """Return the config of a metric; arguments and errors are those of :func:`find_config`."""
    return find_config(name)[1]


def metric_name(name: str, config: str | None = None) -> str:
    """Return the name of a metric, from a name and a config where they are given apart.

    Args:
        name: a metric's name, of today or an old one.
        config: the name of a config, as evaluate modules and ``--config`` have it, or of a metric
            of that module; ``None``: the name says all.

    Raises:
        InputError: for an unknown name or config, and if both name a config.

    >>> metric_name("wer_lev", "cp"), metric_name("anls", "docvqa"), metric_name("wer", "cer")
    ('meeting:cp', 'anls:docvqa', 'cer')

    """
    found = find_config(name)[0]
    module, own = qualified(found)
    if config in (None, own):
        return found
    if name != module and new_name(module) != found:
        raise InputError("metric.two_configs", metric=name, config=config)
    for written in (f"{module}:{config}", config):
        with suppress(InputError):
            chosen = find_config(written)[0]
            if qualified(chosen)[0] == module:
                return chosen
    raise unknown_name(configs_of_module(module), config, "config")


def configs_of_module(module: str) -> dict[str, Config]:
    """Return the configs of an evaluate module, or of a package, by the names that it has for them.

    >>> [*configs_of_module("anls")]
    ['default', 'stvqa', 'docvqa', 'star', 'record', 'donut', 'docubench']
    """
    parts = ((qualified(name), one) for name, one in all_configs().items())
    return {own: one for (owner, own), one in parts if owner == module}


def _fixed_option(metric: str, option: str) -> InputError:
    """Return the error for an option that a config fixes, naming a metric that takes it."""
    configs = _configs_beside(metric)
    fields = {"metric": metric, "option": option, "value": configs[metric].fixed[option]}
    for other, taking in configs.items():
        if option in taking.option_names():
            return InputError("metric.fixed_option_of_another", **fields, other_metric=other)
    return InputError("metric.fixed_option", **fields)


def label_of(metric: str, key: str) -> Label:
    """Return how a stored score is named and written.

    Args:
        metric: the name of its metric, of today or an old one.
        key: the key of the score, from which the label of an unknown metric is made.

    >>> label_of("cer", "cer").name.short, label_of("theirs:own", "own_rate").name.short
    ('CER', 'own rate')

    """
    try:
        return config_of(metric).label
    except InputError:
        return label_of_key(key)


_OF_A_FILE = re.compile("|".join(f"{kind}:" for kind in OF_FILES))
# The types of options that are cache keys: not a caller's own objects, nor the rules of a file,
# which may change.
_PLAIN = {str, bool, int, float, type(None)}


def get_metric(
    name: str,
    *,
    caller: str = "score",
    others: Sequence[str] = (),
    options: Mapping[str, Any],
) -> Metric[Any]:
    """Return a metric with checked options; the same options give the same object.

    Args:
        name: the metric's name, of today or an old one.
        caller: the name of the function that received the options, for messages.
        others: the names of that function's own options, for messages.
        options: the metric's options, by name.

    Raises:
        InputError: for unknown names and options, and for invalid values of options.

    >>> get_metric("cer", options={"normalizer": "lower"}).signature().split("|")[0]
    'metric:cer'

    """
    found = find_config(name)
    is_plain = _PLAIN.issuperset(map(type, options.values()))
    normalizer = options.get("normalizer")
    if not is_plain or (normalizer and _OF_A_FILE.search(str(normalizer))):
        return _new_metric((), found, caller, tuple(others), **options)
    registered = NORMALIZERS.changes, TOKENIZERS.changes, RATES.changes
    return _kept_metric(registered, found, caller, tuple(others), **options)


def _new_metric(
    _registered: tuple[int, ...],
    found: tuple[str, Config],
    caller: str,
    others: tuple[str, ...],
    /,
    **options: Any,
) -> Metric[Any]:
    name, chosen = found
    known = chosen.option_names()
    if options.get("tokenizer", "") is None:  # the default
        del options["tokenizer"]
    for option, value in options.items():
        if option in chosen.fixed and value != chosen.fixed[option]:
            raise _fixed_option(name, option)
        if option not in known and option not in chosen.fixed:
            raise unknown_name([*known, *others], option, f"option of {caller}")
    if chosen.tokenizer is not None and options.get("tokenizer") is None:
        options["tokenizer"] = chosen.tokenizer
    made = chosen.kind(**{**options, **chosen.fixed})
    of_words = isinstance(made.settings.get("tokenizer"), (WordTokenizer, WhitespaceTokenizer))
    if chosen.tokenizer == "char" and of_words:  # whose rate is a word error rate
        raise InputError("metric.tokenizer_of_words", tokenizer=str(options["tokenizer"]))
    return made.called(name, chosen.key)


_kept_metric = lru_cache(maxsize=64, typed=True)(_new_metric)

"""Metrics by name, with their options: ``"wer_lev:cer"``, ``"anls:docvqa"``, ``"cer"``.

A name begins with that of a metric, whose wings answer for the rest: each wing is a folder with a
module ``configs``, imported when a name is asked for that no wing before it has. A metric without a
wing is looked up among the entry points ``levmetrics.metrics`` of installed packages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

from levmetrics.core.config import Config
from levmetrics.core.metric import Metric
from levmetrics.core.plugins import plugin, plugin_names
from levmetrics.errors import InputError, unknown_name, warn
from levmetrics.normalizers import NORMALIZERS
from levmetrics.normalizers.replacements import OF_FILES
from levmetrics.registry import Registry, lookup
from levmetrics.rendering.labels import Label, label_of_key
from levmetrics.sums.error_counts import RATES
from levmetrics.tokenizers import TOKENIZERS, WhitespaceTokenizer, WordTokenizer

METRICS: dict[str, tuple[str, ...]] = {
    "wer_lev": ("error_rates", "pages", "meetings"),
    "anls": ("similarity", "records"),
    "diarization": ("meetings",),
}
"""The wings of each metric; the first one has its default config."""


def metric_names() -> list[str]:
    """Return the names of all metrics, without configs; those of other packages come last.

    >>> metric_names()[:3]
    ['wer_lev', 'anls', 'diarization']
    """
    return [*dict.fromkeys([*METRICS, *plugin_names()])]


def _wings(metric: str) -> Iterator[Any]:
    """Yield what answers for the names of a metric; each is imported when it is reached."""
    for wing in METRICS.get(metric, ()):
        yield import_module(f"levmetrics.{wing}.configs")
    if metric not in METRICS:
        yield plugin(metric)


def maker(metric: str, name: str) -> Callable[..., Any]:
    """Return what makes the metric of a function, or of a torchmetrics class, from its options.

    Such a metric has no name of a config, and takes every option of its class.

    Args:
        metric: the metric's name.
        name: the name in ``MAKERS`` of one of its wings.

    >>> maker("anls", "edit_distance")(substitution_cost=2)
    DistanceMetric(tokenizer=char, normalizer=none, substitution_cost=2, reduction=mean, \
ignore_index=-100)

    """
    makers = (vars(wing).get("MAKERS", {}) for wing in _wings(metric))
    found: Callable[..., Any] = next(each[name] for each in makers if name in each)
    return found


def configs_of(metric: str) -> Mapping[str, Config]:
    """Return the configs of a metric by name, the default one first.

    Raises:
        InputError: for an unknown metric.

    >>> list(configs_of("anls"))
    ['default', 'stvqa', 'docvqa', 'star', 'record', 'donut', 'docubench']
    >>> [name for name in configs_of("wer_lev") if ":" not in name]
    ['wer', 'cer', 'ja', 'mixed', 'openasr', 'formatted', 'reading', 'keywords', 'order', 'bag',
     'flexible', 'cp', 'orc', 'greedy_orc', 'mimo', 'dicp', 'greedy_dicp', 'tcp', 'tcorc',
     'greedy_tcorc', 'tcmimo', 'ditcp', 'greedy_ditcp']

    """
    if metric not in metric_names():
        raise unknown_name(metric_names(), metric, "metric")
    configs: dict[str, Config] = {}
    for wing in _wings(metric):
        configs |= wing.configs(metric)
    return configs


def all_configs() -> dict[str, Config]:
    """Return the configs of all metrics by their full names.

    A package whose metrics cannot be imported is left out, with a warning.
    """
    found: dict[str, Config] = {}
    for metric in metric_names():
        try:
            found |= {f"{metric}:{name}": one for name, one in configs_of(metric).items()}
        except InputError as error:
            warn(str(error))
    return found


def list_metrics() -> list[str]:
    """Return the names of all metrics with their configs, as ``score`` takes them.

    >>> list_metrics()[:3]
    ['wer_lev:wer', 'wer_lev:cer', 'wer_lev:ja']
    """
    return [*all_configs()]


def short_names() -> list[str]:
    """Return the names of configs that stand for a metric with that config.

    >>> short_names()[:2]
    ['wer', 'cer']
    """
    of_configs = [name for metric in METRICS for name in configs_of(metric)]
    return [name for name in of_configs if name != _DEFAULT and ":" not in name]


def session_configs() -> dict[str, str]:
    """Return the full names of the session metrics, by config name.

    >>> session_configs()["cp"]
    'wer_lev:cp'
    """
    return {
        full.partition(":")[2]: full
        for full, config in all_configs().items()
        if not config.kind.takes.in_columns
    }


def find_config(metric: str, config: str | None = None) -> tuple[str, str, Config]:
    """Find a config by its metric's name and its own.

    Args:
        metric: a metric's name, ``"NAME:CONFIG"``, or the name of a config alone, ``"cer"``.
        config: a config's name, if ``metric`` does not include it; ``None``: the metric's default.

    Returns:
        The metric's name, the config's name, and the config.

    Raises:
        InputError: for an unknown name (the error suggests the nearest known one), and if both
            arguments name a config.

    >>> find_config("wer_lev:cer")[:2], find_config("anls")[:2]
    (('wer_lev', 'cer'), ('anls', 'default'))
    >>> find_config("cer")[:2], find_config("openasr:de")[:2]
    (('wer_lev', 'cer'), ('wer_lev', 'openasr:de'))
    >>> find_config("wer_lev:openasr:en")[1]
    'openasr'

    """
    are_names = {type(metric), type(config)} <= {str, type(None)}
    find = _found if are_names else _find  # other types are refused, and may be no cache keys
    return find((Registry.all_changes, *sys.path), metric, config)


def _find(
    _changes: tuple[int | str, ...], metric: object, config: object
) -> tuple[str, str, Config]:
    """Return what :func:`find_config` does, until something is registered or installed."""
    name, colon, given = _parts(metric)
    if colon and config not in (None, given):
        raise InputError("metric.two_configs", metric=metric, config=config)
    chosen = given if colon else config
    for wing in _wings(name):
        configs: Mapping[str, Config] = wing.configs(name)
        if chosen in (None, _DEFAULT):
            chosen = next(iter(configs))
        if (known := _name_among(configs, chosen)) is not None:
            return name, known, configs[known]
    return name, str(chosen), lookup(configs_of(name), chosen, "config")


_found = lru_cache(maxsize=256)(_find)
_DEFAULT = "default"  # in any metric the name of its first config, which has no short name


def _name_among(configs: Mapping[str, Config], name: object) -> str | None:
    """Return the name of the config that has this name or alias, if there is one."""
    if isinstance(name, str) and name in configs:
        return name
    return next((known for known, one in configs.items() if name in one.aliases), None)


def _parts(metric: object) -> tuple[str, str, str]:
    """Return the name of a metric, and where a config is named too, a colon and its name.

    Raises:
        InputError: for the name of no metric, no config and no metric of another package.

    """
    head, colon, config = metric.partition(":") if isinstance(metric, str) else ("", "", "")
    if head in METRICS:
        return head, colon, config
    for owner in METRICS if head != _DEFAULT else ():
        if any(_name_among(wing.configs(owner), head) for wing in _wings(owner)):
            return owner, ":", str(metric)
    if head in plugin_names():
        return head, colon, config
    raise unknown_name([*metric_names(), *short_names()], head or metric, "metric")


def _fixed_option(metric: str, config: str, option: str) -> InputError:
    """Return the error for an option that a config fixes, naming a config that takes it."""
    configs = configs_of(metric)
    value = configs[config].fixed[option]
    fields = {"metric": f"{metric}:{config}", "option": option, "value": value}
    for other, taking in configs.items():
        if option in taking.option_names():
            another = f"{metric}:{other}"
            return InputError("metric.fixed_option_of_another", **fields, other_metric=another)
    return InputError("metric.fixed_option", **fields)


def label_of(metric: str, key: str) -> Label:
    """Return how a stored score is named and written.

    Args:
        metric: the full name of its metric.
        key: the key of the score, from which the label of an unknown metric is made.

    >>> label_of("wer_lev:cer", "cer").name.short, label_of("theirs:own", "own_rate").name.short
    ('CER', 'own rate')

    """
    try:
        return find_config(metric)[2].label
    except InputError:
        return label_of_key(key)


_OF_A_FILE = re.compile("|".join(f"{kind}:" for kind in OF_FILES))
# The types of options that are cache keys: not a caller's own objects, nor the rules of a file,
# which may change.
_PLAIN = {str, bool, int, float, type(None)}


def get_metric(
    metric: str,
    config: str | None = None,
    *,
    caller: str = "score",
    others: Sequence[str] = (),
    options: Mapping[str, Any],
) -> Metric[Any]:
    """Return a metric with checked options; the same options give the same object.

    Args:
        metric: a metric's name, ``"NAME:CONFIG"``, or the short name of a config, ``"cer"``.
        config: a config's name, if ``metric`` does not include it.
        caller: the name of the function that received the options, for messages.
        others: the names of that function's own options, for messages.
        options: the metric's options, by name.

    Raises:
        InputError: for unknown names and options, and for invalid values of options.

    >>> get_metric("cer", options={"normalizer": "lower"}).signature().split("|")[0]
    'metric:wer_lev'

    """
    found = find_config(metric, config)
    is_plain = _PLAIN.issuperset(map(type, options.values()))
    normalizer = options.get("normalizer")
    if not is_plain or (normalizer and _OF_A_FILE.search(str(normalizer))):
        return _new_metric((), found, caller, tuple(others), **options)
    registered = NORMALIZERS.changes, TOKENIZERS.changes, RATES.changes
    return _kept_metric(registered, found, caller, tuple(others), **options)


def _new_metric(
    _registered: tuple[int, ...],
    found: tuple[str, str, Config],
    caller: str,
    others: tuple[str, ...],
    /,
    **options: Any,
) -> Metric[Any]:
    name, config_name, chosen = found
    known = chosen.option_names()
    if options.get("tokenizer", "") is None:  # the default
        del options["tokenizer"]
    for option, value in options.items():
        if option in chosen.fixed and value != chosen.fixed[option]:
            raise _fixed_option(name, config_name, option)
        if option not in known and option not in chosen.fixed:
            raise unknown_name([*known, *others], option, f"option of {caller}")
    if chosen.tokenizer is not None and options.get("tokenizer") is None:
        options["tokenizer"] = chosen.tokenizer
    made = chosen.kind(**{**options, **chosen.fixed})
    of_words = isinstance(made.settings.get("tokenizer"), (WordTokenizer, WhitespaceTokenizer))
    if chosen.tokenizer == "char" and of_words:  # whose rate is a word error rate
        raise InputError("metric.tokenizer_of_words", tokenizer=str(options["tokenizer"]))
    return made.called(name, config_name, chosen.key)


_kept_metric = lru_cache(maxsize=64, typed=True)(_new_metric)

"""Metrics by name, with their options: ``"wer_lev:cer"``, ``"anls:docvqa"``, ``"cer"``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from levmetrics.core.metric import Metric
from levmetrics.core.sample_kind import TEXTS, SampleKind
from levmetrics.error_rates.error_rate_metric import ErrorRateMetric
from levmetrics.error_rates.formatting import FormattingMetric
from levmetrics.error_rates.keywords import KeywordMetric
from levmetrics.error_rates.leaderboard import LeaderboardMetric
from levmetrics.error_rates.readings import ReadingMetric
from levmetrics.errors import InputError, unknown_name
from levmetrics.meetings.diarization_metric import DiarizationMetric, JaccardMetric
from levmetrics.meetings.pairing import SessionRule
from levmetrics.meetings.session_metric import (
    SessionMetric,
    SpeakerMetric,
    TimedSessionMetric,
)
from levmetrics.normalizers import NORMALIZERS, list_normalizers
from levmetrics.normalizers.replacements import OF_FILES
from levmetrics.pages.page_metrics import BagMetric, FlexibleMetric, OrderMetric
from levmetrics.records.record_metric import DocubenchMetric, DonutMetric, RecordMetric
from levmetrics.registry import lookup
from levmetrics.rendering.labels import Label, label_of_key
from levmetrics.scores.error_counts import RATES
from levmetrics.similarity.anls_rules import RULES
from levmetrics.similarity.similarity_metric import class_of
from levmetrics.tokenizers import TOKENIZERS, WhitespaceTokenizer, WordTokenizer


@dataclass(frozen=True)
class Config:
    """One config of a metric.

    Attributes:
        title: the label in lists of choices.
        kind: the class of the metric; its keyword arguments are the options.
        key: the key of the main score in a result.
        fixed: the options that define the config.
        tokenizer: the default tokenizer; ``None``: the class's own default.
        required: the options without a default.

    """

    title: str
    kind: type[Metric[Any]]
    key: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    tokenizer: str | None = None
    required: tuple[str, ...] = ()

    def option_names(self) -> list[str]:
        """Return the names of the options that a caller may give."""
        # Configs do not take token ids, so they need no padding id.
        left_out = {"ignore_index", *self.fixed}
        return [name for name in _signature(self.kind).parameters if name not in left_out]

    @property
    def label(self) -> Label:
        """How the score is named and written."""
        return self.kind.label_of(self.key)

    @property
    def nested(self) -> bool:
        """Whether the metric takes nested values, not only texts."""
        return self.kind.takes is not TEXTS


_ENGLISH = "openasr"
_signature = cache(inspect.signature)


def _anls_configs() -> dict[str, Config]:
    return {
        **{
            name: Config(f"ANLS: {rule.title}", class_of(name), "anls", fixed={"rule": name})
            for name, rule in RULES.items()
        },
        "record": Config("Records by type (ANLS*, F1)", RecordMetric, "record_anls"),
        "donut": Config("Records by donut's rule (nTED, F1)", DonutMetric, "nted_accuracy"),
        "docubench": Config(
            "Records by DocuBench's rule",
            DocubenchMetric,
            "docubench_score",
            required=("schema",),
        ),
    }


def _error_rate_configs() -> dict[str, Config]:
    return {
        "wer": Config("WER: words (単語)", ErrorRateMetric, "wer"),
        "cer": Config("CER: characters (文字)", ErrorRateMetric, "cer", tokenizer="char"),
        "ja": Config("WER: Japanese words (MeCab)", ErrorRateMetric, "wer", tokenizer="mecab"),
        "mixed": Config(
            "Mixed error rate: characters of unspaced scripts, words of others",
            ErrorRateMetric,
            "mixed_error_rate",
            tokenizer="mixed",
        ),
        _ENGLISH: Config(
            "WER of the Open ASR Leaderboard, English",
            LeaderboardMetric,
            "wer",
            fixed={"normalizer": "openasr:english", "compounds": "merge"},
        ),
        **{
            f"{_ENGLISH}:{language}": Config(
                f"WER of the Open ASR Leaderboard, {language}",
                LeaderboardMetric,
                "wer",
                fixed={"normalizer": name, "compounds": "join"},
            )
            for name in list_normalizers()
            if (language := name.removeprefix("openasr:multilingual:")) != name
        },
        "formatted": Config(
            "WER with case and punctuation (大文字・句読点)", FormattingMetric, "formatted_wer"
        ),
        "reading": Config("CER and CER of readings (よみ)", ReadingMetric, "reading_cer"),
        "keywords": Config(
            "WER of keywords (キーワード)", KeywordMetric, "keyword_wer", required=("keywords",)
        ),
        "order": Config("CER of pages, and its part by reading order", OrderMetric, "page_cer"),
        "bag": Config("Pages as bags of words", BagMetric, "bag_wer"),
        "flexible": Config("Flexible character accuracy of pages", FlexibleMetric, "flexible_cer"),
        **_session_configs(),
    }


_SESSION_TITLES: dict[tuple[str, SessionRule], str] = {
    ("cp", "cp"): "cpWER: sessions, each speaker with one other (会議)",
    ("orc", "orc"): "ORC-WER: sessions, whoever speaks",
    ("mimo", "mimo"): "MIMO-WER: sessions, whoever speaks, in the speakers' order",
    ("dicp", "dicp"): "DI-cpWER: sessions, whatever speaker was found",
    ("tcp", "cp"): "tcpWER: cpWER with times",
    ("tcorc", "orc"): "tcORC-WER: ORC-WER with times",
    ("tcmimo", "mimo"): "tcMIMO-WER: MIMO-WER with times",
    ("ditcp", "dicp"): "DI-tcpWER: DI-cpWER with times",
}


def _session_configs() -> dict[str, Config]:
    configs = {}
    for (name, rule), title in _SESSION_TITLES.items():
        kind: type[SessionMetric] = TimedSessionMetric if "tc" in name else SessionMetric
        if name == "cp":
            kind = SpeakerMetric
        key, fixed = f"{name}_wer", {"rule": rule, "search": "exact"}
        configs[name] = Config(title, kind, key, fixed=fixed)
        if rule in ("orc", "dicp"):
            greedy = {**fixed, "search": "greedy"}
            configs[f"greedy_{name}"] = Config(f"{title}; a greedy search", kind, key, fixed=greedy)
    return configs


def _diarization_configs() -> dict[str, Config]:
    return {
        "der": Config("Diarization error rate of sessions", DiarizationMetric, "der"),
        "jer": Config("Jaccard error rate of sessions", JaccardMetric, "jer"),
    }


METRICS: dict[str, Callable[[], Mapping[str, Config]]] = {
    "wer_lev": _error_rate_configs,
    "anls": _anls_configs,
    "diarization": _diarization_configs,
}
"""The function that returns the configs of each metric, the default one first."""


# The configs that have a short name of their own.
_SHORT_NAMES = {
    **dict.fromkeys(
        (
            *("wer", "cer", "ja", "mixed", _ENGLISH, "formatted", "reading", "keywords"),
            *("order", "bag", "flexible"),
            *_session_configs(),
        ),
        "wer_lev",
    ),
    **dict.fromkeys(("stvqa", "docvqa", "star", "record", "donut", "docubench"), "anls"),
    **dict.fromkeys(_diarization_configs(), "diarization"),
}


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
    return _configs(lookup(METRICS, metric, "metric"), NORMALIZERS.changes, RULES.changes)


@cache
def _configs(made_by: Callable[[], Mapping[str, Config]], *_changes: int) -> Mapping[str, Config]:
    """Return the configs of a metric, cached until something is registered."""
    return made_by()


def list_metrics() -> list[str]:
    """Return the names of all metrics with their configs, as ``score`` takes them.

    >>> list_metrics()[:3]
    ['wer_lev:wer', 'wer_lev:cer', 'wer_lev:ja']
    """
    return [f"{metric}:{config}" for metric in METRICS for config in configs_of(metric)]


def session_configs() -> dict[str, str]:
    """Return the full names of the session metrics, by config name.

    >>> session_configs()["cp"]
    'wer_lev:cp'
    """
    return {
        name: f"{metric}:{name}"
        for metric in METRICS
        for name, config in configs_of(metric).items()
        if config.kind.of_sessions
    }


def sample_kinds() -> dict[str, SampleKind]:
    """Return what metrics take as samples, by name.

    >>> list(sample_kinds())
    ['texts', 'sessions', 'values', 'records', 'turns']
    """
    kinds = (config.kind.takes for metric in METRICS for config in configs_of(metric).values())
    return {kind.name: kind for kind in kinds}


def find_config(metric: str, config: str | None = None) -> tuple[str, str, Config]:
    """Find a config by its metric's name and its own.

    Args:
        metric: a metric's name, ``"NAME:CONFIG"``, or the short name of a config, ``"cer"``.
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
    name, colon, given = metric.partition(":") if isinstance(metric, str) else (metric, "", "")
    if name in _SHORT_NAMES:
        name, colon, given = _SHORT_NAMES[name], ":", metric
    elif name not in METRICS:
        raise unknown_name([*METRICS, *_SHORT_NAMES], name, "metric")
    configs = configs_of(name)
    if colon and config not in (None, given):
        raise InputError("metric.two_configs", metric=metric, config=config)
    chosen = given if colon else config
    if chosen in (None, "default"):
        chosen = next(iter(configs))
    if chosen == f"{_ENGLISH}:en":  # named as the configs of the other languages
        chosen = _ENGLISH
    return name, str(chosen), lookup(configs, chosen, "config")


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
    asked = (metric, config, caller, tuple(others))
    is_plain = _PLAIN.issuperset(map(type, options.values()))
    normalizer = options.get("normalizer")
    if not is_plain or (normalizer and _OF_A_FILE.search(str(normalizer))):
        return _new_metric((), asked, **options)
    registered = NORMALIZERS.changes, TOKENIZERS.changes, RULES.changes, RATES.changes
    return _kept_metric(registered, asked, **options)


def _new_metric(
    _registered: tuple[int, ...], asked: tuple[Any, ...], /, **options: Any
) -> Metric[Any]:
    metric, config, caller, others = asked
    name, config_name, chosen = find_config(metric, config)
    known = chosen.option_names()
    for option in options:
        if option in chosen.fixed:
            raise _fixed_option(name, config_name, option)
        if option not in known:
            raise unknown_name([*known, *others], option, f"option of {caller}")
    if chosen.tokenizer is not None and options.get("tokenizer") is None:
        options["tokenizer"] = chosen.tokenizer
    made = chosen.kind(**options, **chosen.fixed)
    of_words = isinstance(made.tokenizer, (WordTokenizer, WhitespaceTokenizer))
    if chosen.tokenizer == "char" and of_words:  # whose rate is a word error rate
        raise InputError("metric.tokenizer_of_words", tokenizer=str(options["tokenizer"]))
    return made.called(name, config_name, chosen.key)


_kept_metric = lru_cache(maxsize=64, typed=True)(_new_metric)

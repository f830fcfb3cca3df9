"""The metrics by the names that evaluate knows them by, and the configs of each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from levmetrics.errors import InputError, unknown_name
from levmetrics.normalizers import list_normalizers
from levmetrics.registry import Registry, lookup
from levmetrics.scores.anls_rules import RULES
from levmetrics.scores.error_rate_scorer import ErrorRateScorer
from levmetrics.scores.formatting_scorer import FormattingScorer
from levmetrics.scores.keyword_scorer import KeywordScorer
from levmetrics.scores.leaderboard_scorer import LeaderboardScorer
from levmetrics.scores.readings import ReadingScorer
from levmetrics.scores.scorer import Scorer
from levmetrics.scores.similarity_scorer import AnlsScorer


@dataclass(frozen=True)
class Config:
    """One config of a metric.

    Attributes:
        title: as a choice shows it.
        scorer: how it scores; the keyword arguments are its options.
        score: the key of the main score in the result.
        fixed: options that make the config what it is.
        defaults: options that it has where the caller gives none.
        nested: whether it takes nested values, and not texts alone.
        required: the options that every caller must give.

    """

    title: str
    scorer: type[Scorer[Any]]
    score: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    nested: bool = False
    required: tuple[str, ...] = ()

    def option_names(self) -> list[str]:
        """Return the names of the options that a caller may give."""
        # Ids are no input of a config, and need no padding.
        return [
            name
            for name in inspect.signature(self.scorer).parameters
            if name != "ignore_index" and name not in self.fixed
        ]

    def options(
        self, name: str, caller: str, given: Mapping[str, Any], others: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Return all options of the scorer, and refuse unknown ones and those that are fixed.

        Args:
            name: of the metric and the config, for messages: ``"wer_lev:openasr"``.
            caller: what the options were given to, for messages.
            given: by the caller; the tokenizer ``None`` is the config's own.
            others: the caller's own options, for messages.

        Raises:
            InputError: for an option that there is not, or that makes the config what it is.

        """
        known = self.option_names()
        for option in given:
            if option in self.fixed:
                raise _fixed_option(name, option, self.fixed[option])
            if option not in known:
                raise unknown_name([*known, *others], option, f"option of {caller}")
        chosen = {
            option: value
            for option, value in given.items()
            if option != "tokenizer" or value is not None
        }
        return {**self.defaults, **chosen, **self.fixed}


_ENGLISH = "openasr"


def _anls_configs() -> dict[str, Config]:
    return {
        name: Config(
            f"ANLS: {rule.title}", AnlsScorer, "anls", fixed={"variant": name}, nested=rule.nested
        )
        for name, rule in RULES.items()
    }


def _error_rate_configs() -> dict[str, Config]:
    return {
        "wer": Config("WER: words (単語)", ErrorRateScorer, "wer"),
        "cer": Config(
            "CER: characters (文字)", ErrorRateScorer, "cer", defaults={"tokenizer": "char"}
        ),
        "ja": Config(
            "WER: Japanese words (MeCab)", ErrorRateScorer, "wer", defaults={"tokenizer": "mecab"}
        ),
        "mixed": Config(
            "Mixed error rate: characters of unspaced scripts, words of others",
            ErrorRateScorer,
            "mixed_error_rate",
            defaults={"tokenizer": "mixed"},
        ),
        _ENGLISH: Config(
            "WER of the Open ASR Leaderboard, English",
            LeaderboardScorer,
            "wer",
            fixed={"normalizer": "openasr:english", "compounds": "merge"},
        ),
        **{
            f"{_ENGLISH}:{language}": Config(
                f"WER of the Open ASR Leaderboard, {language}",
                LeaderboardScorer,
                "wer",
                fixed={"normalizer": name, "compounds": "join"},
            )
            for name in list_normalizers()
            if (language := name.removeprefix("openasr:multilingual:")) != name
        },
        "formatted": Config(
            "WER with case and punctuation (大文字・句読点)", FormattingScorer, "formatted_wer"
        ),
        "reading": Config("CER and CER of readings (よみ)", ReadingScorer, "reading_cer"),
        "keywords": Config(
            "WER of keywords (キーワード)", KeywordScorer, "keyword_wer", required=("keywords",)
        ),
    }


@dataclass(frozen=True)
class MetricConfigs:
    """A metric with its configs.

    Attributes:
        name: the metric's name.
        description: what it is, in one line.
        configs: returns its configs by name, the default one first.

    """

    name: str
    description: str
    configs: Callable[[], Mapping[str, Config]]


METRICS: Registry[MetricConfigs] = Registry("metric")
METRICS.register(MetricConfigs("wer_lev", "word and character error rates", _error_rate_configs))
METRICS.register(MetricConfigs("anls", "average normalized Levenshtein similarity", _anls_configs))


def _fixed_option(name: str, option: str, value: object) -> InputError:
    """Make the error for an option that a config fixes, with a config that takes it."""
    metric = name.partition(":")[0]
    taking = [
        other for other, config in configs_of(metric).items() if option in config.option_names()
    ]
    remedy = f", or take {metric}:{taking[0]}" if taking else ""
    return InputError(f"{name} fixes {option}={value!r}; leave it out{remedy}")


def configs_of(metric: str) -> Mapping[str, Config]:
    """Return the configs of a metric by name, the default one first.

    Raises:
        InputError: for an unknown metric.

    >>> list(configs_of("anls"))
    ['default', 'stvqa', 'docvqa', 'star']
    >>> [name for name in configs_of("wer_lev") if ":" not in name]
    ['wer', 'cer', 'ja', 'mixed', 'openasr', 'formatted', 'reading', 'keywords']

    """
    return METRICS.lookup(metric).configs()


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
    >>> find_config("wer_lev:openasr:en")[1]
    'openasr'

    """
    name, colon, given = metric.partition(":") if isinstance(metric, str) else (metric, "", "")
    configs = configs_of(name)
    if colon and config not in (None, given):
        raise InputError(f"metric is {metric!r}, but config is {config!r}; give one of them")
    chosen = given if colon else config
    if chosen in (None, "default"):
        chosen = next(iter(configs))
    if chosen == f"{_ENGLISH}:en":  # as those of the other languages are named
        chosen = _ENGLISH
    return name, str(chosen), lookup(configs, chosen, "config")

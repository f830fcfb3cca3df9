"""The names of error rates of texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from levmetrics.core.config import Config
from levmetrics.core.metric import Metric
from levmetrics.error_rates.error_rate_metric import (
    CharErrorRateMetric,
    ErrorRateMetric,
    TokenErrorRateMetric,
)
from levmetrics.normalizers import NORMALIZERS, list_normalizers

# What makes the metrics of functions and of torchmetrics classes.
MAKERS: Mapping[str, Callable[..., Metric[Any]]] = {
    "error_rates": ErrorRateMetric,
    "word_error_rate": TokenErrorRateMetric,
    "character_error_rate": CharErrorRateMetric,
}
# Metrics whose modules are imported when one is made.
_FORMATTED = f"{__package__}.formatting.FormattingMetric"
_KEYWORDS = f"{__package__}.keywords.KeywordMetric"
_LEADERBOARD = f"{__package__}.leaderboard.LeaderboardMetric"
_READING = f"{__package__}.readings.ReadingMetric"
_ENGLISH = "openasr"
_MULTILINGUAL = "openasr:multilingual:"  # the beginning of the normalizers of other languages


def configs() -> Mapping[str, Config]:
    """Return the configs of the error rates of texts by name, the default one first.

    >>> [*configs()][:5]
    ['wer', 'cer', 'ja', 'mixed', 'openasr']
    """
    return _configs(NORMALIZERS.changes)


@lru_cache(maxsize=1)
def _configs(_changes: int) -> Mapping[str, Config]:
    """Return the configs, cached until a normalizer is registered."""
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
            _LEADERBOARD,
            "wer",
            fixed={"normalizer": "openasr:english", "compounds": "merge"},
        ),
        **{
            f"{_ENGLISH}:{language}": Config(
                f"WER of the Open ASR Leaderboard, {language}",
                _LEADERBOARD,
                "wer",
                fixed={"normalizer": name, "compounds": "join"},
            )
            for name in list_normalizers()
            if (language := name.removeprefix(_MULTILINGUAL)) != name
        },
        "formatted": Config(
            "WER with case and punctuation (大文字・句読点)", _FORMATTED, "formatted_wer"
        ),
        "reading": Config("CER and CER of readings (よみ)", _READING, "reading_cer"),
        "keywords": Config(
            "WER of keywords (キーワード)", _KEYWORDS, "keyword_wer", required=("keywords",)
        ),
    }

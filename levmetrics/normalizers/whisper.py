"""Whisper's normalizers, by which its paper and most leaderboards of speech recognition score.

Source: Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision", 2022, appendix
C. The rules are those of ``transformers``. Its table of British spellings is a download from the
Hub; the same table is in the package ``whisper_normalizer``, whose own rules are others: they turn
every "cause" into "because".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from levmetrics.extras import needed_by
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer
from levmetrics.normalizers.part_by_part import PARTS_OF_PHRASES, PartByPart, has_brackets

_EXTRA = "whisper"
_MARKUP = "</span>"  # of a page that the table was once taken from; OpenAI's has lost it since


@cache
def _load_basic() -> Callable[[str], str]:
    with needed_by("the normalizer 'whisper:basic'", _EXTRA):
        from transformers.models.whisper.english_normalizer import BasicTextNormalizer
    return BasicTextNormalizer()


@cache
def _load_english() -> PartByPart:
    with needed_by("the normalizer 'whisper:english'", _EXTRA):
        from transformers.models.whisper.english_normalizer import EnglishTextNormalizer

        table = files("whisper_normalizer") / "normalizers" / "english.json"
    spellings = json.loads(table.read_text("utf-8").replace(_MARKUP, ""))
    rules: Any = EnglishTextNormalizer(spellings)  # type: ignore[no-untyped-call]
    joining = {*PARTS_OF_PHRASES, *rules.standardize_numbers.words}
    changing = re.compile("|".join([rules.ignore_patterns, *rules.replacers]))

    def stands_alone(word: str) -> bool:
        return word not in joining and changing.search(word) is None

    return PartByPart(rules, stands_alone)


def _basic(text: str) -> str:
    return _load_basic()(text)


def _english(text: str) -> str:
    return _load_english()(text)


def _english_context(text: str) -> bool:
    return _load_english().has_context(text)


NORMALIZERS.register(
    Normalizer(
        "whisper:basic",
        _basic,
        load=_load_basic,
        packages=("transformers",),
        context=has_brackets,
        description="Whisper's for languages but English: lower case, without brackets and what is "
        "in them, punctuation, symbols, and marks; those of Hindi, Thai or Tamil are vowels: take "
        "'marks' there",
    )
)
NORMALIZERS.register(
    Normalizer(
        "whisper:english",
        _english,
        load=_load_english,
        packages=("transformers", "whisper_normalizer"),
        context=_english_context,
        description="Whisper's for English: contractions, titles, numbers and British spellings to "
        "one form, without fillers, brackets and punctuation",
    )
)

"""The Open ASR Leaderboard's normalizers, whose rules its tables are computed by.

Source: Srivastav et al., "Open ASR Leaderboard: Towards Reproducible and Transparent Multilingual
and Long-Form Speech Recognition Evaluation", 2025, and ``normalizer/`` of
huggingface/open_asr_leaderboard: ``normalizer.py`` in the version of RULES,
``english_abbreviations.py`` at 30df8c9, and ``data_utils.py`` at db339ac. The rules have changed
from month to month, and so have the scores.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache, partial
from typing import Any

from levmetrics.extras import needed_by
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer
from levmetrics.normalizers.openasr_rules import english, spellings, stands_alone
from levmetrics.normalizers.symbols import (
    PartByPart,
    has_brackets,
    without_brackets,
    words_with_marks,
)

RULES = "normalizer.py-72daef9"
"""The leaderboard's file of rules, by the hash of its content (``git hash-object``)."""

LANGUAGES = {
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "nl": "Dutch",
    "pt": "Portuguese",
}
"""The languages of the leaderboard's multilingual tables whose numbers are written out."""

_EXTRA = "openasr"
_REMEMBERED_NUMBERS = 2**14
_english_parts = PartByPart(english, stands_alone)


def multilingual(text: str) -> str:
    """Normalize one text of any language.

    >>> multilingual("Größe: 10 000 [Lachen], Ça va?")
    'größe 10 000 ça va'
    """
    return words_with_marks(without_brackets(text.lower()))


def multilingual_with_numbers(text: str, language: str) -> str:
    """Normalize one text of a language, and write its numbers out.

    >>> multilingual_with_numbers("Über 10 000 Bäume!", "de")
    'über zehntausend bäume'
    """
    text = re.sub(r"(\d)\s+(\d{3})\b", r"\1\2", multilingual(text))
    return re.sub(r"\d+", lambda digits: _in_words(digits[0], language), text)


def _may_have_context(text: str) -> bool:
    return has_brackets(text) or re.search(r"\d", unicodedata.normalize("NFKC", text)) is not None


def _english(text: str) -> str:
    return _english_parts(text)


def _english_context(text: str) -> bool:
    return _english_parts.has_context(text)


@lru_cache(_REMEMBERED_NUMBERS)
def _in_words(digits: str, language: str) -> str:
    try:
        return str(_load_numbers().num2words(int(digits), lang=language))
    except Exception:  # of more digits than its words of the language reach: each its own
        return digits


@cache
def _load_numbers() -> Any:
    with needed_by("the normalizer 'openasr:multilingual' of a language", _EXTRA):
        import num2words
    return num2words


NORMALIZERS.register(
    Normalizer(
        "openasr:english",
        _english,
        load=spellings,
        packages=("whisper_normalizer",),
        rules=RULES,
        context=_english_context,
        description="the Open ASR Leaderboard's for English: Whisper's, and times of day, names, "
        "acronyms and more hesitations to one form",
    )
)
NORMALIZERS.register(
    Normalizer(
        "openasr:multilingual",
        multilingual,
        rules=RULES,
        context=has_brackets,
        description="the Open ASR Leaderboard's for other languages: lower case, without brackets "
        "and what is in them, punctuation and symbols; marks stay",
    )
)
for _code, _language in LANGUAGES.items():
    NORMALIZERS.register(
        Normalizer(
            f"openasr:multilingual:{_code}",
            partial(multilingual_with_numbers, language=_code),
            load=_load_numbers,
            packages=("num2words",),
            rules=RULES,
            context=_may_have_context,
            description=f"the same for {_language}, with numbers written out",
        )
    )

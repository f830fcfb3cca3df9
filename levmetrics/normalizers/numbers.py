"""Numbers in words to figures, in languages that write spaces: by the package text2num.

"twenty one" is 21, "twenty-first" is 21st, "three point five" is 3.5; what is no number in words
stays, but for the commas of English figures (1,000). Years in pairs remain pairs ("nineteen eighty
four" is "19 84"), what mixes words and figures remains two numbers ("3 hundred" is "3 100"), and
text2num takes the plural for the singular ("hundreds" is 100).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from levmetrics.extras import needed_by
from levmetrics.normalizers.distinct import of_distinct
from levmetrics.normalizers.figures import ungrouped
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer

_LANGUAGES = {
    "da": "Danish",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "nl": "Dutch",
    "pt": "Portuguese",
}


@cache
def _load(normalizer: str) -> Callable[..., str]:
    with needed_by(f"the normalizer '{normalizer}'", "numbers"):
        from text_to_num import alpha2digit
    in_figures: Callable[..., str] = alpha2digit
    return in_figures


def _numbers(language: str, text: str) -> str:
    # Single small numbers too, which text2num leaves in words unless it is asked.
    return _load(_named(language))(text, language, threshold=0)


def _english(text: str) -> str:
    return _numbers("en", ungrouped(text))


def _named(language: str) -> str:
    return f"numbers:{language}"


for _language, _name in _LANGUAGES.items():
    _function = _english if _language == "en" else partial(_numbers, _language)
    NORMALIZERS.register(
        Normalizer(
            _named(_language),
            _function,
            partial(of_distinct, _function),
            arrow_is_for_ascii=False,
            load=partial(_load, _named(_language)),
            packages=("text2num",),
            description=f"{_name} numbers in words to figures, by text2num",
        )
    )

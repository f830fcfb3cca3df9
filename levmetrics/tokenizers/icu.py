"""Words of every script by ICU, which has dictionaries of Thai, Lao, Khmer, Burmese and Han."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version

import regex

from levmetrics.tokenizers.plain import EAST_ASIAN, SOUTH_EAST_ASIAN
from levmetrics.tokenizers.tokenizer import TOKENIZERS, TokenizerFacts, WordTokenizer, require

_PACKAGES = "icu4py"
_LOCALE = "root"  # the rules and dictionaries that all languages share
_EAST_ASIAN_OR_RUN = regex.compile(
    rf"(?=[{EAST_ASIAN}])\X|(?P<run>(?={SOUTH_EAST_ASIAN})(?:(?=\p{{Line_Break=Complex_Context}})\X)+)",
    flags=regex.V1,
)


@dataclass(frozen=True, repr=False)
class IcuTokenizer(WordTokenizer):
    """Words as ICU finds them, with punctuation apart.

    Raises:
        ImportError: if icu4py is not installed.

    Source: Unicode Standard Annex #29, "Unicode Text Segmentation", words, with ICU's dictionaries
    (https://unicode-org.github.io/icu/userguide/boundaryanalysis/).

    >>> IcuTokenizer()("สวัสดีชาวโลก, don't!")
    ['สวัสดี', 'ชาว', 'โลก', ',', "don't", '!']

    """

    holds_lock = False  # it holds the GIL, but is faster than the start of processes

    def __post_init__(self) -> None:
        _breaker("icu")

    def spaced(self, text: str) -> str:
        """Return the text with spaces between its words."""
        return " ".join(_breaker("icu")(text, _LOCALE))

    def __repr__(self) -> str:
        return f"icu[{_versions()}]"


@dataclass(frozen=True, repr=False)
class MixedIcuTokenizer(WordTokenizer):
    """Each Han, kana or Hangul character by itself, ICU's words of Thai, Lao, Khmer and Burmese.

    Everything else is split at white space, as by ``mixed``, from which it differs in having words
    where that has characters.

    Raises:
        ImportError: if icu4py is not installed.

    >>> MixedIcuTokenizer()("我 said สวัสดีชาวโลก!")
    ['我', 'said', 'สวัสดี', 'ชาว', 'โลก', '!']

    """

    holds_lock = False  # it holds the GIL, but is faster than the start of processes

    def __post_init__(self) -> None:
        _breaker("mixed:icu")

    def spaced(self, text: str) -> str:
        """Return the text with spaces around characters and words."""
        spaced: str = _EAST_ASIAN_OR_RUN.sub(_apart, text)
        return spaced

    def __repr__(self) -> str:
        return f"mixed:icu[{_versions()},regex-{regex.__version__}]"


def _apart(found: regex.Match[str]) -> str:
    words = " ".join(_breaker("mixed:icu")(found[0], _LOCALE)) if found["run"] else found[0]
    return f" {words} "


@functools.cache
def _breaker(tokenizer: str) -> Callable[[str, str], Iterable[str]]:
    require("icu4py", tokenizer, _PACKAGES)
    breaker: Callable[[str, str], Iterable[str]] = import_module("icu4py.breakers").WordBreaker
    return breaker


def _versions() -> str:
    return f"icu4py-{version('icu4py')},icu-{import_module('icu4py').icu_version}"


for _name, _make, _summary in (
    ("icu", IcuTokenizer, "words by ICU, punctuation apart"),
    (
        "mixed:icu",
        MixedIcuTokenizer,
        "as mixed, with ICU's words of Thai, Lao, Khmer, Burmese instead of characters",
    ),
):
    TOKENIZERS.register(TokenizerFacts(_name, _make, _summary, extra="icu", packages=_PACKAGES))

"""Words of every script by ICU, which has dictionaries for Thai, Lao, Khmer, Burmese and Han."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from levmetrics.lazy import regex
from levmetrics.signature import version
from levmetrics.tokenizers.plain import EAST_ASIAN, SOUTH_EAST_ASIAN
from levmetrics.tokenizers.tokenizer import WordTokenizer, built_in, require

_LOCALE = "root"  # the rules and dictionaries shared by all languages
_EAST_ASIAN_OR_RUN = regex.compile(
    rf"(?=[{EAST_ASIAN}])\X|(?P<run>(?={SOUTH_EAST_ASIAN})(?:(?=\p{{Line_Break=Complex_Context}})\X)+)",
    flags=regex.V1,
)


@dataclass(frozen=True, repr=False)
class IcuTokenizer(WordTokenizer):
    """Words as ICU finds them, with punctuation as separate tokens.

    Raises:
        ImportError: if icu4py is not installed.

    Source: Unicode Standard Annex #29, "Unicode Text Segmentation", words, with ICU's dictionaries
    (https://unicode-org.github.io/icu/userguide/boundaryanalysis/).

    >>> IcuTokenizer()("สวัสดีชาวโลก, don't!")
    ['สวัสดี', 'ชาว', 'โลก', ',', "don't", '!']

    """

    uses_processes = False  # it takes less time than they take to start
    name: ClassVar[str] = "icu"

    def __post_init__(self) -> None:
        _breaker(self.name)

    def spaced(self, text: str) -> str:
        """Return the text with spaces between its words."""
        return " ".join(_breaker(self.name)(text, _LOCALE))

    def __repr__(self) -> str:
        icu = import_module("icu4py").icu_version
        return f"{self.name}[icu4py-{version('icu4py')},icu-{icu}{self.further()}]"

    def further(self) -> str:
        """Return the further versions for the signature."""
        return ""


class MixedIcuTokenizer(IcuTokenizer):
    """Single Han, kana and Hangul characters, and ICU's words for Thai, Lao, Khmer and Burmese.

    Everything else is split at white space. ``mixed`` has characters where this tokenizer has
    words.

    Raises:
        ImportError: if icu4py is not installed.

    >>> MixedIcuTokenizer()("我 said สวัสดีชาวโลก!")
    ['我', 'said', 'สวัสดี', 'ชาว', 'โลก', '!']

    """

    name = "mixed:icu"

    def further(self) -> str:
        """Return the version of the package that finds characters, too."""
        return f",regex-{regex.__version__}"

    def spaced(self, text: str) -> str:
        """Return the text with spaces around characters and words."""
        spaced: str = _EAST_ASIAN_OR_RUN.sub(self._apart, text)
        return spaced

    def _apart(self, found: regex.Match[str]) -> str:
        return f" {super().spaced(found[0]) if found['run'] else found[0]} "


@functools.cache
def _breaker(tokenizer: str) -> Callable[[str, str], Iterable[str]]:
    require("icu4py", tokenizer)
    breaker: Callable[[str, str], Iterable[str]] = import_module("icu4py.breakers").WordBreaker
    return breaker


for _make in (IcuTokenizer, MixedIcuTokenizer):
    built_in(_make.name, _make)

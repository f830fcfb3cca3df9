"""English numbers in words to digits, as the Open ASR Leaderboard reads them.

Source: ``normalizer/normalizer.py`` of huggingface/open_asr_leaderboard. The rules are Whisper's
but for "oh", which is a zero only where more digits follow.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from levmetrics.errors import InputError
from levmetrics.extras import needed_by

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"[-+£€$¢]?\d+(?:\.\d+)?")
_INTERJECTION = "oh "  # with a space, which no word has


@cache
def number_rules() -> Any:
    """Return Whisper's rules for numbers, which read interjections as words.

    Raises:
        ImportError: without the package that has them, with the line that installs it.

    """
    with needed_by("the normalizer 'openasr:english'", "openasr"):
        from whisper_normalizer.english import EnglishNumberNormalizer

    class Rules(EnglishNumberNormalizer):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            # To words before it, it is the zero that it may be; by itself, a suffix of nothing.
            self.suffixers[_INTERJECTION] = {}
            self.decimals.add(_INTERJECTION)
            self.words.add(_INTERJECTION)

        def process_words(self, words: list[str]) -> Iterator[str]:
            if "oh" in words:
                words = _with_interjections(words)
            return (word.rstrip() for word in super().process_words(words))

    return Rules()


def numbers_in_digits(text: str) -> str:
    """Write the numbers of a text in lower case in digits.

    Raises:
        InputError: for an integer of more digits than Python reads.

    >>> numbers_in_digits("twenty one dollars and five cents oh two and a half")
    '$21.05 oh 2.5'
    """
    try:
        digits: str = number_rules()(text)
    except AssertionError:  # of an integer that Python does not read
        most = sys.get_int_max_str_digits()
        raise InputError("normalizer.long_integer", most=most) from None
    return digits


def _with_interjections(words: list[str]) -> list[str]:
    """Tell each "oh" that is an interjection from those that are a zero."""
    rules = number_rules()

    def is_digit(place: int) -> bool:
        word = words[place] if place < len(words) else ""
        return word in rules.decimals or _DIGITS.fullmatch(word) is not None

    read: list[str] = []
    for place, word in enumerate(words):
        two_before, before = ["", "", *read][-2:]
        is_zero = before in ("double", "triple") or (
            is_digit(place + 1) and (_goes_on(two_before, before) or is_digit(place + 2))
        )
        read.append(_INTERJECTION if word == "oh" and not is_zero else word)
    return read


def _goes_on(two_before: str, before: str) -> bool:
    """Tell whether a number may go on after two words."""
    rules = number_rules()
    if before == "and":
        return two_before in rules.multipliers
    is_part = before in rules.multipliers or before in rules.decimals - {_INTERJECTION}
    return is_part or before == "point" or _NUMBER.fullmatch(before) is not None

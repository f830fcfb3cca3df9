"""English numbers in words to digits, as the Open ASR Leaderboard reads them.

Source: ``normalizer/normalizer.py`` of huggingface/open_asr_leaderboard. The rules are Whisper's
but for "oh", which is a zero only where more digits follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

_NAMES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS_NAMES = "twenty thirty forty fifty sixty seventy eighty ninety"
_IRREGULAR = {"first": (1, "st"), "second": (2, "nd"), "third": (3, "rd"), "fifth": (5, "th")}
_SCALES = (
    "thousand million billion trillion quadrillion quintillion sextillion septillion octillion "
    "nonillion decillion"
)

ZEROS = ("o", "oh", "zero")
ONES = {name: number for number, name in enumerate(_NAMES.split(), 1)}
TENS = {name: 10 * tens for tens, name in enumerate(_TENS_NAMES.split(), 2)}
_MULTIPLIERS = {"hundred": 100} | {
    name: 1000**power for power, name in enumerate(_SCALES.split(), 1)
}
_ONES_WITH_SUFFIX = (
    {("sixes" if name == "six" else f"{name}s"): (one, "s") for name, one in ONES.items()}
    | {f"{name}{'h' if name[-1] == 't' else 'th'}": (one, "th") for name, one in ONES.items()}
    | _IRREGULAR
    | {"zeroth": (0, "th"), "twelfth": (12, "th")}
)
for _no_word in ("oneth", "twoth", "threeth", "fiveth", "twelveth"):
    del _ONES_WITH_SUFFIX[_no_word]
_TENS_WITH_SUFFIX = {
    name.replace("y", ending): (ten, suffix)
    for name, ten in TENS.items()
    for ending, suffix in (("ies", "s"), ("ieth", "th"))
}
_MULTIPLIERS_WITH_SUFFIX = {
    f"{name}{suffix}": (multiplier, suffix)
    for name, multiplier in _MULTIPLIERS.items()
    for suffix in ("s", "th")
}
_SIGNS = {"minus": "-", "negative": "-", "plus": "+", "positive": "+"}
_UNITS = {"pound": "£", "euro": "€", "dollar": "$", "cent": "¢"}
_UNITS |= {f"{name}s": symbol for name, symbol in _UNITS.items()}
_PREFIXES = (*_SIGNS.values(), *_UNITS.values())
_REPEATS = {"double": 2, "triple": 3}
_DECIMALS = {*ZEROS, *ONES, *TENS}
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_WHOLE_DIGITS = re.compile(r"\d+")
_HALF = re.compile(r"\band\s+a\s+half\b")

_Value = int | str
"""A number that may go on: an integer, or digits as they were said one after the other."""


class _Reading:
    """A sentence being read: what is written of it already, and the number that may go on."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.written: list[str] = []
        self.prefix = ""
        self.value: _Value | None = None
        self.at = 0

    def run(self) -> list[str]:
        """Read all words."""
        while self.at < len(self.words):
            word = self.word(0)
            if _DIGITS.fullmatch(word[1:] if word[0] in _PREFIXES else word):
                self.digits(word)
            else:
                _READERS.get(word, _Reading.other)(self, word)
            self.at += 1
        self.finish()
        return self.written

    def word(self, distance: int) -> str:
        """Return the word so many after this one; none there is the empty string."""
        at = self.at + distance
        return self.words[at] if 0 <= at < len(self.words) else ""

    def write(self, word: _Value) -> None:
        """Write a word or number, after the sign or unit that was said of it."""
        self.written.append(f"{self.prefix}{word}")
        self.prefix, self.value = "", None

    def finish(self) -> None:
        """Write the number that does not go on."""
        if self.value is not None:
            self.write(self.value)

    def other(self, word: str) -> None:
        """Read a word that has no part in numbers here."""
        self.finish()
        self.write(word)

    def append(self, digits: str) -> None:
        """Take digits as further ones of the number; a zero before them is lost."""
        self.value = f"{self.value or ''}{digits}"

    def digits(self, word: str) -> None:
        """Read a number in digits."""
        if isinstance(self.value, str) and self.value.endswith("."):
            self.value += word
            return
        self.finish()
        if word[0] in _PREFIXES:
            self.prefix, word = word[0], word[1:]
        number = Fraction(word)
        self.value = number.numerator if number.denominator == 1 else word

    def zero(self, word: str) -> None:
        """Read a zero, or the interjection "oh"."""
        following = _is_digit(self.word(1)) and (self.value is not None or _is_digit(self.word(2)))
        if word == "oh" and not following:
            self.other(word)
        else:
            self.append("0")

    def with_ones(self, one: int) -> _Value:
        """Return the number with 1 to 19 added, or as further digits."""
        value, before = self.value, self.word(-1)
        if value is None:
            return one
        if isinstance(value, str) and before in TENS and one < 10:
            return f"{value[:-1]}{one}"
        if isinstance(value, str) or before in ONES or value % (10 if one < 10 else 100):
            return f"{value}{one}"
        return value + one

    def with_tens(self, ten: int) -> _Value:
        """Return the number with 20 to 90 added, or as further digits."""
        if self.value is None:
            return ten
        if isinstance(self.value, str) or self.value % 100:
            return f"{self.value}{ten}"
        return self.value + ten

    def multiplied(self, multiplier: int) -> int | None:
        """Return the number times a hundred, thousand and so on; None where that is no integer."""
        if self.value is None:
            return multiplier
        if isinstance(self.value, int):
            thousands, rest = divmod(self.value, 1000)
            return 1000 * thousands + rest * multiplier
        try:
            product = Fraction(self.value) * multiplier
        except ValueError:
            return None
        return product.numerator if product.denominator == 1 else None

    def ones(self, word: str) -> None:
        self.value = self.with_ones(ONES[word])

    def ones_with_suffix(self, word: str) -> None:
        one, suffix = _ONES_WITH_SUFFIX[word]
        self.write(f"{self.with_ones(one)}{suffix}")

    def tens(self, word: str) -> None:
        self.value = self.with_tens(TENS[word])

    def tens_with_suffix(self, word: str) -> None:
        ten, suffix = _TENS_WITH_SUFFIX[word]
        self.write(f"{self.with_tens(ten)}{suffix}")

    def multiplier(self, word: str) -> None:
        product = self.multiplied(_MULTIPLIERS[word])
        if product is None:
            self.finish()
        self.value = _MULTIPLIERS[word] if product is None else product

    def multiplier_with_suffix(self, word: str) -> None:
        multiplier, suffix = _MULTIPLIERS_WITH_SUFFIX[word]
        product = self.multiplied(multiplier)
        if product is None:
            self.finish()
        self.write(f"{multiplier if product is None else product}{suffix}")

    def sign(self, word: str) -> None:
        self.finish()
        if self.number_follows():
            self.prefix = _SIGNS[word]
        else:
            self.write(word)

    def unit(self, word: str) -> None:
        if self.value is None:
            self.write(word)
        else:
            self.prefix = _UNITS[word]
            self.finish()

    def percent(self, word: str) -> None:
        self.write(word if self.value is None else f"{self.value}%")

    def per(self, word: str) -> None:
        if self.value is not None and self.word(1) == "cent":
            self.write(f"{self.value}%")
            self.at += 1
        else:
            self.other(word)

    def conjunction(self, word: str) -> None:
        """Read "and", which is lost within "two hundred and one"."""
        if not self.number_follows() or self.word(-1) not in _MULTIPLIERS:
            self.other(word)

    def repeat(self, word: str) -> None:
        """Read "double" or "triple"."""
        following = self.word(1)
        if following in ONES or following in ZEROS:
            self.append(str(ONES.get(following, 0)) * _REPEATS[word])
            self.at += 1
        else:
            self.other(word)

    def point(self, word: str) -> None:
        """Read "point", which is lost before a word of numbers that is no digit."""
        if not self.number_follows():
            self.other(word)
        elif self.word(1) in _DECIMALS or _DIGITS.fullmatch(self.word(1)):
            self.append(".")

    def number_follows(self) -> bool:
        """Tell whether the next word has a part in numbers."""
        following = self.word(1)
        return following in _READERS or _DIGITS.fullmatch(following) is not None


_READERS: dict[str, Callable[[_Reading, str], None]] = {
    **dict.fromkeys(ZEROS, _Reading.zero),
    **dict.fromkeys(ONES, _Reading.ones),
    **dict.fromkeys(_ONES_WITH_SUFFIX, _Reading.ones_with_suffix),
    **dict.fromkeys(TENS, _Reading.tens),
    **dict.fromkeys(_TENS_WITH_SUFFIX, _Reading.tens_with_suffix),
    **dict.fromkeys(_MULTIPLIERS, _Reading.multiplier),
    **dict.fromkeys(_MULTIPLIERS_WITH_SUFFIX, _Reading.multiplier_with_suffix),
    **dict.fromkeys(_SIGNS, _Reading.sign),
    **dict.fromkeys(_UNITS, _Reading.unit),
    "per": _Reading.per,
    "percent": _Reading.percent,
    "and": _Reading.conjunction,
    **dict.fromkeys(_REPEATS, _Reading.repeat),
    "point": _Reading.point,
}
NUMBER_WORDS = frozenset(_READERS)
"""The words that may have a part in numbers."""


def _is_digit(word: str) -> bool:
    return word in _DECIMALS or _WHOLE_DIGITS.fullmatch(word) is not None


def numbers_in_digits(text: str) -> str:
    """Write the numbers of a text in lower case in digits.

    >>> numbers_in_digits("twenty one dollars and five cents oh two and a half")
    '$21.05 oh 2.5'
    """
    text = _halves(text)
    text = re.sub(r"([a-z])([0-9])", r"\1 \2", text)
    text = re.sub(r"([0-9])([a-z])", r"\1 \2", text)
    text = re.sub(r"([0-9])\s+(st|nd|rd|th|s)\b", r"\1\2", text)
    text = " ".join(_Reading(text.split()).run())
    text = re.sub(r"([€£$])([0-9]+) (?:and )?¢([0-9]{1,2})\b", _with_cents, text)
    text = re.sub(r"[€£$]0.([0-9]{1,2})\b", lambda match: f"¢{int(match[1])}", text)
    return re.sub(r"\b1(s?)\b", r"one\1", text)


def _with_cents(match: re.Match[str]) -> str:
    return f"{match[1]}{match[2]}.{int(match[3]):02d}"


def _halves(text: str) -> str:
    """Write "and a half" as "point five" after a number; it is lost where the text begins."""
    *heads, last = _HALF.split(text)
    parts = []
    for head in heads:
        words = head.split()
        if words:
            numeric = words[-1] in _DECIMALS or words[-1] in _MULTIPLIERS
            parts += [head, "point five" if numeric else "and a half"]
    return " ".join([*parts, last])

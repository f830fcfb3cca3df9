"""The normalizers of the Open ASR Leaderboard, with the rules of its tables.

Source: Srivastav et al., "Open ASR Leaderboard: Towards Reproducible and Transparent Multilingual
and Long-Form Speech Recognition Evaluation", 2025, and ``normalizer/`` of
huggingface/open_asr_leaderboard: ``normalizer.py`` in the version of RULES,
``english_abbreviations.py`` at 30df8c9, and ``data_utils.py`` at db339ac. The rules have changed
from month to month, and the scores with them.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache, partial
from itertools import groupby
from typing import Any

from levmetrics.errors import InputError
from levmetrics.lazy import re, regex
from levmetrics.normalizers.normalizer import built_in
from levmetrics.normalizers.part_by_part import (
    PARTS_OF_PHRASES,
    PartByPart,
    has_brackets,
    without_brackets,
)
from levmetrics.registry import json_in
from levmetrics.system.extras import needed_by

RULES = "normalizer.py-72daef9"
"""The leaderboard's file of rules, by the hash of its content (``git hash-object``)."""

LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")
"""The languages of the leaderboard's multilingual tables, in which numbers are written out."""

_EXTRA = "openasr"
_REMEMBERED_NUMBERS = 2**14

# Words that Whisper's rules lack or have differently. A name is replaced by the one that lists it.
_WORDS = json_in(__package__, "openasr.json")
NAMES = {other: name for name, others in _WORDS["names"].items() for other in others.split()}
_COMPOUNDS: dict[str, str] = _WORDS["compounds"]
_APART = re.compile(rf"\b(?:{'|'.join(_COMPOUNDS)})\b".replace(" ", r"\s+"))

_ADDED = (r"\bkinda\b", r"\bsorta\b", r"\bdunno\b", r"\bcause\b")  # to Whisper's contractions
_IS = re.compile(r"\b(it|he|she|what|that|who|here|there|how|when|where|why|this)'s\b")
_INTERJECTION = "oh "  # with a space, which no word has


@cache
def _whisper() -> Any:
    """Return Whisper's rules for English, changed to read interjections as words, not numbers.

    Raises:
        ImportError: if the rules' package is not installed; the message has the line for pip.

    """
    with needed_by("the normalizer 'openasr:english'", _EXTRA):
        from whisper_normalizer import english as whisper
    rules = whisper.EnglishTextNormalizer()
    numbers = rules.standardize_numbers
    # After other words it is the zero that it may be; by itself, a suffix of nothing.
    numbers.suffixers[_INTERJECTION] = {}
    numbers.decimals.add(_INTERJECTION)
    numbers.words.add(_INTERJECTION)
    return rules


@cache
def _contractions() -> list[tuple[str, re.Pattern[str], str]]:
    """Return Whisper's rules for contractions and titles, each with a string that all matches have.

    "'s" becomes "is" only after some words.
    """
    rules = {
        short: (short.replace(r"\b", ""), re.compile(short), long)
        for short, long in _whisper().replacers.items()
    }
    for other in (*_ADDED, r"'s\b"):
        rules.pop(other, None)
    return [*rules.values(), ("'s", _IS, r"\1 is")]


@cache
def spellings() -> dict[str, str]:
    """Return the leaderboard's American spelling for each British one."""
    whisper = _whisper().standardize_spellings.mapping.items()
    turned: dict[str, str] = _WORDS["spellings"]
    return {word: usual for word, usual in whisper if word not in turned.values()} | turned


@cache
def _usual_words() -> dict[str, str]:
    """Return a word's replacement by the table of spellings, and then by the table of names."""
    return NAMES | {british: NAMES.get(word, word) for british, word in spellings().items()}


_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"[-+£€$¢]?\d+(?:\.\d+)?")


def numbers_in_digits(text: str) -> str:
    """Return a lower-case text with its numbers in digits.

    Raises:
        InputError: for an integer with more digits than Python reads.

    >>> numbers_in_digits("twenty one dollars and five cents oh two and a half")
    '$21.05 oh 2.5'
    """
    rules = _whisper().standardize_numbers
    words = rules.preprocess(text).split()
    if "oh" in words:
        words = _with_interjections(words)
    try:
        read = " ".join(word.rstrip() for word in rules.process_words(words))
    except AssertionError:  # the digits of an integer that Python does not read
        most = sys.get_int_max_str_digits()
        raise InputError("normalizer.long_integer", most=most) from None
    digits: str = rules.postprocess(read)
    return digits


def _with_interjections(words: list[str]) -> list[str]:
    """Return the words with each "oh" marked that is an interjection, not a zero."""
    rules = _whisper().standardize_numbers

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
    """Whether a number may continue after two words."""
    rules = _whisper().standardize_numbers
    if before == "and":
        return two_before in rules.multipliers
    is_part = before in rules.multipliers or before in rules.decimals - {_INTERJECTION}
    return is_part or before == "point" or _NUMBER.fullmatch(before) is not None


_HESITATIONS = (
    "ah-ha|a+h+m*|a+h+a+|e+h+m*|e+m+|e+r+m*|h+a+h+|h+e+h+|h+m+|h+u+h+|m{2,}|m+h+m*|t+s+k+|u+g+h+|"
    "u+h+m*|u+h+u+[hm]*|u+m+h*|ahem|eheh|ehehe|ehr|hmmph|hum|hunh|mhum|mmkay"
)
_HESITATION = re.compile(rf"\b(?:{_HESITATIONS})\b")

_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_RELATIONS = ("past", "after", "to", "before")
_TENS = rf"(?:twenty|thirty|forty|fifty)(?:[\s-]+(?:{_ONES}))?"
_SMALL = rf"(?:[0-9]{{1,2}}|{_TENS}|{_ONES}|{_TEENS}|zero)"
_CLOCK = r"o\s*['’]?\s*clock"
_BEFORE = r"(?<![\w.:])"
_PAST_THE_HOUR = re.compile(
    rf"{_BEFORE}(?:(half)|((?:a\s+)?quarter)|({_SMALL})\s+minutes?)"
    rf"\s+({'|'.join(_RELATIONS)})\s+({_SMALL})(?:\s+{_CLOCK})?\b"
)
_ON_THE_HOUR = re.compile(rf"{_BEFORE}({_SMALL})\s+{_CLOCK}\b")
_TIME = re.compile(r"(?<![\w:./])([01]?[0-9]|2[0-3]):([0-5][0-9])(?![\w:]|\.[0-9])")
_HOURS, _MINUTES = range(24), range(60)

_KEPT = ".%$¢€£"
_OH = re.compile(r"\b(?:o+h+|ooo+)\b")


@cache
def multiword() -> frozenset[str]:
    """Return the words of two letters or more that rules of several words contain."""
    long_forms = (part for part, _, _ in _contractions() if part.isalpha())
    compounds = " ".join(_COMPOUNDS).split()
    of_times = (*_RELATIONS, "quarter", "minute", "minutes", "clock", "oclock")
    numbers = _whisper().standardize_numbers.words
    return frozenset([*numbers, *long_forms, *compounds, *of_times, *PARTS_OF_PHRASES])


def english(text: str) -> str:
    """Normalize one text.

    >>> english("Dr. Smith's 1st talk, at half past two, isn't for twenty-one, um, colours")
    'doctor smith s 1st talk at 2 30 is not for 21 colors'
    """
    from whisper_normalizer.basic import remove_symbols_and_diacritics

    text = without_brackets(text.lower())
    text = _HESITATION.sub("", text)
    text = re.sub(r"(?<!\s)\s+'", "'", text)
    text = _PAST_THE_HOUR.sub(_past_the_hour, text)
    text = _ON_THE_HOUR.sub(_on_the_hour, text)
    text = _TIME.sub(_without_zeros, text)
    for part, short, long in _contractions():
        if part in text:
            text = short.sub(long, text)
    text = re.sub(r"(\d),(\d)", r"\1\2", text)
    text = re.sub(r"\.(?![0-9])", " ", text)
    text = remove_symbols_and_diacritics(text, _KEPT)
    text = _APART.sub(lambda found: _COMPOUNDS[" ".join(found[0].split())], text)
    text = numbers_in_digits(_OH.sub("oh", text))
    text = " ".join(_acronyms([_usual_words().get(word, word) for word in text.split()]))
    text = re.sub(r"[.$¢€£](?![0-9])", " ", text)
    text = re.sub(r"(?<![0-9])%", " ", text)
    return re.sub(r"\s+", " ", text)


def alone(word: str) -> str:
    """Return the result for a word of lower-case ASCII letters; ``""`` if its context may matter.

    >>> [alone(word) for word in ("half", "a", "colour", "ooh", "um")]
    ['', '', 'color', '', '']
    """
    is_sound = _OH.fullmatch(word) or _HESITATION.fullmatch(word)
    stays = len(word) > 1 and word not in multiword() and not is_sound
    return _usual_words().get(word, word) if stays else ""


def _past_the_hour(match: re.Match[str]) -> str:
    half, quarter, minutes, relation, name = match.groups()
    hour = _number(name)
    minute = 30 if half else 15 if quarter else _number(minutes)
    if hour not in _HOURS or minute not in _MINUTES:
        return match[0]
    if minute and relation in ("to", "before"):
        hour = (hour - 2) % 12 + 1 if 1 <= hour <= 12 else (hour - 1) % 24
        minute = 60 - minute
    return f"{hour}:{minute:02d}"


def _on_the_hour(match: re.Match[str]) -> str:
    hour = _number(match[1])
    return f"{hour}:00" if hour in _HOURS else match[0]


def _without_zeros(match: re.Match[str]) -> str:
    hour, minute = int(match[1]), int(match[2])
    return f"{hour}:{minute:02d}" if minute else str(hour)


def _number(name: str) -> int:
    digits = numbers_in_digits(name.replace("-", " "))
    return 1 if digits == "one" else int(digits)


def _acronyms(words: list[str]) -> list[str]:
    """Join letters and digits that stand alone, three or more if "a" or "i" is one of them."""
    joined: list[str] = []
    for single, group in groupby(words, lambda word: len(word) == 1 and word.isalnum()):
        run = list(group)
        fewest = 3 if "a" in run or "i" in run else 2
        joined += ["".join(run)] if single and len(run) >= fewest else run
    return joined


class _Table(dict[int, str]):
    """The replacement of each character, found once, for ``str.translate``."""

    def __init__(self, replacement: Callable[[str], str]) -> None:
        super().__init__()
        self._replacement = replacement

    def __missing__(self, code: int) -> str:
        self[code] = replacement = self._replacement(chr(code))
        return replacement


# Python's Unicode tables say which characters are symbols.
_SPACED = _Table(lambda character: " " if unicodedata.category(character)[0] in "SP" else character)
_IN_WORDS = _Table(lambda character: character if regex.match(r"[\w\s]", character) else "")


def multilingual(text: str) -> str:
    """Normalize one text of any language.

    >>> multilingual("Größe: 10 000 [Lachen], Ça va? नमस्ते")
    'größe 10 000 ça va नमस्ते'
    """
    text = unicodedata.normalize("NFKC", without_brackets(text.lower()))
    return " ".join(text.translate(_SPACED).lower().translate(_IN_WORDS).split())


def multilingual_with_numbers(text: str, language: str) -> str:
    """Normalize one text of a language, and write its numbers out.

    >>> multilingual_with_numbers("Über 10 000 Bäume!", "de")
    'über zehntausend bäume'
    """
    text = re.sub(r"(\d)\s+(\d{3})\b", r"\1\2", multilingual(text))
    return re.sub(r"\d+", lambda digits: _in_words(digits[0], language), text)


_english_parts = PartByPart(english, alone)


def _may_have_context(text: str) -> bool:
    return has_brackets(text) or re.search(r"\d", unicodedata.normalize("NFKC", text)) is not None


def _english(text: str) -> str:
    return _english_parts(text)


def _english_context(text: str) -> bool:
    return _english_parts.has_context(text)


@lru_cache(_REMEMBERED_NUMBERS)
def _in_words(digits: str, language: str) -> str:
    words = _load_numbers().num2words
    try:
        return str(words(int(digits), lang=language))
    except Exception:  # more digits than the language has words for: each digit by itself
        return digits


@cache
def _load_numbers() -> Any:
    with needed_by("the normalizer 'openasr:multilingual' of a language", _EXTRA):
        import num2words
    return num2words


built_in(
    "openasr:english",
    _english,
    load=_whisper,
    packages=("whisper_normalizer",),
    rules=RULES,
    context=_english_context,
)
built_in("openasr:multilingual", multilingual, rules=RULES, context=has_brackets)
for _code in LANGUAGES:
    built_in(
        f"openasr:multilingual:{_code}",
        partial(multilingual_with_numbers, language=_code),
        load=_load_numbers,
        packages=("num2words",),
        rules=RULES,
        context=_may_have_context,
    )

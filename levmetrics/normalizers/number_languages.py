"""The words of numbers by language, and the rules that text2num lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from levmetrics.lazy import regex
from levmetrics.registry import json_in


@dataclass(frozen=True, eq=False)
class Language:
    """The rules of a language that text2num lacks.

    Attributes:
        name: the name of the language, for descriptions.
        two_and_three: the words for 2 and 3, which help to distinguish scales from other numbers.
        conjunction: the conjunction between the parts of a number, or between two numbers.
        between: words that announce two numbers with a conjunction between them.
        joins: whether the conjunction joins two numbers into one, given the first number, the unit
            of its last non-zero figure, and the second number.
        below_scales: the unit up to which the first number may end where it also joins before a
            scale ("two hundred and five thousand" ends in hundreds); 0 if it does not join there.
        half: words that halve a scale after them ("half a million"), which then stays in words.
        and_a_half: words that add a half to the number before them; not "y medio ambiente", and the
            environment.
        half_hours: whether a time of day is said as a number with these words, which then add a
            half only to a scale ("le due e mezzo").
        alone: number words with other senses at least as often, which stay when they are alone.
        never: words that text2num wrongly takes for numbers or parts of numbers, such as a second
            of time ("thirty second break"; "thirty-second" is one word).
        articles: articles that mean one before a scale ("a million") and that text2num does not
            read.
        larger: scales of a million millions, which text2num lacks, or reads as others.
        spellings: spellings that text2num does not read, and those that it reads; both have the
            same number of words.
        elsewhere: the pattern of numbers that certain words before them keep in words: "gib acht"
            (take care), "un livre neuf" (a new book).
        of_text: the pattern of words that are read within the whole text: those for a half, and the
            numbers that words before them may keep in words.
        point: the decimal point.

    """

    name: str
    two_and_three: tuple[str, str]
    conjunction: str
    between: frozenset[str]
    alone: frozenset[str]
    half: regex.Pattern[str]
    of_text: regex.Pattern[str]
    and_a_half: regex.Pattern[str]
    joins: Callable[[int, int, int], bool] = lambda left, unit, right: right < unit
    below_scales: int = 100
    half_hours: bool = False
    never: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    larger: Mapping[str, int] = field(default_factory=dict)
    spellings: tuple[tuple[regex.Pattern[str], str], ...] = ()
    elsewhere: regex.Pattern[str] | None = None
    point: str = ","


def _words(said: str | Mapping[str, str]) -> frozenset[str]:
    """Return words, which may be listed by the senses that they have."""
    return frozenset((said if isinstance(said, str) else " ".join(said.values())).split())


_JOINS: Mapping[str, Callable[[int, int, int], bool]] = {
    "en": lambda left, unit, right: right < unit >= 100,
    "es": lambda left, unit, right: unit == 10 and left % 100 >= 30 and right < 10,
    "fr": lambda left, unit, right: unit >= 10 and (right == 1 or (left % 100, right) == (60, 11)),
}


def _language(code: str, rules: dict[str, Any]) -> Language:
    """Return a language, given its rules in ``number_languages.json``."""
    for name in {"between", "alone", "never", "articles"} & rules.keys():
        rules[name] = _words(rules[name])
    of_text = [rules["half"]]
    rules["half"] = regex.compile(rules["half"])
    if "elsewhere" in rules:
        before, words = rules["elsewhere"]
        rules["elsewhere"] = regex.compile(f"(?i)(?<={before}){words}")
        of_text.append(words)
    rules["of_text"] = regex.compile("|".join(of_text))
    half = rules["and_a_half"].replace(" ", " +")
    rules["and_a_half"] = regex.compile(rf"(?i)(?<= )(?:{half})(?![\p{{L}}\p{{M}}'-])")
    rules["larger"] = dict.fromkeys(_words(rules.get("larger", "")), 10**12)
    spellings = rules.get("spellings", {}).items()
    rules["spellings"] = tuple((regex.compile(written), known) for written, known in spellings)
    if code in _JOINS:
        rules["joins"] = _JOINS[code]
    return Language(**rules)


LANGUAGES = {
    code: _language(code, {**rules})
    for code, rules in json_in(__package__, "number_languages.json").items()
}
CODES = {language: code for code, language in LANGUAGES.items()}

"""What text2num does not know of the languages of ``numbers``: which words are numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Language:
    """What text2num does not know of a language.

    Attributes:
        name: for descriptions.
        two_and_three: by which a scale is told from other numbers.
        conjunction: between the parts of a number, or between two numbers.
        between: words before two numbers with a conjunction between them.
        joins: whether the conjunction joins a number, the unit of its last figure that is not 0,
            and another number, to one.
        joins_below_scales: whether it does so before a scale ("two hundred and five thousand").
        alone: number words that are other words at least as often, and stay when they are alone.
        never: words that text2num takes for numbers or parts of them, and that are none.
        articles: that stand for one before a scale ("a million") and that text2num does not read.
        elsewhere: the pattern of numbers that stay after certain words.
        point: between the figures of a decimal number.

    """

    name: str
    two_and_three: tuple[str, str]
    conjunction: str
    between: frozenset[str]
    alone: frozenset[str]
    joins: Callable[[int, int, int], bool] = lambda left, unit, right: right < unit
    joins_below_scales: bool = True
    never: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    elsewhere: str = "(?!)"
    point: str = ","


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LANGUAGES = {
    # en, et: articles; anden, andet: "other".
    "da": Language(
        "Danish",
        ("to", "tre"),
        "og",
        _words("mellem imellem"),
        _words("en et anden andet millioner"),
    ),
    # ein: article; "gib acht" is "take care".
    "de": Language(
        "German",
        ("zwei", "drei"),
        "und",
        _words("zwischen"),
        _words("ein millionen milliarden"),
        joins_below_scales=False,
        articles=_words("eine einer einen einem eines"),
        elsewhere=r"(?i)(?<=\b(?:gib|gibt|gebt|gebe|geben(?: sie| wir)?) )acht",
    ),
    # one: pronoun; o: exclamation. A second is a time too ("thirty second break"; "thirty-second"
    # is one word). Plurals of scales are of no certain number.
    "en": Language(
        "English",
        ("two", "three"),
        "and",
        _words("between"),
        _words("one ones o"),
        lambda left, unit, right: right < unit >= 100,
        never=_words("second seconds hundreds thousands millions billions trillions zeros tens")
        | _words("twos threes fours fives sixes sevens eights nines"),
        articles=_words("a an"),
        elsewhere=r"(?i)(?<=\bhalf )(?:an? )?(?:hundred|thousand|million|billion|trillion)",
        point=".",
    ),
    # un, una, unos, unas: articles; uno: pronoun; segunda, cuarto, cuarta: "second" of a clock or
    # "following", "room", "quarter".
    "es": Language(
        "Spanish",
        ("dos", "tres"),
        "y",
        _words("entre"),
        _words("un una uno unos unas segundo segundos segunda segundas cuarto cuartos cuarta")
        | _words("cientos miles millones"),
        lambda left, unit, right: unit == 10 and left % 100 >= 30 and right < 10,
    ),
    # un, une: articles; second, seconde: of a clock; "un livre neuf" is a new book.
    "fr": Language(
        "French",
        ("deux", "trois"),
        "et",
        _words("entre"),
        _words("un une uns unes second seconde secondes millions milliards"),
        lambda left, unit, right: unit >= 10 and (right == 1 or (left % 100, right) == (60, 11)),
        elsewhere=r"(?i)(?<=\b(?:une?|le|la|du|l['’]) ?(?!num[ée]ro )[\p{L}-]+ )neufs?",
    ),
    # un, una, uno: articles; sei: "you are"; secondo: "according to"; prima: "before".
    "it": Language(
        "Italian",
        ("due", "tre"),
        "e",
        _words("tra fra"),
        _words("un una uno sei secondo secondi seconda prima"),
        joins_below_scales=False,
    ),
    # een: article; één is a number.
    "nl": Language(
        "Dutch", ("twee", "drie"), "en", _words("tussen"), _words("een"), joins_below_scales=False
    ),
    # um, uma: articles; segundo: "according to"; segunda, quarta, quinta, sexta: days of the week;
    # quarto: "room".
    "pt": Language(
        "Portuguese",
        ("dois", "três"),
        "e",
        _words("entre"),
        _words("um uma uns umas segundo segundos segunda segundas quarto quartos quarta quinta")
        | _words("sexta centos milhões"),
    ),
}
CODES = {language: code for code, language in LANGUAGES.items()}

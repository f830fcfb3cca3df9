"""The words of numbers by language, and the rules that text2num lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from levmetrics.lazy import regex


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
        and_a_half: words that add a half to the number before them.
        half_hours: whether a time of day is said as a number with these words, which then add a
            half only to a scale ("le due e mezzo").
        alone: number words with other senses at least as often, which stay when they are alone.
        never: words that text2num wrongly takes for numbers or parts of numbers.
        articles: articles that mean one before a scale ("a million") and that text2num does not
            read.
        larger: scales that text2num lacks, or reads as others.
        spellings: spellings that text2num does not read, and those that it reads; both have the
            same number of words.
        elsewhere: the pattern of numbers that certain words before them keep in words.
        point: the decimal point.

    """

    name: str
    two_and_three: tuple[str, str]
    conjunction: str
    between: frozenset[str]
    alone: frozenset[str]
    half: regex.Pattern[str]
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


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _half(pattern: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?i)(?<= )(?:{pattern.replace(' ', ' +')})(?![\p{{L}}\p{{M}}'-])")


LANGUAGES = {
    # en, et: articles; anden, andet: "other".
    "da": Language(
        "Danish",
        ("to", "tre"),
        "og",
        _words("mellem imellem"),
        _words("en et anden andet millioner"),
        half=regex.compile("halv[te]?|halvanden|halvandet"),
        and_a_half=_half("og en halv|og et halvt"),
    ),
    # ein: article; "gib acht" is "take care".
    "de": Language(
        "German",
        ("zwei", "drei"),
        "und",
        _words("zwischen"),
        _words("ein millionen milliarden billionen"),
        half=regex.compile(r"\p{L}*halb(?:e[mnrs]?)?"),
        and_a_half=_half("und ein(?:e|en|er|em)? halb(?:e[nrs]?)?"),
        below_scales=0,
        articles=_words("eine einer einen einem eines"),
        spellings=(
            (regex.compile(r"\beine[rn]?(?= (?:million|milliarde|billion)\b)"), "ein"),
            (regex.compile(r"\bbillionen\b"), "billion"),
        ),
        elsewhere=regex.compile(r"(?i)(?<=\b(?:gib|gibt|gebt|gebe|geben(?: sie| wir)?) )acht"),
    ),
    # one: pronoun; o: exclamation. A second is a time too ("thirty second break"; "thirty-second"
    # is one word). Plurals of scales are indefinite.
    "en": Language(
        "English",
        ("two", "three"),
        "and",
        _words("between"),
        _words("one ones o"),
        half=regex.compile("half"),
        and_a_half=_half("and (?:a|one)[ -]half"),
        joins=lambda left, unit, right: right < unit >= 100,
        never=_words("second seconds hundreds thousands millions billions trillions zeros tens")
        | _words("twos threes fours fives sixes sevens eights nines"),
        articles=_words("a an"),
        larger={"trillion": 10**12},
        point=".",
    ),
    # un, una, unos, unas: articles; uno: pronoun; segunda, cuarto, cuarta: "second" of a clock or
    # "following", "room", "quarter"; "medio ambiente" is the environment.
    "es": Language(
        "Spanish",
        ("dos", "tres"),
        "y",
        _words("entre"),
        _words("un una uno unos unas segundo segundos segunda segundas cuarto cuartos cuarta")
        | _words("cientos miles millones"),
        half=regex.compile("medi[oa]s?"),
        and_a_half=_half("y medio(?! ambiente)"),
        joins=lambda left, unit, right: unit == 10 and left % 100 >= 30 and right < 10,
        larger={"billón": 10**12, "billones": 10**12},
        spellings=((regex.compile(r"\bveinti[uú]n\b"), "veintiuno"),),
    ),
    # un, une: articles; second, seconde: of a clock; "un livre neuf" is a new book.
    "fr": Language(
        "French",
        ("deux", "trois"),
        "et",
        _words("entre"),
        _words("un une uns unes second seconde secondes millions milliards"),
        half=regex.compile("demie?"),
        and_a_half=_half("et demi"),
        joins=lambda left, unit, right: (
            unit >= 10 and (right == 1 or (left % 100, right) == (60, 11))
        ),
        larger={"billion": 10**12, "billions": 10**12},
        elsewhere=regex.compile(
            r"(?i)(?<=\b(?:une?|le|la|du|l['’]) ?(?!num[ée]ro )[\p{L}-]+ )neufs?"
        ),
    ),
    # un, una, uno: articles; sei: "you are"; secondo: "according to"; prima: "before".
    "it": Language(
        "Italian",
        ("due", "tre"),
        "e",
        _words("tra fra"),
        _words("un una uno sei secondo secondi seconda prima"),
        half=regex.compile("mezz[oaie]"),
        and_a_half=_half("e mezzo"),
        below_scales=0,
        half_hours=True,
        spellings=(
            (regex.compile("(?<=cent)(?=ott)"), "o"),  # centottanta: cento ottanta
            (regex.compile(r"(?<=\bmiliard[io] (?:e )?)un milione\b"), "un milioni"),
        ),
    ),
    # een: article; één is a number.
    "nl": Language(
        "Dutch",
        ("twee", "drie"),
        "en",
        _words("tussen"),
        _words("een"),
        half=regex.compile(r"\p{L}*hal(?:f|ve)"),
        and_a_half=_half("en (?:een|één) hal(?:f|ve)"),
        below_scales=0,
    ),
    # um, uma: articles; segundo: "according to"; segunda, quarta, quinta, sexta: days of the week;
    # quarto: "room"; "meio ambiente" is the environment. Portugal has thousands of millions.
    "pt": Language(
        "Portuguese",
        ("dois", "três"),
        "e",
        _words("entre"),
        _words("um uma uns umas segundo segundos segunda segundas quarto quartos quarta quinta")
        | _words("sexta centos milhões"),
        half=regex.compile("mei[oa]s?"),
        and_a_half=_half("e meio(?! ambiente)"),
        below_scales=100_000,
        never=_words("bilião biliões"),
        larger=dict.fromkeys(_words("trilhão trilhões bilião biliões"), 10**12),
    ),
}
CODES = {language: code for code, language in LANGUAGES.items()}

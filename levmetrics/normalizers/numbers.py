"""Numbers in words to figures, in languages that write spaces: by the package text2num.

"twenty one" is 21, "twenty-first" is 21st, "three point five" is 3.5. text2num says what a run of
words is; which words are a number is decided here, so that figures and words come to one form:

- only plain spaces and hyphens join: a line break, a comma or a figure ends a number;
- figures, and articles that text2num does not read, multiply a scale after them: "2.5 million" is
  2500000, "a million" 1000000;
- a word that is an article or pronoun at least as often ("one", "ein", "un") stays when it is
  alone, and is a number as a part of one (21) or among three numbers and more ("one two three").

Years in pairs remain pairs ("nineteen eighty four" is "19 84"). The commas of English figures
(1,000) are taken out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache, partial
from typing import Protocol

import regex

from levmetrics.extras import needed_by
from levmetrics.normalizers.distinct import of_distinct
from levmetrics.normalizers.figures import ungrouped
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer

_NONE: regex.Pattern[str] = regex.compile("(?!)")


@dataclass(frozen=True)
class _Language:
    """What text2num does not know of a language.

    Attributes:
        name: for descriptions.
        two_and_three: by which a scale is told from other numbers.
        alone: number words that are other words at least as often, and stay when they are alone.
        never: words that text2num takes for numbers or parts of them, and that are none.
        articles: that stand for one before a scale ("a million") and that text2num does not read.
        elsewhere: numbers that stay after certain words.
        point: between the figures of a decimal number.

    """

    name: str
    two_and_three: tuple[str, str]
    alone: frozenset[str]
    never: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    elsewhere: regex.Pattern[str] = _NONE
    point: str = ","


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LANGUAGES = {
    # en, et: articles; anden, andet: "other".
    "da": _Language("Danish", ("to", "tre"), _words("en et anden andet millioner")),
    # ein: article; "gib acht" is "take care".
    "de": _Language(
        "German",
        ("zwei", "drei"),
        _words("ein millionen milliarden"),
        articles=_words("eine einer einen einem eines"),
        elsewhere=regex.compile(r"(?i)(?<=\b(?:gib|gibt|gebt|gebe|geben(?: sie| wir)?) )acht"),
    ),
    # one: pronoun; o: exclamation. A second is a time too ("thirty second break"; "thirty-second"
    # is one word). Plurals of scales are of no certain number.
    "en": _Language(
        "English",
        ("two", "three"),
        _words("one ones o"),
        never=_words("second seconds hundreds thousands millions billions trillions"),
        articles=_words("a an"),
        elsewhere=regex.compile(
            "(?i)(?<=\\bhalf )(?:an? )?(?:hundred|thousand|million|billion|trillion)"
        ),
        point=".",
    ),
    # un, una, unos, unas: articles; uno: pronoun; segunda, cuarto, cuarta: "second" of a clock or
    # "following", "room", "quarter".
    "es": _Language(
        "Spanish",
        ("dos", "tres"),
        _words("un una uno unos unas segundo segundos segunda segundas cuarto cuartos cuarta")
        | _words("cientos miles millones"),
    ),
    # un, une: articles; second, seconde: of a clock; "un livre neuf" is a new book.
    "fr": _Language(
        "French",
        ("deux", "trois"),
        _words("un une uns unes second seconde secondes millions milliards"),
        elsewhere=regex.compile(
            r"(?i)(?<=\b(?:une?|le|la|du|l['’]) ?(?!num[ée]ro )[\p{L}-]+ )neufs?"
        ),
    ),
    # un, una, uno: articles; sei: "you are"; secondo: "according to"; prima: "before".
    "it": _Language(
        "Italian",
        ("due", "tre"),
        _words("un una uno sei secondo secondi seconda prima"),
    ),
    # een: article; één is a number.
    "nl": _Language("Dutch", ("twee", "drie"), _words("een")),
    # um, uma: articles; segundo: "according to"; segunda, quarta, quinta, sexta: days of the week;
    # quarto: "room".
    "pt": _Language(
        "Portuguese",
        ("dois", "três"),
        _words("um uma uns umas segundo segundos segunda segundas quarto quartos quarta quinta")
        | _words("sexta centos milhões"),
    ),
}

_LETTER, _IN_WORD = r"\p{Alphabetic}--\p{N}", r"[\p{Alphabetic}\p{N}\p{M}]"
_WORD = rf"[{_LETTER}]++(?:['-][{_LETTER}]++)*+"
_FIGURES = "[0-9]++(?:[.,][0-9]++)*+"
_TOKEN = regex.compile(
    # What a mark joins to another word or figure (1,two) may be half of a number.
    rf"(?={_IN_WORD})(?<!{_IN_WORD}[.,'-]*)(?:(?P<figures>{_FIGURES})|{_WORD})"
    rf"(?![.,'-]*{_IN_WORD})",
    regex.V1,
)
_AMOUNT = regex.compile(r"(?P<whole>[0-9]{1,15})(?:[.,](?P<part>[0-9]{1,15}))?")
_NUMBER = regex.compile(rf"({_FIGURES})([.]?)")
_SPACES, _JOINT = regex.compile(" +"), regex.compile(" +|, ")
_IN_A_ROW = 3  # numbers from which on "one" is one of them
_LOOK_BACK = 60  # characters; longer than what the words before say


class _Found(Protocol):
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class _Piece:
    """A word of a text, or the words of a number; ``figures`` are those of a number."""

    start: int
    end: int
    words: tuple[str, ...]
    figures: str | None = None


@dataclass(frozen=True)
class _Token:
    """What text2num takes for a word: an object of this interface."""

    word: str

    def text(self) -> str:
        return self.word

    def nt_separated(self, previous: _Token) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return False


@cache
def _load(normalizer: str) -> Callable[..., Sequence[_Found]]:
    with needed_by(f"the normalizer '{normalizer}'", "numbers"):
        from text_to_num import find_numbers
    found: Callable[..., Sequence[_Found]] = find_numbers
    return found


def _numbers(language: str, text: str) -> str:
    pieces = _multiplied(language, text, _pieces(language, text))
    of, parts, done = _LANGUAGES[language], [""], 0
    for piece, in_row in zip(pieces, _rows(text, pieces), strict=True):
        if piece.figures is None:
            continue
        parts.append(text[done : piece.start])
        source = text[piece.start : piece.end]
        parts.append(source if in_row < _IN_A_ROW and _stays(of, piece, parts) else piece.figures)
        done = piece.end
    return "".join([*parts, text[done:]])


def _stays(language: _Language, piece: _Piece, before: list[str]) -> bool:
    if len(piece.words) == 1 and piece.words[0] in language.alone:
        return True
    said = "".join(before[-_LOOK_BACK:])[-_LOOK_BACK:]
    return bool(language.elsewhere.fullmatch(f"{said}{' '.join(piece.words)}", len(said)))


def _pieces(language: str, text: str) -> list[_Piece]:
    """Return the words, numbers and figures of a text."""
    pieces: list[_Piece] = []
    phrase: list[_Piece] = []
    for token in _TOKEN.finditer(text):
        word = token[0].lower()
        piece = _Piece(token.start(), token.end(), (word,), token["figures"])
        is_joined = phrase and _SPACES.fullmatch(text, phrase[-1].end, piece.start)
        if not is_joined or piece.figures or word in _LANGUAGES[language].never:
            pieces += _of_phrase(language, phrase)
            phrase = []
        if word in _LANGUAGES[language].never:
            pieces.append(piece)
        else:
            phrase.append(piece)
    return [*pieces, *_of_phrase(language, phrase)]


def _of_phrase(language: str, phrase: list[_Piece]) -> Iterator[_Piece]:
    """Yield the words of a phrase, which figures may begin; those of a number as one."""
    words, done = tuple(piece.words[0] for piece in phrase), 0
    after_figures = bool(phrase and phrase[0].figures)
    found = _found_after_figures(language, words) if after_figures else _found(language, words)
    for start, end, figures in found:
        yield from phrase[done:start]
        yield _Piece(phrase[start].start, phrase[end - 1].end, words[start:end], figures)
        done = end
    yield from phrase[done:]


def _found_after_figures(language: str, words: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Return where the numbers are after figures: "milioni" is one after a number only."""
    of = _LANGUAGES[language]
    end = _found(language, (of.two_and_three[0], *words[1:]))[0][1]
    factor = _factor(language, words[1:end])
    if factor is None or _product(of, words[0], factor) is None:
        scale, begin = [], 1
    else:
        scale, begin = [(1, end, f"{factor[0] + factor[1]}{factor[2]}")], end
    rest = _found(language, words[begin:])
    return scale + [(start + begin, end + begin, figures) for start, end, figures in rest]


def _found(language: str, words: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Return where the numbers among words begin and end, and their figures."""
    find = _load(_named(language))
    found = []
    # Single small numbers too, which text2num leaves in words unless it is asked.
    for number in find([*map(_Token, words)], language, threshold=0):
        start, end, figures = number.start, number.end, number.text
        is_decimal = _LANGUAGES[language].point in figures
        scale = _scale(language, words[end - 1]) if is_decimal else ""
        if scale and figures.endswith(scale):
            # "deux virgule cinq millions", to text2num 2 and 5000000 of a unit.
            found.append((start, end - 1, figures.removesuffix(scale)))
            start, end, figures = end - 1, end, f"1{scale}"
        found.append((start, end, figures))
    return found


@lru_cache(maxsize=1_000)
def _scale(language: str, word: str) -> str:
    """Return the zeros of a word for a thousand or more, or nothing."""
    times, _, ending = _factor(language, (word,)) or (0, 0, "")
    return str(times)[1:] if times >= 1000 and not ending else ""


def _multiplied(language: str, text: str, pieces: list[_Piece]) -> list[_Piece]:
    """Return the pieces with figures, or an article, and the scale after them as one."""
    of, whole = _LANGUAGES[language], pieces[:1]
    for piece in pieces[1:]:
        before = whole[-1]
        amount = "1" if before.words[0] in of.articles else before.figures
        product = None
        if amount and _SPACES.fullmatch(text, before.end, piece.start):
            product = _product(of, amount, _factor(language, piece.words))
        if product is None:
            whole.append(piece)
        else:
            words = (*before.words, *piece.words)
            whole[-1] = replace(before, end=piece.end, words=words, figures=product)
    return whole


def _product(language: _Language, amount: str, factor: tuple[int, int, str] | None) -> str | None:
    found = _AMOUNT.fullmatch(amount)
    is_amount = found and (not found["part"] or language.point in amount)
    if factor is None or not is_amount or (amount[0] == "0" and amount.isdigit()):
        return None
    times, more, ending = factor
    product = Decimal(amount.replace(",", ".")) * times + more
    plain = f"{product:f}"
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".").replace(".", language.point)
    return plain + ending


@lru_cache(maxsize=10_000)
def _factor(language: str, words: tuple[str, ...]) -> tuple[int, int, str] | None:
    """Return by how much words multiply a number before them, what they add, and their ending.

    "hundred and five" makes two 205 and three 305, so that it is 100 times as many and 5; "five"
    makes no number with two.
    """
    of = _LANGUAGES[language]
    if words[:1] and words[0] in of.never:
        return None
    if len(words) > 1 and _factor(language, words[:1]) is None:  # "and five"
        return None
    values = []
    for number in of.two_and_three:
        found = _found(language, (number, *words))
        if len(found) != 1 or found[0][:2] != (0, len(words) + 1):
            return None
        figures: regex.Match[str] | None = regex.fullmatch(r"([0-9]+)(\D*)", found[0][2])
        if figures is None:
            return None
        values.append((int(figures[1]), figures[2]))
    (two, ending), (three, _) = values
    times = three - two
    return (times, two - 2 * times, ending) if times >= 100 else None


def _rows(text: str, pieces: list[_Piece]) -> list[int]:
    """Return for each piece how many numbers stand in a row there."""
    rows: list[list[int]] = []
    for place, piece in enumerate(pieces):
        is_number = piece.figures is not None and _NUMBER.fullmatch(piece.figures)
        if (
            is_number
            and rows
            and rows[-1][-1] == place - 1
            and _is_joined(text, pieces[place - 1], piece)
        ):
            rows[-1].append(place)
        elif is_number:
            rows.append([place])
    lengths = [0] * len(pieces)
    for row in rows:
        for place in row:
            lengths[place] = len(row)
    return lengths


def _is_joined(text: str, one: _Piece, other: _Piece) -> bool:
    # The point of an ordinal ("2.") ends a row, as it does in figures.
    at_end = (one.figures or "").endswith(".")
    return not at_end and bool(_JOINT.fullmatch(text, one.end, other.start))


def _english(text: str) -> str:
    return _numbers("en", ungrouped(text))


def _named(language: str) -> str:
    return f"numbers:{language}"


for _code, _language in _LANGUAGES.items():
    _function = _english if _code == "en" else partial(_numbers, _code)
    NORMALIZERS.register(
        Normalizer(
            _named(_code),
            _function,
            partial(of_distinct, _function),
            arrow_is_for_ascii=False,
            load=partial(_load, _named(_code)),
            packages=("text2num",),
            description=f"{_language.name} numbers in words to figures, by text2num",
        )
    )

"""Numbers in words to figures, in languages that write spaces: by the package text2num.

"twenty one" is 21, "twenty-first" is 21st, "three point five" is 3.5. text2num says what a run of
words is; which words are a number is decided here, so that no word is lost, no number is one that
the text does not say, and figures and words come to one form:

- only plain spaces and hyphens join: a line break, a comma or a figure ends a number;
- "and" joins what is one number ("one hundred and five") and parts two ("a hundred and two
  hundred"); what may be either stays in words ("between a hundred and five");
- figures, and articles that text2num does not read, multiply a scale after them: "2.5 million" is
  2500000, "a million" 1000000;
- a word that is an article or pronoun at least as often ("one", "ein", "un") stays when it is
  alone, and is a number as a part of one (21) or among three numbers and more ("one two three").

Years in pairs remain pairs ("nineteen eighty four" is "19 84"). The commas of English figures
(1,000) are taken out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Any, TypeAlias

import regex

from levmetrics.extras import needed_by
from levmetrics.normalizers.han_numbers import ungrouped
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer
from levmetrics.normalizers.number_languages import LANGUAGES, Language

_LETTER, _IN_WORD = r"\p{Alphabetic}--\p{N}", r"[\p{Alphabetic}\p{N}\p{M}]"
_WORD = rf"[{_LETTER}]++(?:['-][{_LETTER}]++)*+"
_FIGURES = "[0-9]++(?:[.,][0-9]++)*+"
_TOKEN = regex.compile(
    # What a mark joins to another word or figure (1,two) may be half of a number.
    rf"(?={_IN_WORD})(?<!{_IN_WORD}[.,'-]*)(?:(?P<figures>(?<![0-9]/){_FIGURES}(?!/[0-9]))|{_WORD})"
    rf"(?![.,'-]*{_IN_WORD})",
    regex.V1,
)
# "1/2 million" and "½ million" are no product, and no number of millions.
_FRACTION = regex.compile(r"(?:[0-9]/[0-9]+|[\p{No}--[²³¹]]) ?$", regex.V1)
_AMOUNT = regex.compile(r"(?P<whole>[0-9]{1,15})(?:[.,](?P<part>[0-9]{1,15}))?")
_NUMBER = regex.compile(rf"({_FIGURES})([.]?)")
_SPACES, _JOINT = regex.compile(" +"), regex.compile(" +|, ")
_IN_A_ROW = 3  # numbers from which on "one" is one of them
_LOOK_BACK = 60  # characters; longer than what the words before say


_Span: TypeAlias = "tuple[int, int, str | None]"
"""Where a number begins and ends among words, and its figures; ``None`` if it stays in words."""


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
def _load(normalizer: str) -> Callable[..., Any]:
    with needed_by(f"the normalizer '{normalizer}'", "numbers"):
        from text_to_num import find_numbers
    found: Callable[..., Any] = find_numbers
    return found


def _numbers(language: str, text: str) -> str:
    pieces = _multiplied(language, text, _pieces(language, text))
    of, parts, done = LANGUAGES[language], [""], 0
    rows = _rows(text, pieces)
    for place, piece in enumerate(pieces):
        if piece.figures is None:
            continue
        parts.append(text[done : piece.start])
        source = text[piece.start : piece.end]
        stays = rows.get(place, 0) < _IN_A_ROW and _stays(of, piece, parts)
        stays = stays or _may_be_two(of, pieces, place)
        parts.append(source if stays else piece.figures)
        done = piece.end
    return "".join([*parts, text[done:]])


def _has_numbers(language: str, text: str) -> bool:
    """Tell whether a text has figures, or a word that by itself is a number."""
    words = (token[0].lower() for token in _TOKEN.finditer(text))
    return regex.search("[0-9]", text) is not None or any(
        _is_number_word(language, word) for word in words
    )


@lru_cache(maxsize=100_000)
def _is_number_word(language: str, word: str) -> bool:
    return bool(_spans(language, (word,)))


def _stays(language: Language, piece: _Piece, before: list[str]) -> bool:
    if len(piece.words) == 1 and piece.words[0] in language.alone:
        return True
    said = "".join(before[-_LOOK_BACK:])[-_LOOK_BACK:]
    if len(piece.words) == 1 and _FRACTION.search(said):
        return True
    return bool(language.elsewhere.fullmatch(f"{said}{' '.join(piece.words)}", len(said)))


def _may_be_two(language: Language, pieces: list[_Piece], place: int) -> bool:
    """Tell whether a number with a conjunction may be the two that a word before it announces."""
    if not place or language.conjunction not in pieces[place].words:
        return False
    if pieces[place - 1].words[-1] not in language.between:
        return False
    following = pieces[place + 1 : place + 3]
    second = [piece.figures is not None for piece in following]
    return not (second[1:] == [True] and following[0].words == (language.conjunction,))


def _pieces(language: str, text: str) -> list[_Piece]:
    """Return the words, numbers and figures of a text."""
    pieces: list[_Piece] = []
    phrase: list[_Piece] = []
    for token in _TOKEN.finditer(text):
        word = token[0].lower()
        piece = _Piece(token.start(), token.end(), (word,), token["figures"])
        is_joined = phrase and _SPACES.fullmatch(text, phrase[-1].end, piece.start)
        if not is_joined or piece.figures or word in LANGUAGES[language].never:
            pieces += _of_phrase(language, phrase)
            phrase = []
        if word in LANGUAGES[language].never:
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


def _found_after_figures(language: str, words: tuple[str, ...]) -> list[_Span]:
    """Return where the numbers are after figures: "milioni" is one after a number only."""
    of = LANGUAGES[language]
    whole = _found(language, (of.two_and_three[0], *words[1:]))
    end = whole[0][1] if whole and not whole[0][0] else 1
    factor = _factor(language, words[1:end])
    if factor is None or _product(of, words[0], factor) is None:
        scale, begin = [], 1
    else:
        scale, begin = [(1, end, f"{factor[0] + factor[1]}{factor[2]}")], end
    rest = _found(language, words[begin:])
    return scale + [(start + begin, end + begin, figures) for start, end, figures in rest]


def _found(language: str, words: tuple[str, ...]) -> list[_Span]:
    """Return where the numbers among words begin and end, and their figures."""
    found: list[_Span] = []
    for start, end, has_parts in _runs(language, _spans(language, words), words):
        if has_parts:
            found += _parted(language, words, start, end)
        else:
            # Alone: before "et cent", text2num takes "cent" for 101.
            found.append((start, end, _single(language, words[start:end])))
    return found


def _spans(language: str, words: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Return what text2num takes for numbers, decimal ones whole and without their scale."""
    find, point = _load(_named(language)), LANGUAGES[language].point
    found: list[tuple[int, int, str]] = []
    # Single small numbers too, which text2num leaves in words unless it is asked.
    for number in find([*map(_Token, words)], language, threshold=0):
        start, end, figures = number.start, number.end, number.text
        scale = _scale(language, words[end - 1]) if point in figures else ""
        if scale and figures.endswith(scale) and end - start > 3:
            # "deux virgule cinq millions", to text2num 2 and 5000000 of a unit.
            found.append((start, end - 1, figures.removesuffix(scale)))
            start, end, figures = end - 1, end, f"1{scale}"
        is_digit = end - start == 1 and len(figures) == 1
        if (
            is_digit
            and found
            and found[-1][1] == start
            and _ends_in_digits(found[-1], words, point)
        ):
            # "quatre virgule quatre sept", to text2num 4,4 and 7.
            found[-1] = found[-1][0], end, found[-1][2] + figures
        else:
            found.append((start, end, figures))
    return found


def _ends_in_digits(found: tuple[int, int, str], words: tuple[str, ...], point: str) -> bool:
    """Tell whether a number is a decimal one whose figures after the point were said one by one."""
    start, end, figures = found
    _, is_decimal, after = figures.partition(point)
    # One word is the point, and at least one is before it.
    return bool(is_decimal) and after.isdigit() and len(after) <= end - start - 2


def _runs(
    language: str, spans: list[tuple[int, int, str]], words: tuple[str, ...]
) -> list[tuple[int, int, bool]]:
    """Return where what text2num takes for numbers begins and ends, and whether to part it anew.

    Where a scale follows a number at once, a word of the number belongs to the scale: to text2num,
    "a hundred and two hundred" is 102 and 100, and "tre milioni e un milione" 3000001 and a word.
    """
    of, runs, last = LANGUAGES[language], list[tuple[int, int, bool]](), ""
    for start, end, figures in spans:
        first, stop, has_parts = runs[-1] if runs else (0, -1, False)
        is_scaled = start <= stop and _is_scale(language, words[start]) and of.point not in last
        is_article = (stop - first, last) == (1, "1")  # "een honderd"
        if (is_scaled and not is_article) or (has_parts and words[stop:start] == (of.conjunction,)):
            runs[-1] = first, max(stop, end), True
        else:
            runs.append((start, end, of.conjunction in words[start:end]))
        first, stop, has_parts = runs[-1]
        if has_parts and stop < len(words) and _is_scale(language, words[stop]):
            runs[-1] = first, stop + 1, True
        last = figures
    return runs


def _parted(language: str, words: tuple[str, ...], start: int, end: int) -> list[_Span]:
    """Return the numbers of a run of words: the longest that are one, parted by conjunctions.

    If some words of it are no number, all stay in words, without figures.
    """
    conjunction, found = LANGUAGES[language].conjunction, list[_Span]()
    first, last = start, end
    while start < end:
        ends = [end, *(i for i in range(end - 1, start, -1) if words[i] == conjunction)]
        wholes = (stop for stop in ends if _is_one(language, words[start:stop]))
        stop = next(wholes, None)
        if stop is None:
            return [(first, last, None)]
        figures = _single(language, words[start:stop])
        assert figures is not None
        found.append((start, stop, figures))
        start = stop + 1
    return found


def _is_one(language: str, words: tuple[str, ...]) -> bool:
    """Tell whether words, of which some are conjunctions, are a single number.

    The last conjunction joins all that is after it ("two hundred and five"), or what is there
    before a scale, which multiplies the last three figures ("treinta y cinco mil").
    """
    of, value = LANGUAGES[language], _value(language, words)
    if value is None or of.conjunction not in words:
        return value is not None
    cut = len(words) - 1 - words[::-1].index(of.conjunction)
    left, right = _value(language, words[:cut]), _value(language, words[cut + 1 :])
    if left is None:
        return False
    unit = 10 ** (len(str(left)) - len(str(left).rstrip("0")))
    if right is not None and value == left + right:
        return of.joins(left, unit, right) and _is_one(language, words[:cut])
    for scale in range(cut + 2, len(words) if of.joins_below_scales else 0):
        times, more, _ = _factor(language, words[scale:]) or (0, 0, "")
        head = _value(language, words[:scale])
        if times >= 1000 and head is not None and _is_one(language, words[:scale]):
            above = head - head % 1000
            return above % (1000 * times) == 0 and value == above + head % 1000 * times + more
    return False


def _value(language: str, words: tuple[str, ...]) -> int | None:
    """Return the value of words that are one whole number or ordinal."""
    figures = _single(language, words)
    found = regex.match("[0-9]+", figures or "")
    return int(found[0]) if found and LANGUAGES[language].point not in str(figures) else None


@lru_cache(maxsize=10_000)
def _single(language: str, words: tuple[str, ...]) -> str | None:
    """Return the figures of words that are one whole number."""
    spans = _spans(language, words)
    is_whole = len(spans) == 1 and spans[0][:2] == (0, len(words))
    # To text2num, "million million" is a million.
    is_repeated = any(one == other and _is_scale(language, one) for one, other in pairwise(words))
    return spans[0][2] if is_whole and not is_repeated else None


@lru_cache(maxsize=10_000)
def _is_scale(language: str, word: str) -> bool:
    """Tell whether a word multiplies the number before it by a hundred or more."""
    of = LANGUAGES[language]
    for number in (of.two_and_three[0], *sorted(of.alone)):  # "due milioni", "un milione"
        whole = _spans(language, (number, word))
        if len(whole) == 1 and whole[0][1] == 2:
            figures = regex.match("[0-9]+", whole[0][2])
            return figures is not None and int(figures[0]) >= 100
    return False


@lru_cache(maxsize=1_000)
def _scale(language: str, word: str) -> str:
    """Return the zeros of a word for a thousand or more, or nothing."""
    times, _, ending = _factor(language, (word,)) or (0, 0, "")
    return str(times)[1:] if times >= 1000 and not ending else ""


def _multiplied(language: str, text: str, pieces: list[_Piece]) -> list[_Piece]:
    """Return the pieces with figures, or an article, and the scale after them as one."""
    of, whole = LANGUAGES[language], pieces[:1]
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


def _product(language: Language, amount: str, factor: tuple[int, int, str] | None) -> str | None:
    found = _AMOUNT.fullmatch(amount)
    is_amount = found and (not found["part"] or language.point in amount)
    if factor is None or not is_amount or (amount[0] == "0" and amount.isdigit()):
        return None
    times, more, ending = factor
    if Decimal(amount.replace(",", ".")) >= times:  # "a thousand thousand"
        return None
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
    of = LANGUAGES[language]
    if words[:1] and words[0] in of.never:
        return None
    if len(words) > 1 and _factor(language, words[:1]) is None:  # "and five"
        return None
    values = []
    for number in of.two_and_three:
        if not _is_one(language, (number, *words)):
            return None
        whole = _single(language, (number, *words))
        figures: regex.Match[str] | None = regex.fullmatch(r"([0-9]+)(\D*)", whole or "")
        if figures is None:
            return None
        values.append((int(figures[1]), figures[2]))
    (two, ending), (three, _) = values
    times = three - two
    return (times, two - 2 * times, ending) if times >= 100 else None


def _rows(text: str, pieces: list[_Piece]) -> dict[int, int]:
    """Return for the place of each number how many stand in a row there."""
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
    return {place: len(row) for row in rows for place in row}


def _is_joined(text: str, one: _Piece, other: _Piece) -> bool:
    # The point of an ordinal ("2.") ends a row, as it does in figures.
    at_end = (one.figures or "").endswith(".")
    return not at_end and bool(_JOINT.fullmatch(text, one.end, other.start))


def _english(text: str) -> str:
    return _numbers("en", ungrouped(text))


def _named(language: str) -> str:
    return f"numbers:{language}"


for _code, _language in LANGUAGES.items():
    _function = _english if _code == "en" else partial(_numbers, _code)
    NORMALIZERS.register(
        Normalizer(
            _named(_code),
            _function,
            load=partial(_load, _named(_code)),
            context=partial(_has_numbers, _code),
            packages=("text2num",),
            description=f"{_language.name} numbers in words to figures, by text2num",
        )
    )

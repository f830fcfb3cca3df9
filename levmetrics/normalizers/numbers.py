"""Conversion of numbers in words to figures by text2num, for languages written with spaces.

"twenty one" is 21, "twenty-first" is 21st, "three point five" is 3.5. text2num converts a run of
words; this module decides which words form a number, so that no word is lost, no number appears
that the text does not have, and figures and words get one form:

- only plain spaces and hyphens join: a line break, a comma or a figure ends a number;
- "and" joins the parts of one number ("one hundred and five") and separates two ("a hundred and two
  hundred"); ambiguous numbers stay in words ("between a hundred and five");
- figures, and articles that text2num does not read, multiply a scale after them: "2.5 million" is
  2500000, "a million" 1000000;
- a half belongs to the number before it: "two and a half" is 2.5, and "two million and a half" and
  "two and a half million" are 2500000; what may mean either stays ("two thousand and a half");
- a word that is an article or pronoun at least as often ("one", "ein", "un") stays when it is
  alone, and is a number within a longer number (21) or among three or more numbers ("one two
  three").

Years in pairs remain pairs ("nineteen eighty four" is "19 84"). The commas of English figures
(1,000) are removed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache, lru_cache, partial
from itertools import groupby, pairwise
from typing import Any, Literal, NamedTuple, TypeAlias

from levmetrics.lazy import regex
from levmetrics.normalizers.han_numbers import ungrouped
from levmetrics.normalizers.normalizer import built_in
from levmetrics.normalizers.number_languages import CODES, LANGUAGES, Language
from levmetrics.system.extras import needed_by

_LETTER, _IN_WORD = r"(?:[\p{Alphabetic}--\p{N}]\p{M}*+)", r"[\p{Alphabetic}\p{N}\p{M}]"
_WORD = rf"{_LETTER}++(?:['-]{_LETTER}++)*+"
_FIGURES = "[0-9]++(?:[.,][0-9]++)*+"
_TOKEN = regex.compile(
    # A word that a mark joins to another word or figure (1,two) may be half of a number.
    rf"(?={_IN_WORD})(?<!{_IN_WORD}[.,'-]*)(?:(?P<figures>(?<![0-9]/){_FIGURES}(?!/[0-9]))|{_WORD})"
    rf"(?![.,'-]*{_IN_WORD})",
    regex.V1,
)
# "1/2 million" and "½ million" are not products, and not a number of millions.
_FRACTION = regex.compile(r"(?:[0-9]/[0-9]+|[\p{No}--[²³¹]]) ?$", regex.V1)
_ANY_FIGURE = regex.compile(r"[0-9\p{No}]")
_FIGURE = regex.compile("[0-9]")
_AMOUNT = regex.compile(r"(?P<whole>[0-9]{1,15})(?:[.,](?P<part>[0-9]{1,15}))?")
_NUMBER = regex.compile(rf"({_FIGURES})([.]?)")
_IN_A_ROW = 3  # the length of a row of numbers from which on "one" is a number too
_HALF = "½"  # the last word of the piece that adds a half
_UNKNOWN = "x"  # a word that is in no number
_LOOK_BACK = 60  # characters; longer than the words before a number that matter


_Span: TypeAlias = "tuple[int, int, str | None]"
"""The begin and end of a number among words, and its figures; ``None`` if it stays in words."""


class _NumberPart(NamedTuple):
    """A word of a text, or the words of a number; ``figures`` are those of a number."""

    start: int
    end: int
    words: tuple[str, ...]
    figures: str | None = None


class _Token(str):
    """A word with the interface that text2num reads."""

    __slots__ = ()
    text = str.__str__

    def nt_separated(self, *_previous: str) -> bool:
        return False

    not_a_number_part = nt_separated


@cache
def _load(code: str) -> Callable[..., Any]:
    with needed_by(f"the normalizer 'numbers:{code}'", "numbers"):
        from text_to_num import find_numbers
    found: Callable[..., Any] = find_numbers
    return found


def _numbers(code: str, text: str) -> str:
    language, parts = LANGUAGES[code], text.split(" ")  # no token has a space
    reach = partial(_reach, language)
    if "text" in map(reach, parts):
        return _converted(language, text)
    runs = ((affects, " ".join(run)) for affects, run in groupby(parts, reach))
    return " ".join([_run_converted(language, run) if affects else run for affects, run in runs])


@lru_cache(maxsize=100_000)
def _reach(language: Language, part: str) -> Literal["", "run", "text"]:
    """Return where words beside a part without spaces matter for it, or it for them.

    Words for a half affect the whole text, as in "y medio ambiente". A run of parts ends before a
    word that is in no number.
    """
    words = [_word(token[0]) for token in _TOKEN.finditer(part)]
    if any(language.of_text.fullmatch(each) for word in words for each in word.split("-")):
        return "text"
    is_apart = words and not _ANY_FIGURE.search(part) and all(_is_other(language, w) for w in words)
    return "" if is_apart else "run"


def _converted(language: Language, text: str) -> str:
    """Return a text, or a run of it, with its numbers in figures."""
    if not _has_numbers(CODES[language], text):
        return text
    parts, done = [""], 0
    if language.point == "." and "," in text:
        text = ungrouped(text)
    pieces = _multiplied(language, text, _pieces(language, text))
    rows = _rows(text, pieces)
    for place, piece in enumerate(pieces):
        if piece.figures is None:
            continue
        parts.append(text[done : piece.start])
        stays = rows.get(place, 0) < _IN_A_ROW and _stays(language, piece, parts)
        stays = (
            stays
            or _may_be_two(language, pieces, place)
            or _is_halved(language, text, pieces, place)
        )
        parts.append(text[piece.start : piece.end] if stays else piece.figures)
        done = piece.end
    return "".join([*parts, text[done:]])


_run_converted = lru_cache(maxsize=10_000)(_converted)


def _has_numbers(code: str, text: str) -> bool:
    """Whether a text has figures, or words that may be part of a number."""
    has_none = partial(_has_none, LANGUAGES[code])
    return _FIGURE.search(text) is not None or not all(map(has_none, text.split()))


@lru_cache(maxsize=100_000)
def _has_none(language: Language, part: str) -> bool:
    """Whether a part without white space or figures has no word that may be in a number."""
    two = language.two_and_three[0]
    words = (_word(token[0]) for token in _TOKEN.finditer(part))
    return all(
        word not in language.larger and _spans(language, (two, word)) == [(0, 1, "2")]
        for word in words
    )


def _word(written: str) -> str:
    """Return a word in lower case, with its letters and their marks as text2num reads them."""
    return unicodedata.normalize("NFC", written).lower()


def _stays(language: Language, piece: _NumberPart, before: list[str]) -> bool:
    is_word = len(piece.words) == 1
    if is_word and piece.words[0] in language.alone:
        return True
    elsewhere = language.elsewhere
    if not is_word and elsewhere is None:
        return False
    said = "".join(before[-_LOOK_BACK:])[-_LOOK_BACK:]
    if is_word and not said.rstrip()[-1:].isalpha() and _FRACTION.search(said):
        return True
    text = f"{said}{' '.join(piece.words)}"
    return elsewhere is not None and elsewhere.fullmatch(text, len(said)) is not None


def _may_be_two(language: Language, pieces: list[_NumberPart], place: int) -> bool:
    """Whether a number with a conjunction may be two numbers, which a word before it announces."""
    if not place or language.conjunction not in pieces[place].words:
        return False
    following = pieces[place + 1 : place + 3]
    says_another = [piece.figures is None for piece in following] == [True, False]
    is_first = says_another and following[0].words == (language.conjunction,)
    return pieces[place - 1].words[-1] in language.between and not is_first


def _is_halved(language: Language, text: str, pieces: list[_NumberPart], place: int) -> bool:
    """Whether a number begins with a scale, or an article and a scale, after a word for half."""
    before, words = pieces[place - 1], pieces[place].words
    is_next = place and _is_spaces(text, before.end, pieces[place].start)
    if not is_next or before.figures:
        return False
    if before.words[-1] != _HALF and not language.half.fullmatch(before.words[-1]):
        return False
    return _is_scale(language, words[words[0] in language.articles])


def _pieces(language: Language, text: str) -> list[_NumberPart]:
    """Return the words of a text; a number is one piece."""
    pieces, phrase = list[_NumberPart](), list[_NumberPart]()
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        if phrase and (token["figures"] or not _is_spaces(text, phrase[-1].end, start)):
            pieces += _of_phrase(language, text, phrase)
            phrase = []
        phrase.append(_NumberPart(start, end, (_word(token[0]),), token["figures"]))
    return pieces + _of_phrase(language, text, phrase) if phrase else pieces


@lru_cache(maxsize=100_000)
def _is_other(language: Language, word: str) -> bool:
    """Whether a word neither is in numbers nor affects those beside it."""
    # Those that are alone in words may be parts of numbers: "trigésimo segundo".
    listed = language.articles | language.between | language.alone | language.larger.keys()
    if word in listed or word == language.conjunction:
        return False
    return _spans(language, _among_numbers(language, word)) == _around_unknown(language)


def _among_numbers(language: Language, word: str) -> tuple[str, ...]:
    """Return a word after, before and between numbers: "due milioni", "un milione"."""
    two, three = language.two_and_three
    after = [each for number in (two, *sorted(language.alone)) for each in (number, word, _UNKNOWN)]
    return (*after, word, two, _UNKNOWN, two, word, three)


@cache
def _around_unknown(language: Language) -> list[tuple[int, int, str]]:
    return _spans(language, _among_numbers(language, _UNKNOWN))


def _is_spaces(text: str, start: int, end: int) -> bool:
    """Whether one or more spaces, and nothing else, are between two places of a text."""
    return start < end and not text[start:end].strip(" ")


def _of_phrase(language: Language, text: str, phrase: list[_NumberPart]) -> list[_NumberPart]:
    """Return the words of a phrase, which may begin with figures; a number is one piece.

    So is "and a half", whose words text2num must not see: it reads "og en" as "and one".
    """
    pieces = list[_NumberPart]()
    for half in language.and_a_half.finditer(text, phrase[0].start, phrase[-1].end):
        inside = [half.start() <= piece.start < half.end() for piece in phrase]
        if not any(inside):
            continue
        first = inside.index(True)
        pieces += _with_numbers(language, phrase[:first])
        words = (*half[0].lower().split()[:-1], _HALF)
        pieces.append(_NumberPart(half.start(), half.end(), words))
        phrase = phrase[first + sum(inside) :]
    return [*pieces, *_with_numbers(language, phrase)]


def _with_numbers(language: Language, phrase: list[_NumberPart]) -> list[_NumberPart]:
    """Return the words of a phrase without a half."""
    if not phrase:
        return phrase
    # Of words in no number, text2num may lose one: "cent soixante-quatre-et dix" is 110 to it.
    words = tuple(
        [
            _UNKNOWN if not figures and _is_other(language, word) else word
            for _, _, (word,), figures in phrase
        ]
    )
    done, pieces = 0, list[_NumberPart]()
    find = _found_after_figures if phrase[0].figures else _found
    for start, end, figures in find(language, words):
        pieces += phrase[done:start]
        number = phrase[start].start, phrase[end - 1].end, words[start:end], figures
        pieces.append(_NumberPart(*number))
        done = end
    return [*pieces, *phrase[done:]]


def _found_after_figures(language: Language, words: tuple[str, ...]) -> list[_Span]:
    """Return the numbers that begin with figures; "milioni" is one only after a number."""
    whole = _found(language, (language.two_and_three[0], *words[1:]))
    end = whole[0][1] if whole and not whole[0][0] else 1
    product = _product(language, words[0], words[1:end])
    if product is None:
        end, product = 1, words[0]
    rest = _found(language, words[end:])
    return [(0, end, product), *((start + end, stop + end, said) for start, stop, said in rest)]


@lru_cache(maxsize=10_000)
def _found(language: Language, words: tuple[str, ...]) -> list[_Span]:
    """Return the begin and end of each number among words, and its figures."""
    found: list[_Span] = []
    for start, end, has_parts in _runs(language, words):
        if has_parts:
            found += _parted(language, words, start, end)
        else:
            # Alone: before "et cent", text2num takes "cent" for 101.
            found.append((start, end, _single(language, words[start:end])))
    return found


def _spans(language: Language, words: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Return text2num's numbers, with decimal numbers joined and without their scale."""
    tokens = [
        _Token(_UNKNOWN if word in language.never else word) for word in _respelled(language, words)
    ]
    found: list[tuple[int, int, str]] = []
    # Single small numbers too, which text2num by default leaves in words.
    for number in _load(CODES[language])(tokens, CODES[language], threshold=0):
        start, end, figures = number.start, number.end, number.text
        scale = _scale(language, words[end - 1]) if language.point in figures else ""
        amount = figures.removesuffix(scale)
        # "deux virgule cinq millions", which text2num reads as 2 and a decimal part of 5000000; but
        # not "mille virgule mille", which has nothing between the point and the scale.
        is_scaled = scale and _product(language, amount, words[end - 1 : end])
        if is_scaled and _spans(language, words[start : end - 1]) == [(0, end - 1 - start, amount)]:
            found.append((start, end - 1, amount))
            start, end, figures = end - 1, end, f"1{scale}"
        follows = found and found[-1][1] == start and end - start == len(figures) == 1
        if follows and _ends_in_digits(language, *found[-1]):
            # "quatre virgule quatre sept", which text2num reads as 4,4 and 7.
            found[-1] = found[-1][0], end, found[-1][2] + figures
        else:
            found.append((start, end, figures))
    return found


def _respelled(language: Language, words: tuple[str, ...]) -> Iterable[str]:
    """Return words in spellings that text2num reads."""
    if not language.spellings:
        return words
    text = " ".join(words)
    for spelling, known in language.spellings:
        text = spelling.sub(known, text)
    return text.split(" ")


def _ends_in_digits(language: Language, start: int, end: int, figures: str) -> bool:
    """Whether a number is a decimal whose figures after the point are separate words."""
    _, is_decimal, after = figures.partition(language.point)
    # One word is the point, and at least one is before it.
    return bool(is_decimal) and after.isdigit() and len(after) <= end - start - 2


def _runs(language: Language, words: tuple[str, ...]) -> list[tuple[int, int, bool]]:
    """Return the begin and end of each run that text2num reads, and whether to split it anew.

    If a scale directly follows a number, a word of the number belongs to the scale: text2num reads
    "a hundred and two hundred" as 102 and 100, and "tre milioni e un milione" as 3000001 and a
    word.
    """
    runs, last = list[tuple[int, int, bool]](), ""
    for start, end, figures in _spans(language, words):
        first, stop, has_parts = runs[-1] if runs else (0, -1, False)
        is_scaled = (
            start <= stop and _is_scale(language, words[start]) and language.point not in last
        )
        is_article = (stop - first, last) == (1, "1")  # "een honderd"
        # "due miliardi e tre miliardi | cento milioni"
        goes_on = start == stop and _is_scale(language, words[stop - 1])
        joins = has_parts and (goes_on or words[stop:start] == (language.conjunction,))
        if (is_scaled and not is_article) or joins:
            runs[-1] = first, max(stop, end), True
        else:
            runs.append((start, end, language.conjunction in words[start:end]))
        first, stop, has_parts = runs[-1]
        if has_parts and stop < len(words) and _is_scale(language, words[stop]):
            runs[-1] = first, stop + 1, True
        last = figures
    return runs


def _parted(language: Language, words: tuple[str, ...], start: int, end: int) -> list[_Span]:
    """Return the numbers of a run of words: the longest single numbers, split at conjunctions.

    If some of the words are not a number, all stay in words, without figures.
    """
    found, begin = list[_Span](), start
    while begin < end:
        ends = [i for i in range(end - 1, begin, -1) if words[i] == language.conjunction]
        wholes = (stop for stop in (end, *ends) if _is_one(language, words[begin:stop]))
        stop = next(wholes, None)
        if stop is None:
            return [(start, end, None)]
        found.append((begin, stop, _single(language, words[begin:stop])))
        begin = stop + 1
    return found


def _is_one(language: Language, words: tuple[str, ...]) -> bool:
    """Whether words, of which some are conjunctions, are a single number.

    The last conjunction joins everything after it ("two hundred and five"), or only the part before
    a scale, which multiplies all that is smaller than itself ("mil treinta y cinco millones").
    """
    value = _value(language, words)
    if value is None or language.conjunction not in words:
        return value is not None
    cut = len(words) - 1 - words[::-1].index(language.conjunction)
    left, right = _value(language, words[:cut]), _value(language, words[cut + 1 :])
    if left is None:
        return False
    unit = 10 ** (len(str(left)) - len(str(left).rstrip("0")))
    if right is not None and value == left + right:
        return language.joins(left, unit, right) and _is_one(language, words[:cut])
    for scale in range(cut + 2, len(words) if unit <= language.below_scales else 0):
        times, more, _ = _factor(language, words[scale:]) or (0, 0, "")
        head = _value(language, words[:scale])
        if times >= 1000 and head is not None and _is_one(language, words[:scale]):
            above, below = divmod(head, times)
            return above % 1000 == 0 and value == above * times + below * times + more
    return False


def _value(language: Language, words: tuple[str, ...]) -> int | None:
    """Return the value of words that are one whole number or ordinal."""
    figures = _single(language, words)
    found = regex.match("[0-9]+", figures or "")
    return int(found[0]) if found and language.point not in str(figures) else None


@lru_cache(maxsize=10_000)
def _single(language: Language, words: tuple[str, ...]) -> str | None:
    """Return the figures of words that are one whole number."""
    spans = _spans(language, words)
    is_whole = len(spans) == 1 and spans[0][:2] == (0, len(words))
    # text2num reads "million million" as a million.
    is_repeated = any(one == other and _is_scale(language, one) for one, other in pairwise(words))
    return spans[0][2] if is_whole and not is_repeated else None


@lru_cache(maxsize=10_000)
def _is_scale(language: Language, word: str) -> bool:
    """Whether a word multiplies the number before it by a hundred or more."""
    for number in (
        language.two_and_three[0],
        *sorted(language.alone),
    ):  # "due milioni", "un milione"
        whole = _spans(language, (number, word))
        if len(whole) == 1 and whole[0][1] == 2:
            figures = regex.match("[0-9]+", whole[0][2])
            return figures is not None and int(figures[0]) >= 100
    return False


@lru_cache(maxsize=1_000)
def _scale(language: Language, word: str) -> str:
    """Return the zeros of a word for a thousand or more, or an empty string."""
    times, _, ending = _factor(language, (word,)) or (0, 0, "")
    return str(times)[1:] if times >= 1000 and not ending else ""


def _multiplied(language: Language, text: str, pieces: list[_NumberPart]) -> list[_NumberPart]:
    """Return the pieces, with a number and the scale or the half after it joined into one."""
    whole = pieces[:1]
    for piece in pieces[1:]:
        is_next = _is_spaces(text, whole[-1].end, piece.start)
        joined = _joined(language, whole[-1], piece) if is_next else None
        if joined is None:
            whole.append(piece)
        else:
            whole[-1] = joined
    return whole


def _joined(language: Language, before: _NumberPart, piece: _NumberPart) -> _NumberPart | None:
    """Return a number (or an article) and the piece after it as one; ``None`` if they are two."""
    amount = before.figures or ("1" if before.words[-1] in language.articles else None)
    if not amount:
        return None
    whole = before._replace(end=piece.end, words=(*before.words, *piece.words))
    if piece.words[-1] == _HALF:
        return _with_half(language, before, amount, whole)
    scale = language.larger.get(before.words[-1], 0)
    if f"{amount}{piece.figures}".isdigit() and int(piece.figures or 0) < scale:
        return whole._replace(figures=str(int(amount) + int(piece.figures or 0)))
    product = _product(language, amount, piece.words)
    return None if product is None else whole._replace(figures=product)


def _with_half(
    language: Language, number: _NumberPart, amount: str, whole: _NumberPart
) -> _NumberPart | None:
    """Return a number and a half as one, unchanged if it may be a half of one or of a scale.

    "Two thousand and a half" may be 2500, and 2024 a year: "in 2024 and a half million".
    """
    zeros = len(_scale(language, number.words[-1]))
    if not amount.isdigit() or (language.half_hours and not zeros):
        return None
    if zeros >= len("000000"):
        return whole._replace(figures=str(int(amount) + 10**zeros // 2))
    is_clear = int(amount) < 1000 and (int(amount) % 100 or int(amount) == 0)
    return whole._replace(figures=f"{amount}{language.point}5" if is_clear else None)


def _product(language: Language, amount: str, words: tuple[str, ...]) -> str | None:
    """Return the figures multiplied by the words after them; ``None`` if these do not multiply."""
    if not words or _FIGURE.match(words[0]):
        return None
    factor, scale = _factor(language, words), _factor(language, words[:1])
    found = _AMOUNT.fullmatch(amount)
    is_amount = found and (not found["part"] or language.point in amount)
    if factor is None or scale is None or not is_amount or (amount[0] == "0" and amount.isdigit()):
        return None
    times, more, ending = factor
    number = Decimal(amount.replace(",", "."))
    if number >= scale[0]:  # "a thousand thousand", "2000 thousand million"
        return None
    plain = f"{number * times + more:f}"
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".").replace(".", language.point)
    return plain + ending


@lru_cache(maxsize=10_000)
def _factor(language: Language, words: tuple[str, ...]) -> tuple[int, int, str] | None:
    """Return the factor of words after a number, the number that they add, and their ending.

    "hundred and five" turns two into 205 and three into 305, so its factor is 100 and it adds 5;
    "five" forms no number with two.
    """
    if len(words) == 1 and words[0] in language.larger:
        return language.larger[words[0]], 0, ""
    if len(words) > 1 and _factor(language, words[:1]) is None:  # "and five"
        return None
    values = []
    for number in language.two_and_three:
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


def _rows(text: str, pieces: list[_NumberPart]) -> dict[int, int]:
    """Return, for the position of each number, the length of its row of numbers."""
    rows: list[list[int]] = []
    for place, piece in enumerate(pieces):
        figures = piece.figures
        if figures is None or not (figures.isdigit() or _NUMBER.fullmatch(figures)):
            continue
        before = pieces[place - 1]
        is_next = rows and rows[-1][-1] == place - 1
        # The point of an ordinal ("2.") ends a row, as it does in figures.
        is_open = before.figures is not None and not before.figures.endswith(".")
        if is_next and is_open and _is_joint(text, before.end, piece.start):
            rows[-1].append(place)
        else:
            rows.append([place])
    return {place: len(row) for row in rows for place in row}


def _is_joint(text: str, start: int, end: int) -> bool:
    return _is_spaces(text, start, end) or text[start:end] == ", "


for _code in LANGUAGES:
    built_in(
        f"numbers:{_code}",
        partial(_numbers, _code),
        load=partial(_load, _code),
        context=partial(_has_numbers, _code),
        packages=("text2num",),
    )

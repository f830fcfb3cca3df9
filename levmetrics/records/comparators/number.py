"""Comparison of numbers by value."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from functools import cache, cached_property
from math import inf, isfinite
from typing import Any, ClassVar, NamedTuple

import numpy as np

from levmetrics.errors import InputError, quoted
from levmetrics.inputs.arguments import checked_number
from levmetrics.inputs.arrays import FloatArray
from levmetrics.lazy import regex
from levmetrics.records.alike import equal_pairs
from levmetrics.records.comparators.comparator import COMPARATORS, AmbiguousError, Comparator, Leaf
from levmetrics.records.comparators.currencies import CODES, codes_of, has_decimals, is_unit
from levmetrics.records.comparators.locales import known_locale
from levmetrics.records.comparators.plain import plain

# The possible separators of digit groups, by decimal mark. Spaces, apostrophes and two Arabic marks
# only separate groups; the Arabic decimal mark is only a decimal mark.
Marks = Mapping[str, str]
_GROUPS_ONLY = " '\u066c\u060c"
_ANY_MARKS: Marks = {
    ".": f",{_GROUPS_ONLY}",
    ",": f".{_GROUPS_ONLY}",
    "\u066b": _GROUPS_ONLY,
}
# From the first digit, or the mark before it, to the last digit or to dashes in place of decimals.
_NUMERAL = r"[.,\u066b]?[0-9](?:[.,\u066b\u066c\u060c ']?[0-9])*(?:[.,]--?|[eE][+-]?[0-9]{1,3})?"
_CURRENCY = r"\p{L}+[./]*(?: ?\p{Sc})?|\p{Sc}(?: ?\p{L}+)?"
_TRIANGLES = "\u25b2", "\u25b3"  # the minus of Japanese accounts
_SIGNS = f"[-+{''.join(_TRIANGLES)}]?"
_WRITTEN = regex.compile(
    rf"({_SIGNS}) ?({_CURRENCY})? ?({_SIGNS}) ?({_NUMERAL})((?<!-)-)? ?({_CURRENCY})?"
)
# The minus of accounts elsewhere: the accounting formats of CLDR (https://cldr.unicode.org).
_IN_PARENTHESES = regex.compile(r"([^()0-9]*)\(([^()]*)\)([^()0-9]*)")
_SIGN = regex.compile(r"\p{Sc}")
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)


class Written(NamedTuple):
    """The written form of a number.

    Attributes:
        sign: ``"-"``, ``"+"``, a triangle, empty, or several signs, which is not a number.
        numeral: the digits and marks.
        currencies: the words and signs before and after it.

    """

    sign: str
    numeral: str
    currencies: tuple[str, ...]


@dataclass(frozen=True)
class Numeric(Comparator):
    """Base class of comparators of written numbers.

    Args:
        tolerance: the largest difference at which numbers are equal.
        relative: the same as a fraction of the reference.
        locale: the locale of strings.

    Raises:
        InputError: for an invalid tolerance, and an unknown locale.

    """

    tolerance: float = 0.0
    relative: float = 0.0
    locale: str | None = None

    def __post_init__(self) -> None:
        checked_number(self.tolerance, "tolerance", 0, inf)
        checked_number(self.relative, "relative", 0, 1)
        if self.locale is not None:
            _marks_of(self.locale)

    @cached_property
    def _allowed(self) -> tuple[Decimal, Decimal] | None:
        """The tolerances; ``None`` without tolerances."""
        if not self.tolerance and not self.relative:
            return None
        return Decimal(str(float(self.tolerance))), Decimal(str(float(self.relative)))

    def value_of(self, found: Written, *, decimals: bool = True) -> Decimal | None:
        """Return the value of a written number.

        Args:
            found: the written number.
            decimals: whether numbers of its kind may have decimals. If not, readings without
                decimals are preferred.

        Raises:
            AmbiguousError: for an ambiguous number, if there is no locale.

        """
        is_japanese = (self.locale or "").startswith("ja")
        sign = "-" if is_japanese and found.sign in _TRIANGLES else found.sign
        if sign not in ("", "+", "-"):
            return None
        one = Decimal(f"{sign}1")
        own = _readings(found.numeral, _marks_of(self.locale)) if self.locale else set[Decimal]()
        readings = own or _readings(found.numeral, _ANY_MARKS)
        if not decimals:
            readings = {each for each in readings if "." not in f"{each:f}"} or readings
        if len(readings) > 1:
            if self.locale and not own:
                return None
            raise AmbiguousError(f"{each.copy_sign(one):f}" for each in sorted(readings)[::-1])
        return next((each.copy_sign(one) for each in readings), None)

    def similarity(self, reference: Any, prediction: Any) -> float:
        """Return 1 for equal numbers, else 0."""
        allowed = self._allowed
        if allowed is None:
            return 1.0 if reference == prediction else 0.0
        tolerance, relative = allowed
        difference = _EXACT.subtract(reference, prediction).copy_abs()
        within = _EXACT.multiply(relative, reference.copy_abs())
        return 1.0 if difference <= tolerance or difference <= within else 0.0

    @property
    def is_equality(self) -> bool:
        """Whether the similarity of two numbers is 1 if they are equal, and only then."""
        return self._allowed is None

    def similarities(self, references: Sequence[Any], predictions: Sequence[Any]) -> FloatArray:
        """Return the similarity of each reference (rows) and each prediction (columns)."""
        if self._allowed is None:
            return equal_pairs(references, predictions).astype(np.float64)
        tolerance, relative = self._allowed
        order = sorted(range(len(predictions)), key=predictions.__getitem__)
        ordered = [predictions[i] for i in order]
        found = np.zeros((len(references), len(predictions)))
        for row, number in zip(found, references, strict=True):
            within = max(tolerance, _EXACT.multiply(relative, number.copy_abs()))
            first = bisect_left(ordered, _EXACT.subtract(number, within))
            row[order[first : bisect_right(ordered, _EXACT.add(number, within))]] = 1
        return found


@dataclass(frozen=True)
class Number(Numeric):
    """Compares numbers by value: 12.5, ``"12.50"`` and ``"１２.５"`` are equal.

    A currency before or after a number is ignored (see
    :class:`levmetrics.records.comparators.money.Money`), with one exception: amounts of a currency
    without minor unit have no decimals, so ``"1,234円"`` is unambiguous. A unit after a number is
    ignored if it is the one named; a currency then is not. Words that are both in the locale's
    language, or in English without a locale, are units, such as ``ft`` and ``pounds``. A number in
    parentheses is negative, and in Japanese one after ``▲`` or ``△``.

    Args:
        tolerance: the largest difference at which numbers are equal.
        relative: the same as a fraction of the reference.
        locale: the locale of strings, such as ``"de_DE"``. A string that is invalid in it is read
            if all other locales agree. ``None``: only unambiguous strings are read, and
            ``"1,234"`` is an error.
        unit: the unit of the numbers, or its spellings; others are not converted.

    Raises:
        InputError: for an invalid tolerance or unit, and an unknown locale.

    >>> number = Number(tolerance=0.01)
    >>> number.read("$1,234.50"), number.read("12,50 EUR"), number.read("(12.50)")
    (Decimal('1234.50'), Decimal('12.50'), Decimal('-12.50'))
    >>> number.read("12 kg"), number.read("12 ft"), number.read("12 Ft"), number.read("n/a")
    (None, None, Decimal('12'), None)
    >>> weight = Number(unit=("kg", "kilograms"))
    >>> [weight.read(value) for value in (12, "12 kg", "12 kilograms", "12 g", "12 EUR")]
    [Decimal('12'), Decimal('12'), Decimal('12'), None, None]
    >>> number.similarity(number.read("12.34"), number.read(12.35))
    1.0
    >>> Number(locale="de_DE").read("1.234"), Number(locale="de_DE").read("27.50")
    (Decimal('1234'), Decimal('27.50'))

    """

    name: ClassVar[str] = "number"
    description: ClassVar[str] = "1 where both are the same number, within a tolerance, else 0"

    unit: str | tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "unit", _checked_units(self.unit))

    def read(self, value: Leaf) -> Hashable | None:
        """Return a number as a ``Decimal``; ``None`` for booleans, infinity and NaN.

        Raises:
            AmbiguousError: for an ambiguous string, if there is no locale.

        """
        if not isinstance(value, str):
            return number_of(value)
        found = written(value, self.unit)
        if found is None or (self.unit and found.currencies):
            return None
        if any(is_unit(word, self.locale) for word in found.currencies):
            return None
        codes = CODES
        for currency in found.currencies:
            if not _SIGN.fullmatch(currency) or codes_of(currency):  # ₿ has no code
                codes &= codes_of(currency)
        return self.value_of(found, decimals=has_decimals(codes)) if codes else None


def _checked_units(unit: object) -> tuple[str, ...]:
    """Return the spellings of a unit, the longest first.

    Raises:
        InputError: for anything but texts that do not begin like a number.

    """
    units = (unit,) if isinstance(unit, str) else unit
    if not isinstance(units, (list, tuple)):
        raise InputError("record.unit", given=quoted(unit))
    for each in units:
        if not isinstance(each, str) or not regex.match(r"[^\d.,+-]", plain(each)):
            raise InputError("record.unit", given=quoted(unit))
    return tuple(sorted(map(plain, units), key=lambda each: (-len(each), each)))


def written(text: str, units: Sequence[str] = ()) -> Written | None:
    """Return the parts of a written number; ``None`` if it is not a number.

    Args:
        text: the text.
        units: the units that may stand after the number, the longest first.

    >>> written("-12,50 EUR")
    Written(sign='-', numeral='12,50', currencies=('EUR',))
    >>> written("(5 %)", ["%"])
    Written(sign='-', numeral='5', currencies=())

    """
    # Dashes are a minus here, but not in plain(): 9:00\u201312:00 is not a time with an offset.
    text = plain(text).replace("\u2013", "-").replace("\u2014", "-")
    text = _without_unit(text, units)
    enclosed = _IN_PARENTHESES.fullmatch(text)
    if enclosed:
        text = _without_unit(" ".join("".join(enclosed.groups()).split()), units)
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    first, before, second, numeral, last, after = found.groups(default="")
    sign = first + second + last + ("-" if enclosed else "")
    return Written(sign, numeral, tuple(filter(None, (before, after))))


def _without_unit(text: str, units: Sequence[str]) -> str:
    number = text.removesuffix(next(filter(text.endswith, units), "")).rstrip()
    return text if number.endswith("-") else number  # 12-inch is not a negative number


def number_of(value: float) -> Decimal | None:
    """Return the written form of a number; ``None`` for booleans, infinity and NaN.

    >>> number_of(0.1), number_of(True), number_of(float("nan"))
    (Decimal('0.1'), None, None)

    """
    if isinstance(value, bool) or (isinstance(value, float) and not isfinite(value)):
        return None
    return Decimal(value) if isinstance(value, int) else Decimal(str(value))


def _readings(numeral: str, marks: Marks) -> set[Decimal]:
    """Return the possible values of a numeral.

    >>> sorted(_readings("1,234", _ANY_MARKS)), _readings("1,234,567", _ANY_MARKS)
    ([Decimal('1.234'), Decimal('1234')], {Decimal('1234567')})

    """
    readings = set()
    for decimal, groups in marks.items():
        found = _pattern(decimal, groups).fullmatch(numeral)
        if found:
            whole, decimals, exponent = (found[name] or "" for name in ("whole", "decimals", "e"))
            digits = "".join(filter(str.isdecimal, whole))
            readings.add(Decimal(f"{digits}.{decimals.strip('-')}{exponent}"))
    return readings


@cache
def _pattern(decimal: str, groups: str) -> regex.Pattern[str]:
    """Return the pattern of a number with these marks, in groups of three digits or as in India."""
    mark = f"[{regex.escape(groups)}]" if groups else "(?!)"
    grouped = rf"[1-9][0-9]{{0,2}}(?P<mark>{mark})[0-9]{{3}}(?:(?P=mark)[0-9]{{3}})*"
    indian = r"[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}" if "," in groups else "(?!)"
    return regex.compile(
        rf"(?P<whole>[0-9]+|{grouped}|{indian}|(?={regex.escape(decimal)}))"
        rf"(?:{regex.escape(decimal)}(?P<decimals>[0-9]+|--?))?(?P<e>[eE][+-]?[0-9]+)?"
    )


@cache
def _marks_of(locale: str) -> Marks:
    """Return a locale's marks with its own digits, with Latin digits, and in amounts of money."""
    known = known_locale(locale, "numbers")
    marks: dict[str, str] = {}
    for system in (known.default_numbering_system, "latn"):
        symbols = known.number_symbols.get(system, {})
        for kind in ("decimal", "currencyDecimal"):
            if kind in symbols:
                groups = [symbols.get(each, "") for each in ("group", "currencyGroup")]
                known_groups = marks.get(symbols[kind], "")
                plain_groups = "".join(plain(group) or " " for group in groups if group)
                marks[symbols[kind]] = known_groups + plain_groups
    return marks


COMPARATORS.register(Number)

"""Comparison of dates in the notations of records."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any, ClassVar, TypeVar

from levmetrics.errors import InputError, quoted
from levmetrics.lazy import re
from levmetrics.records.comparators.comparator import COMPARATORS, AmbiguousError, Comparator, Leaf
from levmetrics.records.comparators.locales import (
    any_of,
    casefolded,
    expressions_of,
    known_locale,
    names_in,
)
from levmetrics.records.comparators.plain import plain

T = TypeVar("T", bound=date | time)

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}  # earlier years
_LONG_YEAR = r"(?P<year>\d{4})"
_YEAR = r"(?P<year>\d{4}|\d\d)"
_MONTH = r"(?P<month>\d{1,2})"
_DAY = r"(?P<day>\d{1,2})"
_NTH = rf"{_DAY}(?:st|nd|rd|th|er|[.]?o|[.°])?"  # 1er avril, 1º de abril
_OF_ONE_READING = (
    rf"{_LONG_YEAR}(?P<month>\d\d)(?P<day>\d\d)",
    rf"{_LONG_YEAR} ?(?P<mark>[-/.]) ?{_MONTH} ?(?P=mark) ?{_DAY}[.]?",
    rf"{_LONG_YEAR} ?[年년] ?{_MONTH} ?[月월] ?{_DAY} ?[日일]",
    rf"(?P<era>{'|'.join(_ERAS)}) ?(?P<year>元|[1-9]\d?) ?年 ?{_MONTH} ?月 ?{_DAY} ?日",
    rf"{_LONG_YEAR}(?P<mark>-?)w(?P<week>\d\d)(?P=mark)(?P<weekday>\d)",
)
_WITH_A_NAME = (  # day of a month
    rf"{_NTH}(?:[ -]| de | of )?{{name}},?(?:[ -]| del? )?{_YEAR}",
    rf"{{name}}[ -]?{_NTH}(?:, ?| |-){_YEAR}",
    rf"{_LONG_YEAR}[ -]?{{name}}[ -]?{_DAY}",
)
_NUMERIC = re.compile(
    rf"(?a)(?P<first>\d{{1,2}}) ?(?P<mark>[-/.]) ?(?P<second>\d{{1,2}}) ?(?P=mark) ?{_YEAR}[.]?"
)
_TIME_OF_DAY = re.compile(
    r"(?:[t ]|(?<=[)日일]))(?:(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?|24:00(?::00)?)"
    r"(?: ?[ap][.]?m[.]?)? ?(?:z|utc|gmt|[+-]\d\d(?::?\d\d)?)?$"
)
_DAY_NAME = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.]?"
_WEEKDAY = re.compile(
    rf"^{_DAY_NAME},? | ?\((?:{_DAY_NAME}|[月火水木金土日](?:曜日?)?|[월화수목금토일](?:요일)?)\)$"
)


class Formatted(Comparator):
    """Base class of comparators of dates and times, whose own formats are tried first.

    Attributes:
        formats: formats of ``datetime.strptime``.

    Raises:
        InputError: for a format with which ``datetime.strptime`` does not read what it writes.

    """

    formats: tuple[str, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.formats, (list, tuple)):
            raise InputError("record.formats", given=quoted(self.formats))
        for each in self.formats:
            try:
                datetime.strptime(datetime(2001, 2, 3, tzinfo=UTC).strftime(each), each)
            except (TypeError, ValueError, re.error):
                raise InputError("record.format", given=quoted(each)) from None
        object.__setattr__(self, "formats", tuple(self.formats))

    def in_formats(self, text: str) -> datetime | None:
        """Return the date read by the first matching format; ``None`` if none matches."""
        found = (valid(datetime.strptime, text, each) for each in self.formats)
        return next(filter(None, found), None)


@dataclass(frozen=True)
class Date(Formatted):
    """Compares dates: ``"2024-04-03"``, ``"Wed, 3 Apr 2024"`` and ``"令和6年4月3日"`` are equal.

    A day of the week and a time of day are ignored. A two-digit year is from 1969 to 2068.

    Args:
        day_first: whether 03/04/2024 is in April instead of March.
        locale: the locale whose short dates decide this if ``day_first`` is ``None``. Its own forms
            of dates are read, and its names of months and days besides English ones. If it puts the
            year first, 24/04/03 is in 2024. If both are ``None``, only unambiguous dates are read.
        formats: formats of ``datetime.strptime`` that are tried first.

    Raises:
        InputError: for an unknown locale, and an invalid format.

    >>> Date(day_first=True).read("03/04/2024"), Date(locale="en_US").read("03/04/2024")
    (datetime.date(2024, 4, 3), datetime.date(2024, 3, 4))
    >>> Date(locale="de").read("Sonntag, 3. März 2024"), Date(locale="ja").read("24/04/03")
    (datetime.date(2024, 3, 3), datetime.date(2024, 4, 3))
    >>> Date().read("Apr. 13, 2024"), Date().read("13/04/2024"), Date().read("2024-02-30")
    (datetime.date(2024, 4, 13), datetime.date(2024, 4, 13), None)

    """

    name: ClassVar[str] = "date"
    description: ClassVar[str] = "1 where both are the same date, else 0"

    day_first: bool | None = None
    locale: str | None = None
    formats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.day_first not in (None, True, False):
            raise InputError("record.day_first", given=quoted(self.day_first))
        if self.locale is not None:
            _order_of(self.locale)
        super().__post_init__()

    def read(self, value: Leaf) -> Hashable | None:
        """Return a ``datetime.date``.

        Raises:
            AmbiguousError: for an ambiguous date, if no option decides.

        """
        text = plain(str(value))
        given = self.in_formats(text)
        if given:
            return given.date()
        text = _TIME_OF_DAY.sub("", text.casefold())
        read = self._unnamed(_WEEKDAY.sub("", text))
        if read is None and self.locale is not None:
            read = self._in_own_form(text)
        return read

    def _unnamed(self, text: str) -> date | None:
        """Return the date of a text without a day of the week."""
        for pattern in _patterns(self.locale):
            found = pattern.fullmatch(text)
            if found:
                return _date_of(found.groupdict(), _months(self.locale))
        found = _NUMERIC.fullmatch(text)
        if not found:
            return None
        return self._numeric(found["year"], found["first"], found["second"])

    def _in_own_form(self, text: str) -> date | None:
        """Return the date of a text in a form of the locale, or with its name of a day."""
        forms, weekday = _own_forms(self.locale or "")
        for pattern in forms:
            found = pattern.fullmatch(text)
            if found and (self.day_first is None or "name" in found.groupdict()):
                return _date_of(found.groupdict(), _all_months(self.locale))
        rest = weekday.sub("", text)
        return self._unnamed(rest) if rest != text else None

    def _numeric(self, year: str, first: str, second: str) -> date | None:
        orders = {"dmy": (year, second, first), "mdy": (year, first, second)}
        if len(year) == 2:  # 24/04/03 may be in 2024 or in 2003
            orders["ymd"] = (first.zfill(2), second, year)
        order = None if self.locale is None else _order_of(self.locale)
        if self.day_first is not None:
            order = "dmy" if self.day_first else "mdy"
        if order == "ymd" and len(first) == 1:
            order = None  # 4/3/24 may be in year 4 of an era
        if order in orders:
            orders = {order: orders[order]}
        readings = dict.fromkeys(filter(None, (_date(*each) for each in orders.values())))
        if len(readings) > 1:
            raise AmbiguousError(readings, self.day_first is None and self.locale is None)
        return next(iter(readings), None)


def _date_of(groups: Mapping[str, str | None], months: Mapping[str, int]) -> date | None:
    """Return the date of the matched groups; ``None`` if there is no such date."""
    year, era, name, week = (groups.get(each) or "" for each in ("year", "era", "name", "week"))
    if week:
        return valid(date.fromisocalendar, int(year), int(week), int(groups["weekday"] or 0))
    if era:
        number = _ERAS[era] + (1 if year == "元" else int(year))
        if number < 1873:  # before Japan adopted the Gregorian calendar
            return None
        year = str(number)
    return _date(year, months[name] if name else groups["month"] or 0, groups["day"] or 0)


def _date(year: str, month: str | int, day: str | int) -> date | None:
    number = int(year)
    if len(year) == 2:  # as POSIX reads %y
        number += 1900 if number >= 69 else 2000
    return valid(date, number, int(month), int(day))


def valid(made: Callable[..., T], *numbers: Any) -> T | None:
    """Return a date or a time; ``None`` if there is no such one."""
    try:
        return made(*numbers)
    except (ValueError, OverflowError):
        return None


@cache
def _patterns(locale: str | None) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of unambiguous dates, with the month names of a locale."""
    name = f"(?P<name>{'|'.join(map(re.escape, _months(locale)))})[.]?"
    with_a_name = (pattern.replace("{name}", name) for pattern in _WITH_A_NAME)
    return tuple(re.compile(f"(?a){pattern}") for pattern in (*_OF_ONE_READING, *with_a_name))


@cache
def _months(locale: str | None) -> dict[str, int]:
    """Return months by their casefolded names, without those that have figures, such as 4月."""
    months = _all_months(locale)
    return {name: month for name, month in months.items() if not any(map(str.isdecimal, name))}


@cache
def _all_months(locale: str | None) -> dict[str, int]:
    """Return months by their casefolded names in English and in a locale."""
    months = {"sept": 9}
    for number, name in enumerate(_MONTHS, 1):
        months |= {name: number, name[:3]: number}
    if locale is not None:
        names = names_in(known_locale(locale, "dates").months, "wide", "abbreviated")
        months |= {casefolded(name).rstrip("."): number for number, name in names}
    months.pop("", None)
    return months


@cache
def _own_forms(locale: str) -> tuple[tuple[re.Pattern[str], ...], re.Pattern[str]]:
    """Return the patterns of a locale's own dates, and of its day of the week beside a date."""
    known = known_locale(locale, "dates")
    days = any_of(name for _, name in names_in(known.days, "wide", "abbreviated", "short"))
    eras = any_of(names[1] for names in known.eras.values() if 1 in names)
    months = any_of(_all_months(locale))

    def field(letter: str, count: int) -> str | None:
        if letter in "ML":
            return months.replace("(?:", "(?P<name>", 1) if count > 2 else _MONTH
        year = r"(?P<year>\d\d)" if count == 2 else _LONG_YEAR
        return {"E": days, "c": days, "d": _NTH, "y": year, "G": eras}.get(letter)

    weekday = re.compile(rf"^{days},? |,? {days}$|[ ,]*\({days}\)$")
    return expressions_of(known.date_formats.values(), field), weekday


@cache
def _order_of(locale: str) -> str:
    """Return the order of day, month and year in a locale's short dates, such as ``"dmy"``."""
    pattern = known_locale(locale, "dates").date_formats["short"].pattern
    return "".join(sorted("dMy", key=pattern.index)).lower()


COMPARATORS.register(Date)

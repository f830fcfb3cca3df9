"""Dates, in the ways they are written in records."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from functools import cache
from typing import ClassVar

from levmetrics.errors import InputError
from levmetrics.lazy import re
from levmetrics.records.comparators.comparator import COMPARATORS, AmbiguousError, Comparator, Leaf
from levmetrics.records.comparators.locales import known_locale
from levmetrics.records.comparators.plain import plain

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = (
    "(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[.]?"
)
_LONG_YEAR = r"(?P<year>\d{4})"
_YEAR = r"(?P<year>\d{4}|\d\d)"
_MONTH = r"(?P<month>\d{1,2})"
_DAY = r"(?P<day>\d{1,2})"
_NTH = rf"{_DAY}(?:st|nd|rd|th|[.])?"
_OF_ONE_READING = tuple(
    re.compile(f"(?ai){pattern}")
    for pattern in (
        rf"{_LONG_YEAR}(?P<month>\d\d)(?P<day>\d\d)",
        rf"{_LONG_YEAR} ?(?P<mark>[-/.]) ?{_MONTH} ?(?P=mark) ?{_DAY}[.]?",
        rf"{_LONG_YEAR} ?[年년] ?{_MONTH} ?[月월] ?{_DAY} ?[日일]",
        rf"{_NTH}[ -]?{_NAME},?[ -]?{_YEAR}",
        rf"{_NAME}[ -]?{_NTH}(?:, ?| |-){_YEAR}",
        rf"{_LONG_YEAR}[ -]?{_NAME}[ -]?{_DAY}",
    )
)
_NUMERIC = re.compile(
    rf"(?P<first>\d{{1,2}}) ?(?P<mark>[-/.]) ?(?P<second>\d{{1,2}}) ?(?P=mark) ?{_YEAR}[.]?"
)
_TIME_OF_DAY = re.compile(
    r"[Tt ](?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?: ?[AaPp][.]?[Mm][.]?)?"
    r" ?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?$"
)


@dataclass(frozen=True)
class Date(Comparator):
    """Compares dates: ``"2024-04-03"``, ``"3 April 2024"`` and ``"2024年4月3日"`` are equal.

    A time of day after the date does not count. A year of two digits is one of 1969 to 2068, and
    stands last.

    Args:
        day_first: whether 03/04/2024 is in April, and not in March.
        locale: whose short dates say this, where ``day_first`` does not. If both are ``None``, or
            the locale puts the year first, only dates of one reading are read.
        formats: of ``datetime.strptime``, which are tried first.

    Raises:
        InputError: for an unknown locale, and a format that is none.

    >>> Date(day_first=True).read("03/04/2024"), Date(locale="en_US").read("03/04/2024")
    (datetime.date(2024, 4, 3), datetime.date(2024, 3, 4))
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
            raise InputError("record.day_first", given=repr(self.day_first))
        if self.locale is not None:
            _day_is_first(self.locale)
        object.__setattr__(self, "formats", checked_formats(self.formats))

    def read(self, value: Leaf) -> Hashable | None:
        """Return a ``datetime.date``.

        Raises:
            AmbiguousError: for a date of two readings, if no option says which is meant.

        """
        text = plain(str(value))
        given = in_formats(text, self.formats)
        if given:
            return given.date()
        text = _TIME_OF_DAY.sub("", text)
        for pattern in _OF_ONE_READING:
            found = pattern.fullmatch(text)
            if found:
                groups = found.groupdict()
                name = groups.get("name")
                month = _MONTHS.index(name[:3].lower()) + 1 if name else int(groups["month"])
                return _date(groups["year"], month, int(groups["day"]))
        found = _NUMERIC.fullmatch(text)
        if not found:
            return None
        first, second = int(found["first"]), int(found["second"])
        return self._numeric(found["year"], first, second)

    def _numeric(self, year: str, first: int, second: int) -> date | None:
        day_first = self.day_first
        if day_first is None and self.locale is not None:
            day_first = _day_is_first(self.locale)
        orders = [(year, second, first), (year, first, second)]
        if day_first is not None:
            orders = orders[:1] if day_first else orders[1:]
        elif len(year) == 2:  # 24/04/03 may be of 2024 or of 2003
            orders.append((f"{first:02}", second, int(year)))
        readings = dict.fromkeys(filter(None, (_date(*order) for order in orders)))
        if len(readings) > 1:
            raise AmbiguousError(readings)
        return next(iter(readings), None)


def checked_formats(formats: Sequence[str]) -> tuple[str, ...]:
    """Return formats, with each of which ``datetime.strptime`` reads what it writes.

    Raises:
        InputError: for others, naming the first.

    """
    if not isinstance(formats, (list, tuple)):
        raise InputError("record.formats", given=repr(formats))
    for each in formats:
        try:
            datetime.strptime(datetime(2001, 2, 3, tzinfo=timezone.utc).strftime(each), each)
        except (TypeError, ValueError, re.error):
            raise InputError("record.format", given=repr(each)) from None
    return tuple(formats)


def in_formats(text: str, formats: Sequence[str]) -> datetime | None:
    """Return what the first format reads that can; ``None`` if there is none."""
    for each in formats:
        try:
            return datetime.strptime(text, each)
        except ValueError:
            continue
    return None


def _date(year: str, month: int, day: int) -> date | None:
    number = int(year)
    if len(year) == 2:  # as POSIX reads %y
        number += 1900 if number >= 69 else 2000
    try:
        return date(number, month, day)
    except ValueError:
        return None


@cache
def _day_is_first(locale: str) -> bool | None:
    """Whether the day is before the month in a locale's short dates; ``None``: the year is."""
    pattern = known_locale(locale, "dates").date_formats["short"].pattern
    day, month, year = map(pattern.index, "dMy")
    return None if year < min(day, month) else day < month


COMPARATORS.register(Date)

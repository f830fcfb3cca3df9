"""Comparison of dates with a time of day."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import ClassVar

from levmetrics.lazy import re
from levmetrics.records.comparators.comparator import COMPARATORS, Leaf
from levmetrics.records.comparators.date import Formatted, valid
from levmetrics.records.comparators.plain import plain
from levmetrics.records.comparators.time import FRACTION, OFFSET, time_of

_TIME = (
    r"(?P<hour>\d\d|\d(?=:))(?P<mark>:?)(?P<minute>\d\d)"
    rf"(?:(?P=mark)(?P<second>\d\d){FRACTION})? ?{OFFSET}"
)
_PATTERNS = tuple(
    re.compile(f"{day}[Tt ]{_TIME}")
    for day in (
        r"(?P<year>\d{4})(?P<between>[-/.])(?P<month>\d\d?)(?P=between)(?P<day>\d\d?)",
        r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)",
    )
)


@dataclass(frozen=True)
class DateTime(Formatted):
    """Compares dates with a time of day, in ISO 8601 notation or as ``"2024/4/3 9:05"``.

    24:00 is 0:00 of the next day, and times are truncated to microseconds. Two values with an
    offset from UTC are equal if they are the same instant; one with an offset differs from one
    without. A date alone cannot be read.

    Args:
        formats: formats of ``datetime.strptime`` that are tried first.

    Raises:
        InputError: for an invalid format.

    >>> date_time = DateTime()
    >>> date_time.read("2024-04-03T10:00:00")
    datetime.datetime(2024, 4, 3, 10, 0)
    >>> date_time.read("2024-04-03T10:00+09:00") == date_time.read("20240403T010000Z")
    True

    """

    name: ClassVar[str] = "date-time"
    description: ClassVar[str] = "1 where both are the same date and time, else 0"

    formats: tuple[str, ...] = ()

    def read(self, value: Leaf) -> Hashable | None:
        """Return a ``datetime.datetime``."""
        text = plain(str(value))
        given = self.in_formats(text)
        if given:
            return given
        for pattern in _PATTERNS:
            found = pattern.fullmatch(text)
            if found:
                return _date_time(found.groupdict())
        return None


def _date_time(groups: Mapping[str, str]) -> datetime | None:
    """Return the time of the matched groups; ``None`` if there is no such time."""
    time = time_of(groups)
    if time is None:
        return None
    day = valid(date, *(int(groups[name]) for name in ("year", "month", "day")))
    if day is None:
        return None
    after = timedelta(groups["hour"] == "24")
    return valid(lambda: datetime.combine(day, time) + after)


COMPARATORS.register(DateTime)

"""Dates with a time of day."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar

from levmetrics.lazy import re
from levmetrics.records.comparators.comparator import COMPARATORS, Comparator, Leaf
from levmetrics.records.comparators.plain import plain
from levmetrics.records.comparators.time import OFFSET, time_of

_DATE_TIME = re.compile(
    r"(\d{4})(-?)(\d\d)\2(\d\d)[Tt ]"
    r"(?P<hour>\d\d)(?P<mark>:?)(?P<minute>\d\d)"
    r"(?:(?P=mark)(?P<second>\d\d)(?:[.,](?P<part>\d{1,6})0*)?)? ?" + OFFSET
)


@dataclass(frozen=True)
class DateTime(Comparator):
    """Compares dates with a time of day, as ISO 8601 writes them.

    Those with an offset from UTC are equal if they are the same instant; one with an offset differs
    from one without. A date alone cannot be read.

    >>> date_time = DateTime()
    >>> date_time.read("2024-04-03T10:00:00")
    datetime.datetime(2024, 4, 3, 10, 0)
    >>> date_time.read("2024-04-03T10:00+09:00") == date_time.read("20240403T010000Z")
    True

    """

    name: ClassVar[str] = "date-time"
    description: ClassVar[str] = "1 where both are the same date and time, else 0"

    def read(self, value: Leaf) -> Hashable | None:
        """Return a ``datetime.datetime``."""
        found = _DATE_TIME.fullmatch(plain(str(value)))
        time = time_of(found.groupdict()) if found else None
        if found is None or time is None:
            return None
        try:
            return datetime.combine(date(int(found[1]), int(found[3]), int(found[4])), time)
        except ValueError:
            return None


COMPARATORS.register(DateTime)

"""Comparison of times of day."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, timezone
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from levmetrics.lazy import re
from levmetrics.records.comparators.comparator import COMPARATORS, AmbiguousError, Leaf
from levmetrics.records.comparators.date import Formatted, valid
from levmetrics.records.comparators.locales import (
    any_of,
    casefolded,
    expressions_of,
    known_locale,
    names_in,
)
from levmetrics.records.comparators.plain import plain

if TYPE_CHECKING:
    from babel import Locale

OFFSET = r"(?P<offset>[Zz]|UTC|GMT|(?P<sign>[+-])(?P<hours>\d\d)(?::?(?P<minutes>\d\d))?)?"
FRACTION = r"(?:[.,](?P<part>\d{1,6})\d*)?"  # of a second; truncated to microseconds
_HALF = r"(?P<half>[AaPp])[.]?[Mm][.]?"
_SKELETONS = ("hm", "hms", "Hm", "Hms")  # CLDR's names of times with hours to 12 and to 24
_BEFORE = r"(?:(?P<half>午前|午後|오전|오후) ?)?"
_PATTERNS = tuple(
    map(
        re.compile,
        (
            rf"(?P<hour>\d{{1,2}}):(?P<minute>\d\d)(?::(?P<second>\d\d){FRACTION})?"
            rf" ?(?:{_HALF})? ?{OFFSET}",
            rf"(?P<hour>\d{{1,2}}) ?{_HALF}",
            r"(?P<hour>\d{1,2}) ?[Hh] ?(?P<minute>\d\d)",
            rf"{_BEFORE}(?P<hour>\d{{1,2}}):(?P<minute>\d\d)(?::(?P<second>\d\d))?",
            rf"{_BEFORE}(?P<hour>\d{{1,2}}) ?[時时시] ?(?:(?P<half_past>[半반])|"
            r"(?P<minute>\d{1,2}) ?[分분] ?(?:(?P<second>\d{1,2}) ?[秒초])?)?",
        ),
    )
)


@dataclass(frozen=True)
class Time(Formatted):
    """Compares times of day: ``"14:30"``, ``"2:30 pm"`` and ``"午後2時半"`` are equal.

    24:00 is 0:00, and times are truncated to microseconds. Times with an offset from UTC are equal
    if they are the same time in UTC; a time with an offset differs from one without.

    Args:
        locale: the locale whose own forms of times are read too.
        formats: formats of ``datetime.strptime`` that are tried first.

    Raises:
        InputError: for an unknown locale, and an invalid format.

    >>> Time().read("2:30 pm"), Time().read("14:30:00.5"), Time().read("25:00")
    (datetime.time(14, 30), datetime.time(14, 30, 0, 500000), None)
    >>> Time(locale="fi").read("14.30"), Time(locale="el").read("2:30 μ.μ.")
    (datetime.time(14, 30), datetime.time(14, 30))
    >>> Time().read("14:30+09:00") == Time().read("05:30Z")
    True

    """

    name: ClassVar[str] = "time"
    description: ClassVar[str] = "1 where both are the same time of day, else 0"

    locale: str | None = None
    formats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.locale is not None:
            known_locale(self.locale, "times")
        super().__post_init__()

    def read(self, value: Leaf) -> Hashable | None:
        """Return a ``datetime.time``, in UTC if it has an offset.

        Raises:
            AmbiguousError: for ``"午前12時"`` and ``"午後12時"``, each of which may be noon.

        """
        text = plain(str(value))
        given = self.in_formats(text)
        if given:
            return _in_utc(given.timetz())
        for pattern in _PATTERNS:
            found = pattern.fullmatch(text)
            if found:
                read = time_of(found.groupdict())
                return read and _in_utc(read)
        return None if self.locale is None else _in_own_form(text.casefold(), self.locale)


def _in_own_form(text: str, locale: str) -> time | None:
    """Return the time of a casefolded text in a form of a locale."""
    forms, halves = _own_forms(locale)
    for form in forms:
        found = form.fullmatch(text)
        if found:
            groups = found.groupdict()
            if groups.get("name"):
                groups["half"] = halves[groups["name"]]
            read = time_of(groups)
            return read and _in_utc(read)
    return None


@cache
def _own_forms(locale: str) -> tuple[tuple[re.Pattern[str], ...], dict[str, str]]:
    """Return the patterns of a locale's own times, and its halves of the day by their names."""
    known = known_locale(locale, "times")
    halves = _halves(known)
    name = any_of(halves).replace("(?:", "(?P<name>", 1)

    def field(letter: str, count: int) -> str | None:
        digits = r"\d\d" if count == 2 and letter in "ms" else r"\d{1,2}"
        unit = {**dict.fromkeys("HhK", "hour"), "m": "minute", "s": "second"}.get(letter)
        if unit:
            return rf"(?P<{unit}>{digits})"
        return {"a": name, "B": name, "z": f"(?i:{OFFSET})"}.get(letter)

    patterns = [*known.time_formats.values(), *map(known.datetime_skeletons.get, _SKELETONS)]
    return expressions_of(filter(None, patterns), field), halves


def _halves(locale: Locale) -> dict[str, str]:
    """Return ``"a"`` or ``"p"`` by the casefolded name of a part of the day within one half."""
    from babel.dates import get_period_id

    hours: dict[str, set[str]] = {"am": {"a"}, "pm": {"p"}}
    for hour in range(24):
        hours.setdefault(get_period_id(time(hour), locale=locale), set()).add("ap"[hour // 12])
    names = names_in(locale.day_periods, "wide", "abbreviated")
    return {
        casefolded(name).rstrip("."): next(iter(hours[part]))
        for part, name in names
        if len(hours.get(part, ())) == 1
    }


def time_of(groups: Mapping[str, str | None]) -> time | None:
    """Return the time of the matched groups; ``None`` if there is no such time.

    Args:
        groups: ``hour``, and any of ``minute``, ``second``, ``part`` (of a second), ``half`` (of
            the day), ``half_past``, and the groups of ``OFFSET``.

    Raises:
        AmbiguousError: for noon and midnight in Japanese halves of the day.

    >>> time_of({"hour": "12", "minute": "05", "half": "a"})
    datetime.time(0, 5)

    """
    hour, minute, second = (int(groups.get(name) or 0) for name in ("hour", "minute", "second"))
    if groups.get("half_past"):
        minute = 30
    microsecond = int((groups.get("part") or "").ljust(6, "0"))
    half = (groups.get("half") or "").lower()
    noon_or_midnight = hour == 12 and half in ("午前", "午後")
    if half:
        if hour > 12 or (hour == 0 and half in "ap"):
            return None
        hour = hour % 12 + 12 * (half in ("p", "午後", "오후"))
    elif hour == 24 and not (minute or second or microsecond):
        hour = 0
    zone = None
    if groups.get("offset"):
        hours, minutes = (int(groups.get(name) or 0) for name in ("hours", "minutes"))
        offset = timedelta(hours=hours, minutes=minutes)
        if offset >= timedelta(days=1):
            return None
        zone = timezone(-offset if groups.get("sign") == "-" else offset)
    read = valid(time, hour, minute, second, microsecond, zone)
    if read and noon_or_midnight:
        readings = read.replace(hour=0), read.replace(hour=12)
        raise AmbiguousError(readings, an_option_decides=False)
    return read


def _in_utc(read: time) -> time:
    if read.tzinfo is None:
        return read
    # A day with neighbours on both sides, so the offset can change it; the hour stays 0 to 23.
    return datetime.combine(datetime(2000, 1, 2), read).astimezone(UTC).timetz()


COMPARATORS.register(Time)

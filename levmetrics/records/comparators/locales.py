"""Named locales: Babel has their formats of numbers, dates and times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from levmetrics.errors import InputError, quoted
from levmetrics.lazy import re
from levmetrics.records.comparators.plain import plain
from levmetrics.system.extras import needed_by

if TYPE_CHECKING:
    from babel import Locale


def known_locale(name: str, what: str) -> Locale:
    """Return the locale of this name.

    Args:
        name: the locale in CLDR or BCP 47 notation: ``"de"``, ``"de_CH"``, ``"de-CH"``.
        what: what needs the locale, for the message if Babel is missing.

    Raises:
        InputError: for an unknown locale.
        ImportError: if Babel is not installed, with the command that installs it.

    >>> known_locale("de-CH", "the example").english_name
    'German (Switzerland)'

    """
    with needed_by(f"{what} of a named locale", "records"):
        from babel import Locale, UnknownLocaleError
    try:
        return Locale.parse(name.replace("-", "_"))
    except (AttributeError, TypeError, ValueError, UnknownLocaleError):
        raise InputError("record.unknown_locale", given=quoted(name)) from None


def expressions_of(
    patterns: Iterable[Any], field: Callable[[str, int], str | None]
) -> tuple[re.Pattern[str], ...]:
    """Return the regular expressions of the plain, casefolded texts that CLDR patterns write.

    Args:
        patterns: Babel's patterns of dates or times, such as that of ``"EEEE, d 'de' MMMM"``.
        field: returns the expression of a field from its letter and the number of its letters, or
            ``None`` if such fields are not read; patterns that have one are left out.

    """
    from babel.dates import tokenize_pattern

    found = []
    for pattern in patterns:
        parts: list[str | None] = [
            _literal(str(value)) if kind == "chars" else field(*cast("tuple[str, int]", value))
            for kind, value in tokenize_pattern(pattern.pattern)
        ]
        if None not in parts:
            found.append(re.compile(f"(?a){''.join(map(str, parts))}"))
    return tuple(found)


def _literal(text: str) -> str:
    return "".join(
        " " if part.isspace() else re.escape(casefolded(part)) for part in re.split(r"(\s+)", text)
    )


def casefolded(text: str) -> str:
    """Return a text as :func:`plain` returns it, without case."""
    return plain(text).casefold()


def any_of(names: Iterable[str]) -> str:
    """Return the expression of any of some names, with or without a point at the end."""
    known = {casefolded(name).rstrip(".") for name in names} - {""}
    return f"(?:{'|'.join(map(re.escape, sorted(known, key=len, reverse=True)))})[.]?"


def names_in(widths: Mapping[str, Any], *wanted: str) -> list[tuple[Any, str]]:
    """Return the numbers and names of Babel's months, days or parts of the day of some widths.

    Args:
        widths: the names by context, width and number.
        wanted: the widths.

    >>> min(names_in(known_locale("de", "the example").days, "wide"))
    (0, 'Montag')

    """
    return [
        item
        for names in widths.values()
        for width in wanted
        for item in names.get(width, {}).items()
    ]

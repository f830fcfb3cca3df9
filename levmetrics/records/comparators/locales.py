"""Named locales: Babel has their formats of numbers and dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from levmetrics.errors import InputError
from levmetrics.extras import needed_by

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
        raise InputError("record.unknown_locale", given=repr(name)) from None

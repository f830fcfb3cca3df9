"""Currencies: their codes, signs and words, as the file ``currencies.json`` has them.

Codes are those of ISO 4217, of currencies and funds as of 2026-01-01, without codes of metals, for
testing and for no currency; and the codes withdrawn since 2011, which older records have. Those
without decimals have a minor unit of exponent 0 there. Source:
https://www.six-group.com/en/products-services/financial-information/data-standards.html

Signs and words are in lower case, without spaces and final full stop. Source: the symbols and
narrow symbols of CLDR (https://cldr.unicode.org); yen, fr, sfr, tl, and those of Japan, Korea and
Russia are in common use, but not in CLDR.

Units are words for a currency, or codes in small letters, that are also units of measurement: by
the languages in which CLDR writes them so.
"""

from __future__ import annotations

from levmetrics.lazy import re
from levmetrics.registry import json_in

_DATA = json_in(__package__, "currencies.json")
CODES = frozenset(f"{_DATA['active']} {_DATA['withdrawn']}".split())
_WITHOUT_DECIMALS = frozenset(_DATA["without_decimals"].split())
SIGNS = {
    sign: frozenset(codes.split())
    for signs, codes in _DATA["signs"].items()
    for sign in signs.split()
}
"""The codes that a sign or a word may stand for."""

# Feet are written "ft" in nearly all languages; forints are "Ft".
_FEET, _OF_FORINTS = "ft", "hu"
_SIGNS_IN_CAPITALS = frozenset({"Ft", "R"})  # as CLDR writes them


def is_unit(word: str, locale: str | None) -> bool:
    """Whether a word or code of a currency is a unit of measurement in a locale's language.

    Codes in capitals are no units.

    Args:
        word: the word.
        locale: the locale; ``None``: English.

    >>> [is_unit(word, None) for word in ("ft", "pounds", "cup", "CUP", "Ft", "kr", "tl")]
    [True, True, True, False, False, False, False]
    >>> is_unit("ft", "hu_HU"), is_unit("TL", "de_DE"), is_unit("TL", "tr")
    (False, True, False)

    """
    word = word.rstrip(".")
    if word in CODES or word in _SIGNS_IN_CAPITALS:
        return False
    language = re.split("[-_]", locale or "en")[0]
    if word.lower() == _FEET:
        return language != _OF_FORINTS
    return language in _DATA["units"].get(word.lower(), "").split()


def codes_of(currency: str) -> frozenset[str]:
    """Return the codes that a code, a sign or a word may stand for; empty if it is not a currency.

    >>> codes_of("eur"), sorted(codes_of("¥")), codes_of("pcs")
    (frozenset({'EUR'}), ['CNY', 'JPY'], frozenset())

    """
    sign = currency.rstrip(".").lower().replace(" ", "")
    return SIGNS.get(sign, CODES & {currency.upper()})


def has_decimals(codes: frozenset[str]) -> bool:
    """Whether amounts may have decimals in one of the currencies; true for an unknown currency.

    >>> has_decimals(codes_of("円")), has_decimals(codes_of("¥")), has_decimals(frozenset())
    (False, True, True)

    """
    return not codes or not codes <= _WITHOUT_DECIMALS

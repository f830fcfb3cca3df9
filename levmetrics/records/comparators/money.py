"""Amounts of money: a number and its currency."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, NamedTuple

from levmetrics.errors import InputError
from levmetrics.lazy import regex
from levmetrics.records.comparators.comparator import COMPARATORS, Leaf
from levmetrics.records.comparators.number import NUMERAL, Number, number_of
from levmetrics.records.comparators.plain import plain

# The codes that a sign may stand for, in small letters, without spaces and a full stop at its end.
# Source: the symbols and narrow symbols of CLDR (https://cldr.unicode.org); those of the last
# line, which it lacks, are in common use.
SIGNS = {
    sign: frozenset(codes.split())
    for sign, codes in {
        "$": "ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD "
        "SBD SGD SRD TTD TWD USD UYU XCD",
        **dict.fromkeys(("us$", "$us"), "USD"),
        **dict.fromkeys(("a$", "au$", "$au"), "AUD"),
        **dict.fromkeys(("ca$", "$ca"), "CAD"),
        "c$": "CAD NIO",
        **dict.fromkeys(("hk$", "$hk"), "HKD"),
        **dict.fromkeys(("mx$", "$mx"), "MXN"),
        "nt$": "TWD",
        **dict.fromkeys(("nz$", "$nz"), "NZD"),
        **dict.fromkeys(("r$", "br$"), "BRL"),
        "s$": "SGD",
        "€": "EUR",
        "£": "EGP FKP GBP GIP LBP SHP SSP SYP",
        "¥": "CNY JPY",
        "jp¥": "JPY",
        **dict.fromkeys(("cn¥", "元"), "CNY"),
        "₩": "KPW KRW",
        "₹": "INR",
        "rs": "INR LKR MUR NPR PKR SCR",
        "kr": "DKK EEK ISK NOK SEK",
        "kč": "CZK",
        "zł": "PLN",
        "ft": "HUF",
        "s/": "PEN",
        "rm": "MYR",
        "rp": "IDR",
        "r": "ZAR",
        "฿": "THB",
        "₡": "CRC",
        "₦": "NGN",
        "₪": "ILS",
        "₫": "VND",
        "₭": "LAK",
        "₮": "MNT",
        "₱": "PHP",
        "₲": "PYG",
        "₴": "UAH",
        "₸": "KZT",
        "₺": "TRY",
        "₼": "AZN",
        "₽": "RUB",
        "₾": "GEL",
        **{"円": "JPY", "원": "KRW", "fr": "CHF", "sfr": "CHF", "tl": "TRY", "руб": "RUB"},
    }.items()
}
_CURRENCY = r"\p{L}+[./]*\p{Sc}?|\p{Sc} ?\p{L}*"
_AMOUNT = regex.compile(rf"([+-]?) ?({_CURRENCY})? ?([+-]?) ?({NUMERAL}) ?({_CURRENCY})?")


class Amount(NamedTuple):
    """An amount of money.

    Attributes:
        number: the amount.
        currencies: the codes that its currency may have; none if it names no currency.

    """

    number: Decimal
    currencies: frozenset[str]


@dataclass(frozen=True)
class Money(Number):
    """Compares amounts of money by value and currency.

    A currency is a code of ISO 4217 or a sign, before or after the number. A sign equals all codes
    that it may stand for. An amount without a currency differs from one with any.

    Args:
        tolerance: the largest difference of equal amounts.
        relative: the same, as a part of the reference.
        locale: in which strings are written; see :class:`Number`.
        currency: the code of values that name none, and of signs that may stand for it.

    Raises:
        InputError: for a tolerance that is none, an unknown locale, and what is no code.

    >>> money = Money()
    >>> dollars = money.read("$12.50")
    >>> others = map(money.read, ["12,50 USD", "CAD 12.50", "12.50 €", "12.50"])
    >>> [money.similarity(dollars, other) for other in others]
    [1.0, 1.0, 0.0, 0.0]
    >>> money.similarity(money.read("USD 12.50"), money.read("CAD 12.50"))
    0.0

    """

    name: ClassVar[str] = "money"
    description: ClassVar[str] = "1 where both are the same amount of the same currency, else 0"

    currency: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.currency is not None and not _is_code(self.currency):
            raise InputError("record.currency", given=repr(self.currency))

    def read(self, value: Leaf) -> Hashable | None:
        """Return the amount and its currency as an :class:`Amount`.

        Raises:
            AmbiguousError: for a number of two readings, if there is no locale.

        """
        if not isinstance(value, str):
            return self._amount(number_of(value), [])
        found = _AMOUNT.fullmatch(plain(value))
        if found is None:
            return None
        before_sign, before, sign, numeral, after = found.groups(default="")
        return self._amount(self.signed(before_sign + sign, numeral), [before, after])

    def _amount(self, number: Decimal | None, signs: list[str]) -> Amount | None:
        """Return an amount; ``None`` for no number, and for signs that are of no one currency."""
        own = frozenset([self.currency.upper()]) if self.currency else frozenset[str]()
        named = [_codes(sign) for sign in signs if sign]
        codes = frozenset.intersection(*named) if named else own
        if number is None or (named and not codes):
            return None
        return Amount(number, codes & own or codes)

    def similarity(self, reference: Any, prediction: Any) -> float:
        """Return 1 for equal amounts of a currency that may be the same, else 0."""
        if reference.currencies.isdisjoint(prediction.currencies) and (
            reference.currencies or prediction.currencies
        ):
            return 0.0
        return super().similarity(reference.number, prediction.number)


def _codes(sign: str) -> frozenset[str]:
    known = SIGNS.get(sign.rstrip(".").lower().replace(" ", ""))
    if known is None and _is_code(sign):
        return frozenset([sign.upper()])
    return known or frozenset()


def _is_code(text: object) -> bool:
    return isinstance(text, str) and len(text) == 3 and text.isascii() and text.isalpha()


COMPARATORS.register(Money)

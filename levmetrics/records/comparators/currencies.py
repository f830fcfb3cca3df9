"""Currencies: their codes, signs and words."""

from __future__ import annotations

from levmetrics.lazy import re

# The ISO 4217 codes of currencies and funds as of 2026-01-01, without codes of metals, for testing
# and for no currency; and the codes withdrawn since 2011, which older records have. Source:
# https://www.six-group.com/en/products-services/financial-information/data-standards.html
_ACTIVE = (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN "
    "BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR "
    "FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY "
    "KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU "
    "MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON "
    "RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP "
    "TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XOF XPF "
    "YER ZAR ZMW ZWG"
)
_WITHDRAWN = "ANG BGN BYR CUC EEK HRK LTL LVL MRO SLL STD VEF ZMK ZWL"
CODES = frozenset(f"{_ACTIVE} {_WITHDRAWN}".split())
# The exponent of their minor unit is 0 in ISO 4217.
_NO_MINOR_UNIT = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_WITHOUT_DECIMALS = frozenset(_NO_MINOR_UNIT.split())
_DOLLARS = (
    "ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD "
    "SRD TTD TWD USD UYU XCD"
)
# The codes that a sign or a word may stand for, in lower case, without spaces and final full stop.
# Source: the symbols and narrow symbols of CLDR (https://cldr.unicode.org); the last lines are in
# common use, but not in CLDR.
SIGNS = {
    sign: frozenset(codes.split())
    for sign, codes in {
        **dict.fromkeys(("$", "dollar", "dollars"), _DOLLARS),
        **dict.fromkeys(("us$", "$us"), "USD"),
        **dict.fromkeys(("a$", "au$", "$au"), "AUD"),
        **dict.fromkeys(("ca$", "$ca", "can$"), "CAD"),
        "c$": "CAD NIO",
        **dict.fromkeys(("hk$", "$hk"), "HKD"),
        **dict.fromkeys(("mx$", "$mx"), "MXN"),
        "nt$": "TWD",
        **dict.fromkeys(("nz$", "$nz"), "NZD"),
        **dict.fromkeys(("r$", "br$"), "BRL"),
        "s$": "SGD",
        **dict.fromkeys(("€", "euro", "euros"), "EUR"),
        **dict.fromkeys(("£", "pound", "pounds"), "EGP FKP GBP GIP LBP SHP SSP SYP"),
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
        **{
            "円": "JPY",
            "yen": "JPY",
            "원": "KRW",
            "fr": "CHF",
            "sfr": "CHF",
            "tl": "TRY",
            "руб": "RUB",
        },
    }.items()
}

# Words for a currency, or codes in small letters, that are also units of measurement: by the
# languages in which CLDR writes them so. Feet are written "ft" in nearly all; forints are "Ft".
_UNITS = {
    "btn": "ms",
    "cad": "ia",
    "chw": "cy",
    "cup": "da de en frr id lb lo nl rm",
    "eur": "br",
    "kgs": "tk uz",
    "mnt": "bew ha id jv lb",
    "pound": "en hi id ig nl",
    "pounds": "en hi",
    "r": "az ca cs ha hi kab kgp ku mi pl sk szl",
    "sek": "bew et frr kok ln nb no sr sw tk",
    "tl": "af de et fi lb nl to",
}
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
    return language in _UNITS.get(word.lower(), "").split()


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

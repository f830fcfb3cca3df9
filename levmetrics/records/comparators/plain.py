"""Values of any script and width in plain characters, as numbers and dates are read from them."""

from __future__ import annotations

import unicodedata

_LONGEST = 100  # characters of a number or date that anybody writes
_PLAIN = {
    **dict.fromkeys("\u2010\u2011\u2212", "-"),  # hyphens, and the minus sign
    "\u2019": "'",
    **dict.fromkeys("\u061c\u200b\u200e\u200f\u2060\ufeff", ""),  # directions, and no width
}


def plain(text: str) -> str:
    """Return a text with plain digits and signs, and white space squeezed.

    Digits of every script are 0 to 9. Characters of other widths become the usual ones, except
    those that would become digits: 10² is not 102. Nothing is returned of more than 100 characters,
    which no number or date has: the patterns of these are slow on long texts.

    >>> plain("１２，５ €"), plain("٣/٤/٢٠٢٤"), plain("\u221210²")
    ('12,5 €', '3/4/2024', '-10²')

    """
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        return ""
    if text.isascii():
        return text
    characters = unicodedata.normalize("NFC", text)
    return " ".join("".join(map(_plain_character, characters)).split())


def _plain_character(character: str) -> str:
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    usual = unicodedata.normalize("NFKC", character)
    if any(map(str.isdecimal, usual)):
        return character
    return "".join(_PLAIN.get(each, each) for each in usual)

"""Normalization of values to plain characters, from which numbers and dates are parsed."""

from __future__ import annotations

import unicodedata

_LONGEST = 100  # the longest number or date, in characters
_PLAIN = {
    **dict.fromkeys("\u2010\u2011\u2212", "-"),  # hyphens, and the minus sign
    "\u2019": "'",
    **dict.fromkeys("\u061c\u200b\u200e\u200f\u2060\ufeff", ""),  # of no width
}


def plain(text: str) -> str:
    """Return a text with plain digits and signs and squeezed white space.

    Digits of every script become 0 to 9. Characters of other widths become the usual ones, except
    those that would become digits: 10² is not 102. The result for more than 100 characters is
    empty: no number or date is that long, and the patterns are slow on long texts.

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

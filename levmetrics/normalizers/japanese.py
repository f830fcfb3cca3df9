"""Full and half width, which Japanese texts mix."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import regex

from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, in_no_text, unchanged

_VOICED = regex.compile("[\u3041-\u3096\u309d\u309e\u30a1-\u30fe][\u3099\u309a]")


@cache
def _usual_widths() -> dict[int, str]:
    """Return the character of usual width of each that Unicode decomposes as wide or narrow."""
    widths: dict[int, str] = {}
    for code in range(sys.maxunicode + 1):
        kind, _, usual = unicodedata.decomposition(chr(code)).partition(" ")
        if kind in ("<wide>", "<narrow>"):
            widths[code] = chr(int(usual, 16))
    return widths


def _width(text: str) -> str:
    usual = text.translate(_usual_widths())
    # A half-width sound mark is a character of its own: ｶﾞ becomes ガ.
    return _VOICED.sub(lambda found: unicodedata.normalize("NFC", found[0]), usual)


NORMALIZERS.register(
    Normalizer(
        "width",
        _width,
        unchanged,
        context=in_no_text,
        description="full-width letters, digits and signs to plain ones, half-width kana to full "
        "ones; what NFKC does besides is left alone",
    )
)

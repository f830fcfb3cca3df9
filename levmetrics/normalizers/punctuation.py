"""Removal of punctuation, in every script: by what it does there, or every character of it."""

from __future__ import annotations

from string import punctuation

import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, in_no_text

_PUNCTUATION = regex.compile(r"\p{P}+")
_ASCII_PUNCTUATION = "[{}]".format("".join(rf"\{c}" for c in punctuation if _PUNCTUATION.match(c)))

# The full-width tilde, a symbol to Unicode, is how Windows writes the wave dash.
_WIDE_TILDE, _WAVE = "\uff5e", "\u301c"
_APOSTROPHES = "'\u2019\uff07"
# Of scripts that are written without spaces, where punctuation needs no space in its place.
UNSPACED = (
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Line_Break=Complex_Context}"
    r"[\p{L}&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]]"
)
_IN_NUMBERS = rf"(?<=\p{{N}})[\p{{Po}}\p{{Pd}}\p{{Pc}}\u2019{_WIDE_TILDE}](?=\p{{N}})"
_MINUS = r"\-\u2010\u2011\u2013\ufe63\uff0d"
_SIGN = (
    rf"(?<![[\p{{L}}\p{{N}}\p{{M}}\p{{Pd}}\p{{Pc}}\p{{Pe}}\p{{Pf}}.{_WIDE_TILDE}]--[{UNSPACED}\ufe0e\ufe0f]])"
    rf"[{_MINUS}](?=\p{{Sc}}?\.?\p{{N}})"
)
_LEADING_POINT = rf"(?<=^|[\s[\p{{S}}--{_WIDE_TILDE}]{_MINUS}])\.(?=\p{{N}})"
# Also Hebrew's geresh and gershayim, and Catalan's dot.
_IN_WORDS = (
    rf"(?<=[\p{{L}}\p{{N}}\p{{M}}--[\ufe0e\ufe0f]])[{_APOSTROPHES}](?=[\p{{L}}\p{{N}}])"
    r"|(?<=[\p{Hebrew}--\p{P}])[\u05f3\u05f4\"](?=[\p{Hebrew}--\p{P}])|(?<=[lL])\u00b7(?=[lL])"
)
_KEPT = f"{_IN_NUMBERS}|{_SIGN}|{_LEADING_POINT}|{_IN_WORDS}"
_RUN = rf"(?:(?!{_KEPT})[\p{{P}}{_WIDE_TILDE}][\ufe0e\ufe0f]*)+"
_ANY = regex.compile(
    rf"(?P<kept>{_KEPT})"
    rf"|(?P<beside>(?<=^|\s|{UNSPACED}\p{{M}}*){_RUN}|{_RUN}(?=\s|$|{UNSPACED}))"
    rf"|{_RUN}",
    flags=regex.V1,
)
_DASH = regex.compile(rf"(?!{_WAVE})\p{{Pd}}")


def _remove_punctuation(text: str) -> str:
    return _ANY.sub(_replacement, text)


def _replacement(found: regex.Match[str]) -> str:
    """Return one form of a mark that stays, and a space only where words would be joined."""
    kept = found["kept"]
    if kept is None:
        return " " if found["beside"] is None else ""
    if kept in _APOSTROPHES:
        return "'"
    if kept == _WIDE_TILDE:
        return _WAVE
    return "-" if _DASH.match(kept) else kept


def _delete_punctuation(text: str) -> str:
    return _PUNCTUATION.sub("", text)


def _ascii_delete_punctuation(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return pc.replace_substring_regex(texts, _ASCII_PUNCTUATION, "")


NORMALIZERS.register(
    Normalizer(
        "remove_punctuation",
        _remove_punctuation,
        context=in_no_text,
        description="without punctuation, in every script: a space where it parts words; what "
        "stands in numbers (3.14, 10-20, -5) and apostrophes inside of words stay",
    )
)
NORMALIZERS.register(
    Normalizer(
        "delete_punctuation",
        _delete_punctuation,
        _ascii_delete_punctuation,
        context=in_no_text,
        description="every character of Unicode's category P deleted: 3.14 becomes 314",
    )
)

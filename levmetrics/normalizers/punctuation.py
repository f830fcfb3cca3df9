"""Punctuation in every script: removed by its function in the text, deleted, or made spaces.

``marks`` makes spaces of symbols too. Vowel signs stay wherever they are, and a spaced sound mark
of Japanese joins its kana (か゛ is が). Marks without a script of their own (accents, variation
selectors, the enclosing mark of a keycap) are removed with the symbol or space that they stand on.

Numbers are split at such signs: 3.14 is "3 14" and 1,000 is "1 000". None are joined: a fraction or
power is a separate number, so that 1½ is "1 1 2" and 10² is "10 2".
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache
from string import punctuation

from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pc, regex
from levmetrics.normalizers.basic import lower_texts, squeeze_whitespace, squeezed_texts
from levmetrics.normalizers.normalizer import built_in, in_no_text

_PUNCTUATION = regex.compile(r"\p{P}+")
_ASCII_PUNCTUATION = "[{}]".format(
    "".join(rf"\{c}" for c in punctuation if unicodedata.category(c)[0] == "P")
)

# Windows writes the wave dash as the full-width tilde, which Unicode counts as a symbol.
_WIDE_TILDE, _WAVE = "\uff5e", "\u301c"
_APOSTROPHES = "'\u2019\uff07"
# Scripts written without spaces, where removed punctuation leaves no space.
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
    """Return a mark that stays in its one form, and else a space where words would be joined."""
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


def _ascii_delete_punctuation(texts: Texts) -> Texts:
    return Texts.of_arrow(pc.replace_substring_regex(texts.to_arrow(), _ASCII_PUNCTUATION, ""))


_SOUND_MARK = "[\u3099\u309a]"
# The four separators are white space for Python, but not for regular expressions.
_NO_WORD = regex.compile(
    rf"(?:(?:^|[\p{{P}}\p{{S}}\s\x1c-\x1f])"
    rf"[\p{{M}}&&[\p{{Script=Inherited}}\p{{Script=Common}}]--{_SOUND_MARK}]*)+",
    regex.V1,
)
_SPACED_SOUND_MARK = regex.compile(
    "(?P<kana>[\u3041-\u3096\u309d\u30a1-\u30fa\u30fd\uff66-\uff9d])?[\u309b\u309c]"
)
_ASCII_NO_WORD = "[{}]+".format("".join(rf"\{character}" for character in punctuation))
_RAISED = "²³¹⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉"  # and subscripts, which form one number: 10¹²


@cache
def _numbers() -> tuple[regex.Pattern[str], regex.Pattern[str]]:
    """Return the patterns of number signs, and of places where NFKC would join two numbers.

    NFKC turns such a sign into a number, or a number with a sign (½, ①, ㏠). It would join those in
    1½, 2① or 5㏠.
    """
    signs = "".join(
        character
        for character in map(chr, range(sys.maxunicode + 1))
        if unicodedata.decomposition(character).startswith("<")
        and unicodedata.category(character) != "Nd"
        and character not in _RAISED
        and regex.search(r"^\p{N}|\p{N}$", unicodedata.normalize("NFKC", character))
    )
    sign, raised, number = f"[{signs}]", f"[{_RAISED}]", rf"[\p{{N}}{signs}]"
    between = regex.compile(
        rf"(?<={sign}\p{{M}}*)(?={number})|(?<={number}\p{{M}}*)(?={sign})"
        rf"|(?<={raised}\p{{M}}*)(?={number})(?!{raised})"
        rf"|(?<={number}\p{{M}}*)(?<!{raised}\p{{M}}*)(?={raised})"
    )
    return regex.compile(f"[{signs}{_RAISED}]"), between


def _marks(text: str) -> str:
    if not text.isascii():
        sign, between = _numbers()
        text = between.sub(" ", text) if sign.search(text) else text
    text = _SPACED_SOUND_MARK.sub(_joined_to_kana, text)
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())
    return squeeze_whitespace(_NO_WORD.sub(" ", composed))


def _joined_to_kana(found: regex.Match[str]) -> str:
    sign = found[0][-1]
    return f"{found['kana']}{chr(ord(sign) - 2)}" if found["kana"] else " "


def _ascii_marks(texts: Texts) -> Texts:
    lower = lower_texts(texts).to_arrow()
    return squeezed_texts(Texts.of_arrow(pc.replace_substring_regex(lower, _ASCII_NO_WORD, " ")))


built_in("remove_punctuation", _remove_punctuation, context=in_no_text)
built_in("delete_punctuation", _delete_punctuation, _ascii_delete_punctuation, context=in_no_text)
built_in("marks", _marks, _ascii_marks, context=in_no_text)

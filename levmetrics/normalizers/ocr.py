"""Spellings of historical prints: long s, ligatures, hyphens at line ends, transcription levels.

Each of ``long_s``, ``ligatures``, ``quotes``, ``dashes`` and ``dehyphenate`` does one thing.
``ocrd:1`` to ``ocrd:3`` and ``dinglehopper`` follow the rules of others, whose versions their
signatures name.

Sources:
    MUFI: the ligatures of the Medieval Unicode Font Initiative in the Private Use Area, by the
    names of its character recommendation 4.0 (https://mufi.info); and the ligatures in the coding
    table of OCR-D, which has those of the IMPACT project
    (https://ocr-d.de/en/gt-guidelines/trans/ocr_d_koordinationsgremium_codierung.html).

    OCR-D: ``rules/ruleset_{character,hyphenation,ligature,roman_digits}.json`` of
    https://github.com/OCR-D/gt-guidelines at 1ed9e3f, and for umlauts its page
    ``level_1_7``. Its rules give a spelling for each of three levels of transcription.

    dinglehopper: the default normalization of version 0.11.0 ("NFC_SBB")
    (https://github.com/qurator-spk/dinglehopper, ``extracted_text.py``).
"""

from __future__ import annotations

from functools import partial

from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pc, re, regex
from levmetrics.normalizers.basic import nfc
from levmetrics.normalizers.normalizer import built_in, in_no_text, unchanged
from levmetrics.registry import json_in

_MUFI = "mufi-4.0"
_OCRD = "gt-guidelines-1ed9e3f"
_DINGLEHOPPER = "0.11.0"


_TABLES = json_in(__package__, "ocr.json")  # spellings by rule

# Single characters.

_LONG_S = str.maketrans({"\u017f": "s", "\u1e9b": "\u1e61"})  # with a dot above: ẛ, ṡ

_LATIN_LIGATURES = _TABLES["latin_ligatures"]
_LIGATURES = str.maketrans(_LATIN_LIGATURES | _TABLES["other_ligatures"])

# Unicode's property Quotation_Mark without corner brackets, and two apostrophes: U+00B4, U+02BC.
_SINGLE = "\u00b4\u02bc\u2018\u2019\u201a\u201b\u2039\u203a\uff07"
_DOUBLE = "\u00ab\u00bb\u201c\u201d\u201e\u201f\u2e42\u301d\u301e\u301f\uff02"
_QUOTES = str.maketrans({**dict.fromkeys(_SINGLE, "'"), **dict.fromkeys(_DOUBLE, '"')})

# Unicode's property Dash without swung and wavy ones and those of a single other script.
_DASHES = str.maketrans(
    dict.fromkeys(
        "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d"
        "\ufe31\ufe32\ufe58\ufe63\uff0d",
        "-",
    )
)


def _translated(table: dict[int, str], text: str) -> str:
    return text.translate(table)


# Hyphens at line ends.

# The soft hyphen, and the not sign that transcriptions write for it, are not part of a spelling.
_ONLY_AT_LINE_ENDS = "\u00ad\u00ac"
_HYPHENS = rf"\-\u2010\u2e17\u2e40\u058a{_ONLY_AT_LINE_ENDS}"
_LINE_END = re.compile("(\r\n|[\n\r])")
_BROKEN = regex.compile(rf"[\p{{Lu}}\p{{Lt}}\p{{Ll}}]\p{{M}}*([{_HYPHENS}])[ \t]*$")
_REST = regex.compile(r"[ \t]*([\p{Lu}\p{Lt}\p{Ll}]\S*)([ \t]*)(.*)")
_CONJUNCTIONS = {"and", "or", "und", "vnd", "vnnd", "oder"}


def _dehyphenate(text: str) -> str:
    first, *ends_and_lines = _LINE_END.split(text)
    pieces = [first]
    for end, line in zip(ends_and_lines[::2], ends_and_lines[1::2], strict=True):
        broken = _BROKEN.search(pieces[-1])
        rest = broken and _REST.match(line)
        if not broken or not rest or _is_shared(broken[1], rest[1]):
            pieces += [end, line]
        else:
            stays = not rest[1][0].islower() and broken[1] not in _ONLY_AT_LINE_ENDS
            pieces[-1] = pieces[-1][: broken.end(1) if stays else broken.start(1)]
            pieces += _moved(end, *rest.groups())
    return "".join(pieces)


def _is_shared(hyphen: str, word: str) -> bool:
    """Whether the hyphen stands for a part shared by two words, as in Vor- und Nachteile."""
    return hyphen not in _ONLY_AT_LINE_ENDS and word in _CONJUNCTIONS


def _moved(end: str, word: str, space: str, others: str) -> list[str]:
    """Return the pieces of a line that begins with the rest of a word, with its line end moved."""
    if not others:
        return [word + space]
    # A word that ends in a hyphen within its line must not move to the end of a line.
    return [word + space + others] if _BROKEN.search(word) else [word, end, others]


def _is_hyphenated(text: str) -> bool:
    return _dehyphenate(text) != text


# OCR-D's levels, without its rules that change nothing or follow from others. Its pages say that
# level 1 has no long s, so the rule of s also applies within ſt, ſſ and ſch.

_FINAL_ET = "\ue8bf"  # q with a sign that is written q; beside it
_FINAL_ET_ACUTE = f"{_FINAL_ET}\u0301"
_LEVEL_2 = str.maketrans({_FINAL_ET: "q;"} | _LATIN_LIGATURES | _TABLES["ocrd_2"])
_LEVEL_1 = str.maketrans(_TABLES["ocrd_1"]) | _LONG_S
_MARKED = _TABLES["ocrd_1_marked"]
# A letter with a further mark, beside the rule's mark, is a different letter.
_ONE_MARK = regex.compile(rf"(?:{'|'.join(_MARKED)})(?!\p{{M}})")


def _level_2(text: str) -> str:
    return nfc(nfc(text).replace(_FINAL_ET_ACUTE, "q\u0301;").translate(_LEVEL_2))


def _level_1(text: str) -> str:
    text = _ONE_MARK.sub(lambda found: _MARKED[found[0]], _level_2(text))
    return nfc(text.replace("ꝛtc.", "etc.").translate(_LEVEL_1))


# dinglehopper replaces one string after the other. The order matters only for its four rules of two
# characters, some of which other rules write; so these four come last here.

_DINGLEHOPPERS = str.maketrans(_TABLES["dinglehopper"])
_DINGLEHOPPERS_LAST = _TABLES["dinglehopper_last"]


def _dinglehopper(text: str) -> str:
    text = nfc(text).translate(_DINGLEHOPPERS)
    for old, new in _DINGLEHOPPERS_LAST.items():
        text = text.replace(old, new)
    return text


def _ascii_dinglehopper(texts: Texts) -> Texts:
    return Texts.of_arrow(pc.replace_substring(texts.to_arrow(), "==", "–"))


for _name, _table, _rules in (
    ("long_s", _LONG_S, ""),
    ("ligatures", _LIGATURES, _MUFI),
    ("quotes", _QUOTES, ""),
    ("dashes", _DASHES, ""),
):
    built_in(_name, partial(_translated, _table), unchanged, rules=_rules, context=in_no_text)
for _name, _level in (("ocrd:1", _level_1), ("ocrd:2", _level_2), ("ocrd:3", nfc)):
    built_in(_name, _level, unchanged, rules=_OCRD, context=in_no_text)
built_in("dehyphenate", _dehyphenate, context=_is_hyphenated)
built_in(
    "dinglehopper", _dinglehopper, _ascii_dinglehopper, rules=_DINGLEHOPPER, context=in_no_text
)

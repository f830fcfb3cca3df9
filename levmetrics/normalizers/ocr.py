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

import unicodedata
from functools import partial

from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pc, re, regex
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, in_no_text, unchanged

_MUFI = "mufi-4.0"
_OCRD = "gt-guidelines-1ed9e3f"
_DINGLEHOPPER = "0.11.0"

_nfc = partial(unicodedata.normalize, "NFC")


def _pairs(rules: str) -> dict[str, str]:
    """Return the rules of a table, which has each spelling before its replacement."""
    words = rules.split()
    return dict(zip(words[::2], words[1::2], strict=True))


# Single characters.

_LONG_S = str.maketrans({"\u017f": "s", "\u1e9b": "\u1e61"})  # with a dot above: ẛ, ṡ

_LATIN_LIGATURES = _pairs("ﬀ ff  ﬁ fi  ﬂ fl  ﬃ ffi  ﬄ ffl  ﬅ ſt  ﬆ st  Ĳ IJ  ĳ ij  Ꜩ TZ  ꜩ tz")
_ARMENIAN_LIGATURES = _pairs("ﬓ մն  ﬔ մե  ﬕ մի  ﬖ վն  ﬗ մխ")
_MUFI_LIGATURES = _pairs("""
    \ue734 þſ    \uead0 gr    \uead2 gp    \ueada ſt    \ueba0 ſä    \ueba1 ſh    \ueba2 ſi
    \ueba3 ſl    \ueba4 ſö    \ueba5 ſp    \ueba6 ſſ    \ueba7 ſſi   \ueba8 ſſl   \ueba9 ſti
    \uebaa ſtr   \uebab ſü    \uebad hſ    \uebae kſ    \ueec2 bb    \ueec3 bg    \ueec4 ck
    \ueec5 ct    \ueec7 ey    \ueec8 fä    \ueec9 fj    \ueeca fr    \ueecb ft    \ueecc fü
    \ueecd fy    \ueece fft   \ueecf ffy   \ueed0 fty   \ueed1 gg    \ueed2 gd    \ueed4 gð
    \ueed6 pp    \ueed8 tr    \ueed9 tt    \ueedb ty    \ueedc tz    \ueedd PP    \ueede go
    \uefa3 af    \uefa5 ag    \uefa6 al    \uefa7 an    \uefa9 ap    \uefaa ar    \uefac aþ
    \uefad oc    \uf1bb ch    \uf1bc fö    \uf4f9 ll    \uf4fa ſch   \uf4fb ſj    \uf4fc ſk
    \uf4fd ſs    \uf4fe ſſk   \uf4ff ſſt
""")
_IMPACT_LIGATURES = _pairs("""
    \uf502 ch    \uf52c sp    \uf531 Ca    \uf532 as    \uf533 is    \uf534 us    \uf535 Qu
    \uf536 ra    \uf537 ta
""")
_LIGATURES = str.maketrans(
    {**_LATIN_LIGATURES, **_ARMENIAN_LIGATURES, **_MUFI_LIGATURES, **_IMPACT_LIGATURES}
)

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
_LEVEL_2 = str.maketrans(
    {
        _FINAL_ET: "q;",
        **_LATIN_LIGATURES,
        **_pairs("""
            Ꝡ VY  ꝡ vy  ⸗ -
            \ueec5 ct  \ueec4 ck  \uf1bb ch  \uf502 ch  \ueecb ft  \ueec9 fj  \uf4f9 ll  \ueed9 tt
            \ueba2 ſi  \ueba6 ſſ  \uf4fa ſch
            Ⅰ I  Ⅱ II  Ⅲ III  Ⅳ IV  Ⅴ V  Ⅵ VI  Ⅶ VII  Ⅷ VIII  Ⅸ IX  Ⅹ X  Ⅺ XI  Ⅻ XII
            Ⅼ L  Ⅽ C  Ⅾ D  Ⅿ M
            ⅰ i  ⅱ ii  ⅲ iii  ⅳ iv  ⅴ v  ⅵ vi  ⅶ vii  ⅷ viii  ⅸ ix  ⅹ x  ⅺ xi  ⅻ xii
            ⅼ l  ⅽ c  ⅾ d  ⅿ m
            ↀ cIↄ  ↁ IↃↃ  ↂ CCIↃↃ  ↇ IↃↃↃ  ↈ CCCIↃↃↃ
            \ue42c a\u0364  \ue644 o\u0364  \ue72b u\u0364
            \ue02c A\u0364  \ue244 O\u0364  \ue32b U\u0364
        """),
    }
)
_LEVEL_1 = str.maketrans(_pairs("Ꜹ AV  ꜹ av  Ꜽ AY  ꜽ ay  🙰 et  ⹀ -")) | _LONG_S
_MARKED = _pairs("""
    ã aa  ē ee  ẽ ee  m\u0303 mm  ñ nn  õ oo  p\u0303 pp  ũ uu
    a\u0364 ä  o\u0364 ö  u\u0364 ü  A\u0364 Ä  O\u0364 Ö  U\u0364 Ü
""")
# A letter with a further mark, beside the rule's mark, is a different letter.
_ONE_MARK = regex.compile(rf"(?:{'|'.join(_MARKED)})(?!\p{{M}})")


def _level_2(text: str) -> str:
    return _nfc(_nfc(text).replace(_FINAL_ET_ACUTE, "q\u0301;").translate(_LEVEL_2))


def _level_1(text: str) -> str:
    text = _ONE_MARK.sub(lambda found: _MARKED[found[0]], _level_2(text))
    return _nfc(text.replace("ꝛtc.", "etc.").translate(_LEVEL_1))


# dinglehopper replaces one string after the other. The order matters only for its four rules of two
# characters, some of which other rules write; so these four come last here.

_DINGLEHOPPERS = str.maketrans(
    _pairs("""
        ﬀ ff  ﬁ fi  ﬂ fl  ﬃ ffi  ﬆ st  ĳ ij
        \ueba2 ſi  \ueba5 ſp  \ueba6 ſſ  \ueba7 ſſi  \ueada ſt  \uf4f9 ll
        \uf502 ch  \ueec4 ck  \ueec5 ct  \ueedc tz  \uf532 as  \uf533 is  \uf534 us  \uf535 Qu
        \ue8bf q&  \uf50e q\u0301  \ue42c ä  \ue644 ö  \ue72b ü  \u2014 –  \u2019 '  ⸗ -
    """)
)
_DINGLEHOPPERS_LAST = _pairs("== –  a\u0364 ä  o\u0364 ö  u\u0364 ü")


def _dinglehopper(text: str) -> str:
    text = _nfc(text).translate(_DINGLEHOPPERS)
    for old, new in _DINGLEHOPPERS_LAST.items():
        text = text.replace(old, new)
    return text


def _ascii_dinglehopper(texts: Texts) -> Texts:
    return Texts.of_arrow(pc.replace_substring(texts.to_arrow(), "==", "–"))


for _normalizer in (
    Normalizer(
        "long_s",
        partial(_translated, _LONG_S),
        unchanged,
        context=in_no_text,
        description="long s to s: ſ, and ẛ to ṡ; within ligatures it stays",
    ),
    Normalizer(
        "ligatures",
        partial(_translated, _LIGATURES),
        unchanged,
        rules=_MUFI,
        context=in_no_text,
        description="ligatures to their letters, those of MUFI in the Private Use Area too: ﬁ to "
        "fi, ﬅ to ſt; æ, œ and ß are letters and stay",
    ),
    Normalizer(
        "quotes",
        partial(_translated, _QUOTES),
        unchanged,
        context=in_no_text,
        description="typographic quotation marks and apostrophes to ' and \", guillemets too; "
        "primes and corner brackets stay",
    ),
    Normalizer(
        "dashes",
        partial(_translated, _DASHES),
        unchanged,
        context=in_no_text,
        description="hyphens, dashes and minus signs to the ASCII hyphen, ⸗ too; Japanese ー and "
        "〜 stay",
    ),
    Normalizer(
        "dehyphenate",
        _dehyphenate,
        context=_is_hyphenated,
        description="words broken at line ends joined, with the line break after them; before a "
        "capital letter the hyphen stays: Nord-See",
    ),
    Normalizer(
        "ocrd:1",
        _level_1,
        unchanged,
        rules=_OCRD,
        context=in_no_text,
        description="OCR-D's transcription level 1 of texts of level 2 or 3: no long s, modern "
        "umlauts, strokes for nasals written out (ñ to nn)",
    ),
    Normalizer(
        "ocrd:2",
        _level_2,
        unchanged,
        rules=_OCRD,
        context=in_no_text,
        description="OCR-D's transcription level 2 of texts of level 3: no ligatures, Ⅳ to IV, ⸗ "
        "to -; long s stays",
    ),
    Normalizer(
        "ocrd:3",
        _nfc,
        unchanged,
        rules=_OCRD,
        context=in_no_text,
        description="OCR-D's transcription level 3, which keeps all that is printed: NFC alone",
    ),
    Normalizer(
        "dinglehopper",
        _dinglehopper,
        _ascii_dinglehopper,
        rules=_DINGLEHOPPER,
        context=in_no_text,
        description="dinglehopper's default: NFC, most ligatures, ⸗, ’ and — to one form, "
        "umlauts with e above to modern ones",
    ),
):
    NORMALIZERS.register(_normalizer)

"""The reading of Japanese text, so that 良い and よい agree.

Words with Han characters become their reading by MeCab with unidic-lite, hiragana becomes katakana,
and everything else stays. Of UniDic's two readings it is the kana spelling (``kana``: キョウ), not
the pronunciation (``pron``: キョー). Kana in the text are not looked up, and already have that
spelling, as do the particles は, へ and を.

The dictionary chooses the reading: 私 is ワタクシ, 明日 アス, 日本 ニッポン, 2人 2ニン, 1日 1カ,
which differ from わたし, あした, にほん, 二人 and 一日. Some of its readings are wrong in their
place and are corrected: 言う is イウ, お母さん オカアサン, 何が ナニガ.

Source: Den et al., "The Development of an Electronic Dictionary for Morphological Analysis and its
Application to Japanese Corpus Linguistics", Japanese Linguistics 22, 2007 (UniDic).
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache, lru_cache
from typing import Any

from levmetrics.lazy import regex
from levmetrics.normalizers.normalizer import built_in, in_no_text, unchanged
from levmetrics.system.extras import needed_by
from levmetrics.tokenizers.japanese import make_tagger, parse_with

_HAN = regex.compile(r"\p{Han}")
_JAPANESE = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}ー\p{M}]+")
_TO_KATAKANA = {code: code + 0x60 for code in (*range(0x3041, 0x3097), *map(ord, "ゝゞ"))}
_END = "\1"  # of a word in the output; like NUL, it is not read
# The output has each word with the white space before it, its reading and its lemma's reading;
# unknown words have none. Without -O, the dictionary's own format wins.
_READINGS = f"-O '' -F '%M=%f[17]=%f[6]{_END}' -U '%M=={_END}' -E ''"
_SAID = {("ユウ", "イウ"): "イウ"}  # 言う is spelled いう; UniDic has the pronunciation
# Words that the dictionary reads as if they stood alone, whatever follows them.
_BEFORE_OTHERS = {
    "母": ("かあ", "さん|ちゃん|様|さま"),
    "父": ("とう", "さん|ちゃん|様|さま"),
    "兄": ("にい", "さん|ちゃん|様|さま"),
    "姉": ("ねえ", "さん|ちゃん|様|さま"),
    "何": ("なに", "[がをも]|か(?![月国所年箇])"),
}
_READ_OTHERWISE = regex.compile(
    r"(?<!\p{Han})(?:"
    + "|".join(f"{word}(?={after})" for word, (_, after) in _BEFORE_OTHERS.items())
    + ")"
)


@cache
def _load() -> Any:
    with needed_by("the normalizer 'kana'", "ja"):
        import fugashi
        import unidic_lite
    return make_tagger(fugashi, unidic_lite.DICDIR, _READINGS)


def _has_han(text: str) -> bool:
    return _HAN.search(text) is not None


def _kana(text: str) -> str:
    """Return the reading of text; unknown words may become known beside the readings of others."""
    before = None
    while text != before and _has_han(text):
        before = text
        if not _BEFORE_OTHERS.keys().isdisjoint(text):
            text = _READ_OTHERWISE.sub(lambda found: _BEFORE_OTHERS[found[0]][0], text)
        text = parse_with(_read, text, "")
    return text if before else text.translate(_TO_KATAKANA)


def _read(text: str) -> str:
    """Return the text in katakana, with the readings of words that have Han characters.

    In a word with other characters (山Ｐ, which UniDic reads ヤマピー), each Japanese part is read
    by itself.
    """
    if _END in text:
        return _END.join(map(_read, text.split(_END)))
    *words, _ = _load().parse(text).split(_END)
    if not words:
        return text
    last = words[-1].rsplit("=", 2)[0]
    return "".join([*map(_reading, words), text[text.rindex(last) + len(last) :]])


@lru_cache(maxsize=50_000)
def _reading(said: str) -> str:
    """Return the reading of a word of MeCab's output; without Han characters, the word itself."""
    written, reading, of_lemma = said.rsplit("=", 2)
    reading = _SAID.get((reading, of_lemma), reading)
    if not reading or not _has_han(written):
        return written.translate(_TO_KATAKANA)
    word = written.lstrip()
    if not _JAPANESE.fullmatch(word):
        reading = _JAPANESE.sub(lambda run: _read(run[0]), word)
    return f"{written[: -len(word)]}{reading}".translate(_TO_KATAKANA)


built_in("kana", _kana, load=_load, context=_has_han, packages=("fugashi", "unidic-lite"))


_VOICED = regex.compile("[\u3041-\u3096\u309d\u309e\u30a1-\u30fe][\u3099\u309a]")


@cache
def _usual_widths() -> dict[int, str]:
    """Return the usual-width form of each character that Unicode decomposes as wide or narrow."""
    widths: dict[int, str] = {}
    for code in range(sys.maxunicode + 1):
        kind, _, usual = unicodedata.decomposition(chr(code)).partition(" ")
        if kind in ("<wide>", "<narrow>"):
            widths[code] = chr(int(usual, 16))
    return widths


def _width(text: str) -> str:
    usual = text.translate(_usual_widths())
    # A half-width sound mark is a separate character: ｶﾞ becomes ガ.
    return _VOICED.sub(lambda found: unicodedata.normalize("NFC", found[0]), usual)


built_in("width", _width, unchanged, context=in_no_text)

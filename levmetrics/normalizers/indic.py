"""Folding of spellings in Indic scripts (Devanagari to Sinhala) that are read alike.

Four things are folded, between U+0900 and U+0DFF, and nothing else:

- canonically equivalent spellings, by NFC: letters with nukta, vowel signs of two parts;
- spellings that Unicode discourages (https://www.unicode.org/Public/UCD/latest/ucd/DoNotEmit.txt):
  vowel letters of several characters, and the old forms of Malayalam's chillus, Bengali's khanda ta
  and Tamil's shrii; also Malayalam's two signs of au and Marathi's two eyelash ra, which the
  Unicode Standard names in chapter 12;
- zero width joiners and non-joiners after an Indic character, which select a shape; but Bengali's
  ya-phalaa after ra (র‍্য) keeps its joiner, since র্য is another sound;
- in Devanagari the nasal of a stop's own class, with virama before that stop, is anusvara: हिन्दी is
  हिंदी. Before another letter the two differ.

They are the changes of the Indic NLP Library's normalizers
(https://github.com/anoopkunchukuttan/indic_nlp_library; the last is its ``to_anusvaara_strict``)
that keep the reading. That package is not used, since it must be told the language, and also
changes quotes, dashes, colons and spaces.
"""

from __future__ import annotations

import unicodedata

from levmetrics.lazy import regex
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, in_no_text, unchanged

# In the notation of DoNotEmit.txt: the characters to replace, and their replacement.
_SPELLINGS = """
0905 0946; 0904 | 0905 093E; 0906 | 0930 094D 0907; 0908 | 0909 0941; 090A | 090F 0945; 090D
090F 0946; 090E | 090F 0947; 0910 | 0905 0949; 0911 | 0906 0945; 0911 | 0905 094A; 0912
0906 0946; 0912 | 0905 094B; 0913 | 0906 0947; 0913 | 0905 094C; 0914 | 0906 0948; 0914
0905 0945; 0972 | 0905 093A; 0973 | 0905 093B; 0974 | 0906 093A; 0974 | 0905 094F; 0975
0905 0956; 0976 | 0905 0957; 0977 | 0930 094D 200D; 0931 094D
0985 09BE; 0986 | 098B 09C3; 09E0 | 098C 09E2; 09E1 | 09A4 09CD 200D; 09CE
0A05 0A3E; 0A06 | 0A72 0A3F; 0A07 | 0A72 0A40; 0A08 | 0A73 0A41; 0A09 | 0A73 0A42; 0A0A
0A72 0A47; 0A0F | 0A05 0A48; 0A10 | 0A73 0A4B; 0A13 | 0A05 0A4C; 0A14
0A85 0ABE; 0A86 | 0A85 0AC5; 0A8D | 0A85 0AC7; 0A8F | 0A85 0AC8; 0A90 | 0A85 0AC9; 0A91
0A85 0ACB; 0A93 | 0A85 0ABE 0AC5; 0A93 | 0A85 0ACC; 0A94 | 0A85 0ABE 0AC8; 0A94 | 0AC5 0ABE; 0AC9
0B05 0B3E; 0B06 | 0B0F 0B57; 0B10 | 0B13 0B57; 0B14
0B85 0BC2; 0B86 | 0BB8 0BCD 0BB0 0BC0; 0BB6 0BCD 0BB0 0BC0
0C12 0C55; 0C13 | 0C12 0C4C; 0C14 | 0C3F 0C55; 0C40 | 0C46 0C55; 0C47 | 0C4A 0C55; 0C4B
0C89 0CBE; 0C8A | 0C92 0CCC; 0C94 | 0C8B 0CBE; 0CE0
0D07 0D57; 0D08 | 0D09 0D57; 0D0A | 0D0E 0D46; 0D10 | 0D12 0D3E; 0D13 | 0D12 0D57; 0D14
0D23 0D4D 200D; 0D7A | 0D28 0D4D 200D; 0D7B | 0D30 0D4D 200D; 0D7C | 0D32 0D4D 200D; 0D7D
0D33 0D4D 200D; 0D7E | 0D15 0D4D 200D; 0D7F | 0D57; 0D4C
0D85 0DCF; 0D86 | 0D85 0DD0; 0D87 | 0D85 0DD1; 0D88 | 0D8B 0DDF; 0D8C | 0D8D 0DD8; 0D8E
0D8F 0DDF; 0D90 | 0D91 0DCA; 0D92 | 0D91 0DD9; 0D93 | 0D94 0DDF; 0D96
"""
_INDIC = regex.compile("[\u0900-\u0dff][\u0900-\u0dff\u200c\u200d]*")
_JOINERS = regex.compile("(?!(?<=[\u09b0\u09f0])\u200d\u09cd[\u09af\u09df])[\u200c\u200d]+")
_STOPS = {"ङ": "क-घ", "ञ": "च-झ", "ण": "ट-ढ", "न": "त-ध", "म": "प-भ"}  # of each nasal's class
_NUKTA, _VIRAMA, _ANUSVARA = "\u093c", "\u094d", "\u0902"
_NASAL = regex.compile(
    f"(?<=[\u0900-\u097f])(?<!{_VIRAMA})(?:"
    + "|".join(f"{nasal}{_VIRAMA}(?=[{stops}](?!{_NUKTA}))" for nasal, stops in _STOPS.items())
    + ")"
)


def _characters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


_FOLDED = {
    _characters(written): _characters(usual)
    for pair in _SPELLINGS.strip().replace("\n", "|").split("|")
    for written, usual in [pair.split(";")]
}
_WRITTEN = regex.compile("|".join(sorted(_FOLDED, key=len, reverse=True)))


def _indic(text: str) -> str:
    return _INDIC.sub(lambda found: _folded(found[0]), text)


def _folded(run: str) -> str:
    """Fold a run of Indic characters until nothing changes."""
    usual = _WRITTEN.sub(lambda found: _FOLDED[found[0]], unicodedata.normalize("NFC", run))
    folded = _NASAL.sub(_ANUSVARA, unicodedata.normalize("NFC", _JOINERS.sub("", usual)))
    return run if folded == run else _folded(folded)


NORMALIZERS.register(
    Normalizer(
        "indic",
        _indic,
        unchanged,
        context=in_no_text,
        description="Indic scripts (Hindi, Bengali, Tamil ...): spellings that are read alike to "
        "one: nukta, vowels of several parts, joiners; in Devanagari also anusvara",
    )
)

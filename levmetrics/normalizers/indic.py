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
from levmetrics.normalizers.normalizer import built_in, in_no_text, unchanged
from levmetrics.registry import json_in

_FOLDED = json_in(__package__, "indic.json")  # characters, and their replacements
_INDIC = regex.compile("[\u0900-\u0dff][\u0900-\u0dff\u200c\u200d]*")
_JOINERS = regex.compile("(?!(?<=[\u09b0\u09f0])\u200d\u09cd[\u09af\u09df])[\u200c\u200d]+")
_STOPS = {"ङ": "क-घ", "ञ": "च-झ", "ण": "ट-ढ", "न": "त-ध", "म": "प-भ"}  # of each nasal's class
_NUKTA, _VIRAMA, _ANUSVARA = "\u093c", "\u094d", "\u0902"
_NASAL = regex.compile(
    f"(?<=[\u0900-\u097f])(?<!{_VIRAMA})(?:"
    + "|".join(f"{nasal}{_VIRAMA}(?=[{stops}](?!{_NUKTA}))" for nasal, stops in _STOPS.items())
    + ")"
)


_WRITTEN = regex.compile("|".join(sorted(_FOLDED, key=len, reverse=True)))


def _indic(text: str) -> str:
    return _INDIC.sub(lambda found: _folded(found[0]), text)


def _folded(run: str) -> str:
    """Fold a run of Indic characters until nothing changes."""
    usual = _WRITTEN.sub(lambda found: _FOLDED[found[0]], unicodedata.normalize("NFC", run))
    folded = _NASAL.sub(_ANUSVARA, unicodedata.normalize("NFC", _JOINERS.sub("", usual)))
    return run if folded == run else _folded(folded)


built_in("indic", _indic, unchanged, context=in_no_text)

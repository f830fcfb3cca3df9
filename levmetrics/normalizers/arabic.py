"""Folding of Arabic spelling variants.

The presentation forms of letters, which Unicode has for old fonts, first become the letters. The
folded letters are those of Apache Lucene's ``ArabicNormalizer``
(https://lucene.apache.org/core/9_0_0/analysis/common/org/apache/lucene/analysis/ar/ArabicNormalizer.html).
"""

from __future__ import annotations

import unicodedata

from levmetrics.lazy import re
from levmetrics.normalizers.normalizer import built_in, in_no_text, unchanged

_FORMS = ("<isolated>", "<initial>", "<medial>", "<final>")
_ALEF, _YEH, _HEH = "\u0627", "\u064a", "\u0647"
_TATWEEL = "\u0640"
_HARAKAT = "\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652"  # fathatan to sukun
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("\u0622\u0623\u0625", _ALEF),  # with madda, with hamza above, and below
        "\u0649": _YEH,  # alef maksura
        "\u0629": _HEH,  # teh marbuta
        **dict.fromkeys(_TATWEEL + _HARAKAT),
    }
)
_FOLDED |= {  # each presentation form and its letters
    code: unicodedata.normalize("NFKC", chr(code)).translate(_FOLDED)
    for code in range(0xFB50, 0xFEFF)
    if unicodedata.decomposition(chr(code)).startswith(_FORMS)
}
_DECOMPOSED = re.compile(f"{_ALEF}[\u0653-\u0655]+")  # with madda, hamza above, hamza below


def _arabic(text: str) -> str:
    return _DECOMPOSED.sub(_ALEF, text.translate(_FOLDED))


built_in("arabic", _arabic, unchanged, context=in_no_text)

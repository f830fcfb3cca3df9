"""Unicode normalization forms."""

from __future__ import annotations

import unicodedata

from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, in_no_text, unchanged


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


NORMALIZERS.register(
    Normalizer(
        "nfkc",
        _nfkc,
        unchanged,
        context=in_no_text,
        description="Unicode's compatibility composition: full-width letters to plain ones",
    )
)

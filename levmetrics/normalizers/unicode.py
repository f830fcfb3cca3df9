"""Unicode normalization forms."""

from __future__ import annotations

import unicodedata

from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, unchanged


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


NORMALIZERS.register(
    Normalizer(
        "nfkc",
        _nfkc,
        unchanged,
        description="Unicode's compatibility composition: full-width letters to plain ones",
    )
)

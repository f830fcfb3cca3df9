"""Unicode normalization forms."""

from __future__ import annotations

import unicodedata

import pyarrow as pa

from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _ascii_nfkc(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return texts


NORMALIZERS.register(
    Normalizer(
        "nfkc",
        _nfkc,
        _ascii_nfkc,
        description="Unicode's compatibility composition: full-width letters to plain ones",
    )
)

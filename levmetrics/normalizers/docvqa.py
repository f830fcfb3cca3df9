"""The normalization of answers by the DocVQA competition's script."""

from __future__ import annotations

import pyarrow as pa

from levmetrics.inputs.arrow_text import ascii_lower
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, in_no_text
from levmetrics.normalizers.whitespace import arrow_squeeze_whitespace


def _docvqa(text: str) -> str:
    return " ".join(text.strip().lower().split())


def _ascii_docvqa(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return arrow_squeeze_whitespace(ascii_lower(texts))


NORMALIZERS.register(
    Normalizer(
        "docvqa",
        _docvqa,
        _ascii_docvqa,
        context=in_no_text,
        description="stripped, lower case, white space squeezed, as the DocVQA competition's "
        "script compares",
    )
)

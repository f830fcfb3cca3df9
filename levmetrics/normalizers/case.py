"""Lower case."""

from __future__ import annotations

from levmetrics.inputs.arrow_text import ascii_lower
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer, in_no_text

NORMALIZERS.register(
    Normalizer(
        "lower",
        str.lower,
        ascii_lower,
        context=in_no_text,
        description="lower case, by Python's str.lower",
    )
)

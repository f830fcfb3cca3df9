"""Lower case."""

from __future__ import annotations

from levmetrics.inputs.arrow_text import ascii_lower
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer

NORMALIZERS.register(
    Normalizer("lower", str.lower, ascii_lower, description="lower case, by Python's str.lower")
)

"""Lower case."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer


def _ascii_lower(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return pc.ascii_lower(texts)


NORMALIZERS.register(
    Normalizer("lower", str.lower, _ascii_lower, description="lower case, by Python's str.lower")
)

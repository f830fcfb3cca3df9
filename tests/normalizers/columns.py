"""Texts that are normalized as a column."""

from levmetrics.inputs.columns import prediction_column
from levmetrics.normalizers import get_normalizer


def in_column(normalizer, texts):
    return get_normalizer(normalizer).column(prediction_column(texts)).texts.to_pylist()

"""A score that imports no torch, for processes that measure it."""

from __future__ import annotations

from levmetrics import error_counts


def word_error_rate(preds: list[str], target: list[str]) -> float:
    return float(error_counts(preds, target).wer)

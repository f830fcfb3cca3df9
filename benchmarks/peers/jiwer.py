"""jiwer: a pure Python front of RapidFuzz."""

from __future__ import annotations

from importlib import import_module

import jiwer

from benchmarks.texts import Texts


def word_error_rate(preds: Texts, target: Texts) -> float:
    """Return the pooled rate."""
    return float(jiwer.wer(target, preds))


def word_error_rate_by_samples(preds: Texts, target: Texts) -> float:
    """Return the pooled rate, as ``evaluate``'s ``wer`` comes to it."""
    module = import_module("benchmarks.modules.wer_by_sample.wer_by_sample")
    return float(module.WerBySample._compute(None, preds, target)["wer"])


def word_hits(preds: Texts, target: Texts) -> float:
    """Count hits, beside all other counts."""
    return float(jiwer.process_words(target, preds).hits)


def character_error_rate(preds: Texts, target: Texts) -> float:
    """Return the pooled rate."""
    return float(jiwer.cer(target, preds))

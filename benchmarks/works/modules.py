"""Words through the modules of ``evaluate``."""

from __future__ import annotations

from functools import partial
from typing import Any

import datasets
import evaluate

from benchmarks.corpora import Corpus, Texts, synthetic_speech
from benchmarks.peers import wer_by_samples
from benchmarks.timing import OURS, Contenders
from benchmarks.works.work import work
from levmetrics import ErrorRates


class _OfTexts(evaluate.Metric):
    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        features = datasets.Features({"predictions": text, "references": text})
        return evaluate.MetricInfo("", "", features)


class WerBySample(_OfTexts):
    """The WER of evaluate's module ``wer``, whose script is on a server: jiwer, by samples."""

    def _compute(self, predictions: Texts, references: Texts) -> dict[str, Any]:
        return {"wer": wer_by_samples(predictions, references)}


class Nothing(_OfTexts):
    """Accepts predictions and references, and does not read them."""

    def _compute(self, predictions: Texts, references: Texts) -> dict[str, Any]:
        return {}


@work("W9", "W2 through evaluate.load(...).compute", "WER", synthetic_speech, 100_000)
def through_evaluate(corpus: Corpus) -> Contenders:
    """Word error rates through evaluate."""
    preds, target = corpus
    modules = {
        OURS: evaluate.load("wer_lev"),
        "evaluate's wer, rebuilt": WerBySample(),
        "a module that computes nothing": Nothing(),
    }

    def compute(name: str) -> float | None:
        result = modules[name].compute(predictions=preds, references=target)
        return result.get("wer") if result else None

    return {
        **{name: partial(compute, name) for name in modules},
        f"{OURS}, the class alone": lambda: float(ErrorRates()(preds, target)["wer"]),
    }

"""Words through the modules of ``evaluate``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import evaluate

from benchmarks import corpora
from benchmarks.bars import OURS, ShareOfTime, TimesAsFast
from benchmarks.texts import Corpus
from benchmarks.timing import Contenders
from benchmarks.works.work import Work
from levmetrics import ErrorRates

NO_METRIC = "a module that computes nothing"
_EVALUATE = "evaluate's wer, rebuilt"
_CLASS = f"{OURS}, the class alone"
_MODULES = Path(__file__).parents[1] / "modules"


def through_evaluate(corpus: Corpus) -> Contenders:
    """Word error rates through evaluate."""
    preds, target = corpus
    modules = {
        name: evaluate.load(path)
        for name, path in (
            (OURS, "wer_lev"),
            (_EVALUATE, str(_MODULES / "wer_by_sample")),
            (NO_METRIC, str(_MODULES / "nothing")),
        )
    }

    def compute(name: str) -> float | None:
        result = modules[name].compute(predictions=preds, references=target)
        return result.get("wer") if result else None

    return {
        **{name: partial(compute, name) for name in modules},
        _CLASS: lambda: float(ErrorRates()(preds, target)["wer"]),
    }


THROUGH_EVALUATE = Work(
    "W9",
    "W2 through evaluate.load(...).compute",
    "WER",
    lambda: through_evaluate(corpora.synthetic_speech(100_000)),
    (TimesAsFast(8, _EVALUATE), ShareOfTime(1.25, (NO_METRIC, _CLASS))),
)

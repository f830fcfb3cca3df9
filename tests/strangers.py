"""A metric of another package, for the time of a test: every door must show it for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from levmetrics.core.metric import Metric
from levmetrics.metric import METRICS, Config
from levmetrics.scores.sample_statistics import quotient
from levmetrics.scores.similarity import SampleScores


class LastWords(Metric[SampleScores]):
    """The share of samples whose last words are equal."""

    counted = "last words"

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction, "whitespace", None, None, {})

    def measure(self, reader: Any) -> list[SampleScores]:
        systems, target = reader.texts()
        references = [text.split()[-1:] for text in target.texts.to_pylist()]
        found = []
        for system in systems:
            predictions = [text.split()[-1:] for text in system.texts.to_pylist()]
            equal = [one == other for one, other in zip(predictions, references, strict=True)]
            found.append(SampleScores(np.array(equal, float), np.zeros(len(equal), np.int64)))
        return found

    def kept(self, samples: SampleScores) -> Mapping[str, Any]:
        return {"scores": samples.score}

    def added(self, samples: SampleScores) -> Mapping[str, Any]:
        return {"score_sum": samples.score}

    def no_sums(self) -> Mapping[str, Any]:
        return self.sums(SampleScores(np.zeros(0), np.zeros(0, np.int64)))

    def _measures(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        return {"score": quotient(sums["score_sum"], np.maximum(sums["samples"], 1))}


@contextmanager
def a_strangers_metric() -> Iterator[str]:
    """Register a metric without a label, and yield its name."""
    METRICS["theirs"] = lambda: {"last": Config("Last words", LastWords, "last_words")}
    try:
        yield "theirs:last"
    finally:
        del METRICS["theirs"]

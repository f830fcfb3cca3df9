"""A metric of another package, for the time of a test: every door must show it for nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import numpy as np

from levmetrics.core.config import Config
from levmetrics.core.names import config_of
from levmetrics.core.plugins import GROUP
from levmetrics.core.token_metric import TokenMetric
from levmetrics.error_rates.error_rate_metric import ErrorRateMetric
from levmetrics.normalizers import NormalizerLike
from levmetrics.sums.sample_statistics import quotient
from levmetrics.tokenizers import TokenizerLike


@dataclass(frozen=True)
class LastWordSamples:
    """Whether the last words of every sample are equal; no class of the package's own."""

    score: Any
    reference: Any
    errors: Any
    lengths: Any
    unit = "clauses"

    def __len__(self) -> int:
        return len(self.score)

    def counts(self) -> Mapping[str, Any]:
        return {"wrong": self.errors}

    def take(self, indices: Any) -> LastWordSamples:
        return LastWordSamples(*(getattr(self, each.name)[indices] for each in fields(self)))


class LastWords(TokenMetric[LastWordSamples]):
    """The share of samples whose last words are equal."""

    counted = "last words"

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction, "whitespace", None, {})

    def measure(self, reader: Any) -> list[LastWordSamples]:
        systems, target = reader.texts()
        references = target.texts.to_pylist()
        found = []
        for system in systems:
            pairs = zip(system.texts.to_pylist(), references, strict=True)
            equal = [pred.split()[-1:] == text.split()[-1:] for pred, text in pairs]
            score = np.array(equal, np.float64)
            clauses = np.array([1 + text.count(",") for text in references], np.int64)
            first = np.zeros(len(score), np.int64)
            found.append(LastWordSamples(score, first, (1 - score).astype(np.int64), clauses))
        return found

    def kept(self, samples: LastWordSamples) -> Mapping[str, Any]:
        return {"scores": samples.score}

    def added(self, samples: LastWordSamples) -> Mapping[str, Any]:
        return {"score_sum": samples.score}

    def no_sums(self) -> Mapping[str, Any]:
        nothing = np.zeros(0, np.int64)
        return self.sums(LastWordSamples(np.zeros(0), nothing, nothing, nothing))

    def _measures(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        return {"score": quotient(sums["score_sum"], np.maximum(sums["samples"], 1))}


class OtherWordErrorRate(ErrorRateMetric):
    """A word error rate that calls its tokenizer and its normalizers otherwise."""

    asked = ("units", "cleaning")
    labels: ClassVar = {"rate": config_of("wer").label}

    def __init__(
        self, units: TokenizerLike = "whitespace", cleaning: NormalizerLike = None
    ) -> None:
        super().__init__("corpus", tokenizer=units, normalizer=cleaning)


def configs(metric: str) -> Mapping[str, Config]:
    """Return the configs of the metric ``theirs``: one without a label, one with other options."""
    return {
        "last": Config("Last words", LastWords, "last_words"),
        "rate": Config("Their rate", OtherWordErrorRate, "rate"),
    }


@contextmanager
def installed(metric: str, value: str, package: str = "theirs") -> Iterator[None]:
    """Install a package with an entry point for a metric.

    Args:
        metric: the name of the entry point.
        value: its value.
        package: the name of the package.

    """
    with TemporaryDirectory() as folder:
        facts = Path(folder, f"{package}-1.0.dist-info")
        facts.mkdir()
        facts.joinpath("METADATA").write_text(f"Name: {package}\nVersion: 1.0\n")
        facts.joinpath("entry_points.txt").write_text(f"[{GROUP}]\n{metric} = {value}\n")
        sys.path.append(folder)
        try:
            yield
        finally:
            sys.path.remove(folder)


@contextmanager
def a_strangers_metric() -> Iterator[str]:
    """Install a package with a metric, and yield its name."""
    with installed("theirs", __name__):
        yield "theirs:last"

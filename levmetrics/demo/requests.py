"""From a visitor's request to everything the page shows of it; the metrics do the counting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from levmetrics.alignment.confusions import Confusions, confusions
from levmetrics.arrays import FloatArray, IntArray
from levmetrics.configs import find_config
from levmetrics.demo.workload import checked
from levmetrics.errors import unknown_name
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.values import ValueColumn
from levmetrics.integrations.module_inputs import Texts, Values
from levmetrics.normalizers import get_normalizer
from levmetrics.scores.error_counts import ErrorCounts
from levmetrics.significance.intervals import confidence_interval
from levmetrics.tokenizers import TOKENIZERS, Tokenizer, is_installed

_FREQUENT = 20
Progress = Callable[[float, str], Any]


@dataclass(frozen=True)
class Request:
    """What is to be scored, and how.

    Attributes:
        metric: as :func:`levmetrics.configs.find_config` takes it, ``"wer_lev:cer"``.
        tokenizer: a name; empty for the config's own.
        normalizer: names joined by ``+``; empty for none.
        threshold: ``None`` for the config's own.

    """

    metric: str
    tokenizer: str = ""
    normalizer: str = ""
    threshold: float | None = None

    def options(self) -> dict[str, Any]:
        """Return the options of the module's ``compute`` that ask for the same.

        Raises:
            InputError: for tokenizers and normalizers that this page does not have.

        """
        options: dict[str, Any] = {}
        if self.tokenizer:
            # Not any name that get_tokenizer takes: a folder of this machine is one of them.
            if self.tokenizer not in (known := tokenizers()):
                raise unknown_name(known, self.tokenizer, "tokenizer")
            options["tokenizer"] = self.tokenizer
        if self.normalizer:
            options["normalizer"] = self.normalizer.replace(" ", "").split("+")
            get_normalizer(options["normalizer"])
        if self.threshold is not None:
            options["threshold"] = self.threshold
        return options

    def checked(
        self, predictions: Sequence[str], references: Sequence[str | list[str]]
    ) -> tuple[TextColumn | ValueColumn, TextColumn | ValueColumn]:
        """Return both sides as the metric takes them, within the page's limits.

        Raises:
            InputError: for anything that cannot be scored, or not in time.

        """
        nested = find_config(self.metric)[2].nested
        inputs = Values() if nested else Texts()
        normalizer = self.options().get("normalizer")
        return checked(inputs, predictions, references, self.tokenizer, normalizer)


@dataclass(frozen=True)
class Scored:
    """What the page shows of a request.

    Attributes:
        request: what was asked.
        predictions: as given.
        references: as given.
        result: the dictionary of the module.
        score: the key of the main score in it.
        higher_is_better: whether it grows with the quality.
        interval: of 95 %; ``None`` for a single sample.
        signature: how the number came about.
        tokenizer: what the score is counted in, and the alignments with it.
        scores: of every sample, shape ``(samples,)``.
        counts: of every sample, for error rates.
        compared: the reference that each sample was scored by.
        frequent: the most frequent confusions.

    """

    request: Request
    predictions: Sequence[str]
    references: Sequence[str | list[str]]
    result: dict[str, Any]
    score: str
    higher_is_better: bool
    interval: tuple[float, float] | None
    signature: str
    tokenizer: Tokenizer
    scores: FloatArray
    counts: ErrorCounts | None
    compared: Sequence[str]
    frequent: Confusions

    def worst_first(self) -> IntArray:
        """Return the numbers of the samples, from 0, the worst first."""
        if self.counts is not None:
            return self.counts.worst(len(self.counts))
        return np.argsort(self.scores, kind="stable")


def tokenizers() -> tuple[str, ...]:
    """Return the names of the tokenizers that are installed here."""
    return tuple(name for name, facts in TOKENIZERS.items() if is_installed(facts))


def module_result(
    request: Request, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> dict[str, Any]:
    """Return what the evaluate module returns for the same texts and options.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    >>> module_result(Request("anls"), ["rain", "lnaguaeg"], ["shine", "language"])
    {'anls': 0.45}

    """
    _, _, config = find_config(request.metric)
    metric = config.make("this page", request.options())
    metric.update(*request.checked(predictions, references))
    return config.result(metric.results())


def score(
    request: Request,
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
    progress: Progress,
) -> Scored:
    """Score the texts, and find everything that the page shows of them.

    Args:
        request: what is asked.
        predictions: one a sample.
        references: one a sample, or a list for each.
        progress: is told the share that is done and what comes next.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    """
    name, config_name, config = find_config(request.metric)
    options = request.options()
    metric = config.make("this page", options)
    progress(0.05, "Reading")
    columns = request.checked(predictions, references)
    progress(0.2, "Measuring")
    samples = metric.measure(*columns)
    metric.add(samples)
    progress(0.6, "Confidence interval")
    interval = None
    if len(predictions) > 1:
        low, high = confidence_interval(metric.statistics(samples))
        interval = (low, high)
    counts = samples if isinstance(samples, ErrorCounts) else None
    scores = samples.similarity if counts is None else counts.rates()["wer"]
    compared = [
        own if isinstance(own, str) else own[chosen]
        for own, chosen in zip(references, samples.reference.tolist(), strict=True)
    ]
    progress(0.8, "Most frequent errors")
    return Scored(
        request=request,
        predictions=predictions,
        references=references,
        result=config.result(metric.results()),
        score=config.score,
        higher_is_better=metric.higher_is_better,
        interval=interval,
        signature=metric.signature(name, config=config_name),
        tokenizer=metric.tokenizer,
        scores=scores,
        counts=counts,
        compared=compared,
        frequent=confusions(
            predictions,
            compared,
            n=_FREQUENT,
            tokenizer=metric.tokenizer,
            normalizer=options.get("normalizer"),
        ),
    )

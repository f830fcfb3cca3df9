"""What a visitor asks for, and everything that the page shows of it, by one scoring run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypedDict

import numpy as np

from levmetrics.alignment.alignment import Alignment
from levmetrics.alignment.confusions import Confusions
from levmetrics.arrays import FloatArray, IntArray
from levmetrics.configs import find_config
from levmetrics.demo.workload import checked_texts, checked_values
from levmetrics.errors import unknown_name
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.values import ValueColumn
from levmetrics.normalizers import get_normalizer
from levmetrics.scores.error_counts import ErrorCounts
from levmetrics.scoring import Result, Scoring, ScoringRun, scoring_of
from levmetrics.tokenizers import TOKENIZERS, is_installed

_MAX_CONFUSIONS = 20
# Takes the share of the work that is done, and the name of the next step.
Progress: TypeAlias = Callable[[float, str], object]


class Options(TypedDict, total=False):
    """Options of a metric, as the ``compute`` of an evaluate module takes them."""

    tokenizer: str
    normalizer: list[str]
    threshold: float


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

    def options(self) -> Options:
        """Return the options of the metric that are not its config's own.

        Raises:
            InputError: for tokenizers and normalizers that this page does not have.

        """
        options: Options = {}
        if self.tokenizer:
            # get_tokenizer takes more names: one with a folder would read this machine's files.
            if self.tokenizer not in (known := installed_tokenizers()):
                raise unknown_name(known, self.tokenizer, "tokenizer")
            options["tokenizer"] = self.tokenizer
        if self.normalizer:
            options["normalizer"] = self.normalizer.replace(" ", "").split("+")
            get_normalizer(options["normalizer"])
        if self.threshold is not None:
            options["threshold"] = self.threshold
        return options

    def scoring(self) -> Scoring:
        """Return the metric with its options.

        Raises:
            InputError: for options that it does not have.

        """
        return scoring_of(self.metric, caller="this page", options=self.options())

    def text_scoring(self) -> Scoring:
        """Return the metric by which nested values are aligned: as texts, by characters."""
        options = {name: value for name, value in self.options().items() if name == "normalizer"}
        return scoring_of("wer_lev:cer", caller="this page", options=options)

    def checked(
        self, predictions: Sequence[str], references: Sequence[str | list[str]]
    ) -> tuple[TextColumn, TextColumn] | tuple[ValueColumn, ValueColumn]:
        """Return both sides as the metric takes them, within the page's limits.

        Raises:
            InputError: for anything that cannot be scored, or not in time.

        """
        if find_config(self.metric)[2].nested:
            return checked_values(predictions, references)
        normalizer = self.options().get("normalizer")
        return checked_texts(predictions, references, self.metric, self.tokenizer, normalizer)


@dataclass(frozen=True)
class Scored:
    """What the page shows of a request.

    Attributes:
        request: what was asked for.
        predictions: as given.
        references: as given.
        result: as the evaluate module returns it.
        score: the key of the main score in the result.
        higher_is_better: whether a higher score is the better one.
        interval: the confidence interval of 95 %; ``None`` for a single sample.
        signature: says how the score came about.
        texts_run: the run whose tokens are aligned; of nested values, a run of their texts.
        scores: of every sample, shape ``(samples,)``.
        counts: of every sample; ``None`` if the score is no error rate.
        compared: the reference that each sample was scored by.
        frequent: the most frequent confusions.

    """

    request: Request
    predictions: Sequence[str]
    references: Sequence[str | list[str]]
    result: Result
    score: str
    higher_is_better: bool
    interval: tuple[float, float] | None
    signature: str
    texts_run: ScoringRun
    scores: FloatArray
    counts: ErrorCounts | None
    compared: Sequence[str]
    frequent: Confusions

    def alignment(self, sample: int) -> Alignment:
        """Return the alignment of a sample with the reference that it was scored by."""
        return self.texts_run.alignment(sample)

    def worst_first(self) -> IntArray:
        """Return the indices of the samples, the worst first; shape ``(samples,)``."""
        if self.counts is not None:
            return self.counts.worst(len(self.counts))
        return np.argsort(self.scores, kind="stable")


def installed_tokenizers() -> tuple[str, ...]:
    """Return the names of the tokenizers whose packages are installed."""
    return tuple(name for name, facts in TOKENIZERS.items() if is_installed(facts))


def module_result(
    request: Request, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> Result:
    """Return what the evaluate module returns for the same texts and options.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    >>> module_result(Request("anls"), ["rain", "lnaguaeg"], ["shine", "language"])
    {'anls': 0.45}

    """
    return request.scoring().run(*request.checked(predictions, references)).result()


def score(
    request: Request,
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
    progress: Progress,
) -> Scored:
    """Score texts, and return everything that the page shows of them.

    Args:
        request: what is asked for.
        predictions: one a sample.
        references: one a sample, or a list for each.
        progress: is called before each step.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    """
    scoring = request.scoring()
    progress(0.05, "Reading")
    columns = request.checked(predictions, references)
    progress(0.2, "Measuring")
    run = scoring.run(*columns)
    progress(0.6, "Confidence interval")
    interval = run.interval() if len(predictions) > 1 else None
    compared = _compared_references(references, run)
    progress(0.8, "Most frequent errors")
    texts_run = request.text_scoring().run(predictions, compared) if scoring.scorer.nested else run
    return Scored(
        request=request,
        predictions=predictions,
        references=references,
        result=run.result(),
        score=scoring.score,
        higher_is_better=scoring.scorer.higher_is_better,
        interval=interval,
        signature=run.signature(),
        texts_run=texts_run,
        scores=run.sample_scores(),
        counts=run.samples if isinstance(run.samples, ErrorCounts) else None,
        compared=compared,
        frequent=texts_run.confusions(_MAX_CONFUSIONS),
    )


def _compared_references(references: Sequence[str | list[str]], run: ScoringRun) -> list[str]:
    """Return the one reference of each sample that it was scored by."""
    return [
        texts if isinstance(texts, str) else texts[chosen]
        for texts, chosen in zip(references, run.chosen_references().tolist(), strict=True)
    ]

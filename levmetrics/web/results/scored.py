"""A request scored by one run, with everything that the page shows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from levmetrics.alignment.alignment import Alignment
from levmetrics.alignment.confusions import Confusions
from levmetrics.arrays import FloatArray, IntArray
from levmetrics.rendering.labels import SCORES, Name
from levmetrics.run import Run
from levmetrics.scores.base import Result
from levmetrics.scores.error_counts import SampleCounts
from levmetrics.scoring import run_all
from levmetrics.web.language import Language, say
from levmetrics.web.requests import Request
from levmetrics.web.results.planned import Unit, plan, tokenizer_of, unit_of
from levmetrics.web.results.scripts import Script, script_of

# Takes the share of the work that is done, and the name of the next step.
Progress: TypeAlias = Callable[[float, str], object]
Order: TypeAlias = Literal["rate", "errors"]
"""Which samples are the worst: those with the worst score, or with the most errors."""

_MAX_CONFUSIONS = 20  # of each kind


@dataclass(frozen=True)
class Measured:
    """A request with its run.

    Attributes:
        request: what was asked for.
        run: of its samples.

    """

    request: Request
    run: Run

    @property
    def score(self) -> str:
        """The key of the main score in the result."""
        return self.run.metric.key

    @property
    def value(self) -> float:
        """The main score."""
        return float(self.run.result()[self.score])

    @property
    def other_rates(self) -> Mapping[str, Name]:
        """The rates of the result that are shown beside the main score."""
        return SCORES[self.score].others

    @property
    def tokenizer(self) -> str:
        """The name of the tokenizer by which an error rate is counted."""
        return tokenizer_of(self.request)

    @property
    def unit(self) -> Unit:
        """What the edits of an error rate are counted in."""
        return unit_of(self.tokenizer)


@dataclass(frozen=True)
class Scored:
    """What the page shows of a request.

    Attributes:
        measured: the request, with its run.
        companion: the other one of WER and CER; ``None`` where it says nothing.
        plain: the score without case and punctuation; ``None`` where there is none of either.
        predictions: as given.
        references: as given.
        compared: the reference that each sample was scored by.
        script: of the references.
        interval: the confidence interval of 95 %; ``None`` for a single sample.
        texts_run: the run whose tokens are aligned; of nested values, a run of their texts.
        frequent: the most frequent confusions.

    """

    measured: Measured
    companion: Measured | None
    plain: float | None
    predictions: Sequence[str]
    references: Sequence[str | list[str]]
    compared: Sequence[str]
    script: Script
    interval: tuple[float, float] | None
    texts_run: Run
    frequent: Confusions

    @property
    def is_similarity(self) -> bool:
        """Whether a higher score is the better one."""
        return self.measured.run.metric.higher_is_better

    @cached_property
    def result(self) -> Result:
        """The result, as the evaluate module returns it."""
        return self.measured.run.result()

    @cached_property
    def scores(self) -> FloatArray:
        """The score of every sample, shape ``(samples,)``."""
        return self.measured.run.sample_scores()

    @property
    def counts(self) -> SampleCounts | None:
        """The counts of every sample; ``None`` if the score is no error rate."""
        samples = self.measured.run.measured
        return samples if isinstance(samples, SampleCounts) else None

    def alignment(self, sample: int) -> Alignment:
        """Return the alignment of a sample with the reference that it was scored by."""
        return self.texts_run.alignment(sample)

    def worst_first(self, by: Order = "rate") -> IntArray:
        """Return the indices of the samples, the worst first; shape ``(samples,)``.

        Args:
            by: what decides; an error rate's ties are broken by the other one.

        """
        if self.counts is None:
            return np.argsort(self.scores, kind="stable")
        first, second = (self.counts.errors, self.scores)[:: 1 if by == "errors" else -1]
        order: IntArray = np.lexsort((-second, -first))
        return order


def score(
    request: Request,
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
    progress: Progress,
    language: Language = "en",
) -> Scored:
    """Score texts, and return everything that the page shows of them.

    Args:
        request: what is asked for.
        predictions: one a sample.
        references: one a sample, or a list for each.
        progress: is called before each step.
        language: of the steps' names.

    Raises:
        InputError: for anything that cannot be scored.

    """
    metric = request.chosen()
    progress(0.05, say(language, "step_reading"))
    script = script_of([_first(texts) for texts in references])
    planned = plan(request, predictions, references, script)
    progress(0.2, say(language, "step_measuring"))
    others = planned.others
    metrics = [metric, *(other.chosen() for other in others.values())]
    run, *runs = run_all(metrics, *planned.columns)
    measured = {
        name: Measured(other, its_run)
        for (name, other), its_run in zip(others.items(), runs, strict=True)
    }
    progress(0.6, say(language, "step_interval"))
    interval = run.interval() if len(predictions) > 1 else None
    compared = _compared_references(references, run)
    progress(0.8, say(language, "step_errors"))
    texts_run = run
    if metric.nested:
        texts_run = Run.of(request.of_texts().chosen(), predictions, compared)
    return Scored(
        measured=Measured(request, run),
        companion=measured.get("companion"),
        plain=measured["plain"].value if "plain" in measured else None,
        predictions=predictions,
        references=references,
        compared=compared,
        script=script,
        interval=interval,
        texts_run=texts_run,
        frequent=texts_run.confusions(_MAX_CONFUSIONS),
    )


def _first(texts: str | list[str]) -> str:
    return texts if isinstance(texts, str) else texts[0]


def _compared_references(references: Sequence[str | list[str]], run: Run) -> list[str]:
    """Return the one reference of each sample that it was scored by."""
    return [
        texts if isinstance(texts, str) else texts[chosen]
        for texts, chosen in zip(references, run.chosen_references().tolist(), strict=True)
    ]

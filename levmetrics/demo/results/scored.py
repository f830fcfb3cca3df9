"""A request scored by one run, with everything that the page shows of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
import regex

from levmetrics.alignment.alignment import Alignment
from levmetrics.alignment.confusions import Confusions
from levmetrics.arrays import FloatArray, IntArray
from levmetrics.configs import find_config
from levmetrics.demo.costs import text_seconds
from levmetrics.demo.language import Language, say
from levmetrics.demo.requests import Request
from levmetrics.demo.results.scripts import Script, script_of
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.values import ValueColumn
from levmetrics.scores.error_counts import ErrorCounts
from levmetrics.scoring import Result, ScoringRun, run_all

# Takes the share of the work that is done, and the name of the next step.
Progress: TypeAlias = Callable[[float, str], object]
Unit: TypeAlias = Literal["words", "characters", "tokens"]
"""What edits are counted in, as a person calls it."""
Order: TypeAlias = Literal["rate", "errors"]
"""Which samples are the worst: those with the worst score, or with the most errors."""

PLAIN = ("lower", "remove_punctuation", "squeeze_whitespace")
"""The normalizers by which case and punctuation are ignored."""

_UNITS: dict[str, Unit] = {
    "char": "characters",
    "grapheme": "characters",
    "jieba": "words",
    "mecab": "words",
    "mecab:ipadic": "words",
    "sudachi:A": "words",
    "sudachi:B": "words",
    "sudachi:C": "words",
    "whitespace": "words",
}
_MAX_CONFUSIONS = 20  # of each kind
# Ignoring case and punctuation is one more run: it is made where it cannot take long.
_MAX_PLAIN_CHARACTERS = 300_000
_MAX_COMPANION_SECONDS = 1.0
_CASE_OR_PUNCTUATION = regex.compile(r"[\p{Lu}\p{P}]")


def unit_of(tokenizer: str) -> Unit:
    """Return what a person calls a tokenizer's tokens.

    >>> unit_of("mecab"), unit_of("grapheme"), unit_of("mixed")
    ('words', 'characters', 'tokens')
    """
    return _UNITS.get(tokenizer, "tokens")


def _tokenizer_of(request: Request) -> str:
    own = find_config(request.metric)[2].defaults.get("tokenizer", "whitespace")
    return request.tokenizer or str(own)


@dataclass(frozen=True)
class Measured:
    """A request with its run.

    Attributes:
        request: what was asked for.
        run: of its samples.

    """

    request: Request
    run: ScoringRun

    @property
    def score(self) -> str:
        """The key of the main score in the result."""
        return self.run.scoring.score

    @property
    def value(self) -> float:
        """The main score."""
        return float(self.run.result()[self.score])

    @property
    def tokenizer(self) -> str:
        """The name of the tokenizer by which an error rate is counted."""
        return _tokenizer_of(self.request)

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
        plain: the score without case and punctuation; ``None`` where there is none of either, and
            where it would take long.
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
    texts_run: ScoringRun
    frequent: Confusions

    @property
    def is_similarity(self) -> bool:
        """Whether a higher score is the better one."""
        return self.measured.run.scoring.scorer.higher_is_better

    @cached_property
    def result(self) -> Result:
        """The result, as the evaluate module returns it."""
        return self.measured.run.result()

    @cached_property
    def scores(self) -> FloatArray:
        """The score of every sample, shape ``(samples,)``."""
        return self.measured.run.sample_scores()

    @property
    def counts(self) -> ErrorCounts | None:
        """The counts of every sample; ``None`` if the score is no error rate."""
        samples = self.measured.run.samples
        return samples if isinstance(samples, ErrorCounts) else None

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
        if by == "errors":
            return self.counts.worst(len(self.counts))
        order: IntArray = np.lexsort((-self.counts.errors, -self.scores))
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
        InputError: for anything that cannot be scored, or not in time.

    """
    scoring = request.scoring()
    progress(0.05, say(language, "step_reading"))
    columns = request.checked(predictions, references)
    progress(0.2, say(language, "step_measuring"))
    script = script_of([_first(texts) for texts in references])
    others = {
        "companion": _soon_done(_companion_of(request, script), *columns),
        "plain": _plain_of(request, predictions, references),
    }
    asked = {name: other for name, other in others.items() if other is not None}
    run, *runs = run_all([scoring, *(other.scoring() for other in asked.values())], *columns)
    measured = {
        name: Measured(other, its_run)
        for (name, other), its_run in zip(asked.items(), runs, strict=True)
    }
    progress(0.6, say(language, "step_interval"))
    interval = run.interval() if len(predictions) > 1 else None
    compared = _compared_references(references, run)
    progress(0.8, say(language, "step_errors"))
    texts_run = request.text_scoring().run(predictions, compared) if scoring.scorer.nested else run
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


def _companion_of(request: Request, script: Script) -> Request | None:
    """Return CER beside words, and WER by white space beside characters if the script has words."""
    if find_config(request.metric)[0] != "wer_lev":
        return None
    if unit_of(_tokenizer_of(request)) != "characters":
        return replace(request, metric="wer_lev:cer", tokenizer="")
    if script in ("spaced", "eojeol"):
        return replace(request, metric="wer_lev:wer", tokenizer="")
    return None


def _soon_done(
    request: Request | None, preds: TextColumn | ValueColumn, target: TextColumn | ValueColumn
) -> Request | None:
    """Return the request if it adds little to the time of the one that was asked for."""
    if request is None or isinstance(preds, ValueColumn) or isinstance(target, ValueColumn):
        return None
    seconds = text_seconds(request.metric, request.tokenizer, preds, target)
    return request if seconds < _MAX_COMPANION_SECONDS else None


def _plain_of(
    request: Request, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> Request | None:
    """Return the request without case and punctuation, if there is any and it is soon done."""
    if find_config(request.metric)[0] != "wer_lev":
        return None
    own = request.normalizer.replace(" ", "").split("+") if request.normalizer else []
    added = [name for name in PLAIN if name not in own]
    texts = [*predictions, *("\n".join([*many]) for many in map(_listed, references))]
    if not added or sum(map(len, texts)) > _MAX_PLAIN_CHARACTERS:
        return None
    if not any(map(_CASE_OR_PUNCTUATION.search, texts)):
        return None
    return replace(request, normalizer="+".join([*own, *added]))


def _listed(texts: str | list[str]) -> list[str]:
    return [texts] if isinstance(texts, str) else texts


def _compared_references(references: Sequence[str | list[str]], run: ScoringRun) -> list[str]:
    """Return the one reference of each sample that it was scored by."""
    return [
        texts if isinstance(texts, str) else texts[chosen]
        for texts, chosen in zip(references, run.chosen_references().tolist(), strict=True)
    ]

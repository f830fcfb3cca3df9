"""A scored request: the runs of one or several systems on the same references."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import regex

from levmetrics.core.metric import Result
from levmetrics.core.run import Run
from levmetrics.core.scoring import run_all, score_systems, scores_by_form
from levmetrics.normalizers import NORMALIZERS
from levmetrics.rendering.labels import Name
from levmetrics.reports.systems import Systems, systems_of
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.tokenizers.scripts import Script, script_of
from levmetrics.web.language import Language, say
from levmetrics.web.reading.given import Given
from levmetrics.web.requests import AUTOMATIC, Request, installed_tokenizers

if TYPE_CHECKING:
    from levmetrics.comparison.comparison import Comparison
    from levmetrics.significance.resampling import Resampling

# Takes the finished share of the work, and the name of the next step.
Progress: TypeAlias = Callable[[float, str], object]
Unit: TypeAlias = Literal["words", "characters", "tokens"]
"""The everyday name of the unit of edits."""

PLAIN = ("lower", "remove_punctuation", "squeeze_whitespace")
"""The normalizers that remove case and punctuation."""

_RESAMPLING: Resampling = {"confidence_level": 0.95, "n_resamples": 1000, "seed": 0}
_WORDS = ("jieba", "mecab", "mecab:ipadic", "sudachi:A", "sudachi:B", "sudachi:C", "whitespace")
_CHARACTERS = ("char", "grapheme")
_CASE_OR_PUNCTUATION = regex.compile(r"[\p{Lu}\p{P}]")


@dataclass(frozen=True)
class Measured:
    """A request with a run of it."""

    request: Request
    run: Run

    @property
    def value(self) -> float:
        """The main score."""
        return self.run.score

    @property
    def other_rates(self) -> Mapping[str, Name]:
        """The other rates shown beside the main score."""
        return self.run.metric.label.others

    @property
    def tokenizer(self) -> str:
        """The name of the tokenizer; empty for a metric that takes none."""
        config = self.request.config
        known = {**{one.name: one.default for one in config.options}, **config.fixed}
        option = config.option_of(TOKENIZERS)
        return self.request.given.get(option) or known.get(option, "")

    @property
    def unit(self) -> Unit:
        """The unit of an error rate's edits."""
        if self.tokenizer in _WORDS:
            return "words"
        return "characters" if self.tokenizer in _CHARACTERS else "tokens"


@dataclass(frozen=True)
class Scored:
    """The data that the page shows for a request.

    Attributes:
        request: the request, with the metric that the texts chose.
        given: the texts.
        systems: the scored systems and their comparison.
        script: the script of the references.
        companion: the other one of WER and CER; ``None`` if it adds nothing.
        otherwise: the scores by other settings, where they differ: ``"plain"`` without case and
            punctuation, and by the normalizers of characters that look alike.
        is_automatic: whether the texts chose the metric.

    """

    request: Request
    given: Given
    systems: Systems
    script: Script
    companion: Measured | None
    otherwise: Mapping[str, float]
    is_automatic: bool

    @property
    def measured(self) -> Measured:
        """The request with the first system's run."""
        return Measured(self.request, next(iter(self.systems.runs.values())))

    @property
    def is_similarity(self) -> bool:
        """Whether a higher score is better."""
        return self.systems.metric.higher_is_better

    @property
    def comparison(self) -> Comparison:
        """The result of ``compare``."""
        assert self.systems.comparison is not None  # there are at least two systems
        return self.systems.comparison

    @cached_property
    def result(self) -> Result:
        """The first system's result, as the evaluate module returns it."""
        return self.measured.run.result()

    @property
    def units(self) -> tuple[str, int]:
        """The kind of resampled units, ``"samples"`` or ``"groups"``, and their number."""
        groups = self.given.groups
        if groups is None:
            return "samples", len(self.given.references)
        return "groups", len({*groups})

    @property
    def interval(self) -> Sequence[float] | None:
        """The first system's interval; ``None`` for too few samples or groups."""
        return next(iter(self.systems.intervals.values()), None)

    @property
    def compared(self) -> list[str]:
        """The reference that each sample of the first system was scored by."""
        chosen = self.measured.run.request.reference.tolist()
        return [
            texts if isinstance(texts, str) else texts[number]
            for texts, number in zip(self.given.references, chosen, strict=True)
        ]


def score(request: Request, given: Given, progress: Progress, language: Language = "en") -> Scored:
    """Score the texts of a visitor.

    Args:
        request: the request.
        given: the texts.
        progress: called before each step.
        language: the language of the steps' names.

    Raises:
        InputError: for anything that cannot be scored.

    """
    progress(0.05, say(language, "step_reading"))
    script = script_of([*map(request.kind.words, given.references)])
    is_automatic = request.metric == AUTOMATIC
    if is_automatic:
        request = replace(request, metric=_metric_of(script))
    metric = request.chosen()
    preds, target = request.checked_systems(given.predictions, given.references)
    progress(0.2, say(language, "step_measuring"))
    runs = score_systems(metric, preds, target, ids=given.ids, groups=given.groups)
    progress(0.5, say(language, "step_interval"))
    systems = systems_of(runs, _RESAMPLING)
    companion, otherwise = None, {}
    if len(runs) == 1 and metric.label.names_unit:
        measured = Measured(request, *runs.values())
        others = {
            "companion": _companion_of(measured, script),
            "plain": _plain_of(request, given) if measured.value else None,
        }
        asked = {name: other for name, other in others.items() if other is not None}
        metrics = [other.chosen() for other in asked.values()]
        (pred,) = preds.values()
        found = dict(zip(asked, run_all(metrics, pred, target), strict=True))
        if "companion" in found:
            companion = Measured(asked["companion"], found["companion"])
        otherwise = scores_by_form(measured.run)
        if "plain" in found:
            otherwise["plain"] = found["plain"].score
    progress(0.8, say(language, "step_errors"))
    return Scored(request, given, systems, script, companion, otherwise, is_automatic)


def _metric_of(script: Script) -> str:
    """Return the metric that suits a script."""
    if script == "japanese" and "mecab" in installed_tokenizers():
        return "ja"
    return {"spaced": "wer", "unspaced": "mixed"}.get(script, "cer")


def _companion_of(measured: Measured, script: Script) -> Request | None:
    """Return CER for a word rate, and WER for a character rate if the script has words."""
    if measured.unit != "characters":
        return Request.of_names("cer", normalizers=measured.request.normalizers)
    if script in ("spaced", "eojeol"):
        return Request.of_names("wer", normalizers=measured.request.normalizers)
    return None


def _plain_of(request: Request, given: Given) -> Request | None:
    """Return the request without case and punctuation, if the texts have any."""
    if request.config.option_of(NORMALIZERS) not in request.asked():
        return None
    added = [name for name in PLAIN if name not in request.normalizers]
    texts = [text for side in given.predictions.values() for text in side]
    texts += ["\n".join([text] if isinstance(text, str) else text) for text in given.references]
    if not added or not any(map(_CASE_OR_PUNCTUATION.search, texts)):
        return None
    return request.with_names(NORMALIZERS, [*request.normalizers, *added])

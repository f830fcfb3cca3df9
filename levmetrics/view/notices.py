"""Notices beside a score, and the other ways of scoring that they offer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import regex

from levmetrics.core.metric import Metric
from levmetrics.core.run import Run
from levmetrics.core.scoring import FORMS, scores_by_form
from levmetrics.formats.line_order import order_hint
from levmetrics.inputs.columns import TextColumn
from levmetrics.tokenizers import TOKENIZERS, is_installed
from levmetrics.tokenizers.scripts import Script, script_of
from levmetrics.view.language import Language, say

Rescoring: TypeAlias = Literal["mecab", "characters", "plain", "nfc", "long_s", "nfkc"]
"""Another way of scoring: by MeCab's words, by characters, without case and punctuation, with
characters that look alike unified."""

PLAIN = ("lower", "remove_punctuation", "squeeze_whitespace")
"""The normalizers that remove case and punctuation."""

# The share of errors at which case and punctuation are worth a notice.
_MIN_PLAIN_SHARE = 0.1
_WAYS: tuple[Rescoring, ...] = (*FORMS, "plain")
# Samples: what nobody asked for must not hold up what was.
_MOST, _MOST_SCORED = 200_000, 20_000
_CASE_OR_PUNCTUATION = regex.compile(r"[\p{Lu}\p{P}]")


@dataclass(frozen=True)
class Notice:
    """A notice beside a score.

    Attributes:
        key: the wording key of its sentence.
        values: the values in the sentence.
        rescorings: the other ways of scoring that it offers.

    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    rescorings: tuple[Rescoring, ...] = ()

    def sentence(self, language: Language) -> str:
        """Return the notice's sentence."""
        return say(language, self.key, **self.values)


@dataclass(frozen=True)
class Texts:
    """The texts of a run.

    Attributes:
        run: the run.
        predictions: the predictions.
        references: the references that counted.
        script: the script of the references.

    """

    run: Run
    predictions: Sequence[str]
    references: Sequence[str]
    script: Script

    @classmethod
    def of(cls, run: Run) -> Texts | None:
        """Return the texts of a run; ``None`` for a run of other samples, or of too many."""
        if not run.has_samples or run.sample_count > _MOST or not run.metric.takes.in_columns:
            return None
        if not isinstance(run.request.columns()[0], TextColumn):
            return None
        preds, target = ([*map(str, side)] for side in run.request.texts())
        return cls(run, preds, target, script_of(target))


def notices(run: Run, texts: Texts | None) -> list[Notice]:
    """Return the notices beside a score, the most important first.

    Args:
        run: the run.
        texts: its texts; ``None`` for a run without them.

    """
    if texts is None:
        return _on_nan(run)
    return [
        *_on_units(texts),
        *_on_order(texts),
        *_on_equal_texts(texts),
        *_on_empty(texts),
        *_on_nan(run),
        *_on_other_ways(texts),
    ]


def _on_units(texts: Texts) -> list[Notice]:
    """Warn of white space where it does not separate words."""
    metric, script = texts.run.metric, texts.script
    by_white_space = not metric.higher_is_better and metric.tokenizer_name == "whitespace"
    if not by_white_space or script == "spaced":
        return []
    if script == "japanese" and is_installed(TOKENIZERS["mecab"]):
        return [Notice("notice_unspaced", rescorings=("mecab", "characters"))]
    key = "notice_eojeol" if script == "eojeol" else "notice_unspaced"
    return [Notice(key, rescorings=("characters",))]


def _on_equal_texts(texts: Texts) -> list[Notice]:
    return [Notice("notice_identical")] if texts.predictions == texts.references else []


def _on_order(texts: Texts) -> list[Notice]:
    """Warn of lines that fit other samples much better."""
    hint = order_hint(texts.predictions, texts.references)
    if hint is None:
        return []
    return [Notice(f"notice_order_{hint.by}", {"line": hint.line})]


def _on_empty(texts: Texts) -> list[Notice]:
    sides = {"references": texts.references, "predictions": texts.predictions}
    return [
        Notice(f"notice_empty_{side}", {"empty": empty, "samples": len(column)})
        for side, column in sides.items()
        if (empty := sum(not text.strip() for text in column))
    ]


def _on_nan(run: Run) -> list[Notice]:
    """Count the fields of predicted records that are NaN, which are wrong."""
    if not run.has_samples or not run.metric.takes.nulls:
        return []
    values, _ = run.request.values()
    count = sum(map(_nans, values.values))
    return [Notice("notice_nan", {"count": count})] if count else []


def _nans(value: Any) -> int:
    """Return the number of values within a value that are NaN."""
    if isinstance(value, Mapping):
        return sum(map(_nans, value.values()))
    if isinstance(value, (list, tuple)):
        return sum(map(_nans, value))
    return isinstance(value, float) and math.isnan(value)


def _on_other_ways(texts: Texts) -> list[Notice]:
    """Return notices on invisible differences, and on those of case and punctuation."""
    run = texts.run
    if not run.metric.label.names_unit or run.metric.keeps_samples:
        return []
    write, most = run.metric.label.write, {"plain": (1 - _MIN_PLAIN_SHARE) * run.score}
    otherwise = {**scores_by_form(run), **_plain_score(texts)}
    return [
        Notice(f"notice_{way}", {"score": write(score)}, (way,))
        for way in _WAYS
        if (score := otherwise.get(way)) is not None and score < most.get(way, math.inf)
    ]


def _plain_score(texts: Texts) -> dict[str, float]:
    """Return the score without case and punctuation, if the texts have any; else nothing."""
    run = texts.run
    plain = run.metric.normalized(PLAIN)
    if plain is None or not run.score or run.sample_count > _MOST_SCORED:
        return {}
    if not any(map(_CASE_OR_PUNCTUATION.search, (*texts.predictions, *texts.references))):
        return {}
    return {"plain": Run.of(plain, *run.request.columns()).score}


def companion(texts: Texts | None) -> Run | None:
    """Return the run of the other one of WER and CER; ``None`` if it adds nothing."""
    if texts is None or texts.run.sample_count > _MOST_SCORED:
        return None
    metric: Metric[Any] | None = texts.run.metric.companion(texts.script)
    return None if metric is None else Run.of(metric, *texts.run.request.columns())

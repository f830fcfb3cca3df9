"""Notices beside a score, and the other ways of scoring that they offer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from levmetrics.core.scoring import FORMS
from levmetrics.inputs.json_values import from_json
from levmetrics.inputs.values import checked_value
from levmetrics.rendering.labels import percent
from levmetrics.web.language import Language, say
from levmetrics.web.line_counts import order_hint
from levmetrics.web.requests import installed_tokenizers
from levmetrics.web.scored import Scored

Rescoring: TypeAlias = Literal["mecab", "characters", "plain", "nfc", "long_s", "nfkc"]
"""Another way of scoring: by MeCab's words, by characters, without case and punctuation, with
characters that look alike unified."""

# The share of errors at which case and punctuation are worth a notice.
_MIN_PLAIN_SHARE = 0.1
_WAYS: tuple[Rescoring, ...] = (*FORMS, "plain")


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


def notices(scored: Scored) -> list[Notice]:
    """Return the notices beside a score, the most important first."""
    return [
        *_on_units(scored),
        *_on_order(scored),
        *_on_equal_texts(scored),
        *_on_empty(scored),
        *_on_nan(scored),
        *_on_other_ways(scored),
    ]


def _on_units(scored: Scored) -> list[Notice]:
    """Warn of white space where it does not separate words."""
    by_white_space = not scored.is_similarity and scored.measured.tokenizer == "whitespace"
    if not by_white_space or scored.script == "spaced":
        return []
    if scored.script == "japanese" and "mecab" in installed_tokenizers():
        return [Notice("notice_unspaced", rescorings=("mecab", "characters"))]
    key = "notice_eojeol" if scored.script == "eojeol" else "notice_unspaced"
    return [Notice(key, rescorings=("characters",))]


def _on_equal_texts(scored: Scored) -> list[Notice]:
    same = [*scored.given.predictions.values()] == [scored.compared]
    return [Notice("notice_identical")] if same else []


def _on_order(scored: Scored) -> list[Notice]:
    """Warn of lines that fit other samples much better; sessions are matched by ids."""
    if not scored.request.kind.in_columns:
        return []
    (predictions,) = scored.given.predictions.values()
    hint = order_hint(predictions, scored.given.references)
    if hint is None:
        return []
    return [Notice(f"notice_order_{hint.by}", {"line": hint.line})]


def _on_empty(scored: Scored) -> list[Notice]:
    (predictions,) = scored.given.predictions.values()
    return [
        Notice(f"notice_empty_{side}", {"empty": empty, "samples": len(texts)})
        for side, texts in (("references", scored.compared), ("predictions", predictions))
        if (empty := sum(not text.strip() for text in texts))
    ]


def _on_nan(scored: Scored) -> list[Notice]:
    """Count the fields of predicted records that are NaN, which are wrong."""
    if not (scored.request.takes_json and scored.request.kind.in_columns):
        return []
    (predictions,) = scored.given.predictions.values()
    count = sum(_nans(text) for text in predictions if "NaN" in text)
    return [Notice("notice_nan", {"count": count})] if count else []


def _nans(text: str) -> int:
    """Return the number of fields that are NaN in JSON; 0 for another text."""
    places: list[str] = []
    try:
        checked_value(from_json(text, alternatives=False), "", alternatives=False, nans=places)
    except (RecursionError, ValueError):
        return 0
    return len(places)


def _on_other_ways(scored: Scored) -> list[Notice]:
    """Return notices on invisible differences, and on those of case and punctuation."""
    most = {"plain": (1 - _MIN_PLAIN_SHARE) * scored.measured.value}
    return [
        Notice(f"notice_{way}", {"score": percent(score)}, (way,))
        for way in _WAYS
        if (score := scored.otherwise.get(way)) is not None and score < most.get(way, math.inf)
    ]

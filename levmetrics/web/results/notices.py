"""What should be known beside a score, and by what it could be scored instead."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from levmetrics.rendering.labels import percent
from levmetrics.web.language import Language, say
from levmetrics.web.line_counts import order_hint
from levmetrics.web.requests import installed_tokenizers
from levmetrics.web.scored import Scored

Rescoring: TypeAlias = Literal["mecab", "characters", "plain", "nfc", "nfkc"]
"""Another way of scoring: by MeCab's words, by characters, without case and punctuation, in a form
of Unicode."""

# Case and punctuation are worth a notice where they are so much of the errors.
_MIN_PLAIN_SHARE = 0.1
_FORMS: tuple[Rescoring, ...] = ("nfc", "nfkc")


@dataclass(frozen=True)
class Notice:
    """Something to know beside a score.

    Attributes:
        key: of its sentence in the wording.
        values: that stand in the sentence.
        rescorings: the other ways of scoring that it offers.

    """

    key: str
    values: dict[str, str] = field(default_factory=dict)
    rescorings: tuple[Rescoring, ...] = ()

    def sentence(self, language: Language) -> str:
        """Return what it says."""
        return say(language, self.key, **self.values)


def notices(scored: Scored) -> list[Notice]:
    """Return what should be known beside a score, what matters most first."""
    return [
        *_on_units(scored),
        *_on_order(scored),
        *_on_equal_texts(scored),
        *_on_empty(scored),
        *_on_forms(scored),
        *_on_plain(scored),
    ]


def _on_units(scored: Scored) -> list[Notice]:
    """Warn of white space where it does not separate words."""
    if scored.is_similarity or scored.measured.tokenizer != "whitespace":
        return []
    if scored.script == "eojeol":
        return [Notice("notice_eojeol", rescorings=("characters",))]
    if scored.script == "japanese" and "mecab" in installed_tokenizers():
        return [Notice("notice_unspaced", rescorings=("mecab", "characters"))]
    if scored.script != "spaced":
        return [Notice("notice_unspaced", rescorings=("characters",))]
    return []


def _on_equal_texts(scored: Scored) -> list[Notice]:
    same = [*scored.given.predictions.values()] == [scored.compared]
    return [Notice("notice_identical")] if same else []


def _on_order(scored: Scored) -> list[Notice]:
    """Warn of lines that fit those of other samples much better."""
    (predictions,) = scored.given.predictions.values()
    hint = order_hint(predictions, scored.given.references)
    if hint is None:
        return []
    return [Notice(f"notice_order_{hint.by}", {"line": f"{(hint.line or 0):,}"})]


def _on_empty(scored: Scored) -> list[Notice]:
    found = []
    (predictions,) = scored.given.predictions.values()
    for side, texts in (("references", scored.compared), ("predictions", predictions)):
        empty = sum(not text.strip() for text in texts)
        if empty:
            values = {"empty": f"{empty:,}", "samples": f"{len(texts):,}"}
            found.append(Notice(f"notice_empty_{side}", values))
    return found


def _on_forms(scored: Scored) -> list[Notice]:
    """Say what differences come to that cannot be seen."""
    return [
        Notice(f"notice_{form}", {"score": percent(scored.otherwise[form])}, (form,))
        for form in _FORMS
        if form in scored.otherwise
    ]


def _on_plain(scored: Scored) -> list[Notice]:
    plain = scored.otherwise.get("plain")
    if plain is None or plain >= (1 - _MIN_PLAIN_SHARE) * scored.measured.value:
        return []
    return [Notice("notice_plain", {"score": percent(plain)}, ("plain",))]

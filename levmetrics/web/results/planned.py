"""The runs that are made of a request, chosen before any work so that all of them are in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import regex

from levmetrics.inputs.columns import text_columns
from levmetrics.inputs.values import CheckedColumn, ValueColumn
from levmetrics.metric import find_config
from levmetrics.scores.error_rate_metric import ErrorRateMetric
from levmetrics.web.costs import default_tokenizer, shown_seconds
from levmetrics.web.limits import SECONDS
from levmetrics.web.requests import Request
from levmetrics.web.results.scripts import Script

Unit: TypeAlias = Literal["words", "characters", "tokens"]
"""What edits are counted in, as a person calls it."""

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
_MAX_SECONDS_OF_OTHER = 1.0  # what was not asked for must not hold up what was
_CASE_OR_PUNCTUATION = regex.compile(r"[\p{Lu}\p{P}]")


@dataclass(frozen=True)
class Plan:
    """The runs that are made of a request.

    Attributes:
        columns: predictions and references, checked.
        others: the requests beside the one that was asked for, by what they are: the
            ``"companion"`` of WER or CER, and ``"plain"``, without case and punctuation.
        seconds: that all of them, and what is shown of them, are expected to take a processor.

    """

    columns: tuple[CheckedColumn, CheckedColumn]
    others: Mapping[str, Request]
    seconds: float


def plan(
    request: Request,
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
    script: Script,
) -> Plan:
    """Plan the runs of a request.

    Args:
        request: what is asked for.
        predictions: one a sample.
        references: one a sample, or a list for each.
        script: of the references.

    Raises:
        InputError: for anything that cannot be scored.

    """
    preds, target = request.columns(predictions, references)
    seconds = request.seconds([preds], target) + shown_seconds(len(preds))
    if isinstance(preds, ValueColumn):
        texts, other_texts = text_columns(predictions, references)
        return Plan((preds, target), {}, seconds + request.of_texts().seconds([texts], other_texts))
    others = {}
    wanted = {
        "companion": _companion_of(request, script),
        "plain": _plain_of(request, predictions, references),
    }
    for name, other in wanted.items():
        if other is not None:
            more = other.seconds([preds], target)
            if more < _MAX_SECONDS_OF_OTHER and seconds + more <= SECONDS:
                others[name] = other
                seconds += more
    return Plan((preds, target), others, seconds)


def unit_of(tokenizer: str) -> Unit:
    """Return what a person calls a tokenizer's tokens.

    >>> unit_of("mecab"), unit_of("grapheme"), unit_of("mixed")
    ('words', 'characters', 'tokens')
    """
    return _UNITS.get(tokenizer, "tokens")


def tokenizer_of(request: Request) -> str:
    """Return the name of the tokenizer by which an error rate is counted."""
    return request.tokenizer or default_tokenizer(request.metric)


def _companion_of(request: Request, script: Script) -> Request | None:
    """Return CER beside words, and WER by white space beside characters if the script has words."""
    if not issubclass(find_config(request.metric)[2].kind, ErrorRateMetric):
        return None
    if unit_of(tokenizer_of(request)) != "characters":
        return replace(request, metric="wer_lev:cer", tokenizer="")
    if script in ("spaced", "eojeol"):
        return replace(request, metric="wer_lev:wer", tokenizer="")
    return None


def _plain_of(
    request: Request, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> Request | None:
    """Return the request without case and punctuation, if there is any."""
    if not issubclass(find_config(request.metric)[2].kind, ErrorRateMetric):
        return None
    own = request.normalizer.replace(" ", "").split("+") if request.normalizer else []
    added = [name for name in PLAIN if name not in own]
    texts = [*predictions, *("\n".join([*many]) for many in map(_listed, references))]
    if not added or not any(map(_CASE_OR_PUNCTUATION.search, texts)):
        return None
    return replace(request, normalizer="+".join([*own, *added]))


def _listed(texts: str | list[str]) -> list[str]:
    return [texts] if isinstance(texts, str) else texts

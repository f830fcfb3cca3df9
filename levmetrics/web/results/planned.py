"""The runs that are made of a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import regex

from levmetrics.inputs.values import CheckedColumn
from levmetrics.metric import find_config
from levmetrics.scores.error_rate_metric import ErrorRateMetric
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
_CASE_OR_PUNCTUATION = regex.compile(r"[\p{Lu}\p{P}]")


@dataclass(frozen=True)
class Plan:
    """The runs that are made of a request.

    Attributes:
        columns: predictions and references, checked.
        others: the requests beside the one that was asked for, by what they are: the
            ``"companion"`` of WER or CER, and ``"plain"``, without case and punctuation.

    """

    columns: tuple[CheckedColumn, CheckedColumn]
    others: Mapping[str, Request]


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
    columns = request.columns(predictions, references)
    wanted = {
        "companion": _companion_of(request, script),
        "plain": _plain_of(request, predictions, references),
    }
    others = {name: other for name, other in wanted.items() if other is not None}
    return Plan(columns, others)


def unit_of(tokenizer: str) -> Unit:
    """Return what a person calls a tokenizer's tokens.

    >>> unit_of("mecab"), unit_of("grapheme"), unit_of("mixed")
    ('words', 'characters', 'tokens')
    """
    return _UNITS.get(tokenizer, "tokens")


def tokenizer_of(request: Request) -> str:
    """Return the name of the tokenizer by which an error rate is counted."""
    config = find_config(request.metric)[2]
    return request.tokenizer or config.tokenizer or config.kind.default_tokenizer


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

"""The values of ROUGE, error rates and ANLS for a pair, and whether they are right."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

import regex

from levmetrics.core.run import Run
from levmetrics.core.scoring import run_all
from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import ERRORS
from levmetrics.web.language import Language, say
from levmetrics.web.requests import Request

_METRICS = ("wer", "ja", "cer", "anls")
_LETTER = regex.compile(r"[\p{L}\p{M}\p{N}]")
_OF_ROUGE = regex.compile(r"[A-Za-z0-9]")  # it lower-cases first
_JAPANESE_WITHOUT_SPACES = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_OTHERS_WITHOUT_SPACES = regex.compile(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
# The reasons of values that measure the processing of the text instead of the text.
_WRONG = ("why_rouge_drops", "why_mecab_unknown", "why_wer_unspaced", "why_wer_whole")


class Pitfall(NamedTuple):
    """The value of a metric for a pair.

    Attributes:
        metric: the metric's name.
        value: a share.
        right: whether the value measures the text instead of its processing.
        reason: the reason why it is right or wrong.

    """

    metric: str
    value: float
    right: bool
    reason: str


def draw_pitfalls(language: Language, reference: str, prediction: str) -> str:
    """Draw the metrics' values for a pair, each marked as right or wrong.

    Args:
        language: the visitor's language.
        reference: the reference text.
        prediction: the text to score.

    Raises:
        InputError: if both are empty, or cannot be scored.

    """
    if not reference and not prediction:
        raise InputError("page.nothing_to_show")
    return render(
        "page/pitfalls.html.j2",
        t=partial(say, language),
        reference=reference,
        prediction=prediction,
        rows=pitfalls(language, reference, prediction),
    )


def pitfalls(language: Language, reference: str, prediction: str) -> list[Pitfall]:
    """Return the metrics' values for a pair.

    Args:
        language: the visitor's language.
        reference: the reference text.
        prediction: the text to score.

    >>> [(row.metric, row.right) for row in pitfalls("en", "καλημέρα", "καλημέρα")][:2]
    [('ROUGE-1, rouge-score as it comes', False), ("ROUGE-1, rouge-score with MeCab's words", True)]

    """
    columns = Request("wer").checked([prediction], [reference])
    runs = run_all([Request(name).chosen() for name in _METRICS], *columns)
    white, mecab, characters, similarity = runs
    texts = f"{reference} {prediction}"
    letters, kept = (len(kind.findall(texts)) for kind in (_LETTER, _OF_ROUGE))
    # White space and MeCab find words in scripts that have spaces, and in Japanese.
    unknown = _OTHERS_WITHOUT_SPACES.search(texts) is not None
    is_whole = white.score != mecab.score and _JAPANESE_WITHOUT_SPACES.search(texts) is not None
    of_white = "why_wer_whole" if is_whole else "why_wer_spaced"
    known = dict(zip((prediction, reference), next(mecab.request.token_pairs.rows()), strict=True))
    rouge = [_rouge_1(reference, prediction), _rouge_1(reference, prediction, known)]
    rows = [
        ("why_rouge", rouge[0], "why_rouge_drops" if letters > kept else "why_rouge_keeps"),
        ("why_rouge_mecab", rouge[1], "why_mecab_unknown" if unknown else "why_rouge_words"),
        ("why_wer", white.score, "why_wer_unspaced" if unknown and white.score else of_white),
        ("why_wer_mecab", mecab.score, "why_mecab_unknown" if unknown else "why_mecab_words"),
        ("why_cer", characters.score, "why_cer_reason"),
        ("why_anls", similarity.score, "why_anls_reason"),
    ]
    found = _length(white)
    numbers = {
        "dropped": letters - kept,
        "letters": letters,
        "white": say(language, "why_one_word" if found == 1 else "why_words", number=found),
        "errors": _errors(mecab),
        "words": _length(mecab),
        "wrong_characters": _errors(characters),
        "characters": _length(characters),
    }
    return [
        Pitfall(say(language, metric), value, key not in _WRONG, say(language, key, **numbers))
        for metric, value, key in rows
    ]


def _rouge_1(reference: str, prediction: str, known: dict[str, list[str]] | None = None) -> float:
    """Return ROUGE-1 by its own tokenizer, or by the known tokens of both texts."""
    from rouge_score.rouge_scorer import RougeScorer  # its NLTK would delay the page's start

    tokenizer = known and SimpleNamespace(tokenize=known.__getitem__)
    score = RougeScorer(["rouge1"], tokenizer=tokenizer).score(reference, prediction)
    return float(score["rouge1"].fmeasure)


def _errors(run: Run) -> int:
    return sum(int(run.result()[count.key]) for count in ERRORS)


def _length(run: Run) -> int:
    return int(run.result()["reference_length"])

"""What ROUGE, error rates and ANLS say of a pair, and whether that is right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import regex

from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.run import Run
from levmetrics.scoring import run_all
from levmetrics.web.language import Language, say
from levmetrics.web.requests import Request

_METRICS = ("wer_lev:wer", "wer_lev:ja", "wer_lev:cer", "anls")
_LETTER = regex.compile(r"[\p{L}\p{M}\p{N}]")
_OF_ROUGE = regex.compile(r"[A-Za-z0-9]")  # it lower-cases first
_JAPANESE_WITHOUT_SPACES = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_OTHERS_WITHOUT_SPACES = regex.compile(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")


class Pitfall(NamedTuple):
    """What a metric says of a pair.

    Attributes:
        metric: its name.
        value: a share.
        right: whether the value is about the text, and not about what was made of it.
        reason: why it is right or wrong.

    """

    metric: str
    value: float
    right: bool
    reason: str


class Pair(NamedTuple):
    """A reference and a prediction, scored.

    Attributes:
        reference: as given.
        prediction: as given.
        words: the run over words between white space.
        mecab: the run over MeCab's words.
        characters: the run over characters.
        similarity: the run of ANLS.

    """

    reference: str
    prediction: str
    words: Run
    mecab: Run
    characters: Run
    similarity: Run

    @property
    def texts(self) -> str:
        """Both texts as one."""
        return f"{self.reference} {self.prediction}"


@dataclass(frozen=True)
class _KnownTokens:
    """A tokenizer for rouge-score, which returns tokens of texts that were tokenized before.

    Attributes:
        tokens: of each text.

    """

    tokens: Mapping[str, list[str]]

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of one of the texts."""
        return self.tokens[text]


def draw_pitfalls(language: Language, reference: str, prediction: str) -> str:
    """Draw what metrics say of a pair, each marked as right or wrong.

    Args:
        language: the visitor's.
        reference: the right text.
        prediction: the text that is scored.

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
    """Return what metrics say of a pair.

    Args:
        language: the visitor's.
        reference: the right text.
        prediction: the text that is scored.

    >>> [(row.metric, row.right) for row in pitfalls("en", "καλημέρα", "καλημέρα")][:2]
    [('ROUGE-1, rouge-score as it comes', False), ("ROUGE-1, rouge-score with MeCab's words", True)]

    """
    columns = Request("wer_lev").checked([prediction], [reference])
    runs = run_all([Request(name).chosen() for name in _METRICS], *columns)
    pair = Pair(reference, prediction, *runs)
    return [
        _rouge(language, pair),
        _rouge_of_words(language, pair),
        _words(language, pair),
        _mecab_words(language, pair),
        _characters(language, pair),
        _similarity(language, pair),
    ]


def _rouge(language: Language, pair: Pair) -> Pitfall:
    letters, kept = (len(kind.findall(pair.texts)) for kind in (_LETTER, _OF_ROUGE))
    dropped = letters - kept
    reason = (
        say(language, "why_rouge_drops", dropped=dropped, letters=letters)
        if dropped
        else say(language, "why_rouge_keeps")
    )
    return Pitfall(say(language, "why_rouge"), _rouge_1(pair, None), not dropped, reason)


def _rouge_of_words(language: Language, pair: Pair) -> Pitfall:
    tokens = pair.mecab.token_pairs.sample(0)
    known = _KnownTokens(dict(zip((pair.prediction, pair.reference), tokens, strict=True)))
    key = "why_mecab_unknown" if _others_without_spaces(pair) else "why_rouge_words"
    return Pitfall(
        say(language, "why_rouge_mecab"),
        _rouge_1(pair, known),
        not _others_without_spaces(pair),
        say(language, key),
    )


def _rouge_1(pair: Pair, tokenizer: _KnownTokens | None) -> float:
    from rouge_score.rouge_scorer import RougeScorer  # its NLTK would delay the page's start

    score = RougeScorer(["rouge1"], tokenizer=tokenizer).score(pair.reference, pair.prediction)
    return float(score["rouge1"].fmeasure)


def _words(language: Language, pair: Pair) -> Pitfall:
    """Judge the error rate of words between white space: it needs a script that has spaces."""
    value, name = _value(pair.words), say(language, "why_wer")
    if _others_without_spaces(pair) and value:
        return Pitfall(name, value, False, say(language, "why_wer_unspaced"))
    if _JAPANESE_WITHOUT_SPACES.search(pair.texts) and value != _value(pair.mecab):
        found = int(pair.words.result()["reference_length"])
        white = (
            say(language, "why_one_word")
            if found == 1
            else say(language, "why_words", number=found)
        )
        words = int(pair.mecab.result()["reference_length"])
        reason = say(language, "why_wer_whole", white=white, words=words)
        return Pitfall(name, value, False, reason)
    return Pitfall(name, value, True, say(language, "why_wer_spaced"))


def _mecab_words(language: Language, pair: Pair) -> Pitfall:
    name, value = say(language, "why_wer_mecab"), _value(pair.mecab)
    if _others_without_spaces(pair):
        return Pitfall(name, value, False, say(language, "why_mecab_unknown"))
    errors, words = _errors(pair.mecab)
    return Pitfall(name, value, True, say(language, "why_mecab_words", errors=errors, words=words))


def _characters(language: Language, pair: Pair) -> Pitfall:
    errors, characters = _errors(pair.characters)
    reason = say(language, "why_cer_reason", errors=errors, characters=characters)
    return Pitfall(say(language, "why_cer"), _value(pair.characters), True, reason)


def _similarity(language: Language, pair: Pair) -> Pitfall:
    name, reason = say(language, "why_anls"), say(language, "why_anls_reason")
    return Pitfall(name, _value(pair.similarity), True, reason)


def _others_without_spaces(pair: Pair) -> bool:
    return _OTHERS_WITHOUT_SPACES.search(pair.texts) is not None


def _errors(run: Run) -> tuple[int, int]:
    """Return the number of errors, and of the reference's tokens."""
    result = run.result()
    errors = np.sum([result[kind] for kind in ("substitutions", "deletions", "insertions")])
    return int(errors), int(result["reference_length"])


def _value(run: Run) -> float:
    return float(run.result()[run.metric.key])

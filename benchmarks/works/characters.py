"""Characters: error rates, edit distances of lines and of documents, and ANLS of answers."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

import anls_star
import numpy as np
import pyarrow as pa
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from benchmarks import corpora
from benchmarks.corpora import Corpus, Texts, lines, synthetic_speech
from benchmarks.peers import CER, DISTANCE, mean
from benchmarks.timing import OURS, Contenders
from benchmarks.works.work import called, on_all_and_on_one_core, portable, work
from levmetrics import ANLS, CharErrorRate, EditDistance, ErrorRates


def our_rate(preds: Texts, target: Texts) -> float:
    """Return the CER of the class."""
    return float(CharErrorRate()(preds, target))


def our_distance(preds: Texts, target: Texts) -> float:
    """Return the mean distance of the class."""
    return float(EditDistance()(preds, target))


def _all_rates(preds: Texts, target: Texts) -> float:
    return float(ErrorRates(tokenizer="char")(preds, target)["wer"])


@work(
    "W3", "CER of the same 100,000 pairs, of about 100 characters", "CER", synthetic_speech, 100_000
)
def character_error_rate(corpus: Corpus) -> Contenders:
    """Character error rates."""
    return {
        **on_all_and_on_one_core(our_rate, corpus),
        **portable(our_rate, corpus),
        **called({f"{OURS}, all rates and counts": _all_rates, **CER}, corpus),
        **_searching(corpus),
    }


@work("W6", "Edit distance of 500 lines of 100 characters", "mean distance", lines, 500, 100)
def edit_distance(corpus: Corpus) -> Contenders:
    """Mean edit distances of lines."""
    return _distances(corpus, [*DISTANCE])


@work("W8", "Edit distance of 20 pairs of 10,000 characters", "mean distance", lines, 20, 10_000)
def long_texts(corpus: Corpus) -> Contenders:
    """Mean edit distances of documents, by the peers that do not take minutes."""
    return _distances(corpus, ["python-Levenshtein", "editdistance"])


def _distances(corpus: Corpus, peers: list[str]) -> Contenders:
    return {
        **on_all_and_on_one_core(our_distance, corpus),
        **called({name: DISTANCE[name] for name in peers}, corpus),
        **_searching(corpus),
    }


def _searching(corpus: Corpus) -> Contenders:
    """Return the contenders that only search the distances, by RapidFuzz."""
    preds, target = corpus

    def search(workers: int) -> None:
        cpdist(target, preds, scorer=Levenshtein.distance, dtype=np.int32, workers=workers)

    return {
        "cpdist alone, one thread": partial(search, 1),
        "cpdist alone, all cores": partial(search, pa.cpu_count()),
    }


@work("W4", "ANLS of 20,000 questions with one to three answers", "ANLS", corpora.questions, 20_000)
def answers(corpus: tuple[list[str], list[list[str]]]) -> Contenders:
    """ANLS of questions with several answers, by three rules; peers know one each."""
    preds, target = corpus
    anls: Any = import_module("anls")  # the package, not the folder of this repository
    alternatives = [tuple(accepted) for accepted in target]
    return {
        OURS: lambda: float(ANLS("star")(preds, target)),
        f"{OURS}, stvqa": lambda: float(ANLS("stvqa")(preds, target)),
        f"{OURS}, docvqa": lambda: float(ANLS("docvqa")(preds, target)),
        "anls": lambda: mean(map(anls.anls_score, preds, target)),
        "anls_star": lambda: mean(map(anls_star.anls_score, alternatives, preds)),
    }


@work("W5", "ANLS* of 50 invoices of 20 line items", "ANLS*", corpora.invoices, 50, 20)
def trees(corpus: tuple[list[Any], list[Any]]) -> Contenders:
    """ANLS* of nested values."""
    preds, target = corpus
    return {
        OURS: lambda: float(ANLS("star")(preds, target)),
        "anls_star": lambda: mean(map(anls_star.anls_score, target, preds)),
    }

"""ANLS of answers, and ANLS* of nested values."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import anls_star

from benchmarks import corpora
from benchmarks.bars import OURS, TimesAsFast
from benchmarks.peers.pair_by_pair import mean
from benchmarks.timing import Contenders
from benchmarks.works.work import Work
from levmetrics import ANLS


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


def trees(corpus: tuple[list[Any], list[Any]]) -> Contenders:
    """ANLS* of nested values."""
    preds, target = corpus
    return {
        OURS: lambda: float(ANLS("star")(preds, target)),
        "anls_star": lambda: mean(map(anls_star.anls_score, target, preds)),
    }


ANSWERS = Work(
    "W4",
    "ANLS of 20,000 questions with one to three answers",
    "ANLS",
    lambda: answers(corpora.questions(20_000)),
    (TimesAsFast(100, "anls_star"), TimesAsFast(50, "anls", f"{OURS}, stvqa")),
)
TREES = Work(
    "W5",
    "ANLS* of 50 invoices of 20 line items",
    "ANLS*",
    lambda: trees(corpora.invoices(50, line_items=20)),
    (TimesAsFast(20, "anls_star"),),
)

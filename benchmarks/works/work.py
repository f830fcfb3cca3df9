"""What a piece of work is, and what its contenders have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from benchmarks.corpora import Corpus
from benchmarks.kernels import PORTABLE, WithPortableKernel
from benchmarks.peers import Score
from benchmarks.timing import OURS, Contenders, OnCores
from levmetrics.edits.library import kernel_name

T = TypeVar("T")


@dataclass(frozen=True)
class Work:
    """One piece of work to be measured.

    Attributes:
        name: a short name, as ``"W1"``.
        title: the work and its amount.
        score: the name of the score that the contenders compute; empty without one.
        contenders: makes the data, and returns the calls by name; ours is :data:`OURS`.

    """

    name: str
    title: str
    score: str
    contenders: Callable[[], Contenders]


REGISTERED: list[Work] = []


def work(
    name: str, title: str, score: str, data: Callable[..., T], *size: int
) -> Callable[[Callable[[T], Contenders]], Callable[[T], Contenders]]:
    """Register what makes the data, and the decorated function, which returns contenders of it."""

    def register(contenders: Callable[[T], Contenders]) -> Callable[[T], Contenders]:
        REGISTERED.append(Work(name, title, score, lambda: contenders(data(*size))))
        return contenders

    return register


def called(scores: Mapping[str, Score], corpus: Corpus) -> Contenders:
    """Return contenders that score a corpus, by functions of predictions and references."""
    return {name: partial(score, *corpus) for name, score in scores.items()}


def on_all_and_on_one_core(score: Score, corpus: Corpus) -> Contenders:
    """Return ours on all cores, and pinned to one."""
    call = partial(score, *corpus)
    return {OURS: call, f"{OURS}, one core": OnCores(1, call)}


def portable(score: Score, corpus: Corpus) -> Contenders:
    """Return ours with the portable kernel; none where that is what runs anyway."""
    if kernel_name() == PORTABLE:
        return {}
    return {f"{OURS}, portable kernel": WithPortableKernel(partial(score, *corpus))}

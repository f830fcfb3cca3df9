"""What a piece of work is, and what its contenders have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from benchmarks.bars import OURS, Bar
from benchmarks.kernels import PORTABLE, WithPortableKernel
from benchmarks.memory import MemoryBar
from benchmarks.texts import Corpus, Texts
from benchmarks.timing import Contenders, OnCores
from levmetrics.edits.kernel import kernel_name

Score: TypeAlias = Callable[[Texts, Texts], "float | None"]

ONE_CORE = f"{OURS}, one core"
_PORTABLE_KERNEL = f"{OURS}, portable kernel"


@dataclass(frozen=True)
class Work:
    """One piece of work to be measured.

    Attributes:
        name: a short name, as ``"W1"``.
        title: the work and its amount.
        score: the name of the score that the contenders compute.
        contenders: makes the data, and returns the calls by name; ours is :data:`OURS`.
        bars: the bars that ours must reach.
        memory: the bars of the memory that it may take in a fresh process.

    """

    name: str
    title: str
    score: str
    contenders: Callable[[], Contenders]
    bars: Sequence[Bar] = ()
    memory: Sequence[MemoryBar] = ()


def called(scores: Mapping[str, Score], corpus: Corpus) -> Contenders:
    """Return contenders that score a corpus.

    Args:
        scores: functions of predictions and references, by the contenders' names.
        corpus: what they score.

    """
    return {name: partial(score, *corpus) for name, score in scores.items()}


def on_all_and_on_one_core(score: Score, corpus: Corpus) -> Contenders:
    """Return ours on all cores, and pinned to one."""
    call = partial(score, *corpus)
    return {OURS: call, ONE_CORE: OnCores(1, call)}


def portable(score: Callable[[Texts, Texts], float], corpus: Corpus) -> Contenders:
    """Return ours with the portable kernel; none where that is what runs anyway."""
    if kernel_name() == PORTABLE:
        return {}
    return {_PORTABLE_KERNEL: WithPortableKernel(score, *corpus)}

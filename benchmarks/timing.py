"""Timing of contenders in turns, so that a slowdown of the machine affects all of them."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

import pyarrow as pa

# Calls without arguments by name, which return the score, or None if they compute none.
Contenders: TypeAlias = Mapping[str, Callable[[], float | None]]

MIN_ROUNDS, MAX_ROUNDS = 3, 9
SECONDS_OF_ROUNDS = 30.0
SECONDS_OF_A_TURN = 0.3


@dataclass(frozen=True)
class Timing:
    """The timing of one contender.

    Attributes:
        seconds: of a call, one value a round.
        score: the computed score.

    """

    seconds: list[float]
    score: float | None

    @property
    def median(self) -> float:
        """The median of the rounds, in seconds."""
        return median(self.seconds)


def in_turns(contenders: Contenders) -> dict[str, Timing]:
    """Time each contender once a round, for as many rounds as there is time for.

    The order rotates: a contender that runs after a slow one finds the processor's caches cold.

    Args:
        contenders: calls by name.

    """
    scores = {name: call() for name, call in contenders.items()}  # also the warm-up
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    order = deque(contenders.items())
    start = time.perf_counter()
    for done in range(MAX_ROUNDS):
        if done >= MIN_ROUNDS and time.perf_counter() - start > SECONDS_OF_ROUNDS:
            break
        for name, call in order:
            seconds[name].append(_seconds(call))
        order.rotate(-1)
    return {name: Timing(seconds[name], scores[name]) for name in contenders}


@contextmanager
def cores(count: int) -> Iterator[None]:
    """Limit the number of cores that ours uses."""
    before = pa.cpu_count()
    pa.set_cpu_count(count)
    try:
        yield
    finally:
        pa.set_cpu_count(before)


def _seconds(call: Callable[[], object]) -> float:
    """Return the seconds of one call: the median of several, where it is short."""
    gc.collect()  # so that garbage of the previous contender is not collected during this one
    calls: list[float] = []
    end = time.perf_counter() + SECONDS_OF_A_TURN
    while not calls or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        calls.append(time.perf_counter() - start)
    return median(calls)

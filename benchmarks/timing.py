"""Time contenders in turns, so that what slows the machine slows them all."""

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

# Calls without arguments; what they return is the score, or None where there is none.
Contenders: TypeAlias = Mapping[str, Callable[[], float | None]]

MIN_ROUNDS, MAX_ROUNDS = 3, 9
SECONDS_OF_ROUNDS = 30.0
SECONDS_OF_A_TURN = 0.3


@dataclass(frozen=True)
class Timing:
    """What was measured of one contender.

    Attributes:
        seconds: of a call, one value a round.
        score: what it computed.

    """

    seconds: list[float]
    score: float | None

    @property
    def median(self) -> float:
        """The median of the rounds, in seconds."""
        return median(self.seconds)


def in_turns(contenders: Contenders) -> dict[str, Timing]:
    """Time each contender once a round, for as many rounds as there is time for.

    Each round begins with another one: who runs after a slow one finds the processor's caches cold.

    Args:
        contenders: calls by name.

    """
    scores = {name: call() for name, call in contenders.items()}  # this warms them up, too
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
    """Let ours use so many cores, and no more."""
    before = pa.cpu_count()
    pa.set_cpu_count(count)
    try:
        yield
    finally:
        pa.set_cpu_count(before)


def _seconds(call: Callable[[], object]) -> float:
    """Return the seconds of one call: the median of several, where it is short."""
    gc.collect()  # what the one before left behind is not this one's work
    calls: list[float] = []
    end = time.perf_counter() + SECONDS_OF_A_TURN
    while not calls or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        calls.append(time.perf_counter() - start)
    return median(calls)

"""Timing of contenders in turns, so that a slowdown of the machine affects all of them."""

from __future__ import annotations

import gc
import os
import resource
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeAlias

import psutil
import pyarrow as pa

# A call without arguments, which returns the score, or None if it computes none.
Call: TypeAlias = "Callable[[], float | None]"
Contenders: TypeAlias = Mapping[str, Call]

OURS = "levmetrics"

MIN_ROUNDS, MAX_ROUNDS = 3, 9
SECONDS_OF_ROUNDS = 30.0
SECONDS_OF_A_TURN = 0.3
_THREADS = Path("/proc/self/task")


@dataclass(frozen=True)
class Timing:
    """The timing of one contender.

    Attributes:
        seconds: of a call, one value a round.
        processor: the processor time of a call in seconds, one value a round: user and system time
            of all threads, and of the processes that it started.
        score: the computed score.

    """

    seconds: list[float]
    processor: list[float]
    score: float | None

    @property
    def median(self) -> float:
        """The median of the rounds, in seconds."""
        return median(self.seconds)

    @property
    def median_processor(self) -> float:
        """The median of the rounds' processor time, in seconds."""
        return median(self.processor)

    def ratios(self, other: Timing) -> tuple[float, float]:
        """Divide by another contender's time and processor time: the medians of the rounds."""
        both = (self.seconds, other.seconds), (self.processor, other.processor)
        time, processor = (median(map(float.__truediv__, *rounds)) for rounds in both)
        return time, processor


@dataclass(frozen=True)
class OnCores:
    """A contender that runs on the first of the cores alone.

    Attributes:
        count: of the cores.
        call: the contender.

    """

    count: int
    call: Call

    def __call__(self) -> float | None:
        """Limit the cores for one call."""
        with cores(self.count):
            return self.call()


def in_turns(contenders: Contenders, most_rounds: int = MAX_ROUNDS) -> dict[str, Timing]:
    """Time each contender once a round, for as many rounds as there is time for.

    The order rotates: a contender that runs after a slow one finds the processor's caches cold.

    Args:
        contenders: calls by name.
        most_rounds: the number of rounds of contenders that take no time.

    """
    timings = {name: Timing([], [], call()) for name, call in contenders.items()}  # the warm-up
    order = deque(contenders.items())
    start = time.perf_counter()
    for done in range(most_rounds):
        if done >= MIN_ROUNDS and time.perf_counter() - start > SECONDS_OF_ROUNDS:
            break
        for name, call in order:
            wall, processor = _turn(call)
            timings[name].seconds.append(wall)
            timings[name].processor.append(processor)
        order.rotate(-1)
    return timings


@contextmanager
def cores(count: int) -> Iterator[None]:
    """Limit the cores of this process, whichever library starts the threads; on Linux."""
    arrow = pa.cpu_count()
    allowed = os.sched_getaffinity(0) if _THREADS.exists() else set()
    pa.set_cpu_count(count)
    _pin_all_threads(set(sorted(allowed)[:count]))
    try:
        yield
    finally:
        _pin_all_threads(allowed)
        pa.set_cpu_count(arrow)


def _pin_all_threads(allowed: set[int]) -> None:
    """Pin the threads that there are; those that they start take it over."""
    for thread in _THREADS.iterdir() if allowed else ():
        with suppress(ProcessLookupError):  # it has ended
            os.sched_setaffinity(int(thread.name), allowed)


def _turn(call: Call) -> tuple[float, float]:
    """Return the seconds and the processor time of a call in one turn.

    Short calls are repeated: the median of their seconds, and the mean of their processor time,
    which processes count in steps of 10 ms.
    """
    if isinstance(call, OnCores):
        with cores(call.count):  # once, which takes as long as a short call
            return _turn(call.call)
    gc.collect()  # so that garbage of the previous contender is not collected during this one
    calls: list[float] = []
    of_children = _processor_time_of_children()
    own = time.process_time()
    end = time.perf_counter() + SECONDS_OF_A_TURN
    while not calls or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        calls.append(time.perf_counter() - start)
    own = time.process_time() - own
    of_children = _processor_time_of_children() - of_children
    return median(calls), (own + of_children) / len(calls)


def _processor_time_of_children() -> float:
    """Return the seconds of the processes that this one started, ended or not."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = ended.ru_utime + ended.ru_stime
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            times = child.cpu_times()
            seconds += times.user + times.system + times.children_user + times.children_system
    return seconds

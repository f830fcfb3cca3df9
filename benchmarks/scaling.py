"""What a second core gains, and what more cores would, by the serial share of the work."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

import pyarrow as pa
from rich.progress import track

from benchmarks.bars import Outcome
from benchmarks.corpora import repeated_speech
from benchmarks.timing import OnCores, Timing, in_turns
from benchmarks.works import characters, words

PAIRS = 1_000_000
# Beyond two, which are measured.
EXTRAPOLATED_CORES = (4, 8, 16)
# What two cores of this machine gain where nothing is shared and nothing is read.
ARITHMETIC = "arithmetic alone"
_REPETITIONS = 200_000
_LEAST = 1.8
_ROUNDS = 9


@dataclass(frozen=True)
class Scaling:
    """One piece of work on one core and on two.

    Attributes:
        name: of the work.
        one: on one core.
        two: on two cores.

    """

    name: str
    one: Timing
    two: Timing

    @property
    def gains(self) -> list[float]:
        """How many times as fast two cores are, round by round."""
        return _ratios(self.one.seconds, self.two.seconds)

    @property
    def serial_share(self) -> float:
        """The share of one core's time that a second core does not shorten, by Amdahl's law."""
        return min(1.0, max(0.0, 2 / median(self.gains) - 1))

    def gain_of(self, cores: int) -> float:
        """Return how many times as fast so many cores would be, by Amdahl's law.

        >>> work = Scaling("", Timing([2.0], [2.0], None), Timing([1.25], [2.0], None))
        >>> work.serial_share, work.gain_of(4)
        (0.25, 2.2857142857142856)
        """
        return 1 / (self.serial_share + (1 - self.serial_share) / cores)

    def outcome(self) -> Outcome:
        """Compare the second core's gain with the bar; that of processor time is 1 at best."""
        gains = self.gains
        gain = median(gains)
        processor = median(_ratios(self.one.processor, self.two.processor))
        bar = f"{self.name}: two cores at least {_LEAST:g} times as fast as one"
        return Outcome(bar, gain, min(gains), max(gains), gain >= _LEAST, processor)


def measure(pairs: int = PAIRS) -> list[Scaling]:
    """Measure W1 to W3 on one core and on two, from lists of strings and from Arrow's columns.

    First comes arithmetic alone, since two cores of a machine may not do twice the work of one.

    Args:
        pairs: how many of about 18 words.

    """
    if pa.cpu_count() < 2:
        return []
    calls = [(ARITHMETIC, _arithmetic), *_calls(pairs)]
    return [_scaling(name, call) for name, call in track(calls, f"{pairs:,} pairs", transient=True)]


def outcomes(scaling: Sequence[Scaling]) -> list[Outcome]:
    """Compare the gains of all but the arithmetic with their bar."""
    return [work.outcome() for work in scaling if work.name != ARITHMETIC]


def _arithmetic() -> float:
    """Hash on all cores, which holds no lock and needs no memory beyond registers."""

    def first_byte(salt: bytes) -> int:
        return hashlib.pbkdf2_hmac("sha256", b"", salt, _REPETITIONS)[0]

    with ThreadPoolExecutor(pa.cpu_count()) as pool:
        return float(sum(pool.map(first_byte, (b"1", b"2"))))


def _calls(pairs: int) -> Iterator[tuple[str, Callable[[], float]]]:
    columns = repeated_speech(pairs).combine_chunks()
    held: dict[str, tuple[Any, Any]] = {
        "lists": (columns["preds"].to_pylist(), columns["target"].to_pylist()),
        "Arrow columns": (columns["preds"], columns["target"]),
    }
    scores = (("W1", words.our_rate), ("W2", words.our_hits), ("W3", characters.our_rate))
    for name, score in scores:
        for way, (preds, target) in held.items():
            yield f"{name} from {way}", partial(score, preds, target)


def _scaling(name: str, call: Callable[[], float]) -> Scaling:
    timings = in_turns({"one": OnCores(1, call), "two": OnCores(2, call)}, _ROUNDS)
    return Scaling(name, **timings)


def _ratios(dividends: list[float], divisors: list[float]) -> list[float]:
    return [a / b for a, b in zip(dividends, divisors, strict=True)]

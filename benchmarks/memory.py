"""Peak memory of this process, and bars of it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bars import OURS, Outcome
from benchmarks.timing import Timing

_PROCESS = Path("/proc/self")
_SET_PEAK_TO_NOW = "5"


@dataclass(frozen=True)
class Measured:
    """Time and peak memory of some work in a process.

    Attributes:
        seconds: the median of several calls.
        processor: the median of their processor time, in seconds.
        mebibytes: the peak memory of the process.
        above: the peak memory above what the process held before the calls.

    """

    seconds: float
    processor: float
    mebibytes: float
    above: float


def measured(work: Callable[[], Timing]) -> Measured:
    """Do some work, and measure what it adds to the memory of this process."""
    peak_before = _mebibytes("VmHWM")
    (_PROCESS / "clear_refs").write_text(_SET_PEAK_TO_NOW)
    before = _mebibytes("VmRSS")
    timing = work()
    peak = _mebibytes("VmHWM")
    return Measured(
        timing.median, timing.median_processor, max(peak_before, peak), max(0.0, peak - before)
    )


def _mebibytes(key: str) -> float:
    """Read a number of this program alone; those of getrusage include the parent process."""
    (kibibytes,) = re.findall(rf"{key}:\s+(\d+) kB", (_PROCESS / "status").read_text())
    return int(kibibytes) / 1024


@dataclass(frozen=True)
class MemoryBar(ABC):
    """A bar of the memory that one contender takes in a fresh process.

    Attributes:
        mebibytes: how much.
        ours: which contender of levmetrics.

    """

    mebibytes: float
    ours: str = OURS

    @abstractmethod
    def outcome(self, own: Measured) -> Outcome:
        """Compare the memory with the bar."""


class PeakMemory(MemoryBar):
    """A bar: a fresh process stays under so much memory."""

    def outcome(self, own: Measured) -> Outcome:
        """Compare the peak of the process."""
        peak, bar = own.mebibytes, f"under {self.mebibytes:,g} MiB in a fresh process"
        return Outcome(bar, peak, peak, peak, peak < self.mebibytes)


class CallMemory(MemoryBar):
    """A bar: a call takes less than so much memory beside what is held before it."""

    def outcome(self, own: Measured) -> Outcome:
        """Compare the rise to the peak."""
        above = own.above
        bar = f"{self.ours}: a call takes under {self.mebibytes:,g} MiB above the texts"
        return Outcome(bar, above, above, above, above < self.mebibytes)

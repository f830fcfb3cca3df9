"""Bars: the speed that levmetrics must reach, absolute or relative to its peers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from benchmarks.timing import Timing

OURS = "levmetrics"
Times = Mapping[str, float]  # of one round, by contender


@dataclass(frozen=True)
class Outcome:
    """The outcome of a bar: whether it was met, and by which value.

    Attributes:
        bar: its text.
        value: the median of the rounds.
        low: the lowest value of a round.
        high: the highest value of a round.
        met: whether the median reaches the bar.
        processor: the same value by processor time; None if the bar is not about time.

    """

    bar: str
    value: float
    low: float
    high: float
    met: bool
    processor: float | None = None


class Bar(ABC):
    """A required speed."""

    ours: str

    @abstractmethod
    def text(self) -> str:
        """Say what is required."""

    @abstractmethod
    def value(self, times: Times) -> float:
        """Return what is compared with the bar, for the times of one round."""

    @abstractmethod
    def reaches(self, value: float) -> bool:
        """Tell whether a value reaches the bar."""

    def outcome(self, timings: Mapping[str, Timing]) -> Outcome:
        """Compare the timings with the bar: by seconds, round by round.

        Args:
            timings: by contender.

        """
        values = [self.value(times) for times in rounds_of_seconds(timings)]
        processor = median(self.value(times) for times in rounds_of_processor_time(timings))
        way = "" if self.ours == OURS else f"{self.ours.removeprefix(OURS + ', ')}: "
        value = median(values)
        met = self.reaches(value)
        return Outcome(f"{way}{self.text()}", value, min(values), max(values), met, processor)


@dataclass(frozen=True)
class TimesAsFast(Bar):
    """A bar: at least so many times as fast as a peer.

    Attributes:
        times: how many times at least.
        peer: the other contender.
        ours: which contender of levmetrics.

    """

    times: float
    peer: str
    ours: str = OURS

    def text(self) -> str:
        """Name the peer."""
        return f"at least {self.times:,g} times as fast as {self.peer}"

    def value(self, times: Times) -> float:
        """Divide the peer's time by ours."""
        return times[self.peer] / times[self.ours]

    def reaches(self, value: float) -> bool:
        """Require so many times at least."""
        return value >= self.times


@dataclass(frozen=True)
class TimesTheFastestPeer(Bar):
    """A bar: at least so many times as fast as whichever peer is the fastest in a round.

    Attributes:
        times: how many times at least.
        peers: the other contenders.
        ours: which contender of levmetrics.

    """

    times: float
    peers: tuple[str, ...]
    ours: str = OURS

    def text(self) -> str:
        """Name no peer: it is not known before."""
        return f"at least {self.times:,g} times as fast as the fastest peer"

    def value(self, times: Times) -> float:
        """Divide the fastest peer's time by ours."""
        return min(times[peer] for peer in self.peers) / times[self.ours]

    def reaches(self, value: float) -> bool:
        """Require so many times at least."""
        return value >= self.times


@dataclass(frozen=True)
class ShareOfTime(Bar):
    """A bar: at most this share of the time of others.

    Attributes:
        share: the share at most.
        others: the other contenders, whose times are added up.
        ours: which contender of levmetrics.

    """

    share: float
    others: tuple[str, ...]
    ours: str = OURS

    def text(self) -> str:
        """Name the others."""
        return f"at most {self.share:g} times the time of {' plus '.join(self.others)}"

    def value(self, times: Times) -> float:
        """Divide our time by that of the others."""
        return times[self.ours] / sum(times[name] for name in self.others)

    def reaches(self, value: float) -> bool:
        """Require this share at most."""
        return value <= self.share


@dataclass(frozen=True)
class Seconds(Bar):
    """A bar: under so many seconds.

    Attributes:
        seconds: how many at most.
        ours: which contender of levmetrics.

    """

    seconds: float
    ours: str = OURS

    def text(self) -> str:
        """Say how many."""
        return f"under {self.seconds:g} s"

    def value(self, times: Times) -> float:
        """Return our time."""
        return times[self.ours]

    def reaches(self, value: float) -> bool:
        """Require fewer seconds."""
        return value < self.seconds


def rounds_of_seconds(timings: Mapping[str, Timing]) -> list[Times]:
    """Return the seconds of every contender, round by round."""
    rounds = zip(*(timing.seconds for timing in timings.values()), strict=True)
    return [dict(zip(timings, times, strict=True)) for times in rounds]


def rounds_of_processor_time(timings: Mapping[str, Timing]) -> list[Times]:
    """Return the processor time of every contender, round by round."""
    rounds = zip(*(timing.processor for timing in timings.values()), strict=True)
    return [dict(zip(timings, times, strict=True)) for times in rounds]


def median_ratio(rounds: list[Times], name: str) -> float:
    """Return how many times ours a contender takes: the median of the rounds."""
    return median(times[name] / times[OURS] for times in rounds)

"""Bars: the speed that levmetrics must reach, absolute or relative to its peers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Protocol

from benchmarks.timing import Timing

OURS = "levmetrics"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a bar: whether it was met, and by which value.

    Attributes:
        bar: its text.
        value: the median of the rounds.
        low: the lowest value of a round.
        high: the highest value of a round.
        met: whether the median reaches the bar.

    """

    bar: str
    value: float
    low: float
    high: float
    met: bool


class Bar(Protocol):
    """A required speed."""

    def outcome(self, timings: Mapping[str, Timing]) -> Outcome:
        """Compare the timings with the bar.

        Args:
            timings: by contender.

        """


@dataclass(frozen=True)
class TimesAsFast:
    """A bar: at least so many times as fast as a peer.

    Attributes:
        times: how many times at least.
        peer: the other contender.
        ours: which contender of levmetrics.

    """

    times: float
    peer: str
    ours: str = OURS

    def outcome(self, timings: Mapping[str, Timing]) -> Outcome:
        """Divide the peer's time by ours, round by round."""
        ratios = _ratios(timings[self.peer].seconds, timings[self.ours].seconds)
        text = f"at least {self.times:,g} times as fast as {self.peer}"
        return _outcome(_of(self.ours, text), ratios, median(ratios) >= self.times)


@dataclass(frozen=True)
class ShareOfTime:
    """A bar: at most this share of the time of others.

    Attributes:
        share: the share at most.
        others: the other contenders, whose times are added up.
        ours: which contender of levmetrics.

    """

    share: float
    others: tuple[str, ...]
    ours: str = OURS

    def outcome(self, timings: Mapping[str, Timing]) -> Outcome:
        """Divide our time by that of the others, round by round."""
        rounds = zip(*(timings[name].seconds for name in self.others), strict=True)
        ratios = _ratios(timings[self.ours].seconds, [sum(times) for times in rounds])
        text = f"at most {self.share:g} times the time of {' plus '.join(self.others)}"
        return _outcome(_of(self.ours, text), ratios, median(ratios) <= self.share)


@dataclass(frozen=True)
class Seconds:
    """A bar: under so many seconds.

    Attributes:
        seconds: how many at most.
        ours: which contender of levmetrics.

    """

    seconds: float
    ours: str = OURS

    def outcome(self, timings: Mapping[str, Timing]) -> Outcome:
        """Compare our time with the bar."""
        timing = timings[self.ours]
        met = timing.median < self.seconds
        return _outcome(_of(self.ours, f"under {self.seconds:g} s"), timing.seconds, met)


def median_ratio(timings: Mapping[str, Timing], name: str) -> float:
    """Return how many times as long as ours a contender takes: the median of the rounds."""
    return median(_ratios(timings[name].seconds, timings[OURS].seconds))


def _of(ours: str, text: str) -> str:
    return text if ours == OURS else f"{ours.removeprefix(OURS + ', ')}: {text}"


def _ratios(dividends: list[float], divisors: list[float]) -> list[float]:
    return [a / b for a, b in zip(dividends, divisors, strict=True)]


def _outcome(bar: str, values: list[float], met: bool) -> Outcome:
    return Outcome(bar, median(values), min(values), max(values), met)

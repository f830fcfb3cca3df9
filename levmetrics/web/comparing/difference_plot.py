"""The plot of the differences of pairs, with their intervals, on one axis."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import NamedTuple

from levmetrics.web.comparing.verdicts import PairVerdict

_STEPS = (1, 2, 5, 10)  # between ticks, times a power of ten


class PlottedPair(NamedTuple):
    """A pair on the axis; all places are in percent of its width.

    Attributes:
        verdict: the pair.
        place: of the difference.
        start: of the interval.
        width: of the interval.

    """

    verdict: PairVerdict
    place: float
    start: float
    width: float


class DifferencePlot(NamedTuple):
    """The differences of pairs on one axis, 0 in its middle.

    On the right of it the second system is better, on the left the first.

    Attributes:
        pairs: in their order.
        ticks: places in percent, and labels in points.

    """

    pairs: Sequence[PlottedPair]
    ticks: Sequence[tuple[float, str]]


def difference_plot(verdicts: Sequence[PairVerdict]) -> DifferencePlot:
    """Place the differences of pairs on one axis.

    Args:
        verdicts: of the pairs.

    >>> pair = PairVerdict("A", "B", gain=0.014, ends=(0.009, 0.019), p=0.001)
    >>> plot = difference_plot([pair])
    >>> plot.ticks
    [(0.0, '2'), (25.0, '1'), (50.0, '0'), (75.0, '1'), (100.0, '2')]
    >>> round(plot.pairs[0].place, 1)
    85.0

    """
    farthest = max(abs(end) for pair in verdicts for end in (pair.gain, *pair.ends))
    step = _tick_step(100 * farthest / 2)
    reach = 2 * step / 100

    def place(gain: float) -> float:
        return 50 + 50 * gain / reach

    return DifferencePlot(
        pairs=[
            PlottedPair(
                pair,
                place(pair.gain),
                place(pair.ends[0]),
                place(pair.ends[1]) - place(pair.ends[0]),
            )
            for pair in verdicts
        ],
        ticks=[(25.0 * number, f"{abs(number - 2) * step:g}") for number in range(5)],
    )


def _tick_step(least: float) -> float:
    """Return the next round number.

    >>> _tick_step(0.95), _tick_step(0.03), _tick_step(0)
    (1.0, 0.05, 1)
    """
    if not least:
        return 1
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in _STEPS if step * power >= least)

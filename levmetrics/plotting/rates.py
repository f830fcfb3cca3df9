"""The histogram of the samples' scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.plotting.figures import (
    INK,
    axis_end,
    axis_label,
    grouped,
    pooled_score,
    score_name,
    styled_axes,
)
from levmetrics.rendering.labels import PALETTE, decimal, percent
from levmetrics.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_BINS = 20


def plot_rates(run: Run) -> Figure:
    """Draw a histogram of the samples' scores.

    The samples without an error have a bar of their own, and so have rates above the end of the
    axis. A bar that would dwarf all others is cut.

    Args:
        run: of all samples.

    Returns:
        A figure with one axes.

    Raises:
        InputError: if the run holds nothing of single samples.
        ImportError: without matplotlib.

    >>> from levmetrics.scoring import score
    >>> plot_rates(score(["a b", "c"], ["a x", "c"])).axes[0].get_ylabel()
    'samples'

    """
    scores = run.sample_scores()
    scores = scores[~np.isnan(scores)]  # where there is nothing to score
    rates = not run.metric.higher_is_better
    name = score_name(run.metric)
    with styled_axes(f"{name.full} of each sample") as (figure, axes):
        _draw_bars(axes, scores, rates)
        _draw_pooled(axes, run, rates)
        axes.set_xlabel(f"{name.short} of a sample")
        axes.set_ylabel("samples")
        axes.xaxis.set_major_formatter(lambda value, _: axis_label(value, rates))
        axes.yaxis.set_major_formatter(lambda value, _: grouped(value))
        axes.locator_params(axis="y", integer=True)
        axes.set_ylim(bottom=0, top=None if len(scores) else 1)
        axes.grid(axis="y")
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def _draw_bars(axes: Axes, scores: FloatArray, rates: bool) -> None:
    """Draw a bar for each interval, one for samples without an error, and one for higher rates."""
    top = axis_end(scores, rates)
    width = top / _BINS
    correct = scores == 0 if rates else scores >= 1
    beyond = scores > top
    counts = _histogram(scores[~correct & ~beyond], top, rates)
    axes.bar(np.arange(_BINS) * width, counts, 0.92 * width, align="edge", color=PALETTE["blue"])
    before, after = -1.5 * width, top + width / 2
    ends = [(before if rates else after, correct, "without an error", "green")]
    if beyond.any():
        ends.append((after, beyond, f"above {axis_label(top, rates)}", "vermillion"))
    for left, members, what, colour in ends:
        label = f"{grouped(members.sum())} {what}"
        axes.bar(
            left, members.sum(), 0.92 * width, align="edge", color=PALETTE[colour], label=label
        )
    _cut_bar(axes, ends[0][0], width, correct.sum(), max(counts.max(), beyond.sum()))


def _cut_bar(axes: Axes, left: float, width: float, samples: int, highest: int) -> None:
    """End the axis above the other bars if one would dwarf them, and write its height in it."""
    if samples <= 2 * highest or not highest:
        return
    axes.set_ylim(0, 1.3 * highest)
    axes.annotate(
        f"{grouped(samples)} →",
        (left + 0.46 * width, 1.3 * highest),
        (0, -4),
        textcoords="offset points",
        rotation=90,
        ha="center",
        va="top",
        fontsize=9,
        color="white",
    )


def _draw_pooled(axes: Axes, run: Run, rates: bool) -> None:
    """Draw the score of all samples together, whatever the reduction."""
    samples = len(run.measured)
    if samples:
        score = pooled_score(run, np.arange(samples))
        written = f"{percent(score)} pooled" if rates else f"{decimal(score)} mean"
        label = f"{written} over all {grouped(samples)} samples"
        axes.axvline(score, color=INK, linestyle="--", linewidth=1.2, label=label)


def _histogram(scores: FloatArray, top: float, rates: bool) -> IntArray:
    """Count scores in intervals of equal width; an interval of rates holds its upper end.

    >>> _histogram(np.array([0.05, 0.06, 1.0]), 1.0, rates=True).nonzero()[0].tolist()
    [0, 1, 19]
    """
    places = np.round(scores * _BINS / top, 9)  # so that 0.3 is 6 * 0.05
    bins = np.ceil(places) - 1 if rates else np.floor(places)
    return np.bincount(bins.clip(0, _BINS - 1).astype(np.int64), minlength=_BINS)

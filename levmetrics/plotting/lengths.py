"""Scores against the lengths of references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.edits.kernel import pair_distances
from levmetrics.plotting.figures import (
    axis_end,
    axis_label,
    grouped,
    pooled_score,
    score_name,
    shades,
    styled_axes,
    token_unit,
    write_note,
)
from levmetrics.rendering.labels import PALETTE
from levmetrics.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LENGTH_GROUPS = 12


def plot_rate_by_length(run: Run) -> Figure:
    """Draw the samples' scores against the lengths of their references.

    The hexagons are darker the more samples they hold. The line joins the scores of groups of
    about as many samples of similar length, each with the quartiles of its samples' scores.
    Samples whose reference has no tokens are left out; scores above the end of the axis are drawn
    there.

    Args:
        run: of all samples.

    Returns:
        A figure with one axes.

    Raises:
        InputError: if the run holds nothing of single samples, or scores what has no tokens.
        ImportError: without matplotlib.

    >>> from levmetrics.scoring import score
    >>> plot_rate_by_length(score(["a b", "c"], ["a x", "c"])).axes[0].get_xlabel()
    'length of the reference (words)'

    """
    scores = run.sample_scores()
    lengths = pair_distances(run.token_pairs).target_length
    rates = not run.metric.higher_is_better
    top = axis_end(scores, rates)
    name = score_name(run.metric)
    with styled_axes(f"{name.full} by length of the reference") as (figure, axes):
        is_shown = (lengths > 0) & ~np.isnan(scores)
        if is_shown.any():
            _draw_hexagons(axes, lengths[is_shown], scores[is_shown].clip(max=top))
            _draw_length_groups(axes, run, lengths)
            figure.legend(loc="outside lower center", ncols=2)
        else:
            write_note(axes, "no references with tokens")
        axes.set_ylim(-0.03 * top, 1.03 * top)
        axes.set_xlabel(f"length of the reference ({token_unit(run.metric)})")
        axes.set_ylabel(f"{name.short} of a sample")
        axes.yaxis.set_major_formatter(lambda value, _: axis_label(value, rates))
        axes.grid(axis="y")
    return figure


def _draw_hexagons(axes: Axes, lengths: IntArray, scores: FloatArray) -> None:
    """Draw how many samples there are of each length and score."""
    from matplotlib.ticker import LogLocator, NullFormatter

    # On a linear axis, lengths that are far apart leave most of it empty.
    scale: Literal["log", "linear"] = "log" if lengths.max() > 10 * lengths.min() else "linear"
    hexagons = axes.hexbin(
        lengths,
        scores,
        gridsize=(24, 11),
        xscale=scale,
        bins="log",
        mincnt=1,
        cmap=shades(),
        linewidths=0.2,
    )
    bar = axes.figure.colorbar(hexagons, ax=axes, label="samples in a hexagon", pad=0.02)
    bar.outline.set_visible(False)
    bar.ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    if scale == "log":
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        axes.locator_params(axis="x", integer=True)
    for axis in (axes.xaxis, bar.ax.yaxis):
        axis.set_minor_formatter(NullFormatter())
        axis.set_major_formatter(lambda value, _: grouped(value))


def _draw_length_groups(axes: Axes, run: Run, lengths: IntArray) -> None:
    """Draw the score and the quartiles of groups of samples whose lengths are similar."""
    scores = run.sample_scores()
    is_scored = ~np.isnan(scores)  # where there is something to score
    scored = (group[is_scored[group]] for group in _length_groups(lengths))
    groups = [group for group in scored if len(group)]
    middles = [float(np.median(lengths[group])) for group in groups]
    quartiles = np.array([np.quantile(scores[group], (0.25, 0.75)) for group in groups])
    axes.plot(
        middles,
        [pooled_score(run, group) for group in groups],
        "o-",
        color=PALETTE["vermillion"],
        markersize=5,
        label="score of samples of similar length",
    )
    axes.vlines(
        middles, *quartiles.T, color=PALETTE["orange"], linewidth=2, label="their quartiles"
    )


def _length_groups(lengths: IntArray) -> list[IntArray]:
    """Return the indices of samples in groups of about the same size, shorter ones first.

    Samples of one length are in one group, those of length 0 in none.

    >>> [group.tolist() for group in _length_groups(np.array([2, 0, 1, 2]))]
    [[2], [0, 3]]
    """
    order = np.argsort(lengths, kind="stable")
    order = order[lengths[order] > 0]
    in_order = lengths[order]
    shares = np.arange(_LENGTH_GROUPS) / _LENGTH_GROUPS
    starts = np.searchsorted(in_order, in_order[(shares * len(order)).astype(np.int64)])
    return np.split(order, np.unique(starts)[1:])

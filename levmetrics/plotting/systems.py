"""Systems with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from levmetrics.plotting.figures import axis_label, styled_axes
from levmetrics.rendering.labels import PALETTE, SCORES, better, interval_heading
from levmetrics.rendering.text import legible, shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_systems(comparison: Mapping[str, Any]) -> Figure:
    """Draw the scores of systems with their intervals.

    Args:
        comparison: the result of :func:`levmetrics.comparison.compare`.

    Returns:
        A figure with one axes.

    Raises:
        ImportError: without matplotlib.

    >>> from levmetrics import compare
    >>> comparison = compare({"old": ["a", "c"], "new": ["a", "b"]}, ["a", "b"])
    >>> [label.get_text() for label in plot_systems(comparison).axes[0].get_yticklabels()]
    ['old', 'new']

    """
    score, systems = comparison["score"], comparison["systems"]
    rates = not comparison["higher_is_better"]
    scores = np.array([system[score] for system in systems.values()])
    ends = np.array([system[f"{score}_interval"] for system in systems.values()])
    level = interval_heading(comparison["confidence_level"])
    name = SCORES[score].name
    title = f"{name.full} of each system, {level}"
    with styled_axes(title, 1.1 + 0.42 * len(systems)) as (figure, axes):
        rows = np.arange(len(systems))
        axes.errorbar(
            scores,
            rows,
            xerr=np.abs(ends.T - scores),
            fmt="o",
            color=PALETTE["blue"],
            elinewidth=2,
            capsize=4,
        )
        for row, value in enumerate(scores):
            axes.annotate(
                SCORES[score].write(value),
                (value, row),
                (0, 7),
                textcoords="offset points",
                ha="center",
                fontsize=9,
            )
        axes.set_yticks(rows, [shortened(legible(system), 30) for system in systems])
        axes.set_ylim(len(systems) - 0.5, -0.7)
        axes.set_xlabel(f"{name.short} ({better(comparison['higher_is_better'])})")
        axes.xaxis.set_major_formatter(lambda value, _: axis_label(value, rates))
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
    return figure

"""The plots of a report, as SVG in the page itself; none without matplotlib."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Literal

from levmetrics.comparison import Comparison
from levmetrics.run import Run


def can_plot() -> bool:
    """Tell whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def run_plots(run: Run, *kinds: Literal["confusions", "rates", "lengths"]) -> list[str]:
    """Return plots of a run.

    Args:
        run: of one system.
        kinds: as :meth:`Run.plot` takes them.

    """
    if not can_plot():
        return []
    from levmetrics.plotting import figure_svg

    return [figure_svg(run.plot(kind)) for kind in kinds]


def comparison_plots(comparison: Comparison | None) -> list[str]:
    """Return the plot of the systems' scores; none of a single system."""
    if comparison is None or not can_plot():
        return []
    from levmetrics.plotting import figure_svg, plot_systems

    return [figure_svg(plot_systems(comparison))]

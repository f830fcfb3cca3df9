"""The plots of a report, as SVG in the page itself; none without matplotlib."""

from __future__ import annotations

from importlib.util import find_spec

from levmetrics.reports.systems import Systems

_MAX_CONFUSED = 20  # substitutions in the heat map


def can_plot() -> bool:
    """Tell whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def comparison_plots(systems: Systems) -> list[str]:
    """Return the plot of the systems' scores; none of a single system."""
    if systems.comparison is None or not can_plot():
        return []
    from levmetrics.plotting import figure_svg, plot_systems

    return [figure_svg(plot_systems(systems.comparison))]


def score_plots(systems: Systems, name: str) -> list[str]:
    """Return the plots of a system's scores: how many are how high, and by length."""
    if not can_plot():
        return []
    from levmetrics.plotting import figure_svg, plot_rate_by_length, plot_rates

    run = systems.runs[name]
    by_length = [] if systems.metric.nested else [plot_rate_by_length(run)]
    return [figure_svg(figure) for figure in (plot_rates(run), *by_length)]


def confusion_plots(systems: Systems, name: str) -> list[str]:
    """Return the heat map of a system's confusions; none where nothing was substituted."""
    if not can_plot() or not systems.confusions[name].substitutions:
        return []
    from levmetrics.plotting import figure_svg, plot_confusions

    return [figure_svg(plot_confusions(systems.runs[name], _MAX_CONFUSED))]

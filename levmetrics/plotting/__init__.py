"""Plots of runs and comparisons, as matplotlib figures and as SVG.

A figure is 8 inches wide, 800 pixels at 100 dots per inch. ``matplotlib.pyplot``'s global state is
not used: ``figure.savefig("rates.png")`` writes a file, and a notebook shows the figure.
"""

from levmetrics.plotting.figures import figure_svg
from levmetrics.plotting.plots import (
    plot_confusions,
    plot_rate_by_length,
    plot_rates,
    plot_systems,
)

__all__ = ["figure_svg", "plot_confusions", "plot_rate_by_length", "plot_rates", "plot_systems"]

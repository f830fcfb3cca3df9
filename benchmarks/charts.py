"""The results as charts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from benchmarks.bars import OURS, median_ratio, rounds_of_seconds
from benchmarks.growth import Line
from benchmarks.numbers import digits, seconds
from benchmarks.results import WorkResult
from benchmarks.works import STEPS

_INK, _OURS, _PEER, _STEP = "#24292f", "#0b6bcb", "#b35900", "#6e7781"


def draw_works(works: Sequence[WorkResult], path: Path) -> None:
    """Draw one chart for each piece of work: a dot for each tool at its time.

    Args:
        works: what was measured.
        path: of a PNG file.

    """
    rows = [works[i : i + 2] for i in range(0, len(works), 2)]
    heights = [max(len(work.timings) for work in row) + 2 for row in rows]
    figure = Figure(figsize=(13, 0.29 * sum(heights)), layout="constrained")
    axes = figure.subplots(len(rows), 2, squeeze=False, height_ratios=heights)
    for ax in axes.flat[len(works) :]:
        ax.set_axis_off()
    for ax, work in zip(axes.flat, works, strict=False):
        _draw_work(ax, work)
    figure.suptitle(
        f"{OURS} (blue), its peers (orange), and single steps of the work alone (grey)",
        color=_INK,
    )
    figure.savefig(path, dpi=110)


def _draw_work(ax: Any, work: WorkResult) -> None:
    rounds = rounds_of_seconds(work.timings)
    names = sorted(work.timings, key=lambda name: work.timings[name].median)
    for row, name in enumerate(names):
        timing = work.timings[name]
        colour = _OURS if name.startswith(OURS) else _STEP if name in STEPS else _PEER
        ax.plot([min(timing.seconds), max(timing.seconds)], [row, row], color=colour, linewidth=2)
        ax.plot(timing.median, row, "o", color=colour, markersize=7)
        ratio = "" if name == OURS else f"  ({digits(median_ratio(rounds, name))} x)"
        ax.annotate(
            seconds(timing.median) + ratio,
            (max(timing.seconds), row),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=_INK,
        )
    ax.set_title(f"{work.name}. {work.title}", loc="left", fontsize=9, color=_INK)
    ax.set_yticks(range(len(names)), names, fontsize=8.5, color=_INK)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_xscale("log")
    low, high = ax.get_xlim()
    high = max(high, 10 * low)
    ax.set_xlim(low, high * (high / low) ** 0.35)  # space for the last label
    ax.xaxis.set_major_formatter(lambda value, _: _tick(value))
    ax.xaxis.set_minor_formatter("")
    ax.tick_params(axis="x", labelsize=8, colors=_STEP)
    ax.grid(axis="x", color="#d8dee4", linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)


def _tick(value: float) -> str:
    return f"{value:g} s" if value >= 1 else f"{value * 1000:g} ms"


def draw_growth(growth: Sequence[Line], path: Path) -> None:
    """Draw time and memory over the number of pairs, both on log scales.

    Args:
        growth: what was measured.
        path: of a PNG file.

    """
    figure = Figure(figsize=(11, 4), layout="constrained")
    time, memory = figure.subplots(1, 2)
    colours = (_OURS, _PEER, "#1a7f37", "#8250df", "#bf3989")
    for line, colour, marker in zip(growth, colours, "osD^v", strict=False):
        style = {"color": colour, "marker": marker, "label": line.name}
        time.plot(line.pairs, line.seconds, **style)
        memory.plot(line.pairs, line.mebibytes, **style)
    for ax, title in ((time, "Time"), (memory, "Peak memory of the process")):
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        ax.set_title(title, loc="left", fontsize=10, color=_INK)
        ax.set_xlabel("pairs of about 18 words", color=_INK)
        ax.grid(color="#d8dee4", linewidth=0.6)
        ax.spines[["top", "right"]].set_visible(False)
    time.yaxis.set_major_formatter(lambda value, _: _tick(value))
    memory.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f} MiB")
    memory.set_ylim(100, 20_000)
    time.legend(frameon=False, fontsize=9)
    figure.savefig(path, dpi=110)

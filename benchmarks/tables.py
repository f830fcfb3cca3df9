"""The results as tables in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from benchmarks.bars import OURS, Outcome, median_ratio
from benchmarks.growth import Line
from benchmarks.numbers import digits, outcome_line, seconds
from benchmarks.results import WorkResult


def work_table(work: WorkResult) -> Group:
    """Return a table of the times of all tools, with their ratios to ours."""
    table = Table(title=f"{work.name}. {work.title}", title_justify="left", title_style="bold")
    table.add_column("tool")
    for heading in ("median", "fastest", "slowest", f"times {OURS}", *filter(None, [work.score])):
        table.add_column(heading, justify="right")
    for name, timing in work.timings.items():
        cells = [seconds(t) for t in (timing.median, min(timing.seconds), max(timing.seconds))]
        ratio = digits(median_ratio(work.timings, name))
        score = [] if not work.score else ["" if timing.score is None else f"{timing.score:.8g}"]
        style = "bold" if name == OURS else None
        table.add_row(name, *cells, ratio, *score, style=style)
    return Group(table, *outcome_texts(work.outcomes), "")


def growth_table(growth: Sequence[Line], outcomes: Sequence[Outcome]) -> Group:
    """Return a table of time and memory by the number of pairs."""
    table = Table(title="Growth: WER of pairs", title_justify="left", title_style="bold")
    table.add_column("way")
    for size in growth[0].pairs:
        table.add_column(f"{size:,}", justify="right")
    table.add_column("slope", justify="right")
    for line in growth:
        cells = [
            f"{seconds(time)}\n{memory:,.0f} MiB"
            for time, memory in zip(line.seconds, line.mebibytes, strict=True)
        ]
        table.add_row(line.name, *cells, f"{line.slope:.3f}")
    return Group(table, *outcome_texts(outcomes), "")


def outcome_texts(outcomes: Sequence[Outcome]) -> list[Text]:
    """Return a line for each bar: whether it was met."""
    return [
        Text(f"  {outcome_line(outcome)}", style="green" if outcome.met else "red")
        for outcome in outcomes
    ]

"""The results as tables in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from benchmarks.bars import OURS, Outcome
from benchmarks.growth import Line
from benchmarks.numbers import outcome_line
from benchmarks.results import WorkResult
from benchmarks.rows import (
    growth_heads,
    growth_rows,
    scaling_heads,
    scaling_rows,
    work_heads,
    work_rows,
)
from benchmarks.scaling import Scaling


def work_table(work: WorkResult) -> Group:
    """Return a table of the times of all tools, with their ratios to ours."""
    title = f"{work.name}. {work.title}"
    return Group(table(title, work_heads(work), work_rows(work)), *_texts(work.outcomes), "")


def scaling_table(scaling: Sequence[Scaling], outcomes: Sequence[Outcome]) -> Group:
    """Return a table of what a second core gains."""
    rows = scaling_rows(scaling)
    return Group(table("A second core", scaling_heads(), rows), *_texts(outcomes), "")


def growth_table(growth: Sequence[Line], outcomes: Sequence[Outcome]) -> Group:
    """Return a table of time and memory by the number of pairs."""
    rows = growth_rows(growth)
    title = "Growth: WER of pairs"
    return Group(table(title, growth_heads(growth), rows), *_texts(outcomes), "")


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table whose first column names things; what is ours is bold."""
    drawn = Table(title=title, title_justify="left", title_style="bold")
    for heading in heads:
        names = not drawn.columns
        drawn.add_column(heading, justify="left" if names else "right", no_wrap=names)
    for row in rows:
        drawn.add_row(*row, style="bold" if row[0] == OURS else None)
    return drawn


def _texts(outcomes: Sequence[Outcome]) -> list[Text]:
    """Return a line for each bar: whether it was met."""
    return [
        Text(f"  {outcome_line(outcome)}", style="green" if outcome.met else "red")
        for outcome in outcomes
    ]

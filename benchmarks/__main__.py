"""Run all benchmarks, print and write their results: ``python -m benchmarks``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks import fresh, growth
from benchmarks.bars import OURS, Outcome
from benchmarks.charts import draw_growth, draw_works
from benchmarks.growth import Line
from benchmarks.page import GROWTH_PICTURE, WORKS_PICTURE, page
from benchmarks.results import Results, WorkResult, machine, versions
from benchmarks.tables import growth_table, work_table
from benchmarks.timing import in_turns
from benchmarks.works import WORKS, Work
from levmetrics import WordErrorRate

NAMES = [work.name for work in WORKS]


def main(
    only: Annotated[
        list[str] | None,
        typer.Option(help="Measure only this work (W1 to W12), or several; without growth."),
    ] = None,
    folder: Annotated[
        Path, typer.Option(help="Where benchmarks.json, benchmarks.md and its pictures go.")
    ] = Path("benchmarks/results"),
) -> None:
    """Measure levmetrics beside the tools people use today."""
    unknown = [name for name in only or [] if name not in NAMES]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(NAMES)}")
    console = Console()
    works = []
    for work in WORKS:
        if only and work.name not in only:
            continue
        with console.status(f"{work.name}. {work.title}"):
            works.append(measure(work))
        console.print(work_table(works[-1]))
    lines: list[Line] = []
    if not only:
        lines = growth.measure()
        console.print(growth_table(lines, growth.outcomes(lines)))
    results = Results(
        machine(),
        versions(),
        WordErrorRate().signature(),
        works,
        lines,
        growth.outcomes(lines) if lines else [],
    )
    write(results, folder)
    console.print(f"Written to {folder}: benchmarks.json, benchmarks.md and its pictures")


def measure(work: Work) -> WorkResult:
    """Measure one piece of work, with the outcomes of its bars."""
    timings = in_turns(work.contenders())
    outcomes = [bar.outcome(timings) for bar in work.bars]
    if work.mebibytes is not None:
        peak = fresh.measure("contender", work.name, OURS).mebibytes
        bar = f"under {work.mebibytes:,g} MiB in a fresh process"
        outcomes.append(Outcome(bar, peak, peak, peak, peak < work.mebibytes))
    return WorkResult(work.name, work.title, work.score, timings, outcomes)


def write(results: Results, folder: Path) -> None:
    """Write the results, their page and their pictures.

    Args:
        results: of the run.
        folder: created if it does not exist.

    """
    (folder / "images").mkdir(parents=True, exist_ok=True)
    results.write(folder / "benchmarks.json")
    draw_works(results.works, folder / WORKS_PICTURE)
    if results.growth:
        draw_growth(results.growth, folder / GROWTH_PICTURE)
    (folder / "benchmarks.md").write_text(page(results), "utf-8")


if __name__ == "__main__":
    typer.run(main)

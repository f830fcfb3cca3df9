"""Run all benchmarks, print and write their results: ``python -m benchmarks``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks import fresh, growth, scaling
from benchmarks.charts import draw_growth, draw_works
from benchmarks.page import GROWTH_PICTURE, WORKS_PICTURE, page
from benchmarks.results import Results, WorkResult, machine, versions
from benchmarks.tables import growth_table, scaling_table, work_table
from benchmarks.timing import in_turns
from benchmarks.works import WORKS
from benchmarks.works.work import Work
from levmetrics import WordErrorRate
from levmetrics.edits.kernel import kernel_name

NAMES = [work.name for work in WORKS]


def main(
    only: Annotated[
        list[str] | None,
        typer.Option(help="Measure only this work (W1 to W14), or several; no scaling and growth."),
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
    works = [_measured(work, console) for work in WORKS if not only or work.name in only]
    gains = [] if only else scaling.measure()
    lines = [] if only else growth.measure()
    results = Results(
        machine(),
        versions(),
        WordErrorRate().signature(),
        kernel_name(),
        works,
        gains,
        scaling.outcomes(gains),
        lines,
        growth.outcomes(lines),
    )
    if gains:
        console.print(scaling_table(gains, results.scaling_outcomes))
    if lines:
        console.print(growth_table(lines, results.growth_outcomes))
    write(results, folder)
    console.print(f"Written to {folder}: benchmarks.json, benchmarks.md and its pictures")


def measure(work: Work) -> WorkResult:
    """Measure one piece of work, with the outcomes of its bars."""
    timings = in_turns(work.contenders())
    outcomes = [bar.outcome(timings) for bar in work.bars]
    of_memory = [
        bar.outcome(fresh.measure("contender", work.name, bar.ours)) for bar in work.memory
    ]
    return WorkResult(work.name, work.title, work.score, timings, outcomes + of_memory)


def _measured(work: Work, console: Console) -> WorkResult:
    with console.status(f"{work.name}. {work.title}"):
        result = measure(work)
    console.print(work_table(result))
    return result


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

"""Run all benchmarks, print and write their results: ``python -m benchmarks``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.results import Result, here, read, write
from benchmarks.timing import in_turns
from benchmarks.works import WORKS

NAMES = [work.name for work in WORKS]


@click.command()
@click.option(
    "--only",
    type=click.Choice(NAMES),
    multiple=True,
    metavar="NAME",
    help=f"Measure only this work ({NAMES[0]} ...), or several.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default="benchmarks/results",
    help="The folder of benchmarks.json, its pages and its chart, which are written or updated.",
)
def main(only: Sequence[str], folder: Path) -> None:
    """Measure levmetrics beside the tools people use today."""
    results = {result.name: result for result in read(folder / "benchmarks.json")}
    for work in WORKS:
        if not only or work.name in only:
            timings = in_turns(work.contenders())
            result = Result(work.name, work.title, work.score, here(), timings)
            results[work.name] = result
            print(f"\n{work.name}. {work.title}\n\n{result.table()}", flush=True)
    write([results[name] for name in NAMES if name in results], folder)
    print(f"\nWritten to {folder}: benchmarks.json, its pages and its chart")


if __name__ == "__main__":
    main()

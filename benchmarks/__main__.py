"""Run all benchmarks, print and write their results: ``python -m benchmarks``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.results import Result, here, read, write
from benchmarks.timing import in_turns
from benchmarks.works import WORKS

NAMES = [work.name for work in WORKS]


def main(
    only: Annotated[
        list[str] | None, typer.Option(help=f"Measure only this work ({NAMES[0]} ...), or several.")
    ] = None,
    folder: Annotated[
        Path, typer.Option(help="Where benchmarks.json and benchmarks.md go, or are brought up.")
    ] = Path("benchmarks/results"),
) -> None:
    """Measure levmetrics beside the tools people use today."""
    unknown = [name for name in only or [] if name not in NAMES]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(NAMES)}")
    results = {result.name: result for result in read(folder / "benchmarks.json")}
    for work in WORKS:
        if not only or work.name in only:
            timings = in_turns(work.contenders())
            result = Result(work.name, work.title, work.score, here(), timings)
            results[work.name] = result
            print(f"\n{work.name}. {work.title}\n\n{result.table()}", flush=True)
    write([results[name] for name in NAMES if name in results], folder)
    print(f"\nWritten to {folder}: benchmarks.json and benchmarks.md")


if __name__ == "__main__":
    typer.run(main)

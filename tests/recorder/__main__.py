"""Write what every config gives at every door, or compare two such records.

``python -m tests.recorder before.json`` writes a record, ``--doors python,shell`` of some doors
only; ``python -m tests.recorder --compare before.json after.json`` prints what differs, and exits
with 1 if anything does.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tests.recorder.doors import DOORS
from tests.recorder.record import counts, differences, read, record, write


@click.command()
@click.option("--compare", is_flag=True, help="Compare two records.")
@click.option("--doors", default=",".join(DOORS), show_default=True, help="The doors to record.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def main(compare: bool, doors: str, files: tuple[Path, ...]) -> None:
    """Write what every config gives at every door, or compare two such records."""
    if len(files) != (2 if compare else 1):
        raise click.UsageError("give one file to write, or two to compare")
    if compare:
        found = differences(*map(read, files))
        for line in found:
            click.echo(line)
        sys.exit(bool(found))
    chosen = doors.split(",")
    if unknown := {*chosen} - {*DOORS}:
        raise click.UsageError(f"unknown doors: {', '.join(sorted(unknown))}")
    made = record(chosen, progress=True)
    write(made, files[0])
    click.echo(", ".join(f"{door} {count:,}" for door, count in counts(made).items()))


if __name__ == "__main__":
    main()

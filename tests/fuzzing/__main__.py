"""Fuzz what reads files, answers and names, guided by coverage.

``python -m tests.fuzzing --seconds 60`` tries all targets, ``--target NAME`` one of them. It ends
with 1 at the first finding, and prints the input and the command that runs it again.
"""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tests.fuzzing.seeds import seeds
from tests.fuzzing.targets import TARGETS

_SECONDS_OF_AN_INPUT = 10
_MEBIBYTES = 3_000


def main(
    seconds: Annotated[int, typer.Option(help="How long.")] = 60,
    target: Annotated[str | None, typer.Option(help=f"One of {', '.join(TARGETS)}.")] = None,
    replay: Annotated[str | None, typer.Option(help="An input in base64, to run it alone.")] = None,
) -> None:
    """Fuzz what reads files, answers and names."""
    names = [target] if target else [*TARGETS]
    if target not in (None, *TARGETS):
        raise typer.BadParameter(f"{target!r} is none of {', '.join(TARGETS)}")
    if replay is not None:
        TARGETS[names[0]](base64.b64decode(replay))
        return
    with tempfile.TemporaryDirectory(prefix="levmetrics-fuzzing-") as folder:
        corpus, found = Path(folder, "corpus"), Path(folder, "found")
        corpus.mkdir()
        found.mkdir()
        for name in names:
            for i, seed in enumerate(seeds(name)):
                # The first byte chooses the target, see tests.fuzzing.process.
                Path(corpus, f"{name} {i}".replace(" ", "_")).write_bytes(
                    bytes([[*TARGETS].index(name)]) + seed
                )
        command = [
            *(sys.executable, "-m", "tests.fuzzing.process", target or "", str(corpus)),
            *(f"-max_total_time={seconds}", f"-timeout={_SECONDS_OF_AN_INPUT}"),
            *(f"-rss_limit_mb={_MEBIBYTES}", "-max_len=4096", "-print_final_stats=1"),
            f"-artifact_prefix={found}/",
        ]
        done = subprocess.run(command)
        for path in found.iterdir():
            number, *data = path.read_bytes()
            name = target or [*TARGETS][number % len(TARGETS)]
            text = base64.b64encode(bytes(data)).decode()
            print(f"{path.name}: python -m tests.fuzzing --target {name!r} --replay {text}")
        raise typer.Exit(bool(done.returncode or [*found.iterdir()]))


if __name__ == "__main__":
    typer.run(main)

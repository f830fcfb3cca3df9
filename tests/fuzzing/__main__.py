"""Fuzz what reads files, answers and names, guided by coverage.

``python -m tests.fuzzing --seconds 60`` tries all targets, ``--target NAME`` one of them. It ends
with 1 at the first finding, and prints the command that runs its input again.
"""

from __future__ import annotations

import base64
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from tests.fuzzing.seeds import seeds
from tests.fuzzing.targets import TARGETS

_SECONDS_OF_AN_INPUT = 10
_MEBIBYTES = 3_000
_NAMES = [*TARGETS]


@click.command()
@click.option("--seconds", default=60, help="How long.")
@click.option("--target", type=click.Choice(_NAMES), help="What is fuzzed; all, if left out.")
@click.option("--replay", default="", help="An input in base64, to run it alone.")
def main(seconds: int, target: str | None, replay: str) -> None:
    """Fuzz what reads files, answers and names."""
    target = target or ""
    if replay:
        TARGETS[target](base64.b64decode(replay))
        return
    with tempfile.TemporaryDirectory(prefix="levmetrics-fuzzing-") as folder:
        corpus, found = Path(folder, "corpus"), Path(folder, "found")
        corpus.mkdir()
        found.mkdir()
        _write_seeds(corpus, [target] if target else _NAMES)
        status = _fuzzed(target, corpus, found, seconds)
        for path in found.iterdir():
            print(f"{path.name}: {_replaying(path.read_bytes(), target)}")
    sys.exit(status)


def _write_seeds(corpus: Path, names: Sequence[str]) -> None:
    """Write the inputs to begin with; the first byte of each says its target."""
    for name in names:
        for i, seed in enumerate(seeds(name)):
            (corpus / f"{name} {i}").write_bytes(bytes([_NAMES.index(name)]) + seed)


def _fuzzed(target: str, corpus: Path, found: Path, seconds: int) -> int:
    """Run libFuzzer; return its exit status."""
    command = [
        *(sys.executable, "-m", "tests.fuzzing.process", target, str(corpus)),
        *(f"-max_total_time={seconds}", f"-timeout={_SECONDS_OF_AN_INPUT}"),
        *(f"-rss_limit_mb={_MEBIBYTES}", "-max_len=4096", "-print_final_stats=1"),
        f"-artifact_prefix={found}/",
    ]
    return subprocess.run(command).returncode


def _replaying(data: bytes, target: str) -> str:
    """Return the command that runs an input again."""
    name = target or _NAMES[data[0] % len(_NAMES)]
    text = base64.b64encode(data[1:]).decode()
    return shlex.join(["python", "-m", "tests.fuzzing", "--target", name, "--replay", text])


if __name__ == "__main__":
    main()

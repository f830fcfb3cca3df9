"""Instructions of a pair at W1, where time is noise: ``python -m benchmarks.instructions``.

Callgrind counts those of all threads. A process that calls once is subtracted from one that calls
three times, so that starting, importing and reading the texts do not count.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import track

from benchmarks.corpora import synthetic_speech
from benchmarks.kernels import CHOICE, PORTABLE
from benchmarks.repeated_calls import FUNCTIONS, OURS
from benchmarks.tables import table
from levmetrics.edits.kernel import kernel_name

PAIRS = 10_000
_FEW_CALLS, _MORE_CALLS = 1, 3
# One thread each, so that none is counted while it waits in a loop; and the same hashes each time.
_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


@dataclass(frozen=True)
class Counted:
    """A tool whose instructions are counted.

    Attributes:
        name: what the table shows.
        tool: one of :data:`benchmarks.repeated_calls.FUNCTIONS`.
        environment: variables to set for it.

    """

    name: str
    tool: str
    environment: tuple[tuple[str, str], ...] = ()


def main() -> None:
    """Print the instructions of a pair by tool, where valgrind is installed."""
    console = Console()
    if shutil.which("valgrind") is None:
        console.print("No instructions are counted: valgrind is not installed.")
        return
    counts = per_pair(tools(), PAIRS)
    rows = [
        (name, f"{count:,.0f}", f"{count / counts[OURS]:.2f}") for name, count in counts.items()
    ]
    title = f"Instructions of a pair: WER of {PAIRS:,} pairs of about 18 words"
    console.print(table(title, ("tool", "instructions", f"times {OURS}"), rows))


def tools() -> list[Counted]:
    """Return what to count: ours with the kernel that runs, the portable one, and the rivals."""
    tools = [Counted(tool, tool) for tool in FUNCTIONS]
    if kernel_name() == PORTABLE:
        return tools
    return [*tools, Counted(f"{OURS}, portable kernel", OURS, ((CHOICE, PORTABLE),))]


def per_pair(tools: list[Counted], pairs: int) -> dict[str, float]:
    """Count the instructions of each tool for one pair, by its name.

    Args:
        tools: which.
        pairs: how many of about 18 words to score at once.

    """
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        file = Path(folder) / "pairs.json"
        file.write_text(json.dumps(synthetic_speech(pairs)), "utf-8")
        runs = {
            (tool, calls): pool.submit(_instructions, tool, file, calls)
            for tool in tools
            for calls in (_FEW_CALLS, _MORE_CALLS)
        }
        found = {run: future.result() for run, future in track(runs.items(), transient=True)}
    scored = pairs * (_MORE_CALLS - _FEW_CALLS)
    return {
        tool.name: (found[tool, _MORE_CALLS] - found[tool, _FEW_CALLS]) / scored for tool in tools
    }


def _instructions(counted: Counted, file: Path, calls: int) -> int:
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    called = ["-m", "benchmarks.repeated_calls", counted.tool, str(file), str(calls)]
    done = subprocess.run(
        [*valgrind, sys.executable, *called],
        env={**os.environ, **_ENVIRONMENT, **dict(counted.environment)},
        capture_output=True,
        text=True,
        check=True,
    )
    (collected,) = re.findall(r"Collected : (\d+)", done.stderr)
    return int(collected)


if __name__ == "__main__":
    main()

"""Instructions of a pair at W1, where time is noise: ``python -m benchmarks.instructions``.

Callgrind counts those of all threads. A process that calls once is subtracted from one that calls
three times, so that starting, importing and making the texts do not count.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

from rich.console import Console
from rich.progress import track

from benchmarks.kernels import CHOICE, PORTABLE, kernel_name
from benchmarks.repeated_calls import FUNCTIONS, OURS
from benchmarks.tables import table

_PAIRS = 10_000
_CALLS = 2
# One thread each, so that none is counted while it waits in a loop; and the same hashes each time.
_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def main() -> None:
    """Print the instructions of a pair by tool, where valgrind is installed."""
    console = Console()
    if shutil.which("valgrind") is None:
        console.print("No instructions are counted: valgrind is not installed.")
        return
    counts = {name: per_pair(*call) for name, call in track(calls().items(), transient=True)}
    rows = [
        (name, f"{count:,.0f}", f"{count / counts[OURS]:.2f}") for name, count in counts.items()
    ]
    title = f"Instructions of a pair: WER of {_PAIRS:,} pairs of about 18 words"
    console.print(table(title, ("tool", "instructions", f"times {OURS}"), rows))


def calls() -> dict[str, tuple[str, dict[str, str]]]:
    """Return which tool to call, and in which environment, by the name to show."""
    others = {f"{OURS}, portable kernel": (OURS, {CHOICE: PORTABLE})}
    named = {tool: (tool, dict[str, str]()) for tool in FUNCTIONS}
    return named if kernel_name() == PORTABLE else {**named, **others}


def per_pair(tool: str, environment: dict[str, str]) -> float:
    """Count the instructions of a tool for one pair.

    Args:
        tool: one of :data:`benchmarks.repeated_calls.FUNCTIONS`.
        environment: variables to set for it.

    """
    several = _instructions(tool, 1 + _CALLS, environment)
    return (several - _instructions(tool, 1, environment)) / (_CALLS * _PAIRS)


def _instructions(tool: str, times: int, environment: dict[str, str]) -> int:
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    python = [sys.executable, "-m", "benchmarks.repeated_calls", tool, str(_PAIRS), str(times)]
    done = subprocess.run(
        valgrind + python,
        env={**os.environ, **_ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    (collected,) = re.findall(r"Collected : (\d+)", done.stderr)
    return int(collected)


if __name__ == "__main__":
    main()

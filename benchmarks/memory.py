"""The memory that a call takes, measured in processes of their own; on Linux."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TypeVar

from benchmarks.results import table

T = TypeVar("T")
_PROCESS = Path("/proc/self")


def with_memory(call: Callable[[], T]) -> tuple[T, float]:
    """Return what a call returns, and the MiB that it takes above what is held before, at most."""
    (_PROCESS / "clear_refs").write_text("5")  # the peak begins anew
    before = _mebibytes("VmRSS")
    return call(), max(0.0, _mebibytes("VmHWM") - before)


def _mebibytes(key: str) -> float:
    """Read a number of this program alone; those of getrusage include the parent process."""
    (kibibytes,) = re.findall(rf"{key}:\s+(\d+) kB", (_PROCESS / "status").read_text())
    return int(kibibytes) / 1024


def in_fresh_processes(
    heads: Sequence[str], row: Callable[[str], list[str]], names: Collection[str]
) -> None:
    """Print a table with a row of each name, which this program makes in a process of its own.

    Args:
        heads: of the table.
        row: makes the row of a name, without the name; the program is called with it.
        names: of the rows.

    """
    if len(sys.argv) > 1:
        if sys.argv[1] in names:
            print(json.dumps(row(sys.argv[1])))
        return

    def printed(name: str) -> list[str]:
        command = [sys.executable, "-m", f"benchmarks.{Path(sys.argv[0]).stem}", name]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return [name, *json.loads(done.stdout)]

    print(table(heads, map(printed, names)))

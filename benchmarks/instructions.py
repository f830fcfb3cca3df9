"""Instructions of a pair at W1, where time is noise: ``python -m benchmarks.instructions``.

Callgrind counts those of all threads. A process that calls once is subtracted from one that calls
three times, so that starting, importing and reading the texts do not count. It takes some minutes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.corpora import synthetic_speech
from benchmarks.kernels import CHOICE, PORTABLE
from benchmarks.peers import WER
from benchmarks.results import table
from benchmarks.timing import OURS
from levmetrics import error_counts

PAIRS = 10_000
_PORTABLE_KERNEL = f"{OURS}, portable kernel"
_RIVALS = ("werx", "universal-edit-distance", "fastwer", "RapidFuzz in a loop")
TOOLS = (OURS, _PORTABLE_KERNEL, *_RIVALS, "python-Levenshtein")
_FEW_CALLS, _MORE_CALLS = 1, 3
# One thread each, so that none is counted while it waits in a loop; and the same hashes each time.
_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def main() -> None:
    """Print the instructions of a pair by tool, where valgrind is installed."""
    if shutil.which("valgrind") is None:
        print("No instructions are counted: valgrind is not installed.")
        return
    counts = per_pair(TOOLS, PAIRS)
    rows = ([name, f"{n:,.0f}", f"{n / counts[OURS]:.2f}"] for name, n in counts.items())
    print(table(["tool", "instructions of a pair of W1", f"times {OURS}"], rows))


def per_pair(tools: tuple[str, ...], pairs: int) -> dict[str, float]:
    """Count the instructions of each tool for one pair, by its name.

    Args:
        tools: some of :data:`TOOLS`.
        pairs: how many of about 18 words to score at once.

    """
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        file = Path(folder) / "pairs.json"
        file.write_text(json.dumps(synthetic_speech(pairs)), "utf-8")
        runs = [(tool, calls) for tool in tools for calls in (_FEW_CALLS, _MORE_CALLS)]
        found = [*pool.map(lambda run: _instructions(file, *run), runs)]
    differences = map(int.__sub__, found[1::2], found[::2])
    scored = pairs * (_MORE_CALLS - _FEW_CALLS)
    return {tool: more / scored for tool, more in zip(tools, differences, strict=True)}


def _instructions(file: Path, tool: str, calls: int) -> int:
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    kernel = {CHOICE: PORTABLE} if tool == _PORTABLE_KERNEL else {}
    done = subprocess.run(
        [*valgrind, sys.executable, "-m", "benchmarks.instructions", tool, str(file), str(calls)],
        env={**os.environ, **_ENVIRONMENT, **kernel},
        capture_output=True,
        text=True,
        check=True,
    )
    (collected,) = re.findall(r"Collected : (\d+)", done.stderr)
    return int(collected)


def call(tool: str, file: str, calls: str) -> None:
    """Score a corpus so many times; the file has its two lists of texts as JSON."""
    score = WER.get(tool, error_counts)
    preds, target = json.loads(Path(file).read_text("utf-8"))
    for _ in range(int(calls)):
        score(preds, target)


if __name__ == "__main__":
    call(*sys.argv[1:]) if len(sys.argv) > 1 else main()

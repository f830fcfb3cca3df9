"""Time and peak memory of one piece of work in a fresh process.

``python -m benchmarks.fresh WORK ARGUMENTS`` does the work, and prints the measurements as JSON.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import pyarrow as pa

from benchmarks.timing import in_turns
from levmetrics import WordErrorRate


@dataclass(frozen=True)
class Measured:
    """Time and peak memory of a process.

    Attributes:
        seconds: the median of several calls; 0 if none was timed.
        mebibytes: the peak memory.

    """

    seconds: float
    mebibytes: float


def measure(work: str, *arguments: object) -> Measured:
    """Measure some work in a fresh process.

    Args:
        work: one of :data:`WORK`.
        *arguments: of the work.

    """
    command = [sys.executable, "-m", "benchmarks.fresh", work, *map(str, arguments)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Measured(**json.loads(done.stdout))


def nothing() -> float:
    """Do no work: the cost of the imports."""
    return 0.0


def contender(name: str, who: str) -> float:
    """Do the work of this name once.

    Args:
        name: the name of a :class:`benchmarks.works.Work`.
        who: the name of one of its contenders.

    """
    from benchmarks.works import WORKS  # imports all peers, which the other work does not need

    (work,) = (work for work in WORKS if work.name == name)
    work.contenders()[who]()
    return 0.0


def at_once(file: str, pairs: str, cores: str) -> float:
    """Score the first pairs of a file of record batches, held in lists.

    Args:
        file: an Arrow stream with ``preds`` and ``target``.
        pairs: how many.
        cores: on how many.

    """
    preds: list[str] = []
    target: list[str] = []
    with pa.OSFile(file) as source, pa.ipc.open_stream(source) as batches:
        for batch in batches:
            if len(preds) >= int(pairs):
                break
            preds += batch["preds"].to_pylist()
            target += batch["target"].to_pylist()
    preds, target = preds[: int(pairs)], target[: int(pairs)]
    pa.set_cpu_count(int(cores))
    return in_turns({"": lambda: float(WordErrorRate()(preds, target))})[""].median


def in_batches(file: str, pairs: str) -> float:
    """Score the first pairs of a file, a record batch at a time.

    Args:
        file: an Arrow stream with ``preds`` and ``target``.
        pairs: how many.

    """

    def score() -> float:
        metric, left = WordErrorRate(), int(pairs)
        with pa.OSFile(file) as source, pa.ipc.open_stream(source) as batches:
            for batch in batches:
                part = batch.slice(0, left)
                metric.update(part["preds"], part["target"])
                left -= len(part)
                if not left:
                    break
        return float(metric.compute())

    return in_turns({"": score})[""].median


WORK: Mapping[str, Callable[..., float]] = {
    work.__name__: work for work in (nothing, contender, at_once, in_batches)
}


def main(work: str, *arguments: str) -> None:
    """Do some work, and print its time and memory."""
    seconds = WORK[work](*arguments)
    # The peak of this program alone; that of getrusage includes the parent process.
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    print(json.dumps(asdict(Measured(seconds, int(peak) / 1024))))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Measure one piece of work in a process that does nothing else: its time, and its memory.

``python -m benchmarks.fresh WORK ARGUMENTS`` does the work, and prints what was measured as JSON.
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
    """What a process took.

    Attributes:
        seconds: the median of several calls; 0 where none was timed.
        mebibytes: the most memory it had at any time.

    """

    seconds: float
    mebibytes: float


def measure(work: str, *arguments: object) -> Measured:
    """Do some work in a fresh process.

    Args:
        work: one of :data:`WORK`.
        *arguments: of the work.

    """
    command = [sys.executable, "-m", "benchmarks.fresh", work, *map(str, arguments)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Measured(**json.loads(done.stdout))


def nothing() -> float:
    """Import, and do nothing."""
    return 0.0


def contender(name: str, who: str) -> float:
    """Do the work of this name once.

    Args:
        name: the name of a :class:`benchmarks.works.Work`.
        who: which of its contenders.

    """
    from benchmarks.works import WORKS  # with all peers, which the other work does not need

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
    """Do some work, and print what it took."""
    seconds = WORK[work](*arguments)
    # Of this program alone; what getrusage says includes that of the process that started it.
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    print(json.dumps(asdict(Measured(seconds, int(peak) / 1024))))


if __name__ == "__main__":
    main(*sys.argv[1:])

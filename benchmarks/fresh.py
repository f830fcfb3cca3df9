"""Time and peak memory of one piece of work in a fresh process.

``python -m benchmarks.fresh WORK ARGUMENTS`` does the work, and prints the measurements as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

import pyarrow as pa

from benchmarks.bars import OURS
from benchmarks.memory import Measured, measured
from benchmarks.timing import Call, cores, in_turns
from levmetrics import WordErrorRate

_ROUNDS = 3


def measure(work: str, *arguments: object) -> Measured:
    """Measure some work in a fresh process.

    Args:
        work: one of :data:`WORK`.
        *arguments: of the work.

    """
    command = [sys.executable, "-m", "benchmarks.fresh", work, *map(str, arguments)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Measured(**json.loads(done.stdout))


def contender(name: str, who: str) -> Measured:
    """Do the work of this name.

    Args:
        name: the name of a :class:`benchmarks.works.Work`.
        who: the name of one of its contenders.

    """
    from benchmarks.works import WORKS  # imports all peers, which the other work does not need

    (work,) = (work for work in WORKS if work.name == name)
    return _measured(work.contenders()[who])


def from_lists(file: str, pairs: str, core_count: str) -> Measured:
    """Score the first pairs of a file, held in lists of strings.

    Args:
        file: an Arrow stream with ``preds`` and ``target``.
        pairs: how many.
        core_count: on how many.

    """
    preds: list[str] = []
    target: list[str] = []
    for batch in _batches(file, int(pairs)):
        preds += batch["preds"].to_pylist()
        target += batch["target"].to_pylist()
    with cores(int(core_count)):
        return _measured(lambda: float(WordErrorRate()(preds, target)))


def from_columns(file: str, pairs: str, core_count: str) -> Measured:
    """Score the first pairs of a file, held in Arrow's columns of one chunk each.

    Args:
        file: an Arrow stream with ``preds`` and ``target``.
        pairs: how many.
        core_count: on how many.

    """
    table = pa.Table.from_batches(_batches(file, int(pairs))).combine_chunks()
    preds, target = table["preds"], table["target"]
    with cores(int(core_count)):
        return _measured(lambda: float(WordErrorRate()(preds, target)))


def in_batches(file: str, pairs: str) -> Measured:
    """Score the first pairs of a file, a record batch at a time.

    Args:
        file: an Arrow stream with ``preds`` and ``target``.
        pairs: how many.

    """

    def score() -> float:
        metric = WordErrorRate()
        for batch in _batches(file, int(pairs)):
            metric.update(batch["preds"], batch["target"])
        return float(metric.compute())

    return _measured(score)


def table(library: str, rows: str) -> Measured:
    """Add the scores of rows to a table.

    Args:
        library: one of :data:`benchmarks.frames.LIBRARIES`.
        rows: how many.

    """
    from benchmarks.frames import contenders  # imports libraries that the other work does not need

    return _measured(contenders(library, int(rows))[OURS])


def size(name: str) -> Measured:
    """Count the errors of a large input, once after a first time.

    Args:
        name: one of :data:`benchmarks.sizes.SIZES`.

    """
    from benchmarks.sizes import SIZES  # which starts this module

    call = SIZES[name].call()
    return measured(lambda: in_turns({"": call}, most_rounds=1)[""])


def _measured(call: Call) -> Measured:
    return measured(lambda: in_turns({"": call}, most_rounds=_ROUNDS)[""])


def _batches(file: str, pairs: int) -> Iterator[pa.RecordBatch]:
    """Read so many pairs of an Arrow stream."""
    left = pairs
    with pa.OSFile(file) as source, pa.ipc.open_stream(source) as batches:
        for batch in batches:
            yield batch.slice(0, left)
            left -= len(batch)
            if left <= 0:
                break


WORK: Mapping[str, Callable[..., Measured]] = {
    work.__name__: work for work in (contender, from_lists, from_columns, in_batches, table, size)
}


def main(work: str, *arguments: str) -> None:
    """Do some work, and print its time and memory."""
    print(json.dumps(asdict(WORK[work](*arguments))))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Growth of time and memory with the number of pairs, for several numbers of cores."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
from rich.progress import track

from benchmarks import fresh
from benchmarks.bars import Outcome
from benchmarks.corpora import synthetic_speech

PAIRS = (1_000, 10_000, 100_000, 1_000_000)
PASSES = 3
# Below, the fixed costs of a call are a good part of it.
_LINEAR_FROM = 10_000
_PAIRS_PER_BATCH = 10_000
_LOWEST, _HIGHEST, _FLAT = 0.95, 1.05, 1.05


@dataclass(frozen=True)
class Line:
    """Time and memory of one way to score, by the number of pairs.

    Attributes:
        name: of the way to score.
        pairs: the numbers of pairs.
        seconds: the median time for each number.
        mebibytes: the peak memory of a process for each number.

    """

    name: str
    pairs: list[int]
    seconds: list[float]
    mebibytes: list[float]

    @property
    def slope(self) -> float:
        """The slope of log time over log pairs, from 10,000 pairs on; 1 is linear."""
        chosen = [i for i, size in enumerate(self.pairs) if size >= _LINEAR_FROM]
        if len(chosen) < 2:
            return math.nan
        sizes, times = np.take(self.pairs, chosen), np.take(self.seconds, chosen)
        return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])


def measure(pairs: Sequence[int] = PAIRS) -> list[Line]:
    """Measure the WER of so many pairs of about 18 words: medians of three fresh processes.

    Args:
        pairs: the numbers of pairs, in increasing order.

    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pairs.arrow"
        _write(file, pairs[-1])
        tasks = [(name, work, rest, size) for name, work, rest in _ways() for size in pairs]
        measurements: dict[tuple[str, int], list[fresh.Measured]] = {}
        for name, work, rest, size in track(tasks * PASSES, "Growth", transient=True):
            measured = fresh.measure(work, file, size, *rest)
            measurements.setdefault((name, size), []).append(measured)
    return [
        Line(
            name,
            [*pairs],
            [median(one.seconds for one in measurements[name, size]) for size in pairs],
            [median(one.mebibytes for one in measurements[name, size]) for size in pairs],
        )
        for name, _, _ in _ways()
    ]


def outcomes(growth: Sequence[Line]) -> list[Outcome]:
    """Return whether time grows linearly, and whether memory is constant for streamed batches.

    Args:
        growth: the result of :func:`measure`.

    """
    results = []
    for line in growth:
        slope = line.slope
        bar = f"{line.name}: slope of log time over log pairs within {_LOWEST:g} to {_HIGHEST:g}"
        results.append(Outcome(bar, slope, slope, slope, _LOWEST <= slope <= _HIGHEST))
    line = growth[-1]
    more = line.mebibytes[-1] / line.mebibytes[1]
    bar = f"{line.name}: {line.pairs[-1]:,} pairs take at most {_FLAT:g} times the memory of "
    results.append(Outcome(f"{bar}{line.pairs[1]:,}", more, more, more, more <= _FLAT))
    return results


def _ways() -> Iterator[tuple[str, str, tuple[int, ...]]]:
    for count in sorted({1, 2, pa.cpu_count()}):
        yield f"at once, {count} {'core' if count == 1 else 'cores'}", "at_once", (count,)
    yield f"in batches of {_PAIRS_PER_BATCH:,}, all cores", "in_batches", ()


def _write(file: Path, pairs: int) -> None:
    """Write so many pairs to a file: 100,000 synthetic pairs, repeated."""
    preds, target = synthetic_speech(min(pairs, 100_000))
    times = math.ceil(pairs / len(preds))
    table = pa.table({"preds": (preds * times)[:pairs], "target": (target * times)[:pairs]})
    with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=_PAIRS_PER_BATCH)

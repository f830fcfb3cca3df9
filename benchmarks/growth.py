"""Growth of time and memory with the number of pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
from rich.progress import track

from benchmarks import fresh
from benchmarks.bars import Outcome
from benchmarks.corpora import PAIRS_PER_BATCH, repeated_speech
from benchmarks.memory import Measured

PAIRS = (10_000, 100_000, 1_000_000, 10_000_000)
PASSES = 3
# More vary less from process to process, and take long.
MOST_PAIRS_OF_SEVERAL_PASSES = 100_000
# More take gigabytes in Python's lists.
MOST_PAIRS_IN_LISTS = 1_000_000
# Below, the fixed costs of a call are a good part of it.
_LINEAR_FROM = 10_000
_LOWEST, _HIGHEST, _FLAT = 0.97, 1.03, 1.05
_MEBIBYTES_ABOVE_COLUMNS = 1024
_COLUMNS, _BATCHES = "from Arrow columns", f"in batches of {PAIRS_PER_BATCH:,}"


@dataclass(frozen=True)
class Line:
    """Time and memory of one way to score, by the number of pairs.

    Attributes:
        name: of the way to score.
        pairs: the numbers of pairs.
        seconds: the median time for each number.
        processor: the median processor time for each number, in seconds.
        mebibytes: the peak memory of a process for each number.
        above: the peak memory above what the process held before, which are the texts.

    """

    name: str
    pairs: list[int]
    seconds: list[float]
    processor: list[float]
    mebibytes: list[float]
    above: list[float]

    @property
    def slope(self) -> float:
        """The slope of log time over log pairs, from 10,000 pairs on; 1 is linear."""
        return self._slope(self.seconds)

    @property
    def slope_of_processor_time(self) -> float:
        """The same of the processor time."""
        return self._slope(self.processor)

    def _slope(self, times: Sequence[float]) -> float:
        chosen = [i for i, size in enumerate(self.pairs) if size >= _LINEAR_FROM]
        if len(chosen) < 2:
            return math.nan
        sizes, of_sizes = np.take(self.pairs, chosen), np.take(times, chosen)
        return float(np.polyfit(np.log(sizes), np.log(of_sizes), 1)[0])


@dataclass(frozen=True)
class _Way:
    name: str
    work: str
    cores: tuple[int, ...] = ()

    def runs(self, pairs: int) -> bool:
        return self.work != fresh.from_lists.__name__ or pairs <= MOST_PAIRS_IN_LISTS


def measure(pairs: Sequence[int] = PAIRS) -> list[Line]:
    """Measure the WER of so many pairs of about 18 words in fresh processes.

    Args:
        pairs: the numbers of pairs, in increasing order.

    """
    runs = [(way, size) for way, size in product(_ways(), pairs) if way.runs(size)]
    passes = [
        run
        for i in range(PASSES)
        for run in runs
        if i == 0 or run[1] <= MOST_PAIRS_OF_SEVERAL_PASSES
    ]
    measurements: dict[tuple[_Way, int], list[Measured]] = {run: [] for run in runs}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pairs.arrow"
        _write(file, pairs[-1])
        for way, size in track(passes, "Growth", transient=True):
            measurements[way, size].append(fresh.measure(way.work, file, size, *way.cores))
    return [
        _line(way.name, {size: of for (own, size), of in measurements.items() if own == way})
        for way in _ways()
    ]


def _line(name: str, measurements: dict[int, list[Measured]]) -> Line:
    of_sizes = measurements.values()
    return Line(
        name,
        [*measurements],
        [median(one.seconds for one in of) for of in of_sizes],
        [median(one.processor for one in of) for of in of_sizes],
        [median(one.mebibytes for one in of) for of in of_sizes],
        [median(one.above for one in of) for of in of_sizes],
    )


def outcomes(growth: Sequence[Line]) -> list[Outcome]:
    """Return whether time grows linearly, and whether memory stays within its limits.

    Args:
        growth: the result of :func:`measure`.

    """
    results = []
    for line in growth:
        slope = line.slope
        bar = f"{line.name}: slope of log time over log pairs within {_LOWEST:g} to {_HIGHEST:g}"
        met = _LOWEST <= slope <= _HIGHEST
        results.append(Outcome(bar, slope, slope, slope, met, line.slope_of_processor_time))
        if line.name.startswith(_COLUMNS):
            above, limit = line.above[-1], _MEBIBYTES_ABOVE_COLUMNS
            bar = (
                f"{line.name}: {line.pairs[-1]:,} pairs take under {limit:,} MiB above the columns"
            )
            results.append(Outcome(bar, above, above, above, above < limit))
        if line.name.startswith(_BATCHES):
            more = line.mebibytes[-1] / line.mebibytes[0]
            bar = (
                f"{line.name}: {line.pairs[-1]:,} pairs take at most {_FLAT:g} times the memory of "
            )
            results.append(Outcome(f"{bar}{line.pairs[0]:,}", more, more, more, more <= _FLAT))
    return results


def _ways() -> Iterator[_Way]:
    for count in sorted({1, pa.cpu_count()}):
        cores = "1 core" if count == 1 else f"{count} cores"
        yield _Way(f"from lists, {cores}", fresh.from_lists.__name__, (count,))
        yield _Way(f"{_COLUMNS}, {cores}", fresh.from_columns.__name__, (count,))
    yield _Way(f"{_BATCHES} from a file, all cores", fresh.in_batches.__name__)


def _write(file: Path, pairs: int) -> None:
    table = repeated_speech(pairs)
    with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)

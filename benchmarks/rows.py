"""The rows of the tables, the same in a terminal and on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from benchmarks.bars import OURS, median_ratio, rounds_of_processor_time, rounds_of_seconds
from benchmarks.growth import Line
from benchmarks.numbers import digits, seconds
from benchmarks.results import WorkResult
from benchmarks.scaling import EXTRAPOLATED_CORES, Scaling


def work_heads(work: WorkResult) -> list[str]:
    """Return the headings of a piece of work."""
    times = ["median", "fastest", "slowest", f"times {OURS}"]
    processor = ["processor time", f"times {OURS}'s"]
    return ["tool", *times, *processor, *filter(None, [work.score])]


def work_rows(work: WorkResult) -> Iterator[list[str]]:
    """Return a row for each tool: ours first, then the others, the fastest first."""
    walls, processor = rounds_of_seconds(work.timings), rounds_of_processor_time(work.timings)
    for name in sorted(work.timings, key=lambda name: _place(work, name)):
        timing = work.timings[name]
        score = [] if not work.score else ["" if timing.score is None else f"{timing.score:.8g}"]
        yield [
            name,
            *map(seconds, (timing.median, min(timing.seconds), max(timing.seconds))),
            digits(median_ratio(walls, name)),
            seconds(timing.median_processor),
            digits(median_ratio(processor, name)),
            *score,
        ]


def _place(work: WorkResult, name: str) -> tuple[bool, bool, float]:
    return name != OURS, not name.startswith(OURS), work.timings[name].median


def scaling_heads() -> list[str]:
    """Return the headings of the gains by cores."""
    extrapolated = (f"{count} cores, by Amdahl's law" for count in EXTRAPOLATED_CORES)
    cores = ["1 core", "2 cores", "processor time, 1 core", "2 cores"]
    return ["work", *cores, "gain", "serial share", *extrapolated]


def scaling_rows(scaling: Sequence[Scaling]) -> Iterator[list[str]]:
    """Return a row for each piece of work."""
    for work in scaling:
        times = (work.one.median, work.two.median)
        processor = (work.one.median_processor, work.two.median_processor)
        yield [
            work.name,
            *map(seconds, (*times, *processor)),
            digits(median(work.gains)),
            f"{work.serial_share:.1%}",
            *(digits(work.gain_of(count)) for count in EXTRAPOLATED_CORES),
        ]


def growth_heads(growth: Sequence[Line]) -> list[str]:
    """Return the headings of time and memory by the number of pairs."""
    return ["way", *(f"{size:,}" for size in _sizes(growth)), "slope"]


def growth_rows(growth: Sequence[Line]) -> Iterator[list[str]]:
    """Return a row for each way to score; empty cells are of what was not measured."""
    for line in growth:
        numbers = zip(line.seconds, line.processor, line.mebibytes, strict=True)
        cells = {
            size: f"{seconds(time)}, {seconds(processor)} of the processor, {memory:,.0f} MiB"
            for size, (time, processor, memory) in zip(line.pairs, numbers, strict=True)
        }
        yield [line.name, *(cells.get(size, "") for size in _sizes(growth)), f"{line.slope:.3f}"]


def _sizes(growth: Sequence[Line]) -> list[int]:
    return sorted({size for line in growth for size in line.pairs})

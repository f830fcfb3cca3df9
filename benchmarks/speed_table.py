"""The table of speed of the start page, from the results: ``python -m benchmarks.speed_table``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.bars import OURS
from benchmarks.numbers import seconds
from benchmarks.results import Results, WorkResult
from benchmarks.works import STEPS
from benchmarks.works.words import SPLIT_AND_DROPPED
from benchmarks.works.work import ONE_CORE

PUBLISHED = Path(__file__).parents[1] / "docs" / "benchmarks.json"
_ROWS = {
    "W1": "WER",
    "W2": "WER with all counts",
    "W3": "CER",
    "W13": "WER of 1,000 pairs",
}


def speed_table(results: Results) -> str:
    """Return the table in Markdown: a row for each work, the closest rival before the others."""
    return "\n".join(_lines(results))


def _lines(results: Results) -> Iterator[str]:
    works = {work.name: work for work in results.works}
    yield f"| | {OURS} | on one core | the closest rival | the others |"
    yield "|---|---:|---:|---|---|"
    for name, title in _ROWS.items():
        closest, *others = rivals(works[name])
        ours, one_core = (_both_times(works[name], who) for who in (OURS, ONE_CORE))
        yield f"| {title} | {ours} | {one_core} | {closest} | {', '.join(others)} |"
    splitting = _both_times(works["W1"], SPLIT_AND_DROPPED)
    yield f"| `str.split` alone, without a WER | | {splitting} | | |"


def rivals(work: WorkResult) -> list[str]:
    """Return the other tools with their times, the fastest first."""
    names = [name for name in work.timings if not name.startswith(OURS) and name not in STEPS]
    whole = [name for name in names if "," not in name]  # others are a second way to call a tool
    by_time = sorted(whole, key=lambda name: work.timings[name].median)
    return [f"{name} {seconds(work.timings[name].median)}" for name in by_time]


def _both_times(work: WorkResult, name: str) -> str:
    timing = work.timings[name]
    return f"{seconds(timing.median)} ({seconds(timing.median_processor)})"


if __name__ == "__main__":
    print(speed_table(Results.read(PUBLISHED)))

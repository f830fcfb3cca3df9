"""The results as a Markdown page of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.bars import OURS, Outcome
from benchmarks.growth import Line
from benchmarks.numbers import outcome_line
from benchmarks.results import Results, WorkResult
from benchmarks.rows import (
    growth_heads,
    growth_rows,
    scaling_heads,
    scaling_rows,
    work_heads,
    work_rows,
)
from benchmarks.scaling import Scaling

WORKS_PICTURE, GROWTH_PICTURE = "images/benchmarks.png", "images/growth.png"
_NOTES = Path(__file__).with_name("notes.md")


def page(results: Results) -> str:
    """Return the page, in Markdown."""
    return "\n".join(_lines(results)) + "\n"


def _lines(results: Results) -> Iterator[str]:
    outcomes = results.outcomes
    met = sum(outcome.met for outcome in outcomes)
    yield "<!-- Written by `python -m benchmarks --folder docs`; its prose: benchmarks/notes.md -->"
    yield "# Benchmarks"
    yield ""
    yield (
        f"{met} of {len(outcomes)} bars are met. Each tool does the same work on the same data, in "
        "turns, for three to nine rounds. A time is the median of the rounds, beside their fastest "
        "and slowest (short work is repeated for 0.3 s a round, and the median taken); a ratio is "
        "the median of the rounds' ratios, with the lowest and the highest in brackets. "
        "Processor time is what all threads and processes of a tool take together: what else the "
        "machine does lengthens the time, and hardly the processor time. Bars are of the time; "
        "the same ratio of processor time stands beside. "
        f"{OURS} uses all cores where it does not say otherwise; of the others, werx and what says "
        "so. One core: all threads are pinned to the same one."
    )
    yield ""
    yield from _table(("machine", ""), results.machine.items())
    yield ""
    yield f"Kernel: {results.kernel}."
    yield ""
    versions = (f"{name} {version}" for name, version in results.versions.items())
    yield f"Versions: {', '.join(versions)}."
    yield ""
    yield f"Signature of W1: `{results.signature}`"
    yield ""
    yield f"![Times of all tools at each piece of work]({WORKS_PICTURE})"
    for work in results.works:
        yield ""
        yield from _work(work)
    if results.scaling:
        yield ""
        yield from _scaling(results.scaling, results.scaling_outcomes)
    if results.growth:
        yield ""
        yield from _growth(results.growth, results.growth_outcomes)
    yield ""
    yield _NOTES.read_text("utf-8").rstrip()


def _work(work: WorkResult) -> Iterator[str]:
    yield f"## {work.name}. {work.title}"
    yield ""
    yield from _table(work_heads(work), map(_ours_in_bold, work_rows(work)))
    yield from _outcomes(work.outcomes)


def _ours_in_bold(row: Sequence[str]) -> list[str]:
    return [f"**{row[0]}**" if row[0] == OURS else row[0], *row[1:]]


def _scaling(scaling: Sequence[Scaling], outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "## A second core"
    yield ""
    yield (
        "W1 to W3 at 1,000,000 pairs, on one core and on two, after arithmetic in registers alone, "
        "which is what the second core of this machine can gain. The serial share is what Amdahl's "
        "law makes of the second core's gain; the gains of more cores follow from that share, and "
        "are not measured."
    )
    yield ""
    yield from _table(scaling_heads(), scaling_rows(scaling))
    yield from _outcomes(outcomes)


def _growth(growth: Sequence[Line], outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "## Growth"
    yield ""
    yield (
        "WER of pairs of about 18 words: the time, the processor time, and the most memory that a "
        "process took; medians of three fresh processes for each number of pairs, and of three "
        "calls in one process from 1,000,000 on. The slope is that of log time over log pairs."
    )
    yield ""
    yield from _table(growth_heads(growth), growth_rows(growth))
    yield from _outcomes(outcomes)
    yield ""
    yield f"![Time and memory over the number of pairs]({GROWTH_PICTURE})"


def _outcomes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    if outcomes:
        yield ""
    for outcome in outcomes:
        yield f"- {outcome_line(outcome)}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' + '---:|' * (len(heads) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"

"""The results as a Markdown page of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.bars import OURS, Outcome, median_ratio
from benchmarks.growth import Line
from benchmarks.numbers import digits, outcome_line, seconds
from benchmarks.results import Results, WorkResult

WORKS_PICTURE, GROWTH_PICTURE = "images/benchmarks.png", "images/growth.png"
_NOTES = Path(__file__).with_name("notes.md")


def page(results: Results) -> str:
    """Return the page, in Markdown."""
    return "\n".join(_lines(results)) + "\n"


def _lines(results: Results) -> Iterator[str]:
    outcomes = [o for work in results.works for o in work.outcomes] + results.growth_outcomes
    met = sum(outcome.met for outcome in outcomes)
    yield "<!-- Written by `python -m benchmarks --folder docs`; its prose: benchmarks/notes.md -->"
    yield "# Benchmarks"
    yield ""
    yield (
        f"{met} of {len(outcomes)} bars are met. Each tool does the same work on the same data, in "
        "turns, for three to nine rounds. A time is the median of the rounds, beside their fastest "
        "and slowest (short work is repeated for 0.3 s a round, and the median taken); a ratio is "
        "the median of the rounds' ratios, with the lowest and the highest in brackets. "
        f"{OURS} uses all cores where it does not say otherwise; of the others, only what says so."
    )
    yield ""
    yield from _table(("machine", ""), results.machine.items())
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
    if results.growth:
        yield ""
        yield from _growth(results.growth, results.growth_outcomes)
    yield ""
    yield _NOTES.read_text("utf-8").rstrip()


def _work(work: WorkResult) -> Iterator[str]:
    yield f"## {work.name}. {work.title}"
    yield ""
    heads = ["tool", "median", "fastest", "slowest", f"times {OURS}", *filter(None, [work.score])]
    rows = []
    for name, timing in work.timings.items():
        times = [seconds(t) for t in (timing.median, min(timing.seconds), max(timing.seconds))]
        score = [] if not work.score else ["" if timing.score is None else f"{timing.score:.8g}"]
        rows.append(
            [
                f"**{name}**" if name == OURS else name,
                *times,
                digits(median_ratio(work.timings, name)),
                *score,
            ]
        )
    yield from _table(heads, rows)
    yield from _outcomes(work.outcomes)


def _growth(growth: Sequence[Line], outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "## Growth"
    yield ""
    yield (
        "WER of pairs of about 18 words: the time, and the most memory that a process took; "
        "medians of three processes for each size. The slope is that of log time over log pairs "
        "from 10,000 pairs on."
    )
    yield ""
    heads = ["way", *(f"{size:,}" for size in growth[0].pairs), "slope"]
    rows = [
        [
            line.name,
            *(
                f"{seconds(time)}, {memory:,.0f} MiB"
                for time, memory in zip(line.seconds, line.mebibytes, strict=True)
            ),
            f"{line.slope:.3f}",
        ]
        for line in growth
    ]
    yield from _table(heads, rows)
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

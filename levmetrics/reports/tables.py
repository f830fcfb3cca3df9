"""The tables of a report: their captions, headings and cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from levmetrics.alignment.confusions import Confusions
from levmetrics.rendering.labels import (
    ERRORS,
    NOT_OF_GROUPS,
    SCORES,
    TESTS,
    Score,
    better,
    interval,
    interval_heading,
    p_value,
    percent,
)
from levmetrics.rendering.text import legible, visible
from levmetrics.reports.systems import Systems
from levmetrics.run import Run

MAX_GROUPS = 500
_MAX_CHARACTERS = 100  # of a token
_BINS = 10
_LENGTH_CLASSES = 6


class Number(NamedTuple):
    """A cell with a number.

    Attributes:
        text: the number as it is written.
        value: by which the table is sorted.

    """

    text: str
    value: float


Cell: TypeAlias = "str | Number"


@dataclass(frozen=True)
class Table:
    """A table; the first cell of a row is its heading.

    Attributes:
        caption: says what the table holds.
        headings: of the columns.
        rows: the cells of each row.

    """

    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def whole(number: int) -> Number:
    """Return a cell with a whole number.

    >>> whole(1234)
    Number(text='1,234', value=1234)
    """
    return Number(f"{number:,}", number)


def system_table(systems: Systems) -> Table:
    """Return a table of the systems: score, interval, and counts if there are any."""
    score = systems.score
    return Table(
        f"{score.name.full} ({better(systems.metric.higher_is_better)})",
        [
            "system",
            score.name.short,
            interval_heading(systems.resampling["confidence_level"]),
            *(rate.short for rate in score.others.values()),
            *score.counts.values(),
        ],
        [
            [
                legible(system),
                _score_cell(run),
                _interval_cell(systems.intervals[system], score),
                *_other_cells(run),
                *_count_cells(run),
            ]
            for system, run in systems.runs.items()
        ],
    )


def difference_table(comparison: Mapping[str, Any], score: Score) -> Table:
    """Return a table of pairs of systems, with their differences and intervals.

    Args:
        comparison: the result of ``compare``.
        score: how it is called and written.

    """
    ends = interval_heading(comparison["confidence_level"])
    return Table(
        "Differences: second system less first",
        ["pair", "difference", ends, "second is better"],
        [
            [
                _pair(pair),
                Number(_signed(pair["difference"], score), pair["difference"]),
                _interval_cell(pair["difference_interval"], score),
                _share(pair["probability_of_improvement"]),
            ]
            for pair in comparison["pairs"]
        ],
    )


def p_value_table(comparison: Mapping[str, Any]) -> Table:
    """Return a table of pairs of systems, with the p-value of every test that applies.

    Args:
        comparison: the result of ``compare``.

    """
    pairs = comparison["pairs"]
    tests = [test for test in TESTS if all(pair[test] is not None for pair in pairs)]
    correction = "" if len(pairs) == 1 else ", corrected by Holm over all pairs"
    left_out = f"; {NOT_OF_GROUPS}" if any(pair["mcnemar"] is None for pair in pairs) else ""
    return Table(
        f"p-values of no difference{correction}{left_out}",
        ["pair", *(TESTS[test].full for test in tests)],
        [
            [_pair(pair), *(Number(p_value(pair[test]), pair[test]) for test in tests)]
            for pair in pairs
        ],
    )


def group_table(systems: Systems) -> Table:
    """Return a table of the groups, with the score of each system."""
    parts = {system: run.split_by_group(systems.groups) for system, run in systems.runs.items()}
    shown = [*next(iter(parts.values()))][:MAX_GROUPS]
    if len(parts) == 1:
        (groups,) = parts.values()
        return _part_table("Scores by group", "group", {label: groups[label] for label in shown})
    return Table(
        f"{systems.score.name.full} by group",
        ["group", "samples", *map(legible, parts)],
        [
            [
                legible(str(label)),
                whole(len(next(iter(parts.values()))[label].measured)),
                *(_score_cell(groups[label]) for groups in parts.values()),
            ]
            for label in shown
        ],
    )


def length_table(run: Run) -> Table:
    """Return a table of error rates by the number of tokens in the reference.

    Args:
        run: of error rates, with its samples.

    """
    lengths = run.measured.reference_length
    inner = np.quantile(lengths, np.linspace(0, 1, _LENGTH_CLASSES + 1)[1:-1], method="higher")
    starts = np.unique([lengths.min(), *inner])
    ends = [*(starts[1:] - 1), lengths.max()]
    names = [
        f"{start:,}" if start == end else f"{start:,} to {end:,}"
        for start, end in zip(starts, ends, strict=True)
    ]
    number = np.searchsorted(starts, lengths, side="right") - 1
    parts = run.split_by_group(number)
    return _part_table(
        "Scores by length of the reference",
        "tokens in the reference",
        {names[label]: parts[label] for label in sorted(parts)},
    )


def distribution_table(run: Run) -> Table:
    """Return a table that says how many samples have which score."""
    scores, write = run.sample_scores(), _score(run).write
    edges = np.arange(_BINS + 1) / _BINS  # as close to tenths as the scores are
    counts, _ = np.histogram(np.minimum(scores, 1.0), edges)
    names = [interval(ends, write) for ends in pairwise(edges.tolist())]
    if not run.metric.higher_is_better:
        names[-1] = f"{write(edges[-2])} or more"
    return Table(
        "Samples by score",
        [_score(run).name.short, "samples", "share"],
        [
            [name, whole(count), _share(count / len(scores))]
            for name, count in zip(names, counts.tolist(), strict=True)
        ],
    )


def confusion_tables(frequent: Confusions) -> list[Table]:
    """Return tables of the most frequent substitutions, deletions and insertions."""
    headings = [["reference", "prediction"], ["reference"], ["prediction"]]
    captions = [count.key.capitalize() for count in ERRORS]
    edits: Iterable[Sequence[tuple[Any, ...]]] = (
        frequent.substitutions,
        frequent.deletions,
        frequent.insertions,
    )
    return [
        Table(
            caption,
            [*names, "times"],
            [[*map(token_text, tokens), whole(n)] for *tokens, n in rows],
        )
        for caption, names, rows in zip(captions, headings, edits, strict=True)
        if rows
    ]


def token_text(token: object) -> str:
    """Return a token as a cell shows it: what is not seen as signs, and no more than fits.

    >>> token_text(" "), len(token_text("a" * 1000))
    ('␣', 101)
    """
    text = str(token)
    return visible(text) if len(text) <= _MAX_CHARACTERS else f"{visible(text[:_MAX_CHARACTERS])}…"


def _part_table(caption: str, heading: str, parts: Mapping[Any, Run]) -> Table:
    """Return a table of the parts of one run."""
    score = _score(next(iter(parts.values())))
    others = [rate.short for rate in score.others.values()]
    return Table(
        caption,
        [heading, "samples", *score.counts.values(), score.name.short, *others],
        [
            [
                legible(str(label)),
                whole(len(part.measured)),
                *_count_cells(part),
                _score_cell(part),
                *_other_cells(part),
            ]
            for label, part in parts.items()
        ],
    )


def _count_cells(run: Run) -> list[Number]:
    result = run.metric.result(run.sums)
    return [whole(int(result[key])) for key in _score(run).counts]


def _other_cells(run: Run) -> list[Number]:
    """Return the cells of the rates beside the score."""
    result, write = run.metric.result(run.sums), _score(run).write
    return [Number(write(result[rate]), result[rate]) for rate in _score(run).others]


def _score(run: Run) -> Score:
    return SCORES[run.metric.key]


def _score_cell(run: Run) -> Number:
    value = float(run.metric.result(run.sums)[run.metric.key])
    return Number(_score(run).write(value), value)


def _interval_cell(ends: Sequence[float] | None, score: Score) -> Cell:
    return "none" if ends is None else Number(interval(ends, score.write), ends[0])


def _share(value: float) -> Number:
    return Number(percent(value, 1), value)


def _signed(difference: float, score: Score) -> str:
    return f"{'+' if difference > 0 else ''}{score.write(difference)}"


def _pair(pair: Mapping[str, Any]) -> str:
    return " / ".join(map(legible, pair["systems"]))

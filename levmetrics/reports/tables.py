"""The tables of a report that say more than those of a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from levmetrics.rendering.labels import SCORES, better, interval, interval_heading
from levmetrics.rendering.table import Table, whole, written
from levmetrics.rendering.text import legible
from levmetrics.reports.systems import Systems
from levmetrics.run import Run
from levmetrics.tables import interval_cell, part_rows, result_cells, result_headings, share

MAX_GROUPS = 500
_BINS = 10
_LENGTH_CLASSES = 6


def system_table(systems: Systems) -> Table:
    """Return a table of the systems: score, interval, and counts if there are any."""
    score, key = systems.score, systems.metric.key
    rows = []
    for name, run in systems.runs.items():
        _, *cells = result_cells(key, run.summary())
        counts, rates = cells[: len(score.counts)], cells[len(score.counts) :]
        ends = interval_cell(systems.intervals[name], score.write)
        rows.append([legible(name), rates[0], ends, *rates[1:], *counts])
    return Table(
        f"{score.name.full} ({better(systems.metric.higher_is_better)})",
        ["system"],
        [
            score.name.short,
            interval_heading(systems.resampling["confidence_level"]),
            *(rate.short for rate in score.others.values()),
            *score.counts.values(),
        ],
        rows,
    )


def group_table(systems: Systems) -> Table:
    """Return a table of the groups, with the score of each system."""
    parts = [run.split_by_group(systems.groups) for run in systems.runs.values()]
    shown = [*parts[0]][:MAX_GROUPS]
    if len(parts) == 1:
        return _part_table("Scores by group", "group", {label: parts[0][label] for label in shown})
    return Table(
        f"{systems.score.name.full} by group",
        ["group"],
        ["samples", *map(legible, systems.runs)],
        [
            [
                legible(str(label)),
                whole(parts[0][label].sample_count),
                *(written(groups[label].score, systems.score.write) for groups in parts),
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
    scores, score = run.sample_scores(), SCORES[run.metric.key]
    edges = np.arange(_BINS + 1) / _BINS  # as close to tenths as the scores are
    counts, _ = np.histogram(np.minimum(scores, 1.0), edges)
    names = [interval(ends, score.write) for ends in pairwise(edges.tolist())]
    if not run.metric.higher_is_better:
        names[-1] = f"{score.write(edges[-2])} or more"
    return Table(
        "Samples by score",
        [score.name.short],
        ["samples", "share"],
        [
            [name, whole(count), share(count / len(scores))]
            for name, count in zip(names, counts.tolist(), strict=True)
        ],
    )


def _part_table(caption: str, heading: str, parts: Mapping[Any, Run]) -> Table:
    """Return a table of the parts of one run."""
    score = next(iter(parts.values())).metric.key
    results = {label: part.summary() for label, part in parts.items()}
    return Table(caption, [heading], result_headings(score), part_rows(score, results))

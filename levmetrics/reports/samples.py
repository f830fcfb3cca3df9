"""The samples of a report: the worst with alignments, and as many as fit as rows of a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from levmetrics.alignment.presentation import alignment_markup
from levmetrics.inputs.system_columns import CheckedColumn
from levmetrics.rendering.labels import ERRORS
from levmetrics.rendering.text import legible, shortened
from levmetrics.reports.systems import Systems, text_finder
from levmetrics.scores.error_counts import ErrorCounts

# A browser opens a page of 5 MB in a second: these leave room for plots and tables.
_MAX_ROW_BYTES = 2_300_000
_MAX_ALIGNED_CHARACTERS = 1_200_000
_MARKUP_CHARACTERS = 25  # around a token
_MAX_CHARACTERS = 1_001  # of a text in a row


class AlignedSystem(NamedTuple):
    """What one system made of a sample.

    Attributes:
        name: of the system.
        score: as it is written.
        alignment: HTML; ``None`` where it is too long to be drawn.

    """

    name: str
    score: str
    alignment: str | None


class Column(NamedTuple):
    """A column of the table of samples.

    Attributes:
        heading: as it is shown.
        kind: ``"number"`` or ``"text"``, which takes more room; empty for a label.
        value: returns what it has of a sample, by its number from 0.

    """

    heading: str
    kind: str
    value: Callable[[int], str | int]


def aligned_samples(systems: Systems, n: int) -> list[tuple[str, list[AlignedSystem]]]:
    """Return the ids of the worst samples, with what each system made of them.

    Those without an error are left out; of nested values there are none.

    Args:
        systems: that were scored.
        n: how many to return.

    """
    if systems.metric.nested:
        return []
    correct = [statistics.correct for statistics in systems.statistics.values()]
    room = _MAX_ALIGNED_CHARACTERS
    samples = []
    for sample in systems.worst_first[:n].tolist():
        if all(of_system[sample] for of_system in correct):
            continue
        aligned = []
        for name, run in systems.runs.items():
            pred, target = run.token_pairs.sample(sample)
            characters = sum(_MARKUP_CHARACTERS + len(str(token)) for token in (*pred, *target))
            markup = None
            if characters <= room:
                markup = alignment_markup(run.alignment(sample).operations)
                room -= characters
            score = systems.score.write(float(run.sample_scores()[sample]))
            aligned.append(AlignedSystem(legible(name), score, markup))
        samples.append((legible(str(systems.ids[sample])), aligned))
    return samples


def sample_rows(systems: Systems) -> tuple[list[Column], list[str]]:
    """Return the columns of the table of samples, which the page's script draws, and its rows.

    The rows are JSON, the worst sample first, as many as fit.
    """
    columns = _columns(systems)
    rows: list[str] = []
    room = _MAX_ROW_BYTES
    for sample in systems.worst_first.tolist():
        row = _json([column.value(sample) for column in columns])
        room -= len(row.encode())
        if room < 0:
            break
        rows.append(row)
    return columns, rows


def _json(row: Sequence[str | int]) -> str:
    """Write a row as JSON that no text in it can end, inside the element that it is in."""
    written = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c")


def _columns(systems: Systems) -> list[Column]:
    ids, groups = systems.ids, systems.groups
    columns = [
        Column("sample", "", lambda sample: legible(str(ids[sample]))),
        *_score_columns(systems),
    ]
    if groups is not None:
        columns.append(Column("group", "", lambda sample: legible(str(groups[sample]))))
    columns.append(_text_column("reference", systems.references))
    for name, run in systems.runs.items():
        heading = legible(name) if len(systems.runs) > 1 else "prediction"
        columns.append(_text_column(heading, run.columns()[0]))
    return columns


def _score_columns(systems: Systems) -> list[Column]:
    """Return columns of scores and counts; of several systems, of all errors together."""
    several = len(systems.runs) > 1
    columns = []
    for name, run in systems.runs.items():
        shown = {
            systems.score.name.short: [*map(systems.score.write, run.sample_scores().tolist())]
        }
        counts = run.measured
        if isinstance(counts, ErrorCounts) and several:
            shown["errors"] = counts.errors.tolist()
        elif isinstance(counts, ErrorCounts):
            shown |= {count.heading: getattr(counts, count.key).tolist() for count in ERRORS}
        suffix = f", {legible(name)}" if several else ""
        columns += [
            Column(f"{heading}{suffix}", "number", values.__getitem__)
            for heading, values in shown.items()
        ]
    return columns


def _text_column(heading: str, column: CheckedColumn) -> Column:
    find = text_finder(column)
    return Column(heading, "text", lambda sample: legible(shortened(find(sample), _MAX_CHARACTERS)))

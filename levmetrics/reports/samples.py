"""The samples of a report: the worst with alignments, and as many as fit as rows of a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from levmetrics.alignment.presentation import alignment_markup
from levmetrics.rendering.labels import ERRORS
from levmetrics.rendering.text import legible
from levmetrics.reports.systems import Systems, TextFinder, text_finder

# A browser opens a page of 5 MB in a second: these leave room for plots and tables.
_MAX_ROW_BYTES = 2_300_000
_MAX_ALIGNED_CHARACTERS = 1_200_000
_MARKUP_CHARACTERS = 25  # around a token
_MAX_CHARACTERS = 1_000  # of a text in a row


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


class AlignedSample(NamedTuple):
    """A sample with the alignment of each system.

    Attributes:
        id: of the sample.
        systems: what each of them made of it.

    """

    id: str
    systems: Sequence[AlignedSystem]


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


@dataclass(frozen=True)
class SampleRows:
    """The table of samples, which the page's script draws.

    Attributes:
        columns: the columns, in the order of a row.
        json: the rows, the worst sample first.
        shown: how many rows there are.
        left_out: how many samples have none.

    """

    columns: Sequence[Column]
    json: str
    shown: int
    left_out: int


def aligned_samples(systems: Systems, n: int) -> list[AlignedSample]:
    """Return the worst samples, those without an error left out; none of nested values.

    Args:
        systems: that were scored.
        n: how many to return.

    """
    if systems.metric.nested:
        return []
    correct = [statistics.correct for statistics in systems.statistics.values()]
    worst = (
        int(sample)
        for sample in systems.worst_first[:n]
        if not all(of_system[sample] for of_system in correct)
    )
    room = _MAX_ALIGNED_CHARACTERS
    samples = []
    for sample in worst:
        aligned, characters = _aligned(systems, sample, room)
        samples.append(AlignedSample(legible(systems.ids[sample]), aligned))
        room -= characters
    return samples


def _aligned(systems: Systems, sample: int, room: int) -> tuple[list[AlignedSystem], int]:
    """Return what each system made of a sample, and about how many characters that takes.

    Args:
        systems: that were scored.
        sample: its number, from 0.
        room: for how many characters there is room.

    """
    aligned, drawn = [], 0
    for name, run in systems.runs.items():
        pred, target = run.token_pairs.sample(sample)
        characters = sum(_MARKUP_CHARACTERS + len(str(token)) for token in (*pred, *target))
        markup = None
        if drawn + characters <= room:
            drawn += characters
            markup = alignment_markup(run.alignment(sample).operations)
        score = systems.score.write(float(run.sample_scores()[sample]))
        aligned.append(AlignedSystem(legible(name), score, markup))
    return aligned, drawn


def sample_rows(systems: Systems) -> SampleRows:
    """Return the rows of the samples, the worst first, as many as fit."""
    columns = _columns(systems)
    rows: list[str] = []
    room = _MAX_ROW_BYTES
    for sample in systems.worst_first.tolist():
        row = _json([column.value(sample) for column in columns])
        room -= len(row.encode())
        if room < 0:
            break
        rows.append(row)
    return SampleRows(
        columns=columns,
        json=f"[{','.join(rows)}]",
        shown=len(rows),
        left_out=len(systems.ids) - len(rows),
    )


def _json(row: Sequence[str | int]) -> str:
    """Write a row as JSON that no text in it can end, inside the element that it is in."""
    written = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c")


def _columns(systems: Systems) -> list[Column]:
    names = [legible(name) for name in systems.runs]
    texts = ["prediction"] if len(names) == 1 else names
    sides = zip(
        ["reference", *texts], [systems.references, *systems.predictions.values()], strict=True
    )

    def sample_id(sample: int) -> str:
        return legible(systems.ids[sample])

    return [
        Column("sample", "", sample_id),
        *_score_columns(systems),
        *_group_columns(systems.groups),
        *(_text_column(name, text_finder(column)) for name, column in sides),
    ]


def _score_columns(systems: Systems) -> list[Column]:
    """Return columns of scores and counts; of several systems, of all errors together."""
    write = systems.score.write
    columns = []
    for name, run in systems.runs.items():
        suffix = f", {legible(name)}" if len(systems.runs) > 1 else ""
        scores = [*map(write, run.sample_scores().tolist())]
        columns.append(Column(f"{systems.score.name.short}{suffix}", "number", scores.__getitem__))
        counts = systems.counts(name)
        if counts is None:
            continue
        shown = {"errors": counts.errors}
        if len(systems.runs) == 1:
            shown = {count.heading: getattr(counts, count.key) for count in ERRORS}
        columns += [
            Column(f"{heading}{suffix}", "number", values.tolist().__getitem__)
            for heading, values in shown.items()
        ]
    return columns


def _group_columns(groups: Sequence[object] | None) -> list[Column]:
    if groups is None:
        return []
    return [Column("group", "", lambda sample: legible(str(groups[sample])))]


def _text_column(name: str, find: TextFinder) -> Column:
    return Column(name, "text", lambda sample: _shortened(find(sample)))


def _shortened(text: str) -> str:
    shown = legible(text[: _MAX_CHARACTERS + 1])
    return shown if len(text) <= _MAX_CHARACTERS else f"{shown[:_MAX_CHARACTERS]}…"

"""The charts of one system: tables with bars whose rows select samples."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from levmetrics.alignment.explanation import Confusions
from levmetrics.core.run import Run
from levmetrics.core.tables import part_rows, result_cells
from levmetrics.edits.kernel import samples_of_edits
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.rendering.labels import percent
from levmetrics.rendering.table import Cell, Table, whole, written
from levmetrics.rendering.text import legible, shortened, told_apart, visible
from levmetrics.rendering.worded_tables import translations
from levmetrics.significance.few_units import MIN_SAMPLES, MIN_UNITS, reliability
from levmetrics.significance.resampling import bootstrap
from levmetrics.view.language import Language, say, words_in, words_of
from levmetrics.view.names import interval_cell, interval_heading, short_name
from levmetrics.view.systems import Systems

_MANY = 10  # samples: fewer have no distribution
_BINS, _LENGTH_CLASSES = 10, 6
_MAX_GROUPS, _MAX_INTERVALS = 500, 30  # groups in the table, and those whose intervals are computed
_MAX_EDITS, _MAX_TOKEN = 15, 40  # edits, and characters of a token
_Groups: TypeAlias = Mapping[Hashable, Mapping[str, Any]]  # the result of each group


@dataclass(frozen=True)
class Chart:
    """A table of parts of the samples, and which samples each row selects.

    Attributes:
        table: the table.
        classes: the row of each sample, for rows that share the samples among them.
        members: the samples of each row, for rows that may share a sample.

    """

    table: Table
    classes: IntArray | None = None
    members: Sequence[Sequence[int]] = ()


def by_score(language: Language, run: Run) -> Chart | None:
    """Return how many samples have which score; ``None`` if all are alike, or few."""
    metric, scores = run.metric, run.sample_scores()
    classes = _bins(scores, higher_is_better=metric.higher_is_better)
    present = np.unique(classes[classes >= 0]).tolist()
    if len(scores) < _MANY or len(present) < 2:
        return None
    name = short_name(metric)
    names = _bin_names(language, run)
    rows: list[list[Cell]] = [[names[i], whole(int((classes == i).sum()))] for i in present]
    caption, heading = say(language, "histogram_title", score=name), say(language, "samples")
    table = Table(caption, [name], [heading], rows, bars=heading, selects="score")
    return Chart(table, classes_of(classes.tolist(), present))


def _bins(scores: FloatArray, *, higher_is_better: bool) -> IntArray:
    """Return the bin of each score: 0, tenths up to 1, and what is beyond; -1 without a score."""
    inner = 1 + np.minimum(np.floor(10 * np.nan_to_num(scores)), _BINS - 1)
    beyond = scores >= 1 if higher_is_better else scores > 1
    bins = np.where(beyond, _BINS + 1, np.where(scores <= 0, 0, inner))
    return np.where(np.isnan(scores), -1, bins).astype(np.int64)


def _bin_names(language: Language, run: Run) -> list[str]:
    """Return the names of all bins of scores."""
    keys = ("bin_perfect_rate", "bin_over")
    if run.metric.higher_is_better:
        keys = ("bin_zero", "bin_perfect_similarity")
    if run.metric.label.write is not percent:
        ends = (f"{i / _BINS:g}–{(i + 1) / _BINS:g}" for i in range(_BINS))
        return ["0", *ends, "1" if run.metric.higher_is_better else "> 1"]
    between = (
        say(language, "bin_between", low=low, high=high)
        for low, high in pairwise(range(0, 10 * _BINS + 1, 10))
    )
    return [say(language, keys[0]), *between, say(language, keys[1])]


def by_length(language: Language, run: Run) -> Chart | None:
    """Return the score by the length of the reference; ``None`` if all are alike, or few."""
    lengths, unit = run.measured.lengths, run.measured.unit
    if lengths is None or len(lengths) < _MANY:
        return None
    lengths = np.ceil(lengths).astype(np.int64)
    inner = np.quantile(lengths, np.linspace(0, 1, _LENGTH_CLASSES + 1)[1:-1], method="higher")
    starts = np.unique([lengths.min(), *inner])
    if len(starts) < 2:
        return None
    ends = [*(starts[1:] - 1), lengths.max()]
    names = [
        f"{start:,}" if start == end else f"{start:,}–{end:,}"
        for start, end in zip(starts, ends, strict=True)
    ]
    classes = np.searchsorted(starts, lengths, side="right") - 1
    parts = run.split_by_group(classes)
    said, score = words_of(run.metric, language), short_name(run.metric)
    title, heading = said.get(f"explorer_lengths_{unit}"), say(language, "length")
    if title is None:
        title, heading = said["explorer_lengths_units"], f"{heading} ({unit})"
    rows: list[list[Cell]] = [
        [names[i], whole(parts[i].sample_count), written(parts[i].score, run.metric.label.write)]
        for i in sorted(parts)
    ]
    headings, title = [say(language, "samples"), score], title.format(score=score)
    return Chart(Table(title, [heading], headings, rows, bars=score, selects="length"), classes)


def by_group(language: Language, systems: Systems) -> Chart | None:
    """Return the score of each group, of one system or of several; ``None`` for fewer than two."""
    results = [run.summary().get("groups", {}) for run in systems.runs.values()]
    names = [*results[0]][:_MAX_GROUPS]
    if len(names) < 2:
        return None
    tabled = _groups_of_one if systems.comparison is None else _groups_of_several
    table = replace(
        tabled(language, systems, [{name: groups[name] for name in names} for groups in results]),
        selects="group" if systems.has_samples else "",
        left_out=len(results[0]) - len(names),
    )
    return Chart(table, classes_of(systems.groups or [], names))


def _groups_of_one(language: Language, systems: Systems, results: Sequence[_Groups]) -> Table:
    """Return the results of each group, with an interval of those that have enough samples.

    A sum of runs has groups, but no intervals.
    """
    run, label, (groups,) = systems.first, systems.label, results
    score = short_name(run.metric)
    cells = {name: result_cells(run.metric, result) for name, result in groups.items()}
    word = translations(words_in(language))
    headings = [
        score if one == label.name.short else word.get(one, one)
        for one in next(iter(cells.values()))
    ]
    rows, notes = part_rows(cells), []
    if run.has_samples and len(groups) <= _MAX_INTERVALS:
        ends = _intervals_of_groups(systems)
        if any(ends.values()):
            place = headings.index(score) + 1
            headings.insert(place, interval_heading(language, systems.resampling))
            for row, name in zip(rows, groups, strict=True):
                end = ends[name]
                row.insert(1 + place, interval_cell(language, end, label.write) if end else "")
            numbers = {"shown": MIN_UNITS, "reliable": MIN_SAMPLES}
            notes.append(say(language, "explorer_groups_note", **numbers))
    title = say(language, "explorer_groups", score=score)
    return Table(title, [say(language, "explorer_group")], headings, rows, notes, score)


def _groups_of_several(language: Language, systems: Systems, results: Sequence[_Groups]) -> Table:
    """Return the score of each group in each system."""
    key, write = systems.metric.key, systems.label.write
    rows: list[list[Cell]] = [
        [
            legible(str(name)),
            whole(result["samples"]),
            *(written(groups[name][key], write) for groups in results),
        ]
        for name, result in results[0].items()
    ]
    numbers = [say(language, "samples"), *map(legible, systems.runs)]
    labels, title = [say(language, "explorer_group")], say(language, "comparing_by_group")
    return Table(title, labels, numbers, rows)


def classes_of(labels: Sequence[Hashable], names: Sequence[Hashable]) -> IntArray:
    """Return the place of each label among the shown names; -1 for one that is not shown."""
    places = {name: i for i, name in enumerate(names)}
    return np.array([places.get(label, -1) for label in labels], np.int64)


def _intervals_of_groups(systems: Systems) -> Mapping[Any, Sequence[float] | None]:
    """Return the interval of each group's score; ``None`` for a group of too few samples."""
    return {
        label: None
        if reliability(part.sample_count) == "none"
        else bootstrap([part.statistics()], systems.resampling).interval  # the note warns of few
        for label, part in systems.first.split_by_group().items()
    }


def by_edit(language: Language, systems: Systems) -> Chart | None:
    """Return the most frequent edits of a single system's tokens; ``None`` without any."""
    run, title = systems.first, say(language, "confusions_title")
    for confusions in systems.confusions.values():
        table = edit_table(language, confusions, title)
        if table is not None:
            edits = [edit for edit, _ in confusions.edits(_MAX_EDITS)]
            found = samples_of_edits(run.metric.shown_pairs(run), edits)
            members = [each.tolist() for each in found]
            return Chart(replace(table, selects="edit"), members=members)
    return None


def edit_table(language: Language, confusions: Confusions, title: str) -> Table | None:
    """Return the most frequent edits of all kinds; ``None`` for confusions that are no edits."""
    rows: list[list[Cell]] = [
        [*_shown(*tokens), whole(times)] for (_, *tokens), times in confusions.edits(_MAX_EDITS)
    ]
    if not rows:
        return None
    labels = [say(language, "column_reference"), say(language, "column_prediction")]
    heading = say(language, "times")
    return Table(title, labels, [heading], rows, bars=heading)


def _shown(*edit: Hashable) -> list[str]:
    """Return the display form of both tokens of an edit; a dash for none."""
    target, pred = (None if token is None else str(token) for token in edit)
    tokens = (target, pred) if target is None or pred is None else told_apart(target, pred)
    return ["–" if token is None else visible(shortened(token, _MAX_TOKEN)) for token in tokens]

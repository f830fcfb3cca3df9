"""The columns of scores that are added to a table, made part by part."""

from __future__ import annotations

import numpy as np

from levmetrics.arrays import FloatArray
from levmetrics.frames.frame import Frame
from levmetrics.frames.rows import Columns, RowScorer
from levmetrics.scores.group_sums import GroupSums
from levmetrics.scores.sample_statistics import group_labels


def check_names(frame: Frame, scorer: RowScorer, groups: str | None = None) -> None:
    """Refuse a table without the columns that are read, or with one that is added.

    Raises:
        InputError: naming the column.

    """
    read = [scorer.prediction, scorer.reference]
    added = [*scorer.columns(scorer.empty)]
    if groups is not None:
        read.append(groups)
        added.append(_group_score(scorer))
    for name in read:
        frame.check_has(name)
    frame.check_lacks(added)


def added_columns(
    frame: Frame, scorer: RowScorer, groups: str | None = None, first: int | None = 0
) -> Columns:
    """Score the rows of a table part by part, and return the columns to add.

    Args:
        frame: the table.
        scorer: of its rows.
        groups: the name of the column of labels, if there is one.
        first: the number of the first row, for messages; ``None`` if they name a batch.

    Raises:
        InputError: for anything that cannot be scored.

    """
    group = None
    if groups is not None:
        labels = group_labels(frame.column(groups), len(frame), groups)
        group = np.asarray(labels.indices)
    parts = {name: [values] for name, values in scorer.columns(scorer.empty).items()}
    of_groups = GroupSums.empty(scorer.empty.sums)
    start = 0
    for predictions, references in frame.parts(scorer.prediction, scorer.reference):
        run = scorer.run(predictions, references, None if first is None else first + start)
        for name, values in scorer.columns(run).items():
            parts[name].append(values)
        end = start + len(run.measured)
        if group is not None:
            of_groups += run.sums_by_group(group[start:end])
        start = end
    # The parts of one column at a time are there twice.
    columns = {name: np.concatenate(parts.pop(name)) for name in [*parts]}
    if group is not None:
        columns[_group_score(scorer)] = _scores(of_groups, scorer)[group]
    return columns


def _scores(of_groups: GroupSums, scorer: RowScorer) -> FloatArray:
    """Return the score of each group."""
    measures = scorer.metric.measures
    rows = (
        {name: value[row] for name, value in of_groups.sums.items()}
        for row in range(len(of_groups.labels))
    )
    return np.array([next(iter(measures(sums).values())) for sums in rows], np.float64)


def _group_score(scorer: RowScorer) -> str:
    return f"{scorer.prefix}group_{scorer.metric.key}"

"""The columns of scores that are added to a table, made part by part."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from levmetrics.arrays import FloatArray
from levmetrics.frames.frame import Frame
from levmetrics.frames.rows import Columns, RowScorer
from levmetrics.scores.sample_statistics import SampleStatistics, group_labels


def check_names(frame: Frame, scorer: RowScorer, groups: str | None = None) -> None:
    """Refuse a table without the columns that are read, or with one that is added.

    Raises:
        InputError: naming the column.

    """
    read = [scorer.prediction, scorer.reference]
    added = [*scorer.columns(scorer.of_nothing)]
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
    labels = None if groups is None else group_labels(frame.column(groups), len(frame), groups)
    parts = {name: [values] for name, values in scorer.columns(scorer.of_nothing).items()}
    statistics = [scorer.of_nothing.statistics()]
    start = 0
    for predictions, references in frame.parts(scorer.prediction, scorer.reference):
        run = scorer.run(predictions, references, None if first is None else first + start)
        for name, values in scorer.columns(run).items():
            parts[name].append(values)
        if labels is not None:
            statistics.append(run.statistics())
        start += len(run.samples)
    # The parts of one column at a time are there twice.
    columns = {name: np.concatenate(parts.pop(name)) for name in [*parts]}
    if labels is not None:
        columns[_group_score(scorer)] = _of_groups(labels, SampleStatistics.joined(statistics))
    return columns


def _of_groups(labels: pa.DictionaryArray, statistics: SampleStatistics) -> FloatArray:
    """Return the pooled score of each row's group, row by row."""
    of_groups: FloatArray = statistics.by_group(labels).rates[np.asarray(labels.indices)]
    return of_groups


def _group_score(scorer: RowScorer) -> str:
    return f"{scorer.prefix}group_{scorer.scoring.score}"

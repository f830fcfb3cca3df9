"""The worst samples of a corpus that is scored batch by batch."""

from __future__ import annotations

import math
from heapq import nsmallest
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from levmetrics.lazy import pa

if TYPE_CHECKING:
    from levmetrics.core.run import Run
    from levmetrics.formats.samples import Batch

_SIDES = ("reference", "prediction")

Rank: TypeAlias = tuple[float, float, int]
"""The place of a sample from the worst to the best: by errors, then score, then order."""


def ranks(batch: Batch, run: Run) -> list[Rank]:
    """Return the rank of each sample, as :meth:`levmetrics.core.run.Run.worst_first` sorts them."""
    scores = run.sample_scores()
    found = run.errors()
    errors = np.zeros(len(scores)) if found is None else found
    goodness = scores if run.metric.higher_is_better else -scores
    columns = (errors.tolist(), goodness.tolist(), batch.rows)
    return [
        (-wrong, math.inf if math.isnan(good) else good, row)
        for wrong, good, row in zip(*columns, strict=True)
    ]


def worst_samples(batch: Batch, run: Run, most: int) -> list[tuple[Rank, dict[str, Any]]]:
    """Return the samples of a batch with the most errors, or the worst scores, and their ranks.

    Samples without an error are left out. Each is a row: id or row, texts, score, rates and counts.

    Args:
        batch: the samples.
        run: their run.
        most: the largest number of samples.

    """
    ranked, correct = ranks(batch, run), run.statistics().correct.tolist()
    wrong = [index for index, is_correct in enumerate(correct) if not is_correct]
    worst = nsmallest(most, wrong, key=ranked.__getitem__)
    columns = [*_SIDES, *run.numbers()]
    rows = run.samples().select(columns).take(pa.array(worst, pa.int64())).to_pylist()
    names, of_names = batch.sample_names, "row" if batch.ids is None else "id"
    readable = run.metric.takes.readable
    rows = [row | {side: readable(row[side]) for side in _SIDES} for row in rows]
    named = [{of_names: names[index], **row} for index, row in zip(worst, rows, strict=True)]
    return [*zip(map(ranked.__getitem__, worst), named, strict=True)]

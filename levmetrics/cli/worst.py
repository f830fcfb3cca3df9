"""The worst samples of a corpus that is scored batch by batch."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from heapq import nsmallest
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from levmetrics.lazy import pa

if TYPE_CHECKING:
    from levmetrics.formats.samples import Batch
    from levmetrics.run import Run

_SIDES = ("reference", "prediction")

Rank: TypeAlias = tuple[float, float, int]
"""The place of a sample from the worst to the best: by errors, then score, then order."""


def ranks(batch: Batch, run: Run) -> list[Rank]:
    """Return the rank of each sample, as :meth:`levmetrics.run.Run.worst_first` sorts them."""
    scores = run.sample_scores()
    found = run.errors()
    errors = np.zeros(len(scores)) if found is None else found
    goodness = scores if run.metric.higher_is_better else -scores
    columns = (errors.tolist(), goodness.tolist(), batch.rows)
    return [
        (-wrong, math.inf if math.isnan(good) else good, row)
        for wrong, good, row in zip(*columns, strict=True)
    ]


@dataclass
class WorstSamples:
    """The samples with the most errors, or the worst scores; those without an error are left out.

    Attributes:
        most: the number of samples to keep.

    """

    most: int
    _kept: list[tuple[Rank, dict[str, Any]]] = field(default_factory=list)

    def add(self, batch: Batch, run: Run) -> None:
        """Add the samples of a batch."""
        ranked, correct = ranks(batch, run), run.statistics().correct.tolist()
        wrong = [index for index, is_correct in enumerate(correct) if not is_correct]
        worst = nsmallest(self.most, wrong, key=ranked.__getitem__)
        columns = [*_SIDES, run.metric.key, *run.counts()]
        names, of_names = batch.sample_names, "row" if batch.ids is None else "id"
        rows = run.samples().select(columns).take(pa.array(worst, pa.int64())).to_pylist()
        readable = run.metric.takes.readable
        rows = [row | {side: readable(row[side]) for side in _SIDES} for row in rows]
        named = (
            (ranked[index], {of_names: names[index], **row})
            for index, row in zip(worst, rows, strict=True)
        )
        self._kept = nsmallest(self.most, [*self._kept, *named], key=itemgetter(0))

    def rows(self) -> list[dict[str, Any]]:
        """Return the samples from the worst on: id or row, texts, score and counts."""
        return [row for _, row in self._kept]

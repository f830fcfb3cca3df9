"""A corpus scored batch by batch: what is kept of it does not grow with its texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.scoring import Scoring, ScoringRun


@dataclass
class Corpus:
    """The sums of all batches so far.

    Attributes:
        scoring: the metric with its options.
        run: the sums of all samples.
        samples: how many there are.
        groups: the same of each group by its label, in the order of their first samples.

    >>> from levmetrics.scoring import scoring_of
    >>> corpus = Corpus(scoring_of("wer_lev", options={}))
    >>> for preds, target in [(["is there"], ["who is there"]), (["hello"], ["hello"])]:
    ...     _ = corpus.add(preds, target)
    >>> corpus.run.result()["wer"], corpus.samples
    (0.25, 2)

    """

    scoring: Scoring
    run: ScoringRun = field(init=False)
    samples: int = 0
    groups: dict[Any, Corpus] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.run = self.scoring.of_nothing()

    def add(self, preds: Any, target: Any, groups: ColumnLike | None = None) -> ScoringRun:
        """Score a batch, and return its run.

        Args:
            preds: one prediction a sample.
            target: the references.
            groups: a label for each sample.

        Raises:
            InputError: for anything that cannot be scored, with its position in the batch.

        """
        run = self.scoring.run(preds, target)
        self._take(run)
        if groups is not None:
            for label, of_group in run.split_by_group(groups).items():
                self.groups.setdefault(label, Corpus(self.scoring))._take(of_group)
        return run

    def _take(self, run: ScoringRun) -> None:
        self.run += run
        self.samples += len(run.samples)

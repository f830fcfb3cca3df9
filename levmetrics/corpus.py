"""A corpus scored in batches or in parts: what is kept of it does not grow with its texts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.scoring import Scoring, ScoringRun

if TYPE_CHECKING:
    from levmetrics.significance.intervals import Interval

_LABEL, _SAMPLES = "group_label", "group_samples"  # of the whole corpus, the label is null


@dataclass
class Corpus:
    """The sums of all batches so far.

    ``a + b`` is the corpus of the samples of both.

    Attributes:
        scoring: the metric with its options.
        run: the sums of all samples.
        samples: how many there are.
        groups: the same of each group by its label, in the order of their first samples.
        resampling: of the interval in the result, as :meth:`interval` takes it; ``None``: without.
        packages: what took part in scoring it besides levmetrics, for the signature.

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
    resampling: Mapping[str, Any] | None = None
    packages: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.run = self.scoring.of_nothing()

    def add(
        self,
        preds: Any,
        target: Any,
        groups: ColumnLike | None = None,
        ids: ColumnLike | None = None,
    ) -> ScoringRun:
        """Score a batch, and return its run.

        Args:
            preds: one prediction a sample.
            target: the references.
            groups: a label for each sample.
            ids: what identifies each sample, for an interval; in all batches or in none.

        Raises:
            InputError: for anything that cannot be scored, with its position in the batch.

        """
        return self.add_run(self.scoring.run(preds, target), groups, ids)

    def add_run(
        self, run: ScoringRun, groups: ColumnLike | None = None, ids: ColumnLike | None = None
    ) -> ScoringRun:
        """Add a batch that is scored already, and return its run.

        Args:
            run: of the batch, with its samples.
            groups: a label for each sample.
            ids: as for :meth:`add`.

        Raises:
            InputError: if there is not one label or id for each sample.

        """
        if ids is not None:
            run = run.with_random_groups(ids)
        of_groups = {} if groups is None else run.split_by_group(groups)
        self._take(run, len(run.samples))
        for label, of_group in of_groups.items():
            self._group(label)._take(of_group, len(of_group.samples))
        return run

    def __add__(self, other: Corpus) -> Corpus:
        if not isinstance(other, Corpus):
            return NotImplemented
        total = Corpus(self.scoring, resampling=self.resampling, packages=self.packages)
        for part in (self, other):
            total._take(part.run, part.samples)
            for label, of_group in part.groups.items():
                total._group(label)._take(of_group.run, of_group.samples)
        return total

    def __radd__(self, other: object) -> Corpus:
        return self if other == 0 else NotImplemented  # so that sum() works

    def result(self) -> dict[str, Any]:
        """Return scores, counts and the number of samples, the main score first.

        With ``resampling`` also ``<score>_interval`` (both ends) and ``confidence_level``.

        >>> from levmetrics.scoring import scoring_of
        >>> corpus = Corpus(scoring_of("anls", options={}), resampling={"confidence_level": 0.6})
        >>> _ = corpus.add(["rain", "sun"], ["shine", "sun"], ids=[1, 2])
        >>> corpus.result()
        {'anls': 0.7, 'samples': 2, 'anls_interval': [0.4, 1.0], 'confidence_level': 0.6}
        """
        result = {**self.run.result(), "samples": self.samples}
        if self.resampling is None:
            return result
        return {
            **result,
            f"{self.scoring.score}_interval": [*self.interval(**self.resampling)],
            "confidence_level": self.resampling["confidence_level"],
        }

    def by_group(self) -> dict[Any, dict[str, Any]]:
        """Return the result of each group by its label."""
        return {label: of_group.result() for label, of_group in self.groups.items()}

    def interval(self, **resampling: Any) -> Interval:
        """Estimate where the score lies; the same however the samples are spread over batches.

        Args:
            **resampling: ``confidence_level``, ``n_resamples``, ``method`` and ``seed``, as
                :func:`levmetrics.significance.intervals.confidence_interval` takes them.

        Raises:
            InputError: for fewer than two samples, and if they were added without ids.

        """
        return self.run.interval_by_random_groups(**resampling)

    def signature(self, **settings: Any) -> str:
        """Say how the score came about; see :meth:`levmetrics.scoring.Scoring.signature`."""
        # The same seed gives another interval over samples than over random groups of them.
        resampled = {"resampled": "random_groups", **self.resampling} if self.resampling else {}
        return self.scoring.signature(self.packages, **resampled, **settings)

    def to_arrow(self) -> pa.Table:
        """Return the sums as a table: a row for the corpus, and one for each of its groups.

        Tables of parts, concatenated, are added up by :meth:`from_arrow`. Without samples there are
        no rows.
        """
        rows = [self._row(None), *(part._row(label) for label, part in self.groups.items())]
        return pa.concat_tables(rows if self.samples else [rows[0].slice(0, 0), *rows[1:]])

    @classmethod
    def from_arrow(cls, scoring: Scoring, rows: pa.Table) -> Corpus:
        """Return the corpus of the parts that :meth:`to_arrow` wrote, its groups in order.

        Args:
            scoring: the metric with its options, the same as of the parts.
            rows: those of all parts.

        Raises:
            InputError: if they are of other settings, or no such rows.

        >>> from levmetrics.scoring import scoring_of
        >>> scoring = scoring_of("wer_lev", options={})
        >>> parts = Corpus(scoring), Corpus(scoring)
        >>> _ = parts[0].add(["a", "b"], ["a", "x"], ["ann", "bob"])
        >>> _ = parts[1].add(["c"], ["c"], ["bob"])
        >>> rows = pa.concat_tables([part.to_arrow() for part in parts])
        >>> whole = Corpus.from_arrow(scoring, rows)
        >>> whole.run.result()["wer"], whole.groups["bob"].run.result()["wer"]
        (0.3333333333333333, 0.5)

        """
        if not {_LABEL, _SAMPLES} <= {*rows.column_names}:
            raise InputError(
                f"rows has the columns {', '.join(rows.column_names)}; give the table that "
                "Corpus.to_arrow returned"
            )
        written = rows[_LABEL].combine_chunks().dictionary_encode(null_encoding="encode")
        corpus = cls(scoring)
        for number, label in enumerate(written.dictionary.to_pylist()):
            of_label = rows.filter(pc.equal(written.indices, number))
            run = scoring.from_arrow(of_label)
            part = corpus if label is None else corpus._group(json.loads(label))
            part._take(run, int(np.sum(of_label[_SAMPLES])))
        corpus.groups = dict(sorted(corpus.groups.items()))
        return corpus

    def _row(self, label: str | int | None) -> pa.Table:
        row = self.run.to_arrow().append_column(_SAMPLES, pa.array([self.samples], pa.int64()))
        written = None if label is None else json.dumps(label, ensure_ascii=False)
        return row.append_column(_LABEL, pa.array([written], pa.string()))

    def _group(self, label: Any) -> Corpus:
        return self.groups.setdefault(label, Corpus(self.scoring))

    def _take(self, run: ScoringRun, samples: int) -> None:
        self.run = self.run + run if self.samples else run.without_samples()
        self.samples += samples

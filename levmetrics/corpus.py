"""A corpus scored in batches or in parts: what is kept of it does not grow with its texts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError, few
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.scores.group_sums import GroupSums, summed_by
from levmetrics.scoring import Scoring, ScoringRun
from levmetrics.scoring.saved import sums_of_rows, to_rows

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
    resampling: Mapping[str, Any] | None = None
    packages: Sequence[str] = ()
    _groups: GroupSums = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.run = self.scoring.of_nothing()
        self._groups = GroupSums.of_nothing(self.scoring.scorer.no_sums())

    @property
    def groups(self) -> dict[Any, Corpus]:
        """The corpus of each group by its label, in the order of their first samples."""
        of_groups: dict[Any, Corpus] = {}
        for row, label in enumerate(self._groups.labels):
            of_group = of_groups[label] = Corpus(self.scoring)
            sums = {name: value[row] for name, value in self._groups.sums.items()}
            of_group.run = self.scoring.of_sums(sums)
            of_group.samples = int(self._groups.samples[row])
        return of_groups

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
        of_groups = None if groups is None else run.sums_by_group(groups)
        self._take(run, len(run.samples))
        if of_groups is not None:
            self._groups += of_groups
        return run

    def __add__(self, other: Corpus) -> Corpus:
        if not isinstance(other, Corpus):
            return NotImplemented
        total = Corpus(self.scoring, resampling=self.resampling, packages=self.packages)
        for part in (self, other):
            total._take(part.run, part.samples)
            total._groups += part._groups
        return total

    def __radd__(self, other: object) -> Corpus:
        return self if other == 0 else NotImplemented  # so that sum() works

    def result(self) -> dict[str, Any]:
        """Return scores, counts and the number of samples, the main score first.

        With ``resampling`` also ``<score>_interval`` (both ends) and ``confidence_level``.

        >>> from levmetrics.scoring import scoring_of
        >>> corpus = Corpus(scoring_of("anls", options={}), resampling={"confidence_level": 0.6})
        >>> _ = corpus.add(["rain", "sun"], ["shine", "sun"], ids=[1, 2])
        >>> result = corpus.result()
        >>> [round(end, 4) for end in result["anls_interval"]], result["confidence_level"]
        ([0.2871, 1.0], 0.6)
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
        of_all = _with_label(self.run.to_arrow(), [None], np.array([self.samples]))
        groups = self._groups
        labels = [json.dumps(label, ensure_ascii=False) for label in groups.labels]
        sums = to_rows(self.scoring.scorer, groups.sums, len(labels))
        of_groups = _with_label(sums, labels, groups.samples)
        return pa.concat_tables([of_all if self.samples else of_all.slice(0, 0), of_groups])

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
                f"rows has the columns {few(rows.column_names)}; give the table that "
                "Corpus.to_arrow returned"
            )
        corpus = cls(scoring)
        is_group = pc.is_valid(rows[_LABEL])
        of_all, of_groups = rows.filter(pc.invert(is_group)), rows.filter(is_group)
        corpus._take(scoring.from_arrow(of_all), int(np.sum(of_all[_SAMPLES])))
        if not of_groups.num_rows:
            return corpus
        labels = of_groups[_LABEL].combine_chunks().dictionary_encode()
        group = np.asarray(labels.indices)
        sums = sums_of_rows(scoring.scorer, of_groups)
        corpus._groups = GroupSums(
            [json.loads(label) for label in labels.dictionary.to_pylist()],
            summed_by(group, np.asarray(of_groups[_SAMPLES]))[1],
            {name: summed_by(group, values)[1] for name, values in sums.items()},
        ).ordered()
        return corpus

    def _take(self, run: ScoringRun, samples: int) -> None:
        self.run = self.run + run if self.samples else run.without_samples()
        self.samples += samples


def _with_label(rows: pa.Table, labels: Sequence[str | None], samples: IntArray) -> pa.Table:
    """Return rows of sums with the columns that say of which samples they are."""
    with_samples = rows.append_column(_SAMPLES, pa.array(samples, pa.int64()))
    return with_samples.append_column(_LABEL, pa.array(labels, pa.string()))

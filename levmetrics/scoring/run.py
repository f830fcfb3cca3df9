"""A metric with its options, and a run of it: what was scored, and whatever is asked of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pyarrow as pa

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.edits.kernel import EditPlaces
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, nothing_to_score
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.scores.group_sums import GroupSums, summed_by
from levmetrics.scores.no_samples import warn_of_no_samples
from levmetrics.scores.random_groups import RandomGroups
from levmetrics.scores.sample_statistics import SampleStatistics, group_indices, group_labels
from levmetrics.scores.scorer import Measure, Scorer, Sums
from levmetrics.scoring.saved import from_dict, from_rows, to_dict, to_row
from levmetrics.signature import signature

# Loaded when asked for: SciPy's statistics alone take a second, and most runs need none of these.
if TYPE_CHECKING:
    from levmetrics.alignment.alignment import Alignment
    from levmetrics.alignment.confusions import Confusions
    from levmetrics.significance.intervals import Interval

Result: TypeAlias = "dict[str, Any]"  # numbers, or lists with a value a sample


@dataclass(frozen=True)
class Scoring:
    """A metric with its options, by the names that results and signatures have for it.

    Attributes:
        scorer: the options, checked.
        metric: the metric's name.
        config: the name of its config, if it has any.
        score: the key of the main score in a result.

    """

    scorer: Scorer[Any]
    metric: str
    config: str | None = None
    score: str = "score"

    def run(self, preds: Any, target: Any) -> ScoringRun:
        """Score the predictions of one system.

        Args:
            preds: one prediction a sample, as the metric takes them.
            target: the references.

        Raises:
            InputError: for anything that cannot be scored.

        """
        return self.runs(SampleReader([preds], target))[0]

    def runs(self, reader: SampleReader) -> list[ScoringRun]:
        """Score what a reader has of each system.

        Raises:
            InputError: for anything that cannot be scored.

        """
        return [
            ScoringRun(self, self.scorer.sums(samples), None, samples, (reader, system))
            for system, samples in enumerate(self.scorer.measure(reader))
        ]

    def of_call(self, reader: SampleReader) -> list[ScoringRun]:
        """Score what one call has of each system.

        Raises:
            InputError: for anything that cannot be scored, and for no samples.

        """
        runs = self.runs(reader)
        if not len(runs[0].samples):
            raise nothing_to_score(reader.names[1])
        return runs

    def of_nothing(self) -> ScoringRun:
        """Return the run of no samples, to which others are added."""
        return ScoringRun(self, self.scorer.no_sums())

    def of_sums(self, sums: Sums) -> ScoringRun:
        """Return the run whose sums are these."""
        return ScoringRun(self, sums)

    def from_dict(self, saved: Mapping[str, Any]) -> ScoringRun:
        """Return the run that :meth:`ScoringRun.to_dict` wrote.

        Raises:
            InputError: if it is of other settings, or is no such dictionary.

        """
        return ScoringRun(self, from_dict(self.scorer, saved))

    def from_arrow(self, rows: pa.Table) -> ScoringRun:
        """Return the sum of the runs that :meth:`ScoringRun.to_arrow` wrote, a row each.

        Args:
            rows: any number of rows, of one run or of several concatenated.

        Raises:
            InputError: if they are of other settings, or no such rows.

        """
        runs = [ScoringRun(self, *row) for row in from_rows(self.scorer, rows)]
        return sum(runs[1:], runs[0]) if runs else self.of_nothing()

    def named(self, measures: Mapping[str, Measure]) -> Result:
        """Return measures as plain numbers, the first by the config's name for the score.

        Args:
            measures: as :meth:`ScoringRun.measures` returns them.

        """
        return {
            self.score if i == 0 else name: (
                measure.tolist() if isinstance(measure, np.ndarray) else measure
            )
            for i, (name, measure) in enumerate(measures.items())
        }

    def result_of(self, sums: Sums) -> Result:
        """Return what sums come to as plain numbers, of a part of what is shown: without a warning.

        Args:
            sums: of any number of samples.

        """
        return self.named(self.scorer.measures(sums))

    def signature(self, packages: Sequence[str] = (), **settings: Any) -> str:
        """Say how a score comes about: the same signature gives the same number.

        Args:
            packages: what took part in computing it besides those that always do.
            **settings: what else to name, as the resampling of an interval.

        """
        config = {} if self.config is None else {"config": self.config}
        return signature(self.metric, {**config, **settings, **self.scorer.settings}, packages)


@dataclass(frozen=True, eq=False)
class ScoringRun:
    """What was scored: sums that add up, and while they are of one request its samples.

    ``a + b`` is the run of the samples of both; it holds their sums alone (of every sample with
    ``reduction="none"``), so that a corpus can be scored part by part in little memory.

    Attributes:
        scoring: the metric with its options.
        sums: what the score is made of, by name; NumPy arrays.
        samples: what was measured of every sample; ``None`` in a run that was added up.
        random_groups: the sums of random groups of samples, from which the interval of a run that
            was added up is estimated; ``None`` unless asked for by :meth:`with_random_groups`.

    >>> from levmetrics.scoring import score
    >>> run = score(["is there", "hello"], ["who is there", "hello"], "wer_lev")
    >>> run.result()["wer"], run.sample_scores().round(2).tolist()
    (0.25, [0.33, 0.0])
    >>> (run + run).result()["reference_length"]
    8

    """

    scoring: Scoring
    sums: Sums
    random_groups: RandomGroups | None = field(default=None, repr=False)
    samples: Any = field(default=None, repr=False)
    _request: tuple[SampleReader, int] | None = field(default=None, repr=False)

    def __add__(self, other: ScoringRun) -> ScoringRun:
        if not isinstance(other, ScoringRun):
            return NotImplemented
        ours, theirs = self.scoring.scorer, other.scoring.scorer
        if not ours.adds_to(theirs):
            raise InputError(
                f"the runs to add have other settings ({ours.settings} and {theirs.settings}); "
                "score both with the same ones"
            )
        return ScoringRun(
            self.scoring, ours.add(self.sums, other.sums), self._random_groups_with(other)
        )

    def __radd__(self, other: object) -> ScoringRun:
        return self if other == 0 else NotImplemented  # so that sum() works

    def _random_groups_with(self, other: ScoringRun) -> RandomGroups | None:
        """Return the random groups of both runs, of which both or neither must have them."""
        if self.random_groups is None and other.random_groups is None:
            return None
        if self.random_groups is None or other.random_groups is None:
            raise InputError(
                "one of the runs to add has no random groups, so that an interval would leave out "
                "its samples; give both with_random_groups"
            )
        return self.random_groups + other.random_groups

    def without_samples(self) -> ScoringRun:
        """Return the run of the same sums, which no longer holds the samples."""
        return ScoringRun(self.scoring, self.sums, self.random_groups)

    def with_random_groups(self, ids: ColumnLike) -> ScoringRun:
        """Return this run with what an interval needs, however it is added to others.

        Args:
            ids: for each sample a whole number or string that identifies it, or its speaker or
                document: see :class:`levmetrics.scores.random_groups.RandomGroups`.

        Raises:
            InputError: if there is not one id for each sample.

        >>> from levmetrics.scoring import score
        >>> ids = [["a", "b"], ["c", "d"]]
        >>> parts = [score(["is", "there"], ["is", "here"]).with_random_groups(i) for i in ids]
        >>> low, high = sum(parts).interval_by_random_groups()
        >>> low, round(high, 4)
        (0.0, 1.4187)

        """
        return replace(self, random_groups=RandomGroups.of_samples(self.statistics(), ids))

    def to_dict(self) -> dict[str, Any]:
        """Return settings and sums as strings, numbers and lists, ready for JSON.

        >>> from levmetrics.scoring import score
        >>> run = score(["ab"], ["a"], "anls")
        >>> run.to_dict()["sums"]
        {'similarity_sum': [0, 1073741824, 0, 0], 'samples': 1}
        >>> run.scoring.from_dict(run.to_dict()).result()
        {'anls': 0.5}
        """
        return to_dict(self.scoring.scorer, self.sums)

    def to_arrow(self) -> pa.Table:
        """Return settings, sums and random groups as a table of one row.

        Rows of several runs, concatenated, are added up by :meth:`Scoring.from_arrow`.

        >>> from levmetrics.scoring import score
        >>> import pyarrow as pa
        >>> run = score(["a b"], ["a c"])
        >>> rows = pa.concat_tables([run.to_arrow(), run.to_arrow()])
        >>> run.scoring.from_arrow(rows).result()["reference_length"]
        4

        """
        return to_row(self.scoring.scorer, self.sums, self.random_groups)

    def measures(self) -> dict[str, Measure]:
        """Return what the sums come to by name, the score first.

        Of no samples, rates and similarities are NaN, with a warning; counts and sums are 0.
        """
        scorer = self.scoring.scorer
        if not scorer.has_rates(self.sums):
            warn_of_no_samples()
        return scorer.measures(self.sums)

    def result(self) -> Result:
        """Return scores and counts as plain numbers, the main one by the config's name for it."""
        return self.scoring.named(self.measures())

    def by_group(self, groups: Any) -> dict[Any, Result]:
        """Return the result of each group of samples, in the order of their first samples.

        It is what a run of the group's samples alone would have: reduced as this run is, or pooled
        with ``reduction="none"``.

        Args:
            groups: a label for each sample (its speaker or document).

        Raises:
            InputError: if there is not one label for each sample.

        >>> from levmetrics.scoring import score
        >>> run = score(["a", "b", "c"], ["a", "x", "c"], "wer_lev")
        >>> {name: group["wer"] for name, group in run.by_group(["ann", "bob", "bob"]).items()}
        {'ann': 0.0, 'bob': 0.5}

        """
        return {
            label: self.scoring.named(self.measures_of(indices))
            for label, indices in group_indices(groups, len(self._single_samples())).items()
        }

    def measures_of(self, indices: IntArray) -> dict[str, Measure]:
        """Return what some samples come to by name, as :meth:`by_group` reduces them.

        Args:
            indices: of the samples.

        """
        scorer = self.scoring.scorer
        if scorer.keeps_samples:
            scorer = scorer.pooling
        return scorer.measures(scorer.sums(self._single_samples().take(indices)))

    def split_by_group(self, groups: Any) -> dict[Any, ScoringRun]:
        """Return the run of each group's samples, without their texts, by the group's label.

        Args:
            groups: a label for each sample (its speaker or document).

        Raises:
            InputError: if there is not one label for each sample.

        >>> from levmetrics.scoring import score
        >>> run = score(["a", "b", "c"], ["a", "x", "c"], "wer_lev")
        >>> parts = run.split_by_group(["ann", "bob", "bob"])
        >>> {name: part.result()["wer"] for name, part in parts.items()}
        {'ann': 0.0, 'bob': 0.5}

        """
        samples = self._single_samples()
        indices = group_indices(groups, len(samples))
        parts = {label: samples.take(of_group) for label, of_group in indices.items()}
        return {
            label: ScoringRun(self.scoring, self.scoring.scorer.sums(part), samples=part)
            for label, part in parts.items()
        }

    def sums_by_group(self, groups: Any) -> GroupSums:
        """Return the sums of each group's samples, the groups in the order of their first samples.

        Args:
            groups: a label for each sample (its speaker or document).

        Raises:
            InputError: if there is not one label for each sample, or every sample is a result.

        >>> from levmetrics.scoring import score
        >>> groups = score(["a", "b"], ["a", "x"], "wer_lev").sums_by_group(["ann", "bob"])
        >>> groups.labels, groups.sums["counts"].tolist()
        (['ann', 'bob'], [[0, 0, 0, 1], [1, 0, 0, 0]])

        """
        scorer, samples = self.scoring.scorer, self._single_samples()
        if scorer.keeps_samples:
            raise InputError(
                "results of groups are sums, but the reduction is 'none'; take another one"
            )
        labels = group_labels(groups, len(samples))
        group = np.asarray(labels.indices)
        sums = scorer.sample_sums(samples)
        return GroupSums(
            labels.dictionary.to_pylist(),
            np.bincount(group, minlength=len(labels.dictionary)),
            {name: summed_by(group, value)[1] for name, value in sums.items()},
        )

    def sample_scores(self) -> FloatArray:
        """Return the score of every sample; float64, shape ``(samples,)``."""
        return self.scoring.scorer.sample_scores(self._single_samples())

    def chosen_references(self) -> IntArray:
        """Return which of its references each sample was scored by, from 0."""
        reference: IntArray = self._single_samples().reference
        return reference

    def statistics(self) -> SampleStatistics:
        """Return what the score is made of, sample by sample, for intervals and tests.

        Raises:
            InputError: with a reduction that does not give one score.

        """
        return self.scoring.scorer.statistics(self._single_samples())

    def interval(self, **resampling: Any) -> Interval:
        """Estimate where the score lies, by bootstrap.

        Args:
            **resampling: as :func:`levmetrics.significance.intervals.confidence_interval` takes.

        """
        from levmetrics.significance.intervals import confidence_interval

        statistics = self.statistics()
        self.scoring.scorer.check_all(statistics)
        return confidence_interval(statistics, **resampling)

    def interval_by_random_groups(self, **resampling: Any) -> Interval:
        """Estimate where the score lies, by bootstrap over random groups of samples.

        Unlike :meth:`interval` it needs no samples, and is the same for all ways of adding them up.

        Args:
            **resampling: as :func:`levmetrics.significance.intervals.confidence_interval` takes,
                but for its ``groups``.

        Raises:
            InputError: for a run without random groups, and for fewer than two of them.

        """
        from levmetrics.significance.intervals import confidence_interval

        if self.random_groups is None:
            raise InputError(
                "this run has no random groups; give each run that is added up with_random_groups"
            )
        statistics = self.random_groups.statistics()
        units = len(statistics)
        are_samples = units >= self.scoring.scorer.sample_count(self.sums)
        groups = None if are_samples else range(units)
        return confidence_interval(statistics, groups=groups, **resampling)

    def confusions(self, n: int | None = None) -> Confusions:
        """Count what was taken for what in the alignments with the references that counted.

        Args:
            n: how many of each kind to return; ``None``: all.

        """
        from levmetrics.alignment.confusions import count_confusions

        return count_confusions(self.token_pairs, n, self.scoring.scorer.costs)

    def alignment(self, sample: int) -> Alignment:
        """Align a sample with the reference that it was scored by.

        Args:
            sample: its number, from 0.

        """
        from levmetrics.alignment.alignment import align_tokens

        pairs = self.token_pairs
        return align_tokens(
            *pairs.sample(sample),
            self.scoring.scorer.costs,
            int(self.chosen_references()[sample]),
            merges_compounds=pairs.merges_compounds,
        )

    def edit_places(self) -> EditPlaces:
        """Find where in the references that counted the edits are."""
        from levmetrics.alignment.edits import alignment_places

        return alignment_places(self.token_pairs, self.scoring.scorer.costs)

    @cached_property
    def token_pairs(self) -> TokenPairs:
        """The tokens of every sample beside those of the reference that it was scored by."""
        self._single_samples()
        assert self._request is not None
        reader, system = self._request
        pairs = self.scoring.scorer.token_pairs(reader)[system]
        return pairs.with_references(self.chosen_references())

    def signature(self, **settings: Any) -> str:
        """Say how the score came about; see :meth:`Scoring.signature`."""
        return self.scoring.signature(**settings)

    def _single_samples(self) -> Any:
        if self.samples is None:
            raise InputError(
                "this run was added up, and holds nothing of single samples; score all of them in "
                "one run"
            )
        return self.samples

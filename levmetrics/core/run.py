"""A run: scored samples with their sums, from which results, intervals and reports are computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from levmetrics.core.metric import NO_MEANS, Metric, Result, Sums
from levmetrics.core.request import ScoredRequest
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.arguments import reading
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.arrow import is_array
from levmetrics.inputs.columns import ColumnLike, python_values, read_column
from levmetrics.lazy import pa
from levmetrics.registry import lookup
from levmetrics.sums.sample_statistics import (
    SampleStatistics,
    group_indices,
    group_labels,
)
from levmetrics.sums.samples import Samples
from levmetrics.system.work import watched

# Imported on first use: most runs need none of these.
if TYPE_CHECKING:
    from levmetrics.alignment.explanation import Alignment, Confusions
    from levmetrics.reports.report import Report
    from levmetrics.significance.resampling import Interval
    from levmetrics.sums.group_sums import GroupSums, RandomGroups

_PLOTS = {"confusions": "plot_confusions", "rates": "plot_rates", "lengths": "plot_rate_by_length"}


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """The result of scoring: sums that can be added and, until they are, the scored samples.

    ``a + b`` is the run of the samples of both. It holds only their sums (with
    ``reduction="none"``, a value per sample), so a corpus can be scored part by part in little
    memory.

    Attributes:
        metric: the metric and its options.
        sums: the sums that the score is computed from, by name; NumPy arrays.
        groups: the label of each sample's group; ``None`` without groups, and in a run that was
            added up.
        ids: the id of each sample; ``None`` without ids, and in a run that was added up.
        group_sums: the sums of each group of samples; ``None`` without groups.
        random_groups: the sums of random groups of samples, from which the interval of a run that
            was added up is estimated; ``None`` without :meth:`with_random_groups`.
        packages: other packages that took part in scoring, for the signature.

    >>> from levmetrics import score
    >>> run = score(["is there", "hello"], ["who is there", "hello"], groups=["ann", "bob"])
    >>> run
    Run(wer of 2 samples, wer=0.25)
    >>> run.score, run["deletions"], run.by_group()["bob"]["wer"]
    (0.25, 1, 0.0)
    >>> print(run.alignment(0))
    REF: who is there
    HYP: *** is there
         D
    >>> (run + run)["reference_length"]
    8

    """

    metric: Metric[Any]
    sums: Sums
    _measured: Samples | None = None
    groups: pa.DictionaryArray | None = None
    ids: Sequence[str] | None = None
    random_groups: RandomGroups | None = None
    packages: tuple[str, ...] = ()
    _group_sums: GroupSums | None = None
    _request: ScoredRequest | None = None

    @classmethod
    def of(cls, metric: Metric[Any], predictions: Any, references: Any) -> Run:
        """Score the predictions of one system; no samples give an empty run.

        Args:
            metric: the metric and its options.
            predictions: one prediction per sample, as the metric takes them.
            references: the references.

        Raises:
            InputError: for anything that cannot be scored.

        """
        return cls.of_systems(metric, SampleReader([predictions], references))[0]

    @classmethod
    def of_systems(cls, metric: Metric[Any], reader: SampleReader) -> list[Run]:
        """Score the samples that a reader holds for each system.

        Raises:
            InputError: for anything that cannot be scored.

        """
        measured = metric.measure(reader)
        metric.warn_of_units(reader)
        runs = []
        for system, samples in enumerate(measured):
            request = ScoredRequest(metric, reader, system, samples.reference)
            runs.append(cls(metric, metric.sums(samples), samples, _request=request))
        return runs

    @classmethod
    def empty(cls, metric: Metric[Any]) -> Run:
        """Return a run of no samples, to which others can be added."""
        return cls(metric, metric.no_sums())

    def with_names(self, ids: ColumnLike | None, groups: ColumnLike | None) -> Run:
        """Return this run with an id or a group label for every sample.

        Args:
            ids: a unique id for each sample; ``None``: no ids.
            groups: a label for each sample; ``None``: no groups.

        Raises:
            InputError: if the numbers of ids or labels and samples differ, or an id occurs twice.

        """
        if ids is None and groups is None:
            return self
        samples = len(self.measured)
        return replace(
            self,
            ids=None if ids is None else sample_ids(ids, samples),
            groups=None if groups is None else group_labels(groups, samples),
        )

    def __repr__(self) -> str:
        metric, samples = self.metric, self.sample_count
        shown = f"{metric.name} of {samples:,} {'sample' if samples == 1 else 'samples'}"
        if metric.keeps_samples:
            return f"Run({shown})"
        value = next(iter(metric.result(self.sums).values()))  # no warning for no samples
        return f"Run({shown}, {metric.key}={value:.4g})"

    def _repr_html_(self) -> str:
        if self.metric.reduction in NO_MEANS:
            from html import escape

            return escape(repr(self))
        from levmetrics.core.tables import result_table
        from levmetrics.rendering.html import styled
        from levmetrics.rendering.table import html
        from levmetrics.view.systems import systems_of
        from levmetrics.view.view import view_of

        try:
            return view_of(systems_of({"predictions": self})).notebook()
        except InputError:  # scores of another package that cannot be resampled
            return styled(html(result_table(self.metric, self.summary())))

    def __add__(self, other: Run) -> Run:
        if not isinstance(other, Run):
            return NotImplemented
        ours, theirs = self.metric, other.metric
        if not ours.adds_to(theirs):
            raise InputError(
                "run.other_settings", settings=ours.settings, other_settings=theirs.settings
            )
        both_have_samples = self.sample_count and other.sample_count
        if both_have_samples and (self.random_groups is None) != (other.random_groups is None):
            raise InputError("run.without_random_groups")
        return Run(
            ours,
            ours.add(self.sums, other.sums),
            random_groups=_added(self.random_groups, other.random_groups),
            packages=self.packages or other.packages,
            _group_sums=_added(self.group_sums, other.group_sums),
        )

    def __radd__(self, other: object) -> Run:
        return self if other == 0 else NotImplemented  # so that sum() works

    @property
    def group_sums(self) -> GroupSums | None:
        """The sums of each group of samples; ``None`` without groups."""
        if self.groups is None or self.metric.keeps_samples:
            return self._group_sums
        return self._sums_of_groups(None)

    @property
    def measured(self) -> Samples:
        """The measurements of every sample.

        Raises:
            InputError: for a run that was added up.

        """
        if self._measured is None:
            raise InputError("run.no_samples")
        return self._measured

    @property
    def has_samples(self) -> bool:
        """Whether it holds its samples; a run that was added up holds only their sums."""
        return self._measured is not None

    @property
    def sample_count(self) -> int:
        """The number of scored samples."""
        return self.metric.sample_count(self.sums)

    def with_random_groups(self, ids: ColumnLike) -> Run:
        """Return this run with the random groups that the interval of a sum of runs needs.

        Args:
            ids: for each sample a whole number or string that identifies it, or its speaker or
                document: see :class:`levmetrics.sums.group_sums.RandomGroups`.

        Raises:
            InputError: if the numbers of ids and samples differ.

        >>> from levmetrics import score
        >>> ids = [["a", "b"], ["c", "d"]]
        >>> parts = [score(["is", "there"], ["is", "here"]).with_random_groups(i) for i in ids]
        >>> low, high = sum(parts).interval()
        >>> low, round(high, 4)
        (0.0, 1.4187)

        """
        from levmetrics.sums.group_sums import RandomGroups

        return replace(self, random_groups=RandomGroups.of_samples(self.statistics(), ids))

    def to_dict(self) -> dict[str, Any]:
        """Return settings and sums as JSON values: strings, numbers and lists.

        >>> from levmetrics import score
        >>> run = score(["ab"], ["a"], "anls")
        >>> run.to_dict()["sums"]
        {'score_sum': [0, 1073741824, 0, 0], 'samples': 1}
        >>> Run.from_dict(run.metric, run.to_dict()).result()
        {'anls': 0.5}
        """
        from levmetrics.core.saved import to_dict

        return to_dict(self.metric, self.sums)

    @classmethod
    def from_dict(cls, metric: Metric[Any], saved: Mapping[str, Any]) -> Run:
        """Return the run that :meth:`to_dict` wrote.

        Raises:
            InputError: if the settings differ, or if it is not such a dictionary.

        """
        from levmetrics.core.saved import from_dict

        return cls(metric, from_dict(metric, saved))

    def to_arrow(self) -> pa.Table:
        """Return the sums as a table: one row for all samples and one for each group.

        :meth:`from_arrow` adds up concatenated tables of several runs. A run of no samples has no
        rows.

        >>> from levmetrics import score
        >>> run = score(["a b"], ["a c"], groups=["ann"])
        >>> rows = pa.concat_tables([run.to_arrow(), run.to_arrow()])
        >>> both = Run.from_arrow(run.metric, rows)
        >>> both["reference_length"], both.by_group()["ann"]["wer"]
        (4, 0.5)

        """
        from levmetrics.core.saved import to_rows

        return to_rows(
            self.metric, self.sums, self.sample_count, self.random_groups, self.group_sums
        )

    @classmethod
    def from_arrow(cls, metric: Metric[Any], rows: pa.Table) -> Run:
        """Return the sum of the runs that :meth:`to_arrow` wrote; groups are sorted by label.

        Args:
            metric: the metric, with the options of the runs.
            rows: the table of one run, or the concatenated tables of several.

        Raises:
            InputError: if the settings differ, or if these are not such rows.

        """
        from levmetrics.core.saved import from_rows

        sums, random_groups, groups = from_rows(metric, rows)
        return cls(metric, sums, random_groups=random_groups, _group_sums=groups)

    def result(self) -> Result:
        """Return scores and counts as plain numbers by name, the main score by the config's key.

        For no samples, rates and similarities are NaN, with a warning; counts and sums are 0.
        """
        self.metric.warn_of_no_samples(self.sums)
        return self.metric.result(self.sums)

    def summary(self) -> dict[str, Any]:
        """Return :meth:`result`, the number of ``samples``, and the same for each of ``groups``.

        ``groups`` is left out where only some of the runs that were added up have groups.

        >>> from levmetrics import score
        >>> run = score(["a", "b"], ["a", "c"], "anls", groups=["ann", "bob"])
        >>> run.summary()["groups"]["bob"]
        {'anls': 0.0, 'samples': 1}
        """
        summary = {**self.result(), "samples": self.sample_count}
        groups = self.group_sums
        if groups is None or groups.samples.sum() != self.sample_count:
            return summary
        results = zip(self.by_group().items(), groups.samples.tolist(), strict=True)
        of_groups = {label: {**result, "samples": size} for (label, result), size in results}
        return {**summary, "groups": of_groups}

    def __getitem__(self, key: str) -> Any:
        """Return one number of :meth:`result`."""
        return lookup(self.result(), key, "number of this run")

    @property
    def score(self) -> float:
        """The main score, the first number of :meth:`result`.

        Raises:
            InputError: with ``reduction="none"``, which gives every sample a score of its own.

        """
        if self.metric.keeps_samples:
            raise InputError("run.no_one_score")
        self.metric.warn_of_no_samples(self.sums)
        return self.metric.score(self.sums)

    def by_group(self, groups: Any = None) -> dict[Any, Result]:
        """Return the result of each group of samples, in the order of their first samples.

        Each is the result of a run of that group's samples alone, with this run's reduction; with
        ``reduction="none"`` it is pooled.

        Args:
            groups: a label for each sample (its speaker or document); ``None``: the run's groups.

        Raises:
            InputError: if there is not one label for each sample.

        >>> from levmetrics import score
        >>> run = score(["a", "b", "c"], ["a", "x", "c"])
        >>> {name: group["wer"] for name, group in run.by_group(["ann", "bob", "bob"]).items()}
        {'ann': 0.0, 'bob': 0.5}

        """
        sums = self._sums_of_groups(groups)
        columns = self.metric.pooling.result(sums.sums)
        return {
            label: dict(zip(columns, numbers, strict=True))
            for label, *numbers in zip(sums.labels, *columns.values(), strict=True)
        }

    def group_table(self, groups: Any = None) -> pa.Table:
        """Return the results of :meth:`by_group` as a table with one row per group.

        Its columns are ``group``, the numbers of a result, and ``samples`` (their number in the
        group). For hundreds of thousands of groups it takes a fraction of the time and memory of
        :meth:`by_group`.

        Args:
            groups: as for :meth:`by_group`.

        Raises:
            InputError: if there is not one label for each sample.

        >>> from levmetrics import score
        >>> run = score(["a", "b", "c"], ["a", "x", "c"], groups=["ann", "bob", "bob"])
        >>> run.group_table().select(["group", "wer", "samples"]).to_pylist()
        [{'group': 'ann', 'wer': 0.0, 'samples': 1}, {'group': 'bob', 'wer': 0.5, 'samples': 2}]

        """
        sums = self._sums_of_groups(groups)
        measures = self.metric.pooling.measures(sums.sums)
        names = [self.metric.key, *[*measures][1:]]
        return pa.table(
            {
                "group": pa.array(sums.labels),
                **dict(zip(names, measures.values(), strict=True)),
                "samples": sums.samples,
            }
        )

    def split_by_group(self, groups: Any = None) -> dict[Any, Run]:
        """Return a run of each group's samples, without their texts, by group label.

        Args:
            groups: a label for each sample (its speaker or document); ``None``: the run's groups.

        Raises:
            InputError: if there is not one label for each sample.

        >>> from levmetrics import score
        >>> run = score(["a", "b", "c"], ["a", "x", "c"], groups=["ann", "bob", "bob"])
        >>> {name: part.score for name, part in run.split_by_group().items()}
        {'ann': 0.0, 'bob': 0.5}

        """
        samples = self.measured
        indices = group_indices(self._labels(groups), len(samples))
        parts = {label: samples.take(of_group) for label, of_group in indices.items()}
        return {
            label: Run(self.metric, self.metric.sums(part), part) for label, part in parts.items()
        }

    def _sums_of_groups(self, groups: Any) -> GroupSums:
        """Return the sums of the given groups, or of the run's own.

        Raises:
            InputError: if a sample has no group.

        """
        if groups is None and self._measured is None:
            sums = self._group_sums
        else:
            from levmetrics.sums.group_sums import GroupSums

            each = self.metric.pooling.sample_sums(self.measured)
            sums = GroupSums.of(self._labels(groups), each)
        if sums is None or sums.samples.sum() != self.sample_count:
            raise InputError("run.groups_missing")
        return sums

    def _labels(self, groups: Any) -> pa.DictionaryArray:
        """Return a group label for each sample: the given ones, or the run's own."""
        chosen = self.groups if groups is None else groups
        if chosen is None:
            raise InputError("run.no_groups")
        return group_labels(chosen, len(self.measured))

    def sample_scores(self) -> FloatArray:
        """Return the score of every sample; float64, shape ``(samples,)``."""
        return self.metric.sample_scores(self.measured)

    def counts(self) -> dict[str, FloatArray | IntArray]:
        """Return the counts of every sample by name; empty for a metric that counts no errors."""
        return {**self.measured.counts()}

    def numbers(self) -> dict[str, FloatArray | IntArray]:
        """Return the score, the other rates and the counts of every sample by name."""
        rates = self.metric.sample_rates(self.measured)
        return {self.metric.key: self.sample_scores(), **rates, **self.counts()}

    def errors(self) -> FloatArray | IntArray | None:
        """Return the errors of every sample; ``None`` for a metric that counts none."""
        return self.measured.errors

    def samples(self) -> pa.Table:
        """Return a table with one row per sample.

        Its columns are ``id`` (or without ids ``sample``, from 0), ``group`` if there are groups,
        ``prediction``, the ``reference`` that counted, the score by its key, the other rates that
        tables show beside it, the counts, and ``reference_index``.

        >>> from levmetrics import score
        >>> run = score(["is there", "hi"], [["who is there"], ["hi", "hello"]], ids=["a", "b"])
        >>> run.samples().select(["id", "reference", "wer", "deletions"]).to_pylist()[0]
        {'id': 'a', 'reference': 'who is there', 'wer': 0.3333333333333333, 'deletions': 1}

        """
        names = {"sample": np.arange(len(self.measured))} if self.ids is None else {"id": self.ids}
        groups = {} if self.groups is None else {"group": self.groups.dictionary_decode()}
        predictions, references = self.request.texts()
        return pa.table(
            {
                **names,
                **groups,
                "prediction": predictions,
                "reference": references,
                **self.numbers(),
                "reference_index": self.request.reference,
            }
        )

    def worst(self, n: int = 10) -> pa.Table:
        """Return the rows of :meth:`samples` with the most errors, or the worst scores.

        Args:
            n: the number of rows, the worst first.

        >>> from levmetrics import score
        >>> score(["a", "x y", "x b"], ["a", "a b", "a b"]).worst(2)["sample"].to_pylist()
        [1, 2]

        """
        worst = worst_first([self], n)
        rows = self._part(worst).samples()
        return rows if self.ids is not None else rows.set_column(0, "sample", pa.array(worst))

    def worst_first(self) -> IntArray:
        """Return the indices of all samples, the worst first: by errors, then score, then order."""
        return worst_first([self])

    def statistics(self) -> SampleStatistics:
        """Return each sample's numerator and denominator, for intervals and tests.

        Raises:
            InputError: if the reduction does not give one score.

        """
        return self.metric.statistics(self.measured)

    def interval(
        self,
        confidence_level: float = 0.95,
        *,
        groups: ColumnLike | None = None,
        n_resamples: int = 1000,
        seed: int = 0,
        progress: bool = False,
        timeout: float | None = None,
    ) -> Interval:
        """Estimate a confidence interval of the score by bootstrap.

        A run that was added up needs :meth:`with_random_groups`. The interval is then the same
        however the samples were spread over runs.

        Args:
            confidence_level: the probability that the interval holds the true score.
            groups: a label for each sample, to resample groups; ``None``: the run's groups.
            n_resamples: the number of resamples.
            seed: the seed of the random generator; the same seed gives the same interval.
            progress: whether tqdm shows progress bars for long work.
            timeout: the time limit in seconds; ``None``: no limit.

        Raises:
            InputError: for fewer than two samples or groups, and for a sum of runs without random
                groups.
            TimeoutError: after the timeout.

        """
        from levmetrics.significance.resampling import confidence_interval

        if self.random_groups is not None:
            statistics = self.random_groups.statistics()
            are_single = len(statistics) >= self.sample_count
            groups = None if are_single else range(len(statistics))
        elif self._measured is None:
            raise InputError("run.no_interval")
        else:
            statistics = self.statistics()
            self.metric.check_all(statistics)
            groups = self.groups if groups is None else groups
        with watched(progress=progress, timeout=timeout):
            return confidence_interval(
                statistics,
                confidence_level=confidence_level,
                groups=groups,
                n_resamples=n_resamples,
                seed=seed,
            )

    def confusions(
        self, n: int | None = None, *, progress: bool = False, timeout: float | None = None
    ) -> Confusions:
        """Count what was taken for what: tokens, or fields of records.

        Args:
            n: the number of confusions of each kind to return; ``None``: all.
            progress: whether tqdm shows progress bars for long work.
            timeout: the time limit in seconds; ``None``: no limit.

        Raises:
            UnexplainedError: if the metric has no confusions.
            TimeoutError: after the timeout.

        """
        with watched(progress=progress, timeout=timeout):
            return self.metric.confusions(self, n)

    def alignment(self, sample: int | str) -> Alignment:
        """Return how a sample was compared with the reference that it was scored by.

        It aligns tokens; for records fields, and for sessions the streams of their speakers.

        Args:
            sample: its index, from 0; or its id.

        Raises:
            InputError: for an unknown id.
            UnexplainedError: if the metric, or this sample, has no alignment.

        >>> from levmetrics import score
        >>> said = [{"speaker": "ann", "words": "good morning"}, {"speaker": "bob", "words": "hi"}]
        >>> found = [{"speaker": "1", "words": "good morning hi"}, {"speaker": "2", "words": ""}]
        >>> session = score([found], [said], "meeting:cp", ids=["monday"]).alignment("monday")
        >>> session.errors, session.errors_of_speakers, session.streams[1].reference[0].text
        (2, 2, 'hi')

        """
        if not isinstance(sample, str):
            index = range(self.sample_count)[sample]
        elif self.ids is not None and sample in self.ids:
            index = self.ids.index(sample)
        else:
            raise unknown_name(self.ids or (), sample, "id of this run")
        return self.metric.alignment(self, index)

    def _part(self, samples: IntArray) -> Run:
        """Return the run of some of the samples."""
        measured = self.measured.take(samples)
        return replace(
            self,
            sums=self.metric.sums(measured),
            _measured=measured,
            groups=None if self.groups is None else self.groups.take(samples),
            ids=None if self.ids is None else [self.ids[sample] for sample in samples],
            _group_sums=None,
            _request=self.request.part(samples),
        )

    def report(self, path: str | Path | None = None, **options: Any) -> Report:
        """Return a report of the run as one HTML page, and write it to ``path``.

        Args:
            path: the path of the file; ``None``: no file is written.
            **options: ``title``, ``language``, ``print_samples``, ``confidence_level``,
                ``n_resamples``, ``seed``, ``pages``, ``images``, ``progress`` and ``timeout``, as
                :func:`levmetrics.reports.report.report_of_runs` takes them.

        """
        from levmetrics.reports.report import report_of_runs

        return report_of_runs({"predictions": self}, path, **options)

    def to_baseline(
        self, path: str | Path, *, with_texts: bool = False, with_edits: bool = False
    ) -> None:
        """Write each sample's scores to a parquet file, the baseline of :func:`levmetrics.gate`.

        The file has ids, a digest of each reference, groups, counts, settings and the signature.

        Args:
            path: the path of the file.
            with_texts: whether predictions and references are written too.
            with_edits: whether the places of edits are written, which the MAPSSWE test needs.

        Raises:
            InputError: if the run has no samples, or the file cannot be written.

        """
        from levmetrics.core.baseline import Baseline

        Baseline.of(self, with_texts=with_texts, with_edits=with_edits).write(path)

    def plot(self, what: Literal["confusions", "rates", "lengths"] = "rates") -> Any:
        """Return a plot of the run, a ``matplotlib.figure.Figure``.

        Args:
            what: ``"rates"``: the distribution of the samples' scores; ``"lengths"``: the score by
                the length of the reference; ``"confusions"``: the most frequent confusions.

        Raises:
            InputError: for an unknown name.
            ImportError: without matplotlib.

        """
        from levmetrics import plotting

        return getattr(plotting, lookup(_PLOTS, what, "plot"))(self)

    def signature(self, **settings: Any) -> str:
        """Return the signature of the score: the same signature gives the same number.

        Args:
            **settings: further settings to name, such as the resampling of an interval.

        """
        # The same seed gives different intervals over samples and over random groups of them.
        if settings and self.random_groups is not None:
            settings = {"resampled": "random_groups", **settings}
        return self.metric.signature(self.packages, **settings)

    @property
    def request(self) -> ScoredRequest:
        """The samples that were scored: their texts, values and tokens.

        Raises:
            InputError: for a run that no longer holds them.

        """
        if self._measured is None:
            raise InputError("run.no_samples")
        if self._request is None:
            raise InputError("run.no_texts")
        return self._request


def worst_first(runs: Sequence[Run], n: int | None = None) -> IntArray:
    """Return the indices of samples, the worst first: by errors, then score, then order.

    Args:
        runs: runs of one metric on the same samples, whose errors and scores are added.
        n: the largest number of indices; ``None``: all.

    """
    each = map(_scores_and_errors, runs)
    scores, errors = (reduce(np.add, of_runs) for of_runs in zip(*each, strict=True))
    badness = -scores if runs[0].metric.higher_is_better else scores
    candidates = np.arange(len(errors))
    if n is not None and n < len(errors):  # sorting all takes longer than finding the few
        candidates = np.flatnonzero(~(-errors > np.partition(-errors, n)[n]))
    order = np.lexsort((-badness[candidates], -errors[candidates]))
    worst: IntArray = candidates[order][:n]
    return worst


def _scores_and_errors(run: Run) -> tuple[FloatArray, FloatArray | IntArray]:
    """Return the score and the errors of each sample; 0 for a metric that counts none."""
    scores, errors = run.sample_scores(), run.errors()
    return scores, np.zeros(len(scores)) if errors is None else errors


def _added(ours: Any, theirs: Any) -> Any:
    """Return the sum of both values, or the only one that is there."""
    return theirs if ours is None else ours if theirs is None else ours + theirs


def sample_ids(ids: ColumnLike, samples: int) -> list[str]:
    """Return the ids of samples as texts.

    Raises:
        InputError: if the numbers of ids and samples differ, or an id occurs twice.

    """
    given = read_column(ids, "ids", "ids")
    if len(given) != samples:
        raise InputError("samples.ids", count=len(given), samples=samples)
    values = python_values(given, "ids") if is_array(given) else given
    with reading(lambda: "ids"):
        names = [*map(str, values)]
    if len(set(names)) < samples:
        repeated = next(name for name, count in Counter(names).items() if count > 1)
        raise InputError("samples.id_twice", name=repeated)
    return names

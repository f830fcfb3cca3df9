"""One scoring run: samples are read and measured once, and whatever is asked comes from that.

Everything that scores goes through it: the evaluate modules, the torchmetrics classes, the Trainer
hook, the comparison of systems, the command line and the page. It needs no torch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.configs import find_config
from levmetrics.edits.kernel import EditPlaces, edit_places
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.scores.sample_statistics import SampleStatistics, group_indices
from levmetrics.scores.scorer import Measure, Scorer, Sums
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
            ScoringRun(self, self.scorer.sums(samples), samples, (reader, system))
            for system, samples in enumerate(self.scorer.measure(reader))
        ]

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
        if not isinstance(saved, Mapping) or saved.keys() != {"settings", "sums"}:
            raise InputError(
                "saved is no saved run; give the dictionary that to_dict returned, with settings "
                "and sums"
            )
        if saved["settings"] != self._written_settings():
            raise InputError(
                f"saved is a run with the settings {saved['settings']}; load it with the same ones "
                f"(here {self._written_settings()})"
            )
        nothing = self.scorer.no_sums()
        if not isinstance(saved["sums"], Mapping) or saved["sums"].keys() != nothing.keys():
            raise InputError(f"saved has not the sums of this metric: {', '.join(nothing)}")
        return ScoringRun(
            self, {name: _read_sum(name, saved["sums"][name], nothing[name]) for name in nothing}
        )

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

    def signature(self, packages: Sequence[str] = (), **settings: Any) -> str:
        """Say how a score comes about: the same signature gives the same number.

        Args:
            packages: what took part in computing it besides those that always do.
            **settings: what else to name, as the resampling of an interval.

        """
        config = {} if self.config is None else {"config": self.config}
        return signature(self.metric, {**config, **settings, **self.scorer.settings}, packages)

    def _written_settings(self) -> dict[str, str]:
        settings = {"counted": self.scorer.counted, **self.scorer.settings}
        return {name: _written(value) for name, value in settings.items()}


@dataclass(frozen=True, eq=False)
class ScoringRun:
    """What was scored: sums that add up, and while they are of one request its samples.

    ``a + b`` is the run of the samples of both; it holds their sums alone (of every sample with
    ``reduction="none"``), so that a corpus can be scored part by part in little memory.

    Attributes:
        scoring: the metric with its options.
        sums: what the score is made of, by name; NumPy arrays.
        samples: what was measured of every sample; ``None`` in a run that was added up.

    >>> run = score(["is there", "hello"], ["who is there", "hello"], "wer_lev")
    >>> run.result()["wer"], run.sample_scores().round(2).tolist()
    (0.25, [0.33, 0.0])
    >>> (run + run).result()["reference_length"]
    8

    """

    scoring: Scoring
    sums: Sums
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
        return ScoringRun(self.scoring, ours.add(self.sums, other.sums))

    def __radd__(self, other: object) -> ScoringRun:
        return self if other == 0 else NotImplemented  # so that sum() works

    def to_dict(self) -> dict[str, Any]:
        """Return settings and sums as strings, numbers and lists, ready for JSON.

        >>> run = score(["ab"], ["a"], "anls")
        >>> run.to_dict()["sums"]
        {'similarity_sum': 0.5, 'samples': 1}
        >>> run.scoring.from_dict(run.to_dict()).result()
        {'anls': 0.5}
        """
        return {
            "settings": self.scoring._written_settings(),
            "sums": {name: np.asarray(value).tolist() for name, value in self.sums.items()},
        }

    def measures(self) -> dict[str, Measure]:
        """Return what the sums come to by name, the score first."""
        return self.scoring.scorer.measures(self.sums)

    def result(self) -> Result:
        """Return scores and counts as plain numbers, the main one by the config's name for it."""
        return self.scoring.named(self.measures())

    def by_group(self, groups: Any) -> dict[Any, Result]:
        """Return the result of each group of samples, pooled, in the order of their first samples.

        Args:
            groups: a label for each sample (its speaker or document).

        Raises:
            InputError: if there is not one label for each sample.

        >>> run = score(["a", "b", "c"], ["a", "x", "c"], "wer_lev")
        >>> {name: group["wer"] for name, group in run.by_group(["ann", "bob", "bob"]).items()}
        {'ann': 0.0, 'bob': 0.5}

        """
        scorer, samples = self.scoring.scorer, self._single_samples()
        return {
            label: self.scoring.named(scorer.pooled(samples.take(indices)))
            for label, indices in group_indices(groups, len(samples)).items()
        }

    def split_by_group(self, groups: Any) -> dict[Any, ScoringRun]:
        """Return the run of each group's samples, without their texts, by the group's label.

        Args:
            groups: a label for each sample (its speaker or document).

        Raises:
            InputError: if there is not one label for each sample.

        >>> run = score(["a", "b", "c"], ["a", "x", "c"], "wer_lev")
        >>> parts = run.split_by_group(["ann", "bob", "bob"])
        >>> {name: part.result()["wer"] for name, part in parts.items()}
        {'ann': 0.0, 'bob': 0.5}

        """
        samples = self._single_samples()
        indices = group_indices(groups, len(samples))
        parts = {label: samples.take(of_group) for label, of_group in indices.items()}
        return {
            label: ScoringRun(self.scoring, self.scoring.scorer.sums(part), part)
            for label, part in parts.items()
        }

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

        return confidence_interval(self.statistics(), **resampling)

    def confusions(self, n: int | None = None) -> Confusions:
        """Count what was taken for what, against the references that counted.

        Args:
            n: how many of each kind to return; ``None``: all.

        """
        from levmetrics.alignment.confusions import count_confusions

        return count_confusions(self.token_pairs, n)

    def alignment(self, sample: int) -> Alignment:
        """Align a sample with the reference that it was scored by.

        Args:
            sample: its number, from 0.

        """
        from levmetrics.alignment.alignment import align_tokens

        pred, target = self.token_pairs.sample(sample)
        costs = self.scoring.scorer.costs
        return align_tokens(pred, target, costs, int(self.chosen_references()[sample]))

    def edit_places(self) -> EditPlaces:
        """Find where in the references that counted the edits are."""
        return edit_places(self.token_pairs)

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


def scoring_of(
    metric: str,
    config: str | None = None,
    *,
    caller: str = "score",
    others: Sequence[str] = (),
    options: Mapping[str, Any],
) -> Scoring:
    """Find a metric and check its options.

    Args:
        metric: a metric's name, or ``"NAME:CONFIG"``.
        config: a config's name, if it is not in ``metric``.
        caller: what the options were given to, for messages.
        others: the caller's own options, for messages.
        options: of the metric, by name.

    Raises:
        InputError: for unknown names and options, and for values that an option cannot have.

    """
    name, config_name, chosen = find_config(metric, config)
    scorer = chosen.scorer(**chosen.options(caller, options, others))
    return Scoring(scorer, name, config_name, chosen.score)


def score(
    predictions: Any,
    references: Any,
    metric: str = "wer_lev",
    config: str | None = None,
    /,
    **options: Any,
) -> ScoringRun:
    """Score predictions against their references.

    Args:
        predictions: one a sample, as the config takes them: texts, or for ``anls:star`` values.
        references: the same, or several for each sample.
        metric: ``"wer_lev"`` or ``"anls"``, or with a config, ``"wer_lev:cer"``.
        config: the config, if it is not in ``metric``.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``reduction``, ``threshold`` ...

    Raises:
        InputError: for anything that cannot be scored.

    >>> score(["rain", "lnaguaeg"], ["shine", "language"], "anls").result()
    {'anls': 0.45}

    """
    return scoring_of(metric, config, options=options).run(predictions, references)


def run_all(scorings: Sequence[Scoring], preds: Any, target: Any) -> list[ScoringRun]:
    """Score the same samples by several metrics; each text is read once by each tokenizer.

    Args:
        scorings: the metrics with their options.
        preds: one prediction a sample.
        target: the references.

    Raises:
        InputError: for anything that cannot be scored.

    """
    reader = SampleReader([preds], target)
    return [scoring.runs(reader)[0] for scoring in scorings]


def _written(setting: object) -> str:
    """Write a setting so that what a caller made is never taken for one of ours by its name."""
    kind = type(setting)
    if kind.__module__.partition(".")[0] in ("builtins", "levmetrics"):
        return str(setting)
    return f"{kind.__module__}.{kind.__qualname__}({setting})"


def _read_sum(name: str, value: Any, nothing: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a saved sum as an array of the type and shape that it was saved from."""
    shape = nothing.shape  # (0, ...) where there is a row for every sample
    refusal = InputError(f"saved has no fitting {name}; it must be as to_dict wrote it")
    try:
        array = np.asarray(value)
        whole = array.dtype.kind == "i" or not array.size
        array = array.reshape((-1, *shape[1:]) if shape[:1] == (0,) else shape)
    except (TypeError, ValueError):
        raise refusal from None
    if not whole and (array.dtype.kind != "f" or nothing.dtype.kind != "f"):
        raise refusal
    if not np.isfinite(array).all() or (array < 0).any():
        raise refusal
    return array.astype(nothing.dtype)

"""A metric with checked options, and the arithmetic on its sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.core.sample_kind import TEXTS, SampleKind
from levmetrics.edits import library
from levmetrics.edits.pairs import Costs, TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.arrays import FloatArray
from levmetrics.normalizers import Chain, get_normalizer
from levmetrics.rendering.labels import ERRORS, Label, Labels, label_of_key, labels_beside
from levmetrics.signature import signature
from levmetrics.sums.error_counts import Mask
from levmetrics.sums.sample_statistics import (
    SampleStatistics,
    exact_sum,
    limbs,
    warn_of_no_samples,
    without_rates,
)
from levmetrics.sums.samples import Samples
from levmetrics.system.extras import is_installed
from levmetrics.tokenizers import TOKENIZERS

if TYPE_CHECKING:
    from levmetrics.alignment.explanation import Alignment, Confusions, Words
    from levmetrics.core.run import Run
    from levmetrics.edits.kernel import EditPlaces
    from levmetrics.tokenizers.scripts import Script

# By name: sums over samples, or with the reduction "none" arrays of per-sample values.
Sums: TypeAlias = Mapping[str, npt.NDArray[Any]]
# A score (or count) of all samples, one per sample, or details of each.
Measure: TypeAlias = "npt.NDArray[Any] | Sequence[Any]"
Reduction: TypeAlias = Literal["mean", "sum", "none"] | None
Result: TypeAlias = "dict[str, Any]"  # numbers, or lists of one value per sample
SideInput: TypeAlias = Callable[[str], Any]
"""Returns the value of an option from the path of its file, or from what is written instead."""

NO_MEANS = ("none", "sum")
"""The reductions that give no mean or pooled score of all samples."""

OF_TEXTS = ("pyarrow", "regex")
"""The packages that normalize texts, and find their alternatives."""

S = TypeVar("S", bound=Samples)  # the measurements of every sample


class Metric(ABC, Generic[S]):
    """A metric with checked options: it turns samples into sums, and sums into scores.

    It has no state: a :class:`levmetrics.core.run.Run` holds what was scored.
    :func:`levmetrics.core.names.get_metric` returns a metric by its name.

    Args:
        reduction: average the samples' scores (``mean``); in Python, ``sum`` adds and ``none``
            keeps them.
        settings: further settings that change the score, for the signature.

    Attributes:
        name: the metric's name in results and signatures: ``"anls:docvqa"``.
        key: the key of the main score in a result.
        settings: all settings that the score depends on, by name.

    Raises:
        InputError: for options that the metric does not take.

    """

    counted: ClassVar[str] = ""  # what the sums count, if the settings do not define it
    reductions: ClassVar[tuple[str, ...]] = ("mean", "sum", "none")
    higher_is_better: ClassVar[bool] = True
    labels: ClassVar[Labels] = {}  # by the keys of its configs' scores
    counts_samples: ClassVar[str] = "samples"  # the name of the sum that counts samples
    costs: Costs = "unit"  # the costs of the displayed alignment
    takes: ClassVar[SampleKind] = TEXTS  # what one sample is
    compares_lines: ClassVar[bool] = False  # whether it matters where the lines of a text end
    unexplained: ClassVar[str] = ""  # the code of the error that says why it has no confusions
    asked: ClassVar[tuple[str, ...]] = ()  # the options on the page
    flags: ClassVar[Mapping[str, str]] = {}  # of options that a shell calls by another name
    unscored: ClassVar[str] = ""  # the code of the error that no reference has what is scored
    normalizer: Chain = get_normalizer(None)  # is applied to the texts of both sides first
    _packages: tuple[str, ...] = ()  # that its own search needs, for some samples or for all
    extra: str = ""  # of levmetrics, which installs what some samples need
    name: str = ""
    key: str = "score"

    def __init__(self, reduction: str | None, settings: Mapping[str, object]) -> None:
        name = "none" if reduction is None else reduction
        if not isinstance(name, str) or name not in self.reductions:
            raise unknown_name(self.reductions, reduction, "reduction")
        self.reduction = name
        self.settings: dict[str, object] = {**settings, "reduction": name}

    def __repr__(self) -> str:
        settings = (f"{name}={value}" for name, value in self.settings.items())
        return f"{type(self).__name__}({', '.join([*filter(None, [self.name]), *settings])})"

    @classmethod
    def label_of(cls, key: str) -> Label:
        """Return how the score of a config is named and written, by its key.

        The class says it in ``labels``, or the file ``labels.json`` beside it; see
        :func:`levmetrics.rendering.labels.labels_beside`.

        >>> from levmetrics.rendering.labels import Name
        >>> class Share(Metric):
        ...     labels = {"share": Label(Name("share", "Share of words"))}
        >>> Share.label_of("share").name.full, Share.label_of("other_share").name.full
        ('Share of words', 'Other share')

        """
        return {**labels_beside(cls), **cls.labels}.get(key) or label_of_key(key)

    @property
    def label(self) -> Label:
        """How the score is named and written."""
        return self.label_of(self.key)

    @classmethod
    def side_inputs(cls) -> Mapping[str, SideInput]:
        """Return the options that come beside the two sides as a file, with what reads each."""
        return {}

    @classmethod
    def alternatives_in(cls, side: Literal["references", "predictions"]) -> Mapping[str, Any]:
        """Return the options by which it reads alternative wordings in the files of a side."""
        return {}

    @classmethod
    def choices(cls) -> Mapping[str, tuple[str, ...]]:
        """Return the names to choose from for one score, of options that take other names too."""
        return {"reduction": tuple(name for name in cls.reductions if name not in NO_MEANS)}

    def notes(
        self, result: Mapping[str, Any], samples: int, words: Words | None = None
    ) -> list[str]:
        """Return what a reader of a result must know besides its numbers, a sentence each.

        Args:
            result: the result of a run of this metric, with a reduction to one score.
            samples: the number of samples.
            words: the metric's sentences in another language, by key.

        """
        return []

    def told(self, result: Result) -> dict[str, Any]:
        """Return the numbers that the sentence on a score's meaning may name: ``errors``, and more.

        Args:
            result: the result of a run of this metric, with a reduction to one score.

        """
        return {"errors": sum(result.get(count.key, 0) for count in ERRORS), **result}

    def called(self, name: str, key: str = "score") -> Self:
        """Return the metric under the names for results and signatures."""
        named = copy(self)
        named.name, named.key = name, key
        return named

    def signature(self, packages: Sequence[str] = (), **settings: Any) -> str:
        """Return the signature of the score: the same signature gives the same number.

        Args:
            packages: packages that took part in computing the score, besides the metric's own.
            **settings: the resampling of an interval or a test.

        """
        involved = (*self.packages, *packages)
        return signature(self.name, {**settings, **self.settings}, involved)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages that take part in computing the score, besides those in its settings.

        What is not installed took no part: the samples did not need it.
        """
        kernel = () if library.compiled_kernel() else ("pyarrow", "rapidfuzz")
        normalizer = OF_TEXTS if self.normalizer.steps else ()
        return (*filter(is_installed, self._packages), *kernel, *normalizer)

    def result(self, sums: Sums) -> Result:
        """Return the measures of sums as plain numbers, the main score by its key."""
        return self.named(self.measures(sums))

    def named(self, measures: Mapping[str, Measure]) -> Result:
        """Return measures as plain numbers, the first by the key of the main score.

        Args:
            measures: the result of :meth:`measures`.

        """
        return {
            self.key if i == 0 else name: (
                measure.tolist() if isinstance(measure, np.ndarray) else measure
            )
            for i, (name, measure) in enumerate(measures.items())
        }

    @property
    def keeps_samples(self) -> bool:
        """Whether the sums hold per-sample values."""
        return self.reduction == "none"

    def adds_to(self, other: Metric[Any]) -> bool:
        """Whether the sums of both metrics count the same and can be added."""
        return self.counted == other.counted and self.settings == other.settings

    @abstractmethod
    def measure(self, reader: SampleReader) -> list[S]:
        """Measure the samples of each system.

        Raises:
            InputError: for anything that cannot be scored.

        """

    @abstractmethod
    def kept(self, samples: S) -> Sums:
        """Return what is kept with ``reduction="none"``: arrays with one row per sample."""

    @abstractmethod
    def added(self, samples: S) -> Mapping[str, npt.NDArray[Any] | list[FloatArray]]:
        """Return what each sample adds to the sums with the other reductions.

        Returns:
            By name, integer arrays of shape ``(..., samples)``; or one or several arrays of numbers
            of 0 or more, shape ``(samples,)``, which are added exactly. The number of samples is
            left out, unless some samples do not count.

        """

    @abstractmethod
    def no_sums(self) -> Sums:
        """Return the sums of no samples, in the types and shapes of other sums."""

    def sums(self, samples: S) -> Sums:
        """Return the sums of samples."""
        if self.keeps_samples:
            return self.kept(samples)
        sums = {name: _sum(each) for name, each in self.added(samples).items()}
        sums.setdefault(self.counts_samples, np.asarray(len(samples)))
        return sums

    def sample_sums(self, samples: S) -> Sums:
        """Return what each sample adds to the sums of :meth:`sums`.

        Returns:
            Arrays of shape ``(samples, ...)``. Not used with ``reduction="none"``, which adds
            nothing up.

        """
        columns: dict[str, npt.NDArray[Any]] = {
            name: np.asarray(each).T for name, each in self.added(samples).items()
        }
        columns.setdefault(self.counts_samples, np.ones(len(samples), np.int64))
        return {
            name: limbs(each) if each.dtype.kind == "f" else each for name, each in columns.items()
        }

    def measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the measures of sums by name, the score first.

        Args:
            sums: the sums of all samples, or of groups, with one row per group.

        Returns:
            Arrays of shape ``()``; with ``reduction="none"``, of shape ``(samples,)`` (details of
            samples in lists); for groups, of shape ``(groups,)``. Without samples, counts and sums
            are 0, and all else is NaN.

        """
        measures, has_rates = self._measures(sums), self.has_rates(sums)
        return measures if has_rates.all() else without_rates(measures, ~has_rates)

    def score(self, sums: Sums) -> float:
        """Return the first measure of the sums of all samples."""
        return float(next(iter(self.measures(sums).values())))  # type: ignore[arg-type]

    @abstractmethod
    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the result of :meth:`measures` for at least one sample."""

    def sample_count(self, sums: Sums) -> int:
        """Return the number of samples in the sums."""
        if self.keeps_samples:
            return len(next(iter(sums.values())))
        return int(sums[self.counts_samples])

    def has_rates(self, sums: Sums) -> Mask:
        """Whether the sums give a number; without samples there is no rate and no mean."""
        if self.reduction in ("none", "sum"):
            return np.asarray(True)
        return np.greater(sums[self.counts_samples], 0)

    def warn_of_no_samples(self, sums: Sums) -> None:
        """Warn if the sums give no number."""
        if not self.has_rates(sums):
            warn_of_no_samples()

    @property
    def pooling(self) -> Metric[S]:
        """This metric, or the same with a reduction to one score if it keeps samples."""
        if not self.keeps_samples:
            return self
        pooling = copy(self)
        pooling.reduction = self.reductions[0]
        return pooling

    def sample_scores(self, samples: S) -> FloatArray:
        """Return the score of every sample; shape ``(samples,)``."""
        return np.asarray(samples.score, np.float64)

    def sample_rates(self, samples: S) -> dict[str, FloatArray]:
        """Return the other rates of every sample that the label names; shape ``(samples,)`` each.

        >>> from levmetrics.core.scoring import score
        >>> run = score(["the cat"], ["the cat sat"], "rouge")
        >>> [*run.metric.sample_rates(run.measured)]
        ['rougeL_precision', 'rougeL_recall', 'rouge1', 'rouge2', 'rougeLsum']

        """
        if not (names := self.label.others):
            return {}
        each = copy(self)
        each.reduction = "none"
        measures = each.measures(each.kept(samples))
        return {name: np.asarray(measures[name], np.float64) for name in names if name in measures}

    def statistics(self, samples: S) -> SampleStatistics:
        """Return each sample's numerator and denominator, for intervals and tests.

        Raises:
            InputError: if the reduction does not give one score.

        """
        if self.reduction != "mean":
            means = (f'"{name}"' for name in self.reductions if name not in NO_MEANS)
            raise InputError(
                "interval.of_no_mean", reduction=self.reduction, means=" or ".join(means)
            )
        return SampleStatistics.of_scores(samples.score, higher_is_better=self.higher_is_better)

    def check_references(self, reader: SampleReader) -> None:
        """Raise for options that match none of the references of a call.

        Raises:
            InputError: for such options.

        """

    def alignment(self, run: Run, sample: int) -> Alignment:
        """Return how a sample was compared.

        Args:
            run: a run of this metric, with its samples.
            sample: the index of the sample, from 0.

        Raises:
            UnexplainedError: if the metric, or this sample, has no alignment.

        """
        raise unexplained_error("run.no_tokens")

    def confusions(self, run: Run, n: int | None) -> Confusions:
        """Return what was taken for what.

        Args:
            run: a run of this metric, with its samples.
            n: the number of confusions of each kind; ``None``: all.

        Raises:
            UnexplainedError: if the metric has no confusions.

        """
        raise unexplained_error(self.unexplained or "run.no_tokens", metric=self.name)

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Return the tokens of each system's samples beside those of the references.

        Raises:
            UnexplainedError: for a metric that compares no tokens.

        """
        raise unexplained_error("run.no_tokens")

    def shown_pairs(self, run: Run, samples: slice = slice(None)) -> TokenPairs:
        """Return the tokens that alignments and confusions show beside those of the references.

        Args:
            run: a run of this metric, with its samples.
            samples: some of them.

        Raises:
            UnexplainedError: for samples without tokens.

        """
        raise unexplained_error("run.no_tokens")

    def warn_of_units(self, reader: SampleReader) -> None:
        """Warn if samples are scored in units that do not fit them.

        Args:
            reader: the samples that were measured.

        """

    @property
    def unit(self) -> Literal["words", "characters", "tokens"]:
        """What a reader calls a token of the metric's tokenizer."""
        facts = TOKENIZERS.get(self.tokenizer_name)
        return "tokens" if facts is None else facts.unit

    @property
    def tokenizer_name(self) -> str:
        """The name of the metric's tokenizer; empty for a metric that takes none."""
        return str(self.settings.get("tokenizer", "")).partition("[")[0]

    def normalized(self, names: Sequence[str]) -> Metric[S] | None:
        """Return this metric with normalizers after its own; ``None`` if that is no other metric.

        Args:
            names: the names of the normalizers.

        """
        return None

    def companion(self, script: Script) -> Metric[Any] | None:
        """Return a metric whose score readers expect beside this one's; ``None`` if there is none.

        Args:
            script: the script of the references.

        """
        return None

    def edit_places(self, run: Run) -> EditPlaces | None:
        """Return the places of the edits in the references that counted.

        They are needed for the MAPSSWE test, whose segments correct tokens separate; ``None`` for a
        metric whose score is not pooled over tokens.

        Args:
            run: a run of this metric, with its samples.

        """
        return None

    def check_all(self, statistics: SampleStatistics) -> None:
        """Raise if the samples allow no intervals and tests.

        Raises:
            InputError: if there is nothing to score.

        """
        if self.unscored and not statistics.denominators.any():
            raise InputError(self.unscored)

    def add(self, sums: Sums, other: Sums) -> Sums:
        """Add two sums."""
        join = np.concatenate if self.keeps_samples else sum
        return {name: np.asarray(join([value, other[name]])) for name, value in sums.items()}


def unexplained_error(code: str, **fields: object) -> Exception:
    """Return the error that says why a metric, or a sample, has no explanation."""
    from levmetrics.alignment.explanation import UnexplainedError  # loads tables

    return UnexplainedError(code, **fields)


def _sum(each: npt.NDArray[Any] | list[FloatArray]) -> npt.NDArray[Any]:
    if isinstance(each, list):
        return np.stack([*map(exact_sum, each)])
    return exact_sum(each) if each.dtype.kind == "f" else np.asarray(np.add.reduce(each, axis=-1))

"""How samples are scored: the options of a metric, checked, and the arithmetic on its sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.edits.results import Costs
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.numbers import is_whole_number
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.scores.no_samples import without_rates
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.tokenizers import TokenizerLike, get_tokenizer

# By name: sums over samples, or where the reduction is "none" an array with the samples' own.
Sums: TypeAlias = Mapping[str, npt.NDArray[Any]]
# A score (or count) of all samples, one a sample, or details of each.
Measure: TypeAlias = "npt.NDArray[Any] | Sequence[Any]"


T = TypeVar("T")


class Samples(Protocol):
    """What was measured of every sample."""

    @property
    def reference(self) -> IntArray:
        """Which of its references each sample was scored by, from 0; shape ``(samples,)``."""
        ...

    def __len__(self) -> int:
        """Count the samples."""
        ...

    def take(self: T, indices: IntArray) -> T:
        """Return what was measured of these samples."""
        ...


S = TypeVar("S", bound=Samples)


class Scorer(ABC, Generic[S]):
    """The options of a metric, checked, with what turns samples into sums and sums into scores.

    Nothing is kept in it: what was scored is in a :class:`levmetrics.scoring.ScoringRun`.

    Args:
        reduction: how the samples' scores become one, by name; ``None`` is ``"none"``.
        tokenizer: what an edit is counted in; ``None``: the metric's own unit.
        normalizer: applied to both sides first.
        ignore_index: the id that pads arrays of token ids.
        settings: what else decides the score, for the signature.

    Attributes:
        settings: all that decides the score, by name.

    Raises:
        InputError: for options that the metric does not have.

    """

    counted: ClassVar[str] = ""  # what the sums count, where the settings do not say
    default_tokenizer: ClassVar[str] = "char"
    reductions: ClassVar[tuple[str, ...]] = ("mean", "sum", "none")
    higher_is_better: ClassVar[bool] = True
    costs: Costs = "unit"  # of the alignment that is shown

    def __init__(
        self,
        reduction: str | None,
        *,
        tokenizer: TokenizerLike | None,
        normalizer: NormalizerLike,
        ignore_index: int | None,
        settings: Mapping[str, object],
    ) -> None:
        self.reduction = _known_reduction(reduction, self.reductions)
        self.tokenizer = get_tokenizer(self.default_tokenizer if tokenizer is None else tokenizer)
        # Tokens as input take none: the default one is left out, and a given one refused.
        self._given_tokenizer = None if tokenizer is None else self.tokenizer
        self.normalizer = get_normalizer(normalizer)
        self.ignore_index = _checked_ignore_index(ignore_index)
        self.settings: dict[str, object] = {
            "tokenizer": self.tokenizer,
            "normalizer": self.normalizer,
            **settings,
            "reduction": self.reduction,
            "ignore_index": self.ignore_index,
        }

    @property
    def nested(self) -> bool:
        """Whether it takes nested values, and not texts alone."""
        return False

    @property
    def keeps_samples(self) -> bool:
        """Whether the sums are of every sample by itself."""
        return self.reduction == "none"

    def adds_to(self, other: Scorer[Any]) -> bool:
        """Tell whether the sums of both count the same, and may be added."""
        return self.counted == other.counted and self.settings == other.settings

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens that the edits are counted in, of each system.

        Raises:
            InputError: for anything that has none.

        """
        return reader.token_pairs(
            self.tokenizer, self._given_tokenizer, self.normalizer, self.ignore_index
        )

    @abstractmethod
    def measure(self, reader: SampleReader) -> list[S]:
        """Measure the samples of each system.

        Raises:
            InputError: for anything that cannot be scored.

        """

    @abstractmethod
    def sums(self, samples: S) -> Sums:
        """Return what samples add to the score."""

    @abstractmethod
    def sample_sums(self, samples: S) -> Sums:
        """Return what each sample adds to the score, whose sums are :meth:`sums`.

        Returns:
            Arrays of shape ``(samples, ...)``. With ``reduction="none"`` nothing is added up, and
            this is not asked for.

        """

    @abstractmethod
    def no_sums(self) -> Sums:
        """Return the sums of no samples, of the types and shapes of all others."""

    def measures(self, sums: Sums) -> dict[str, Measure]:
        """Return what sums come to, by name, the score first.

        Returns:
            Arrays of shape ``()``, or with ``reduction="none"`` of shape ``(samples,)`` (details of
            samples in lists). Of no samples, counts and sums are 0, and all else is NaN.

        """
        measures = self._measures(sums)
        return measures if self.has_rates(sums) else without_rates(measures)

    @abstractmethod
    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return what :meth:`measures` does, of at least one sample."""

    def sample_count(self, sums: Sums) -> int:
        """Return how many samples the sums are of; not with ``reduction="none"``."""
        return int(sums["samples"])

    def has_rates(self, sums: Sums) -> bool:
        """Tell whether sums come to a number; of no samples there is no rate and no mean."""
        return self.keeps_samples or self.sample_count(sums) > 0

    @property
    def pooling(self) -> Scorer[S]:
        """The same scorer, which reduces the samples to one score."""
        pooling = copy(self)
        pooling.reduction = self.reductions[0]
        return pooling

    @abstractmethod
    def sample_scores(self, samples: S) -> FloatArray:
        """Return the score of every sample; shape ``(samples,)``."""

    @abstractmethod
    def statistics(self, samples: S) -> SampleStatistics:
        """Return what the score of samples is made of, for intervals and tests.

        Raises:
            InputError: with a reduction that does not give one score.

        """

    def check_all(self, statistics: SampleStatistics) -> None:
        """Refuse the statistics of all samples for intervals and tests.

        Raises:
            InputError: if there is nothing that the score is of.

        """

    def _check_mean(self) -> None:
        """Refuse to take samples for those of a mean.

        Raises:
            InputError: for another reduction than ``"mean"``.

        """
        if self.reduction != "mean":
            raise InputError(
                f'an interval or a test is of a mean, but the reduction is "{self.reduction}"; '
                'take "mean"'
            )

    def add(self, sums: Sums, other: Sums) -> Sums:
        """Add two sums."""
        join = np.concatenate if self.keeps_samples else sum
        return {name: np.asarray(join([value, other[name]])) for name, value in sums.items()}


def _known_reduction(reduction: object, known: Sequence[str]) -> str:
    """Return the reduction by its name (``None`` is ``"none"``), or say the nearest."""
    name = "none" if reduction is None else reduction
    if not isinstance(name, str) or name not in known:
        raise unknown_name(known, reduction, "reduction")
    return name


def _checked_ignore_index(index: Any) -> int | None:
    if index is not None and not is_whole_number(index):
        raise InputError(f"ignore_index is {index!r}; it must be a whole number or None")
    return None if index is None else int(index)

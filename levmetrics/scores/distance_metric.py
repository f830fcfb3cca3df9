"""Scoring by the edit distance itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

import numpy as np

from levmetrics.arrays import FloatArray, IntArray, lowest_of_each
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.base import Measure, Metric, Sums
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.scores.similarity import checked_substitution_cost
from levmetrics.tokenizers import TokenizerLike

Reduction: TypeAlias = Literal["mean", "sum", "none"] | None


@dataclass(frozen=True)
class SampleDistances:
    """One edit distance a sample.

    Attributes:
        distance: to its nearest reference; int64, shape ``(samples,)``.
        reference: which one that is, from 0; the same shape.

    """

    distance: IntArray
    reference: IntArray

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.distance)

    def take(self, indices: IntArray) -> SampleDistances:
        """Return the distances of these samples."""
        return SampleDistances(self.distance[indices], self.reference[indices])


def nearest_distances(pairs: TokenPairs, substitution_cost: int) -> SampleDistances:
    """Measure the pairs and take the nearest reference of each sample (ties: the first)."""
    distance = pair_distances(pairs, substitution_cost=substitution_cost).distance
    if pairs.offsets is None:
        return SampleDistances(distance, np.zeros(len(distance), np.int64))
    nearest = lowest_of_each(distance, pairs.offsets)
    return SampleDistances(distance[nearest], nearest - pairs.offsets[:-1])


class DistanceMetric(Metric[SampleDistances]):
    """Scoring by the edit distance: its mean, its sum, or of every sample.

    Args:
        substitution_cost: cost of replacing one token by another; insertions and deletions are 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: what an edit is counted in, characters by default.
        normalizer: applied to both sides first.
        ignore_index: the id that pads arrays of token ids.

    """

    counted: ClassVar[str] = "distances"
    higher_is_better = False

    def __init__(
        self,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
    ) -> None:
        self.substitution_cost = checked_substitution_cost(substitution_cost)
        super().__init__(
            reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
            settings={"substitution_cost": self.substitution_cost},
        )

    def measure(self, reader: SampleReader) -> list[SampleDistances]:
        """Measure the distances of the samples of each system."""
        return [
            nearest_distances(pairs, self.substitution_cost) for pairs in self.token_pairs(reader)
        ]

    def sums(self, samples: SampleDistances) -> Sums:
        """Return the distances, or their sum and number; by the names of torchmetrics' states."""
        if self.keeps_samples:
            return {"edit_scores_list": samples.distance.astype(np.int32)}
        return {
            "edit_scores": samples.distance.sum(),
            "num_elements": np.array(len(samples)),
        }

    def sample_sums(self, samples: SampleDistances) -> Sums:
        """Return the distance of each sample."""
        return {
            "edit_scores": samples.distance,
            "num_elements": np.ones(len(samples), np.int64),
        }

    def no_sums(self) -> Sums:
        """Return the sums of no samples."""
        nothing = np.zeros(0, np.int64)
        return self.sums(SampleDistances(nothing, nothing))

    def sample_count(self, sums: Sums) -> int:
        """Return how many samples the sums are of."""
        return int(sums["num_elements"])

    def has_rates(self, sums: Sums) -> bool:
        """Tell that sums come to a number; torchmetrics' mean of no distances is 0."""
        return True

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the mean (in single precision, as torchmetrics has it), the sum, or all."""
        if self.keeps_samples:
            return {"score": sums["edit_scores_list"]}
        if self.reduction == "sum":
            return {"score": sums["edit_scores"]}
        mean = sums["edit_scores"] / np.maximum(sums["num_elements"], 1)
        return {"score": np.asarray(mean, np.float32)}

    def sample_scores(self, samples: SampleDistances) -> FloatArray:
        """Return the distance of every sample."""
        return samples.distance.astype(np.float64)

    def statistics(self, samples: SampleDistances) -> SampleStatistics:
        """Return what the mean distance is made of.

        Raises:
            InputError: with another reduction than ``"mean"``.

        """
        self._check_mean()
        return SampleStatistics.of_scores(samples.distance, higher_is_better=False)

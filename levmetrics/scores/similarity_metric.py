"""Scoring by the edit distance, and by normalized similarities of any of the rules of ANLS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

import numpy as np

from levmetrics.arrays import FloatArray, IntArray, lowest_of_each
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.inputs.json_values import from_json, to_json
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.anls_rules import RULES, AnlsRule
from levmetrics.scores.base import Measure, Metric, Sums
from levmetrics.scores.group_sums import exact_sum, limbs, quotient
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.scores.similarity import (
    SampleScores,
    checked_substitution_cost,
    checked_threshold,
)
from levmetrics.tokenizers import CharTokenizer, TokenizerLike

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


class AnlsMetric(Metric[SampleScores]):
    """Scoring by one of the rules that share the name ANLS; the first is the plain similarity.

    Args:
        rule: the name of one in :data:`levmetrics.scores.anls_rules.RULES`.
        threshold: replaces the rule's own, in its own way.
        substitution_cost: of rules that count tokens; the published ones have 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: what an edit is counted in; the published rules count characters.
        normalizer: applied to both sides before the rule's own.
        ignore_index: the id that pads arrays of token ids.

    Raises:
        InputError: for settings that the rule does not have.

    """

    counted: ClassVar[str] = "similarities"

    def __init__(
        self,
        rule: str = "default",
        threshold: float | None = None,
        *,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
    ) -> None:
        self._rule: AnlsRule = RULES.lookup(rule)
        self.rule = rule
        self.threshold = checked_threshold(self._rule.threshold if threshold is None else threshold)
        self.substitution_cost = checked_substitution_cost(substitution_cost)
        super().__init__(
            reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
            settings={
                "rule": rule,
                "substitution_cost": self.substitution_cost,
                "threshold": self.threshold,
            },
        )
        published = self.substitution_cost == 1 and type(self.tokenizer) is CharTokenizer
        if not published and not self._rule.counts_tokens:
            raise InputError(
                "option.rule_counts_characters",
                rule=rule,
                tokenizer=repr(self.tokenizer),
                substitution_cost=substitution_cost,
            )

    @property
    def nested(self) -> bool:
        """Whether the rule takes nested values, and not texts alone."""
        return self._rule.nested

    @property
    def keeps_details(self) -> bool:
        """Whether the sums are of every sample, with details of each."""
        return self._rule.nested and self.keeps_samples

    def measure(self, reader: SampleReader) -> list[SampleScores]:
        """Score the samples of each system by the rule."""
        return self._rule.scores(reader, self)

    def sums(self, samples: SampleScores) -> Sums:
        """Return the sum and number of the similarities, or all with references and details."""
        if not self.keeps_samples:
            return {
                "similarity_sum": exact_sum(samples.similarity),
                "samples": np.array(len(samples)),
            }
        sums = {"similarities": samples.similarity, "references": samples.reference}
        if self.keeps_details:
            written = [to_json(list(details)).encode() for details in samples.details]
            sums["details"] = np.frombuffer(b"".join(written), np.uint8)
            sums["detail_lengths"] = np.array([*map(len, written)], np.int64)
        return sums

    def sample_sums(self, samples: SampleScores) -> Sums:
        """Return the similarity of each sample."""
        return {
            "similarity_sum": limbs(samples.similarity),
            "samples": np.ones(len(samples), np.int64),
        }

    def no_sums(self) -> Sums:
        """Return the sums of no samples."""
        return self.sums(SampleScores(np.zeros(0), np.zeros(0, np.int64)))

    def has_rates(self, sums: Sums) -> bool:
        """Tell whether sums come to a number; the sum of no similarities is 0."""
        return self.reduction == "sum" or super().has_rates(sums)

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the mean, the sum, or every similarity with which reference it is to."""
        if not self.keeps_samples:
            count = 1 if self.reduction == "sum" else max(self.scored_count(sums), 1)
            return {"score": quotient(sums["similarity_sum"], count)}
        measures: dict[str, Measure] = {
            "score": sums["similarities"],
            "reference": sums["references"],
        }
        if self.keeps_details:
            text, ends = sums["details"].tobytes(), sums["detail_lengths"].cumsum().tolist()
            details = [
                from_json(text[start:end].decode(), alternatives=True)
                for start, end in zip([0, *ends], ends, strict=False)
            ]
            measures["closest"] = [closest for closest, _ in details]
            measures["key_scores"] = [scores for _, scores in details]
        return measures

    def sample_scores(self, samples: SampleScores) -> FloatArray:
        """Return the similarity of every sample."""
        return samples.similarity

    def statistics(self, samples: SampleScores) -> SampleStatistics:
        """Return what the mean similarity is made of.

        Raises:
            InputError: with another reduction than ``"mean"``.

        """
        self._check_mean()
        return samples.statistics()

"""Metrics of the edit distance, and of normalized similarities by any rule of ANLS."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from levmetrics.core.metric import Measure, Reduction, Sums
from levmetrics.core.score_metric import SimilarityMetric
from levmetrics.core.token_metric import TokenMetric
from levmetrics.edits.reader import SampleReader
from levmetrics.inputs.arguments import checked_whole_number
from levmetrics.normalizers import NormalizerLike
from levmetrics.similarity.anls_rules import RULES
from levmetrics.sums.similarity import SampleScores, best_of_each, nearest_of_each, similarities
from levmetrics.sums.text_similarity import nearest_by_tokens
from levmetrics.tokenizers import TokenizerLike


class DistanceMetric(TokenMetric[SampleScores]):
    """The metric of the edit distance: its mean, its sum, or one distance per sample.

    Args:
        substitution_cost: the cost of a substitution; insertions and deletions cost 1.
        reduction: see the base class, as for all arguments not explained here.
        ignore_index: the padding id of token id arrays.

    """

    counted: ClassVar[str] = "distances"
    counts_samples = "num_elements"
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
        self.substitution_cost = checked_whole_number(substitution_cost, "substitution_cost", 0)
        settings = {"substitution_cost": self.substitution_cost}
        super().__init__(reduction, tokenizer, normalizer, settings, ignore_index)

    def measure(self, reader: SampleReader) -> list[SampleScores]:
        """Measure the distance of each system's samples to their nearest references."""
        systems = self.distances(reader, self.substitution_cost)
        return [nearest_of_each(pairs.distance, offsets) for pairs, offsets in systems]

    def kept(self, samples: SampleScores) -> Sums:
        """Return the distance of each sample, under the name of torchmetrics' state."""
        return {"edit_scores_list": samples.score.astype(np.int32)}

    def added(self, samples: SampleScores) -> Sums:
        """Return the distance of each sample, under the name of torchmetrics' state."""
        return {"edit_scores": samples.score}

    def no_sums(self) -> Sums:
        """Return the sums of no samples."""
        nothing = np.zeros(0, np.int64)
        return self.sums(SampleScores(nothing, nothing))

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the mean (in single precision, as in torchmetrics), the sum, or all distances."""
        if self.keeps_samples:
            return {"score": sums["edit_scores_list"]}
        if self.reduction == "sum":
            return {"score": sums["edit_scores"]}
        mean = sums["edit_scores"] / np.maximum(sums["num_elements"], 1)
        return {"score": np.asarray(mean, np.float32)}


class AnlsMetric(SimilarityMetric[SampleScores]):
    """The metric of one of the rules of texts that share the name ANLS; by default the plain one.

    Args:
        rule: the name of a rule in :data:`levmetrics.similarity.anls_rules.RULES`.
        threshold: replaces the rule's own threshold, with the same meaning.
        substitution_cost: the cost of a substitution, for rules that count tokens; the published
            rules use 1.
        tokenizer: the unit of an edit; the published rules count characters.
        normalizer: applied to both sides before the rule's own normalization.
        ignore_index: the padding id of token id arrays.

    Raises:
        InputError: for settings that the rule does not take.

    """

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
        known = RULES.lookup(rule)
        self._text_scores = known.text_scores
        super().__init__(
            rule,
            known.threshold if threshold is None else threshold,
            substitution_cost,
            reduction,
            tokenizer,
            normalizer,
            ignore_index,
            counts_tokens=known.counts_tokens,
        )

    def measure(self, reader: SampleReader) -> list[SampleScores]:
        """Score each system's samples by the rule."""
        if self._text_scores is None:
            return self._token_scores(reader)
        texts, references = reader.texts(self.normalizer)
        return [self._text_scores(preds, references, self.threshold) for preds in texts]

    def _token_scores(self, reader: SampleReader) -> list[SampleScores]:
        """Score each system's samples by the similarity of their tokens."""
        cost, threshold = self.substitution_cost, self.threshold
        if cost == 1 and reader.strings(self.tokenizer, self.normalizer) is None:
            return [nearest_by_tokens(pairs, threshold) for pairs in self.token_pairs(reader)]
        return [
            best_of_each(similarities(pairs, cost, threshold), offsets)
            for pairs, offsets in self.distances(reader, cost)
        ]

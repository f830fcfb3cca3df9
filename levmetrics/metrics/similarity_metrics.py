"""Edit distance and normalized similarity."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import torch
import torchmetrics.text
from torch import Tensor

from levmetrics.arrays import IntArray, lowest_of_each
from levmetrics.edits.kernel import pair_distances
from levmetrics.errors import InputError
from levmetrics.metrics.text_metric import TextMetric, known_reduction
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.scores.similarity import (
    SampleScores,
    best_similarities,
    checked_substitution_cost,
    checked_threshold,
)
from levmetrics.tokenizers import TokenizerLike

Reduction: TypeAlias = Literal["mean", "sum", "none"] | None


class EditDistance(TextMetric, torchmetrics.text.EditDistance):
    """Edit distance, exact: torchmetrics' own class with its search replaced.

    ``torchmetrics.text.EditDistance`` looks only 25 columns to each side of the diagonal, and is
    wrong where the best alignment leaves it. Constructor, states, reductions and ``plot`` are the
    same, and so is every number where torchmetrics is exact.

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one a sample; or tokens: a list of
      lists of hashables, or integer ids of shape ``(samples, length)`` padded by ``ignore_index``
    - ``target``: the same, or a list of references for each sample, of which the nearest counts

    ``compute`` returns the mean distance (float32 scalar, as torchmetrics does), the sum (int64
    scalar), or with ``reduction="none"`` all distances (int32, shape ``(samples,)``). The mean of
    no samples is 0.

    Args:
        substitution_cost: cost of substituting one token for another; insertions and deletions
            cost 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: what an edit is counted in, characters by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens as input take none.
        normalizer: applied to both sides first; see
            :func:`levmetrics.normalizers.get_normalizer`.
        ignore_index: the id that pads arrays of token ids, and is left out of them.
        kwargs: see ``torchmetrics.Metric``.

    Raises:
        InputError: from ``update``, for anything that cannot be scored.

    >>> metric = EditDistance()
    >>> metric(["rain", "lnaguaeg"], ["shine", "language"])
    tensor(3.5000)
    >>> EditDistance(tokenizer="whitespace")("who is there", "is there")
    tensor(1.)

    """

    higher_is_better: bool = False
    _counted = "distances"
    edit_scores_list: list[Tensor]
    edit_scores: Tensor
    num_elements: Tensor

    def __init__(
        self,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
        **kwargs: Any,
    ) -> None:
        substitution_cost = checked_substitution_cost(substitution_cost)
        reduction = known_reduction(reduction, ("mean", "sum", "none"))
        super().__init__(
            substitution_cost=substitution_cost,
            reduction=reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
            settings={"substitution_cost": substitution_cost, "reduction": reduction},
            **kwargs,
        )
        if reduction == "none":
            self._empty["edit_scores_list"] = torch.zeros(0, dtype=torch.int32)

    def update(self, preds: Any, target: Any) -> None:
        """Add the distances of these samples."""
        self._add(self.measure(preds, target))

    def measure(self, preds: Any, target: Any) -> IntArray:
        """Measure the distances of these samples, without adding them; shape ``(samples,)``."""
        pairs = self.read(preds, target)
        distance = pair_distances(pairs, substitution_cost=self.substitution_cost).distance
        if pairs.offsets is not None:
            distance = distance[lowest_of_each(distance, pairs.offsets)]
        return distance

    def _add(self, distance: IntArray) -> None:
        if self.reduction == "none":
            self.edit_scores_list.append(self._tensor(distance, torch.int32))
        else:
            self.edit_scores = self.edit_scores + int(distance.sum())
            self.num_elements = self.num_elements + len(distance)

    def compute(self) -> Tensor:
        """Reduce the distances of all samples so far."""
        if self.reduction == "none":
            return self._joined("edit_scores_list")
        if self.reduction == "sum":
            return self.edit_scores
        # float32 as in torchmetrics, also where another type is the default one of torch.
        return (self.edit_scores.double() / self.num_elements.clamp(min=1)).float()


class SimilarityMetric(TextMetric):
    """The state of all similarities: their sum, or of every sample its own and which reference.

    Args:
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: what an edit is counted in.
        normalizer: applied to both sides first.
        ignore_index: the id that pads arrays of token ids.
        settings: what else decides the score, for the signature.
        kwargs: see ``torchmetrics.Metric``.

    """

    higher_is_better: bool = True
    plot_upper_bound: float = 1.0
    _counted = "similarities"
    similarities: list[Tensor]
    references: list[Tensor]
    similarity_sum: Tensor
    samples: Tensor

    def __init__(
        self,
        reduction: Reduction,
        *,
        tokenizer: TokenizerLike | None,
        normalizer: NormalizerLike,
        ignore_index: int | None,
        settings: dict[str, Any],
        **kwargs: Any,
    ) -> None:
        reduction = known_reduction(reduction, ("mean", "sum", "none"))
        super().__init__(
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
            settings={**settings, "reduction": reduction},
            **kwargs,
        )
        self.reduction = reduction
        if reduction == "none":
            self._add_sample_state("similarities", dtype=torch.float64)
            self._add_sample_state("references", dtype=torch.int64)
        else:
            zero = torch.zeros((), dtype=torch.float64)
            self.add_state("similarity_sum", default=zero, dist_reduce_fx="sum")
            self.add_state("samples", default=torch.tensor(0), dist_reduce_fx="sum")

    def _add(self, scores: SampleScores) -> None:
        if self.reduction == "none":
            self.similarities.append(self._tensor(scores.similarity, torch.float64))
            self.references.append(self._tensor(scores.reference, torch.int64))
        else:
            self.similarity_sum = self.similarity_sum + float(scores.similarity.sum())
            self.samples = self.samples + len(scores.similarity)

    def statistics(self, scores: SampleScores) -> SampleStatistics:
        """Return what the mean of measured samples is made of, for intervals and tests.

        Raises:
            InputError: with another reduction than ``"mean"``.

        """
        if self.reduction != "mean":
            raise InputError(
                f'an interval or a test is of a mean, but the reduction is "{self.reduction}"; '
                'take "mean"'
            )
        return scores.statistics()

    def compute(self) -> Tensor:
        """Reduce the similarities of all samples so far."""
        if self.reduction == "none":
            return self._joined("similarities")
        if self.reduction == "sum":
            return self.similarity_sum
        return self.similarity_sum / self.samples.clamp(min=1)

    def results(self) -> dict[str, Any]:
        """Return the score; with ``reduction="none"`` also which reference each was scored by.

        Returns:
            ``score``: as :meth:`compute` returns it; ``reference``: int64, shape ``(samples,)``,
            counted from 0.

        """
        if self.reduction != "none":
            return super().results()
        with self.sync_context(dist_sync_fn=self.dist_sync_fn, should_sync=self.sync_on_compute):
            return self._sample_results()

    def _sample_results(self) -> dict[str, Any]:
        return {"score": self._joined("similarities"), "reference": self._joined("references")}


class NormalizedLevenshteinSimilarity(SimilarityMetric):
    """Normalized Levenshtein similarity, 1 - distance / largest distance; its mean is ANLS.

    The largest distance is the longer length at ``substitution_cost=1`` and the sum of the lengths
    at 2 and more. Two empty texts are 1.

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one a sample; or tokens: a list of
      lists of hashables, or integer ids of shape ``(samples, length)`` padded by ``ignore_index``
    - ``target``: the same, or a list of references for each sample, of which the most similar
      counts

    ``compute`` returns the mean or the sum (float64 scalar; of no samples, 0), or with
    ``reduction="none"`` all similarities (float64, shape ``(samples,)``), each in [0, 1];
    :meth:`results` then also says which reference was the most similar.

    Args:
        substitution_cost: cost of substituting one token for another; insertions and deletions
            cost 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: what an edit is counted in, characters by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens as input take none.
        normalizer: applied to both sides first; see
            :func:`levmetrics.normalizers.get_normalizer`.
        threshold: similarities below it count as 0.
        ignore_index: the id that pads arrays of token ids, and is left out of them.
        kwargs: see ``torchmetrics.Metric``.

    Raises:
        InputError: from ``update``, for anything that cannot be scored.

    Source: see :func:`levmetrics.scores.similarity.similarities`.

    >>> metric = NormalizedLevenshteinSimilarity()
    >>> metric(["rain", "lnaguaeg"], ["shine", "language"])
    tensor(0.4500, dtype=torch.float64)
    >>> NormalizedLevenshteinSimilarity(reduction="none")(["rain", "snow"], [["sun", "rain"], "s"])
    Traceback (most recent call last):
    levmetrics.errors.InputError: target[1] is one string where other samples are lists; \
give every sample a list of strings, or every sample one string

    """

    def __init__(
        self,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        threshold: float = 0.0,
        ignore_index: int | None = -100,
        **kwargs: Any,
    ) -> None:
        self.threshold = checked_threshold(threshold)
        self.substitution_cost = checked_substitution_cost(substitution_cost)
        super().__init__(
            reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
            settings={"substitution_cost": self.substitution_cost, "threshold": self.threshold},
            **kwargs,
        )

    def measure(self, preds: Any, target: Any) -> SampleScores:
        """Measure the similarities of these samples, without adding them."""
        return best_similarities(self.read(preds, target), self.substitution_cost, self.threshold)


def edit_distance(
    preds: Any,
    target: Any,
    substitution_cost: int = 1,
    reduction: Reduction = "mean",
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    ignore_index: int | None = -100,
) -> Tensor:
    """Compute the edit distance at once: :class:`EditDistance`, which has the arguments.

    >>> edit_distance(["rain", "lnaguaeg"], ["shine", "language"], reduction="none")
    tensor([3, 4], dtype=torch.int32)
    """
    metric = EditDistance(
        substitution_cost,
        reduction,
        tokenizer=tokenizer,
        normalizer=normalizer,
        ignore_index=ignore_index,
        sync_on_compute=False,
    )
    metric.update(preds, target)
    return metric.compute()


def normalized_levenshtein_similarity(
    preds: Any,
    target: Any,
    substitution_cost: int = 1,
    reduction: Reduction = "mean",
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    threshold: float = 0.0,
    ignore_index: int | None = -100,
) -> Tensor:
    """Compute the similarity at once: :class:`NormalizedLevenshteinSimilarity`, see there.

    >>> normalized_levenshtein_similarity("rain", "shine")
    tensor(0.4000, dtype=torch.float64)
    """
    metric = NormalizedLevenshteinSimilarity(
        substitution_cost,
        reduction,
        tokenizer=tokenizer,
        normalizer=normalizer,
        threshold=threshold,
        ignore_index=ignore_index,
        sync_on_compute=False,
    )
    metric.update(preds, target)
    return metric.compute()

"""Edit distance, as a metric."""

from __future__ import annotations

from typing import Any

import torchmetrics.text
from torch import Tensor

from levmetrics.metrics.text_metric import TextMetric
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.similarity_metric import DistanceMetric, Reduction
from levmetrics.tokenizers import TokenizerLike


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
        metric = DistanceMetric(
            substitution_cost,
            reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
        )
        super().__init__(
            metric,
            substitution_cost=metric.substitution_cost,
            reduction=metric.reduction,
            **kwargs,
        )

    def compute(self) -> Tensor:
        """Reduce the distances of all samples so far."""
        return self._tensor(self._measures()["score"])

"""ANLS as a metric, by a rule: plain (also by its own name), ST-VQA, DocVQA, or ANLS*."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from levmetrics.metrics.text_metric import TextMetric
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.similarity_metric import AnlsMetric, Reduction
from levmetrics.tokenizers import TokenizerLike


class _Similarity(TextMetric):
    """The base class of similarities, which is a rule of ANLS with its options."""

    higher_is_better: bool = True
    plot_upper_bound: float = 1.0
    # The state: a sum, or with reduction="none" what every sample has.
    similarity_sum: Tensor
    samples: Tensor
    similarities: list[Tensor]
    references: list[Tensor]
    details: list[Tensor]
    detail_lengths: list[Tensor]

    def __init__(self, metric: AnlsMetric, **kwargs: Any) -> None:
        super().__init__(metric, **kwargs)
        self.reduction = metric.reduction
        self.threshold = metric.threshold
        self.substitution_cost = metric.substitution_cost

    def compute(self) -> Tensor:
        """Reduce the similarities of all samples so far."""
        return self._tensor(self._measures()["score"])


class ANLS(_Similarity):
    """Average normalized Levenshtein similarity, by one of the rules that share the name.

    ============ =============================================================================
    ``default``  1 - distance / longer length, of the text as it is, or of its tokens; with a
                 ``threshold`` t, similarities of at least t count. The same as
                 :class:`NormalizedLevenshteinSimilarity`.
    ``stvqa``    Biten et al. 2019, as the package ``anls``:
                 :func:`levmetrics.scores.anls_rules.stvqa`. The threshold is of
                 distances: 1 - NL counts if NL < 0.5.
    ``docvqa``   the DocVQA competition's script: :func:`levmetrics.scores.anls_rules.docvqa`.
                 Similarities of at least 0.5 count.
    ``star``     ANLS* of Peer et al. 2024, as the package ``anls_star``, over nested values:
                 :mod:`levmetrics.scores.anls_star`. Similarities of at least 0.5 count.
    ============ =============================================================================

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one a sample; for ``star`` any
      values of strings, numbers, booleans, ``None``, lists and dictionaries
    - ``target``: the same, or a list of references for each sample, of which the best counts; for
      ``star`` values, with tuples for alternatives (a list of strings holds alternatives where
      the prediction is a string)

    ``compute`` returns the mean or the sum (float64 scalar; of no samples NaN with a warning, and
    0), or with ``reduction="none"`` all scores (float64, shape ``(samples,)``), each in [0, 1].
    ``results`` then also says which reference was best, and for ``star`` gives the closest
    reference and the scores of every key.

    Args:
        rule: the name of the rule.
        threshold: replaces the rule's own, in its own way.
        substitution_cost: of ``default`` alone; the published rules have 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: what an edit is counted in, for ``default``; the published rules count
            characters.
        normalizer: applied to both sides before the rule's own; see
            :func:`levmetrics.normalizers.get_normalizer`.
        ignore_index: the id that pads arrays of token ids, for ``default``.
        kwargs: see ``torchmetrics.Metric``.

    Raises:
        InputError: for settings that the rule does not have; from ``update``, for anything that
            cannot be scored.

    >>> {rule: ANLS(rule)(["ab"], ["a"]).item() for rule in ("default", "stvqa", "docvqa", "star")}
    {'default': 0.5, 'stvqa': 0.0, 'docvqa': 0.5, 'star': 0.5}
    >>> star = ANLS("star", reduction="none")
    >>> star([{"total": "12.50"}], [{"total": ("12.5", "€ 12.50"), "date": None}])
    tensor([0.9000], dtype=torch.float64)
    >>> star.results()["key_scores"]
    [{'total': 0.8, 'date': 1.0}]

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
        **kwargs: Any,
    ) -> None:
        metric = AnlsMetric(
            rule,
            threshold,
            substitution_cost=substitution_cost,
            reduction=reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
        )
        super().__init__(metric, **kwargs)
        self.rule = rule


class NormalizedLevenshteinSimilarity(_Similarity):
    """Normalized Levenshtein similarity, 1 - distance / largest distance; its mean is ANLS.

    The largest distance is the longer length at ``substitution_cost=1`` and the sum of the lengths
    at 2 and more. Two empty texts are 1.

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one a sample; or tokens: a list of
      lists of hashables, or integer ids of shape ``(samples, length)`` padded by ``ignore_index``
    - ``target``: the same, or a list of references for each sample, of which the most similar
      counts

    ``compute`` returns the mean or the sum (float64 scalar; of no samples NaN with a warning, and
    0), or with ``reduction="none"`` all similarities (float64, shape ``(samples,)``), each in
    [0, 1]; :meth:`results` then also says which reference was the most similar.

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
        metric = AnlsMetric(
            threshold=threshold,
            substitution_cost=substitution_cost,
            reduction=reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
        )
        super().__init__(metric, **kwargs)

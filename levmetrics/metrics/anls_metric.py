"""ANLS by the rule that is meant: plain, ST-VQA, DocVQA, or ANLS* over nested values."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from levmetrics.errors import InputError
from levmetrics.inputs.columns import check_same_length, prediction_column, reference_column
from levmetrics.inputs.json_values import from_json, to_json
from levmetrics.inputs.values import (
    ValueColumn,
    as_texts,
    checked_samples,
    value_column,
)
from levmetrics.metrics.similarity_metrics import Reduction, SimilarityMetric
from levmetrics.normalizers import NormalizerLike
from levmetrics.registry import lookup
from levmetrics.scores import anls_rules as anls
from levmetrics.scores import anls_star as trees
from levmetrics.scores.anls_rules import Variant
from levmetrics.scores.similarity import (
    SampleScores,
    best_similarities,
    checked_substitution_cost,
    checked_threshold,
)
from levmetrics.tokenizers import CharTokenizer, TokenizerLike

_THRESHOLDS = {"default": 0.0, "stvqa": 0.5, "docvqa": 0.5, "star": 0.5}
_TEXT_RULES = {"stvqa": anls.stvqa, "docvqa": anls.docvqa, "star": anls.star_texts}


class ANLS(SimilarityMetric):
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

    ``compute`` returns the mean or the sum (float64 scalar; of no samples, 0), or with
    ``reduction="none"`` all scores (float64, shape ``(samples,)``), each in [0, 1]. ``results``
    then also says which reference was best, and for ``star`` gives the closest reference and the
    scores of every key.

    Args:
        variant: the rule.
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

    details: list[Tensor]
    detail_lengths: list[Tensor]

    def __init__(
        self,
        variant: Variant = "default",
        threshold: float | None = None,
        *,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
        **kwargs: Any,
    ) -> None:
        published = lookup(_THRESHOLDS, variant, "variant")
        self.variant = variant
        self.threshold = checked_threshold(published if threshold is None else threshold)
        self.substitution_cost = checked_substitution_cost(substitution_cost)
        super().__init__(
            reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
            settings={
                "variant": variant,
                "substitution_cost": self.substitution_cost,
                "threshold": self.threshold,
            },
            **kwargs,
        )
        characters = type(self.tokenizer) is CharTokenizer
        if variant != "default" and (self.substitution_cost != 1 or not characters):
            raise InputError(
                f"the variant {variant!r} counts characters, at a substitution cost of 1, as it is "
                f"published; with tokenizer={self.tokenizer!r} and "
                f"substitution_cost={substitution_cost}, use the variant 'default'"
            )
        self._keeps_details = variant == "star" and self.reduction == "none"
        if self._keeps_details:
            # A closest reference is no tensor, but its JSON is one, and so moves between processes.
            self._add_sample_state("details", dtype=torch.uint8)
            self._add_sample_state("detail_lengths", dtype=torch.int64)

    def measure(self, preds: Any, target: Any) -> SampleScores:
        """Score these samples, without adding them."""
        if self.variant == "default":
            pairs = self.read(preds, target)
            return best_similarities(pairs, self.substitution_cost, self.threshold)
        if self.variant == "star":
            values = value_column(preds, "preds"), value_column(target, "target")
            texts = None if self._keeps_details else as_texts(*values)
            if texts is None:
                return self._score_trees(*values)
        else:
            texts = prediction_column(preds), reference_column(target)
        predictions, references = texts
        check_same_length(predictions, references)
        normalize = self.normalizer.column
        return _TEXT_RULES[self.variant](
            normalize(predictions), normalize(references), self.threshold
        )

    def _score_trees(self, preds: ValueColumn, target: ValueColumn) -> SampleScores:
        comparison = trees.Comparison(self.threshold, self.normalizer)
        found = [
            comparison.score(*sample, (preds.position(i), target.position(i)))
            for i, sample in enumerate(checked_samples(preds, target))
        ]
        return SampleScores(
            np.array([one.score for one in found], np.float64),
            np.array([one.reference for one in found], np.int64),
            [(one.closest, one.key_scores) for one in found],
        )

    def _add(self, scores: SampleScores) -> None:
        super()._add(scores)
        if self._keeps_details:
            written = [to_json(details).encode() for details in map(list, scores.details)]
            joined = np.frombuffer(b"".join(written), np.uint8).copy()
            self.details.append(self._tensor(joined, torch.uint8))
            self.detail_lengths.append(torch.tensor([*map(len, written)], device=self.device))

    def _sample_results(self) -> dict[str, Any]:
        results = super()._sample_results()
        if self._keeps_details:
            written = self._joined("details").cpu().numpy().tobytes()
            ends = self._joined("detail_lengths").cumsum(0).tolist()
            details = [
                from_json(written[start:end].decode(), alternatives=True)
                for start, end in zip([0, *ends], ends, strict=False)
            ]
            results["closest"] = [closest for closest, _ in details]
            results["key_scores"] = [scores for _, scores in details]
        return results

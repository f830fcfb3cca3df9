"""The base of metrics of similarities, by a rule that shares the name ANLS."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

import numpy as np

from levmetrics.core.metric import Measure, Metric, Reduction, Sums
from levmetrics.errors import InputError, quoted
from levmetrics.inputs.arguments import checked_number
from levmetrics.normalizers import NormalizerLike
from levmetrics.rendering.labels import Label, Labels, Name
from levmetrics.scores.sample_statistics import quotient
from levmetrics.scores.similarity import SampleScores, checked_substitution_cost
from levmetrics.tokenizers import CharTokenizer, TokenizerLike

T = TypeVar("T", bound=SampleScores)


class SimilarityMetric(Metric[T], Generic[T]):
    """Base class of metrics whose score is the mean similarity by a rule that shares the name ANLS.

    Args:
        rule: the name of the rule, for the signature.
        threshold: similarities below it count as 0, unless the rule has another meaning for it.
        substitution_cost: the cost of a substitution, for rules that count tokens.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: the unit of an edit, for rules that count tokens.
        normalizer: applied to both sides before the rule's own normalization.
        ignore_index: the padding id of token id arrays.
        counts_tokens: whether the rule takes any tokenizer and cost, not only characters at a cost
            of 1.

    Raises:
        InputError: for settings that the rule does not take.

    """

    counted: ClassVar[str] = "similarities"
    labels: ClassVar[Labels] = {"anls": Label(Name("ANLS", "ANLS"))}
    _kind: type[T]

    def __init__(
        self,
        rule: str,
        threshold: float,
        substitution_cost: int,
        reduction: Reduction,
        tokenizer: TokenizerLike | None,
        normalizer: NormalizerLike,
        ignore_index: int | None,
        *,
        counts_tokens: bool,
    ) -> None:
        self.rule = rule
        self.threshold = checked_number(threshold, "threshold", 0, 1)
        self.substitution_cost = checked_substitution_cost(substitution_cost)
        settings = {
            "rule": rule,
            "substitution_cost": self.substitution_cost,
            "threshold": self.threshold,
        }
        super().__init__(reduction, tokenizer, normalizer, ignore_index, settings)
        published = self.substitution_cost == 1 and type(self.tokenizer) is CharTokenizer
        if not published and not counts_tokens:
            raise InputError(
                "option.rule_counts_characters",
                rule=rule,
                tokenizer=quoted(self.tokenizer),
                substitution_cost=substitution_cost,
            )

    def kept(self, samples: T) -> Sums:
        """Return the similarity and reference of each sample."""
        return {"similarities": samples.score, "references": samples.reference}

    def added(self, samples: T) -> Sums:
        """Return the similarity of each sample."""
        return {"similarity_sum": samples.score}

    def no_sums(self) -> Sums:
        """Return the sums of no samples."""
        return self.sums(self._kind(np.zeros(0), np.zeros(0, np.int64)))

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the mean, the sum, or every similarity with the index of its reference."""
        if self.keeps_samples:
            return {"score": sums["similarities"], "reference": sums["references"]}
        count = 1 if self.reduction == "sum" else np.maximum(sums["samples"], 1)
        return {"score": quotient(sums["similarity_sum"], count)}

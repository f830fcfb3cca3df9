"""The bases of metrics whose samples have a score: any, and similarities by a rule of ANLS."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.core.metric import Measure, Metric, Reduction, Sums
from levmetrics.core.token_metric import TokenMetric
from levmetrics.errors import InputError, quoted
from levmetrics.inputs.arguments import checked_number, checked_whole_number
from levmetrics.inputs.arrays import FloatArray
from levmetrics.normalizers import NormalizerLike
from levmetrics.sums.sample_statistics import quotient
from levmetrics.sums.similarity import SampleScores
from levmetrics.tokenizers import CharTokenizer, TokenizerLike

T = TypeVar("T", bound=SampleScores)


class ScoreMetric(Metric[T], Generic[T]):
    """Base class of metrics whose samples have a score, and further numbers that add up.

    The result is the mean or the sum of the scores, and what :meth:`_of_parts` makes of the sums of
    the other numbers.
    """

    _kind: type[Any] = SampleScores  # the class of the samples
    _floats: tuple[str, ...] = ()  # the names of the samples' parts
    _counts: tuple[str, ...] = ()

    def kept(self, samples: T) -> Sums:
        """Return the score, reference and parts of each sample."""
        return {"scores": samples.score, "references": samples.reference, **samples.parts}

    def added(self, samples: T) -> Mapping[str, npt.NDArray[Any] | list[FloatArray]]:
        """Return the score and parts of each sample."""
        return {"score_sum": samples.score, **samples.parts}

    def no_sums(self) -> Sums:
        """Return the sums of no samples."""
        floats = {name: np.zeros(0) for name in self._floats}
        counts = {name: np.zeros(0, np.int64) for name in self._counts}
        nothing = np.zeros(0), np.zeros(0, np.int64)
        return self.sums(self._kind(*nothing, parts={**floats, **counts}))

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the mean, the sum or every score, and the measures of the parts."""
        counts = {name: sums[name] for name in self._counts}
        if self.keeps_samples:
            parts = {**{name: sums[name] for name in self._floats}, **counts}
            scores = {"score": sums["scores"], "reference": sums["references"]}
            return {**scores, **self._of_parts(parts, 1)}
        samples = np.maximum(sums["samples"], 1)
        score = quotient(sums["score_sum"], 1 if self.reduction == "sum" else samples)
        totals = {name: quotient(sums[name], 1) for name in self._floats}
        return {"score": score, **self._of_parts({**totals, **counts}, samples)}

    def _of_parts(self, parts: Mapping[str, Any], samples: Any) -> dict[str, Measure]:
        """Return the measures of the sums of the parts.

        Args:
            parts: the sums by name, of shape ``()``, ``(samples,)`` or ``(groups,)``.
            samples: the number of samples in the sums; 1 for per-sample values.

        """
        return dict(parts)


class SimilarityMetric(TokenMetric[T], ScoreMetric[T], Generic[T]):
    """Base class of metrics whose score is the mean similarity by a rule that shares the name ANLS.

    Args:
        rule: the name of the rule, for the signature.
        threshold: similarities below it count as 0, unless the rule has another meaning for it.
        substitution_cost: the cost of a substitution, for rules that count tokens.
        tokenizer: the unit of an edit, for rules that count tokens.
        normalizer: applied to both sides before the rule's own normalization.
        ignore_index: the padding id of token id arrays.
        counts_tokens: whether the rule takes any tokenizer and cost, not only characters at a cost
            of 1.

    Raises:
        InputError: for settings that the rule does not take.

    """

    counted: ClassVar[str] = "similarities"
    asked = ("threshold", "tokenizer", "normalizer")

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
        self.substitution_cost = checked_whole_number(substitution_cost, "substitution_cost", 0)
        settings = {
            "rule": rule,
            "substitution_cost": self.substitution_cost,
            "threshold": self.threshold,
        }
        super().__init__(reduction, tokenizer, normalizer, settings, ignore_index)
        published = self.substitution_cost == 1 and type(self.tokenizer) is CharTokenizer
        if not published and not counts_tokens:
            raise InputError(
                "option.rule_counts_characters",
                rule=rule,
                tokenizer=quoted(self.tokenizer),
                substitution_cost=substitution_cost,
            )

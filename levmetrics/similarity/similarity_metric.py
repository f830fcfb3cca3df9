"""Metrics of the edit distance, and of normalized similarities by any rule of ANLS."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from levmetrics.core.metric import Measure, Metric, Reduction, Sums
from levmetrics.core.sample_kind import VALUES
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, quoted
from levmetrics.inputs.arguments import check_same_length, checked_number
from levmetrics.inputs.json_values import from_json, json_value_columns, to_json
from levmetrics.inputs.values import ValueColumn, as_texts
from levmetrics.normalizers import NormalizerLike
from levmetrics.rendering.labels import Label, Labels, Name
from levmetrics.scores.sample_statistics import quotient
from levmetrics.scores.similarity import (
    SampleScores,
    best_of_each,
    checked_substitution_cost,
    nearest_of_each,
    similarities,
)
from levmetrics.similarity.anls_rules import RULES
from levmetrics.tokenizers import CharTokenizer, TokenizerLike


class DistanceMetric(Metric[SampleScores]):
    """The metric of the edit distance: its mean, its sum, or one distance per sample.

    Args:
        substitution_cost: the cost of a substitution; insertions and deletions cost 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: the unit of an edit; characters by default.
        normalizer: applied to both sides first.
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
        self.substitution_cost = checked_substitution_cost(substitution_cost)
        settings = {"substitution_cost": self.substitution_cost}
        super().__init__(reduction, tokenizer, normalizer, ignore_index, settings)

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


class AnlsMetric(Metric[SampleScores]):
    """The metric of one of the rules that share the name ANLS; the first is the plain similarity.

    Args:
        rule: the name of a rule in :data:`levmetrics.similarity.anls_rules.RULES`.
        threshold: replaces the rule's own threshold, with the same meaning.
        substitution_cost: the cost of a substitution, for rules that count tokens; the published
            rules use 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: the unit of an edit; the published rules count characters.
        normalizer: applied to both sides before the rule's own normalization.
        ignore_index: the padding id of token id arrays.

    Raises:
        InputError: for settings that the rule does not take.

    """

    counted: ClassVar[str] = "similarities"
    labels: ClassVar[Labels] = {"anls": Label(Name("ANLS", "ANLS"))}

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
        self.rule = rule
        self._text_scores, self._value_scores = known.text_scores, known.value_scores
        given = known.threshold if threshold is None else threshold
        self.threshold = checked_number(given, "threshold", 0, 1)
        self.substitution_cost = checked_substitution_cost(substitution_cost)
        settings = {
            "rule": rule,
            "substitution_cost": self.substitution_cost,
            "threshold": self.threshold,
        }
        super().__init__(reduction, tokenizer, normalizer, ignore_index, settings)
        published = self.substitution_cost == 1 and type(self.tokenizer) is CharTokenizer
        if not published and not known.counts_tokens:
            raise InputError(
                "option.rule_counts_characters",
                rule=rule,
                tokenizer=quoted(self.tokenizer),
                substitution_cost=substitution_cost,
            )

    def measure(self, reader: SampleReader) -> list[SampleScores]:
        """Score each system's samples by the rule."""
        if self._text_scores is None:
            cost = self.substitution_cost
            return [
                best_of_each(similarities(pairs, cost, self.threshold), offsets)
                for pairs, offsets in self.distances(reader, cost)
            ]
        texts, references = reader.texts(self.normalizer)
        return [self._text_scores(preds, references, self.threshold) for preds in texts]

    def kept(self, samples: SampleScores) -> Sums:
        """Return the similarity and reference of each sample."""
        return {"similarities": samples.score, "references": samples.reference}

    def added(self, samples: SampleScores) -> Sums:
        """Return the similarity of each sample."""
        return {"similarity_sum": samples.score}

    def no_sums(self) -> Sums:
        """Return the sums of no samples."""
        return self.sums(SampleScores(np.zeros(0), np.zeros(0, np.int64)))

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the mean, the sum, or every similarity with the index of its reference."""
        if not self.keeps_samples:
            count = 1 if self.reduction == "sum" else np.maximum(sums["samples"], 1)
            return {"score": quotient(sums["similarity_sum"], count)}
        return {"score": sums["similarities"], "reference": sums["references"]}


class StarMetric(AnlsMetric):
    """The metric of a rule of ANLS that scores nested values, and not only texts."""

    takes = VALUES

    def measure(self, reader: SampleReader) -> list[SampleScores]:
        """Score each system's values; columns that hold only texts are scored as such."""
        systems, target = reader.values()
        return [self._of_values(*json_value_columns(preds, target)) for preds in systems]

    def _of_values(self, preds: ValueColumn, target: ValueColumn) -> SampleScores:
        assert self._value_scores is not None
        texts = None if self.keeps_samples else as_texts(preds, target)
        if texts is None or self._text_scores is None:
            return self._value_scores(preds, target, self.threshold, self.normalizer)
        check_same_length(*texts)
        normalize = self.normalizer.column
        return self._text_scores(normalize(texts[0]), normalize(texts[1]), self.threshold)

    def kept(self, samples: SampleScores) -> Sums:
        """Return similarity, reference and details of each sample."""
        written = [to_json(list(details)).encode() for details in samples.details]
        return {
            **super().kept(samples),
            "details": np.frombuffer(b"".join(written), np.uint8),
            "detail_lengths": np.array([*map(len, written)], np.int64),
        }

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the mean, the sum, or every similarity with its details."""
        measures = super()._measures(sums)
        if not self.keeps_samples:
            return measures
        text, ends = sums["details"].tobytes(), sums["detail_lengths"].cumsum().tolist()
        details = [
            from_json(text[start:end].decode(), alternatives=True)
            for start, end in zip([0, *ends], ends, strict=False)
        ]
        measures["closest"] = [closest for closest, _ in details]
        measures["key_scores"] = [scores for _, scores in details]
        return measures


def class_of(rule: str) -> type[AnlsMetric]:
    """Return the class of a rule's metric.

    Raises:
        InputError: for an unknown rule.

    >>> class_of("docvqa").takes.name, class_of("star").takes.name
    ('texts', 'values')

    """
    return AnlsMetric if RULES.lookup(rule).value_scores is None else StarMetric


def metric_of_rule(rule: str = "default", *options: Any, **named: Any) -> AnlsMetric:
    """Return the metric of a rule; arguments as in :class:`AnlsMetric`.

    Raises:
        InputError: for an unknown rule, and for settings that it does not take.

    """
    return class_of(rule)(rule, *options, **named)

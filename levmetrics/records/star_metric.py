"""The metric ANLS* of nested values, and how it compared a sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np

from levmetrics.alignment.confusions import count_confusions
from levmetrics.alignment.explanation import Alignment, Confusions, UnexplainedError, added
from levmetrics.core.metric import Measure, Reduction, Sums
from levmetrics.core.sample_kind import VALUES
from levmetrics.core.score_metric import SimilarityMetric
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.inputs.arguments import check_same_length
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.json_values import from_json, json_value_columns, to_json
from levmetrics.inputs.values import Value, ValueColumn, as_texts, checked_samples
from levmetrics.normalizers import NormalizerLike
from levmetrics.records.anls_star import star_rules, star_texts, tree_score
from levmetrics.records.explanation import FieldScores, Record
from levmetrics.records.matching import matched
from levmetrics.records.outcomes import FieldOutcome, outcomes
from levmetrics.records.reading import options, read_records
from levmetrics.sums.similarity import SampleScores
from levmetrics.system.work import steps
from levmetrics.tokenizers import TokenizerLike

if TYPE_CHECKING:
    from levmetrics.core.run import Run


_Sample: TypeAlias = "tuple[Value, Value, tuple[str, str]]"
"""A prediction and its reference, with the positions of both in the caller's arguments."""


@dataclass(frozen=True)
class StarScores(SampleScores):
    """The score of every sample, with the details of nested values.

    Attributes:
        details: the closest reference and the scores of its keys, one tuple per sample; empty if
            all samples are texts.

    """

    details: Sequence[tuple[Any, Mapping[str, float]]] = field(default=(), repr=False)

    def take(self, indices: IntArray) -> Self:
        """Return the scores of these samples."""
        details = [self.details[i] for i in indices.tolist()] if self.details else ()
        return replace(super().take(indices), details=details)


class StarMetric(SimilarityMetric[StarScores]):
    """The metric ANLS* of nested values; :mod:`levmetrics.records.anls_star` defines it.

    Args:
        threshold: similarities of leaves below it count as 0; 0.5 by default, as published.
        substitution_cost: the cost of a substitution; only 1, as published.
        tokenizer: the unit of an edit; only characters, as published.
        normalizer: applied first to the text of every leaf.
        ignore_index: the padding id of token id arrays.

    Raises:
        InputError: for settings that the rule does not take.

    """

    takes = VALUES
    _kind = StarScores
    _packages = ("rapidfuzz", "scipy")
    extra = "records"

    def __init__(
        self,
        threshold: float | None = None,
        *,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
    ) -> None:
        super().__init__(
            "star",
            0.5 if threshold is None else threshold,
            substitution_cost,
            reduction,
            tokenizer,
            normalizer,
            ignore_index,
            counts_tokens=False,
        )
        self._rules = star_rules(self.threshold, self.normalizer)

    def measure(self, reader: SampleReader) -> list[StarScores]:
        """Score each system's values.

        Raises:
            InputError: for values that cannot be scored.

        """
        systems, target = reader.values()
        return [self._scores(*json_value_columns(preds, target)) for preds in systems]

    def _scores(self, preds: ValueColumn, target: ValueColumn) -> StarScores:
        """Score values; columns that hold only texts are scored as such, without details."""
        texts = None if self.keeps_samples else as_texts(preds, target)
        if texts is None:
            return self._tree_scores(preds, target)
        check_same_length(*texts)
        normalize = self.normalizer.column
        found = star_texts(normalize(texts[0]), normalize(texts[1]), self.threshold)
        return StarScores(found.score, found.reference)

    def _tree_scores(self, preds: ValueColumn, target: ValueColumn) -> StarScores:
        samples = checked_samples(preds, target)
        scores = [
            tree_score(*sample, (preds.position(i), target.position(i)), self._rules)
            for i, sample in enumerate(steps(samples, "matching", len(samples)))
        ]
        return StarScores(
            np.array([score.score for score in scores], np.float64),
            np.array([score.reference for score in scores], np.int64),
            [(score.closest, score.key_scores) for score in scores],
        )

    def kept(self, samples: StarScores) -> Sums:
        """Return the similarity, reference and details of each sample."""
        written = [to_json(list(details)).encode() for details in samples.details]
        return {
            **super().kept(samples),
            "details": np.frombuffer(b"".join(written), np.uint8),
            "detail_lengths": np.array([*map(len, written)], np.int64),
        }

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the mean, the sum, or every similarity with its reference and details."""
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

    def alignment(self, run: Run, sample: int) -> Alignment:
        """Return how a sample was compared: the tokens of a text, the fields of any other value."""
        texts, values = self._parted(run, slice(sample, sample + 1))
        if texts:
            return super().alignment(run, sample)
        (found,) = self._outcomes(values)
        return Record(*found)

    def confusions(self, run: Run, n: int | None) -> Confusions:
        """Return what was taken for what: the tokens of texts, the fields of all other values."""
        if self._as_texts(run) is not None:
            return super().confusions(run, n)
        texts, values = self._parted(run)
        parts: list[Confusions] = []
        if values:
            parts.append(FieldScores.of(fields for _, fields in self._outcomes(values)))
        if texts:
            reader = SampleReader([[pred for pred, _ in texts]], [target for _, target in texts])
            parts.append(count_confusions(self.token_pairs(reader)[0], n, self.costs))
        return added(parts)

    def shown_pairs(self, run: Run, samples: slice = slice(None)) -> TokenPairs:
        """Return the tokens of texts beside those of the references that they were scored by.

        Raises:
            UnexplainedError: if a sample is no text.

        """
        texts = self._as_texts(run, samples)
        if texts is None:
            raise UnexplainedError("run.no_tokens")
        (pairs,) = self.token_pairs(SampleReader([texts[0]], texts[1]))
        return pairs.with_references(run.request.reference[samples])

    def _as_texts(
        self, run: Run, samples: slice = slice(None)
    ) -> tuple[TextColumn, TextColumn] | None:
        """Return samples in columns of texts, as they were compared; ``None`` if any is no text."""
        return as_texts(*json_value_columns(*run.request.values(samples)))

    def _outcomes(self, values: Sequence[_Sample]) -> Iterator[tuple[float, list[FieldOutcome]]]:
        """Yield the score of each sample, and the outcomes of its fields."""
        for sample in steps(values, "matching", len(values)):
            match = matched(*sample, self._rules)
            yield match.score, outcomes(match, self._rules)

    def _parted(
        self, run: Run, samples: slice = slice(None)
    ) -> tuple[list[tuple[str, str]], list[_Sample]]:
        """Return samples that are texts, with the reference that counted, and all the others.

        A sample is a text if its prediction and all its references are.
        """
        preds, target = run.request.values(samples)
        chosen = run.request.reference[samples].tolist()
        texts, values = [], []
        for i, (pred, reference) in enumerate(read_records(preds, target)):
            answers = options(reference)
            if isinstance(pred, str) and all(isinstance(answer, str) for answer in answers):
                texts.append((pred, str(answers[chosen[i]])))
            else:
                values.append((pred, reference, (preds.position(i), target.position(i))))
        return texts, values

"""Scoring by error rates: all of them with their counts, or the token error rate alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Generic, Literal, TypeAlias, TypeVar

import numpy as np

from levmetrics.alternatives.compounds import Compounds
from levmetrics.alternatives.equivalences import EquivalencesLike
from levmetrics.alternatives.parsing import Alternatives
from levmetrics.alternatives.reading import Wordings
from levmetrics.edits.pairs import Costs, TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.base import Measure, Metric, Sums
from levmetrics.scores.error_counts import (
    ErrorCounts,
    ErrorTotals,
    SampleCounts,
    check_costs,
    count_errors,
    total_errors,
)
from levmetrics.scores.group_sums import quotient
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.tokenizers import TokenizerLike

RateReduction: TypeAlias = Literal["corpus", "mean", "none"] | None
C = TypeVar("C", bound=SampleCounts)


class CountScorer(Metric[C], Generic[C]):
    """Scoring by rates of counts, pooled or averaged over the samples.

    Args:
        reduction: ``"corpus"`` pools the counts of all samples; ``"mean"`` averages the rates of
            the samples; ``"none"`` or ``None`` keeps every sample's own.
        tokenizer: what an error is counted in, words between white space by default.
        normalizer: applied to both sides first.
        costs: ``"unit"``, ``"nist"`` or ``"kaldi"``; see
            :func:`levmetrics.edits.kernel.pair_counts`.
        compounds: ``"merge"`` or ``"join"``: words that one side joins are right; see
            :func:`levmetrics.scores.error_counts.error_counts`.
        alternatives: ``"braces"`` or ``"brackets"``: how references have them; see there.
        equivalences: phrases that count as the same; see there.
        ignore_index: the id that pads arrays of token ids.

    """

    default_tokenizer = "whitespace"
    reductions = ("corpus", "mean", "none")
    higher_is_better = False
    _kind: type[C]
    _own_settings: ClassVar[Mapping[str, str]] = {}  # what else its number depends on

    def __init__(
        self,
        reduction: RateReduction = "corpus",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        costs: Costs = "unit",
        compounds: Compounds | None = None,
        alternatives: Alternatives | None = None,
        equivalences: EquivalencesLike = None,
        ignore_index: int | None = -100,
    ) -> None:
        check_costs(costs)
        self.costs = costs
        self._wordings = Wordings.of(compounds, alternatives, equivalences)
        settings = {"costs": costs, **self._wordings.settings(), **self._own_settings}
        super().__init__(reduction, tokenizer, normalizer, ignore_index, settings)

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens that the edits are counted in, of each system.

        Raises:
            InputError: for anything that has none.

        """
        return self._wordings.token_pairs(reader, *self._reading, self.costs)

    def kept(self, samples: C) -> Sums:
        """Return the rows of counts."""
        return {"sample_counts": samples.rows()}

    def added(self, samples: C) -> Sums:
        """Return the counts of each sample, a 1, and for the mean its rates."""
        added = {"counts": samples.matrix, "samples": np.ones(len(samples), np.int64)}
        if self.reduction == "mean":
            return {**added, "rate_sums": np.array([*samples.rates().values()])}
        return added

    def no_sums(self) -> Sums:
        """Return the sums of no samples."""
        return self.sums(self._kind.empty())

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the rates and counts by name; of every sample also which reference it had."""
        counts = self._kind.from_rows(sums["sample_counts" if self.keeps_samples else "counts"])
        measures: dict[str, Measure] = {**counts.measures()}
        if self.keeps_samples:
            return {**measures, "reference": counts.reference}
        if self.reduction == "mean":
            samples = max(self.scored_count(sums), 1)
            means = [quotient(total, samples) for total in sums["rate_sums"]]
            measures.update(
                (name, mean)
                for name, mean in zip(counts.rates(), means, strict=True)
                if not np.isnan(measures[name]).any()  # no keyword is in any text
            )
        return {name: np.asarray(values).reshape(()) for name, values in measures.items()}

    def statistics(self, samples: C) -> SampleStatistics:
        """Return what the error rate is made of.

        Raises:
            InputError: with ``reduction="none"``, which has no one rate.

        """
        if self.keeps_samples:
            raise InputError("interval.of_no_rate")
        return samples.statistics() if self.reduction == "corpus" else super().statistics(samples)


class ErrorRateMetric(CountScorer[ErrorCounts]):
    """Scoring by all error rates, with their counts; :class:`CountScorer` has the arguments."""

    counted: ClassVar[str] = "edits"
    _kind = ErrorCounts

    def measure(self, reader: SampleReader) -> list[ErrorCounts]:
        """Count the errors of the samples of each system."""
        return [count_errors(pairs, self.costs) for pairs in self.token_pairs(reader)]


class TokenErrorRateScorer(CountScorer[ErrorTotals]):
    """Scoring by the token error rate alone, which takes one search less.

    It does not matter of what kind the errors are. :class:`CountScorer` has the arguments.
    """

    counted: ClassVar[str] = "errors"
    _kind = ErrorTotals

    def measure(self, reader: SampleReader) -> list[ErrorTotals]:
        """Count the errors of the samples of each system."""
        return [total_errors(pairs, self.costs) for pairs in self.token_pairs(reader)]


class CharErrorRateScorer(TokenErrorRateScorer):
    """Scoring by the token error rate, over characters unless another tokenizer is given."""

    default_tokenizer = "char"

"""Scoring by error rates: all of them with their counts, or the token error rate alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Generic, Literal, TypeAlias, TypeVar

import numpy as np

from levmetrics.alternatives.compounds import Compounds
from levmetrics.alternatives.equivalences import EquivalencesLike
from levmetrics.alternatives.parsing import Alternatives
from levmetrics.alternatives.reading import AS_WRITTEN, Wordings
from levmetrics.arrays import FloatArray
from levmetrics.edits.pairs import Costs, TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.inputs.tokens import SampleReferencesLike, SamplesLike
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
from levmetrics.scores.group_sums import exact_sum, limbs, quotient
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
            :func:`levmetrics.scores.error_rate_metric.error_counts`.
        alternatives: ``"braces"`` or ``"brackets"``: how references have them; see there.
        equivalences: phrases that count as the same; see there.
        ignore_index: the id that pads arrays of token ids.

    """

    default_tokenizer = "whitespace"
    reductions = ("corpus", "mean", "none")
    higher_is_better = False
    _kind: type[C]
    _score: ClassVar[str] = "wer"  # the rate of a sample that is its score
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
        super().__init__(
            reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
            settings={"costs": costs, **self._wordings.settings(), **self._own_settings},
        )
        # Whether the texts are split as they are, which the kernel does without columns of them.
        self._reads_plainly = (
            self._wordings == AS_WRITTEN
            and not self.normalizer.steps
            and type(self).token_pairs is CountScorer.token_pairs
        )

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens that the edits are counted in, of each system.

        Raises:
            InputError: for anything that has none.

        """
        return self._wordings.token_pairs(
            reader,
            self.tokenizer,
            self._given_tokenizer,
            self.normalizer,
            self.ignore_index,
            self.costs,
        )

    def sums(self, samples: C) -> Sums:
        """Return the rows of counts, or their totals (and the sums of the samples' rates)."""
        if self.keeps_samples:
            return {"sample_counts": samples.rows()}
        sums = {"counts": samples.totals(), "samples": np.array(len(samples))}
        if self.reduction == "mean":
            sums["rate_sums"] = np.stack([*map(exact_sum, samples.rates().values())])
        return sums

    def sample_sums(self, samples: C) -> Sums:
        """Return the counts of each sample (and its rates)."""
        sums = {"counts": samples.rows()[:, :-1], "samples": np.ones(len(samples), np.int64)}
        if self.reduction == "mean":
            sums["rate_sums"] = np.stack([*map(limbs, samples.rates().values())], axis=1)
        return sums

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

    def sample_scores(self, samples: C) -> FloatArray:
        """Return the error rate of every sample."""
        return samples.rates()[self._score]

    def statistics(self, samples: C) -> SampleStatistics:
        """Return what the error rate is made of.

        Raises:
            InputError: with ``reduction="none"``, which has no one rate.

        """
        if self.keeps_samples:
            raise InputError("interval.of_no_rate")
        if self.reduction == "mean":
            rates = samples.rates()[self._score]
            return SampleStatistics.of_scores(rates, higher_is_better=False)
        return samples.statistics()


class ErrorRateMetric(CountScorer[ErrorCounts]):
    """Scoring by all error rates, with their counts; :class:`CountScorer` has the arguments."""

    counted: ClassVar[str] = "edits"
    _kind = ErrorCounts

    def measure(self, reader: SampleReader) -> list[ErrorCounts]:
        """Count the errors of the samples of each system."""
        if self._reads_plainly:
            short = reader.short_counts(self.tokenizer, self.costs)
            if short is not None:
                return [ErrorCounts.of_matrix(short)]
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


def error_counts(
    preds: SamplesLike,
    target: SampleReferencesLike,
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    costs: Costs = "unit",
    compounds: Compounds | None = None,
    alternatives: Alternatives | None = None,
    equivalences: EquivalencesLike = None,
    ignore_index: int | None = -100,
) -> ErrorCounts:
    """Count the substitutions, deletions, insertions and hits of every sample.

    Args:
        preds: a string, or a sequence or column of strings: one prediction a sample; or tokens, as
            lists of hashables or as padded integer ids of shape ``(samples, length)``.
        target: the same; or a list of references for each sample, of which the one with the
            lowest error rate counts (ties: the first).
        tokenizer: what an error is counted in: ``"whitespace"`` words (the default), ``"char"``,
            ``"mecab"``, or the caller's own; see :func:`levmetrics.tokenizers.get_tokenizer`.
            Tokens take none.
        normalizer: applied to both sides first; see
            :func:`levmetrics.normalizers.get_normalizer`.
        costs: ``"unit"``: the alignment with the fewest errors; ``"nist"``: sclite's costs;
            ``"kaldi"``: the fewest errors, and of several such alignments Kaldi's; see
            :func:`levmetrics.edits.kernel.pair_counts`.
        compounds: ``"merge"``: words that only one side joins ("highschool" and "high school") are
            right, as many as the reference has; ``"join"``: the Open ASR Leaderboard's rule for
            other languages than English; see
            :func:`levmetrics.alternatives.compounds.merging_compounds`.
        alternatives: ``"braces"``: a reference may have ``{ going to / gonna }``; ``"brackets"``:
            ``[going to|gonna]``; the nearest wording counts, see
            :func:`levmetrics.alternatives.parsing.parse`. ``None``: braces and brackets are text.
        equivalences: phrases that count as the same wherever a reference has one, as
            ``{"gonna": ["going to"]}``; or the rules of
            :func:`levmetrics.alternatives.glm.read_glm`, which rewrite both sides.
        ignore_index: the padding id in arrays of token ids, which is left out.

    Raises:
        InputError: for anything that cannot be scored, with argument, position and remedy.

    >>> error_counts(["is there", "who was"], ["who is there", "who is"])
    ErrorCounts(substitutions=[0, 1], deletions=[1, 0], insertions=[0, 0], hits=[2, 1])
    >>> error_counts("b c d", "a b c", costs="nist").rates()["wer"]
    array([0.66666667])
    >>> error_counts("my highschool", "my high school", compounds="merge").wer
    0.0
    >>> error_counts("i'm gonna go", "i'm { going to / gonna } go", alternatives="braces")
    ErrorCounts(substitutions=[0], deletions=[0], insertions=[0], hits=[3])

    """
    metric = ErrorRateMetric(
        tokenizer=tokenizer,
        normalizer=normalizer,
        costs=costs,
        compounds=compounds,
        alternatives=alternatives,
        equivalences=equivalences,
        ignore_index=ignore_index,
    )
    [counts] = metric.measure(SampleReader([preds], target))
    return counts

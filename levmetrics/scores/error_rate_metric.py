"""Scoring by error rates: all with their counts, or the token error rate alone.

Japanese is scored as it is written and as it is read: 良い and よい differ in writing alone. As the
Open ASR Leaderboard scores, samples without a reference are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.alternatives.compounds import Compounds
from levmetrics.alternatives.equivalences import EquivalencesLike
from levmetrics.alternatives.parsing import Alternatives
from levmetrics.alternatives.reading import AS_WRITTEN, Wordings
from levmetrics.arrays import FloatArray, IntArray
from levmetrics.edits import compiled
from levmetrics.edits.pairs import Costs, TokenPairs
from levmetrics.edits.reader import PADDING, SampleReader, StringPairs
from levmetrics.errors import InputError
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.tokens import SampleReferencesLike, SamplesLike, Words
from levmetrics.lazy import pc
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.scores.base import Measure, Metric, Sums
from levmetrics.scores.error_counts import (
    EditCounts,
    ErrorCounts,
    ErrorTotals,
    Mask,
    SampleCounts,
    check_costs,
    count_errors,
    first_references,
    total_errors,
)
from levmetrics.scores.sample_statistics import SampleStatistics, quotient
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

    def strings(self, reader: SampleReader) -> StringPairs | None:
        """Return Python's strings that the kernel may read; ``None`` for anything else."""
        has_own_tokens = type(self).token_pairs is not CountScorer.token_pairs
        if has_own_tokens or self._wordings != AS_WRITTEN:
            return None
        return reader.strings(self.tokenizer, self.normalizer)

    def counts_of(self, strings: StringPairs) -> ErrorCounts | None:
        """Count the errors of strings; ``None`` for what the kernel does not read."""
        if self.costs == "kaldi":  # whose choice of an alignment is another one
            return None
        found = compiled.string_counts(*strings[:3], self.costs)
        return None if found is None else ErrorCounts.of_matrix(found).of_best(strings.offsets)

    def kept(self, samples: C) -> Sums:
        """Return the rows of counts."""
        return {"sample_counts": samples.rows()}

    def added(self, samples: C) -> dict[str, npt.NDArray[Any] | list[FloatArray]]:
        """Return the counts of each sample, and for the mean its rates."""
        rates = {"rate_sums": [*samples.rates().values()]} if self.reduction == "mean" else {}
        return {"counts": samples.matrix, **rates}

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
            means = quotient(sums["rate_sums"], np.maximum(sums["samples"], 1)[..., None])
            for name, mean in zip(counts.rates(), np.moveaxis(means, -1, 0), strict=True):
                is_nothing = np.isnan(measures[name])  # no keyword is in any text
                measures[name] = np.where(is_nothing, np.nan, mean)
        shape = np.shape(sums["samples"])
        return {name: np.asarray(values).reshape(shape) for name, values in measures.items()}

    def score(self, sums: Sums) -> float:
        """Return the first rate; a pooled one without what else the sums come to."""
        if self.reduction == "corpus" and sums["samples"]:
            return self._kind.pooled_score(sums["counts"])
        return super().score(sums)

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
        strings = self.strings(reader)
        counts = None if strings is None else self.counts_of(strings)
        if counts is not None:
            return [counts]
        return [count_errors(pairs, self.costs) for pairs in self.token_pairs(reader)]


class TokenErrorRateScorer(CountScorer[ErrorTotals]):
    """Scoring by the token error rate alone, which takes one search less.

    It does not matter of what kind the errors are. :class:`CountScorer` has the arguments.
    """

    counted: ClassVar[str] = "errors"
    _kind = ErrorTotals

    def measure(self, reader: SampleReader) -> list[ErrorTotals]:
        """Count the errors of the samples of each system."""
        strings = self.strings(reader)
        if strings is not None and (strings.offsets is not None or self.costs == "nist"):
            # Hits choose among references of equal rates; and the lowest cost of NIST's alignment
            # may not be the distance.
            counts = self.counts_of(strings)
            if counts is not None:
                return [counts.without_kinds()]
        elif strings is not None:
            found = compiled.string_distances(*strings[:3])
            if found is not None:
                return [ErrorTotals.of_matrix(found[1:])]
        return [total_errors(pairs, self.costs) for pairs in self.token_pairs(reader)]


class CharErrorRateScorer(TokenErrorRateScorer):
    """Scoring by the token error rate, over characters unless another tokenizer is given."""

    default_tokenizer = "char"


@dataclass(frozen=True, eq=False)
class ReadingCounts(EditCounts):
    """Errors of texts as they are written and as they are read, of every sample.

    Attributes:
        substitutions: characters of the reference recognised as another one; int64, shape
            ``(samples,)``, as all others.
        deletions: characters of the reference without a predicted one.
        insertions: predicted characters without one of the reference.
        hits: characters recognised.
        reading_substitutions: the same of the readings.
        reading_deletions: the same.
        reading_insertions: the same.
        reading_hits: the same.
        reference: which of its references the sample was compared with, from 0.

    Raises:
        ValueError: as :class:`levmetrics.scores.error_counts.ErrorCounts`.

    """

    reading_substitutions: IntArray
    reading_deletions: IntArray
    reading_insertions: IntArray
    reading_hits: IntArray
    reference: IntArray = field(default_factory=first_references)
    _derived = ("reference_length", "reading_length")

    @property
    def errors(self) -> IntArray:
        """Errors of the readings; shape ``(samples,)``."""
        return self.edits("reading_").errors

    @property
    def reading_length(self) -> IntArray:
        """Characters in the readings of the references; shape ``(samples,)``."""
        return self.edits("reading_").reference_length

    def quotients(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return numerator and denominator of every rate by name.

        - ``reading_cer``: the character error rate of the readings
        - ``cer``: the character error rate of the texts as they are written
        """
        return {
            "reading_cer": (self.errors, self.reading_length),
            "cer": (self.edits().errors, self.reference_length),
        }


class ReadingMetric(CountScorer[ReadingCounts]):
    """Scoring of Japanese by the character error rates of texts and of their readings.

    The readings are those of the normalizer ``kana``. Alignments and confusions are of them.

    Args:
        reduction: see :class:`levmetrics.scores.error_rate_metric.CountScorer`.
        tokenizer: what an error is counted in, characters by default.
        normalizer: applied to both sides first.

    Raises:
        ImportError: if the packages that read are not installed, with the line that installs them.

    >>> from levmetrics.scoring import score
    >>> result = score(["よい天気"], ["良い天気"], "wer_lev:reading").result()
    >>> result["reading_cer"], result["cer"]
    (0.0, 0.25)

    """

    counted: ClassVar[str] = "readings"
    default_tokenizer = "char"
    _kind = ReadingCounts

    def __init__(
        self,
        reduction: RateReduction = "corpus",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
    ) -> None:
        super().__init__(reduction, tokenizer=tokenizer, normalizer=normalizer)
        reading = get_normalizer("kana")
        self._read = get_normalizer([self.normalizer, reading])
        self.settings = {"reading": reading, **self.settings}

    def measure(self, reader: SampleReader) -> list[ReadingCounts]:
        """Count the errors of texts as they are written and as they are read.

        Raises:
            InputError: for anything that cannot be scored, tokens included.

        """
        reader.texts()
        found = []
        for pairs in zip(super().token_pairs(reader), self.token_pairs(reader), strict=True):
            written, read = (count_errors(side.each_reference()).matrix for side in pairs)
            counts = ReadingCounts(*written, *read)
            found.append(counts.of_best(pairs[0].offsets, "reading_cer"))
        return found

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Return the characters of the readings, of each system.

        Raises:
            InputError: for anything that has none.

        """
        tokenizer, given, *_ = self._reading
        return reader.token_pairs(tokenizer, given, self._read)


IGNORED = "ignore time segment in scoring"
"""What the normalized reference of a sample is that the leaderboard leaves out, as an empty one."""

_DROPPED = "dropped_samples"


class LeaderboardCounts(ErrorCounts):
    """Counts of samples, which are all 0 where the sample is left out, and its rates NaN."""

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; NaN where there is nothing to score."""
        is_dropped = self.reference_length == 0
        return {name: np.where(is_dropped, np.nan, rate) for name, rate in super().rates().items()}


class LeaderboardMetric(ErrorRateMetric):
    """Scoring by all error rates, without the samples that the leaderboard drops.

    These are those whose normalized reference is empty or :data:`IGNORED` (of several references,
    all are). Their texts are taken for empty ones. ``dropped_samples`` of the results says how many
    there were; with ``reduction="none"``, which.

    Source: ``is_target_text_in_range`` of ``normalizer/data_utils.py`` in
    huggingface/open_asr_leaderboard, by which its scripts filter the data sets.
    """

    _kind = LeaderboardCounts
    _own_settings: ClassVar[Mapping[str, str]] = {"dropped": "empty_references"}

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens of each system; those of a dropped sample are none."""
        if reader.holds_tokens():
            return super().token_pairs(reader)  # which says that tokens are not normalized
        key = ("without dropped samples", self.normalizer)
        return super().token_pairs(reader.cached(key, lambda: self._without_dropped(reader)))

    def _without_dropped(self, reader: SampleReader) -> SampleReader:
        preds, target = reader.texts()
        normalized_preds, normalized = reader.texts(self.normalizer)
        of_reference, of_sample = _dropped(normalized)
        if not of_sample.any():
            return reader

        def emptied(column: TextColumn, where: Mask) -> TextColumn:
            empty = pa.scalar("", column.texts.type)
            return column.with_texts(pc.if_else(pa.array(where), empty, column.texts))

        rest, rest_normalized = (
            ([emptied(column, of_sample) for column in systems], emptied(references, of_reference))
            for systems, references in ((preds, target), (normalized_preds, normalized))
        )
        kept = SampleReader(*rest, reader.names)
        kept.cached(("normalized", self.normalizer), lambda: rest_normalized)
        return kept

    def measure(self, reader: SampleReader) -> list[ErrorCounts]:
        """Count the errors of the samples of each system; none in a dropped sample."""
        found: list[ErrorCounts] = []
        for counts in super().measure(reader):
            rows = counts.rows()
            rows[counts.reference_length == 0, :-1] = 0
            found.append(LeaderboardCounts.from_rows(rows))
        return found

    def added(self, samples: ErrorCounts) -> dict[str, npt.NDArray[Any] | list[FloatArray]]:
        """Return what each sample adds; a dropped one adds to their number alone."""
        is_dropped = samples.reference_length == 0
        added = super().added(samples)
        if "rate_sums" in added:
            added["rate_sums"] = [np.where(is_dropped, 0.0, each) for each in added["rate_sums"]]
        added["samples"] = (~is_dropped).astype(np.int64)
        added[_DROPPED] = is_dropped.astype(np.int64)
        return added

    def sample_count(self, sums: Sums) -> int:
        """Return how many samples the sums are of, with those that are dropped."""
        dropped = 0 if self.keeps_samples else int(sums[_DROPPED])
        return super().sample_count(sums) + dropped

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the rates and counts by name, and how many samples were dropped, or which."""
        measures = super()._measures(sums)
        if self.keeps_samples:
            is_dropped = np.asarray(measures["reference_length"]) == 0
            return {**measures, _DROPPED: is_dropped.astype(np.int64)}
        return {**measures, _DROPPED: np.asarray(sums[_DROPPED])}

    def statistics(self, samples: ErrorCounts) -> SampleStatistics:
        """Return what the error rate is made of; a dropped sample has no part in it."""
        if self.reduction != "mean":
            return super().statistics(samples)
        scores = self.sample_scores(samples)
        is_scored = ~np.isnan(scores)
        return SampleStatistics(np.where(is_scored, scores, 0), is_scored.astype(float), False)

    def check_all(self, statistics: SampleStatistics) -> None:
        """Refuse samples that are all dropped.

        Raises:
            InputError: if no reference has a word.

        """
        if not statistics.denominators.any():
            raise InputError("interval.all_dropped")


def _dropped(normalized: TextColumn) -> tuple[Mask, Mask]:
    """Return of every reference, and of every sample, whether it is dropped."""
    stripped = pc.utf8_trim_whitespace(normalized.texts)
    is_nothing = pc.is_in(stripped, pa.array(["", IGNORED], stripped.type))
    of_text = np.asarray(is_nothing.to_numpy(zero_copy_only=False), np.bool_)
    texts = 1 if normalized.offsets is None else np.diff(normalized.offsets)
    sample = np.repeat(np.arange(len(normalized)), texts)  # of each text
    of_sample: Mask = np.bincount(sample[~of_text], minlength=len(normalized)) == 0
    return of_sample[sample], of_sample


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
    others = (tokenizer, normalizer, compounds, alternatives, equivalences)
    if others == (None,) * 5 and costs == "unit" and ignore_index == PADDING:
        counts = compiled.string_counts(preds, target, Words, costs)
        if counts is not None:
            return ErrorCounts.of_matrix(counts)
    metric = ErrorRateMetric(
        tokenizer=tokenizer,
        normalizer=normalizer,
        costs=costs,
        compounds=compounds,
        alternatives=alternatives,
        equivalences=equivalences,
        ignore_index=ignore_index,
    )
    return metric.measure(SampleReader([preds], target))[0]

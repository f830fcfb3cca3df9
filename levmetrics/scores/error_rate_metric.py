"""Metrics of error rates: all rates with their counts, or the token error rate alone.

Japanese can be scored as written and by its readings: 良い and よい differ only in writing. The
leaderboard metric leaves out samples without a reference, as the Open ASR Leaderboard does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, cast

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
from levmetrics.tokenizers.scripts import warn_of_unspaced_strings

RateReduction: TypeAlias = Literal["corpus", "mean", "none"] | None
C = TypeVar("C", bound=SampleCounts)


class CountScorer(Metric[C], Generic[C]):
    """Base class of metrics of rates computed from counts, pooled or averaged over the samples.

    Args:
        reduction: ``"corpus"`` pools the counts of all samples; ``"mean"`` averages the rates of
            the samples; ``"none"`` or ``None`` returns a rate per sample.
        tokenizer: the unit of an error; words between white space by default.
        normalizer: applied to both sides first.
        costs: ``"unit"``, ``"nist"`` or ``"kaldi"``; see
            :func:`levmetrics.edits.kernel.pair_counts`.
        compounds: ``"merge"`` or ``"join"``: count compounds that only one side joins as right; see
            :func:`levmetrics.scores.error_rate_metric.error_counts`.
        alternatives: ``"braces"`` or ``"brackets"``: how references mark alternatives; see there.
        equivalences: phrases that count as the same; see there.
        ignore_index: the padding id of token id arrays.

    """

    default_tokenizer = "whitespace"
    reductions = ("corpus", "mean", "none")
    higher_is_better = False
    _kind: type[C]
    _own_settings: ClassVar[Mapping[str, str]] = {}  # further settings that the number depends on

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
            InputError: for samples without tokens.

        """
        return self._wordings.token_pairs(reader, *self._reading, self.costs)

    def strings(self, reader: SampleReader) -> StringPairs | None:
        """Return the strings that the kernel can read directly, or ``None``."""
        has_own_tokens = type(self).token_pairs is not CountScorer.token_pairs
        if has_own_tokens or self._wordings != AS_WRITTEN:
            return None
        return reader.strings(self.tokenizer, self.normalizer)

    def counts_of(self, strings: StringPairs) -> ErrorCounts | None:
        """Count the errors of strings; ``None`` if the kernel cannot read them."""
        if self.costs == "kaldi":  # these costs choose other alignments
            return None
        found = compiled.string_counts(*strings[:3], self.costs)
        return None if found is None else ErrorCounts.of_matrix(found).of_best(strings.offsets)

    def kept(self, samples: C) -> Sums:
        """Return the rows of counts."""
        return {"sample_counts": samples.rows()}

    def added(self, samples: C) -> dict[str, npt.NDArray[Any] | list[FloatArray]]:
        """Return the counts of each sample and, for the mean, its rates."""
        rates = {"rate_sums": [*samples.rates().values()]} if self.reduction == "mean" else {}
        return {"counts": samples.matrix, **rates}

    def no_sums(self) -> Sums:
        """Return the sums of no samples."""
        return self.sums(self._kind.empty())

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the rates and counts by name; per sample, also the index of its reference."""
        counts = self._kind.from_rows(sums["sample_counts" if self.keeps_samples else "counts"])
        measures: dict[str, Measure] = {**counts.measures()}
        if self.keeps_samples:
            return {**measures, "reference": counts.reference}
        if self.reduction == "mean":
            means = quotient(sums["rate_sums"], np.maximum(sums["samples"], 1)[..., None])
            for name, mean in zip(counts.rates(), np.moveaxis(means, -1, 0), strict=True):
                is_nothing = np.isnan(measures[name])  # no text has a keyword
                measures[name] = np.where(is_nothing, np.nan, mean)
        shape = np.shape(sums["samples"])
        return {name: np.asarray(values).reshape(shape) for name, values in measures.items()}

    def score(self, sums: Sums) -> float:
        """Return the first rate; a pooled one is computed without the other measures."""
        if self.reduction == "corpus" and sums["samples"]:
            return self._kind.pooled_score(sums["counts"])
        return super().score(sums)

    def statistics(self, samples: C) -> SampleStatistics:
        """Return numerator and denominator of each sample's error rate.

        Raises:
            InputError: with ``reduction="none"``, which does not give one rate.

        """
        if self.keeps_samples:
            raise InputError("interval.of_no_rate")
        return samples.statistics() if self.reduction == "corpus" else super().statistics(samples)


class ErrorRateMetric(CountScorer[ErrorCounts]):
    """The metric of all error rates, with their counts; arguments as in :class:`CountScorer`."""

    counted: ClassVar[str] = "edits"
    _kind = ErrorCounts

    def measure(self, reader: SampleReader) -> list[ErrorCounts]:
        """Count the errors of each system's samples."""
        strings = self.strings(reader)
        counts = None if strings is None else self.counts_of(strings)
        if counts is not None:
            return [counts]
        return [count_errors(pairs, self.costs) for pairs in self.token_pairs(reader)]


class TokenErrorRateScorer(CountScorer[ErrorTotals]):
    """The metric of the token error rate alone, which needs one search less.

    It does not distinguish kinds of errors. The arguments are those of :class:`CountScorer`.
    """

    counted: ClassVar[str] = "errors"
    _kind = ErrorTotals

    def measure(self, reader: SampleReader) -> list[ErrorTotals]:
        """Count the errors of each system's samples."""
        strings = self.strings(reader)
        if strings is not None and (strings.offsets is not None or self.costs == "nist"):
            # References of equal rates are chosen by hits; and the lowest cost of NIST's alignment
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
    """The metric of the token error rate, over characters unless another tokenizer is given."""

    default_tokenizer = "char"


@dataclass(frozen=True, eq=False)
class ReadingCounts(EditCounts):
    """Errors of the written texts and of their readings per sample.

    Attributes:
        substitutions: characters of the reference recognised as another character; int64, shape
            ``(samples,)``, like the others.
        deletions: characters of the reference without a counterpart in the prediction.
        insertions: predicted characters without a counterpart in the reference.
        hits: characters recognised.
        reading_substitutions: the same for the readings.
        reading_deletions: the same.
        reading_insertions: the same.
        reading_hits: the same.
        reference: the index (from 0) of the reference that the sample was compared with.

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
        - ``cer``: the character error rate of the written texts
        """
        return {
            "reading_cer": (self.errors, self.reading_length),
            "cer": (self.edits().errors, self.reference_length),
        }


class ReadingMetric(CountScorer[ReadingCounts]):
    """The metric of Japanese by the character error rates of texts and of their readings.

    The normalizer ``kana`` gives the readings. Alignments and confusions use the readings.

    Args:
        reduction: see :class:`levmetrics.scores.error_rate_metric.CountScorer`.
        tokenizer: the unit of an error; characters by default.
        normalizer: applied to both sides first.

    Raises:
        ImportError: if the packages for readings are not installed, with the command that installs
            them.

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
        """Count the errors of the written texts and of their readings.

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
        """Return the characters of each system's readings.

        Raises:
            InputError: for samples without tokens.

        """
        tokenizer, given, *_ = self._reading
        return reader.token_pairs(tokenizer, given, self._read)


IGNORED = "ignore time segment in scoring"
"""The normalized reference that the leaderboard leaves out, like an empty one."""

_DROPPED = "dropped_samples"


class LeaderboardCounts(ErrorCounts):
    """Counts of samples; a dropped sample has counts of 0 and rates of NaN."""

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; NaN for a dropped sample."""
        is_dropped = self.reference_length == 0
        return {name: np.where(is_dropped, np.nan, rate) for name, rate in super().rates().items()}


class LeaderboardMetric(ErrorRateMetric):
    """The metric of all error rates, without the samples that the leaderboard drops.

    A sample is dropped if all of its normalized references are empty or :data:`IGNORED`; it is
    scored as empty texts. ``dropped_samples`` in the results is their number; with
    ``reduction="none"`` it marks each of them.

    Source: ``is_target_text_in_range`` of ``normalizer/data_utils.py`` in
    huggingface/open_asr_leaderboard, by which its scripts filter the data sets.
    """

    _kind = LeaderboardCounts
    _own_settings: ClassVar[Mapping[str, str]] = {"dropped": "empty_references"}

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens of each system; a dropped sample has none."""
        if reader.holds_tokens():
            return super().token_pairs(reader)  # raises, since tokens are not normalized
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
        """Count the errors of each system's samples; a dropped sample has none."""
        found: list[ErrorCounts] = []
        for counts in super().measure(reader):
            rows = counts.rows()
            rows[counts.reference_length == 0, :-1] = 0
            found.append(LeaderboardCounts.from_rows(rows))
        return found

    def added(self, samples: ErrorCounts) -> dict[str, npt.NDArray[Any] | list[FloatArray]]:
        """Return what each sample adds; a dropped sample adds only to the number of samples."""
        is_dropped = samples.reference_length == 0
        added = super().added(samples)
        if "rate_sums" in added:
            added["rate_sums"] = [np.where(is_dropped, 0.0, each) for each in added["rate_sums"]]
        added["samples"] = (~is_dropped).astype(np.int64)
        added[_DROPPED] = is_dropped.astype(np.int64)
        return added

    def sample_count(self, sums: Sums) -> int:
        """Return the number of samples, dropped ones included."""
        dropped = 0 if self.keeps_samples else int(sums[_DROPPED])
        return super().sample_count(sums) + dropped

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the rates and counts by name, and the dropped samples or their number."""
        measures = super()._measures(sums)
        if self.keeps_samples:
            is_dropped = np.asarray(measures["reference_length"]) == 0
            return {**measures, _DROPPED: is_dropped.astype(np.int64)}
        return {**measures, _DROPPED: np.asarray(sums[_DROPPED])}

    def statistics(self, samples: ErrorCounts) -> SampleStatistics:
        """Return numerator and denominator of each error rate; a dropped sample has 0 and 0."""
        if self.reduction != "mean":
            return super().statistics(samples)
        scores = self.sample_scores(samples)
        is_scored = ~np.isnan(scores)
        return SampleStatistics(np.where(is_scored, scores, 0), is_scored.astype(float), False)

    def check_all(self, statistics: SampleStatistics) -> None:
        """Raise if all samples are dropped.

        Raises:
            InputError: if no reference has a word.

        """
        if not statistics.denominators.any():
            raise InputError("interval.all_dropped")


def _dropped(normalized: TextColumn) -> tuple[Mask, Mask]:
    """Return whether each reference and each sample is dropped."""
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
        preds: a string, or a sequence or column of strings: one prediction per sample; or tokens,
            as lists of hashables or padded integer ids of shape ``(samples, length)``.
        target: as ``preds``, or a list of references for each sample, of which the one with the
            lowest error rate counts (ties: the first).
        tokenizer: the unit of an error: ``"whitespace"`` words (the default), ``"char"``,
            ``"mecab"``, or a custom one; see :func:`levmetrics.tokenizers.get_tokenizer`. It is not
            allowed if the input is tokens.
        normalizer: applied to both sides first; see
            :func:`levmetrics.normalizers.get_normalizer`.
        costs: ``"unit"``: the alignment with the fewest errors; ``"nist"``: sclite's costs;
            ``"kaldi"``: the fewest errors, with Kaldi's choice among such alignments; see
            :func:`levmetrics.edits.kernel.pair_counts`.
        compounds: ``"merge"``: words that only one side joins ("highschool" and "high school")
            count as right, as many as the reference has; ``"join"``: the Open ASR Leaderboard's
            rule for languages other than English; see
            :func:`levmetrics.alternatives.compounds.merging_compounds`.
        alternatives: ``"braces"``: a reference may have ``{ going to / gonna }``; ``"brackets"``:
            ``[going to|gonna]``; the nearest wording counts, see
            :func:`levmetrics.alternatives.parsing.parse`. ``None``: braces and brackets are text.
        equivalences: phrases that count as the same wherever a reference has one, such as
            ``{"gonna": ["going to"]}``; or the rules of
            :func:`levmetrics.alternatives.glm.read_glm`, which rewrite both sides.
        ignore_index: the padding id of token id arrays, which is left out.

    Raises:
        InputError: for anything that cannot be scored; the error names argument, position and
            remedy.

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
            warn_of_unspaced_strings(cast("str | list[str]", target))
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
    reader = SampleReader([preds], target)
    (counts_of_samples,) = metric.measure(reader)
    metric.warn_of_units(reader)
    return counts_of_samples

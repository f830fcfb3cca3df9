"""The metrics of error rates of texts, and their counts as a function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from levmetrics.alternatives.options import Alternatives, Compounds, EquivalencesLike
from levmetrics.alternatives.wordings import AS_WRITTEN, Wordings
from levmetrics.core.count_metric import CountMetric, RateReduction
from levmetrics.core.metric import Metric
from levmetrics.core.token_metric import WordedMetric
from levmetrics.edits import compiled
from levmetrics.edits.pairs import Costs
from levmetrics.edits.reader import PADDING, SampleReader, StringPairs
from levmetrics.inputs.tokens import SampleReferencesLike, SamplesLike, WordColumn
from levmetrics.normalizers import NormalizerLike
from levmetrics.sums.error_counts import (
    ErrorCounts,
    ErrorTotals,
    SampleCounts,
    check_costs,
    count_errors,
    total_errors,
)
from levmetrics.tokenizers import TokenizerLike
from levmetrics.tokenizers.scripts import warn_of_unspaced_strings

if TYPE_CHECKING:
    from levmetrics.core.run import Run
    from levmetrics.edits.kernel import EditPlaces
    from levmetrics.tokenizers.scripts import Script

C = TypeVar("C", bound=SampleCounts)


class WordedErrorRateMetric(WordedMetric[C], CountMetric[C], Generic[C]):
    """Base class of metrics of error rates, whose references may have alternative wordings.

    Args:
        reduction: see :class:`levmetrics.core.count_metric.CountMetric`.
        tokenizer: the unit of an error: ``whitespace``, ``char``, ``mecab`` ...
        costs: the edit costs of the alignment: ``nist`` is sclite's.
        ignore_index: the padding id of token id arrays.

    """

    default_tokenizer = "whitespace"
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
        super().__init__(reduction, tokenizer, normalizer, settings, ignore_index)

    def companion(self, script: Script) -> Metric[Any] | None:
        """Return the CER beside a rate of words, and the WER beside one of characters, if any.

        Args:
            script: the script of the references, which may have no words between spaces.

        """
        if not self.label.names_unit or self._wordings != AS_WRITTEN:
            return None
        other = "cer" if self.unit != "characters" else "wer"
        if other == "wer" and script not in ("spaced", "eojeol"):
            return None
        tokenizer = "char" if other == "cer" else "whitespace"
        reduction = cast("RateReduction", self.reduction)
        metric = ErrorRateMetric(reduction, tokenizer=tokenizer, normalizer=self.normalizer)
        return metric.called(other, other)

    def strings(self, reader: SampleReader) -> StringPairs | None:
        """Return the strings that the kernel can read directly, or ``None``."""
        has_own_tokens = type(self).token_pairs is not WordedMetric.token_pairs
        if has_own_tokens or self._wordings != AS_WRITTEN:
            return None
        return reader.strings(self.tokenizer, self.normalizer)

    def counts_of(self, strings: StringPairs) -> ErrorCounts | None:
        """Count the errors of strings; ``None`` if the kernel cannot read them."""
        if self.costs == "kaldi":  # these costs choose other alignments
            return None
        found = compiled.string_counts(*strings[:3], self.costs)
        return None if found is None else ErrorCounts.of_matrix(found).of_best(strings.offsets)


class ErrorRateMetric(WordedErrorRateMetric[ErrorCounts]):
    """The metric of all error rates, with their counts."""

    counted: ClassVar[str] = "edits"
    _kind = ErrorCounts

    def measure(self, reader: SampleReader) -> list[ErrorCounts]:
        """Count the errors of each system's samples."""
        strings = self.strings(reader)
        counts = None if strings is None else self.counts_of(strings)
        if counts is not None:
            return [counts]
        return [count_errors(pairs, self.costs) for pairs in self.token_pairs(reader)]

    def edit_places(self, run: Run) -> EditPlaces | None:
        """Return the places of the edits; ``None`` if the rates of samples are averaged."""
        if self.reduction != "corpus":
            return None
        from levmetrics.alignment.confusions import alignment_places

        return alignment_places(run.request.token_pairs, self.costs)


class TokenErrorRateMetric(WordedErrorRateMetric[ErrorTotals]):
    """The metric of the token error rate alone, which needs one search less.

    It does not distinguish kinds of errors.
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


class CharErrorRateMetric(TokenErrorRateMetric):
    """The metric of the token error rate, over characters unless another tokenizer is given."""

    default_tokenizer = "char"


def error_counts(
    predictions: SamplesLike,
    references: SampleReferencesLike,
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
        predictions: a string, or a sequence or column of strings: one prediction per sample; or
            tokens, as lists of hashables or padded integer ids of shape ``(samples, length)``.
        references: as ``predictions``, or a list of references for each sample, of which the one
            with the lowest error rate counts (ties: the first).
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
        counts = compiled.string_counts(predictions, references, WordColumn, costs)
        if counts is not None:
            warn_of_unspaced_strings(cast("str | list[str]", references))
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
    reader = SampleReader([predictions], references)
    (counts_of_samples,) = metric.measure(reader)
    metric.warn_of_units(reader)
    return counts_of_samples

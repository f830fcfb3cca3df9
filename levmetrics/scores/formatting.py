"""Punctuation and case of predictions: counts and rates, beside those of the words alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.edits.kernel import pair_counts
from levmetrics.edits.numbering import NumberedRows
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.results import DELETE, INSERT
from levmetrics.edits.token_kinds import HIT, token_column, token_kinds
from levmetrics.inputs.token_columns import TokenColumn
from levmetrics.scores.error_rates import token_error_rate
from levmetrics.scores.formatting_pieces import Pieces, cut
from levmetrics.scores.sample_counts import Edits, SampleCounts, first_references
from levmetrics.scores.sample_statistics import SampleStatistics


@dataclass(frozen=True, eq=False)
class FormattingCounts(SampleCounts):
    """Errors of words, of their case, and of punctuation marks, of every sample.

    Attributes:
        substitutions: words recognised as another one, whatever their case; int64, shape
            ``(samples,)``, as all others.
        deletions: words of the reference without a predicted one.
        insertions: predicted words without one of the reference.
        hits: words recognised, whatever their case.
        case_errors: hits whose case differs.
        punctuation_substitutions: marks recognised as another one.
        punctuation_deletions: marks of the reference without a predicted one.
        punctuation_insertions: predicted marks without one of the reference.
        punctuation_hits: marks recognised.
        reference: which of its references the sample was compared with, from 0.

    Raises:
        ValueError: as :class:`levmetrics.scores.error_counts.ErrorCounts`.

    """

    substitutions: IntArray
    deletions: IntArray
    insertions: IntArray
    hits: IntArray
    case_errors: IntArray
    punctuation_substitutions: IntArray
    punctuation_deletions: IntArray
    punctuation_insertions: IntArray
    punctuation_hits: IntArray
    reference: IntArray = field(default_factory=first_references)

    @property
    def reference_length(self) -> IntArray:
        """Words of the references; shape ``(samples,)``."""
        return self.edits().reference_length

    @property
    def errors(self) -> IntArray:
        """All errors: of words, of case and of marks; shape ``(samples,)``."""
        return self.edits().errors + self.case_errors + self.edits("punctuation_").errors

    @property
    def formatted_length(self) -> IntArray:
        """Words and marks of the references; shape ``(samples,)``."""
        return self.reference_length + self.edits("punctuation_").reference_length

    def statistics(self) -> SampleStatistics:
        """Return all errors, and the words and marks of the references, of every sample."""
        return SampleStatistics.of_errors(self.errors, self.formatted_length)

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; float64, shape ``(samples,)`` each.

        Words are compared without case (Unicode's case folding). A mark is a character of Unicode's
        category P; one inside of a word or number is a part of it, see
        :func:`levmetrics.scores.formatting_pieces.pieces`. The words are aligned with the fewest
        errors. The marks between two pairs of aligned words (before the first, after the last) are
        aligned with each other, again with the fewest errors: a mark is never aligned with a word,
        nor with a mark of another place. With hits H, substitutions S, deletions D and insertions I
        of words, the same of marks in lower case, and C hits whose case differs:

        - ``formatted_wer`` = (S + D + I + C + s + d + i) / (H + S + D + h + s + d): of words and
          marks as they are written
        - ``wer`` = (S + D + I) / (H + S + D): of words without case and marks
        - ``case_error_rate`` = C / H
        - ``punctuation_error_rate`` = (s + d + i) / (h + s + d + i), 0 without any mark

        In the first three a denominator of 0 counts as 1.

        Source: the last one is the PER of Meister, Novikov, Karpov, Bakhturina, Lavrukhin and
        Ginsburg, "LibriSpeech-PC: Benchmark for Evaluation of Punctuation and Capitalization
        Capabilities of End-to-End ASR Models", ASRU 2023. There words and marks are aligned in one
        search, in which a mark may stand for any other, or for a word; here the words decide first.
        """
        words, marks = self.edits(), self.edits("punctuation_")
        return {
            "formatted_wer": token_error_rate(self.errors, self.formatted_length),
            "wer": token_error_rate(words.errors, words.reference_length),
            "case_error_rate": token_error_rate(self.case_errors, self.hits),
            "punctuation_error_rate": token_error_rate(marks.errors, marks.errors + marks.hits),
        }

    def measures(self) -> dict[str, FloatArray | IntArray]:
        """Return the rates and counts of every sample by name; shape ``(samples,)`` each."""
        return {
            **self.rates(),
            **self.counts(),
            "reference_length": self.reference_length,
            "prediction_length": self.substitutions + self.insertions + self.hits,
        }


def count_formatting(pairs: TokenPairs) -> FormattingCounts:
    """Count the errors of words, case and marks of every sample.

    Args:
        pairs: the tokens of texts, as the tokenizer returns them; of several references of a sample
            the one with the lowest ``formatted_wer`` counts.

    >>> from levmetrics.edits.pairs import token_pairs
    >>> pairs = token_pairs(["hi dear! what's new."], ["Hi, dear. What's new?"], "whitespace")
    >>> counts = count_formatting(pairs)
    >>> counts.case_errors, counts.punctuation_substitutions, counts.punctuation_deletions
    (array([2]), array([2]), array([1]))

    """
    (pred, target), _ = cut(pairs.each_reference().preds, pairs.target)
    return _of_pieces(pred, target).of_best(pairs.offsets, "formatted_wer")


def written_pairs(systems: list[TokenPairs]) -> list[TokenPairs]:
    """Return the words and marks of tokens, as they are written, as tokens of their own.

    >>> from levmetrics.edits.pairs import token_pairs
    >>> [pairs] = written_pairs([token_pairs(["Yes."], ["Yes, yes."], "whitespace")])
    >>> pairs.sample(0)
    (['Yes', '.'], ['Yes', ',', 'yes', '.'])

    """
    written = []
    for pairs in systems:
        sides, texts = cut(pairs.preds, pairs.target)
        preds, target = (token_column(NumberedRows(s.written, s.offsets)) for s in sides)
        written.append(TokenPairs(preds, target, pairs.offsets, texts))
    return written


def _of_pieces(pred: Pieces, target: Pieces) -> FormattingCounts:
    """Count the errors of every row of both sides."""
    preds, references = token_kinds(pred.words(), target.words())
    is_hit = references.kinds == HIT
    as_heard = pred.written[~pred.is_mark][preds.kinds == HIT]
    differs = np.zeros(len(is_hit), np.bool_)
    differs[is_hit] = as_heard != target.written[~target.is_mark][is_hit]
    return FormattingCounts(
        **Edits.counted(preds, references)._asdict(),
        case_errors=references.count(differs),
        **_mark_counts(
            _marks(pred, preds.kinds != INSERT),
            _marks(target, references.kinds != DELETE),
            rows=len(target.offsets) - 1,
        ),
    )


class _Marks(NamedTuple):
    """The marks of one side.

    Attributes:
        numbers: of the marks.
        row: of each.
        place: of each: equal for marks of both sides between the same two pairs of aligned words;
            ascending.

    """

    numbers: IntArray
    row: IntArray
    place: IntArray

    def of(self, places: IntArray) -> TokenColumn:
        """Return the marks of each of these places, which are ascending."""
        offsets = np.r_[np.searchsorted(self.place, places), len(self.place)]
        return token_column(NumberedRows(self.numbers, offsets))


def _marks(side: Pieces, is_paired: npt.NDArray[np.bool_]) -> _Marks:
    """Find the marks of one side.

    Args:
        side: all pieces.
        is_paired: whether a word is aligned with one of the other side.

    """
    is_paired_word = np.zeros(len(side.is_mark), np.bool_)
    is_paired_word[~side.is_mark] = is_paired
    paired_before = np.cumsum(is_paired_word)[side.is_mark]
    row = np.repeat(np.arange(len(side.offsets) - 1), np.diff(side.offsets))[side.is_mark]
    # A row has a place more than pairs.
    return _Marks(side.written[side.is_mark], row, paired_before + row)


def _mark_counts(preds: _Marks, references: _Marks, rows: int) -> dict[str, IntArray]:
    """Count the errors of the marks of every row, aligned place by place."""
    places, first = np.unique(np.r_[preds.place, references.place], return_index=True)
    row = np.r_[preds.row, references.row][first]
    counts = pair_counts(TokenPairs(preds.of(places), references.of(places)))

    def by_row(of_places: IntArray) -> IntArray:
        total = np.zeros(rows, np.int64)
        np.add.at(total, row, of_places)
        return total

    return {f"punctuation_{name}": by_row(getattr(counts, name)) for name in Edits._fields}

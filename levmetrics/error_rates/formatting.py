"""Punctuation and case: counts, rates and the metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.core.count_metric import TokenCountMetric
from levmetrics.core.metric import Result
from levmetrics.edits.kernel import pair_counts
from levmetrics.edits.numbering import NumberedRows, numbered_rows
from levmetrics.edits.pairs import DELETE, INSERT, TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.edits.token_kinds import HIT, token_column, token_kinds
from levmetrics.inputs.arrays import IntArray, ranges
from levmetrics.inputs.tokens import TokenColumn
from levmetrics.lazy import pa, regex
from levmetrics.rendering.labels import COUNTS
from levmetrics.sums.error_counts import EditCounts, ErrorCounts, counted_edits

_LETTER = r"[\p{L}\p{M}\p{N}]"
_ALPHABETIC = r"[\p{WB=ALetter}\p{WB=Hebrew_Letter}]"
_APOSTROPHES = r"'\u2018\u2019\uff07"
_HYPHENS = r"\-\u058a\u1806\u2010\u2011\u2e17\ufe63\uff0d"
_OF_A_WORD = "|".join(
    [
        rf"(?<={_LETTER})[{_APOSTROPHES}{_HYPHENS}\p{{Pc}}](?={_LETTER})",
        rf"(?<={_ALPHABETIC}\p{{M}}*)[\p{{WB=MidLetter}}\p{{WB=MidNumLet}}](?={_ALPHABETIC})",
        r"(?<=\p{WB=Numeric})[\p{WB=MidNum}\p{WB=MidNumLet}](?=\p{WB=Numeric})",
    ]
)
_PIECE = regex.compile(rf"(?P<word>(?:\P{{P}}|{_OF_A_WORD})+)|\p{{P}}\p{{M}}*")


@dataclass(frozen=True)
class Pieces:
    """The words and marks of rows of tokens, as numbers: equal pieces have equal numbers.

    Attributes:
        offsets: where each row starts; int64, shape ``(rows + 1,)``.
        written: the numbers of the pieces as written; int64, shape ``(pieces,)``.
        caseless: the numbers of the case-folded pieces.
        is_mark: whether a piece is a mark instead of a word; the same shape.

    """

    offsets: IntArray
    written: IntArray
    caseless: IntArray
    is_mark: npt.NDArray[np.bool_]

    def words(self) -> NumberedRows:
        """Return the case-folded words."""
        ends = np.cumsum([0, *~self.is_mark], dtype=np.int64)
        return NumberedRows(self.caseless[~self.is_mark], ends[self.offsets])


def pieces(token: str) -> list[tuple[str, bool]]:
    """Split a token into words and marks, each with whether it is a mark.

    A mark is a character of Unicode's category P. It is part of a word if it is an apostrophe,
    hyphen or connector between letters or digits, or if Unicode keeps it within words and numbers,
    such as the points of "U.S" and "3.14" and the comma of "1,000".

    Source: Unicode Standard Annex #29, "Unicode Text Segmentation", rules WB6, WB7, WB11 and WB12.

    >>> pieces('"Don’t!"')
    [('"', True), ('Don’t', False), ('!', True), ('"', True)]
    >>> [text for text, _ in pieces("(well-known)—3.14,")]
    ['(', 'well-known', ')', '—', '3.14', ',']

    """
    return [(found[0], found["word"] is None) for found in _PIECE.finditer(token)]


def cut(*columns: TokenColumn) -> tuple[list[Pieces], list[str]]:
    """Split the tokens of columns of one kind into words and marks, each distinct token once.

    Returns:
        The pieces of each column, and the written pieces by their numbers.

    >>> from levmetrics.tokenizers import get_tokenizer
    >>> from levmetrics.inputs.columns import prediction_column
    >>> [column], texts = cut(get_tokenizer("whitespace").column(prediction_column(["Yes, yes."])))
    >>> [texts[number] for number in column.written], column.is_mark.tolist()
    (['Yes', ',', 'yes', '.'], [False, True, False, True])
    >>> len(set(column.caseless.tolist()))
    3

    """
    rows, tokens = numbered_rows(*columns)
    pieces_of = [*map(pieces, tokens)]
    counts = np.array([*map(len, pieces_of)], np.int64)
    starts = np.cumsum(counts) - counts
    texts = [text for of_token in pieces_of for text, _ in of_token]
    written = pa.array(texts, pa.string()).dictionary_encode()
    caseless = pa.array(map(str.casefold, texts), pa.string()).dictionary_encode()
    is_mark = np.array([mark for of_token in pieces_of for _, mark in of_token], np.bool_)

    def cut_row(row: NumberedRows) -> Pieces:
        ends = np.cumsum([0, *counts[row.numbers]], dtype=np.int64)
        chosen = ranges(starts[row.numbers], counts[row.numbers])
        as_written, without_case = (np.asarray(e.indices)[chosen] for e in (written, caseless))
        return Pieces(ends[row.offsets], as_written, without_case, is_mark[chosen])

    return [*map(cut_row, rows)], written.dictionary.to_pylist()


@dataclass(frozen=True, eq=False)
class FormattingCounts(EditCounts):
    """Errors of words, of case and of punctuation marks per sample.

    Attributes:
        substitutions: words recognised as another word, case ignored; int64, shape ``(samples,)``,
            like the others.
        deletions: words of the reference without a counterpart in the prediction.
        insertions: predicted words without a counterpart in the reference.
        hits: recognised words, case ignored.
        case_errors: hits whose case differs.
        punctuation_substitutions: marks recognised as another mark.
        punctuation_deletions: marks of the reference without a counterpart in the prediction.
        punctuation_insertions: predicted marks without a counterpart in the reference.
        punctuation_hits: recognised marks.
        reference: the index (from 0) of the reference that the sample was compared with.

    Raises:
        ValueError: as :class:`levmetrics.sums.error_counts.ErrorCounts`.

    """

    case_errors: IntArray
    punctuation_substitutions: IntArray
    punctuation_deletions: IntArray
    punctuation_insertions: IntArray
    punctuation_hits: IntArray
    _derived = ("reference_length", "prediction_length")

    @property
    def errors(self) -> IntArray:
        """All errors of words, case and marks; shape ``(samples,)``."""
        return self.edits().errors + self.case_errors + self.edits("punctuation_").errors

    def quotients(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return numerator and denominator of every rate by name.

        Words are compared without case (Unicode's case folding). A mark is a character of Unicode's
        category P; a mark inside a word or number is part of it, see
        :func:`levmetrics.error_rates.formatting.pieces`. The words are aligned with the fewest
        errors. The marks between two pairs of aligned words (before the first, after the last) are
        aligned with each other, again with the fewest errors: a mark is never aligned with a word,
        nor with a mark at another place. With hits H, substitutions S, deletions D and insertions I
        of words, the same of marks in lower case letters, and C hits whose case differs:

        - ``formatted_wer`` = (S + D + I + C + s + d + i) / (H + S + D + h + s + d): words and marks
          as written
        - ``wer`` = (S + D + I) / (H + S + D): words, without case and marks
        - ``case_error_rate`` = C / H
        - ``punctuation_error_rate`` = (s + d + i) / (h + s + d + i), 0 without any mark

        In the first three, a denominator of 0 counts as 1.

        Source: the last rate is the PER of Meister, Novikov, Karpov, Bakhturina, Lavrukhin and
        Ginsburg, "LibriSpeech-PC: Benchmark for Evaluation of Punctuation and Capitalization
        Capabilities of End-to-End ASR Models", ASRU 2023. They align words and marks in one search,
        in which a mark may be aligned with any other mark or with a word; here the words are
        aligned first.
        """
        words, marks = self.edits(), self.edits("punctuation_")
        return {
            "formatted_wer": (self.errors, words.reference_length + marks.reference_length),
            "wer": (words.errors, words.reference_length),
            "case_error_rate": (self.case_errors, self.hits),
            "punctuation_error_rate": (marks.errors, marks.errors + marks.hits),
        }


def count_formatting(pairs: TokenPairs) -> FormattingCounts:
    """Count the errors of words, case and marks per sample.

    Args:
        pairs: the tokens of texts, as the tokenizer returns them. Of several references, the one
            with the lowest ``formatted_wer`` counts.

    >>> from levmetrics.edits.reader import token_pairs
    >>> pairs = token_pairs(["hi dear! what's new."], ["Hi, dear. What's new?"], "whitespace")
    >>> counts = count_formatting(pairs)
    >>> counts.case_errors, counts.punctuation_substitutions, counts.punctuation_deletions
    (array([2]), array([2]), array([1]))

    """
    (pred, target), _ = cut(pairs.each_reference().preds, pairs.target)
    preds, references = token_kinds(pred.words(), target.words())
    is_hit, is_paired = references.kinds == HIT, references.kinds != DELETE
    as_heard = pred.written[~pred.is_mark][preds.kinds == HIT]
    differs = np.zeros(len(is_hit), np.bool_)
    differs[is_hit] = as_heard != target.written[~target.is_mark][is_hit]
    marks = _mark_counts(
        _marks(pred, preds.kinds != INSERT),
        _marks(target, is_paired),
        ends=np.cumsum(references.count(is_paired) + 1),
    )
    counts = counted_edits(preds, references)
    return FormattingCounts(
        **counts.counts(), case_errors=references.count(differs), **marks.counts("punctuation_")
    ).of_best(pairs.offsets)


class _Marks(NamedTuple):
    """The marks of one side.

    Attributes:
        numbers: the numbers of the marks.
        place: the place of each mark, ascending; marks of both sides between the same two pairs of
            aligned words have equal places.

    """

    numbers: IntArray
    place: IntArray

    def of(self, places: IntArray) -> TokenColumn:
        """Return the marks at each of these ascending places."""
        offsets = np.r_[np.searchsorted(self.place, places), len(self.place)]
        return token_column(NumberedRows(self.numbers, offsets))


def _marks(side: Pieces, is_paired: npt.NDArray[np.bool_]) -> _Marks:
    """Find the marks of one side.

    Args:
        side: all pieces of the side.
        is_paired: whether each word is aligned with a word of the other side.

    """
    is_paired_word = np.zeros(len(side.is_mark), np.bool_)
    is_paired_word[~side.is_mark] = is_paired
    row = np.repeat(np.arange(len(side.offsets) - 1), np.diff(side.offsets))
    place = np.cumsum(is_paired_word) + row  # a row has one more place than pairs
    return _Marks(side.written[side.is_mark], place[side.is_mark])


def _mark_counts(preds: _Marks, references: _Marks, ends: IntArray) -> ErrorCounts:
    """Count the errors of the marks of every row, aligned place by place.

    Args:
        preds: the predicted marks of all rows.
        references: the reference marks of all rows.
        ends: the end of the places of each row.

    """
    places = np.unique(np.r_[preds.place, references.place])
    row = np.searchsorted(ends, places, side="right")
    counts = pair_counts(TokenPairs(preds.of(places), references.of(places)))
    of_places = counts.substitutions, counts.deletions, counts.insertions, counts.hits
    return ErrorCounts(*(np.bincount(row, each, len(ends)).astype(np.int64) for each in of_places))


class FormattingMetric(TokenCountMetric[FormattingCounts]):
    """The metric of the error rates of words, of case and of punctuation.

    :meth:`levmetrics.error_rates.formatting.FormattingCounts.quotients` defines them.

    Args:
        tokenizer: splits text into words, by default at white space; marks are split off its
            tokens.

    """

    counted: ClassVar[str] = "formatting"
    _kind = FormattingCounts
    _packages = ("regex",)

    def measure(self, reader: SampleReader) -> list[FormattingCounts]:
        """Count the errors of each system's samples.

        Raises:
            InputError: for anything that cannot be scored, tokens included.

        """
        reader.texts()
        return [*map(count_formatting, super().token_pairs(reader))]

    def told(self, result: Result) -> dict[str, Any]:
        """Return the numbers of a result with the errors and the number of punctuation marks."""
        told = super().told(result)
        wrong, missing, added, right = (told[f"punctuation_{count.key}"] for count in COUNTS)
        marks = {
            "punctuation_errors": wrong + missing + added,
            "punctuation_length": wrong + missing + right,
        }
        return {**told, **marks}

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Return each system's words and marks as written.

        Raises:
            InputError: for samples without tokens.

        """
        written = []
        for pairs in super().token_pairs(reader):
            sides, texts = cut(pairs.preds, pairs.target)
            preds, target = (token_column(NumberedRows(s.written, s.offsets)) for s in sides)
            written.append(TokenPairs(preds, target, pairs.offsets, texts))
        return written

"""Keywords, such as names and drugs: their occurrences, their errors and the metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np

from levmetrics.core.count_metric import RateReduction, TokenCountMetric
from levmetrics.core.metric import SideInput
from levmetrics.edits.numbering import NumberedRows, numbered_rows
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.edits.token_kinds import HIT, TokenKinds, token_kinds
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import ColumnName
from levmetrics.inputs.arrays import FloatArray, IntArray, ranges
from levmetrics.inputs.arrow import is_array
from levmetrics.inputs.columns import (
    TextColumn,
    checked_lists,
    is_list,
    python_values,
    read_column,
    text_column,
)
from levmetrics.normalizers import Chain, NormalizerLike
from levmetrics.signature import fingerprint
from levmetrics.sums.error_counts import Mask, SampleCounts, counted_edits
from levmetrics.sums.sample_statistics import SampleStatistics
from levmetrics.system.work import steps
from levmetrics.tokenizers import Tokenizer, TokenizerLike

KeywordsLike: TypeAlias = Sequence[str] | Sequence[Sequence[str]]
"""Words and phrases, for all samples or as a list for each."""

_NAME = ColumnName("keywords", "keyword")
_LIST_SUFFIXES = (".txt", ".lst", ".csv", ".tsv")


@dataclass(frozen=True)
class Keywords:
    """Checked words and phrases as tokens.

    Attributes:
        phrases: the tokens of each phrase.
        offsets: where the phrases of each sample start; ``None``: they apply to all samples.
        name: identifies the phrases in signatures. Lists per sample are data, as references are.

    """

    phrases: Sequence[tuple[str, ...]]
    offsets: IntArray | None
    name: str

    @classmethod
    def read(cls, values: Any, tokenizer: Tokenizer, normalizer: Chain) -> Keywords:
        """Check words and phrases, and normalize and split them like texts.

        Args:
            values: a list of strings, or a list of strings for each sample.
            tokenizer: splits them.
            normalizer: applied to them first.

        Raises:
            InputError: for anything else, and for a string without a token; the error has the
                position.

        >>> from levmetrics.normalizers import get_normalizer
        >>> from levmetrics.tokenizers import get_tokenizer
        >>> how = get_tokenizer("whitespace"), get_normalizer("lower")
        >>> Keywords.read(["Ann", "New York"], *how)
        Keywords(phrases=[('ann',), ('new', 'york')], offsets=None, name='2[15cc4216]')
        >>> Keywords.read(["Ann", " "], *how)
        Traceback (most recent call last):
        levmetrics.errors.InputError: keywords[1] is ' ', which has no token; give a word or phrase

        """
        column = _checked_column(values)
        texts = normalizer.column(column).texts
        phrases = [tuple(tokenizer(text)) for text in texts]
        for index, phrase in enumerate(phrases):
            if not "".join(phrase).strip():
                raise InputError(
                    "keywords.no_token",
                    place=column.position(index),
                    text=column.texts[index],
                )
        distinct = sorted({*column.texts})
        of_all = column.offsets is None
        name = fingerprint(len(distinct), "\0".join(distinct)) if of_all else "of_samples"
        return cls(phrases, column.offsets, name)

    def of_rows(self, samples: int, sample: IntArray, tokens: Sequence[str]) -> Sequence[Index]:
        """Return the phrases to find in each row.

        Args:
            samples: the number of samples; 0 while options are checked.
            sample: the sample of each row.
            tokens: the vocabulary.

        Raises:
            InputError: if the numbers of samples and lists differ.

        """
        if self.offsets is not None and samples not in (0, len(self.offsets) - 1):
            raise InputError("keywords.lengths", count=len(self.offsets) - 1, samples=samples)
        numbers = {token: number for number, token in enumerate(tokens)}
        phrases = [
            [numbers[token] for token in phrase] if numbers.keys() >= {*phrase} else []
            for phrase in self.phrases
        ]
        if self.offsets is None:
            return [_index(phrases)] * len(sample)
        bounds = pairwise(self.offsets.tolist())
        indices = [_index(phrases[start:end]) for start, end in bounds]
        return [indices[number] for number in sample.tolist()]


def read_keywords(given: str) -> list[str]:
    """Return words and phrases: the lines of a file, or the parts between commas.

    Args:
        given: the file's path, or the words.

    Raises:
        InputError: if the file does not exist or is not text, or if there is no word.

    >>> read_keywords("aspirin, New York")
    ['aspirin', 'New York']

    """
    from levmetrics.formats.file_format import listed  # rarely needed
    from levmetrics.formats.files import table
    from levmetrics.formats.source import Source

    path, phrases = Path(given), given.split(",")
    if path.suffix.lower() in _LIST_SUFFIXES or path.is_file():
        batches = table(Source(path), "lines").batches([""])
        phrases = [line for (lines,) in batches for line in listed(lines)]
    words = [stripped for phrase in phrases if (stripped := phrase.strip())]
    if not words:
        raise InputError("command.no_keyword", given=given)
    return words


Index: TypeAlias = "Mapping[int, Sequence[list[int]]]"
"""Phrases of token numbers by their first number, the longest first."""


def occurrences(rows: NumberedRows, indices: Sequence[Index]) -> IntArray:
    """Find phrases in rows of tokens from left to right; at one place, the longest is taken.

    Args:
        rows: the tokens.
        indices: the phrases to find in each row.

    Returns:
        The length of the occurrence that starts at each token, else 0; shape ``(tokens,)``.

    >>> rows = NumberedRows(np.array([1, 2, 3, 2]), np.array([0, 4]))
    >>> occurrences(rows, [_index([[2], [1, 2]])])
    array([2, 0, 0, 1])

    """
    row = np.repeat(np.arange(len(indices)), rows.lengths).tolist()
    distinct = {id(index): index for index in indices}.values()
    first = np.array([*{number for index in distinct for number in index}], np.int64)
    lengths = np.zeros(len(row), np.int64)
    free = 0  # the first position after the last occurrence
    starts = np.flatnonzero(np.isin(rows.numbers, first)).tolist()
    for start in steps(starts, "searching", len(starts)):
        if start >= free:
            ahead = rows.numbers[start : rows.offsets[row[start] + 1]]
            phrases = indices[row[start]].get(int(ahead[0]), ())
            found = (len(phrase) for phrase in phrases if ahead[: len(phrase)].tolist() == phrase)
            lengths[start] = length = next(found, 0)
            free = start + length
    return lengths


def _index(phrases: Iterable[list[int]]) -> Index:
    index: dict[int, list[list[int]]] = {}
    for phrase in sorted(filter(None, phrases), key=len, reverse=True):
        index.setdefault(phrase[0], []).append(phrase)
    return index


def _checked_column(values: Any) -> TextColumn:
    if isinstance(values, str):
        raise InputError("keywords.one_string", text=values[:20])
    column = [] if values is None else read_column(values, _NAME)
    column = python_values(column, _NAME) if is_array(column) else column
    if not len(column):
        raise InputError("keywords.none", given="None" if values is None else "empty")
    if not is_list(column[0]):
        return text_column(column, _NAME)
    lists = checked_lists(column, _NAME)
    offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    texts = [text for of_sample in lists for text in of_sample]
    return text_column(texts, _NAME, offsets)


@dataclass(frozen=True, eq=False)
class KeywordCounts(SampleCounts):
    """Errors of keywords and of other tokens, and occurrences of keywords, per sample.

    Attributes:
        keyword_substitutions: tokens of keywords recognised as another token; int64, shape
            ``(samples,)``, like the others.
        keyword_deletions: tokens of keywords without a counterpart in the prediction.
        keyword_insertions: predicted tokens of keywords without a counterpart in the reference.
        keyword_hits: tokens of keywords recognised.
        other_substitutions: the same for tokens of the reference outside keywords.
        other_deletions: the same.
        other_insertions: the same for predicted tokens outside keywords.
        other_hits: the same.
        keywords_found: recognised occurrences in the reference.
        keywords_in_references: occurrences in the reference.
        keywords_in_predictions: occurrences in the prediction.
        reference: the index (from 0) of the reference that the sample was compared with.

    Raises:
        ValueError: as :class:`levmetrics.sums.error_counts.ErrorCounts`.

    """

    keyword_substitutions: IntArray
    keyword_deletions: IntArray
    keyword_insertions: IntArray
    keyword_hits: IntArray
    other_substitutions: IntArray
    other_deletions: IntArray
    other_insertions: IntArray
    other_hits: IntArray
    keywords_found: IntArray
    keywords_in_references: IntArray
    keywords_in_predictions: IntArray

    @property
    def errors(self) -> IntArray:
        """All errors; shape ``(samples,)``."""
        return self.edits("keyword_").errors + self.edits("other_").errors

    @property
    def lengths(self) -> IntArray:
        """The words of every reference, keywords and others; shape ``(samples,)``."""
        return self.reference_length

    @property
    def reference_length(self) -> IntArray:
        """Tokens in the references; shape ``(samples,)``."""
        return self.edits("keyword_").reference_length + self.edits("other_").reference_length

    @property
    def hits(self) -> IntArray:
        """All hits; shape ``(samples,)``."""
        return self.keyword_hits + self.other_hits

    def quotients(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return numerator and denominator of every rate by name."""
        keyword, other = self.edits("keyword_"), self.edits("other_")
        found = self.keywords_found
        said, heard = self.keywords_in_references, self.keywords_in_predictions
        return {
            "keyword_wer": (keyword.errors, keyword.reference_length),
            "other_wer": (other.errors, other.reference_length),
            "wer": (self.errors, self.reference_length),
            "keyword_recall": (found, said),
            "keyword_precision": (found, heard),
            "keyword_f1": (2 * found, said + heard),
        }

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; float64, shape ``(samples,)`` each.

        An occurrence of a keyword is a run of equal tokens. Occurrences are found from left to
        right; at one place, the longest is taken. Prediction and reference are aligned with the
        fewest errors. An occurrence in the reference counts as found if all of its tokens are hits
        within one occurrence in the prediction.

        - ``keyword_wer``: substituted and deleted reference tokens within occurrences, plus
          inserted tokens within occurrences of the prediction, divided by the number of reference
          tokens within occurrences (at least 1).
        - ``other_wer``: the same for all other tokens.
        - ``wer``: the same for all tokens.
        - ``keyword_recall``: found occurrences / occurrences in the reference.
        - ``keyword_precision``: found occurrences / occurrences in the prediction.
        - ``keyword_f1``: their harmonic mean, 2 × found occurrences / the sum of both numbers.

        The last three are 1 if neither side has an occurrence, since nothing is wrong then, and 0
        if only one side has. :meth:`measures` has NaN if neither side has one.

        Source: for single words, the first two are the B-WER and U-WER of Le et al.,
        "Contextualized Streaming End-to-End Speech Recognition with Trie-Based Deep Biasing and
        Shallow Fusion", Interspeech 2021, on the alignment with the fewest errors; their script
        aligns with sclite's costs.
        """
        return self._without_keywords(super().rates(), _SHARES, 1.0)

    def measures(self) -> dict[str, FloatArray | IntArray]:
        """Return the rates and counts of every sample by name; shape ``(samples,)`` each.

        Keyword rates are NaN if neither side has a keyword.
        """
        return self._without_keywords(super().measures(), ("keyword_wer", *_SHARES), np.nan)

    def _without_keywords(
        self, measures: Mapping[str, Any], names: Sequence[str], value: float
    ) -> dict[str, Any]:
        """Replace the named measures by a value where neither side has a keyword."""
        is_nothing = self.keywords_in_references + self.keywords_in_predictions == 0
        changed = {name: np.where(is_nothing, value, measures[name]) for name in names}
        return {**measures, **changed}


_SHARES = ("keyword_recall", "keyword_precision", "keyword_f1")


def count_keywords(pairs: TokenPairs, keywords: Keywords) -> KeywordCounts:
    """Count the errors of keywords and of other tokens of every sample.

    Args:
        pairs: the tokens of texts. Of several references, the one with the lowest error rate of all
            tokens counts.
        keywords: words and phrases, for all samples or for each.

    Raises:
        InputError: if the number of keyword lists is not the number of samples.

    """
    of_pair = pairs.pred_of_pair()
    sample = np.arange(len(pairs.preds)) if of_pair is None else of_pair
    rows, tokens = numbered_rows(pairs.each_reference().preds, pairs.target)
    sought = keywords.of_rows(len(pairs.preds), sample, tokens)
    heard, said = (occurrences(side, sought) for side in rows)
    within = _within(heard), _within(said)
    pred, target = token_kinds(*rows)
    return KeywordCounts(
        **counted_edits(pred, target, *within).counts("keyword_"),
        **counted_edits(pred, target, *map(np.logical_not, within)).counts("other_"),
        keywords_found=target.count(_is_found(pred, target, heard, said)),
        keywords_in_references=target.count(said > 0),
        keywords_in_predictions=pred.count(heard > 0),
    ).of_best(pairs.offsets, "wer")


def _within(found: IntArray) -> Mask:
    """Return whether each token is within an occurrence."""
    within, starts = np.zeros(len(found), np.bool_), np.flatnonzero(found)
    within[ranges(starts, found[starts])] = True
    return within


def _is_found(pred: TokenKinds, target: TokenKinds, heard: IntArray, said: IntArray) -> Mask:
    """Return whether a found occurrence starts at each token of the references."""
    is_hit = target.kinds == HIT
    place = np.full(len(is_hit), -1)  # the predicted token of each hit
    place[is_hit] = np.flatnonzero(pred.kinds == HIT)
    hits = np.cumsum(np.r_[0, is_hit])
    starts = np.flatnonzero(said)
    lengths = said[starts]
    first, last = place[starts], place[starts + lengths - 1]
    are_hits = hits[starts + lengths] - hits[starts] == lengths
    is_one = np.r_[heard, 0][first] == lengths  # -1: no token
    is_found = np.zeros(len(is_hit), np.bool_)
    is_found[starts] = are_hits & (last - first + 1 == lengths) & is_one
    return is_found


class KeywordMetric(TokenCountMetric[KeywordCounts]):
    """The metric of error rates of keywords and other tokens, with keyword recall and precision.

    :meth:`levmetrics.error_rates.keywords.KeywordCounts.rates` defines them.

    Args:
        reduction: see :class:`levmetrics.core.count_metric.TokenCountMetric`.
        keywords: words or phrases: a file with one on each line, or a list of them with commas;
            in Python also a list for each sample; they are normalized and split like the texts.
        tokenizer: the unit of an error; words between white space by default.
        normalizer: applied first to both sides and to the keywords.

    Raises:
        InputError: for keywords that are missing or cannot be found; the error has the position.

    """

    counted: ClassVar[str] = "keywords"
    _kind = KeywordCounts

    @classmethod
    def side_inputs(cls) -> Mapping[str, SideInput]:
        """Return the reader of words and phrases."""
        return {"keywords": read_keywords}

    def __init__(
        self,
        reduction: RateReduction = "corpus",
        *,
        keywords: KeywordsLike | None = None,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
    ) -> None:
        super().__init__(reduction, tokenizer=tokenizer, normalizer=normalizer)
        self.keywords = Keywords.read(keywords, self.tokenizer, self.normalizer)
        self.settings = {"keywords": self.keywords.name, **self.settings}

    def measure(self, reader: SampleReader) -> list[KeywordCounts]:
        """Count the errors of each system's samples.

        Raises:
            InputError: for anything that cannot be scored, tokens included.

        """
        reader.texts()
        return [count_keywords(pairs, self.keywords) for pairs in self.token_pairs(reader)]

    def sample_scores(self, samples: KeywordCounts) -> FloatArray:
        """Return the keyword error rate of every sample; NaN if neither side has a keyword."""
        return samples.measures()["keyword_wer"].astype(np.float64)

    def check_all(self, statistics: SampleStatistics) -> None:
        """Raise if no sample has a keyword.

        Raises:
            InputError: if no reference or prediction has one.

        """
        if not statistics.denominators.any() and not statistics.numerators.any():
            raise InputError("interval.no_keyword")

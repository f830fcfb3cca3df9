"""Errors of the words and phrases that matter, beside those of all others."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from levmetrics.arrays import FloatArray, IntArray, ranges
from levmetrics.edits.numbering import numbered_rows
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.token_kinds import HIT, TokenKinds, token_kinds
from levmetrics.scores.error_rates import token_error_rate
from levmetrics.scores.keywords import Keywords, Occurrences, occurrences
from levmetrics.scores.sample_counts import Edits, Mask, SampleCounts, first_references
from levmetrics.scores.sample_statistics import SampleStatistics


@dataclass(frozen=True, eq=False)
class KeywordCounts(SampleCounts):
    """Errors of keywords and of other tokens, and occurrences of keywords, of every sample.

    Attributes:
        keyword_substitutions: tokens of keywords recognised as another one; int64, shape
            ``(samples,)``, as all others.
        keyword_deletions: tokens of keywords without a predicted one.
        keyword_insertions: predicted tokens of keywords without one of the reference.
        keyword_hits: tokens of keywords recognised.
        other_substitutions: the same of tokens of the reference outside of keywords.
        other_deletions: the same.
        other_insertions: the same of predicted tokens outside of keywords.
        other_hits: the same.
        keywords_found: occurrences in the reference that are recognised.
        keywords_in_references: occurrences in the reference.
        keywords_in_predictions: occurrences in the prediction.
        reference: which of its references the sample was compared with, from 0.

    Raises:
        ValueError: as :class:`levmetrics.scores.error_counts.ErrorCounts`.

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
    reference: IntArray = field(default_factory=first_references)

    @property
    def errors(self) -> IntArray:
        """All errors; shape ``(samples,)``."""
        return self.edits("keyword_").errors + self.edits("other_").errors

    @property
    def reference_length(self) -> IntArray:
        """Tokens in the references; shape ``(samples,)``."""
        return self.edits("keyword_").reference_length + self.edits("other_").reference_length

    @property
    def hits(self) -> IntArray:
        """All hits; shape ``(samples,)``."""
        return self.keyword_hits + self.other_hits

    def statistics(self) -> SampleStatistics:
        """Return the errors of keywords, and their tokens in the references, of every sample."""
        keyword = self.edits("keyword_")
        return SampleStatistics.of_errors(keyword.errors, keyword.reference_length)

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; float64, shape ``(samples,)`` each.

        An occurrence of a keyword is a run of tokens equal to its own; they are found from left to
        right, of several at one place the longest. Prediction and reference are aligned with the
        fewest errors. An occurrence in the reference is found where all of its tokens are hits, in
        one occurrence of the prediction.

        - ``keyword_wer``: of the tokens of the reference within occurrences those substituted or
          deleted, and the inserted tokens within occurrences of the prediction, over the former.
          Without any, their number counts as 1.
        - ``other_wer``: the same of all other tokens.
        - ``wer``: of all tokens.
        - ``keyword_recall``: occurrences found over those in the reference.
        - ``keyword_precision``: occurrences found over those in the prediction.
        - ``keyword_f1``: their harmonic mean, twice those found over the sum of both numbers.

        The last three are 1 where neither side has an occurrence, and 0 where only one has: in
        a sample without keywords nothing is wrong. In :meth:`measures` there is no rate of nothing.

        Source: for single words the first two are B-WER and U-WER of Le et al., "Contextualized
        Streaming End-to-End Speech Recognition with Trie-Based Deep Biasing and Shallow Fusion",
        Interspeech 2021, on the alignment with the fewest errors; their script aligns by the costs
        of sclite.
        """
        found, said, heard = (
            self.keywords_found,
            self.keywords_in_references,
            self.keywords_in_predictions,
        )
        keyword, other = self.edits("keyword_"), self.edits("other_")
        return {
            "keyword_wer": token_error_rate(keyword.errors, keyword.reference_length),
            "other_wer": token_error_rate(other.errors, other.reference_length),
            "wer": token_error_rate(self.errors, self.reference_length),
            "keyword_recall": _share(found, said, said + heard),
            "keyword_precision": _share(found, heard, said + heard),
            "keyword_f1": _share(2 * found, said + heard, said + heard),
        }

    def measures(self) -> dict[str, FloatArray | IntArray]:
        """Return the rates and counts of every sample by name; shape ``(samples,)`` each.

        A rate of keywords that are on neither side is not a number: nothing was right or wrong.
        """
        rates = self.rates()
        is_nothing = (self.keywords_in_references == 0) & (self.keywords_in_predictions == 0)
        of_keywords = {
            name: np.where(is_nothing, np.nan, rate)
            for name, rate in rates.items()
            if name.startswith("keyword_")
        }
        return {**rates, **of_keywords, **self.counts()}


def _share(part: IntArray, whole: IntArray, any_: IntArray) -> FloatArray:
    """Return a part of a whole; 1 where there is nothing on either side."""
    return np.where(any_ == 0, 1.0, part / np.maximum(whole, 1))


def count_keywords(pairs: TokenPairs, keywords: Keywords) -> KeywordCounts:
    """Count the errors of keywords and of other tokens of every sample.

    Args:
        pairs: the tokens of texts; of several references of a sample the one with the lowest error
            rate of all tokens counts.
        keywords: words and phrases, of as many samples or for all of them.

    Raises:
        InputError: for keywords of another number of samples.

    """
    keywords.check_samples(len(pairs.preds))
    of_pair = pairs.pred_of_pair()
    sample = np.arange(len(pairs.preds)) if of_pair is None else of_pair
    rows, tokens = numbered_rows(pairs.each_reference().preds, pairs.target)
    sought = keywords.of_rows(sample, tokens)
    heard, said = (occurrences(side, sought) for side in rows)
    pred, target = token_kinds(*rows)
    within = _within(heard, pred), _within(said, target)
    return KeywordCounts(
        **Edits.counted(pred, target, *within).named("keyword_"),
        **Edits.counted(pred, target, *map(np.logical_not, within)).named("other_"),
        keywords_found=_at_starts(target, said, _is_found(pred, target, heard, said)),
        keywords_in_references=_at_starts(target, said),
        keywords_in_predictions=_at_starts(pred, heard),
    ).of_best(pairs.offsets, "wer")


def _within(found: Occurrences, side: TokenKinds) -> Mask:
    """Tell of every token whether it is within an occurrence."""
    within = np.zeros(len(side.kinds), np.bool_)
    within[ranges(found.start, found.length)] = True
    return within


def _is_found(pred: TokenKinds, target: TokenKinds, heard: Occurrences, said: Occurrences) -> Mask:
    """Tell of every occurrence in the references whether an occurrence of its tokens is aligned."""
    place = np.full(len(target.kinds), -1)  # of the token in the predictions that is a hit
    place[target.kinds == HIT] = np.flatnonzero(pred.kinds == HIT)
    length_at = np.zeros(len(pred.kinds) + 1, np.int64)  # of the occurrence that starts there
    length_at[heard.start] = heard.length
    hits = np.cumsum(np.r_[0, target.kinds == HIT])
    first, last = place[said.start], place[said.start + said.length - 1]
    are_hits = hits[said.start + said.length] - hits[said.start] == said.length
    are_together = last - first + 1 == said.length
    is_found: Mask = are_hits & are_together & (length_at[first] == said.length)
    return is_found


def _at_starts(side: TokenKinds, found: Occurrences, among: Mask | None = None) -> IntArray:
    """Count the occurrences (or those of them that are chosen) of each row."""
    starts = np.zeros(len(side.kinds), np.bool_)
    starts[found.start if among is None else found.start[among]] = True
    return side.count(starts)

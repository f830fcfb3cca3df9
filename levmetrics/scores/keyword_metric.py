"""Scoring of the words and phrases that matter, beside all others."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from levmetrics.arrays import FloatArray
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.error_rate_metric import CountScorer, RateReduction
from levmetrics.scores.keyword_counts import KeywordCounts, count_keywords
from levmetrics.scores.keywords import Keywords, KeywordsLike
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.tokenizers import TokenizerLike


class KeywordMetric(CountScorer[KeywordCounts]):
    """Scoring by the error rates of keywords and of other tokens, by recall and by precision.

    :meth:`levmetrics.scores.keyword_counts.KeywordCounts.rates` defines them.

    Args:
        reduction: see :class:`levmetrics.scores.error_rate_metric.CountScorer`.
        keywords: words and phrases, or a list of them for each sample; normalized and split as
            the texts are.
        tokenizer: what an error is counted in, words between white space by default.
        normalizer: applied to both sides and to the keywords first.

    Raises:
        InputError: for keywords that are missing, or that cannot be found, with their position.

    """

    counted: ClassVar[str] = "keywords"
    _kind = KeywordCounts
    _score = "keyword_wer"

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
        """Count the errors of the samples of each system.

        Raises:
            InputError: for anything that cannot be scored, tokens included.

        """
        reader.texts()
        return [count_keywords(pairs, self.keywords) for pairs in self.token_pairs(reader)]

    def sample_scores(self, samples: KeywordCounts) -> FloatArray:
        """Return the error rate of every sample's keywords; NaN where neither side has any."""
        return samples.measures()[self._score].astype(np.float64)

    def check_all(self, statistics: SampleStatistics) -> None:
        """Refuse samples without a keyword.

        Raises:
            InputError: if there is none in any reference or prediction.

        """
        if not statistics.denominators.any() and not statistics.numerators.any():
            raise InputError("interval.no_keyword")

"""Scoring of punctuation and case, beside the words."""

from __future__ import annotations

from typing import ClassVar

from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.error_rate_metric import CountScorer, RateReduction
from levmetrics.scores.formatting import FormattingCounts, count_formatting, written_pairs
from levmetrics.tokenizers import TokenizerLike


class FormattingMetric(CountScorer[FormattingCounts]):
    """Scoring by the error rates of words, of their case, and of punctuation.

    :meth:`levmetrics.scores.formatting.FormattingCounts.rates` defines them.

    Args:
        reduction: see :class:`levmetrics.scores.error_rate_metric.CountScorer`.
        tokenizer: what words are, white space between them by default; marks are cut from its
            tokens.
        normalizer: applied to both sides first.

    """

    counted: ClassVar[str] = "formatting"
    _kind = FormattingCounts
    _score = "formatted_wer"

    def __init__(
        self,
        reduction: RateReduction = "corpus",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
    ) -> None:
        super().__init__(reduction, tokenizer=tokenizer, normalizer=normalizer)

    def measure(self, reader: SampleReader) -> list[FormattingCounts]:
        """Count the errors of the samples of each system.

        Raises:
            InputError: for anything that cannot be scored, tokens included.

        """
        reader.texts()
        return [*map(count_formatting, super().token_pairs(reader))]

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Return words and marks as they are written, of each system.

        Raises:
            InputError: for anything that has none.

        """
        return written_pairs(super().token_pairs(reader))

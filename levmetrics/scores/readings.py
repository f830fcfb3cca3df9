"""Japanese as it is written and as it is read: 良い and よい differ in writing alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from levmetrics.arrays import IntArray
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.scores.error_counts import EditCounts, count_errors, first_references
from levmetrics.scores.error_rate_metric import CountScorer, RateReduction
from levmetrics.tokenizers import TokenizerLike


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
        """Return the errors and the length of every rate by name.

        - ``reading_cer``: the character error rate of the readings
        - ``cer``: the character error rate of the texts as they are written
        """
        return {
            "reading_cer": (self.errors, self.reading_length),
            "cer": (self.edits().errors, self.reference_length),
        }


def count_readings(written: TokenPairs, read: TokenPairs) -> ReadingCounts:
    """Count the errors of texts as they are written and as they are read, of every sample.

    Args:
        written: the characters of texts; of several references of a sample the one with the lowest
            ``reading_cer`` counts.
        read: those of their readings.

    """
    counts = [count_errors(pairs.each_reference()) for pairs in (written, read)]
    columns = [values for each in counts for values in each.counts().values()]
    return ReadingCounts(*columns).of_best(written.offsets, "reading_cer")


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
        """Count the errors of the samples of each system.

        Raises:
            InputError: for anything that cannot be scored, tokens included.

        """
        reader.texts()
        written, read = super().token_pairs(reader), self.token_pairs(reader)
        return [*map(count_readings, written, read)]

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Return the characters of the readings, of each system.

        Raises:
            InputError: for anything that has none.

        """
        tokenizer, given, *_ = self._reading
        return reader.token_pairs(tokenizer, given, self._read)

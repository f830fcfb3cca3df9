"""Error rates as written and by reading: 良い and よい differ only in writing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from levmetrics.core.count_metric import RateReduction, TokenCountMetric
from levmetrics.core.metric import Result
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.inputs.arrays import IntArray
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.rendering.labels import ERRORS
from levmetrics.sums.error_counts import EditCounts, count_errors
from levmetrics.tokenizers import TokenizerLike


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
        ValueError: as :class:`levmetrics.sums.error_counts.ErrorCounts`.

    """

    reading_substitutions: IntArray
    reading_deletions: IntArray
    reading_insertions: IntArray
    reading_hits: IntArray
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


class ReadingMetric(TokenCountMetric[ReadingCounts]):
    """The metric of Japanese by the character error rates of texts and of their readings.

    The normalizer ``kana`` gives the readings. Alignments and confusions use the readings.

    Args:
        tokenizer: the unit of an error; characters by default.

    Raises:
        ImportError: if the packages for readings are not installed, with the command that installs
            them.

    >>> from levmetrics.core.scoring import score
    >>> result = score(["よい天気"], ["良い天気"], "reading").result()
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
            found.append(counts.of_best(pairs[0].offsets))
        return found

    def told(self, result: Result) -> dict[str, Any]:
        """Return the numbers of a result with the errors of the readings."""
        wrong = sum(result[f"reading_{count.key}"] for count in ERRORS)
        return {**super().told(result), "reading_errors": wrong}

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Return the characters of each system's readings.

        Raises:
            InputError: for samples without tokens.

        """
        tokenizer, given, *_ = self._reading
        return reader.token_pairs(tokenizer, given, self._read)

"""The base of metrics of rates that are computed from counts."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.core.metric import Measure, Metric, Sums
from levmetrics.core.token_metric import TokenMetric
from levmetrics.edits.reader import PADDING
from levmetrics.inputs.arrays import FloatArray
from levmetrics.normalizers import NormalizerLike
from levmetrics.sums.error_counts import (
    SampleCounts,
)
from levmetrics.sums.sample_statistics import SampleStatistics, quotient
from levmetrics.tokenizers import TokenizerLike

RateReduction: TypeAlias = Literal["corpus", "mean", "none"] | None
C = TypeVar("C", bound=SampleCounts)


class CountMetric(Metric[C], Generic[C]):
    """Base class of metrics of rates computed from counts, pooled or averaged over the samples.

    Args:
        reduction: score all samples together (``corpus``), or average their rates (``mean``); in
            Python, ``none`` keeps a rate for each.
        settings: further settings that change the score, for the signature.

    """

    reductions = ("corpus", "mean", "none")
    higher_is_better = False
    _kind: type[C]

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
        return samples.statistics() if self.reduction == "corpus" else super().statistics(samples)


class TokenCountMetric(TokenMetric[C], CountMetric[C], Generic[C]):
    """Base class of metrics of rates computed from counts of tokens.

    Args:
        reduction: see :class:`CountMetric`.
        tokenizer: the unit of an error: ``whitespace``, ``char``, ``mecab`` ...
        normalizer: the normalizers to apply to both sides first, in this order: ``nfkc,lower`` ...

    """

    default_tokenizer = "whitespace"
    _ignore_index: ClassVar[int | None] = PADDING  # the padding id of token id arrays

    def __init__(
        self,
        reduction: RateReduction = "corpus",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
    ) -> None:
        settings = {"costs": self.costs}
        super().__init__(reduction, tokenizer, normalizer, settings, self._ignore_index)

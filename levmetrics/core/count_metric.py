"""The base of metrics of rates that are computed from counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.alternatives.compounds import Compounds
from levmetrics.alternatives.equivalences import EquivalencesLike
from levmetrics.alternatives.glm import read_glm
from levmetrics.alternatives.parsing import Alternatives
from levmetrics.alternatives.reading import AS_WRITTEN, Wordings
from levmetrics.core.metric import OF_TEXTS, Measure, Metric, SideInput, Sums
from levmetrics.edits import compiled
from levmetrics.edits.pairs import Costs, TokenPairs
from levmetrics.edits.reader import SampleReader, StringPairs
from levmetrics.inputs.arrays import FloatArray
from levmetrics.normalizers import NormalizerLike
from levmetrics.sums.error_counts import (
    ErrorCounts,
    SampleCounts,
    check_costs,
)
from levmetrics.sums.sample_statistics import SampleStatistics, quotient
from levmetrics.tokenizers import TokenizerLike

RateReduction: TypeAlias = Literal["corpus", "mean", "none"] | None
C = TypeVar("C", bound=SampleCounts)


class CountScorer(Metric[C], Generic[C]):
    """Base class of metrics of rates computed from counts, pooled or averaged over the samples.

    Args:
        reduction: score all samples together (``corpus``), or average their rates (``mean``); in
            Python, ``none`` keeps a rate for each.
        tokenizer: the unit of an error: ``whitespace``, ``char``, ``mecab`` ...
        normalizer: the normalizers to apply to both sides first, in this order: ``nfkc,lower`` ...
        costs: the edit costs of the alignment: ``nist`` is sclite's.
        compounds: accept words that only one side joins: ``merge``, or ``join`` (the rule of the
            Open ASR Leaderboard).
        alternatives: the syntax of alternatives in references: ``braces``, as in ``{ going to /
            gonna }``, the default in trn and stm files; ``brackets``, as in ``[going to|gonna]``;
            or ``none``.
        equivalences: a GLM file of rules that rewrite both sides, as csrfilt does: ``gonna => going
            to``; or in Python phrases that count as the same.
        ignore_index: the padding id of token id arrays.

    """

    default_tokenizer = "whitespace"
    reductions = ("corpus", "mean", "none")
    flags: ClassVar[Mapping[str, str]] = {"equivalences": "glm"}
    higher_is_better = False
    _kind: type[C]
    _own_settings: ClassVar[Mapping[str, str]] = {}  # further settings that the number depends on

    @classmethod
    def side_inputs(cls) -> Mapping[str, SideInput]:
        """Return the reader of the rules that rewrite both sides."""
        return {"equivalences": read_glm}

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
        super().__init__(reduction, tokenizer, normalizer, ignore_index, settings)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages that take part in computing the score, besides those in its settings."""
        return (*super().packages, *(() if self._wordings == AS_WRITTEN else OF_TEXTS))

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens that the edits are counted in, of each system.

        Raises:
            InputError: for samples without tokens.

        """
        return self._wordings.token_pairs(reader, *self._reading, self.costs)

    def strings(self, reader: SampleReader) -> StringPairs | None:
        """Return the strings that the kernel can read directly, or ``None``."""
        has_own_tokens = type(self).token_pairs is not CountScorer.token_pairs
        if has_own_tokens or self._wordings != AS_WRITTEN:
            return None
        return reader.strings(self.tokenizer, self.normalizer)

    def counts_of(self, strings: StringPairs) -> ErrorCounts | None:
        """Count the errors of strings; ``None`` if the kernel cannot read them."""
        if self.costs == "kaldi":  # these costs choose other alignments
            return None
        found = compiled.string_counts(*strings[:3], self.costs)
        return None if found is None else ErrorCounts.of_matrix(found).of_best(strings.offsets)

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

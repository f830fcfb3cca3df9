"""The error rate of the Open ASR Leaderboard, which leaves out samples without a reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from levmetrics.core.metric import Measure, Sums
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.error_rates.error_rate_metric import ErrorRateMetric
from levmetrics.inputs.arrays import FloatArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pa, pc
from levmetrics.rendering.labels import english
from levmetrics.sums.error_counts import (
    ErrorCounts,
    Mask,
)
from levmetrics.sums.sample_statistics import SampleStatistics

if TYPE_CHECKING:
    from levmetrics.alignment.explanation import Words

IGNORED = "ignore time segment in scoring"
"""The normalized reference that the leaderboard leaves out, like an empty one."""

_DROPPED = "dropped_samples"


class LeaderboardCounts(ErrorCounts):
    """Counts of samples; a dropped sample has counts of 0 and rates of NaN."""

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; NaN for a dropped sample."""
        is_dropped = self.reference_length == 0
        return {name: np.where(is_dropped, np.nan, rate) for name, rate in super().rates().items()}


class LeaderboardMetric(ErrorRateMetric):
    """The metric of all error rates, without the samples that the leaderboard drops.

    A sample is dropped if all of its normalized references are empty or :data:`IGNORED`; it is
    scored as empty texts. ``dropped_samples`` in the results is their number; with
    ``reduction="none"`` it marks each of them.

    Source: ``is_target_text_in_range`` of ``normalizer/data_utils.py`` in
    huggingface/open_asr_leaderboard, by which its scripts filter the data sets.
    """

    unscored = "interval.all_dropped"
    _kind = LeaderboardCounts
    _own_settings: ClassVar[Mapping[str, str]] = {"dropped": "empty_references"}

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens of each system; a dropped sample has none."""
        if reader.holds_tokens():
            return super().token_pairs(reader)  # raises, since tokens are not normalized
        key = ("without dropped samples", self.normalizer)
        return super().token_pairs(reader.cached(key, lambda: self._without_dropped(reader)))

    def _without_dropped(self, reader: SampleReader) -> SampleReader:
        preds, target = reader.texts()
        normalized_preds, normalized = reader.texts(self.normalizer)
        of_reference, of_sample = _dropped(normalized)
        if not of_sample.any():
            return reader

        def emptied(column: TextColumn, where: Mask) -> TextColumn:
            texts = pc.if_else(pa.array(where), "", column.texts.to_arrow())
            return column.with_texts(Texts.of_arrow(texts))

        rest, rest_normalized = (
            ([emptied(column, of_sample) for column in systems], emptied(references, of_reference))
            for systems, references in ((preds, target), (normalized_preds, normalized))
        )
        kept = SampleReader(*rest, reader.names)
        kept.cached(("normalized", self.normalizer), lambda: rest_normalized)
        return kept

    def measure(self, reader: SampleReader) -> list[ErrorCounts]:
        """Count the errors of each system's samples; a dropped sample has none."""
        found: list[ErrorCounts] = []
        for counts in super().measure(reader):
            rows = counts.rows()
            rows[counts.reference_length == 0, :-1] = 0
            found.append(LeaderboardCounts.from_rows(rows))
        return found

    def added(self, samples: ErrorCounts) -> dict[str, npt.NDArray[Any] | list[FloatArray]]:
        """Return what each sample adds; a dropped sample adds only to the number of samples."""
        is_dropped = samples.reference_length == 0
        added = super().added(samples)
        if "rate_sums" in added:
            added["rate_sums"] = [np.where(is_dropped, 0.0, each) for each in added["rate_sums"]]
        added["samples"] = (~is_dropped).astype(np.int64)
        added[_DROPPED] = is_dropped.astype(np.int64)
        return added

    def sample_count(self, sums: Sums) -> int:
        """Return the number of samples, dropped ones included."""
        dropped = 0 if self.keeps_samples else int(sums[_DROPPED])
        return super().sample_count(sums) + dropped

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the rates and counts by name, and the dropped samples or their number."""
        measures = super()._measures(sums)
        if self.keeps_samples:
            is_dropped = np.asarray(measures["reference_length"]) == 0
            return {**measures, _DROPPED: is_dropped.astype(np.int64)}
        return {**measures, _DROPPED: np.asarray(sums[_DROPPED])}

    def notes(
        self, result: Mapping[str, Any], samples: int, words: Words | None = None
    ) -> list[str]:
        """Return the note on dropped samples, if there are any."""
        if not result[_DROPPED]:
            return []
        said = words or english("levmetrics.error_rates")
        return [said["note_dropped"].format(dropped=result[_DROPPED])]

    def statistics(self, samples: ErrorCounts) -> SampleStatistics:
        """Return numerator and denominator of each error rate; a dropped sample has 0 and 0."""
        if self.reduction != "mean":
            return super().statistics(samples)
        scores = self.sample_scores(samples)
        is_scored = ~np.isnan(scores)
        return SampleStatistics(np.where(is_scored, scores, 0), is_scored.astype(float), False)


def _dropped(normalized: TextColumn) -> tuple[Mask, Mask]:
    """Return whether each reference and each sample is dropped."""
    stripped = pc.utf8_trim_whitespace(normalized.texts.to_arrow())
    is_nothing = pc.is_in(stripped, pa.array(["", IGNORED], stripped.type))
    of_text = np.asarray(is_nothing.to_numpy(zero_copy_only=False), np.bool_)
    texts = 1 if normalized.offsets is None else np.diff(normalized.offsets)
    sample = np.repeat(np.arange(len(normalized)), texts)  # of each text
    of_sample: Mask = np.bincount(sample[~of_text], minlength=len(normalized)) == 0
    return of_sample[sample], of_sample

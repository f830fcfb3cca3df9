"""Scoring as the Open ASR Leaderboard does, which leaves samples without a reference out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import FloatArray
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.inputs.columns import TextColumn
from levmetrics.scores.base import Measure, Sums
from levmetrics.scores.error_counts import ErrorCounts, Mask
from levmetrics.scores.error_rate_metric import ErrorRateMetric
from levmetrics.scores.sample_statistics import SampleStatistics

IGNORED = "ignore time segment in scoring"
"""What the normalized reference of a sample is that the leaderboard leaves out, as an empty one."""

_DROPPED = "dropped_samples"


class LeaderboardCounts(ErrorCounts):
    """Counts of samples, which are all 0 where the sample is left out, and its rates NaN."""

    @property
    def is_dropped(self) -> Mask:
        """Whether a sample is left out; shape ``(samples,)``."""
        is_dropped: Mask = self.reference_length == 0
        return is_dropped

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; NaN where there is nothing to score."""
        return {
            name: np.where(self.is_dropped, np.nan, rate) for name, rate in super().rates().items()
        }


class LeaderboardMetric(ErrorRateMetric):
    """Scoring by all error rates, without the samples that the leaderboard drops.

    These are those whose normalized reference is empty or :data:`IGNORED` (of several references,
    all are). Their texts are taken for empty ones. ``dropped_samples`` of the results says how many
    there were; with ``reduction="none"``, which.

    Source: ``is_target_text_in_range`` of ``normalizer/data_utils.py`` in
    huggingface/open_asr_leaderboard, by which its scripts filter the data sets.
    """

    _kind = LeaderboardCounts
    _own_settings: ClassVar[Mapping[str, str]] = {"dropped": "empty_references"}

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens of each system; those of a dropped sample are none."""
        if reader.holds_tokens():
            return super().token_pairs(reader)  # which says that tokens are not normalized
        key = ("without dropped samples", self.normalizer)
        return super().token_pairs(reader.cached(key, lambda: self._without_dropped(reader)))

    def _without_dropped(self, reader: SampleReader) -> SampleReader:
        preds, target = reader.texts()
        normalized_preds, normalized = reader.normalized(self.normalizer)
        of_reference, of_sample = _dropped(normalized)
        if not of_sample.any():
            return reader
        emptied = SampleReader(
            [_emptied(column, of_sample) for column in preds],
            _emptied(target, of_reference),
            reader.names,
        )
        read = (
            [_emptied(column, of_sample) for column in normalized_preds],
            _emptied(normalized, of_reference),
        )
        emptied.cached(("normalized", self.normalizer), lambda: read)
        return emptied

    def measure(self, reader: SampleReader) -> list[ErrorCounts]:
        """Count the errors of the samples of each system; none in a dropped sample."""
        found: list[ErrorCounts] = []
        for counts in super().measure(reader):
            rows = counts.rows()
            rows[counts.reference_length == 0, :-1] = 0
            found.append(LeaderboardCounts.from_rows(rows))
        return found

    def added(self, samples: ErrorCounts) -> Sums:
        """Return what each sample adds; a dropped one adds to their number alone."""
        is_dropped = samples.reference_length == 0
        added = {**super().added(samples)}
        if self.reduction == "mean":
            added["rate_sums"] = np.where(is_dropped, 0.0, added["rate_sums"])
        counted = {"samples": ~is_dropped, _DROPPED: is_dropped}
        return {**added, **{name: of_each.astype(np.int64) for name, of_each in counted.items()}}

    def sample_count(self, sums: Sums) -> int:
        """Return how many samples the sums are of, with those that are dropped."""
        dropped = 0 if self.keeps_samples else int(sums[_DROPPED])
        return super().sample_count(sums) + dropped

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the rates and counts by name, and how many samples were dropped, or which."""
        measures = super()._measures(sums)
        if self.keeps_samples:
            is_dropped = np.asarray(measures["reference_length"]) == 0
            return {**measures, _DROPPED: is_dropped.astype(np.int64)}
        return {**measures, _DROPPED: np.asarray(sums[_DROPPED])}

    def statistics(self, samples: ErrorCounts) -> SampleStatistics:
        """Return what the error rate is made of; a dropped sample has no part in it."""
        if self.reduction != "mean":
            return super().statistics(samples)
        scores = self.sample_scores(samples)
        is_scored = ~np.isnan(scores)
        return SampleStatistics(np.where(is_scored, scores, 0), is_scored.astype(float), False)

    def check_all(self, statistics: SampleStatistics) -> None:
        """Refuse samples that are all dropped.

        Raises:
            InputError: if no reference has a word.

        """
        if not statistics.denominators.any():
            raise InputError("interval.all_dropped")


def _dropped(normalized: TextColumn) -> tuple[Mask, Mask]:
    """Return of every reference, and of every sample, whether it is dropped."""
    stripped = pc.utf8_trim_whitespace(normalized.texts)
    is_nothing = pc.is_in(stripped, pa.array(["", IGNORED], stripped.type))
    of_text = np.asarray(is_nothing.to_numpy(zero_copy_only=False), np.bool_)
    texts = 1 if normalized.offsets is None else np.diff(normalized.offsets)
    sample = np.repeat(np.arange(len(normalized)), texts)  # of each text
    of_sample: Mask = np.bincount(sample[~of_text], minlength=len(normalized)) == 0
    return of_sample[sample], of_sample


def _emptied(column: TextColumn, where: Mask) -> TextColumn:
    """Return the column with these of its texts empty."""
    empty = pa.scalar("", column.texts.type)
    texts = pc.if_else(pa.array(where), empty, column.texts)
    return column.with_texts(texts)

"""What was scored: the samples of one system of a request, as texts, values and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from levmetrics.core.metric import Metric, unexplained_error
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column
from levmetrics.inputs.json_values import as_text
from levmetrics.inputs.values import CheckedColumn, ValueColumn, as_texts


@dataclass(frozen=True, eq=False)
class ScoredRequest:
    """The samples that one system was scored on.

    Attributes:
        metric: the metric that scored them.
        reader: the samples of all systems of the request.
        system: the index of the system.
        reference: the index (from 0) of the reference that each sample was scored by.

    """

    metric: Metric[Any]
    reader: SampleReader
    system: int
    reference: IntArray

    def part(self, samples: IntArray) -> ScoredRequest:
        """Return the request of some of the samples alone.

        Nothing is read of the others, so it takes no longer for many samples than for few.
        """
        part = self.reader.strings_of(samples)
        if part is None and self.holds_tokens:
            rows = [*self.token_pairs.take(samples).rows()]
            part = SampleReader([[pred for pred, _ in rows]], [target for _, target in rows])
        if part is None:
            preds, target = (column.take(samples) for column in self._of_kind())
            part = SampleReader([preds], target)
        return ScoredRequest(self.metric, part, 0, self.reference[samples])

    @property
    def holds_tokens(self) -> bool:
        """Whether tokens were given instead of samples that the metric takes."""
        return self.metric.takes.holds_tokens(self.reader)

    @cached_property
    def token_pairs(self) -> TokenPairs:
        """The tokens of every sample beside those of the reference that it was scored by."""
        if not self.holds_tokens and as_texts(*self._of_kind()) is None:
            raise unexplained_error("run.no_tokens")
        return self._all_pairs().with_references(self.reference)

    def pairs_of(self, samples: slice) -> TokenPairs:
        """Return the :attr:`token_pairs` of some samples, without reading the others' tokens."""
        start, stop, _ = samples.indices(len(self.reference))
        rows = np.arange(start, stop)
        is_read = "token_pairs" in vars(self) or len(rows) == len(self.reference)
        part = None if is_read else self.reader.strings_of(rows)
        if part is None:
            return self.token_pairs.slice(start, stop)
        return ScoredRequest(self.metric, part, 0, self.reference[rows]).token_pairs

    def _all_pairs(self) -> TokenPairs:
        """Return the tokens of every sample beside those of each of its references."""
        return self.metric.token_pairs(self.reader)[self.system]

    def _of_kind(self) -> tuple[CheckedColumn, CheckedColumn]:
        """Return predictions and references as the metric takes them."""
        systems, target = self.metric.takes.of_request(self.reader)
        return systems[self.system], target

    def values(self, samples: slice = slice(None)) -> tuple[ValueColumn, ValueColumn]:
        """Return predictions and references of some samples as nested values."""
        systems, target = self.reader.values()
        preds = systems[self.system]
        if samples == slice(None):
            return preds, target
        chosen = np.arange(*samples.indices(len(target)))
        return preds.take(chosen), target.take(chosen)

    def columns(self) -> tuple[CheckedColumn, CheckedColumn]:
        """Return predictions and references as texts, joined tokens, or nested values."""
        if not self.holds_tokens:
            return self._of_kind()
        rows = [*self.token_pairs.rows()]
        return (
            prediction_column([" ".join(map(str, pred)) for pred, _ in rows]),
            reference_column([" ".join(map(str, target)) for _, target in rows]),
        )

    def texts(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the predictions, and the references that counted, as texts."""
        preds, target = self.columns()
        if not isinstance(preds, TextColumn) or not isinstance(target, TextColumn):
            values, references = self.values()
            return [*map(as_text, values.values)], [*map(as_text, references.values)]
        if target.offsets is None:
            return preds.texts, target.texts
        chosen = self.reference + np.asarray(target.offsets)[:-1]
        return preds.texts, target.texts.take(chosen)

    def readable(self) -> tuple[list[str], list[str]]:
        """Return the predictions, and the references that counted, as people read them."""
        preds, target = self.columns()
        if isinstance(preds, ValueColumn) and isinstance(target, ValueColumn):
            read = self.metric.takes.readable
            return [*map(read, preds.values)], [*map(read, target.values)]
        predictions, references = self.texts()
        return [*predictions], [*references]

    def has_references_of(self, other: ScoredRequest) -> bool:
        """Whether another run of the same metric was scored against equal references."""
        if self.reader is other.reader:
            return True
        if self.holds_tokens or other.holds_tokens:
            return self._all_pairs().references() == other._all_pairs().references()
        return self._of_kind()[1].equals(other._of_kind()[1])

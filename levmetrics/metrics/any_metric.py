"""Any metric as a torchmetrics class, for what asks for all results by their names."""

from __future__ import annotations

from typing import Any

from levmetrics.metrics.text_metric import TextMetric
from levmetrics.run import Run
from levmetrics.scores.base import Measure


class AnyMetric(TextMetric):
    """A torchmetrics class whose results are all of a metric's, by name.

    Args:
        metric: with its options.
        kwargs: see ``torchmetrics.Metric``.

    Attributes:
        last: the run of the last update, which is asked for intervals and groups.

    >>> from levmetrics.scores.formatting_metric import FormattingMetric
    >>> metric = AnyMetric(FormattingMetric())
    >>> metric.update(["yes"], ["Yes."])
    >>> metric.compute()["case_error_rate"]
    array(1.)

    """

    last: Run | None = None

    def update(self, preds: Any, target: Any) -> None:
        """Add these samples."""
        self.last = Run.of(self._metric, preds, target)
        self._add_sums(self.last.sums)

    def compute(self) -> dict[str, Measure]:
        """Return the results of all samples so far, by name."""
        return self._measures()

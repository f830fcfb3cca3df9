"""Any metric as a metric, for what asks for all results by their names."""

from __future__ import annotations

from levmetrics.metrics.text_metric import TextMetric
from levmetrics.scores.base import Measure


class AnyMetric(TextMetric):
    """A metric whose results are all of its metric's.

    Args:
        metric: the options, checked.
        kwargs: see ``torchmetrics.Metric``.

    >>> from levmetrics.scores.formatting_metric import FormattingMetric
    >>> metric = AnyMetric(FormattingMetric())
    >>> metric.update(["yes"], ["Yes."])
    >>> metric.compute()["case_error_rate"]
    array(1.)

    """

    def compute(self) -> dict[str, Measure]:
        """Return the results of all samples so far, by name."""
        return self._measures()

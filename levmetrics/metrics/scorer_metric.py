"""Any scorer as a metric, for what asks for all results by their names."""

from __future__ import annotations

from levmetrics.metrics.text_metric import TextMetric
from levmetrics.scores.scorer import Measure


class ScorerMetric(TextMetric):
    """A metric whose results are all of its scorer's.

    Args:
        scorer: the options, checked.
        kwargs: see ``torchmetrics.Metric``.

    >>> from levmetrics.scores.formatting_scorer import FormattingScorer
    >>> metric = ScorerMetric(FormattingScorer())
    >>> metric.update(["yes"], ["Yes."])
    >>> metric.compute()["case_error_rate"]
    array(1.)

    """

    def compute(self) -> dict[str, Measure]:
        """Return the results of all samples so far, by name."""
        return self._measures()

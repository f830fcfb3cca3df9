"""An evaluate module that computes nothing, to measure the overhead of evaluate."""

from typing import Any

import datasets
import evaluate


class Nothing(evaluate.Metric):
    """Accepts predictions and references, and does not read them."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=str(__doc__),
            citation="",
            inputs_description="",
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(self, predictions: list[str], references: list[str]) -> dict[str, Any]:
        return {"nothing": 0.0}

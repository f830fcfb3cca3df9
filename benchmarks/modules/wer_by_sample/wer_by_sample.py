"""The WER of evaluate's module ``wer``, whose script is on a server: jiwer, sample by sample."""

from typing import Any

import datasets
import evaluate
import jiwer


class WerBySample(evaluate.Metric):
    """Adds up the errors and the words that jiwer counts in each sample."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=str(__doc__),
            citation="",
            inputs_description="",
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(self, predictions: list[str], references: list[str]) -> dict[str, Any]:
        errors = words = 0
        for prediction, reference in zip(predictions, references, strict=True):
            counts = jiwer.process_words(reference, prediction)
            errors += counts.substitutions + counts.deletions + counts.insertions
            words += counts.substitutions + counts.deletions + counts.hits
        return {"wer": errors / words}

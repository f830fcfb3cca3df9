"""A WER as evaluate's own ``wer`` computes it, whose script lies on a server: jiwer, by samples."""

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
            found = jiwer.process_words(reference, prediction)
            errors += found.substitutions + found.deletions + found.insertions
            words += found.substitutions + found.deletions + found.hits
        return {"wer": errors / words}

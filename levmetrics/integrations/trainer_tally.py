"""What an evaluation has held, and what of it cannot be scored."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass


@dataclass
class Tally:
    """What an evaluation has held so far, and what of it cannot be scored.

    Attributes:
        samples: the scored ones.
        left_out: samples in which there is neither a label nor an id.
        labels: ids of labels that count.
        undefined: places where the logits have no arg-max.
        unknown_predictions: predicted ids that no token has.
        unknown_labels: ids of labels that no token has.

    """

    samples: int = 0
    left_out: int = 0
    labels: int = 0
    undefined: int = 0
    unknown_predictions: int = 0
    unknown_labels: int = 0

    def score(self, value: float) -> float:
        """Return a result, or NaN where it would be no score of the model."""
        rate = isinstance(value, float)  # counts are whole numbers
        return math.nan if self.undefined or (rate and not self.samples) else float(value)

    def warn(self) -> None:
        """Say what could not be scored."""
        for remark in (*self._of_samples(), *self.of_ids()):
            warnings.warn(remark, stacklevel=3)

    def _of_samples(self) -> list[str]:
        if not self.samples:
            left_out = f" (left out, without a label that counts: {self.left_out})"
            return [
                f"no sample was scored{left_out if self.left_out else ''}; every rate and "
                "similarity is NaN"
            ]
        if not self.labels:
            return [
                "no label of the evaluation counts, so every reference is empty; is ignore_index "
                "the id that pads labels?"
            ]
        if self.left_out:
            return [f"samples without a label that counts were left out: {self.left_out}"]
        return []

    def of_ids(self) -> list[str]:
        """Return what there is to say of ids and logits."""
        remarks = []
        if self.undefined:
            remarks.append(
                "logits that count hold NaN, or nothing but -inf, and so have no arg-max (places: "
                f"{self.undefined}); their scores are NaN"
            )
        if self.unknown_predictions or self.unknown_labels:
            remarks.append(
                "ids that no token of processing_class has were left out (predictions: "
                f"{self.unknown_predictions}, labels: {self.unknown_labels}); is it the model's?"
            )
        return remarks

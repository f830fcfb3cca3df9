"""Counts of an evaluation: how much was scored, left out, or could not be decoded."""

from __future__ import annotations

import math
from dataclasses import dataclass

from levmetrics.errors import warn
from levmetrics.scores.no_samples import no_samples_message


@dataclass
class Tally:
    """Counts of an evaluation so far, and the warnings that they give rise to.

    Attributes:
        samples: that were scored.
        left_out: samples that were not, for they have neither a label nor an id.
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

    @property
    def is_defined(self) -> bool:
        """Whether the scores are numbers: something was scored, and all logits have an arg-max."""
        return self.samples > 0 and not self.undefined

    def score(self, value: float) -> float:
        """Return a result, or NaN if a logit that counts is NaN."""
        return math.nan if self.undefined else float(value)

    def warn(self) -> None:
        """Warn of what could not be scored."""
        for message in (*self._sample_warnings(), *self.id_warnings()):
            warn(message)

    def _sample_warnings(self) -> list[str]:
        if not self.samples:
            left_out = f" (left out, without a label that counts: {self.left_out})"
            return [no_samples_message(left_out if self.left_out else "")]
        if not self.labels:
            return [
                "no label of the evaluation counts, so every reference is empty; is ignore_index "
                "the id that pads labels?"
            ]
        if self.left_out:
            return [f"samples without a label that counts were left out: {self.left_out}"]
        return []

    def id_warnings(self) -> list[str]:
        """Return the warnings of ids and logits."""
        messages = []
        if self.undefined:
            messages.append(
                "logits that count hold NaN, or nothing but -inf, and so have no arg-max (places: "
                f"{self.undefined}); their scores are NaN"
            )
        if self.unknown_predictions or self.unknown_labels:
            messages.append(
                "ids that no token of processing_class has were left out (predictions: "
                f"{self.unknown_predictions}, labels: {self.unknown_labels}); is it the model's?"
            )
        return messages

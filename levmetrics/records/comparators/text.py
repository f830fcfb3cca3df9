"""Comparison of texts by the rules that share the name ANLS."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np

from levmetrics.errors import unknown_name
from levmetrics.inputs.arguments import checked_number
from levmetrics.inputs.arrays import FloatArray
from levmetrics.lazy import rapidfuzz
from levmetrics.records.comparators.comparator import COMPARATORS, Comparator, Leaf

TextRule: TypeAlias = Literal["star", "stvqa", "docvqa", "default"]
_THRESHOLDS = {"star": 0.5, "stvqa": 0.5, "docvqa": 0.5, "default": 0.0}


class _Measured(NamedTuple):
    """A text, and the length that divides its distance."""

    text: str
    length: int


@dataclass(frozen=True)
class Text(Comparator):
    """Compares texts by their Levenshtein distance, by one of the ANLS rules.

    Args:
        rule: ``"star"``: 1 - distance / longer length, in lower case with white space squeezed;
            ``"stvqa"``, ``"docvqa"``: as :mod:`levmetrics.similarity.anls_rules` defines them;
            ``"default"``: 1 - distance / longer length of the unchanged texts.
        threshold: similarities below it count as 0. For ``"stvqa"`` it applies to distances, as
            published: a distance / longer length of at least the threshold counts as 0. ``None``:
            the rule's own, 0.5, or 0 for ``"default"``.

    Raises:
        InputError: for an unknown rule, and a threshold that is not from 0 to 1.

    >>> text = Text()
    >>> text.similarity(text.read("Hello  World"), text.read("hello word")).__round__(2)
    0.91
    >>> text.similarity(text.read("yes"), text.read("no"))
    0.0

    """

    name: ClassVar[str] = "text"
    description: ClassVar[str] = "the normalized Levenshtein similarity of texts (ANLS)"
    reads_text: ClassVar[bool] = True

    rule: TextRule = "star"
    threshold: float | None = None

    def __post_init__(self) -> None:
        if self.rule not in _THRESHOLDS:
            raise unknown_name(_THRESHOLDS, self.rule, "rule")
        if self.threshold is not None:
            checked_number(self.threshold, "threshold", 0, 1)

    @cached_property
    def _threshold(self) -> float:
        return _THRESHOLDS[self.rule] if self.threshold is None else self.threshold

    def read(self, value: Leaf) -> Hashable:
        """Return the normalized text, with the length that divides its distance if that differs."""
        text = str(value)
        if self.rule == "default":
            return text
        squeezed = " ".join(text.lower().split())
        if self.rule == "star":
            return squeezed
        return _Measured(squeezed, len((text if self.rule == "docvqa" else squeezed).upper()))

    def similarity(self, reference: Any, prediction: Any) -> float:
        """Return the similarity of two texts; 0 beyond the threshold."""
        levenshtein = rapidfuzz.distance.Levenshtein
        if self.rule in ("star", "default"):
            # RapidFuzz's score_cutoff rounds, and would drop similarities equal to the threshold.
            similarity = levenshtein.normalized_similarity(reference, prediction)
        else:
            longer = max(reference.length, prediction.length, 1)
            normalized = levenshtein.distance(reference.text, prediction.text) / longer
            similarity = 1 - normalized
            if self.rule == "stvqa":
                return similarity if normalized < self._threshold else 0.0
        return similarity if similarity >= self._threshold else 0.0

    @property
    def is_equality(self) -> bool:
        """Whether the similarity of two parsed values is 1 if they are equal, and only then."""
        return self.rule in ("star", "default")

    def similarities(self, references: Sequence[Any], predictions: Sequence[Any]) -> FloatArray:
        """Return the similarity of each reference (rows) and each prediction (columns)."""
        if self.rule not in ("star", "default"):
            return super().similarities(references, predictions)
        scorer = rapidfuzz.distance.Levenshtein.normalized_similarity
        found = rapidfuzz.process.cdist(references, predictions, scorer=scorer, dtype=np.float64)
        found[found < self._threshold] = 0
        return found


COMPARATORS.register(Text)

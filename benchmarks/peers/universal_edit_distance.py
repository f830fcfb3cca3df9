"""universal-edit-distance: Rust, whole lists; distances and rates, no counts by kind of error."""

from __future__ import annotations

import universal_edit_distance

from benchmarks.texts import Texts


def word_error_rate(preds: Texts, target: Texts) -> float:
    """Return the rate that its documentation calls a mean, and that is pooled."""
    return universal_edit_distance.word_error_rate(preds, target)


def character_error_rate(preds: Texts, target: Texts) -> float:
    """Return the pooled rate."""
    return universal_edit_distance.character_error_rate(preds, target)


def mean_distance(preds: Texts, target: Texts) -> float:
    """Return the mean distance of characters."""
    distances = universal_edit_distance.character_edit_distance_array(preds, target)
    return sum(distances) / len(distances)

"""Scores of sums that are plain whole numbers."""

from __future__ import annotations


def pooled_rate(errors: int, reference_length: int) -> float:
    """Return (S + D + I) / N of all samples together.

    >>> pooled_rate(2, 0)
    2.0
    """
    return errors / (reference_length or 1)  # max() takes a tenth of the time of a pair


def normalized_similarity(distance: int, pred_length: int, target_length: int) -> float:
    """Return the similarity of one pair at the usual cost, without a threshold.

    >>> normalized_similarity(3, 4, 5), normalized_similarity(0, 0, 0)
    (0.4, 1.0)
    """
    longer = max(pred_length, target_length)
    return (longer - distance) / longer if longer else 1.0

"""The assignment of hypothesis speakers to reference speakers with the fewest errors.

Source: Watanabe et al., "CHiME-6 Challenge: Tackling Multispeaker Speech Recognition for
Unsegmented Recordings", arXiv 2004.09249, which calls the word error rate under this assignment the
concatenated minimum-permutation word error rate (cpWER).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from levmetrics.arrays import IntArray


class SpeakerPair(NamedTuple):
    """The numbers of a reference speaker and a hypothesis speaker; ``None``: no partner."""

    reference: int | None
    hypothesis: int | None


def assigned_speakers(
    distances: IntArray, reference_lengths: IntArray, hypothesis_lengths: IntArray
) -> list[SpeakerPair]:
    """Return the assignment with the fewest errors; each speaker has at most one partner.

    Args:
        distances: the distance of each pair; shape ``(reference speakers, hypothesis speakers)``.
        reference_lengths: the tokens of each speaker, all errors if there is no partner.
        hypothesis_lengths: the same for the hypothesis.

    Returns:
        All speakers of both sides, in the order of the reference, then of the hypothesis.

    >>> assigned_speakers(np.array([[2, 0], [1, 2]]), np.array([1, 1]), np.array([2, 1]))
    [SpeakerPair(reference=0, hypothesis=1), SpeakerPair(reference=1, hypothesis=0)]

    """
    from scipy.optimize import linear_sum_assignment  # half of the time in which scoring loads

    rows, columns = distances.shape
    costs = np.zeros((max(rows, columns),) * 2, np.int64)
    costs[:rows, :columns] = distances
    costs[:rows, columns:] = reference_lengths[:, None]
    costs[rows:, :columns] = hypothesis_lengths
    pairs = zip(*(found.tolist() for found in linear_sum_assignment(costs)), strict=True)
    return [SpeakerPair(i if i < rows else None, j if j < columns else None) for i, j in pairs]

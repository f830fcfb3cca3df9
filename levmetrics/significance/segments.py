"""Segments of a corpus with errors of either of two systems, for the matched-pair test."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.edits.kernel import EditPlaces

_TOKENS_BETWEEN = 2  # tokens that both systems have right, between two segments


def segment_differences(
    a: EditPlaces, b: EditPlaces, undivided: npt.NDArray[np.bool_] | None = None
) -> IntArray:
    """Return, for every segment, the number of errors of system b minus that of system a.

    A segment is a run of tokens of one sample with errors of either system. Two segments are
    separated by two or more consecutive tokens that both systems have right, with no insertion
    between them. Errors are those of the alignment with the fewest.

    Args:
        a: the positions of one system's edits, by :func:`levmetrics.edits.kernel.edit_places`.
        b: those of the other system, on the same samples.
        undivided: whether each sample is one segment, because the systems were compared with
            different references of it; shape ``(samples,)``.

    Returns:
        int64, shape ``(segments,)``.

    Source: Gillick and Cox, "Some statistical issues in the comparison of speech recognition
    algorithms", ICASSP 1989; two tokens as in NIST's ``sc_stats``.

    By hand: only b has x wrong, and both have y wrong, with two correct tokens between.

    >>> from levmetrics.edits.kernel import edit_places
    >>> from levmetrics.edits.pairs import token_pairs
    >>> reference = "x a b y c"
    >>> a = edit_places(token_pairs("x a b q c", reference, "whitespace"))
    >>> b = edit_places(token_pairs("p a b r c", reference, "whitespace"))
    >>> segment_differences(a, b)
    array([1, 0])

    """
    sample = np.concatenate([a.sample, b.sample])
    slot = np.concatenate([a.slot, b.slot])
    sign = np.repeat([-1, 1], [len(a.sample), len(b.sample)])
    if undivided is not None:
        slot = np.where(undivided[sample], 0, slot)
    order = np.lexsort((slot, sample))
    sample, slot, sign = sample[order], slot[order], sign[order]
    if not len(sample):
        return np.zeros(0, np.int64)
    # Slots alternate: before the first token, the first token, before the second, and so on. Of the
    # slots strictly between two with errors, the odd ones are tokens that both have right.
    correct = slot[1:] // 2 - (slot[:-1] + 1) // 2
    starts = np.concatenate([[True], (sample[1:] != sample[:-1]) | (correct >= _TOKENS_BETWEEN)])
    return np.add.reduceat(sign, np.flatnonzero(starts)).astype(np.int64)

"""Stretches of a corpus with errors of either of two systems, for the matched-pair test."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.edits.kernel import EditPlaces

_RIGHT_BETWEEN = 2  # tokens that both have right separate two segments


def segment_differences(
    a: EditPlaces, b: EditPlaces, undivided: npt.NDArray[np.bool_] | None = None
) -> IntArray:
    """Count, in every segment, the errors of system b less those of system a.

    A segment is a stretch of one sample that holds errors of either system; two tokens in a row
    that both systems have right, with nothing inserted between them, part it from the next one.
    Errors are those of the alignment with the fewest.

    Args:
        a: where the edits of one system are, by :func:`levmetrics.edits.kernel.edit_places`.
        b: those of the other system, on the same samples.
        undivided: the samples that are one segment each, since the systems were compared with
            different references of theirs; shape ``(samples,)``.

    Returns:
        int64, shape ``(segments,)``.

    Source: Gillick and Cox, "Some statistical issues in the comparison of speech recognition
    algorithms", ICASSP 1989; two tokens as in NIST's ``sc_stats``.

    By hand: the systems differ in x, and both have y wrong, with two right tokens between.

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
    right = slot[1:] // 2 - (slot[:-1] + 1) // 2
    begins = np.concatenate([[True], (sample[1:] != sample[:-1]) | (right >= _RIGHT_BETWEEN)])
    return np.add.reduceat(sign, np.flatnonzero(begins)).astype(np.int64)

"""Times of words within segments by MeetEval's rules (pseudo-word-level timings).

Source: "Pseudo-word-level timings" in doc/tcpwer.md of MeetEval, and von Neumann et al., "MeetEval:
A Toolkit for Computation of Word Error Rates for Meeting Transcription Systems", arXiv 2307.11394.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import numpy as np

from levmetrics.inputs.arrays import FloatArray, IntArray

WordTiming: TypeAlias = Literal[
    "character_based",
    "character_based_points",
    "equidistant_intervals",
    "equidistant_points",
    "full_segment",
]


TIMINGS = get_args(WordTiming)
"""The rules by name: whether characters or words share a segment's time, or all words have it all.

With points, the time of a word is the middle of its share.
"""


def word_times(
    start: FloatArray,
    end: FloatArray,
    offsets: IntArray,
    characters: IntArray,
    timing: WordTiming,
    collar: float = 0.0,
) -> tuple[FloatArray, FloatArray]:
    """Return the start and the end of each word.

    Args:
        start: the start of each segment in seconds; shape ``(segments,)``.
        end: the end of each segment.
        offsets: where the words of each segment begin; shape ``(segments + 1,)``.
        characters: the number of characters of each word; shape ``(words,)``.
        timing: the name of the rule.
        collar: the seconds by which each word is extended at both ends.

    >>> segment = np.array([0.0]), np.array([4.0]), np.array([0, 2])
    >>> [times.tolist() for times in word_times(*segment, np.array([3, 1]), "character_based")]
    [[0.0, 3.0], [3.0, 4.0]]
    >>> word_times(*segment, np.array([3, 1]), "equidistant_points", collar=0.5)
    (array([0.5, 2.5]), array([1.5, 3.5]))

    """
    sizes = np.diff(offsets)
    begin, length = np.repeat(start, sizes), np.repeat(end - start, sizes)
    until = np.repeat(end, sizes)
    if timing != "full_segment":
        by_characters = timing.startswith("character_based")
        weights = characters if by_characters else np.ones_like(characters)
        ends = np.cumsum(weights)
        before = np.r_[0, ends][offsets]
        last = ends - np.repeat(before[:-1], sizes)
        # The same operations in the same order as MeetEval, so that the same times touch.
        step = length / np.maximum(np.repeat(np.diff(before), sizes), 1)
        is_alone = np.repeat(sizes == 1, sizes)
        first = begin
        begin = np.where(is_alone, first, first + step * (last - weights))
        until = np.where(is_alone, until, first + step * last)
        if timing.endswith("points"):
            middle = (begin + until) / 2
            if not by_characters:
                middle = np.where(is_alone, middle, begin + step / 2)
            begin = until = middle
    return begin - collar, until + collar

"""Finds an order in which the texts of two sides fit much better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.inputs.arrays import FloatArray

_MAX_CHARACTERS = 200  # of a text, enough to tell whether two texts are the same sample
# The least average similarity of moved texts, and its least excess over those in place.
_MIN_SIMILARITY, _MIN_GAIN = 0.5, 0.1
_CHARACTERS_OF_HINT = 60  # of a text
# The least number of moved texts, their least share of all texts, and of distinct ones.
_LEAST_LINES, _LEAST_SHARE, _DISTINCT = 4, 0.2, 0.75
_MUCH, _MUCH_OF_ALL = 0.2, 3.0  # the least gain in similarity on average, and in sum


def similarities(
    texts: Sequence[str], others: Sequence[str], characters: int = _MAX_CHARACTERS
) -> FloatArray:
    """Return the similarities of the lines of two sides, up to a length; shape ``(lines,)``."""
    sides = ([text[:characters] for text in side] for side in (texts, others))
    return np.asarray(cpdist(*sides, scorer=Levenshtein.normalized_similarity), np.float64)


def first_shifted_line(predictions: Sequence[str], references: Sequence[str]) -> int | None:
    """Find the line from which the sides fit if shifted by the difference of their lengths.

    Missing or surplus lines are assumed to be in one place. Before it, line ``i`` of one side fits
    line ``i`` of the other; after it, the line that is shifted by the difference. The place is
    where the sum of the similarities is highest.

    Args:
        predictions: the predictions of one system, more or fewer than the references.
        references: one per sample.

    Returns:
        The line, from 0; ``None`` if no shift makes the lines fit better.

    >>> first_shifted_line(["one", "three", "four"], ["one", "two", "three", "four"])
    1
    >>> first_shifted_line(["one", "two"], ["one", "two", "three"]) is None
    True

    """
    shorter, longer = sorted((predictions, references), key=len)
    missing = len(longer) - len(shorter)
    if not shorter:
        return None
    in_place = similarities(shorter, longer[: len(shorter)])
    shifted = similarities(shorter, longer[missing:])
    gains = np.cumsum((shifted - in_place)[::-1])[::-1]  # gain of a shift from each line on
    line = int(gains.argmax())
    fits = shifted[line:].mean() > _MIN_SIMILARITY
    return line if fits and gains[line] / (len(shorter) - line) > _MIN_GAIN else None


class OrderHint(NamedTuple):
    """An order of lines in which two sides of equal length fit much better.

    Attributes:
        by: ``"later"``: from a line on, predictions are one line later than their references;
            ``"earlier"``: one line earlier; ``"ids"``: they fit by the ids that start all lines.
        line: the line, from 1; ``None`` for ids.

    """

    by: Literal["later", "earlier", "ids"]
    line: int | None = None


def order_hint(predictions: Sequence[str], references: Sequence[str]) -> OrderHint | None:
    """Find an order in which two sides of equal length fit much better.

    Args:
        predictions: the predictions of one system.
        references: one per sample.

    Returns:
        The order; ``None`` if the sides already fit, or fit in no such order.

    >>> texts = ["rain today", "hail tonight", "a calm sea", "snow in may", "windy"]
    >>> order_hint(["", *texts[:-1]], texts)
    OrderHint(by='later', line=1)
    >>> order_hint(["u2 a calm sea", "u3 hail", "u1 rain", "u4 snow"],
    ...            ["u1 rain", "u2 a calm sea", "u3 hail", "u4 snow"])
    OrderHint(by='ids', line=None)

    """
    if len(predictions) != len(references) or len(references) < _LEAST_LINES:
        return None
    in_place = similarities(predictions, references, _CHARACTERS_OF_HINT)
    by_ids = _order_by_ids(predictions, references)
    if by_ids is not None:
        matched = similarities([predictions[at] for at in by_ids], references, _CHARACTERS_OF_HINT)
        fits = matched.mean() > _MIN_SIMILARITY and (matched - in_place).mean() > _MIN_GAIN
        return OrderHint("ids") if fits else None
    later = _better_part(predictions[1:], references[:-1], in_place[:-1])
    if later is not None:
        return OrderHint("later", later + 1)
    earlier = _better_part(predictions[:-1], references[1:], in_place[1:])
    return None if earlier is None else OrderHint("earlier", earlier + 1)


def _order_by_ids(predictions: Sequence[str], references: Sequence[str]) -> list[int] | None:
    """Return the place of each reference's prediction, by the ids at the start of the lines.

    Returns:
        ``None`` if the lines do not start with ids that are unique on both sides, or if the ids are
        in the same order.

    """
    ours, theirs = (
        [(line.split(maxsplit=1) or [""])[0] for line in side] for side in (references, predictions)
    )
    places = {word: index for index, word in enumerate(theirs)}
    if ours == theirs or len(places) < len(theirs) or places.keys() != {*ours}:
        return None
    return [places[word] for word in ours]


def _better_part(
    predictions: Sequence[str], references: Sequence[str], in_place: FloatArray
) -> int | None:
    """Return the first of many lines where moved predictions fit their references much better.

    Args:
        predictions: the moved predictions.
        references: the references beside them.
        in_place: the similarity of each reference to its own prediction.

    """
    moved = similarities(predictions, references, _CHARACTERS_OF_HINT)
    sums = np.concatenate([[0.0], np.cumsum(moved - in_place)])
    end = int((sums - np.minimum.accumulate(sums)).argmax())
    start = int(sums[: end + 1].argmin())
    lines = end - start
    if lines < max(_LEAST_LINES - 1, _LEAST_SHARE * len(moved)):
        return None
    if len({*references[start:end]}) < _DISTINCT * lines:  # labels are similar anywhere
        return None
    fits = moved[start:end].mean() > _MIN_SIMILARITY
    gain = sums[end] - sums[start]
    return start if fits and gain > max(_MUCH * lines, _MUCH_OF_ALL) else None

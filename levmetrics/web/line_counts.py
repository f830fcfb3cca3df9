"""Where the lines of two sides part: one side has more of them, or they are in another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import SEPARATOR

_MAX_CHARACTERS = 200  # of a line, enough to tell whether two lines are of one sample
# How alike shifted lines must be on average, and how much more than lines that are not.
_MIN_SIMILARITY, _MIN_GAIN = 0.5, 0.1
_CHARACTERS_OF_HINT = 60  # of a line
# Of the lines that are moved: how many at least, and of all; how many are distinct.
_LEAST_LINES, _LEAST_SHARE, _DISTINCT = 4, 0.2, 0.75
_MUCH, _MUCH_OF_ALL = 0.2, 3.0  # more alike on average, and in sum


def line_count_mismatch(
    name: str, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> InputError | None:
    """Make the error for a system with another number of lines than the references.

    Args:
        name: of the system.
        predictions: of the system.
        references: one a sample, or a list for each.

    Returns:
        The error, which says at which line the sides part, if it can be told; ``None`` if both have
        the same number of lines.

    >>> print(line_count_mismatch("B", ["a", ""], ["a"]))
    B has 2 lines, the references 1 line. The last line of B is empty.

    """
    missing = len(references) - len(predictions)
    if not missing:
        return None
    counts = {"side": name, **line_counts(len(predictions), len(references))}
    texts = [text if isinstance(text, str) else SEPARATOR.join(text) for text in references]
    longer, side = (texts, "the references") if missing > 0 else (predictions, name)
    if not longer[-1].strip():
        return InputError("page.lines_end_empty", **counts, other=side)
    shift = first_shifted_line(predictions, texts)
    if shift is None:
        return InputError("page.line_counts", **counts)
    gap = {"gap": abs(missing), "gap_lines": _lines(abs(missing)), "line": shift + 1}
    code = "page.lines_missing" if missing > 0 else "page.lines_surplus"
    return InputError(code, **counts, **gap)


def line_counts(count: int, other_count: int) -> dict[str, object]:
    """Return two numbers of lines as fields of an error.

    >>> line_counts(1, 2)
    {'count': 1, 'lines': 'line', 'other_count': 2, 'other_lines': 'lines'}
    """
    return {
        "count": count,
        "lines": _lines(count),
        "other_count": other_count,
        "other_lines": _lines(other_count),
    }


def _lines(number: int) -> str:
    return "line" if number == 1 else "lines"


def first_shifted_line(predictions: Sequence[str], references: Sequence[str]) -> int | None:
    """Find the line from which on the sides fit, if the difference of their lengths is made up.

    Lines that are missing or too many are taken to be in one place. Up to it, line ``i`` of one
    side fits line ``i`` of the other; from it on, a line as many further down. The place is where
    the sum of the similarities is the highest.

    Args:
        predictions: of one system; clearly more or fewer than the references.
        references: one a sample.

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
    in_place = _similarities(shorter, longer[: len(shorter)])
    shifted = _similarities(shorter, longer[missing:])
    gains = np.cumsum((shifted - in_place)[::-1])[::-1]  # by a shift from each line on
    line = int(gains.argmax())
    fits = shifted[line:].mean() > _MIN_SIMILARITY
    return line if fits and gains[line] / (len(shorter) - line) > _MIN_GAIN else None


def _similarities(
    texts: Sequence[str], others: Sequence[str], characters: int = _MAX_CHARACTERS
) -> FloatArray:
    """Return how alike the lines of two sides are, up to so many characters; shape ``(lines,)``."""
    sides = ([text[:characters] for text in side] for side in (texts, others))
    return np.asarray(cpdist(*sides, scorer=Levenshtein.normalized_similarity), np.float64)


class OrderHint(NamedTuple):
    """An order of the lines in which two sides of as many lines fit much better.

    Attributes:
        by: ``"later"``: from a line on, predictions stand a line later than their references;
            ``"earlier"``: a line earlier; ``"ids"``: they fit by the ids that begin all lines.
        line: from 1; ``None`` of ids.

    """

    by: Literal["later", "earlier", "ids"]
    line: int | None = None


def order_hint(
    predictions: Sequence[str], references: Sequence[str | list[str]]
) -> OrderHint | None:
    """Find whether two sides of as many lines fit much better in another order.

    Args:
        predictions: of one system.
        references: one a sample, or a list for each, of which the first counts.

    Returns:
        The order; ``None`` if the sides fit as they are, or in no such order either.

    >>> texts = ["rain today", "hail tonight", "a calm sea", "snow in may", "windy"]
    >>> order_hint(["", *texts[:-1]], texts)
    OrderHint(by='later', line=1)
    >>> order_hint(["u2 a calm sea", "u3 hail", "u1 rain", "u4 snow"],
    ...            ["u1 rain", "u2 a calm sea", "u3 hail", "u4 snow"])
    OrderHint(by='ids', line=None)

    """
    texts = [text if isinstance(text, str) else text[0] for text in references]
    if len(predictions) != len(texts) or len(texts) < _LEAST_LINES:
        return None
    in_place = _similarities(predictions, texts, _CHARACTERS_OF_HINT)
    by_ids = _order_by_ids(predictions, texts)
    if by_ids is not None:
        matched = _similarities([predictions[at] for at in by_ids], texts, _CHARACTERS_OF_HINT)
        fits = matched.mean() > _MIN_SIMILARITY and (matched - in_place).mean() > _MIN_GAIN
        return OrderHint("ids") if fits else None
    later = _better_part(predictions[1:], texts[:-1], in_place[:-1])
    if later is not None:
        return OrderHint("later", later + 1)
    earlier = _better_part(predictions[:-1], texts[1:], in_place[1:])
    return None if earlier is None else OrderHint("earlier", earlier + 1)


def _order_by_ids(predictions: Sequence[str], references: Sequence[str]) -> list[int] | None:
    """Return where the prediction of each reference is, by the ids that begin the lines.

    Returns:
        ``None`` if they begin with no ids, once on both sides, or with ids in the same order.

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
    """Return the first of many lines in which moved predictions fit their references much better.

    Args:
        predictions: as they are moved.
        references: beside them.
        in_place: how alike each reference and its own prediction are.

    """
    moved = _similarities(predictions, references, _CHARACTERS_OF_HINT)
    sums = np.concatenate([[0.0], np.cumsum(moved - in_place)])
    end = int((sums - np.minimum.accumulate(sums)).argmax())
    start = int(sums[: end + 1].argmin())
    lines = end - start
    if lines < max(_LEAST_LINES - 1, _LEAST_SHARE * len(moved)):
        return None
    if len({*references[start:end]}) < _DISTINCT * lines:  # labels are alike wherever they stand
        return None
    fits = moved[start:end].mean() > _MIN_SIMILARITY
    gain = sums[end] - sums[start]
    return start if fits and gain > max(_MUCH * lines, _MUCH_OF_ALL) else None

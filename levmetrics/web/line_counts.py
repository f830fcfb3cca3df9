"""Finds where the lines of two sides diverge, by missing lines or another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import SEPARATOR
from levmetrics.inputs.arrays import FloatArray

_MAX_CHARACTERS = 200  # of a line, enough to tell whether two lines are the same sample
# The least average similarity of shifted lines, and its least excess over unshifted lines.
_MIN_SIMILARITY, _MIN_GAIN = 0.5, 0.1
_CHARACTERS_OF_HINT = 60  # of a line
# The least number of moved lines, their least share of all lines, and of distinct ones.
_LEAST_LINES, _LEAST_SHARE, _DISTINCT = 4, 0.2, 0.75
_MUCH, _MUCH_OF_ALL = 0.2, 3.0  # the least gain in similarity on average, and in sum


def line_count_mismatch(
    name: str, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> InputError | None:
    """Return the error for a system whose number of lines differs from the references.

    Args:
        name: the name of the system.
        predictions: the predictions of the system.
        references: one per sample, or a list for each.

    Returns:
        The error, with the line at which the sides diverge if it is found; ``None`` if both have
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
    in_place = _similarities(shorter, longer[: len(shorter)])
    shifted = _similarities(shorter, longer[missing:])
    gains = np.cumsum((shifted - in_place)[::-1])[::-1]  # gain of a shift from each line on
    line = int(gains.argmax())
    fits = shifted[line:].mean() > _MIN_SIMILARITY
    return line if fits and gains[line] / (len(shorter) - line) > _MIN_GAIN else None


def _similarities(
    texts: Sequence[str], others: Sequence[str], characters: int = _MAX_CHARACTERS
) -> FloatArray:
    """Return the similarities of the lines of two sides, up to a length; shape ``(lines,)``."""
    sides = ([text[:characters] for text in side] for side in (texts, others))
    return np.asarray(cpdist(*sides, scorer=Levenshtein.normalized_similarity), np.float64)


class OrderHint(NamedTuple):
    """An order of lines in which two sides of equal length fit much better.

    Attributes:
        by: ``"later"``: from a line on, predictions are one line later than their references;
            ``"earlier"``: one line earlier; ``"ids"``: they fit by the ids that start all lines.
        line: the line, from 1; ``None`` for ids.

    """

    by: Literal["later", "earlier", "ids"]
    line: int | None = None


def order_hint(
    predictions: Sequence[str], references: Sequence[str | list[str]]
) -> OrderHint | None:
    """Find an order in which two sides of equal length fit much better.

    Args:
        predictions: the predictions of one system.
        references: one per sample, or a list for each, of which the first counts.

    Returns:
        The order; ``None`` if the sides already fit, or fit in no such order.

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
    moved = _similarities(predictions, references, _CHARACTERS_OF_HINT)
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

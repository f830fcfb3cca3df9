"""What is wrong where one side has more lines than the other, and where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import SEPARATOR

_MAX_CHARACTERS = 200  # of a line, enough to tell whether two lines are of one sample
# How alike shifted lines must be on average, and how much more than lines that are not.
_MIN_SIMILARITY, _MIN_GAIN = 0.5, 0.1


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


def _similarities(texts: Sequence[str], others: Sequence[str]) -> FloatArray:
    """Return how alike the lines of two sides are; shape ``(lines,)``."""
    sides = ([text[:_MAX_CHARACTERS] for text in side] for side in (texts, others))
    return np.asarray(cpdist(*sides, scorer=Levenshtein.normalized_similarity), np.float64)

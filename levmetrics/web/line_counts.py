"""Finds where the lines of two sides diverge, by missing lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import SEPARATOR
from levmetrics.formats.line_order import MIN_GAIN, MIN_SIMILARITY, similarities


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
    in_place = similarities(shorter, longer[: len(shorter)])
    shifted = similarities(shorter, longer[missing:])
    gains = np.cumsum((shifted - in_place)[::-1])[::-1]  # gain of a shift from each line on
    line = int(gains.argmax())
    fits = shifted[line:].mean() > MIN_SIMILARITY
    return line if fits and gains[line] / (len(shorter) - line) > MIN_GAIN else None

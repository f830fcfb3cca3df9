"""Refuses systems of more or fewer samples than the references, and finds where they diverge."""

from __future__ import annotations

from collections.abc import Sequence

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import SEPARATOR
from levmetrics.formats.line_order import first_shifted_line


def line_count_mismatch(
    name: str, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> InputError | None:
    """Return the error for a system whose number of samples differs from the references.

    Args:
        name: the name of the system.
        predictions: the predictions of the system.
        references: one per sample, or a list for each.

    Returns:
        The error, with the sample at which the sides diverge if it is found; ``None`` if both have
        the same number of samples.

    >>> print(line_count_mismatch("B", ["a", ""], ["a"]))
    The numbers of samples differ: 2 in B, 1 in the references. The last one in B is empty.

    """
    gap = len(references) - len(predictions)
    if not gap:
        return None
    texts = [text if isinstance(text, str) else SEPARATOR.join(text) for text in references]
    (_, shorter), (longer, other) = sorted(
        ((predictions, name), (texts, "the references")), key=lambda side: len(side[0])
    )
    counts = {"side": name, "count": len(predictions), "other_count": len(references)}
    if not longer[-1].strip():
        return InputError("page.lines_end_empty", **counts, other=other)
    shift = first_shifted_line(predictions, texts)
    if shift is None:
        return InputError("page.line_counts", **counts)
    return InputError("page.lines_missing", **counts, other=shorter, gap=abs(gap), line=shift + 1)

"""Drawings of alignments, as text for a terminal and as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from levmetrics.alignment.operations import COUNT_OF_KIND, Operation
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import COUNTS, Count
from levmetrics.rendering.text import aligned_columns, visible


class _Column(NamedTuple):
    """A reference token and the prediction's token below it; ``None`` is a gap."""

    outcome: Count
    target: str | None
    pred: str | None


def alignment_text(operations: Sequence[Operation], width: int) -> str:
    """Return an alignment drawn as text: reference, prediction and operations below each other.

    Args:
        operations: of the alignment.
        width: of the lines, in characters.

    """
    cells = [
        [_cell(column.target), _cell(column.pred), column.outcome.letter]
        for column in _columns(operations)
    ]
    return aligned_columns(["REF:", "HYP:", ""], cells, width)


def alignment_html(operations: Sequence[Operation]) -> str:
    """Return an alignment as self-contained HTML, with its counts in words."""
    columns = _columns(operations)
    sums = Counter(column.outcome for column in columns)
    totals = [(count, sums[count]) for count in COUNTS]
    return render("alignment.html.j2", columns=columns, totals=totals)


def _columns(operations: Sequence[Operation]) -> list[_Column]:
    """Return one column for each token of the operations."""
    return [
        _Column(
            COUNT_OF_KIND[operation.kind],
            str(operation.target[index]) if operation.target else None,
            str(operation.pred[index]) if operation.pred else None,
        )
        for operation in operations
        for index in range(operation.size)
    ]


def _cell(token: str | None) -> str:
    return "***" if token is None else visible(token)

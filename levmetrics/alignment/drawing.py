"""Alignments as a person sees them, in a terminal and as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from levmetrics.alignment.operations import COUNT_OF_KIND, Operation
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import COUNTS, Count
from levmetrics.rendering.text import aligned_columns, visible


class _Column(NamedTuple):
    """A token of the reference above the prediction's; ``None`` is a gap."""

    outcome: Count
    target: str | None
    pred: str | None


def alignment_text(operations: Sequence[Operation], width: int) -> str:
    """Draw reference, prediction and operations under each other, in lines of this width."""
    cells = [
        [_cell(column.target), _cell(column.pred), column.outcome.letter]
        for column in _columns(operations)
    ]
    return aligned_columns(["REF:", "HYP:", ""], cells, width)


def alignment_html(operations: Sequence[Operation]) -> str:
    """Draw the alignment as HTML that stands by itself, with its counts in words."""
    columns = _columns(operations)
    sums = Counter(column.outcome for column in columns)
    totals = [(count, sums[count]) for count in COUNTS]
    return render("alignment.html.j2", columns=columns, totals=totals)


def _columns(operations: Sequence[Operation]) -> list[_Column]:
    """Return the operations token by token."""
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

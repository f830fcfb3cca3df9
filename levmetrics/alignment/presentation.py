"""Drawings of alignments, as text for a terminal and as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple
from unicodedata import bidirectional

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
    return render(
        "alignment.html.j2", columns=columns, direction=_direction(columns), totals=totals
    )


def alignment_markup(operations: Sequence[Operation]) -> str:
    """Return an alignment as HTML without styles, for pages with many that have a style sheet."""
    columns = _columns(operations)
    return render("alignment_columns.html.j2", columns=columns, direction=_direction(columns))


def _direction(columns: Sequence[_Column]) -> str:
    """Return which way the columns are read: as the first letter that has a direction.

    A browser cannot tell: it leaves out what is isolated, as each token is.
    """
    tokens = (token for column in columns for token in column[1:] if token is not None)
    for character in chain.from_iterable(tokens):
        kind = bidirectional(character)
        if kind in ("L", "R", "AL"):
            return "ltr" if kind == "L" else "rtl"
    return "ltr"


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

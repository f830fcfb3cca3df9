"""The portable search for the wording of a reference that is nearest to a prediction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from levmetrics.alternatives.lattice import Part
from levmetrics.edits.results import Costs, weights


class _Path(NamedTuple):
    """A best path: its cost; its tokens, as a number below 0; and its segments, the last first."""

    cost: int
    less_tokens: int = 0
    segments: tuple[Any, ...] = ()

    def plus(self, cost: int, tokens: int) -> _Path:
        return self._replace(cost=self.cost + cost, less_tokens=self.less_tokens - tokens)


_Row: TypeAlias = "list[_Path]"  # the best path for each prefix of the prediction


@dataclass
class _Open:
    before: _Row
    best: _Row | None = None


def nearest_path(
    pred: Sequence[Any],
    parts: Sequence[int],
    segments: Sequence[Sequence[Any]],
    omitted: Sequence[int],
    costs: Costs,
) -> Iterator[int]:
    """Yield the segments of the path through a reference that is nearest to a prediction.

    Args:
        pred: the prediction's tokens.
        parts: of the reference; see :class:`levmetrics.alternatives.lattice.Lattice`.
        segments: the tokens of all segments.
        omitted: the number of tokens that each segment leaves out, which count as its own.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    >>> parts = [0, Part.OPEN, 1, Part.NEXT, 2, Part.CLOSE]
    >>> segments = [["we"], ["going", "to"], ["gonna"]]
    >>> sorted(nearest_path(["we", "gonna"], parts, segments, [0] * 3, "unit"))
    [0, 2]

    """
    gap, replacement = weights(costs)
    row = [_Path(i * gap) for i in range(len(pred) + 1)]
    opened: list[_Open] = []
    for part in parts:
        if part == Part.OPEN:
            opened.append(_Open(row))
        elif part >= 0:
            row = [
                path.plus(0, omitted[part])._replace(segments=(path.segments, part)) for path in row
            ]
            for token in segments[part]:
                row = _next_row(row, token, pred, gap, replacement)
        else:
            group = opened[-1]
            group.best = row if group.best is None else [*map(_better, group.best, row)]
            row = group.before if part == Part.NEXT else group.best
            if part == Part.CLOSE:
                opened.pop()
    left = row[-1].segments
    while left:
        left, segment = left
        yield segment


def _better(path: _Path, other: _Path) -> _Path:
    """Return the path of lower cost, or of more tokens; of equal ones the first."""
    return min(path, other, key=lambda each: each[:2])


def _next_row(above: _Row, token: Any, pred: Sequence[Any], gap: int, replacement: int) -> _Row:
    row = [above[0].plus(gap, 1)]
    for j, heard in enumerate(pred):
        paired = above[j].plus(0 if heard == token else replacement, 1)
        deleted = above[j + 1].plus(gap, 1)
        row.append(_better(_better(paired, deleted), row[j].plus(gap, 0)))
    return row

"""Operations: runs of equal, substituted, deleted or inserted tokens in a best alignment."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from rapidfuzz.distance import Opcodes

from levmetrics.edits.kernel import single_edits
from levmetrics.edits.matrix import best_path, distance_matrix
from levmetrics.edits.pairs import numbered
from levmetrics.edits.results import Costs
from levmetrics.rendering.labels import DELETIONS, HITS, INSERTIONS, SUBSTITUTIONS, Count

Kind: TypeAlias = Literal["equal", "substitute", "delete", "insert"]
_KIND_OF_TAG: dict[str, Kind] = {  # by RapidFuzz's names
    "equal": "equal",
    "replace": "substitute",
    "delete": "delete",
    "insert": "insert",
}


COUNT_OF_KIND: dict[Kind, Count] = {  # the count to which its tokens are added
    "substitute": SUBSTITUTIONS,
    "delete": DELETIONS,
    "insert": INSERTIONS,
    "equal": HITS,
}


@dataclass(frozen=True)
class Operation:
    """One run of tokens in an alignment, all of the same kind.

    Attributes:
        kind: ``"equal"``, ``"substitute"`` (token by token), ``"delete"`` (in the reference only)
            or ``"insert"`` (in the prediction only).
        pred_start: where it starts in the prediction's tokens.
        pred_end: where it ends there.
        target_start: where it starts in the reference's tokens.
        target_end: where it ends there.
        pred: the prediction's tokens in it.
        target: the reference's tokens in it.

    """

    kind: Kind
    pred_start: int
    pred_end: int
    target_start: int
    target_end: int
    pred: tuple[Hashable, ...]
    target: tuple[Hashable, ...]

    @property
    def size(self) -> int:
        """The number of tokens that are equal, substituted, deleted or inserted."""
        return max(len(self.pred), len(self.target))


class _Run(NamedTuple):
    """An operation by the positions of its tokens alone."""

    kind: Kind
    target_start: int
    target_end: int
    pred_start: int
    pred_end: int


def best_operations(
    pred: Sequence[Hashable], target: Sequence[Hashable], costs: Costs
) -> tuple[Operation, ...]:
    """Return the operations of one best alignment.

    Args:
        pred: the prediction's tokens.
        target: the reference's tokens.
        costs: the sum that the alignment minimizes, see
            :func:`levmetrics.edits.kernel.pair_counts`.

    >>> [(op.kind, op.target, op.pred) for op in best_operations("ab", "cb", "unit")]
    [('substitute', ('c',), ('a',)), ('equal', ('b',), ('b',))]

    """
    find_runs = _unit_runs if costs == "unit" else _nist_runs
    # RapidFuzz compares hashes, and those of -1 and -2 collide; those of numbers from 0 do not.
    runs = find_runs(*numbered(pred, target))
    return tuple(
        Operation(
            kind=run.kind,
            pred_start=run.pred_start,
            pred_end=run.pred_end,
            target_start=run.target_start,
            target_end=run.target_end,
            pred=tuple(pred[run.pred_start : run.pred_end]),
            target=tuple(target[run.target_start : run.target_end]),
        )
        for run in runs
    )


def _unit_runs(pred: Sequence[int], target: Sequence[int]) -> list[_Run]:
    return [
        _Run(_KIND_OF_TAG[op.tag], op.src_start, op.src_end, op.dest_start, op.dest_end)
        for op in Opcodes.from_editops(single_edits(pred, target))
    ]


def _nist_runs(pred: Sequence[int], target: Sequence[int]) -> list[_Run]:
    scale = min(len(pred), len(target)) + 1  # ties: the fewest substitutions, as in the counts
    substitution, gap = 4 * scale + 1, 3 * scale
    matrix = distance_matrix(pred, target, substitution, gap)
    path = best_path(matrix, pred, target, substitution, gap)
    runs: list[_Run] = []
    for (t0, p0), (t1, p1) in pairwise(path):
        if t0 == t1:
            kind: Kind = "insert"
        elif p0 == p1:
            kind = "delete"
        else:
            kind = "equal" if pred[p0] == target[t0] else "substitute"
        if runs and runs[-1].kind == kind:
            runs[-1] = runs[-1]._replace(target_end=t1, pred_end=p1)
        else:
            runs.append(_Run(kind, t0, t1, p0, p1))
    return runs

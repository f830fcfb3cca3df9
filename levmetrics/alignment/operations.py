"""Operations: runs of equal, substituted, deleted or inserted tokens in a best alignment."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import pyarrow as pa
from rapidfuzz.distance import Opcodes

from levmetrics.edits.kernel import pair_merges, single_edits
from levmetrics.edits.matrix import Step, best_path, distance_matrix
from levmetrics.edits.pairs import TokenPairs, numbered
from levmetrics.edits.results import Costs
from levmetrics.inputs.token_columns import Words
from levmetrics.rendering.labels import DELETIONS, HITS, INSERTIONS, SUBSTITUTIONS, Count

Kind: TypeAlias = Literal["equal", "substitute", "delete", "insert", "merge"]
_KIND_OF_TAG: dict[str, Kind] = {  # by RapidFuzz's names
    "equal": "equal",
    "replace": "substitute",
    "delete": "delete",
    "insert": "insert",
}


# From the end on, where several are best.
_KALDIS_STEPS: tuple[Step, ...] = ("insertion", "deletion", "diagonal")

COUNT_OF_KIND: dict[Kind, Count] = {  # the count to which its tokens are added
    "substitute": SUBSTITUTIONS,
    "delete": DELETIONS,
    "insert": INSERTIONS,
    "equal": HITS,
    "merge": HITS,
}


@dataclass(frozen=True)
class Operation:
    """One run of tokens in an alignment, all of the same kind.

    Attributes:
        kind: ``"equal"``, ``"substitute"`` (token by token), ``"delete"`` (in the reference only),
            ``"insert"`` (in the prediction only), or ``"merge"`` (words that one side joins).
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
        """The number of tokens that it counts: equal, substituted, deleted or inserted."""
        return len(self.target) if self.kind == "merge" else max(len(self.pred), len(self.target))


class _Run(NamedTuple):
    """An operation by the positions of its tokens alone."""

    kind: Kind
    target_start: int
    target_end: int
    pred_start: int
    pred_end: int

    def moved(self, target: int, pred: int) -> _Run:
        """Return the run behind so many tokens of the reference and of the prediction."""
        return _Run(
            self.kind,
            self.target_start + target,
            self.target_end + target,
            self.pred_start + pred,
            self.pred_end + pred,
        )


def best_operations(
    pred: Sequence[Hashable],
    target: Sequence[Hashable],
    costs: Costs,
    *,
    merges_compounds: bool = False,
) -> tuple[Operation, ...]:
    """Return the operations of one best alignment.

    Args:
        pred: the prediction's tokens.
        target: the reference's tokens.
        costs: the sum that the alignment minimizes, see
            :func:`levmetrics.edits.kernel.pair_counts`.
        merges_compounds: whether words that one side joins match; tokens must be words then.

    >>> [(op.kind, op.target, op.pred) for op in best_operations("ab", "cb", "unit")]
    [('substitute', ('c',), ('a',)), ('equal', ('b',), ('b',))]

    """
    runs = (
        _runs_and_merges(pred, target, costs)
        if merges_compounds
        # RapidFuzz compares hashes, and those of -1 and -2 collide; those of numbers from 0 do not.
        else _RUNS_OF_COSTS[costs](*numbered(pred, target))
    )
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
    return _matrix_runs(pred, target, 4 * scale + 1, 3 * scale)


def _kaldi_runs(pred: Sequence[int], target: Sequence[int]) -> list[_Run]:
    return _matrix_runs(pred, target, 1, 1, _KALDIS_STEPS)


def _kaldis_nist_runs(pred: Sequence[int], target: Sequence[int]) -> list[_Run]:
    return _matrix_runs(pred, target, 4, 3, _KALDIS_STEPS)


def _runs_and_merges(
    pred: Sequence[Hashable], target: Sequence[Hashable], costs: Costs
) -> list[_Run]:
    """Return the runs between merges, and the merges."""
    pairs = TokenPairs(_one_text(pred), _one_text(target), merges_compounds=True)
    merges = pair_merges(pairs, costs=costs)
    preds, targets = numbered(pred, target)
    find_runs = _kaldis_nist_runs if costs == "nist" else _kaldi_runs
    runs: list[_Run] = []
    at = (0, 0)
    spans = [*zip(*(column.tolist() for column in merges[1:]), strict=True)]
    for t0, t1, p0, p1 in [*spans, (len(target), len(target), len(pred), len(pred))]:
        runs += [run.moved(*at) for run in find_runs(preds[at[1] : p0], targets[at[0] : t0])]
        if t1 > t0:
            runs.append(_Run("merge", t0, t1, p0, p1))
        at = (t1, p1)
    return runs


def _one_text(words: Sequence[Hashable]) -> Words:
    return Words(pa.array([" ".join(map(str, words))], pa.large_string()))


def _matrix_runs(
    pred: Sequence[int],
    target: Sequence[int],
    substitution: int,
    gap: int,
    steps: Sequence[Step] = ("diagonal", "deletion", "insertion"),
) -> list[_Run]:
    matrix = distance_matrix(pred, target, substitution, gap)
    path = best_path(matrix, pred, target, substitution, gap, steps)
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


_RUNS_OF_COSTS: dict[Costs, Callable[[Sequence[int], Sequence[int]], list[_Run]]] = {
    "unit": _unit_runs,
    "nist": _nist_runs,
    "kaldi": _kaldi_runs,
}

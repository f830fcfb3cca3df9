"""Operations: runs of equal, substituted, deleted or inserted tokens in a best alignment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from levmetrics.edits.kernel import pair_merges, single_edits
from levmetrics.edits.matrix import Step, best_path, distance_matrix
from levmetrics.edits.pairs import Costs, TokenPairs, numbered, weights
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import WordColumn
from levmetrics.lazy import rapidfuzz
from levmetrics.rendering.labels import DELETIONS, HITS, INSERTIONS, SUBSTITUTIONS, Count

Kind: TypeAlias = Literal["equal", "substitute", "delete", "insert", "merge"]
_KIND_OF_TAG: dict[str, Kind] = {  # by RapidFuzz's names
    "equal": "equal",
    "replace": "substitute",
    "delete": "delete",
    "insert": "insert",
}
# Ties are resolved from the end of the texts.
_KALDIS_STEPS: tuple[Step, ...] = ("insertion", "deletion", "diagonal")
_SCLITES_STEPS: tuple[Step, ...] = ("diagonal", "insertion", "deletion")

_Cell: TypeAlias = tuple[int, int]  # the matrix, by the tokens of reference and prediction
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
        pred_start: the index of its first token in the prediction.
        pred_end: the index after its last token in the prediction.
        target_start: the index of its first token in the reference.
        target_end: the index after its last token in the reference.
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
        """The number of its tokens that are equal, substituted, deleted or inserted."""
        return len(self.target) if self.kind == "merge" else max(len(self.pred), len(self.target))


_Run: TypeAlias = tuple[Kind, int, int, int, int]
"""An operation by its kind, and its start and end in the reference and in the prediction."""


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
        costs: the costs that the alignment minimizes; see
            :func:`levmetrics.edits.kernel.pair_counts`.
        merges_compounds: whether words that only one side joins match; the tokens must then be
            words.

    >>> [(op.kind, op.target, op.pred) for op in best_operations("ab", "cb", "unit")]
    [('substitute', ('c',), ('a',)), ('equal', ('b',), ('b',))]

    """
    # RapidFuzz compares hashes. Those of -1 and -2 collide; those of numbers from 0 do not.
    preds, targets = numbered(pred, target)
    runs: list[_Run]
    if merges_compounds:
        path = _path_with_merges(preds, targets, costs, _merges(pred, target, costs))
        runs = _runs(path, preds, targets)
    elif costs == "unit":
        runs = [
            (_KIND_OF_TAG[op.tag], op.src_start, op.src_end, op.dest_start, op.dest_end)
            for op in rapidfuzz.distance.Opcodes.from_editops(single_edits(preds, targets))
        ]
    else:
        steps = _KALDIS_STEPS if costs == "kaldi" else _SCLITES_STEPS
        runs = _runs(_path(preds, targets, costs, steps), preds, targets)
    return tuple(
        Operation(kind, start, end, begin, stop, tuple(pred[start:end]), tuple(target[begin:stop]))
        for kind, begin, stop, start, end in runs
    )


def count_tokens(operations: Sequence[Operation]) -> Counter[Count]:
    """Return the number of tokens of each count."""
    sums: Counter[Count] = Counter()
    for operation in operations:
        sums[COUNT_OF_KIND[operation.kind]] += operation.size
    return sums


def _path(
    pred: Sequence[int], target: Sequence[int], costs: Costs, steps: Sequence[Step]
) -> list[_Cell]:
    gap, substitution = weights(costs)
    matrix = distance_matrix(pred, target, substitution, gap)
    return best_path(matrix, pred, target, substitution, gap, steps)


def _merges(
    pred: Sequence[Hashable], target: Sequence[Hashable], costs: Costs
) -> list[tuple[int, ...]]:
    """Return the start and end of each merge, in the reference and in the prediction."""
    texts = (" ".join(map(str, words)) for words in (pred, target))
    preds, targets = (WordColumn(Texts.of([text])) for text in texts)
    merges = pair_merges(TokenPairs(preds, targets, merges_compounds=True), costs=costs)
    return [*zip(*(column.tolist() for column in merges[1:]), strict=True)]


def _path_with_merges(
    pred: Sequence[int], target: Sequence[int], costs: Costs, merges: Sequence[tuple[int, ...]]
) -> list[_Cell]:
    """Return the path with each merge as one step."""
    path = [(0, 0)]
    end = len(target), len(target), len(pred), len(pred)
    for target_start, target_end, pred_start, pred_end in [*merges, end]:
        i, j = path[-1]
        between = pred[j:pred_start], target[i:target_start]
        cells = _path(*between, costs, _KALDIS_STEPS)
        path += [(i + row, j + column) for row, column in cells[1:]]
        if target_end > target_start:
            path.append((target_end, pred_end))
    return path


def _runs(path: Sequence[_Cell], pred: Sequence[int], target: Sequence[int]) -> list[_Run]:
    """Return the runs of steps of the same kind; each merge is a run of its own."""
    runs: list[_Run] = []
    for (i, j), (next_i, next_j) in pairwise(path):
        if i == next_i:
            kind: Kind = "insert"
        elif j == next_j:
            kind = "delete"
        elif (next_i, next_j) != (i + 1, j + 1):
            kind = "merge"
        else:
            kind = "equal" if pred[j] == target[i] else "substitute"
        if runs and runs[-1][0] == kind != "merge":
            _, i, _, j, _ = runs.pop()
        runs.append((kind, i, next_i, j, next_j))
    return runs

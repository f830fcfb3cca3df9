"""The wording of every reference that is nearest to its prediction, by either kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.alternatives.lattice import Lattice, Part, samples
from levmetrics.alternatives.parsing import SYNTAXES, Alternatives
from levmetrics.arrays import IntArray
from levmetrics.edits import compiled
from levmetrics.edits.pairs import Costs, TokenPairs, weights
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.tokens import Characters, TokenColumn, Tokens, Words


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


def nearest_wordings(
    preds: TokenColumn, segments: TokenColumn, lattice: Lattice, costs: Costs
) -> TokenPairs:
    """Pair predictions with the wording of each of their references that is nearest to them.

    It is the one of the lowest cost, and of several such a longest one, of which an optional word
    that is left out counts as long as if it were there.

    Args:
        preds: the tokens of the predictions.
        segments: the tokens of the lattice's segments.
        lattice: the references.
        costs: what the distance counts; see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    left_out = _left_out(segments, lattice)
    is_chosen = _chosen(preds, segments, lattice, left_out, costs)
    omitted = lattice.omitted
    if left_out.any():
        tokens = np.zeros(len(lattice.part_offsets) - 1, np.int64)
        np.add.at(tokens, lattice.row[is_chosen], left_out[is_chosen])
        omitted = tokens if omitted is None else omitted + tokens
    target = _joined(segments, lattice, is_chosen)
    return TokenPairs(preds, target, lattice.references.offsets, omitted=omitted)


def nearest_texts(
    preds: TokenColumn, segments: TokenColumn, lattice: Lattice, costs: Costs
) -> pa.LargeStringArray:
    """Return the text of every wording that :func:`nearest_wordings` pairs with a prediction."""
    is_chosen = _chosen(preds, segments, lattice, _left_out(segments, lattice), costs)
    is_chosen &= np.asarray(pc.not_equal(lattice.texts, ""))
    parts = lattice.parts[lattice.parts >= 0]
    parts = parts[is_chosen[parts]]
    found: list[list[str]] = [[] for _ in range(len(lattice.part_offsets) - 1)]
    for row, text in zip(
        lattice.row[parts].tolist(), lattice.texts.take(pa.array(parts)).to_pylist(), strict=True
    ):
        found[row].append(text)
    return pa.array([*map(" ".join, found)], pa.large_string())


def nearest_words(
    preds: TextColumn, references: TextColumn, alternatives: Alternatives, costs: Costs
) -> TokenPairs | None:
    """Pair the words of predictions with the nearest wording of each reference, without a lattice.

    Returns:
        What :func:`nearest_wordings` returns; ``None`` if the compiled kernel is missing, or leaves
        the references to :func:`levmetrics.alternatives.parsing.parse`.

    """
    if compiled.library() is None:
        return None
    pairs = TokenPairs(Words(preds.texts), Words(references.texts), references.offsets)
    are_braces = SYNTAXES[alternatives].is_sclites
    found = compiled.write_wordings(
        preds.texts, references.texts, samples(references), costs, are_braces
    )
    if found is None:
        return None
    texts, omitted = found
    return replace(pairs, target=Words(texts), omitted=omitted if omitted.any() else None)


def _left_out(segments: TokenColumn, lattice: Lattice) -> IntArray:
    """Return of each segment the number of tokens of the optional words that it leaves out."""
    none = np.zeros(len(segments), np.int64)
    tokens = none if lattice.left_out is None else lattice.left_out.copy()
    omissions = np.flatnonzero(lattice.is_omission)
    if len(omissions):
        tokens[omissions] = [*map(len, segments.take(omissions - 1).rows())]
    return tokens


def _chosen(
    preds: TokenColumn,
    segments: TokenColumn,
    lattice: Lattice,
    left_out: IntArray,
    costs: Costs,
) -> npt.NDArray[np.bool_]:
    """Tell of every segment whether it is on the nearest path through its reference."""
    pairs = TokenPairs(preds, segments, lattice.references.offsets)
    is_chosen = np.zeros(len(segments), np.uint8)
    rows = len(lattice.part_offsets) - 1
    sample = samples(lattice.references)

    texts = None if compiled.library() is None else compiled.texts_of(pairs, compiled.Cancelled())
    if texts is None:
        bounds = lattice.part_offsets.tolist()
        tokens, heard = [*segments.rows()], [*preds.rows()]
        omitted = left_out.tolist()
        for i, pred in enumerate(sample.tolist()):
            parts = lattice.parts[bounds[i] : bounds[i + 1]].tolist()
            is_chosen[[*nearest_path(heard[pred], parts, tokens, omitted, costs)]] = 1
        return is_chosen.astype(bool)

    def choose(part: slice, cancelled: compiled.Cancelled) -> None:
        offsets = lattice.part_offsets[part.start : part.stop + 1]
        of_part = replace(texts, cancelled=cancelled)
        of_part.choose_paths(sample[part], costs, offsets, lattice.parts, left_out, is_chosen)

    compiled.over_rows(choose, rows)
    return is_chosen.astype(bool)


def _joined(
    segments: TokenColumn, lattice: Lattice, is_chosen: npt.NDArray[np.bool_]
) -> TokenColumn:
    """Return the tokens of every reference: those of its segments that are chosen, joined."""
    parts = lattice.parts[lattice.parts >= 0]
    row = lattice.row[parts]
    parts, row = parts[is_chosen[parts]], row[is_chosen[parts]]
    counts = np.bincount(row, minlength=len(lattice.part_offsets) - 1)
    offsets: IntArray = np.concatenate([[0], np.cumsum(counts)])
    chosen = segments.take(parts).values
    if isinstance(segments, Tokens):
        lengths = np.concatenate([[0], np.cumsum(np.asarray(pc.list_value_length(chosen)))])
        bounds = pa.array(lengths[offsets].astype(np.int64))
        return Tokens(pa.LargeListArray.from_arrays(bounds, chosen.flatten()))
    lists = pa.LargeListArray.from_arrays(pa.array(offsets), chosen)
    if isinstance(segments, Characters):
        return Characters(pc.binary_join(lists, pa.scalar("", pa.large_string())))
    return Words(pc.binary_join(lists, pa.scalar(" ", pa.large_string())))

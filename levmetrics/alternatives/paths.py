"""Search for the wording of every reference nearest to its prediction, by either kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from levmetrics.alternatives.lattice import Lattice, along_paths, samples
from levmetrics.alternatives.options import Alternatives
from levmetrics.alternatives.parsing import SYNTAXES
from levmetrics.edits import compiled, library
from levmetrics.edits.pairs import Costs, TokenPairs, weights
from levmetrics.inputs.arrays import BoolArray, IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, TokenColumn, Tokens, WordColumn
from levmetrics.lazy import pa, pc

_Path: TypeAlias = tuple[int, int, Any]
"""A best path: its cost; the negative number of its tokens; and its segments, the last first."""

_Row: TypeAlias = "list[_Path]"  # the best path for each prefix of the prediction


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
        parts: the parts of the reference; see :class:`levmetrics.alternatives.lattice.Lattice`.
        segments: the tokens of all segments.
        omitted: the number of tokens that each segment leaves out, which count as present.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    >>> from levmetrics.alternatives.lattice import Bracket
    >>> parts = [0, Bracket.OPEN, 1, Bracket.NEXT, 2, Bracket.CLOSE]
    >>> segments = [["we"], ["going", "to"], ["gonna"]]
    >>> sorted(nearest_path(["we", "gonna"], parts, segments, [0] * 3, "unit"))
    [0, 2]

    """
    gap, replacement = weights(costs)

    def after_segment(row: _Row, part: int) -> _Row:
        row = [(cost, less - omitted[part], (before, part)) for cost, less, before in row]
        for token in segments[part]:
            above, row = row, []
            for j, path in enumerate(above):
                best = _longer(path, gap, 1)
                if j:
                    paired = _longer(above[j - 1], 0 if pred[j - 1] == token else replacement, 1)
                    best = _better(_better(paired, best), _longer(row[-1], gap, 0))
                row.append(best)
        return row

    begin: _Row = [(i * gap, 0, ()) for i in range(len(pred) + 1)]
    *_, (_, _, left) = along_paths(
        parts, begin, after_segment, lambda row, other: [*map(_better, row, other)]
    )
    while left:
        left, segment = left
        yield segment


def _longer(path: _Path, cost: int, tokens: int) -> _Path:
    return path[0] + cost, path[1] - tokens, path[2]


def _better(path: _Path, other: _Path) -> _Path:
    """Return the path of lower cost, then the one of more tokens, then the first."""
    return min(path, other, key=lambda each: each[:2])


def nearest_wordings(
    preds: TokenColumn, segments: TokenColumn, lattice: Lattice, costs: Costs
) -> TokenPairs:
    """Return predictions paired with the nearest wording of each of their references.

    It is the wording of the lowest cost; ties go to the longest wording, in which optional words
    count even if they are left out.

    Args:
        preds: the tokens of the predictions.
        segments: the tokens of the lattice's segments.
        lattice: the references.
        costs: the costs of the distance; see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    is_chosen, left_out = _chosen(preds, segments, lattice, costs)
    omitted = None
    if left_out.any():
        omitted = np.zeros(len(lattice.part_offsets) - 1, np.int64)
        np.add.at(omitted, lattice.row[is_chosen], left_out[is_chosen])
    target = _joined(segments, lattice, is_chosen)
    return TokenPairs(preds, target, lattice.references.offsets, omitted=omitted)


def nearest_texts(
    preds: TokenColumn, segments: TokenColumn, lattice: Lattice, costs: Costs
) -> Texts:
    """Return the text of every wording that :func:`nearest_wordings` chooses."""
    is_chosen, _ = _chosen(preds, segments, lattice, costs)
    is_chosen &= np.diff(lattice.texts.offsets) > 0
    return _joined(WordColumn(lattice.texts), lattice, is_chosen).values


def nearest_words(
    preds: TextColumn, references: TextColumn, alternatives: Alternatives, costs: Costs
) -> TokenPairs | None:
    """Return the words of predictions paired with nearest wordings, without a lattice.

    Returns:
        The result of :func:`nearest_wordings`; ``None`` if the compiled kernel is missing, or
        cannot read the references, which need :func:`levmetrics.alternatives.parsing.parse`.

    """
    if library.compiled_kernel() is None:
        return None
    texts = preds.texts, references.texts
    are_braces = SYNTAXES[alternatives].is_sclites
    found = compiled.write_wordings(*texts, samples(references), costs, are_braces)
    if found is None:
        return None
    wordings, omitted = found
    return TokenPairs(
        WordColumn(preds.texts),
        WordColumn(wordings),
        references.offsets,
        omitted=omitted if omitted.any() else None,
    )


def _chosen(
    preds: TokenColumn, segments: TokenColumn, lattice: Lattice, costs: Costs
) -> tuple[BoolArray, IntArray]:
    """Return, for every segment, whether it is on the nearest path through its reference.

    The second result is the number of tokens of optional words that each segment leaves out.
    """
    left_out = lattice.left_out.copy()
    omissions = np.flatnonzero(lattice.is_omission)
    if len(omissions):
        left_out[omissions] = [*map(len, segments.take(omissions - 1).rows())]
    is_chosen = np.zeros(len(segments), bool)
    sample = samples(lattice.references)
    pairs = TokenPairs(preds, segments, lattice.references.offsets)
    texts = (
        None if library.compiled_kernel() is None else compiled.texts_of(pairs, library.Cancelled())
    )
    if texts is None:
        tokens, heard, omitted = [*segments.rows()], [*preds.rows()], left_out.tolist()
        for i, pred in enumerate(sample.tolist()):
            path = nearest_path(heard[pred], lattice.parts_of(i), tokens, omitted, costs)
            is_chosen[[*path]] = True
        return is_chosen, left_out

    def choose(rows: slice, cancelled: library.Cancelled) -> None:
        search = replace(texts, cancelled=cancelled).choose_paths
        offsets = lattice.part_offsets[rows.start : rows.stop + 1]
        search(sample[rows], costs, offsets, lattice.parts, left_out, is_chosen.view(np.uint8))

    compiled.over_rows(choose, len(sample))
    return is_chosen, left_out


def _joined(segments: TokenColumn, lattice: Lattice, is_chosen: BoolArray) -> TokenColumn:
    """Return the tokens of every reference: the joined tokens of its chosen segments."""
    parts = lattice.parts[lattice.parts >= 0]
    row = lattice.row[parts]
    parts, row = parts[is_chosen[parts]], row[is_chosen[parts]]
    counts = np.bincount(row, minlength=len(lattice.part_offsets) - 1)
    offsets: IntArray = np.concatenate([[0], np.cumsum(counts)])
    chosen = segments.take(parts)
    if isinstance(chosen, Tokens):
        lengths = np.concatenate([[0], np.cumsum(np.asarray(pc.list_value_length(chosen.values)))])
        bounds = pa.array(lengths[offsets].astype(np.int64))
        return Tokens(pa.LargeListArray.from_arrays(bounds, chosen.values.flatten()))
    lists = pa.LargeListArray.from_arrays(pa.array(offsets), chosen.values.to_arrow())
    separator = pa.scalar("" if isinstance(chosen, Characters) else " ", pa.large_string())
    return type(chosen)(Texts.of_arrow(pc.binary_join(lists, separator)))

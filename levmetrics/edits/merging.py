"""Pairs cut at the merges of their compounds, so that only plain edits are between the cuts."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from levmetrics.arrays import IntArray
from levmetrics.edits.kernel import EditPlaces, edit_places, pair_merges
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.results import Costs
from levmetrics.inputs.arrow_text import split_whitespace
from levmetrics.inputs.token_columns import TokenColumn, Tokens


class CutPairs(NamedTuple):
    """The parts of pairs that are between their merges.

    Attributes:
        pairs: a row a part.
        sample: the pair of each part; int64, shape ``(parts,)``.
        target_start: the token of the pair's reference that each part begins with; int64.

    """

    pairs: TokenPairs
    sample: IntArray
    target_start: IntArray


def cut_at_merges(pairs: TokenPairs, costs: Costs = "unit") -> CutPairs:
    """Cut pairs where words that one side joins match.

    Args:
        pairs: the words of both sides, one reference a sample.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    >>> from levmetrics.inputs.token_columns import Words
    >>> columns = Words(pa.array(["my highschool here"])), Words(pa.array(["a high school"]))
    >>> cut = cut_at_merges(TokenPairs(*columns, merges_compounds=True))
    >>> list(cut.pairs.rows()), cut.target_start.tolist()
    ([(['my'], ['a']), (['here'], [])], [0, 3])

    """
    samples = len(pairs.preds)
    if not pairs.merges_compounds:
        return CutPairs(pairs, np.arange(samples), np.zeros(samples, np.int64))
    merges = pair_merges(pairs, costs=costs)
    preds, _ = _between(pairs.preds, merges.pair, merges.pred_start, merges.pred_end)
    target, starts = _between(pairs.target, merges.pair, merges.target_start, merges.target_end)
    parts = 1 + np.bincount(merges.pair, minlength=samples)
    cut = replace(pairs, preds=preds, target=target, merges_compounds=False, omitted=None)
    return CutPairs(cut, np.repeat(np.arange(samples), parts), starts)


def edit_places_between_merges(pairs: TokenPairs, costs: Costs = "unit") -> EditPlaces:
    """Return the positions of all edits in the references; merges are none.

    Args:
        pairs: the tokens of both sides, one reference a sample.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    cut = cut_at_merges(pairs, costs)
    places = edit_places(cut.pairs)
    return EditPlaces(cut.sample[places.sample], places.slot + 2 * cut.target_start[places.sample])


def _between(
    column: TokenColumn, rows: IntArray, starts: IntArray, ends: IntArray
) -> tuple[Tokens, IntArray]:
    """Return the tokens of rows between spans, and where each of these parts starts in its row."""
    tokens = split_whitespace(column.values)
    offsets = np.asarray(tokens.offsets).astype(np.int64)
    # In turns, what is before a span (or at the end of a row) and the span itself.
    row = np.concatenate([np.repeat(rows, 2), np.arange(len(tokens))])
    places = np.concatenate([np.stack([starts, ends], axis=1).ravel(), np.diff(offsets)])
    order = np.argsort(row, kind="stable")  # a row's end was appended after its spans
    bounds = np.concatenate([[0], (places + offsets[row])[order]])
    lists = pa.LargeListArray.from_arrays(pa.array(bounds), tokens.values)
    # Every row begins with a part, and of each span the end was put after its start.
    is_part = np.concatenate([np.tile([True, False], len(rows)), np.ones(len(tokens), bool)])[order]
    part_starts = bounds[:-1] - offsets[row[order]]
    return Tokens(lists.filter(pa.array(is_part))), part_starts[is_part]

"""The edits of every sample's alignment: what is counted, and where in the references it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

import numpy as np

from levmetrics.alignment.operations import Kind, best_operations
from levmetrics.edits.kernel import Edit, EditPlaces, count_edits, edit_places
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.results import Costs, EditKind

_EDITS: dict[Kind, EditKind] = {"substitute": "replace", "delete": "delete", "insert": "insert"}


def alignment_edits(pairs: TokenPairs, costs: Costs) -> Counter[Edit]:
    """Count the edits of all alignments by their tokens, as :func:`edits.kernel.count_edits`.

    Args:
        pairs: the tokens of both sides, one reference a sample.
        costs: what the alignments minimize.

    >>> from levmetrics.edits.pairs import token_pairs
    >>> pairs = token_pairs("no it is", "is there more", "whitespace")
    >>> sorted(map(str, alignment_edits(pairs, "nist")))
    ["('delete', 'more', None)", "('delete', 'there', None)", "('insert', None, 'it')",
     "('insert', None, 'no')"]

    """
    if _is_the_kernels(pairs, costs):
        return count_edits(pairs)
    return Counter(edit for _, _, edit in _edits(pairs, costs))


def alignment_places(pairs: TokenPairs, costs: Costs) -> EditPlaces:
    """Return the positions of all edits in the references, by the alignments.

    Args:
        pairs: the tokens of both sides, one reference a sample.
        costs: what the alignments minimize.

    """
    if _is_the_kernels(pairs, costs):
        return edit_places(pairs)
    places = np.array([place[:2] for place in _edits(pairs, costs)], np.int64).reshape(-1, 2)
    return EditPlaces(*places.T)


def _is_the_kernels(pairs: TokenPairs, costs: Costs) -> bool:
    """Whether the alignments are those with the fewest edits that the kernel finds."""
    return costs == "unit" and not pairs.merges_compounds


def _edits(pairs: TokenPairs, costs: Costs) -> Iterator[tuple[int, int, Edit]]:
    """Yield the sample, the slot in its reference and the tokens of every edit."""
    sides = zip(pairs.preds.rows(), pairs.target.rows(), strict=True)
    for sample, (pred, target) in enumerate(sides):
        if pred == target:
            continue
        for run in best_operations(pred, target, costs, merges_compounds=pairs.merges_compounds):
            if run.kind not in _EDITS:
                continue
            for i, (said, heard) in enumerate(zip_longest(run.target, run.pred)):
                slot = 2 * (run.target_start + i) + 1 if run.target else 2 * run.target_start
                yield sample, slot, (_EDITS[run.kind], said, heard)

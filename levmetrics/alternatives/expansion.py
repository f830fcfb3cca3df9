"""References written out as all their wordings, where their segments cannot be split one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from levmetrics.alternatives.lattice import BoolArray, Lattice, Part, SegmentColumn
from levmetrics.arrays import IntArray
from levmetrics.errors import InputError

MOST_WORDINGS = 1_000
"""Of one reference that is written out."""

Measure: TypeAlias = Callable[[SegmentColumn], tuple[IntArray, IntArray]]
"""Returns the cost and the tokens of each of a column of wordings, beside their predictions."""


def touching(lattice: Lattice) -> BoolArray:
    """Tell of references whether text touches their alternatives, without white space between.

    >>> from levmetrics.inputs.columns import reference_column
    >>> from levmetrics.alternatives.parsing import parse
    >>> touching(parse(reference_column(["[東|西]京", "a [b|c]"]), "brackets"))
    array([ True, False])

    """
    rows = len(lattice.part_offsets) - 1
    row = np.repeat(np.arange(rows), np.diff(lattice.part_offsets))
    # Of each of the others, the segments before and after it.
    mark = np.flatnonzero(lattice.parts < 0)
    kind, row = lattice.parts[mark], row[mark]
    before, after = lattice.parts[mark - 1], lattice.parts[mark + 1]
    is_empty = np.asarray(lattice.texts) == ""
    # Other alternatives may be there; not if alternatives are the first or the last in others.
    padded = np.concatenate([[Part.NEXT], lattice.parts, [Part.NEXT]])
    is_text_before = ~is_empty[before] | (padded[mark - 1] == Part.CLOSE)
    is_text_after = ~is_empty[after] | (padded[mark + 3] == Part.OPEN)
    joins_before = ~lattice.space_after[before] & is_text_before
    joins_after = ~lattice.space_before[after] & is_text_after
    begins = kind != Part.CLOSE  # an alternative, after it
    ends = kind != Part.OPEN

    def has(where: BoolArray) -> BoolArray:
        """Tell of references whether one of their marks is there."""
        return np.bincount(row[where], minlength=rows) > 0

    begin_touches = has((kind == Part.OPEN) & joins_before)
    end_touches = has((kind == Part.CLOSE) & joins_after)
    return (begin_touches & has(begins & ~lattice.space_before[after])) | (
        end_touches & has(ends & ~lattice.space_after[before])
    )


def with_nearest(lattice: Lattice, rows: IntArray, measure: Measure, why: str) -> Lattice:
    """Return references of which some have, for their alternatives, the wording nearest to them.

    It is the one of the lowest cost, and of several such the first of the longest.

    Args:
        lattice: the references.
        rows: which of them have to be written out.
        measure: measures the wordings.
        why: why they have to be, for messages.

    Raises:
        InputError: for one that stands for more than :data:`MOST_WORDINGS`.

    """
    if not len(rows):
        return lattice
    segments: list[tuple[int, ...]] = []
    row: list[int] = []
    for each in rows.tolist():
        found = paths_of(lattice, each, f"compared one by one {why}")
        segments += found
        row += [each] * len(found)
    texts = texts_of(lattice, segments)
    of_row = np.array(row, np.int64)
    wordings = SegmentColumn(
        lattice.references.name, texts, references=lattice.references, row=of_row
    )
    cost, length = measure(wordings)
    whole = texts_of(lattice, [with_omitted(lattice, each) for each in segments])
    _, whole_length = measure(replace(wordings, texts=whole))
    if lattice.left_out is not None:
        whole_length = whole_length + [lattice.left_out[[*each]].sum() for each in segments]
    order = np.lexsort((-whole_length, cost, of_row))
    _, firsts = np.unique(of_row[order], return_index=True)
    chosen = order[firsts]
    omitted = np.maximum(whole_length - length, 0)[chosen]
    return lattice.with_wordings(of_row[chosen], texts.take(pa.array(chosen)), omitted)


def paths_of(lattice: Lattice, row: int, why: str) -> list[tuple[int, ...]]:
    """Return the segments of each wording of a reference.

    Args:
        lattice: the references.
        row: of the reference.
        why: what is done with each wording, for messages.

    Raises:
        InputError: for one that stands for more than :data:`MOST_WORDINGS`.

    """
    parts = lattice.parts[lattice.part_offsets[row] : lattice.part_offsets[row + 1]]
    found = _wordings(parts.tolist())
    if found is None:
        place = lattice.references.position(row)
        raise InputError("alternatives.too_many", place=place, most=MOST_WORDINGS, why=why)
    return found


def _wordings(parts: Sequence[int]) -> list[tuple[int, ...]] | None:
    """Return the segments of each wording; ``None``: there are too many.

    >>> _wordings([0, Part.OPEN, 1, Part.NEXT, 2, Part.CLOSE, 3])
    [(0, 1, 3), (0, 2, 3)]

    """
    paths: list[tuple[int, ...]] = [()]
    opened: list[tuple[list[tuple[int, ...]], list[tuple[int, ...]]]] = []
    for part in parts:
        if part == Part.OPEN:
            opened.append((paths, []))
        elif part >= 0:
            paths = [(*path, part) for path in paths]
        else:
            before, done = opened[-1]
            done += paths
            if len(done) > MOST_WORDINGS:
                return None
            paths = before
            if part == Part.CLOSE:
                opened.pop()
                paths = done
    return paths


def with_omitted(lattice: Lattice, wording: Sequence[int]) -> tuple[int, ...]:
    """Return the segments of a wording with the optional words that it leaves out."""
    return tuple(segment - int(lattice.is_omission[segment]) for segment in wording)


def texts_of(lattice: Lattice, wordings: Sequence[Sequence[int]]) -> pa.LargeStringArray:
    """Return the text of each wording, with one space wherever white space is between segments."""
    texts = lattice.texts.to_pylist()
    before, after = lattice.space_before.tolist(), lattice.space_after.tolist()
    found = []
    for wording in wordings:
        text, is_spaced = "", False
        for segment in wording:
            is_spaced |= before[segment]
            if texts[segment]:
                text += f"{' ' if text and is_spaced else ''}{texts[segment]}"
                is_spaced = False
            is_spaced |= after[segment]
        found.append(text)
    return pa.array(found, pa.large_string())

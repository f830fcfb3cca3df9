"""References with alternatives, as text segments and the parts that connect them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import chain
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.inputs.arrays import BoolArray, IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.normalizers import Chain

T = TypeVar("T")


class Bracket(IntEnum):
    """Parts of a reference other than segments; the numbers are the kernel's."""

    OPEN = -1
    NEXT = -2
    CLOSE = -3


@dataclass(frozen=True)
class SegmentColumn(TextColumn):
    """The segments of a column of references; errors name the segment's reference.

    Attributes:
        references: the column.
        row: the row of each segment's reference in that column.

    """

    references: TextColumn = field(kw_only=True)
    row: IntArray = field(kw_only=True)

    def position(self, index: int) -> str:
        """Return the position of the reference of segment ``index`` in the caller's argument."""
        return self.references.position(int(self.row[index]))


def samples(references: TextColumn) -> IntArray:
    """Return, for each reference, the row of its prediction.

    >>> from levmetrics.inputs.columns import reference_column
    >>> samples(reference_column([["rain"], ["shine", "sun"]]))
    array([0, 1, 1])

    """
    rows = np.arange(len(references))
    return rows if references.offsets is None else np.repeat(rows, np.diff(references.offsets))


def alternatives_of(segments: Iterable[int]) -> list[int]:
    """Return the parts for a choice between segments.

    >>> alternatives_of([5, 6])
    [<Bracket.OPEN: -1>, 5, <Bracket.NEXT: -2>, 6, <Bracket.CLOSE: -3>]

    """
    parts = [Bracket.OPEN, *chain.from_iterable((segment, Bracket.NEXT) for segment in segments)]
    return [*parts[:-1], Bracket.CLOSE]


def along_paths(
    parts: Iterable[int], state: T, step: Callable[[T, int], T], merge: Callable[[T, T], T]
) -> T:
    """Return the state at the end of a reference, computed over all paths through it.

    Args:
        parts: the parts of the reference.
        state: the state at its begin.
        step: returns the state after a segment, from the state before it and the segment.
        merge: joins the states after alternatives, from the first to the last.

    >>> parts = [0, Bracket.OPEN, 1, Bracket.NEXT, 2, Bracket.CLOSE, 3]
    >>> along_paths(parts, [""], lambda paths, i: [f"{p}{i}" for p in paths], lambda a, b: a + b)
    ['013', '023']

    """
    opened: list[tuple[T, T | None]] = []  # states before alternatives, and after those passed
    for part in parts:
        if part >= 0:
            state = step(state, part)
        elif part == Bracket.OPEN:
            opened.append((state, None))
        else:
            before, past = opened.pop()
            state = state if past is None else merge(past, state)
            if part == Bracket.NEXT:
                opened.append((before, state))
                state = before
    return state


@dataclass(frozen=True)
class Lattice:
    """References with alternatives, which may be nested.

    A reference is a row of parts: a text segment by its index, or a :class:`Bracket`.
    ``OPEN segment NEXT segment CLOSE`` stands for either segment. Segments and other parts
    alternate.

    Attributes:
        references: the texts as given.
        texts: the segments, without white space around them; may be empty.
        space_before: whether white space is at the begin of each segment; bool, the same shape.
        space_after: the same for its end.
        row: the row of each segment's reference; int64, shape ``(segments,)``.
        is_omission: whether a segment is the empty alternative to an optional word, which is the
            segment before it.
        left_out: the number of tokens of optional words that each segment leaves out, besides those
            of :attr:`is_omission`; int64.
        part_offsets: where the parts of each reference start; int64, shape ``(rows + 1,)``.
        parts: the parts of all references, concatenated; int64.

    """

    references: TextColumn
    texts: Texts
    space_before: BoolArray
    space_after: BoolArray
    row: IntArray
    is_omission: BoolArray
    left_out: IntArray
    part_offsets: IntArray
    parts: IntArray

    def normalized(self, normalizer: Chain) -> Lattice:
        """Return the references with each segment normalized by itself.

        Raises:
            InputError: if the normalizer fails, with the position of the reference.

        """
        return replace(self, texts=normalizer.column(self.column(self.texts)).texts)

    def with_alternatives(self) -> IntArray:
        """Return the rows of the references that have alternatives."""
        return np.flatnonzero(np.diff(self.part_offsets) > 1)

    def parts_of(self, row: int) -> list[int]:
        """Return the parts of one reference."""
        parts: list[int] = self.parts[self.part_offsets[row] : self.part_offsets[row + 1]].tolist()
        return parts

    def first_texts(self) -> TextColumn:
        """Return the first segment of every reference; without alternatives, it is all text."""
        firsts = self.parts[self.part_offsets[:-1]]
        return self.references.with_texts(self.texts.take(firsts))

    def with_wordings(self, rows: IntArray, texts: Texts, left_out: IntArray | int = 0) -> Lattice:
        """Return the references with a single wording for some of them.

        Args:
            rows: the rows of these references.
            texts: the texts of their wordings.
            left_out: the number of tokens of optional words that each leaves out.

        """
        if not len(rows):
            return self
        parts = {row: [number] for number, row in enumerate(rows.tolist(), len(self.texts))}
        return self.with_segments(texts, rows, parts, left_out=left_out)

    def with_segments(
        self,
        texts: Texts,
        row: npt.ArrayLike,
        new_parts: Mapping[int, Sequence[int]],
        *,
        space_before: npt.ArrayLike = False,
        space_after: npt.ArrayLike = False,
        left_out: npt.ArrayLike = 0,
    ) -> Lattice:
        """Return the references with further segments, and with new parts for some rows.

        Args:
            texts: the texts of the segments, without white space around them.
            row: the row of each segment's reference.
            new_parts: the new parts, by the rows of their references.
            space_before: one value for each segment, or one for all; see :class:`Lattice`.
            space_after: the same.
            left_out: the same.

        """
        parts: list[IntArray | Sequence[int]] = [*np.split(self.parts, self.part_offsets[1:-1])]
        for changed, own in new_parts.items():
            parts[changed] = own

        def longer(column: npt.NDArray[Any], values: npt.ArrayLike) -> npt.NDArray[Any]:
            return np.append(column, np.broadcast_to(values, len(texts)).astype(column.dtype))

        return replace(
            self,
            texts=Texts.of([*self.texts, *texts]),
            space_before=longer(self.space_before, space_before),
            space_after=longer(self.space_after, space_after),
            row=longer(self.row, row),
            is_omission=longer(self.is_omission, False),
            left_out=longer(self.left_out, left_out),
            part_offsets=np.cumsum([0, *map(len, parts)]),
            parts=np.concatenate(parts),
        )

    def column(self, texts: Texts) -> SegmentColumn:
        """Return texts of the segments as a column.

        Args:
            texts: the texts, one for each segment.

        """
        return SegmentColumn(self.references.name, texts, references=self.references, row=self.row)

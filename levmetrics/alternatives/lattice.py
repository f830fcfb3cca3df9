"""References with alternatives, as segments of text and the parts that connect them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.arrays import IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.normalizers import Chain

BoolArray = npt.NDArray[np.bool_]


class Part(IntEnum):
    """Parts of a reference that are no segments; the numbers are the kernel's."""

    OPEN = -1
    NEXT = -2
    CLOSE = -3


@dataclass(frozen=True)
class SegmentColumn(TextColumn):
    """The segments of a column of references, which say in errors of which reference they are.

    Attributes:
        references: the column.
        row: of each segment, the row of its reference in that column.

    """

    references: TextColumn = field(kw_only=True)
    row: IntArray = field(kw_only=True)

    def position(self, index: int) -> str:
        """Return the position of the reference of segment ``index`` in the caller's argument."""
        return self.references.position(int(self.row[index]))


def samples(references: TextColumn) -> IntArray:
    """Return of each reference the row of its prediction.

    >>> from levmetrics.inputs.columns import reference_column
    >>> samples(reference_column([["rain"], ["shine", "sun"]]))
    array([0, 1, 1])

    """
    rows = np.arange(len(references))
    return rows if references.offsets is None else np.repeat(rows, np.diff(references.offsets))


@dataclass(frozen=True)
class Lattice:
    """References of which some texts have alternatives, which may be nested.

    A reference is a row of parts: a segment of text by its index, or a :class:`Part`:
    ``OPEN segment NEXT segment CLOSE`` stands for either segment. Segments and others take turns.

    Attributes:
        references: the texts as they were given.
        texts: the segments, without white space around them; may be empty.
        space_before: whether white space is at the begin of a segment; bool, the same shape.
        space_after: the same of its end.
        row: of each segment, the row of its reference; int64, shape ``(segments,)``.
        is_omission: whether it is the empty alternative to an optional word, the segment before.
        part_offsets: where the parts of each reference start; int64, shape ``(rows + 1,)``.
        parts: of all references, concatenated; int64.
        omitted: of each reference, the number of tokens that its wording leaves out; ``None``:
            none yet.
        left_out: of each segment, the number of tokens of optional words that it leaves out,
            besides those of :attr:`is_omission`; ``None``: of none.

    """

    references: TextColumn
    texts: pa.LargeStringArray
    space_before: BoolArray
    space_after: BoolArray
    row: IntArray
    is_omission: BoolArray
    part_offsets: IntArray
    parts: IntArray
    omitted: IntArray | None = None
    left_out: IntArray | None = None

    def normalized(self, normalizer: Chain) -> Lattice:
        """Return the references with every segment normalized by itself.

        Raises:
            InputError: if the normalizer fails, with the position of the reference.

        """
        return replace(self, texts=normalizer.column(self.column(self.texts)).texts)

    def with_alternatives(self) -> IntArray:
        """Return the rows of the references that have alternatives."""
        return np.flatnonzero(np.diff(self.part_offsets) > 1)

    def first_texts(self) -> TextColumn:
        """Return the first segment of every reference: all of its text, without alternatives."""
        firsts = self.parts[self.part_offsets[:-1]]
        return self.references.with_texts(self.texts.take(pa.array(firsts)))

    def with_wordings(
        self,
        rows: IntArray,
        texts: pa.LargeStringArray,
        omitted: IntArray | None = None,
    ) -> Lattice:
        """Return the references of which some have one wording, and no alternatives.

        Args:
            rows: of these references.
            texts: of their wordings.
            omitted: the number of tokens of optional words that each leaves out.

        """
        if not len(rows):
            return self
        number = len(self.texts)
        parts = {row: np.array([number + new]) for new, row in enumerate(rows.tolist())}
        rows_omitted = np.zeros(len(self.part_offsets) - 1, np.int64)
        if self.omitted is not None:
            rows_omitted[:] = self.omitted
        rows_omitted[rows] = 0 if omitted is None else omitted
        return replace(self.with_segments(texts, rows, parts), omitted=rows_omitted)

    def with_segments(
        self, texts: pa.LargeStringArray, row: IntArray, new_parts: Mapping[int, IntArray]
    ) -> Lattice:
        """Return the references with more segments, and with other parts for some rows.

        Args:
            texts: of the segments, which have no white space around them.
            row: of each segment, the row of its reference.
            new_parts: the parts of the references that have others, by their rows.

        """
        parts = np.split(self.parts, self.part_offsets[1:-1])
        for changed, own in new_parts.items():
            parts[changed] = own
        none = np.zeros(len(texts), np.int64)
        return replace(
            self,
            texts=pa.concat_arrays([self.texts, texts]),
            space_before=np.concatenate([self.space_before, none > 0]),
            space_after=np.concatenate([self.space_after, none > 0]),
            row=np.concatenate([self.row, row]),
            is_omission=np.concatenate([self.is_omission, none > 0]),
            part_offsets=np.concatenate([[0], np.cumsum([*map(len, parts)])]),
            parts=np.concatenate(parts),
            left_out=None if self.left_out is None else np.concatenate([self.left_out, none]),
        )

    def column(self, texts: pa.LargeStringArray) -> SegmentColumn:
        """Return texts of the segments as a column.

        Args:
            texts: one a segment.

        """
        return SegmentColumn(self.references.name, texts, references=self.references, row=self.row)

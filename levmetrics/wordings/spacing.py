"""White space between the segments of references, for tokenizers to which it is a token."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import pyarrow as pa

from levmetrics.wordings.lattice import Lattice, Part


def spaced_texts(lattice: Lattice) -> pa.LargeStringArray:
    """Return the segments with a space wherever a path through the reference has one.

    A space belongs to the segment after it, so that an alternative to nothing takes it along; at
    the begin of a text it belongs to the one before it.

    >>> from levmetrics.inputs.columns import reference_column
    >>> from levmetrics.wordings.parsing import parse
    >>> lattice = parse(reference_column(["{ uh / @ } so { do / @ }"]), "braces")
    >>> [text for text in spaced_texts(lattice).to_pylist() if text]
    ['uh ', 'so', ' do']

    """
    texts = lattice.texts.to_pylist()
    before, after = lattice.space_before.tolist(), lattice.space_after.tolist()
    bounds = lattice.part_offsets.tolist()
    parts = lattice.parts.tolist()
    for start, end in pairwise(bounds):
        if end - start > 1:
            _space(parts[start:end], texts, before, after)
    return pa.array(texts, pa.large_string())


@dataclass
class _Place:
    """What is known where a segment may follow.

    Attributes:
        is_spaced: whether white space is before it.
        has_begun: whether text is before it on all paths.
        last: the last segment with text of each path that has one.

    """

    is_spaced: bool = False
    has_begun: bool = False
    last: list[int] = field(default_factory=list)

    def copy(self) -> _Place:
        return _Place(self.is_spaced, self.has_begun, [*self.last])


def _space(parts: list[int], texts: list[str], before: list[bool], after: list[bool]) -> None:
    """Put spaces to the segments of one reference."""
    place = _Place()
    opened: list[tuple[_Place, list[_Place]]] = []
    for part in parts:
        if part == Part.OPEN:
            opened.append((place.copy(), []))
        elif part < 0:
            entry, ends = opened[-1]
            ends.append(place)
            place = entry.copy()
            if part == Part.CLOSE:
                opened.pop()
                last = [segment for end in ends for segment in end.last]
                place = _Place(False, all(end.has_begun for end in ends), last)
        elif not texts[part]:
            place.is_spaced |= before[part] or after[part]
        else:
            if place.is_spaced or before[part]:
                if place.has_begun:
                    texts[part] = " " + texts[part]
                else:
                    for segment in place.last:
                        texts[segment] = texts[segment].rstrip() + " "
            place = _Place(after[part], True, [part])

"""References with alternatives, read as their syntax says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.alternatives.lattice import Lattice, Part
from levmetrics.alternatives.segmentation import Texts, cut_texts
from levmetrics.alternatives.segments import Cut, Cuts, whole
from levmetrics.alternatives.syntax import SYNTAXES, Alternatives
from levmetrics.inputs.arrow_text import utf8_bytes
from levmetrics.inputs.columns import TextColumn


def parse(references: TextColumn, alternatives: Alternatives | None) -> Lattice:
    """Read the alternatives inside references.

    ``"braces"``: ``{ going to / gonna }``, as sclite reads it in references: ``@`` is nothing,
    every slash inside is between two alternatives (``{km/h}`` is two), alternatives may be nested,
    and a word in parentheses, ``(uh)``, may be left out. ``"brackets"``: ``[going to|gonna]``, the
    same but for the parentheses.

    Args:
        references: the texts.
        alternatives: how they are written; ``None``: the texts have none.

    Raises:
        InputError: for brackets that are not closed or not opened, for an alternative that is
            empty or the only one, and for one that touches a word; with the position.

    Source: the formats of references in the documentation of the NIST Scoring Toolkit (SCTK).

    >>> from levmetrics.inputs.columns import reference_column
    >>> lattice = parse(reference_column(["I am { going to / gonna } go"]), "braces")
    >>> lattice.texts.to_pylist(), lattice.parts.tolist()
    (['I am', 'going to', 'gonna', 'go'], [0, -1, 1, -2, 2, -3, 3])

    """
    if alternatives is None:
        return _lattice(references, whole(references))
    syntax = SYNTAXES[alternatives]
    lattice = _lattice(
        references, cut_texts(Texts(references, syntax, *utf8_bytes(references.texts)))
    )
    return _with_words_apart(lattice) if syntax.is_sclites else lattice


# The part before the segment that each kind of cut begins.
_PARTS = np.array([0, Part.OPEN, Part.NEXT, Part.CLOSE, Part.NEXT])


def _lattice(references: TextColumn, cuts: Cuts) -> Lattice:
    """Connect the segments of references."""
    segments = np.arange(len(cuts.row))
    own = 2 * segments - cuts.row  # all but the first of a text have a part before them
    parts = np.empty(2 * len(segments) - len(references.texts), np.int64)
    parts[own] = segments
    marked = np.flatnonzero(cuts.kind)
    parts[own[marked] - 1] = _PARTS[cuts.kind[marked]]
    is_marked = pa.array(cuts.kind != Cut.TEXT)
    inside = pc.if_else(is_marked, pc.utf8_slice_codeunits(cuts.raw, 1), cuts.raw)
    before, after = (
        np.asarray(pc.utf8_is_space(pc.utf8_slice_codeunits(inside, *span)))
        for span in ((0, 1), (-1, None))
    )
    return Lattice(
        references=references,
        texts=cuts.texts,
        space_before=before,
        space_after=after,
        row=cuts.row,
        is_omission=cuts.kind == Cut.OMISSION,
        part_offsets=2 * cuts.firsts - np.arange(len(cuts.firsts)),
        parts=parts,
    )


def _with_words_apart(lattice: Lattice) -> Lattice:
    """Take braces for white space, as sclite does: ``{a/b}{c/d}`` are two words."""
    begins = np.diff(lattice.row, prepend=-1) > 0
    return replace(
        lattice,
        space_before=lattice.space_before | ~begins,
        space_after=lattice.space_after | ~np.append(begins[1:], True),
    )

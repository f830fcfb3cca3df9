"""References with alternatives, read as their syntax says."""

from __future__ import annotations

import numpy as np

from levmetrics.edits import compiled
from levmetrics.inputs.arrow_text import utf8_bytes
from levmetrics.inputs.columns import TextColumn
from levmetrics.wordings import portable_cuts
from levmetrics.wordings.cuts import Cut, Cuts, whole
from levmetrics.wordings.lattice import Lattice, Part
from levmetrics.wordings.portable_cuts import Texts
from levmetrics.wordings.syntax import NOTHING, SYNTAXES, Alternatives


def parse(references: TextColumn, alternatives: Alternatives | None) -> Lattice:
    """Read the alternatives inside references.

    ``"braces"``: ``{ going to / gonna }``, as sclite reads it in references: ``@`` is nothing, the
    slash stands between white space, alternatives may be nested, and a word in parentheses,
    ``(uh)``, may be left out. ``"brackets"``: ``[going to|gonna]``, the same but for the
    parentheses.

    Args:
        references: the texts.
        alternatives: how they are written; ``None``: the texts have none.

    Raises:
        InputError: for brackets that are not closed or not opened, for an alternative that is
            empty or the only one, and for one that touches a word; with the position.

    Source: the formats of references in the documentation of the NIST Scoring Toolkit (SCTK).

    >>> from levmetrics.inputs.columns import reference_column
    >>> lattice = parse(reference_column(["I am { going to / gonna } go"]), "braces")
    >>> [text.strip() for text in lattice.texts.to_pylist()], lattice.parts.tolist()
    (['I am', 'going to', 'gonna', 'go'], [0, -1, 1, -2, 2, -3, 3])

    """
    data, bounds = utf8_bytes(references.texts)
    if alternatives is None:
        return _lattice(references, whole(data, bounds))
    texts = Texts(references, SYNTAXES[alternatives], data, bounds)
    return _lattice(references, _compiled_cuts(texts) or portable_cuts.cut_texts(texts))


def _compiled_cuts(texts: Texts) -> Cuts | None:
    """Cut texts that are plain; ``None``: they are not, or the kernel is missing."""
    if compiled.library() is None:
        return None
    data, bounds = texts.data, texts.bounds
    raw = data.copy()
    words = raw.copy() if ord(NOTHING) in data else raw
    found = compiled.cut_texts(data, bounds, texts.syntax.is_sclites, raw, words)
    return None if found is None else Cuts(*found, raw, words)


# The part before the segment that each kind of cut begins.
_PARTS = np.array([0, Part.OPEN, Part.NEXT, Part.CLOSE, Part.NEXT])


def _lattice(references: TextColumn, cuts: Cuts) -> Lattice:
    """Connect the segments of references."""
    row = cuts.rows()
    segments = np.arange(len(row))
    own = 2 * segments - row  # all but the first of a text have a part before them
    parts = np.empty(2 * len(row) - len(references.texts), np.int64)
    parts[own] = segments
    marked = np.flatnonzero(cuts.kind)
    parts[own[marked] - 1] = _PARTS[cuts.kind[marked]]
    raw = cuts.segments(cuts.raw)
    return Lattice(
        references=references,
        texts=raw if cuts.words is cuts.raw else cuts.segments(cuts.words),
        raw=raw,
        row=row,
        is_omission=cuts.kind == Cut.OMISSION,
        part_offsets=2 * cuts.firsts - np.arange(len(cuts.firsts)),
        parts=parts,
    )

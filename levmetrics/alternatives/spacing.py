"""White space between the segments of references, for tokenizers to which it is a token."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from levmetrics.alternatives.lattice import Lattice, Part
from levmetrics.arrays import IntArray
from levmetrics.tokenizers import Tokenizer
from levmetrics.tokenizers.plain import WhitespaceTokenizer
from levmetrics.tokenizers.tokenizer import WordTokenizer

_Side: TypeAlias = "tuple[str, int]"
"""``"before"`` or ``"after"`` a segment."""

_END = -1
"""Stands for the begin and the end of a reference, beside the numbers of segments."""


def finds_words(tokenizer: Tokenizer) -> bool:
    """Tell whether white space is no token."""
    return isinstance(tokenizer, (WordTokenizer, WhitespaceTokenizer))


def spaced_texts(lattice: Lattice) -> tuple[pa.LargeStringArray, IntArray]:
    """Return the segments with a space wherever each path through the reference has one.

    Returns:
        The texts; and the rows of references in which a space could belong to no segment, as in
        ``(uh) (um)``, whose texts have none.

    >>> from levmetrics.inputs.columns import reference_column
    >>> from levmetrics.alternatives.parsing import parse
    >>> lattice = parse(reference_column(["{ uh / @ } so { do / @ }", "(uh) (um)"]), "braces")
    >>> texts, rows = spaced_texts(lattice)
    >>> [text for text in texts.to_pylist() if text], rows
    (['uh ', 'so', ' do', 'uh', 'um'], array([1]))

    """
    texts = lattice.texts.to_pylist()
    before, after = lattice.space_before.tolist(), lattice.space_after.tolist()
    parts = lattice.parts.tolist()
    contradictory = []
    for row, (start, end) in enumerate(pairwise(lattice.part_offsets.tolist())):
        if end - start == 1:
            continue
        spaces = _spaces(_neighbours(parts[start:end], texts, before, after))
        if spaces is None:
            contradictory.append(row)
            continue
        leading, trailing = spaces
        for segment in leading:
            texts[segment] = f" {texts[segment]}"
        for segment in trailing:
            texts[segment] = f"{texts[segment]} "
    return pa.array(texts, pa.large_string()), np.array(contradictory, np.int64)


def _neighbours(
    parts: Iterable[int], texts: list[str], before: list[bool], after: list[bool]
) -> set[tuple[int, int, bool]]:
    """Return which segments with text follow each other on a path, and whether with white space."""
    found = set()
    ends = {(_END, False)}  # the last segment with text of each path, and whether a space follows
    opened: list[tuple[set[tuple[int, bool]], set[tuple[int, bool]]]] = []
    for part in parts:
        if part == Part.OPEN:
            opened.append((ends, set()))
        elif part < 0:
            entry, done = opened[-1]
            done |= ends
            ends = entry
            if part == Part.CLOSE:
                opened.pop()
                ends = done
        elif texts[part]:
            found |= {(last, part, is_spaced or before[part]) for last, is_spaced in ends}
            ends = {(part, after[part])}
        else:
            has_space = before[part] or after[part]
            ends = {(last, is_spaced or has_space) for last, is_spaced in ends}
    return found | {(last, _END, False) for last, _ in ends}


def _spaces(neighbours: set[tuple[int, int, bool]]) -> tuple[list[int], list[int]] | None:
    """Return the segments with a space before them, and those with one after them.

    Between two neighbours is one space or none, and none is at the ends of a reference. What is
    known of one side of a segment so decides that of its neighbours; where nothing is, the space is
    before a segment.

    Returns:
        ``None`` if that contradicts itself.

    """
    others: dict[_Side, list[_Side]] = defaultdict(list)
    known: dict[_Side, bool] = {}
    for last, following, is_spaced in neighbours:
        sides: tuple[_Side, _Side] = (("after", last), ("before", following))
        if is_spaced and _END not in (last, following):
            others[sides[0]].append(sides[1])
            others[sides[1]].append(sides[0])
        else:
            known |= dict.fromkeys(sides, False)
    unknown = (side for side in others if side[0] == "before")
    for side in chain([*known], unknown):
        if not _decide(side, known.setdefault(side, True), others, known):
            return None
    leading, trailing = (
        [segment for (which, segment), has_space in known.items() if has_space and which == wanted]
        for wanted in ("before", "after")
    )
    return leading, trailing


def _decide(
    side: _Side, has_space: bool, others: Mapping[_Side, list[_Side]], known: dict[_Side, bool]
) -> bool:
    """Note whether a side has a space, and what follows; return whether nothing contradicts it."""
    waiting = [(side, has_space)]
    while waiting:
        side, has_space = waiting.pop()
        for other in others.get(side, ()):
            if other not in known:
                known[other] = not has_space
                waiting.append((other, not has_space))
            elif known[other] == has_space:
                return False
    return True

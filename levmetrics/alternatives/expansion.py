"""References written out as all their wordings, where segments cannot be split one by one.

So it is where white space is a token, and where a normalizer looks beyond an alternative.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.alternatives.lattice import BoolArray, Lattice, Part, SegmentColumn
from levmetrics.arrays import IntArray
from levmetrics.errors import InputError
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer
from levmetrics.tokenizers.plain import WhitespaceTokenizer
from levmetrics.tokenizers.tokenizer import WordTokenizer

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


# Texts between letters that no normalizer changes by what is beside them, but by its context.
_LETTER = r"[\p{Lo}&&[\p{Han}\p{Hiragana}\p{Katakana}]--\p{Block=Halfwidth_And_Fullwidth_Forms}]"
_INERT = regex.compile(rf"(?s){_LETTER}(?:.*{_LETTER})?", regex.V1)


def normalized(lattice: Lattice, normalizer: Chain, tokenizer: Tokenizer) -> Lattice:
    """Return references with every wording normalized as a whole.

    Segments are normalized one by one where that is the same. Every other reference gets its
    wordings for alternatives.

    Args:
        lattice: the references, as they were given.
        normalizer: of the wordings.
        tokenizer: counts the tokens of the optional words that a wording leaves out.

    Raises:
        InputError: if the normalizer fails, or a reference has too many wordings, with its
            position.

    """
    rows = _rows_with_context(lattice, normalizer)
    if not (len(rows) and finds_words(tokenizer)):
        one_by_one = lattice.normalized(normalizer)
        if not finds_words(tokenizer):
            rows = np.union1d(rows, _rows_with_other_spaces(lattice, one_by_one))
        if not len(rows):
            return one_by_one
    lattice, wholes = _written_out(lattice, rows, f"normalized one by one by {normalizer!r}")
    lattice = lattice.normalized(normalizer)
    return replace(lattice, left_out=_left_out(lattice, wholes, tokenizer))


def _rows_with_context(lattice: Lattice, normalizer: Chain) -> IntArray:
    """Return the rows of references whose segments may become something else beside others."""
    rows = lattice.with_alternatives()
    if not normalizer.steps:
        return rows[:0]
    is_touching = touching(lattice)[rows].tolist()
    texts = lattice.texts.to_pylist()
    spans = np.searchsorted(lattice.row, [rows, rows + 1]).T.tolist()
    found = []
    for row, touches, (start, end) in zip(rows.tolist(), is_touching, spans, strict=True):
        segments = [*filter(None, texts[start:end])]
        if (touches and not all(map(_INERT.fullmatch, segments))) or normalizer.has_context(
            " ".join(segments)
        ):
            found.append(row)
    return np.array(found, np.int64)


def _rows_with_other_spaces(lattice: Lattice, one_by_one: Lattice) -> IntArray:
    """Return the rows of references with alternatives that lost a segment or got spaces around it.

    Next to another one, such a segment makes two spaces of one, or one where none was.
    """
    trimmed = pc.utf8_trim_whitespace(one_by_one.texts)
    is_lost = pc.and_(pc.equal(trimmed, ""), pc.not_equal(lattice.texts, ""))
    is_other = np.asarray(pc.or_(is_lost, pc.not_equal(trimmed, one_by_one.texts)))
    rows: IntArray = np.intersect1d(lattice.row[is_other], lattice.with_alternatives())
    return rows


def _written_out(lattice: Lattice, rows: IntArray, why: str) -> tuple[Lattice, dict[int, int]]:
    """Give references their wordings for alternatives.

    Returns:
        The references; and for the segment of each wording that of the wording with the optional
        words that it leaves out.

    """
    segments: list[tuple[int, ...]] = []
    row_of: list[int] = []
    new_parts: dict[int, IntArray] = {}
    wholes: dict[int, int] = {}
    number = len(lattice.texts)
    for row in rows.tolist():
        wordings = paths_of(lattice, row, why)
        first = number + len(segments)
        parts = np.full(2 * len(wordings) + 3, Part.NEXT, np.int64)
        parts[::2] = np.arange(first, first + len(wordings) + 2)
        parts[1], parts[-2] = Part.OPEN, Part.CLOSE
        new_parts[row] = parts
        place = {wording: first + i for i, wording in enumerate(wordings, 1)}
        wholes |= {place[each]: place[with_omitted(lattice, each)] for each in wordings}
        segments += [(), *wordings, ()]
        row_of += [row] * (len(wordings) + 2)
    texts = texts_of(lattice, segments)
    unused = pa.array(np.isin(lattice.row, rows))
    kept = replace(
        lattice, texts=pc.if_else(unused, pa.scalar("", pa.large_string()), lattice.texts)
    )
    written_out = kept.with_segments(texts, np.array(row_of, np.int64), new_parts)
    return written_out, wholes


def _left_out(lattice: Lattice, wholes: Mapping[int, int], tokenizer: Tokenizer) -> IntArray | None:
    """Return of every segment how many tokens more the same wording has with its optional words.

    Of equal wordings of a reference, each has the most of these.
    """
    shorter = [part for part, whole in wholes.items() if part != whole]
    if not shorter:
        return None
    segments = [*shorter, *(wholes[part] for part in shorter)]
    texts = lattice.texts.take(pa.array(segments))
    (tokens,) = tokenizer.columns(replace(lattice.column(texts), row=lattice.row[segments]))
    own, whole = np.array([*map(len, tokens.rows())]).reshape(2, -1)
    row, wordings = lattice.row, lattice.texts.to_pylist()
    most: dict[tuple[int, str], int] = {}
    for part, number in zip(shorter, (whole - own).tolist(), strict=True):
        key = row[part], wordings[part]
        most[key] = max(number, most.get(key, 0))
    left_out = np.zeros(len(row), np.int64)
    left_out[[*wholes]] = [most.get((row[part], wordings[part]), 0) for part in wholes]
    return left_out

"""Expansion of references to all their wordings, if segments cannot be split one by one.

That is so if white space is a token, or if a normalizer depends on the text around an alternative.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

import numpy as np

from levmetrics.alternatives.lattice import (
    Bracket,
    Lattice,
    SegmentColumn,
    along_paths,
    alternatives_of,
)
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pc, regex
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer
from levmetrics.tokenizers.plain import WhitespaceTokenizer
from levmetrics.tokenizers.tokenizer import WordTokenizer

MOST_WORDINGS = 1_000
"""The largest number of wordings of one expanded reference."""

Measure: TypeAlias = Callable[[SegmentColumn], tuple[IntArray, IntArray]]
"""A function that returns the cost and the number of tokens of each wording in a column."""

_Wording: TypeAlias = tuple[int, ...]  # its segments


def touching(lattice: Lattice) -> IntArray:
    """Return the rows of references with texts that touch, without white space between them.

    >>> from levmetrics.inputs.columns import reference_column
    >>> from levmetrics.alternatives.parsing import parse
    >>> touching(parse(reference_column(["[東|西]京", "a [b|c]"]), "brackets"))
    array([0])

    """
    mark = np.flatnonzero(lattice.parts < 0)
    kind, before, after = lattice.parts[mark], lattice.parts[mark - 1], lattice.parts[mark + 1]
    opens, closes = kind == Bracket.OPEN, kind == Bracket.CLOSE
    joins_before, joins_after = ~lattice.space_after[before], ~lattice.space_before[after]
    has_text = np.diff(lattice.texts.offsets) > 0
    are_joined = joins_before & joins_after & has_text[before] & has_text[after]
    of_row = lattice.row[before]
    touch = np.unique(of_row[(opens | closes) & are_joined])
    # The others may touch across segments without text.
    others = np.setdiff1d(of_row[(opens & joins_before) | (closes & joins_after)], touch)
    found = [
        row
        for row, neighbours in _neighbours(lattice, others)
        if any(not is_spaced and _END not in ends for *ends, is_spaced in neighbours)
    ]
    return np.union1d(touch, np.array(found, np.int64))


def with_nearest(lattice: Lattice, rows: IntArray, measure: Measure, why: str) -> Lattice:
    """Return references in which some have only the wording nearest to the prediction.

    It is the wording of the lowest cost; ties go to the first of the longest wordings.

    Args:
        lattice: the references.
        rows: the rows of the references to expand.
        measure: measures the wordings.
        why: the reason for the expansion, for messages.

    Raises:
        InputError: for a reference of more than :data:`MOST_WORDINGS` wordings.

    """
    if not len(rows):
        return lattice
    why = f"compared one by one {why}"
    found = [(row, wording) for row in rows.tolist() for wording in _wordings(lattice, row, why)]
    wordings = [wording for _, wording in found]
    row = np.array([row for row, _ in found])
    texts, wholes = (
        _texts_of(lattice, wordings),
        _texts_of(lattice, _with_omitted(lattice, wordings)),
    )
    given = lattice.references
    cost, length = measure(SegmentColumn(given.name, texts, references=given, row=row))
    _, whole_length = measure(SegmentColumn(given.name, wholes, references=given, row=row))
    whole_length = whole_length + [lattice.left_out[[*each]].sum() for each in wordings]
    order = np.lexsort((-whole_length, cost, row))
    _, firsts = np.unique(row[order], return_index=True)
    chosen = order[firsts]
    left_out = np.maximum(whole_length - length, 0)[chosen]
    return lattice.with_wordings(row[chosen], texts.take(chosen), left_out)


def _wordings(lattice: Lattice, row: int, why: str) -> list[_Wording]:
    """Return the segments of each wording of a reference.

    Args:
        lattice: the references.
        row: the row of the reference.
        why: the reason for the expansion, for messages.

    Raises:
        InputError: for a reference of more than :data:`MOST_WORDINGS` wordings.

    """

    def joined(wordings: list[_Wording], others: list[_Wording]) -> list[_Wording]:
        if len(wordings) + len(others) > MOST_WORDINGS:
            place = lattice.references.position(row)
            raise InputError("alternatives.too_many", place=place, most=MOST_WORDINGS, why=why)
        return wordings + others

    def after_segment(wordings: list[_Wording], part: int) -> list[_Wording]:
        return [(*wording, part) for wording in wordings]

    return along_paths(lattice.parts_of(row), [()], after_segment, joined)


def _with_omitted(lattice: Lattice, wordings: Sequence[_Wording]) -> list[_Wording]:
    """Return the segments of wordings, with the optional words that they leave out."""
    is_omission = lattice.is_omission.tolist()
    return [tuple(part - is_omission[part] for part in wording) for wording in wordings]


def _texts_of(lattice: Lattice, wordings: Sequence[_Wording]) -> Texts:
    """Return the text of each wording, with one space for white space between segments."""
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
    return Texts.of(found)


_Side: TypeAlias = "tuple[str, int]"
"""``"before"`` or ``"after"`` a segment."""

_Neighbours: TypeAlias = "set[tuple[int, int, bool]]"
"""Consecutive segments with text on a path, and whether white space is between them."""

_Ends: TypeAlias = "set[tuple[int, bool]]"
"""The last segment with text of each path to a part, and whether white space follows it."""

_END = -1
"""The number that stands for the begin and the end of a reference, beside those of segments."""


def finds_words(tokenizer: Tokenizer) -> bool:
    """Whether white space is not a token."""
    return isinstance(tokenizer, (WordTokenizer, WhitespaceTokenizer))


def spaced_texts(lattice: Lattice) -> tuple[Texts, IntArray]:
    """Return the segments' texts with the spaces that every path through the reference needs.

    Returns:
        The texts; and the rows of references in which a space cannot belong to a segment, as in
        ``(uh) (um)``, whose texts get no spaces.

    >>> from levmetrics.inputs.columns import reference_column
    >>> from levmetrics.alternatives.parsing import parse
    >>> lattice = parse(reference_column(["{ uh / @ } so { do / @ }", "(uh) (um)"]), "braces")
    >>> texts, rows = spaced_texts(lattice)
    >>> [text for text in texts.to_pylist() if text], rows
    (['uh ', 'so', ' do', 'uh', 'um'], array([1]))

    """
    texts = lattice.texts.to_pylist()
    contradictory = []
    for row, neighbours in _neighbours(lattice, lattice.with_alternatives()):
        sides = _sides_with_space(neighbours)
        if sides is None:
            contradictory.append(row)
            continue
        for side, segment in sides:
            texts[segment] = f" {texts[segment]}" if side == "before" else f"{texts[segment]} "
    return Texts.of(texts), np.array(contradictory, np.int64)


def _neighbours(lattice: Lattice, rows: IntArray) -> Iterator[tuple[int, _Neighbours]]:
    """Yield the rows of some references, each with its pairs of neighbours."""
    has_text = (np.diff(lattice.texts.offsets) > 0).tolist()
    before, after = lattice.space_before.tolist(), lattice.space_after.tolist()

    def in_reference(parts: Sequence[int]) -> _Neighbours:
        found: _Neighbours = set()

        def after_segment(ends: _Ends, part: int) -> _Ends:
            if not has_text[part]:
                has_space = before[part] or after[part]
                return {(last, is_spaced or has_space) for last, is_spaced in ends}
            found.update((last, part, is_spaced or before[part]) for last, is_spaced in ends)
            return {(part, after[part])}

        ends = along_paths(parts, {(_END, False)}, after_segment, set.union)
        return found | {(last, _END, False) for last, _ in ends}

    return ((row, in_reference(lattice.parts_of(row))) for row in rows.tolist())


def _sides_with_space(neighbours: _Neighbours) -> list[_Side] | None:
    """Return the sides of segments that have a space.

    Two neighbours have one space or none between them, and the ends of a reference have none. So
    the side of one segment decides those of its neighbours; if nothing decides, the space is before
    a segment.

    Returns:
        The sides; ``None`` if they contradict each other.

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
        known.setdefault(side, True)
        waiting = [side]
        while waiting:
            decided = waiting.pop()
            for other in others.get(decided, ()):
                if other not in known:
                    known[other] = not known[decided]
                    waiting.append(other)
                elif known[other] == known[decided]:
                    return None
    return [side for side, has_space in known.items() if has_space]


# Texts that begin and end with letters; their neighbours do not affect them, only context does.
_LETTER = r"[\p{Lo}&&[\p{Han}\p{Hiragana}\p{Katakana}]--\p{Block=Halfwidth_And_Fullwidth_Forms}]"
_INERT = regex.compile(rf"(?s){_LETTER}(?:.*{_LETTER})?", regex.V1)


def normalized(lattice: Lattice, normalizer: Chain, tokenizer: Tokenizer) -> Lattice:
    """Return references with every wording normalized as a whole.

    Segments are normalized one by one if that gives the same result. Any other reference gets its
    wordings as alternatives.

    Args:
        lattice: the references as given.
        normalizer: the normalizer of the wordings.
        tokenizer: counts the tokens of the optional words that a wording leaves out.

    Raises:
        InputError: with the position, if the normalizer fails or a reference has too many wordings.

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
    """Return the rows of references in which neighbours may affect a segment's normalization."""
    rows = lattice.with_alternatives()
    if not normalizer.steps:
        return rows[:0]
    touches = np.isin(rows, touching(lattice)).tolist()
    texts = lattice.texts.to_pylist()
    spans = np.searchsorted(lattice.row, [rows, rows + 1]).T.tolist()
    found = []
    for row, is_touching, (start, end) in zip(rows.tolist(), touches, spans, strict=True):
        segments = [*filter(None, texts[start:end])]
        if (is_touching and not all(map(_INERT.fullmatch, segments))) or normalizer.has_context(
            " ".join(segments)
        ):
            found.append(row)
    return np.array(found, np.int64)


def _rows_with_other_spaces(lattice: Lattice, one_by_one: Lattice) -> IntArray:
    """Return the rows of references with alternatives whose normalized segments change spacing.

    A segment that became empty or got outer spaces adds a space between its neighbours.
    """
    normalized = one_by_one.texts.to_arrow()
    trimmed = pc.utf8_trim_whitespace(normalized)
    is_lost = pc.and_(pc.equal(trimmed, ""), pc.not_equal(lattice.texts.to_arrow(), ""))
    is_other = np.asarray(pc.or_(is_lost, pc.not_equal(trimmed, normalized)))
    rows: IntArray = np.intersect1d(lattice.row[is_other], lattice.with_alternatives())
    return rows


def _written_out(lattice: Lattice, rows: IntArray, why: str) -> tuple[Lattice, dict[int, int]]:
    """Return references with their wordings as alternatives.

    Returns:
        The references; and for the segment of each wording, the segment of the wording with the
        optional words that it leaves out.

    """
    segments: list[_Wording] = []
    row_of: list[int] = []
    new_parts: dict[int, list[int]] = {}
    for row in rows.tolist():
        wordings = _wordings(lattice, row, why)
        begin, end = (len(lattice.texts) + len(segments) + i for i in (0, len(wordings) + 1))
        new_parts[row] = [begin, *alternatives_of(range(begin + 1, end)), end]
        segments += [(), *wordings, ()]
        row_of += [row] * (len(wordings) + 2)
    complete = _with_omitted(lattice, segments)
    place = {wording: number for number, wording in enumerate(segments, len(lattice.texts))}
    wholes = {place[own]: place[each] for own, each in zip(segments, complete, strict=True) if own}
    texts = _texts_of(lattice, segments)
    unused = np.isin(lattice.row, rows).tolist()
    kept = [
        "" if is_unused else text for is_unused, text in zip(unused, lattice.texts, strict=True)
    ]
    return replace(lattice, texts=Texts.of(kept)).with_segments(texts, row_of, new_parts), wholes


def _left_out(lattice: Lattice, wholes: Mapping[int, int], tokenizer: Tokenizer) -> IntArray:
    """Return, for every segment, the number of tokens that its optional words would add.

    Equal wordings of a reference all get the largest of their numbers.
    """
    shorter = [part for part, whole in wholes.items() if part != whole]
    left_out = np.zeros(len(lattice.texts), np.int64)
    if not shorter:
        return left_out
    segments = [*shorter, *(wholes[part] for part in shorter)]
    texts = lattice.texts.take(np.array(segments))
    (tokens,) = tokenizer.columns(replace(lattice.column(texts), row=lattice.row[segments]))
    own, whole = np.array([*map(len, tokens.rows())]).reshape(2, -1)
    row, wordings = lattice.row, lattice.texts.to_pylist()
    most: dict[tuple[int, str], int] = {}
    for part, number in zip(shorter, (whole - own).tolist(), strict=True):
        key = row[part], wordings[part]
        most[key] = max(number, most.get(key, 0))
    left_out[[*wholes]] = [most.get((row[part], wordings[part]), 0) for part in wholes]
    return left_out

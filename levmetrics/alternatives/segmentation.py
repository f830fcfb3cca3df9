"""Texts cut where alternatives are written in them, in NumPy and Arrow."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.alternatives.lattice import BoolArray
from levmetrics.alternatives.segments import Cut, Cuts
from levmetrics.alternatives.syntax import NOTHING, Syntax
from levmetrics.arrays import IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.columns import TextColumn

# White space, or scripts that do not write it between words, with their punctuation.
_NO_PART_OF_A_WORD = regex.compile(
    r"[\s\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Block=Halfwidth_And_Fullwidth_Forms}]"
)


class Texts(NamedTuple):
    """A column of references and the syntax of their alternatives.

    Attributes:
        references: the column.
        syntax: of the alternatives.
        data: the bytes of the texts.
        bounds: where each text starts in them.

    """

    references: TextColumn
    syntax: Syntax
    data: npt.NDArray[np.uint8]
    bounds: IntArray

    def at(self, row: int, place: int) -> tuple[str, int]:
        """Return a text, and the index of its character at a place in the bytes."""
        before = self.data[self.bounds[row] : place].tobytes()
        return self.references.texts[row].as_py(), len(before.decode())

    def error(self, code: str, row: int, place: int, **fields: str) -> InputError:
        """Return the error for a fault at a place in the bytes."""
        return InputError(
            code,
            place=self.references.position(row),
            character=self.at(row, place)[1],
            example=self.syntax.example,
            optional_example=self.syntax.optional_example,
            **fields,
        )


# Between ASCII white space, as the syntax has it.
_NULL_WORD = re.compile(rf"(?<=[ \t\n\v\f\r]){NOTHING}(?=[ \t\n\v\f\r])")
_OPTIONAL, _OPTIONAL_END = 4, 5  # parentheses, until they are cuts
_SPACES = b" \t\n\v\f\r"


def cut_texts(texts: Texts) -> Cuts:
    """Cut references at the characters of the syntax.

    Raises:
        InputError: for a fault; see :func:`levmetrics.alternatives.parsing.parse`.

    """
    marks = _marks(texts)
    _Checks(texts, marks).check()
    marks = _with_omissions(marks)
    rows = len(texts.bounds) - 1
    firsts = np.concatenate([[0], np.cumsum(np.bincount(marks.row, minlength=rows) + 1)])
    start, kind = np.empty(firsts[-1], np.int64), np.zeros(firsts[-1], np.uint8)
    start[firsts[:-1]] = texts.bounds[:-1]
    own = np.arange(len(marks.row)) + marks.row + 1
    start[own], kind[own] = marks.place, marks.kind
    blank = texts.data.copy()
    blank[marks.place] = ord(" ")
    bounds = np.append(start, len(blank))
    buffers = pa.py_buffer(bounds), pa.py_buffer(blank)
    raw = pa.LargeStringArray.from_buffers(len(start), *buffers)
    row = np.repeat(np.arange(rows), np.diff(firsts))
    cuts = Cuts(firsts, row, start, kind, raw, pc.utf8_trim_whitespace(raw))
    return _without_nothing(texts, cuts)


def _with_omissions(marks: _Marks) -> _Marks:
    """Give optional words the other alternative."""
    numbers = 1 + (marks.kind == _OPTIONAL_END)
    place, row = np.repeat(marks.place, numbers), np.repeat(marks.row, numbers)
    kind = np.repeat(marks.kind, numbers)
    ends = np.flatnonzero(kind == _OPTIONAL_END)
    kind[kind == _OPTIONAL] = Cut.OPEN
    kind[ends[::2]] = Cut.OMISSION
    kind[ends[1::2]] = Cut.CLOSE
    return _Marks(place, row, kind)


def _without_nothing(texts: Texts, cuts: Cuts) -> Cuts:
    """Leave out the words that stand for nothing.

    Raises:
        InputError: for an alternative that is empty.

    """
    is_alternative = _is_alternative(cuts.kind)
    is_empty = is_alternative & (np.asarray(pc.binary_length(cuts.texts)) == 0)
    if is_empty.any():
        first = int(np.flatnonzero(is_empty)[0])
        row, start = int(cuts.row[first]), int(cuts.start[first])
        raise texts.error("alternatives.empty", row, start)
    is_nothing = is_alternative & np.asarray(pc.equal(cuts.texts, NOTHING))
    words = pc.if_else(pa.array(is_nothing), pa.scalar("", pa.large_string()), cuts.texts)
    return cuts._replace(texts=_without_null_words(words) if texts.syntax.is_sclites else words)


def _without_null_words(segments: pa.LargeStringArray) -> pa.LargeStringArray:
    """Return segments without the words that stand for nothing."""
    has_some = pc.match_substring_regex(segments, rf"(?:^|\s){NOTHING}(?:\s|$)")
    if not pc.any(has_some).as_py():
        return segments
    texts = segments.to_pylist()
    for segment in np.flatnonzero(np.asarray(has_some)).tolist():
        texts[segment] = " ".join(_NULL_WORD.sub(" ", f" {texts[segment]} ").split())
    return pa.array(texts, pa.large_string())


def _is_alternative(kind: npt.NDArray[np.uint8]) -> BoolArray:
    """Tell which segments are an alternative by themselves: between marks that are no others."""
    begins = (kind == Cut.OPEN) | (kind == Cut.NEXT)
    ends = np.append((kind[1:] == Cut.NEXT) | (kind[1:] == Cut.CLOSE), False)
    alone: BoolArray = begins & ends
    return alone


class _Marks(NamedTuple):
    """The characters of a syntax in a column of texts, in order.

    Attributes:
        place: where they are in the bytes of the column.
        row: in which text.
        kind: what they are; 0 where they are part of a word.

    """

    place: IntArray
    row: IntArray
    kind: npt.NDArray[np.uint8]

    def take(self, chosen: BoolArray) -> _Marks:
        return _Marks(self.place[chosen], self.row[chosen], self.kind[chosen])


def _marks(texts: Texts) -> _Marks:
    """Find the characters of the syntax."""
    data, syntax = texts.data, texts.syntax
    characters = [syntax.open, syntax.next, syntax.close]
    if syntax.is_sclites:
        characters += ["(", ")"]
    kinds = bytearray(256)
    for kind, character in enumerate(characters, 1):
        kinds[ord(character)] = kind
    is_mark = bytes(map(bool, kinds))
    place = np.flatnonzero(np.frombuffer(data.tobytes().translate(is_mark), bool))
    row = np.searchsorted(texts.bounds, place, "right") - 1
    marks = _Marks(place, row, np.frombuffer(kinds, np.uint8)[data[place]])
    depth = np.cumsum((marks.kind == Cut.OPEN).astype(np.int64) - (marks.kind == Cut.CLOSE))
    is_inside = depth > 0
    counts = (marks.kind != Cut.NEXT) | is_inside
    if syntax.is_sclites:
        counts &= _is_word(texts, marks, is_inside)
    return marks if counts.all() else marks.take(counts)


def _is_word(texts: Texts, marks: _Marks, is_inside: BoolArray) -> BoolArray:
    """Tell of marks whether they count: of parentheses, those around a whole word.

    Inside of alternatives, a slash ends a word.
    """
    opens, closes = marks.kind == _OPTIONAL, marks.kind == _OPTIONAL_END
    follows = np.zeros(len(opens), bool)
    if opens.any():
        opens &= _is_free(texts, marks, -1, is_inside)
        closes &= _is_free(texts, marks, 1, is_inside)
        data = texts.data
        spaces = np.flatnonzero((data == ord(" ")) | ((data >= 9) & (data <= 13)))
        before = np.searchsorted(spaces, marks.place)
        follows[:-1] = (
            opens[:-1]
            & closes[1:]
            & (marks.row[:-1] == marks.row[1:])
            & (before[:-1] == before[1:])
            & (np.diff(marks.place) > 1)
        )
    is_pair = follows.copy()
    is_pair[1:] |= follows[:-1]
    counts: BoolArray = is_pair | (marks.kind < _OPTIONAL)
    return counts


def _is_free(
    texts: Texts, marks: _Marks, step: Literal[-1, 1], is_inside: BoolArray | None = None
) -> BoolArray:
    """Tell whether ASCII white space, a brace of the syntax or a text's end is beside marks.

    Or, beside those that are inside of alternatives, the slash between two of these.
    """
    ends = texts.bounds[marks.row] if step < 0 else texts.bounds[marks.row + 1] - 1
    beside = texts.data[np.clip(marks.place + step, 0, len(texts.data) - 1)]
    free = _SPACES + b"{}" if texts.syntax.is_sclites else _SPACES
    is_free: BoolArray = (marks.place == ends) | np.isin(beside, np.frombuffer(free, np.uint8))
    return is_free if is_inside is None else is_free | (is_inside & (beside == ord("/")))


class _Checks:
    """The checks of the marks of a column."""

    def __init__(self, texts: Texts, marks: _Marks) -> None:
        self._texts = texts
        self._marks = marks.take(marks.kind < _OPTIONAL)
        steps = (self._marks.kind == Cut.OPEN).astype(np.int64) - (self._marks.kind == Cut.CLOSE)
        self._depth = np.cumsum(steps)

    def check(self) -> None:
        """Raise for the first fault.

        Raises:
            InputError: with its position.

        """
        if not len(self._marks.place):
            return
        self._check_pairs()
        self._check_number()
        self._check_neighbours()

    def _check_pairs(self) -> None:
        """Refuse brackets that are not closed, or not opened, in their text."""
        syntax, marks = self._texts.syntax, self._marks
        last = np.append(marks.row[1:] != marks.row[:-1], True)
        wrong = np.flatnonzero((self._depth < 0) | (last & (self._depth != 0)))
        if not len(wrong):
            return
        mark = int(wrong[0])
        ends = {"open": syntax.open, "close": syntax.close}
        if self._depth[mark] < 0:
            raise self._error("alternatives.not_opened", mark, **ends)
        row = marks.row == marks.row[mark]
        first = int(np.flatnonzero(row & (marks.kind == Cut.OPEN))[0])
        raise self._error("alternatives.not_closed", first, **ends)

    def _check_number(self) -> None:
        """Refuse a single alternative."""
        kind = self._marks.kind
        level = self._depth + (kind == Cut.CLOSE)
        order = np.lexsort((np.arange(len(level)), level))
        ends = kind[order]
        single = np.flatnonzero((ends[:-1] == Cut.OPEN) & (ends[1:] == Cut.CLOSE))
        if len(single):
            raise self._error("alternatives.only_one", int(order[single].min()))

    def _check_neighbours(self) -> None:
        """Refuse alternatives that touch a word, of which they would become a part."""
        marks, texts, syntax = self._marks, self._texts, self._texts.syntax
        sides: tuple[tuple[int, Literal[-1, 1]], ...] = ((Cut.OPEN, -1), (Cut.CLOSE, 1))
        for kind, step in sides:
            touches = ~_is_free(texts, marks, step) & (marks.kind == kind)
            for mark in np.flatnonzero(touches).tolist():
                text, at = texts.at(int(marks.row[mark]), int(marks.place[mark]))
                beside = text[at + step]
                is_mark = beside in (syntax.open, syntax.next, syntax.close)
                if not is_mark and not _NO_PART_OF_A_WORD.match(beside):
                    raise self._error("alternatives.touching", mark, beside=beside)

    def _error(self, code: str, mark: int, **fields: str) -> InputError:
        row, place = int(self._marks.row[mark]), int(self._marks.place[mark])
        return self._texts.error(code, row, place, **fields)

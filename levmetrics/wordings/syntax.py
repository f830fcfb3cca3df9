"""How alternatives are written in a reference: in braces as sclite reads them, or in brackets."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.arrow_text import utf8_bytes
from levmetrics.inputs.columns import TextColumn
from levmetrics.wordings.lattice import BoolArray, Lattice, Part

Alternatives: TypeAlias = Literal["braces", "brackets"]

_NOTHING = "@"
_ABSENT = -4  # in rows of parts, before they are joined
# White space, or scripts that do not write it between words, with their punctuation.
_NO_PART_OF_A_WORD = regex.compile(
    r"[\s\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Block=Halfwidth_And_Fullwidth_Forms}]"
)


class Syntax(NamedTuple):
    """How alternatives are written.

    Attributes:
        open: the character before the first alternative.
        next: the one between two alternatives.
        close: the one after the last.
        is_sclites: whether ``next`` counts only if white space is around it, a word in parentheses
            may be left out, and the word for nothing is nothing beside others, too.

    """

    open: str
    next: str
    close: str
    is_sclites: bool

    @property
    def example(self) -> str:
        """Two alternatives, as they are written."""
        return self.write("going to", "gonna")

    @property
    def optional_example(self) -> str:
        """An alternative to nothing, as it is written."""
        return self.write("uh", _NOTHING)

    def write(self, first: str, second: str) -> str:
        """Write two alternatives."""
        space = " " if self.is_sclites else ""
        return space.join((self.open, first, self.next, second, self.close))


_SYNTAXES: dict[str, Syntax] = {
    "braces": Syntax("{", "/", "}", is_sclites=True),
    "brackets": Syntax("[", "|", "]", is_sclites=False),
}


def check_alternatives(alternatives: object) -> None:
    """Refuse another value than ``"braces"``, ``"brackets"`` and ``None``.

    Raises:
        InputError: naming these.

    """
    if alternatives is not None and (
        not isinstance(alternatives, str) or alternatives not in _SYNTAXES
    ):
        raise unknown_name(_SYNTAXES, alternatives, "alternatives")


class _Texts(NamedTuple):
    """A column of references and how their alternatives are written.

    Attributes:
        references: the column.
        syntax: of the alternatives; ``None``: there are none.
        data: the bytes of the texts.
        bounds: where each text starts in them.

    """

    references: TextColumn
    syntax: Syntax | None
    data: npt.NDArray[np.uint8]
    bounds: IntArray

    def at(self, row: int, place: int) -> tuple[str, int]:
        """Return a text, and the index of its character at a place in the bytes."""
        before = self.data[self.bounds[row] : place].tobytes()
        return self.references.texts[row].as_py(), len(before.decode())

    def error(self, row: int, place: int, fault: str) -> InputError:
        """Return the error for a fault at a place in the bytes."""
        assert self.syntax is not None
        _, character = self.at(row, place)
        return InputError(
            f"{self.references.position(row)}, character {character}: {fault}; alternatives are "
            f"written {self.syntax.example!r}, and {_NOTHING!r} stands for nothing, "
            f"{self.syntax.optional_example!r}"
        )


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


_FREE = np.zeros(256, bool)
_FREE[[*b" \t\n\v\f\r{}"]] = True
_OPEN, _NEXT, _CLOSE, _OPTIONAL, _OPTIONAL_END = range(1, 6)


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
    >>> lattice.texts.to_pylist(), lattice.parts.tolist()
    (['I am', 'going to', 'gonna', 'go'], [0, -1, 1, -2, 2, -3, 3])

    """
    syntax = None if alternatives is None else _SYNTAXES[alternatives]
    texts = _Texts(references, syntax, *utf8_bytes(references.texts))
    if syntax is None:
        nowhere = np.zeros(0, np.int64)
        return _lattice(texts, _Marks(nowhere, nowhere, np.zeros(0, np.uint8)))
    marks = _marks(texts.data, texts.bounds, syntax)
    _Checks(texts, syntax, marks).check()
    return _lattice(texts, marks)


def _marks(data: npt.NDArray[np.uint8], bounds: IntArray, syntax: Syntax) -> _Marks:
    """Find the characters of a syntax."""
    characters = [syntax.open, syntax.next, syntax.close]
    if syntax.is_sclites:
        characters += ["(", ")"]
    kinds = bytearray(256)
    for kind, character in enumerate(characters, 1):
        kinds[ord(character)] = kind
    is_mark = bytes(map(bool, kinds))
    place = np.flatnonzero(np.frombuffer(data.tobytes().translate(is_mark), bool))
    row = np.searchsorted(bounds, place, "right") - 1
    marks = _Marks(place, row, np.frombuffer(kinds, np.uint8)[data[place]])
    if syntax.is_sclites:
        marks = marks.take(_is_word(data, bounds, marks))
    depth = np.cumsum((marks.kind == _OPEN).astype(np.int64) - (marks.kind == _CLOSE))
    counts = (marks.kind != _NEXT) | (depth > 0)
    if syntax.is_sclites:
        counts &= (marks.kind != _NEXT) | (
            _is_free(data, bounds, marks, -1) & _is_free(data, bounds, marks, 1)
        )
    return marks if counts.all() else marks.take(counts)


def _is_word(data: npt.NDArray[np.uint8], bounds: IntArray, marks: _Marks) -> BoolArray:
    """Tell of marks whether they count: of parentheses, those around a whole word."""
    opens, closes = marks.kind == _OPTIONAL, marks.kind == _OPTIONAL_END
    follows = np.zeros(len(opens), bool)
    if opens.any():
        opens &= _is_free(data, bounds, marks, -1)
        closes &= _is_free(data, bounds, marks, 1)
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
    data: npt.NDArray[np.uint8], bounds: IntArray, marks: _Marks, step: Literal[-1, 1]
) -> BoolArray:
    """Tell whether ASCII white space, another brace or an end of the text is beside marks."""
    at_end = marks.place == (bounds[marks.row] if step < 0 else bounds[marks.row + 1] - 1)
    beside = data[np.clip(marks.place + step, 0, len(data) - 1)]
    free: BoolArray = at_end | _FREE[beside]
    return free


class _Checks:
    """The checks of the marks of a column."""

    def __init__(self, texts: _Texts, syntax: Syntax, marks: _Marks) -> None:
        self._texts = texts
        self._syntax = syntax
        self._marks = marks.take(marks.kind < _OPTIONAL)
        steps = (self._marks.kind == _OPEN).astype(np.int64) - (self._marks.kind == _CLOSE)
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
        syntax, marks = self._syntax, self._marks
        last = np.append(marks.row[1:] != marks.row[:-1], True)
        wrong = np.flatnonzero((self._depth < 0) | (last & (self._depth != 0)))
        if not len(wrong):
            return
        mark = int(wrong[0])
        if self._depth[mark] < 0:
            raise self._error(mark, f"{syntax.close!r} has no {syntax.open!r} before it")
        row = marks.row == marks.row[mark]
        first = int(np.flatnonzero(row & (marks.kind == _OPEN))[0])
        raise self._error(first, f"{syntax.open!r} has no {syntax.close!r} after it")

    def _check_number(self) -> None:
        """Refuse a single alternative."""
        kind = self._marks.kind
        level = self._depth + (kind == _CLOSE)
        order = np.lexsort((np.arange(len(level)), level))
        ends = kind[order]
        single = np.flatnonzero((ends[:-1] == _OPEN) & (ends[1:] == _CLOSE))
        if len(single):
            raise self._error(int(order[single].min()), "there is only one alternative")

    def _check_neighbours(self) -> None:
        """Refuse alternatives that touch a word, of which they would become a part."""
        marks, texts, syntax = self._marks, self._texts, self._syntax
        sides: tuple[tuple[int, Literal[-1, 1]], ...] = ((_OPEN, -1), (_CLOSE, 1))
        for kind, step in sides:
            touches = ~_is_free(texts.data, texts.bounds, marks, step) & (marks.kind == kind)
            for mark in np.flatnonzero(touches).tolist():
                text, at = texts.at(int(marks.row[mark]), int(marks.place[mark]))
                beside = text[at + step]
                is_mark = beside in (syntax.open, syntax.next, syntax.close)
                if not is_mark and not _NO_PART_OF_A_WORD.match(beside):
                    raise self._error(mark, f"it touches {beside!r}; put a space between them")

    def _error(self, mark: int, fault: str) -> InputError:
        return self._texts.error(int(self._marks.row[mark]), int(self._marks.place[mark]), fault)


def _lattice(texts: _Texts, marks: _Marks) -> Lattice:
    """Cut the texts at their marks."""
    rows = len(texts.bounds) - 1
    row = np.concatenate([np.arange(rows), marks.row])
    start = np.concatenate([texts.bounds[:-1], marks.place])
    kind = np.concatenate([np.zeros(rows, np.uint8), marks.kind])
    order = np.lexsort((start, kind > 0, row))  # the begin of a text before a mark there
    row, start, kind = row[order], start[order], kind[order]
    blank = texts.data.copy()
    blank[marks.place] = ord(" ")
    raw = pa.LargeStringArray.from_buffers(
        len(start),
        pa.py_buffer(np.append(start, len(blank)).astype(np.int64)),
        pa.py_buffer(blank),
    )
    segments = pc.utf8_trim_whitespace(raw)
    is_empty = np.asarray(pc.binary_length(segments)) == 0
    is_alternative = _is_alternative(kind)
    for segment in np.flatnonzero(is_alternative & is_empty):
        fault = "the alternative after it is empty"
        raise texts.error(int(row[segment]), int(start[segment]), fault)
    is_nothing = is_alternative & np.asarray(pc.equal(segments, _NOTHING))
    segments = pc.if_else(pa.array(is_nothing), pa.scalar("", pa.large_string()), segments)
    if texts.syntax is not None and texts.syntax.is_sclites:
        segments = _without_null_words(segments)
    omissions = np.flatnonzero(kind == _OPTIONAL_END)
    parts = _parts(kind, omissions)
    counts = np.bincount(row, (parts != _ABSENT).sum(axis=1), rows).astype(np.int64)
    nothing = pa.array([""] * len(omissions), pa.large_string())
    return Lattice(
        references=texts.references,
        texts=pa.concat_arrays([segments, nothing]),
        raw=pa.concat_arrays([raw, nothing]),
        row=np.concatenate([row, row[omissions]]),
        is_omission=np.arange(len(row) + len(omissions)) >= len(row),
        part_offsets=np.concatenate([[0], np.cumsum(counts)]),
        parts=parts[parts != _ABSENT],
    )


def _without_null_words(segments: pa.LargeStringArray) -> pa.LargeStringArray:
    """Return segments without the words that stand for nothing."""
    has_some = pc.match_substring_regex(segments, rf"(?:^|\s){_NOTHING}(?:\s|$)")
    if not pc.any(has_some).as_py():
        return segments
    texts = segments.to_pylist()
    for segment in np.flatnonzero(np.asarray(has_some)).tolist():
        texts[segment] = " ".join(word for word in texts[segment].split() if word != _NOTHING)
    return pa.array(texts, pa.large_string())


def _is_alternative(kind: npt.NDArray[np.uint8]) -> BoolArray:
    """Tell which segments are an alternative by themselves: between marks that are no others."""
    begins = (kind == _OPEN) | (kind == _NEXT)
    ends = np.append((kind[1:] == _NEXT) | (kind[1:] == _CLOSE), False)
    alone: BoolArray = begins & ends
    return alone


def _parts(kind: npt.NDArray[np.uint8], omissions: IntArray) -> IntArray:
    """Return the parts that each mark and the segment after it become."""
    parts = np.full((len(kind), 4), _ABSENT, np.int64)
    parts[:, 3] = np.arange(len(kind))
    parts[(kind == _OPEN) | (kind == _OPTIONAL), 0] = Part.OPEN
    parts[kind == _NEXT, 0] = Part.NEXT
    parts[kind == _CLOSE, 0] = Part.CLOSE
    parts[omissions, 0] = Part.NEXT
    parts[omissions, 1] = len(kind) + np.arange(len(omissions))
    parts[omissions, 2] = Part.CLOSE
    return parts

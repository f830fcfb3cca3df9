"""Parsing of references with alternatives, in braces as in sclite, or in brackets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from levmetrics.alternatives.lattice import Bracket, Lattice
from levmetrics.alternatives.options import Alternatives
from levmetrics.errors import InputError
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import re, regex

NOTHING = "@"


class Syntax(NamedTuple):
    """The syntax of alternatives.

    Attributes:
        open: the character before the first alternative.
        next: the character between two alternatives.
        close: the character after the last alternative.
        is_sclites: whether words in parentheses are optional, and the word for nothing is also
            removed beside other words.
        marks: matches these characters, and optional words in parentheses, except beside a slash
            outside of alternatives.

    """

    open: str
    next: str
    close: str
    is_sclites: bool
    marks: re.Pattern[str]

    def write(self, first: str, second: str) -> str:
        """Return two alternatives in this syntax."""
        space = " " if self.is_sclites else ""
        return space.join((self.open, first, self.next, second, self.close))


# Between braces, slashes and, as the syntax has it, ASCII white space.
_OPTIONAL = r"(?<![^ \t\n\v\f\r{}/])\([^ \t\n\v\f\r{}()/]+\)(?![^ \t\n\v\f\r{}/])"

SYNTAXES: dict[str, Syntax] = {
    "braces": Syntax("{", "/", "}", True, re.compile(rf"[{{/}}]|{_OPTIONAL}")),
    "brackets": Syntax("[", "|", "]", False, re.compile(r"[\[|\]]")),
}
_NO_ALTERNATIVES = SYNTAXES["brackets"]._replace(marks=re.compile("(?!)"))


# White space, or scripts written without it, with their punctuation.
_NO_PART_OF_A_WORD = regex.compile(
    r"[\s\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Block=Halfwidth_And_Fullwidth_Forms}]"
)
# Between ASCII white space, as the syntax has it.
_NULL_WORD = re.compile(rf"(?<=[ \t\n\v\f\r]){NOTHING}(?=[ \t\n\v\f\r])")
_OPEN, _NEXT, _CLOSE = map(int, Bracket)  # plain numbers, which compare faster


class _Cut(NamedTuple):
    """A boundary in a text before a segment.

    Attributes:
        part: its :class:`Bracket` of the reference; ``None`` at the ends of the text.
        start: where it starts in the text.
        end: where it ends, and the segment starts.
        is_omission: whether the segment is the empty alternative to an optional word.

    """

    part: int | None
    start: int
    end: int
    is_omission: bool = False


def parse(references: TextColumn, alternatives: Alternatives | None) -> Lattice:
    """Return references with their alternatives parsed.

    ``"braces"`` is ``{ going to / gonna }``, as sclite reads it in references: ``@`` is the empty
    alternative, every slash inside separates two alternatives (``{km/h}`` is two), alternatives may
    be nested, and a word in parentheses, ``(uh)``, is optional. ``"brackets"`` is
    ``[going to|gonna]``, the same without the optional words.

    Args:
        references: the texts.
        alternatives: their syntax; ``None``: the texts have none.

    Raises:
        InputError: with the position, for brackets that are not closed or not opened, for an
            alternative that is empty or the only one, and for one that touches a word.

    Source: the formats of references in the documentation of the NIST Scoring Toolkit (SCTK).

    >>> from levmetrics.inputs.columns import reference_column
    >>> lattice = parse(reference_column(["I am { going to / gonna } go"]), "braces")
    >>> lattice.texts.to_pylist(), lattice.parts.tolist()
    (['I am', 'going to', 'gonna', 'go'], [0, -1, 1, -2, 2, -3, 3])

    """
    syntax = _NO_ALTERNATIVES if alternatives is None else SYNTAXES[alternatives]
    are_apart = syntax.is_sclites  # for sclite, {a/b}{c/d} are two words
    texts: list[str] = []
    before: list[bool] = []
    after: list[bool] = []
    is_omission: list[bool] = []
    parts: list[int] = []
    bounds = [0]
    for row, text in enumerate(references.texts):
        fault = partial(_fault, syntax, references, row)
        for cut, following in pairwise(_cuts(text, syntax, fault)):
            segment = text[cut.end : following.start]
            said = segment.strip()
            is_alternative = _is_alternative(cut, following)
            if is_alternative and not said:
                raise fault("alternatives.empty", cut)
            if cut.part is not None:
                parts.append(cut.part)
                if cut.part != _NEXT:
                    _check_beside(text, cut, syntax, fault)
            parts.append(len(texts))
            if NOTHING in said:
                said = _without_nothing(said, is_alternative, syntax)
            texts.append(said)
            before.append(segment[:1].isspace() or (are_apart and cut.part is not None))
            after.append(segment[-1:].isspace() or (are_apart and following.part is not None))
            is_omission.append(cut.is_omission)
        bounds.append(len(parts))
    part_offsets = np.array(bounds, np.int64)
    return Lattice(
        references=references,
        texts=Texts.of(texts),
        space_before=np.array(before, bool),
        space_after=np.array(after, bool),
        row=np.repeat(np.arange(len(bounds) - 1), (np.diff(part_offsets) + 1) // 2),
        is_omission=np.array(is_omission, bool),
        left_out=np.zeros(len(texts), np.int64),
        part_offsets=part_offsets,
        parts=np.array(parts, np.int64),
    )


def _cuts(text: str, syntax: Syntax, fault: Callable[..., InputError]) -> list[_Cut]:
    """Return the boundaries in a text: its begin, the characters of the syntax, and its end.

    Raises:
        InputError: for alternatives that are not closed or not opened, and for a single one.

    """
    cuts = [_Cut(None, 0, 0)]
    opened: list[list[_Cut]] = []  # of open brackets, with the cuts between alternatives
    for mark in syntax.marks.finditer(text):
        start, end = mark.span()
        if mark[0] == syntax.open:
            cuts.append(_Cut(_OPEN, start, end))
            opened.append(cuts[-1:])
        elif mark[0] == syntax.close:
            cuts.append(_Cut(_CLOSE, start, end))
            if not opened:
                ends = {"open": syntax.open, "close": syntax.close}
                raise fault("alternatives.not_opened", cuts[-1], **ends)
            first, *others = opened.pop()
            if not others:
                raise fault("alternatives.only_one", first)
        elif mark[0] == syntax.next:
            if opened:  # elsewhere it is text
                cuts.append(_Cut(_NEXT, start, end))
                opened[-1].append(cuts[-1])
        elif opened or syntax.next not in text[max(start - 1, 0) : end + 1]:
            cuts += [
                _Cut(_OPEN, start, start + 1),
                _Cut(_NEXT, end - 1, end, is_omission=True),
                _Cut(_CLOSE, end, end),
            ]
    if opened:
        ends = {"open": syntax.open, "close": syntax.close}
        raise fault("alternatives.not_closed", opened[0][0], **ends)
    return [*cuts, _Cut(None, len(text), len(text))]


def _fault(
    syntax: Syntax, references: TextColumn, row: int, code: str, cut: _Cut, **fields: str
) -> InputError:
    """Return the error for an invalid alternative, with its position."""
    return InputError(
        code,
        place=references.position(row),
        character=cut.start,
        example=syntax.write("going to", "gonna"),
        optional_example=syntax.write("uh", NOTHING),
        **fields,
    )


def _check_beside(text: str, cut: _Cut, syntax: Syntax, fault: Callable[..., InputError]) -> None:
    """Refuse a bracket of alternatives that touches a word.

    Raises:
        InputError: with the position.

    """
    at = cut.start - 1 if cut.part == _OPEN else cut.end
    beside = text[max(at, 0) : at + 1]
    is_apart = beside in ("", " ", syntax.open, syntax.next, syntax.close)
    if not is_apart and not _NO_PART_OF_A_WORD.match(beside):
        raise fault("alternatives.touching", cut, beside=beside)


def _is_alternative(cut: _Cut, following: _Cut) -> bool:
    """Whether the text between two cuts is a whole alternative, and not an optional word."""
    begins = cut.part in (_OPEN, _NEXT) and not cut.is_omission
    return begins and following.part in (_NEXT, _CLOSE) and not following.is_omission


def _without_nothing(text: str, is_alternative: bool, syntax: Syntax) -> str:
    """Return a segment without the words for nothing."""
    if syntax.is_sclites:
        without, number = _NULL_WORD.subn(" ", f" {text} ")
        return " ".join(without.split()) if number else text
    return "" if is_alternative and text == NOTHING else text

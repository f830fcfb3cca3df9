"""Both texts of an alignment side by side, as their lines are, with the errors marked."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from levmetrics.alignment.explanation import Words
from levmetrics.alignment.operations import COUNT_OF_KIND, Operation
from levmetrics.errors import without_controls
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import english

_COLOURS = 6  # of numbered passages, in the style sheet
_LINE_FEEDS = {"\n", "\r\n"}


class CharacterRun(NamedTuple):
    r"""A run of characters with the same outcome.

    Attributes:
        letter: the kind of error, ``"S"``, ``"D"`` or ``"I"``; empty if they are right.
        text: the characters.

    >>> CharacterRun("", "a b\n").shown, CharacterRun("D", "a \n").shown
    ('a b\n', 'a␣↵\n')

    """

    letter: str
    text: str

    @property
    def shown(self) -> str:
        """The text without control characters, and with visible white space in errors."""
        ends = "↵\n" if self.letter else "\n"
        text = self.text.replace(" ", "␣") if self.letter else self.text
        return ends.join(map(without_controls, text.split("\n")))


@dataclass(frozen=True)
class Passage:
    """A part of a text: its number, if passages were put in another order, and its parts."""

    number: int | None
    parts: list[CharacterRun]

    @property
    def colour(self) -> int:
        """The number of its colour."""
        return (self.number or 0) % _COLOURS


def are_lines(tokens: Sequence[Hashable]) -> bool:
    r"""Whether tokens are the characters of a text of several lines.

    >>> are_lines("a\nb"), are_lines("ab"), are_lines(["ab", "\n", "c"])
    (True, False, False)
    """
    of_characters = (len(str(token)) == 1 or not str(token).isalnum() for token in tokens)
    return not _LINE_FEEDS.isdisjoint(tokens) and all(of_characters)


def parts_of(operations: Sequence[Operation]) -> tuple[list[CharacterRun], list[CharacterRun]]:
    """Return the parts of the reference and of the prediction, from the operations on characters.

    >>> from levmetrics.alignment.operations import best_operations
    >>> parts_of(best_operations("ab", "abc", "unit"))[0]
    [CharacterRun(letter='', text='ab'), CharacterRun(letter='D', text='c')]
    """
    parts: tuple[list[CharacterRun], list[CharacterRun]] = ([], [])
    for operation in operations:
        letter = COUNT_OF_KIND[operation.kind].letter
        for side, tokens in zip(parts, (operation.target, operation.pred), strict=True):
            if tokens:
                side.append(CharacterRun(letter, "".join(map(str, tokens))))
    return parts


def side_by_side(
    left: Sequence[Passage], right: Sequence[Passage], words: Words, note: str = ""
) -> str:
    """Return both texts side by side as HTML for a report, whose style sheet colours the errors.

    Args:
        left: the passages of the reference.
        right: those of the prediction.
        words: labels in another language, by the keys of the file ``words.json`` beside this one.
        note: a sentence below them.

    """
    said = {**english("levmetrics.alignment"), **words}
    return render("report/side_by_side.html.j2", left=left, right=right, words=said, note=note)

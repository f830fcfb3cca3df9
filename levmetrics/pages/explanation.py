"""How a page was compared whose blocks are in another order, and the confusions of pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from levmetrics.alignment.alignment import TokenAlignment
from levmetrics.alignment.confusions import TokenConfusions
from levmetrics.alignment.explanation import Code, Words
from levmetrics.alignment.operations import Operation
from levmetrics.alignment.side_by_side import CharacterRun, Passage, parts_of, side_by_side
from levmetrics.pages.order import Block
from levmetrics.rendering.labels import english
from levmetrics.rendering.table import Table


@dataclass(frozen=True)
class PageAlignment(TokenAlignment):
    """The alignment of a page with its blocks in their best order; a report shows both orders.

    Attributes:
        texts: the page as predicted, and its reference.
        blocks: the blocks in the order of the prediction, each with its own operations.
        order: the part of the page's error rate that is due to reading order.

    """

    texts: tuple[str, str] = ("", "")
    blocks: Sequence[tuple[Block, tuple[Operation, ...]]] = ()
    order: float = 0.0

    @property
    def reads(self) -> str:
        """How to read :meth:`markup`: both sides have labels."""
        return ""

    def passages(self) -> tuple[list[Passage], list[Passage]]:
        """Return the passages of reference and prediction; blocks that match have one number."""
        pred, target = self.texts
        places = [(block.reference_start, block.reference_end) for block, _ in self.blocks]
        by_target = sorted(range(len(places)), key=places.__getitem__)
        numbers = {index: number for number, index in enumerate(by_target, start=1)}
        sides = [
            [Passage(numbers[index], parts) for parts in parts_of(operations)]
            for index, (_, operations) in enumerate(self.blocks)
        ]
        ours = [(places[index], sides[index][0]) for index in by_target]
        theirs = [
            ((block.start, block.end), side[1])
            for (block, _), side in zip(self.blocks, sides, strict=True)
        ]
        return [*_between(target, ours, "D")], [*_between(pred, theirs, "I")]

    def code(self, reference: str, prediction: str) -> Code | None:
        """Return ``None``: only HTML shows both orders of the blocks."""
        return None

    def markup(self, words: Words | None = None) -> str:
        """Return both texts side by side, with their blocks numbered, as HTML for a report."""
        said = {**english("levmetrics.pages"), **(words or {})}
        note = said["order_note"].format(points=100 * self.order)
        return side_by_side(*self.passages(), said, note)


def _between(
    text: str, blocks: Sequence[tuple[tuple[int, int], Passage]], letter: str
) -> Iterator[Passage]:
    """Yield the blocks and the text between them.

    Args:
        text: the text.
        blocks: the blocks with their places, in the order of the text.
        letter: the kind of error of the text between blocks, except white space.

    """
    end = 0
    for (start, stop), block in blocks:
        if text[end:start]:
            between = text[end:start]
            yield Passage(None, [CharacterRun(letter if between.strip() else "", between)])
        yield block
        end = max(end, stop)
    if text[end:]:
        yield Passage(None, [CharacterRun(letter if text[end:].strip() else "", text[end:])])


class PageConfusions(TokenConfusions):
    """The edits of the characters of pages, whose tables name them by their code points too."""

    def tables(self, n: int | None = None) -> list[Table]:
        """Return the tables of the edits, with code points beside characters beyond ASCII.

        >>> PageConfusions((("ſ", "f", 2),), (), ()).tables()[0].rows[0][:2]
        ['ſ⟨17F⟩', 'f']
        """
        kinds: list[Any] = [
            tuple((*map(_with_code_points, tokens), count) for *tokens, count in edits[:n])
            for edits in vars(self).values()
        ]
        return TokenConfusions(*kinds).tables()


def _with_code_points(token: object) -> object:
    text = str(token)
    if len(text) > 4 or text.isascii():
        return token
    return text + "".join(f"⟨{ord(character):02X}⟩" for character in text)

"""Pages: their texts, and the positions of their regions and lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

Polygon: TypeAlias = "tuple[tuple[float, float], ...]"
"""The corners of an area, in the page's units from its upper left corner; empty if unknown."""


@dataclass(frozen=True)
class Segment:
    """A region or a line of a page.

    Attributes:
        id: the id in the file; empty if it has none.
        text: the text; a region's has a line feed between its lines.
        polygon: its outline.
        lines: the lines of a region.

    """

    id: str
    text: str
    polygon: Polygon = ()
    lines: tuple[Segment, ...] = ()

    @classmethod
    def of_lines(cls, id: str, lines: Iterable[Segment], polygon: Polygon = ()) -> Segment:
        """Return a region of those lines that have text."""
        filled = tuple(line for line in lines if line.text)
        return cls(id, "\n".join(line.text for line in filled), polygon, filled)


@dataclass(frozen=True)
class Page:
    r"""A page, in its reading order.

    Attributes:
        regions: the regions with text, in the file's reading order.
        size: the width and height, in the units of the polygons; ``None`` if unknown.
        image: the name of the image file, as stated in the page.
        unread: for each line of text that is not read, the name of the element that holds it.

    >>> page = Page((Segment("r1", "Two\nlines"), Segment("r2", "and one.")))
    >>> page.text
    'Two\nlines\nand one.'
    >>> [line.id for line in page.segments("line")]
    ['r1/1', 'r1/2', 'r2/1']

    """

    regions: tuple[Segment, ...]
    size: tuple[float, float] | None = None
    image: str | None = None
    unread: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The texts of the regions, with a line feed between them."""
        return "\n".join(region.text for region in self.regions if region.text)

    def segments(self, level: str) -> list[Segment]:
        """Return the samples of the page, each with a unique id.

        A sample without an id in the file gets its number, after the id of its region.

        Args:
            level: ``"page"``, ``"region"`` or ``"line"``.

        """
        if level == "page":
            return [Segment("", self.text)]
        regions = [
            region if region.id else replace(region, id=str(number))
            for number, region in enumerate(self.regions, start=1)
        ]
        if level == "line":
            return [*_once_each(line for region in regions for line in _lines(region))]
        return [*_once_each(regions)]


def _lines(region: Segment) -> Iterator[Segment]:
    """Yield the lines of a region; if it lists none, the lines of its text."""
    lines = region.lines or [Segment("", text) for text in region.text.split("\n")]
    for number, line in enumerate(lines, start=1):
        yield line if line.id else replace(line, id=f"{region.id}/{number}")


def _once_each(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Yield segments with unique ids: after the first segment of an id, a number is added."""
    seen: Counter[str] = Counter()
    for segment in segments:
        seen[segment.id] += 1
        times = seen[segment.id]
        yield segment if times == 1 else replace(segment, id=f"{segment.id}#{times}")


def outline(x: float, y: float, width: float, height: float) -> Polygon:
    """Return a rectangle.

    >>> outline(1, 2, 10, 20)
    ((1, 2), (11, 2), (11, 22), (1, 22))
    """
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))

"""ALTO, versions 2 to 4.

Source: the schemas of the Library of Congress, https://www.loc.gov/standards/alto/.
"""

from __future__ import annotations

from collections.abc import Iterator

from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.pages.markup import (
    Element,
    local,
    other_format,
    polygon_of,
    root_name,
    root_of,
    within,
)
from levmetrics.formats.pages.page import Page, Polygon, Segment, outline
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.source import Source

_FIRST_PART, _SECOND_PART = "HypPart1", "HypPart2"


class Alto(PageFormat):
    """ALTO: the words of a line with a space between them.

    A word that is broken at a line end (``SUBS_CONTENT``) stands whole in its first line, or with
    ``hyphens="keep"`` as it is printed. Blocks come in the order of ``ReadingOrder`` (version 4) or
    of ``IDNEXT``, or as they stand in the file.
    """

    name = "alto"
    description = "ALTO of OCR, a page a file"
    suffixes = (".xml", ".alto")

    def recognises(self, source: Source) -> bool:
        """Whether the root element is that of ALTO."""
        return root_name(source.start) == "alto"

    def pages(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages, as one if the file has several."""
        root = root_of(source)
        if local(root) != "alto":
            raise other_format(source, "ALTO", root)
        joins = self.options.hyphens == "join"
        regions = (_block(block, joins) for block in _ordered(root))
        page = next((each for each in root.iter() if local(each) == "Page"), None)
        yield (
            "",
            Page(
                tuple(region for region in regions if region.text),
                None if page is None else _size(page),
                _image(root),
            ),
        )


def _size(page: Element) -> tuple[float, float] | None:
    """Return width and height of a page, if they are known."""
    try:
        return float(page.get("WIDTH", "")), float(page.get("HEIGHT", ""))
    except ValueError:
        return None


def _image(root: Element) -> str | None:
    """Return the name of the image's file."""
    names = (each.text for each in root.iter() if local(each) == "fileName")
    return next(names, None)


def _ordered(root: Element) -> list[Element]:
    """Return the blocks of text in reading order."""
    blocks = [each for each in root.iter() if local(each) == "TextBlock"]
    by_id = {block.get("ID", f"block{number}"): block for number, block in enumerate(blocks)}
    stated = [
        reference
        for order in root.iter()
        if local(order) == "ReadingOrder"
        for reference in _referred(order)
    ]
    ordered: dict[str, Element] = {}
    for name in [*stated, *by_id]:
        while name in by_id and name not in ordered:
            ordered[name] = by_id[name]
            name = "" if stated else by_id[name].get("IDNEXT", "")
    return [*ordered.values()]


def _referred(group: Element) -> Iterator[str]:
    """Yield the ids of the blocks that a reading order names."""
    for child in group.iter():
        if reference := child.get("REF"):
            yield from reference.split()


def _block(block: Element, joins: bool) -> Segment:
    """Return a block with its lines, of which those without a text are left out."""
    lines = (
        Segment(line.get("ID", str(number)), _line(line, joins), _outline(line))
        for number, line in enumerate(within(block, "TextLine"), start=1)
    )
    filled = tuple(line for line in lines if line.text)
    text = "\n".join(line.text for line in filled)
    return Segment(block.get("ID", ""), text, _outline(block), filled)


def _line(line: Element, joins: bool) -> str:
    """Return the words of a line, and a hyphen at its end."""
    words = []
    is_joined = False
    for child in line:
        name = local(child)
        if name == "String":
            part, whole = child.get("SUBS_TYPE"), child.get("SUBS_CONTENT")
            is_joined = bool(joins and whole and part == _FIRST_PART)
            if is_joined:
                words.append(whole)
            elif not (joins and whole and part == _SECOND_PART):
                words.append(child.get("CONTENT", ""))
        elif name == "HYP" and words and not is_joined:
            words[-1] = f"{words[-1]}{child.get('CONTENT', '')}"
    return " ".join(word for word in words if word)


def _outline(element: Element) -> Polygon:
    """Return where an element lies: its shape, or else its box."""
    for shape in within(element, "Shape"):
        for polygon in within(shape, "Polygon"):
            return polygon_of(polygon.get("POINTS", ""))
    try:
        box = [float(element.get(name, "")) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")]
    except ValueError:
        return ()
    return outline(*box)


FILE_FORMATS.register(Alto())

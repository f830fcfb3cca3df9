"""PAGE XML, of all versions from 2013 to 2019.

Source: the schemas of PRImA, https://github.com/PRImA-Research-Lab/PAGE-XML, and "Conventions for
PAGE" of OCR-D, https://ocr-d.de/en/spec/page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.pages.markup import (
    Element,
    in_reading_order,
    local,
    other_format,
    polygon_of,
    root_of,
    size_of,
    unread_lines,
    within,
)
from levmetrics.formats.pages.page import Page, Polygon, Segment
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.words import joined_words
from levmetrics.formats.source import Source

_REGION, _CELL, _LINE, _WORD, _GLYPH = "TextRegion", "TableCell", "TextLine", "Word", "Glyph"
# The elements within each element, and what joins their texts. TableCell is Transkribus'.
_PARTS = {
    _REGION: (_LINE, "\n".join),
    _CELL: (_LINE, "\n".join),
    _LINE: (_WORD, joined_words),
    _WORD: (_GLYPH, "".join),
}
_DEPTHS = {_REGION: 0, _CELL: 0, _LINE: 1, _WORD: 2, _GLYPH: 3}
_LEVELS = {"region": 0, "line": 1, "word": 2}
_EQUIVALENT, _TEXTS = "TextEquiv", ("Unicode", "PlainText")
# The elements in which each element is read.
_PLACES = {
    _LINE: (_REGION, _CELL),
    _WORD: (_LINE,),
    _GLYPH: (_WORD,),
    _EQUIVALENT: (*_DEPTHS,),
    **dict.fromkeys(_TEXTS, (_EQUIVALENT,)),
}
_KNOWN = {*_TEXTS, "CornerPts"}  # elements with text, which in the last is none of the page


class PageXml(PageFormat):
    """PAGE XML.

    Of several equivalents of a text, the one with the lowest ``index`` counts, else the one with
    the highest ``conf``, else the first. Regions are in the order of ``ReadingOrder``; others come
    last, in the order of the file. A region or table named there stands for the regions within it.
    Cells of a table are regions, in the order of rows and columns: Transkribus' ``TableCell``, and
    regions with a ``TableCellRole``.
    """

    name = "page"
    description = "PAGE XML of OCR, a page a file"
    suffixes = (".xml", ".page")
    root = "pcgts"

    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the page; a file of several, which the schema does not have, is numbered."""
        root = root_of(source)
        pages = within(root, "Page")
        if local(root) != "PcGts" or not pages:
            raise other_format(source, root)
        for number, page in enumerate(pages, start=1):
            yield str(number) if len(pages) > 1 else "", self._page(source, page)

    def _page(self, source: Source, page: Element) -> Page:
        """Return a page.

        Raises:
            InputError: if it has texts, but none of the level that is read.

        """
        order = [name for order in within(page, "ReadingOrder") for name in _referred(order)]
        ordered = in_reading_order(page, (_REGION, _CELL), order, arranged=_arranged)
        level = self.options.text_from
        regions = [_region(region, level) for region in ordered]
        filled = tuple(region for region in regions if region.text)
        lacking = [] if level is None else [*_lacking(ordered, level)]
        if lacking and not filled:
            raise InputError("pages.no_texts_of", file=source.name, level=level)
        size = size_of(page.get("imageWidth"), page.get("imageHeight"))
        image = page.get("imageFilename") or None
        unread = unread_lines(page, _others(page), _PLACES, _is_text, _covers)
        return Page(filled, size, image, (*unread, *lacking))


def _referred(group: Element) -> Iterator[str]:
    """Yield the ids of regions in a group of the reading order, in order."""
    children = [child for child in group if local(child)]
    if local(group).startswith("Ordered"):
        children.sort(key=lambda child: _number(child.get("index")))
    for child in children:
        if reference := child.get("regionRef"):
            yield reference
        yield from _referred(child)


def _arranged(children: list[Element]) -> list[Element]:
    """Return the elements within an element; cells of a table are in row and column order."""
    places = {index: cell for index, each in enumerate(children) if (cell := _cell(each))}
    in_order = sorted(places, key=places.__getitem__)
    for index, of_cell in zip(places, [children[index] for index in in_order], strict=True):
        children[index] = of_cell
    return children


def _cell(element: Element) -> tuple[float, float] | None:
    """Return the row and the column of a cell of a table; ``None`` for other elements."""
    if local(element) == _CELL:
        return _number(element.get("row")), _number(element.get("col"))
    if local(element) == _REGION:
        for roles in within(element, "Roles"):
            for role in within(roles, "TableCellRole"):
                return _number(role.get("rowIndex")), _number(role.get("columnIndex"))
    return None


def _is_text(element: Element) -> bool:
    return local(element) in _TEXTS and _is_filled(element)


def _is_filled(element: Element) -> bool:
    return bool(text := element.text) and not text.isspace()


def _others(page: Element) -> list[Element]:
    return [each for each in filter(_is_filled, page.iter("*")) if local(each) not in _KNOWN]


def _covers(element: Element) -> bool:
    """Whether an element within a region states its text itself."""
    return local(element) in (_LINE, _WORD, _GLYPH) and bool(_equivalent(element))


def _lacking(regions: Iterable[Element], level: str) -> Iterator[str]:
    """Yield a name for each line of text that a file has, but not at the level that is read."""
    for region in regions:
        lines = [] if level == "region" else within(region, _LINE)
        for part in lines or [region]:
            if (text := _text(part)) and not _text(part, level):
                name = f"{local(part)} without text of the level {level}"
                yield from [name] * len(text.split("\n"))


def _region(region: Element, level: str | None) -> Segment:
    """Return a region with its lines."""
    lines = tuple(
        Segment(line.get("id", ""), _text(line, level), _outline(line))
        for line in within(region, _LINE)
    )
    text = _text(region, level, [line.text for line in lines])
    return Segment(region.get("id", ""), text, _outline(region), lines)


def _text(element: Element, level: str | None = None, of_parts: Iterable[str] | None = None) -> str:
    """Return the text of an element: its own, or else that of its parts.

    Args:
        element: a region, a line, a word or a glyph.
        level: the level of the texts to read; ``None``: the highest with text.
        of_parts: the texts of its parts; ``None``: they are read.

    """
    name = local(element)
    is_above = level is not None and _DEPTHS[name] < _LEVELS[level]
    own = "" if is_above else _equivalent(element)
    if own or name not in _PARTS or (level is not None and not is_above):
        return own
    part, joined = _PARTS[name]
    if of_parts is None:
        of_parts = [_text(each, level) for each in within(element, part)]
    return joined(text for text in of_parts if text)


def _equivalent(element: Element) -> str:
    """Return the text that an element itself states; ``""`` if it states none."""
    equivalents = within(element, _EQUIVALENT)
    if not equivalents:
        return ""
    best = equivalents[0] if len(equivalents) == 1 else _best(equivalents)
    texts = within(best, _TEXTS[0]) or within(best, _TEXTS[1])
    return (texts[0].text or "") if texts else ""


def _best(equivalents: Iterable[Element]) -> Element:
    """Return the equivalent that counts: of the lowest index, or else the highest confidence."""
    key = "index" if any(each.get("index") for each in equivalents) else "conf"
    sign = 1 if key == "index" else -1
    return min(equivalents, key=lambda each: sign * _number(each.get(key), sign * math.inf))


def _number(text: str | None, missing: float = math.inf) -> float:
    """Return a number, or a default value if there is none."""
    try:
        return float(text or "")
    except ValueError:
        return missing


def _outline(element: Element) -> Polygon:
    """Return the outline of an element, from points in an attribute or in elements (2010)."""
    for coordinates in within(element, "Coords"):
        if points := coordinates.get("points"):
            return polygon_of(points)
        corners = [(each.get("x", ""), each.get("y", "")) for each in within(coordinates, "Point")]
        return polygon_of(" ".join(map(",".join, corners)))
    return ()


FILE_FORMATS.register(PageXml())

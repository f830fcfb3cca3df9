"""ALTO, versions 2 to 4.

Source: the schemas of the Library of Congress, https://www.loc.gov/standards/alto/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

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
from levmetrics.formats.pages.page import Page, Polygon, Segment, outline
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.words import gap
from levmetrics.formats.source import Source

_KINDS = ("HypPart1", "HypPart2")
_TEXTS = ("String", "HYP")
# The elements in which each element is read.
_PLACES = {"TextLine": ("TextBlock",), **dict.fromkeys(_TEXTS, ("TextLine",))}


class Alto(PageFormat):
    """ALTO: the words of a line with a space between them.

    A word broken at a line end (``SUBS_CONTENT``) is whole in its first line, or as printed with
    ``hyphens="keep"``. Blocks are in the order of ``ReadingOrder`` (version 4) or ``IDNEXT``, or
    else in that of the file.
    """

    name = "alto"
    description = "ALTO of OCR"
    suffixes = (".xml", ".alto")
    root = "alto"

    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages, with their numbers if there are several."""
        root = root_of(source)
        pages = [*root.iter("{*}Page")]
        if local(root) != "alto" or not pages:
            raise other_format(source, root)
        orders = root.iter("{*}ReadingOrder")
        referred = (child.get("REF", "") for order in orders for child in order.iter("*"))
        stated = " ".join(referred).split()
        image = next((each.text for each in root.iter("{*}fileName")), None)
        for number, page in enumerate(pages, start=1):
            blocks = in_reading_order(page, ("TextBlock",), stated or _chained(page), key="ID")
            whole = _joined_words(blocks) if self.options.hyphens == "join" else {}
            regions = (_block(block, whole) for block in blocks)
            others = filter(_is_other, page.iter("*"))
            yield (
                str(number) if len(pages) > 1 else "",
                Page(
                    tuple(region for region in regions if region.text),
                    size_of(page.get("WIDTH"), page.get("HEIGHT")),
                    image,
                    unread_lines(page, others, _PLACES, _is_text, _covers),
                ),
            )


def _chained(page: Element) -> Iterator[str]:
    """Yield the ids of blocks in the order of their links to the next block."""
    blocks = page.iter("{*}TextBlock")
    following = {block.get("ID", ""): block.get("IDNEXT", "") for block in blocks}
    if not any(following.values()):
        return
    heads = following.keys() - {*following.values()}
    after_heads = {name for head in heads for name in _chain(head, following)}
    seen: set[str] = set()
    for name in following:
        if name in heads or name not in after_heads:  # in a cycle, the first block
            new = [each for each in _chain(name, following) if each not in seen]
            seen.update(new)
            yield from new


def _chain(name: str, following: Mapping[str, str]) -> Iterator[str]:
    """Yield a name and its successors, each once."""
    seen: set[str] = set()
    while name in following and name not in seen:
        yield name
        seen.add(name)
        name = following[name]


def _is_text(element: Element) -> bool:
    return local(element) in _TEXTS and bool(element.get("CONTENT", "").strip())


def _is_other(element: Element) -> bool:
    if element.text and not element.text.isspace():
        return True
    return local(element) not in _TEXTS and bool(element.get("CONTENT", "").strip())


def _covers(element: Element) -> bool:
    """Whether an element is a word that states its text, and not by its glyphs alone."""
    return local(element) == "String" and bool(element.get("CONTENT"))


def _joined_words(blocks: Sequence[Element]) -> dict[Element, str]:
    """Return the texts of the two parts of each word broken at a line end.

    The first part gets the whole word, with the punctuation at its ends, and the second part an
    empty text. Parts without their counterpart are left out.
    """
    words = (each for block in blocks for each in block.iter("{*}String"))
    parts = [each for each in words if each.get("SUBS_CONTENT")]
    texts: dict[Element, str] = {}
    for first, second in pairwise(parts):
        kinds = first.get("SUBS_TYPE"), second.get("SUBS_TYPE")
        word = first.get("SUBS_CONTENT", "")
        if kinds == _KINDS and second.get("SUBS_CONTENT") == word:
            written = first.get("CONTENT", "") + second.get("CONTENT", "")
            texts[first], texts[second] = (written if word in written else word), ""
    return texts


def _block(block: Element, whole: Mapping[Element, str]) -> Segment:
    """Return a block with its lines that have text."""
    lines = (
        Segment(line.get("ID", ""), _line(line, whole), _outline(line))
        for line in within(block, "TextLine")
    )
    return Segment.of_lines(block.get("ID", ""), lines, _outline(block))


def _line(line: Element, whole: Mapping[Element, str]) -> str:
    """Return the words of a line, and a hyphen at its end.

    Args:
        line: a line of a block.
        whole: the texts of words broken at a line end.

    """
    text, space = "", ""
    is_joined = False
    for child in line:
        name = local(child)
        if name == "String":
            is_joined = child in whole
            word = whole[child] if is_joined else child.get("CONTENT", "")
            text += (space if text and word else "") or gap(text, word)
            text, space = text + word, "" if word else space
        elif name == "SP":
            space = " "
        elif name == "HYP" and not is_joined:
            text += child.get("CONTENT", "")
    return text


def _outline(element: Element) -> Polygon:
    """Return the outline of an element: its shape, or else its box."""
    for shape in within(element, "Shape"):
        for polygon in within(shape, "Polygon"):
            return polygon_of(polygon.get("POINTS", ""))
    try:
        box = [float(element.get(name, "")) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")]
    except ValueError:
        return ()
    return outline(*box)


FILE_FORMATS.register(Alto())

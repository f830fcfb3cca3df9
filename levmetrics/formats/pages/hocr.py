"""hOCR: HTML with the classes of an OCR's result.

Source: Breuel et al., "hOCR - OCR Workflow and Output embedded in HTML", version 1.2,
https://kba.github.io/hocr-spec/1.2/.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.pages.markup import Element, root_name, root_of
from levmetrics.formats.pages.page import Page, Polygon, Segment, outline
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.source import Source
from levmetrics.lazy import re

_PAGE, _WORD = "ocr_page", "ocrx_word"
_REGIONS = ("ocr_par", "ocr_carea")  # the smallest that a file has
_LINES = ("ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat", "ocr_footer")
_BOX = re.compile(r"\bbbox\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)")
_IMAGE = re.compile(r"\bimage\s+[\"']?([^\"';]+)")


class Hocr(PageFormat):
    """hOCR: pages, paragraphs, lines and words in the order of the file."""

    name = "hocr"
    description = "hOCR, the HTML of an OCR"
    suffixes = (".hocr", ".html", ".htm", ".xhtml", ".xml")

    def recognises(self, source: Source) -> bool:
        """Whether it is HTML with a page of an OCR."""
        return root_name(source.start) == "html" and _PAGE.encode() in source.start

    def pages(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages, with their numbers if they are several."""
        root = root_of(source, html=True)
        pages = _of_class(root, (_PAGE,))
        if not pages:
            raise InputError("pages.no_hocr", file=source.name)
        for number, page in enumerate(pages, start=1):
            title = page.get("title", "")
            image, box = _IMAGE.search(title), _outline(page)
            yield (
                str(number) if len(pages) > 1 else "",
                Page(_regions(page), box[2] if box else None, image[1] if image else None),
            )


def _of_class(element: Element, names: tuple[str, ...]) -> list[Element]:
    """Return the elements within that have one of some classes."""
    known = {*names}
    return [each for each in element.iter("*") if known & {*each.get("class", "").split()}]


def _regions(page: Element) -> tuple[Segment, ...]:
    """Return the regions of a page, or if it has none one of all its lines."""
    found = next(filter(None, (_of_class(page, (name,)) for name in _REGIONS)), [page])
    regions = []
    for number, region in enumerate(found, start=1):
        lines = tuple(_lines(region))
        text = "\n".join(line.text for line in lines)
        if text:
            name = region.get("id", str(number))
            regions.append(Segment(name, text, _outline(region), lines))
    return tuple(regions)


def _lines(region: Element) -> Iterator[Segment]:
    """Yield the lines of a region that have a text."""
    for number, line in enumerate(_of_class(region, _LINES), start=1):
        words = _of_class(line, (_WORD,)) or [line]
        text = " ".join(chain.from_iterable("".join(word.itertext()).split() for word in words))
        if text:
            yield Segment(line.get("id", str(number)), text, _outline(line))


def _outline(element: Element) -> Polygon:
    """Return the box that an element's title has."""
    found = _BOX.search(element.get("title", ""))
    if found is None:
        return ()
    left, top, right, bottom = map(float, found.groups())
    return outline(left, top, right - left, bottom - top)


FILE_FORMATS.register(Hocr())

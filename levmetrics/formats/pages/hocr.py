"""hOCR: HTML with classes for OCR results.

Source: Breuel et al., "hOCR - OCR Workflow and Output embedded in HTML", version 1.2,
https://kba.github.io/hocr-spec/1.2/.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.pages.markup import Element, root_name, root_of
from levmetrics.formats.pages.page import Page, Polygon, Segment, outline
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.words import gap
from levmetrics.formats.source import Source
from levmetrics.lazy import re

_PAGE, _WORD, _ALTERNATIVES = "ocr_page", "ocrx_word", "alternatives"
_CHARACTER = "ocrx_cinfo"
_CHARACTERS = {_CHARACTER, "ocr_glyph", "ocr_symbol"}
_REGIONS = {"ocr_par", "ocr_carea"}
_LINES = {
    *("ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"),
}
_NO_TEXT = ("script", "style")
# Elements that begin a line for text outside of all lines.
_BLOCKS = {"p", "div", "li", "td", "th", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "br"}
_BOX = re.compile(r"\bbbox" + 4 * r"\s+(-?\d+(?:\.\d+)?)" + r"(?![\d.])")
_IMAGE = re.compile(r"\bimage\s+[\"']?([^\"';]+)")
_SPACES = " \t\r\n\f"  # HTML's white space, which has no no-break space
_SPACE = re.compile(rf"[{_SPACES}]+")
_LAYOUT = re.compile(rf"[{_SPACES}]*\n[{_SPACES}]*")  # the end and the indentation of a line


class Hocr(PageFormat):
    """hOCR: pages, paragraphs, lines and words in the order of the file.

    A line is the innermost element with a class of lines. Text outside of lines is split into lines
    at the elements that begin a line in HTML.
    """

    name = "hocr"
    description = "hOCR, the HTML of an OCR"
    suffixes = (".hocr", ".html", ".htm", ".xhtml", ".xml")

    def recognises(self, source: Source) -> bool:
        """Whether the file is HTML, or a part of HTML, with a page of OCR."""
        root = root_name(source.start)
        return root in ("html", "body", "div") and _PAGE.encode() in source.start

    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages, with their numbers if there are several."""
        root = root_of(source, html=True)
        pages = _of_class(root, _PAGE)
        if not pages:
            raise InputError("pages.no_hocr", file=source.name)
        if any(_best(each) is None for each in _of_class(root, _ALTERNATIVES)):
            element = f"an element of class {_ALTERNATIVES} without one ins"
            raise InputError("pages.two_readings", file=source.name, element=element)
        outside = [name for body in root.iter("body") for name in _outside(body, pages)]
        for number, page in enumerate(pages, start=1):
            image, box = _IMAGE.search(page.get("title", "")), _outline(page)
            unread = (*_lost_words(page), *(outside if number == 1 else ()))
            yield (
                str(number) if len(pages) > 1 else "",
                Page(_regions(page), box[2] if box else None, image[1] if image else None, unread),
            )


def _of_class(root: Element, name: str) -> list[Element]:
    """Return the elements of a class, in the order of the file."""
    likely = root.xpath(f"descendant-or-self::*[contains(@class, '{name}')]")
    return [each for each in likely if name in _classes(each)]


def _classes(element: Element) -> set[str]:
    return {*element.get("class", "").split()}


def _best(alternatives: Element) -> Element | None:
    """Return the element with the text of alternatives; ``None`` if none or several have it."""
    found = [child for child in alternatives if child.tag == "ins"]
    return found[0] if len(found) == 1 else None


def _has_characters(element: Element) -> bool:
    return any(_classes(child) & _CHARACTERS for child in element)


def _is_choices(element: Element) -> bool:
    """Whether an element has other readings of a character, as Tesseract's ``lstm_choice_mode``."""
    return (
        not element.get("title")
        and bool(_classes(element) & _CHARACTERS)
        and _has_characters(element)
    )


def _outside(element: Element, pages: Collection[Element]) -> Iterator[str]:
    """Yield, for each text outside of the pages, the name of the element that holds it."""
    if element in pages or element.tag in _NO_TEXT:
        return
    for text in (element.text, *(child.tail for child in element)):
        if text and not text.isspace():
            yield element.tag
    for child in element:
        yield from _outside(child, pages)


def _lost_words(page: Element) -> Iterator[str]:
    """Yield the class of characters for each word of which a page has only other readings."""
    choices = filter(_is_choices, _of_class(page, _CHARACTER))
    words = {word for each in choices for word in each.iterancestors() if _WORD in _classes(word)}
    for word in words:
        if not any(piece.text.strip() for piece in _pieces(word, _NOWHERE)):
            yield _CHARACTER


class _TextWithin(NamedTuple):
    """A text with the innermost elements around it."""

    region: Element | None
    line: Element | None
    word: Element | None
    text: str


_NOWHERE = _TextWithin(None, None, None, "")


def _pieces(element: Element, within: _TextWithin) -> Iterator[_TextWithin]:
    """Yield the texts of an element in order.

    Args:
        element: an element of a page.
        within: the elements around it.

    """
    classes = _classes(element)
    if classes & _REGIONS:
        within = _TextWithin(element, None, None, "")
    elif classes & _LINES or (element.tag in _BLOCKS and not _is_line(within.line)):
        within = within._replace(line=element)
    elif _WORD in classes:
        within = within._replace(word=element)
    if _ALTERNATIVES in classes:
        yield from _pieces(_best(element), within)
        return
    own = _without_indents if within.word is not None and _has_characters(element) else str
    yield within._replace(text=own(element.text or ""))
    for child in element:
        if child.tag not in _NO_TEXT and not _is_choices(child):
            yield from _pieces(child, within)
        if child.tag == "br" and not _is_line(within.line):
            within = within._replace(line=child)
        yield within._replace(text=own(child.tail or ""))


def _without_indents(text: str) -> str:
    """Return a text between the characters of a word, whose white space is that of the file."""
    return text.strip(_SPACES)


def _is_line(element: Element | None) -> bool:
    return element is not None and bool(_classes(element) & _LINES)


def _regions(page: Element) -> tuple[Segment, ...]:
    """Return the regions of a page; lines outside of regions form regions between them."""
    pieces = [piece for piece in _pieces(page, _NOWHERE) if piece.text]
    regions = []
    for region, of_region in groupby(pieces, key=attrgetter("region")):
        lines = [
            _line(line, [*of_line]) for line, of_line in groupby(of_region, key=attrgetter("line"))
        ]
        name, polygon = ("", ()) if region is None else (region.get("id", ""), _outline(region))
        regions.append(Segment.of_lines(name, lines, polygon))
    return tuple(region for region in regions if region.lines)


def _line(line: Element | None, pieces: Sequence[_TextWithin]) -> Segment:
    """Return a line, with the gap of their script between words that the file has apart."""
    text, last, layout = "", None, ""
    for piece in pieces:
        if last is not None and piece.word is None and _LAYOUT.fullmatch(piece.text):
            layout = piece.text  # unlike a space on the line, none of the text
            continue
        is_next_word = last is not None and piece.word is not None and piece.word is not last
        text += gap(text, piece.text) if is_next_word else layout
        text, last, layout = text + piece.text, piece.word, ""
    text = _SPACE.sub(" ", text).strip(" ")
    if line is None:
        return Segment("", text)
    return Segment(line.get("id", ""), text, _outline(line))


def _outline(element: Element) -> Polygon:
    """Return the box in an element's title."""
    found = _BOX.search(element.get("title", ""))
    if found is None:
        return ()
    left, top, right, bottom = map(float, found.groups())
    return outline(left, top, right - left, bottom - top)


FILE_FORMATS.register(Hocr())

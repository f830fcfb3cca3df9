"""XML and HTML documents, parsed within limits and without entities of their own."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from levmetrics.errors import InputError, reason
from levmetrics.formats.pages.page import Polygon
from levmetrics.formats.source import Source
from levmetrics.system.extras import needed_by

Element: TypeAlias = Any  # an element of lxml, which has no types

_MOST_BYTES = 200_000_000  # bytes of a document, which needs a multiple of this in memory
_NAME = re.compile(rb"<(?:[\w.-]+:)?([\w.-]+)")
# The beginnings and ends of everything that may precede the root of a document.
_BEFORE = ((b"<?", b"?>"), (b"<!--", b"-->"))
_DOCTYPE = b"<!doctype"
_NUMBER = r"-?\d+(?:\.\d*)?"
_POINT = re.compile(rf"({_NUMBER})[,\s]\s*({_NUMBER})(?![\d.])")
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=", re.IGNORECASE)


def root_name(start: bytes) -> str:
    """Return the name of a document's root element in lower case; ``""`` if there is none.

    >>> root_name(b'<?xml version="1.0"?><!-- <b> --><a:PcGts xmlns:a="x"/>')
    'pcgts'
    >>> root_name(b'<!DOCTYPE x [<!ENTITY a "b>">]> <alto/>'), root_name(b"no <b>markup</b>")
    ('alto', '')
    """
    text = start[:100_000].lstrip(b"\xef\xbb\xbf\xff\xfe").replace(b"\0", b"").lstrip()  # in UTF-16
    while (end := _end_of_prolog(text)) > 0:
        text = text[end:].lstrip()
    found = _NAME.match(text)
    return found[1].decode("ascii", "replace").lower() if found else ""


def _end_of_prolog(text: bytes) -> int:
    """Return the end of a declaration, comment or document type; 0 if there is none."""
    for begin, end in _BEFORE:
        if text.startswith(begin):
            return text.find(end) + len(end) if end in text else len(text)
    if text[: len(_DOCTYPE)].lower() != _DOCTYPE:
        return 0
    bracket, end_of_tag = text.find(b"["), text.find(b">")
    if 0 <= bracket < end_of_tag:  # with declarations of its own
        end_of_tag = text.find(b">", text.find(b"]", bracket))
    return end_of_tag + 1 if end_of_tag >= 0 else len(text)


def root_of(source: Source, *, html: bool = False) -> Element:
    """Return the root element of a document.

    Args:
        source: the file.
        html: whether it is HTML, with the entities of HTML.

    Raises:
        InputError: if it is damaged or too large, or declares entities.
        ImportError: if lxml is not installed; the message has the line that installs it.

    """
    with needed_by("reading ALTO, hOCR, PAGE and TEI", "ocr"):
        from lxml import etree
    most = min(source.limits.file_bytes, _MOST_BYTES)
    limited = source.changed(limits=replace(source.limits, file_bytes=most))
    data = b"".join(limited.parts())
    settings: dict[str, Any] = {
        "no_network": True,
        "remove_comments": True,
        "remove_pis": True,
    }
    if html:
        parser: Any = etree.HTMLParser(encoding=_encoding_of_html(data), **settings)
    else:
        parser = etree.XMLParser(resolve_entities=False, load_dtd=False, **settings)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:  # its message may quote kilobytes of the file
        at = {"line": error.lineno or 1, "column": (error.offset or 0) + 1}
        raise InputError("pages.broken_xml", file=source.name, **at) from None
    except ValueError as error:
        raise InputError("pages.no_xml", file=source.name, why=reason(error)) from None
    if root is None:
        raise InputError("pages.no_xml", file=source.name, why="it is empty")
    declared = root.getroottree().docinfo.internalDTD
    if not html and declared is not None and any(True for _ in declared.iterentities()):
        raise InputError("pages.entities", file=source.name)
    return root


def _encoding_of_html(data: bytes) -> str | None:
    """Return UTF-8 for a document that is in UTF-8 and does not say so; HTML assumes Latin-1."""
    if _CHARSET.search(data[:10_000]):
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def other_format(source: Source, root: Element) -> InputError:
    """Return the error for a document of another kind."""
    return InputError("pages.other_format", file=source.name, root=local(root))


def local(element: Element) -> str:
    """Return an element's name without its namespace; ``""`` for a comment."""
    return _local_name(element.tag)


@functools.lru_cache(maxsize=1_000)
def _local_name(tag: object) -> str:
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def within(element: Element, name: str) -> list[Element]:
    """Return the children with a name, in any namespace."""
    return [*element.iterchildren("{*}" + name)]


def in_reading_order(
    page: Element,
    names: Collection[str],
    stated: Iterable[str],
    key: str = "id",
    arranged: Callable[[list[Element]], list[Element]] = list,
) -> list[Element]:
    """Return elements in the order of the stated ids; others come last.

    A stated element stands for all elements within it, except those stated by themselves.

    Args:
        page: the page with the elements.
        names: the names of the elements.
        stated: the ids of the elements, or of elements around them.
        key: the attribute of ids.
        arranged: puts the elements within an element in their order.

    """
    units = [*page.iter(*(f"{{*}}{name}" for name in names))]
    around = {each for unit in units for each in (unit, *unit.iterancestors())}
    wanted = dict.fromkeys(stated)
    identified: dict[str, Element] = {}
    for element in page.iter(*{each.tag for each in around}):
        if element.get(key) in wanted:
            identified.setdefault(element.get(key), element)
    named = [identified[name] for name in wanted if name in identified]
    apart = {*named}
    ordered: dict[Element, None] = {}

    def add(element: Element) -> None:
        if local(element) in names:
            ordered.setdefault(element)
        for child in arranged([each for each in element if each in around]):
            if child not in apart:
                add(child)

    for element in (*named, page):
        add(element)
    return [*ordered]


def unread_lines(
    page: Element,
    others: Iterable[Element],
    places: Mapping[str, Collection[str]],
    is_text: Callable[[Element], bool],
    covers: Callable[[Element], bool],
) -> tuple[str, ...]:
    """Return, for each line of text that is not read, the name of the element that holds it.

    Args:
        page: the page with the elements.
        others: the elements that have text in another way than the format's.
        places: the names of elements, each with those of the elements in which it is read; the
            first is that of a line.
        is_text: whether an element states a text as the format does.
        covers: whether an element states the text of everything in it.

    """
    held: dict[Element, list[Element]] = {each: [each] for each in others}
    for name, around in places.items():
        fitting = {*page.iter(*(f"{{*}}{each}" for each in around))}
        for each in page.iter("{*}" + name):
            if (holder := each.getparent()) not in fitting and any(map(is_text, each.iter("*"))):
                held.setdefault(holder, []).append(each)
    line = next(iter(places))
    return tuple(
        local(holder)
        for holder, inner in held.items()
        if not any(map(covers, holder.iterancestors()))
        for _ in range(_line_count(inner, line))
    )


def _line_count(elements: Sequence[Element], line: str) -> int:
    """Return the number of lines in elements that state the text of one holder, 1 or more."""
    lines = [each for each in elements if local(each) == line]
    texts = (text for each in {*elements}.difference(lines) for text in each.itertext())
    return max(1, len(lines), *(len(text.strip().splitlines()) for text in texts))


def size_of(width: str | None, height: str | None) -> tuple[float, float] | None:
    """Return the size of a page; ``None`` if unknown.

    >>> size_of("100", "20.5"), size_of("100", "?")
    ((100.0, 20.5), None)
    """
    sides = [side for side in (width, height) if side and re.fullmatch(_NUMBER, side.strip())]
    return (float(sides[0]), float(sides[1])) if len(sides) == 2 else None


def polygon_of(points: str) -> Polygon:
    """Return the corners in an attribute; none if there are fewer than three.

    >>> polygon_of("0,0 10,0 10,5")
    ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0))
    >>> polygon_of("0 0 10 0 10 5") == polygon_of("0,0 10,0 10,5")
    True
    """
    corners = [(float(x), float(y)) for x, y in _POINT.findall(points)]
    return tuple(corners) if len(corners) > 2 else ()

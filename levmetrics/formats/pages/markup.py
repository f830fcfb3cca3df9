"""Documents of XML and HTML: parsed within limits, without entities of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeAlias

from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.formats.pages.page import Polygon
from levmetrics.formats.source import Source

Element: TypeAlias = Any  # of lxml, which has no types

_MOST_BYTES = 200_000_000  # of a document, which needs a multiple of it in memory
# What stands before the root of a document: declarations, comments, and the type of document.
_BEFORE = rb"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)*"
_ROOT = re.compile(_BEFORE + rb"<(?:[\w.-]+:)?([\w.-]+)", re.DOTALL | re.IGNORECASE)
_POINT = re.compile(r"(-?[\d.]+)[,\s]\s*(-?[\d.]+)")


def root_name(start: bytes) -> str:
    """Return the name of a document's root element, in lower case; empty if it is none.

    >>> root_name(b'<?xml version="1.0"?><!-- <b> --><a:PcGts xmlns:a="x"/>')
    'pcgts'
    """
    plain = start[:100_000].lstrip(b"\xef\xbb\xbf\xff\xfe").replace(b"\0", b"")  # of UTF-16
    found = _ROOT.match(plain)
    return found[1].decode("ascii", "replace").lower() if found else ""


def root_of(source: Source, *, html: bool = False) -> Element:
    """Return the root element of a document.

    Args:
        source: the file.
        html: whether it is HTML, with the entities of HTML.

    Raises:
        InputError: if it is damaged or too large, or declares entities.
        ImportError: if lxml is not installed, with the line that installs it.

    """
    with needed_by("reading ALTO, hOCR, PAGE and TEI", "ocr"):
        from lxml import etree
    most = min(source.limits.file_bytes, _MOST_BYTES)
    limited = source.changed(limits=replace(source.limits, file_bytes=most))
    data = b"".join(limited.parts())
    settings: dict[str, Any] = {"no_network": True, "encoding": source.encoding}
    if html:
        parser: Any = etree.HTMLParser(**settings)
    else:
        parser = etree.XMLParser(resolve_entities=False, load_dtd=False, **settings)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, LookupError, ValueError) as error:
        raise InputError("pages.no_xml", file=source.name, why=_reason(error)) from None
    if root is None:
        raise InputError("pages.no_xml", file=source.name, why="it is empty")
    declared = root.getroottree().docinfo.internalDTD
    if not html and declared is not None and any(True for _ in declared.iterentities()):
        raise InputError("pages.entities", file=source.name)
    return root


def other_format(source: Source, expected: str, root: Element) -> InputError:
    """Make the error for a document of another kind."""
    fields = {"file": source.name, "format": expected, "root": local(root)}
    return InputError("pages.other_format", **fields)


def _reason(error: Exception) -> str:
    """Return what a parser says, without the file that it names."""
    return str(error).partition(" (<string>")[0]


def local(element: Element) -> str:
    """Return an element's name without its namespace; empty for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def within(element: Element, *names: str) -> list[Element]:
    """Return the children of these names, in whatever namespace."""
    return [child for child in element if local(child) in names]


def polygon_of(points: str) -> Polygon:
    """Return the corners that an attribute has; none if they are fewer than three.

    >>> polygon_of("0,0 10,0 10,5")
    ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0))
    >>> polygon_of("0 0 10 0 10 5") == polygon_of("0,0 10,0 10,5")
    True
    """
    corners = tuple((float(x), float(y)) for x, y in _POINT.findall(points))
    return corners if len(corners) > 2 else ()

"""TEI: the plain text of paragraphs and lines.

Source: the TEI Guidelines P5, https://tei-c.org/release/doc/tei-p5-doc/en/html/CO.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.pages.markup import Element, local, other_format, root_of
from levmetrics.formats.pages.page import Page, Segment
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.source import Source

# Elements within a line; all others begin a region.
_INLINE = {
    *re.findall(
        r"\w+",
        """
        abbr add am anchor c cb cl corr damage date del distinct emph ex expan foreign g gap gloss
        graphic hi lb m measure mentioned milestone name num orig orgName pb pc persName phr
        placeName ptr q quote ref reg rs s seg sic soCalled space supplied term time title unclear w
        """,
    )
}
_TWO_READINGS = ("app", "choice", "subst")  # alternative readings, of which either may be meant
_HYPHENS = "-\u00ad\u2010\u2e17\u00ac"
_ID = "{http://www.w3.org/XML/1998/namespace}id"


class Tei(PageFormat):
    """TEI: the text, with lines that begin at ``lb`` and ``cb``, and pages that begin at ``pb``.

    Every element is a region, notes and running heads too, except elements within a line such as
    ``hi`` and ``name``.

    A word that continues over a line break (``break="no"``) is whole in its first line, or as
    printed with ``hyphens="keep"``. Texts with two readings (``choice``, ``app``, ``subst``) are
    refused.
    """

    name = "tei"
    description = "TEI, the text of its paragraphs and lines"
    suffixes = (".xml", ".tei")
    root = "tei"

    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages, named by ``n`` of their ``pb`` or by number if there are several."""
        root = root_of(source)
        body = next(root.iter("{*}text"), None)
        if local(root).lower() != "tei" or body is None:
            raise other_format(source, root)
        two = next((local(each) for each in body.iter() if local(each) in _TWO_READINGS), None)
        if two is not None:
            raise InputError("pages.two_readings", file=source.name, element=two)
        pages = _pages(body, self.options.hyphens == "join")
        names = [name for name, _ in pages]
        are_named = all(names) and len({*names}) == len(names)
        first = replace(pages[0][1], unread=_unread(body))
        for number, (name, page) in enumerate(pages, start=1):
            own = name if are_named else str(number)
            yield own if len(pages) > 1 else "", first if number == 1 else page


def _pages(element: Element, joins: bool = True) -> list[tuple[str, Page]]:
    """Return the pages of a text, with their names.

    Args:
        element: the element that holds the text.
        joins: whether words divided by a line break are joined.

    """
    text = _Text(joins)
    text.read(element)
    return text.ended()


def _unread(body: Element) -> tuple[str, ...]:
    """Return, for each line of text beside the text that is read, the name of its element."""
    path = {body, *body.iterancestors()}
    others = [each for above in body.iterancestors() for each in above if each not in path]
    return tuple(
        local(other)
        for other in others
        if local(other) != "teiHeader"
        for _, page in _pages(other)
        for _ in page.segments("line")
    )


class _Text:
    """The part of a text read so far.

    Args:
        joins: as in :func:`_pages`.

    """

    def __init__(self, joins: bool) -> None:
        self._joins = joins
        self._pages: list[tuple[str, Page]] = []
        self._name = ""  # the regions of the page
        self._regions: list[Segment] = []
        self._id = ""  # the lines of the region
        self._lines = [""]
        self._is_broken = False  # whether a word continues in the last line
        self._rest = ""  # the rest of that word

    def read(self, element: Element) -> None:
        """Read an element and its contents."""
        name = local(element)
        if name in ("lb", "cb"):
            self._begin_line(is_within_word=element.get("break") == "no")
        elif name == "pb":
            self._end_page(element.get("n", ""))
        elif name not in _INLINE:
            self._end_region(element.get(_ID, ""))
        self._add(element.text)
        for child in element:
            self.read(child)
            self._add(child.tail)
        if name not in _INLINE:
            self._end_region("")

    def ended(self) -> list[tuple[str, Page]]:
        """End the last page, and return all pages with text, with their names."""
        self._end_page("")
        return self._pages or [("", Page(()))]

    def _add(self, text: str | None) -> None:
        """Add a text to the line; the rest of a broken word is added to the line before."""
        if not text:
            return
        if self._is_broken:
            text = text if self._rest else text.lstrip()
            if not text:
                return
            rest = text[: len(text) - len(text.lstrip())] or text.split(maxsplit=1)[0]
            self._rest += rest.strip()
            text = text[len(rest) :]
            if text or rest.isspace():
                self._end_word()
        self._lines[-1] += text

    def _begin_line(self, *, is_within_word: bool) -> None:
        self._end_word()
        self._is_broken = is_within_word and self._joins and bool(self._lines[-1].strip())
        if self._is_broken:
            self._lines[-1] = self._lines[-1].rstrip().rstrip(_HYPHENS)
        self._lines.append("")

    def _end_word(self) -> None:
        """End a word divided by a line break, if there is one."""
        if self._is_broken:
            self._lines[-2] += self._rest
        self._is_broken, self._rest = False, ""

    def _end_region(self, following: str) -> None:
        self._end_word()
        lines = (Segment("", " ".join(line.split())) for line in self._lines)
        region = Segment.of_lines(self._id, lines)
        self._regions += [region] if region.lines else []
        self._id, self._lines = following, [""]

    def _end_page(self, following: str) -> None:
        self._end_region(self._id)
        if self._regions:
            self._pages.append((self._name, Page(tuple(self._regions))))
        self._name, self._regions = following, []


FILE_FORMATS.register(Tei())

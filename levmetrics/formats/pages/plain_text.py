"""Text files that are one sample each, as a page is, and not one per line."""

from __future__ import annotations

from collections.abc import Iterator

from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.pages.page import Page, Segment
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.source import Source


class PlainText(PageFormat):
    """Text: one page per file, without the line ends at its end."""

    name = "text"
    description = "text, a file a sample"
    suffixes = ()

    def has_markup(self, source: Source) -> bool:
        """Return ``False``."""
        return False

    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the page, read in its likely encoding if none is given."""
        text = source.in_likely_encoding(lambda file: "".join(file.decoded()))
        text = text.replace("\r\n", "\n").rstrip("\n\f")
        yield "", Page((Segment("", text),) if text else ())


FILE_FORMATS.register(PlainText())

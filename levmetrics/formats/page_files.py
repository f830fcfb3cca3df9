"""The function that reads pages from folders and files."""

from __future__ import annotations

from pathlib import Path

from levmetrics.errors import InputError
from levmetrics.formats.files import detected_table
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.pages.folder import page_id
from levmetrics.formats.pages.page import Page, PageOptions
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.plain_text import PlainText
from levmetrics.formats.source import Source


def read_pages(
    path: str | Path,
    *,
    text_from: str | None = None,
    hyphens: str = "join",
    pair: str | None = None,
    file_format: str | None = None,
    encoding: str | None = None,
) -> dict[str, Page]:
    r"""Return the pages of a folder, zip file or single file: PAGE XML, ALTO, hOCR, TEI or text.

    Args:
        path: the path of the folder or file.
        text_from: the level of the texts read from PAGE XML: ``"region"``, ``"line"`` or
            ``"word"``; ``None``: the text of a region, or if it has none those of its lines, or
            else of its words.
        hyphens: ``"join"`` puts a word that the format marks as broken at a line end whole into the
            first of the two lines; ``"keep"`` leaves it as printed.
        pair: a regular expression searched in a file's path; its first group, or without a group
            the match, is the page's id.
        file_format: the name of the format, for a folder with several: ``"alto"``, ``"page"`` ...
        encoding: the encoding of text files, by its name in Python; ``None``: detected.

    Returns:
        The pages by id; an id is the path of the page's file without suffixes.

    Raises:
        InputError: for a file that cannot be read, two files of one id, or a folder without pages.
        ImportError: if lxml is not installed; the message has the line that installs it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "page1.gt.txt").write_text("Two\nlines\n")
    ...     pages = read_pages(folder)
    >>> pages["page1"].text
    'Two\nlines'

    """
    if not isinstance(path, (str, Path)) or not str(path):
        raise InputError("pages.path", given=repr(path))
    path = Path(path)
    options = PageOptions(text_from=text_from, hyphens=hyphens, pair=pair)
    file = detected_table(Source(path, encoding), file_format)
    kind = PlainText() if isinstance(file.file_format, Lines) else file.file_format
    if not isinstance(kind, PageFormat):
        raise InputError("pages.no_pages", file=file.source.name, format=kind.name)
    pages = kind.reading_pages(options).pages(file.source)
    if kind.holds_files:
        return dict(pages)
    name = page_id(path.name)
    return {f"{name}/{number}" if number else name: page for number, page in pages}

"""Pages of folders and files in Python."""

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
    r"""Return the pages of a folder, a zip file, or one file: PAGE XML, ALTO, hOCR, TEI, text.

    Args:
        path: of the folder or file.
        text_from: which texts of PAGE XML are taken: ``"region"``, ``"line"`` or ``"word"``;
            ``None``: those of regions, where they have none those of lines, and else of words.
        hyphens: ``"join"``: words that the format marks as broken at a line end stand whole in the
            first of both lines; ``"keep"``: as printed.
        pair: a regular expression; its first group, or what it finds in a file's path, is the
            page's id.
        file_format: the name of the format, where a folder has several: ``"alto"``, ``"page"`` ...
        encoding: of texts, as Python names it; ``None``: found.

    Returns:
        The pages by their ids, which are the paths of their files without suffixes.

    Raises:
        InputError: for what cannot be read, two files of one id, and a folder without pages.
        ImportError: if lxml is not installed, with the line that installs it.

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

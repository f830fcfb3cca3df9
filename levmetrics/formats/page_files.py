"""The function that reads pages from folders and files, and the format of each of two sides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from levmetrics.errors import InputError, Note, few, quoted
from levmetrics.formats.files import detected_table, family_of
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.page_options import PageOptions
from levmetrics.formats.source import Source
from levmetrics.formats.within import holds_files

if TYPE_CHECKING:
    from levmetrics.formats.pages.page import Page


def side_formats(
    sources: Sequence[Source], own: Sequence[str | None], shared: str | None
) -> list[str | None]:
    """Return the format in which each of several files or folders is read; ``None``: detected.

    A page format asked of all sides chooses the files of this format in each folder. A folder
    without such files is read in its own format if another folder has some.

    Args:
        sources: the files or folders.
        own: the names of the formats asked of each.
        shared: the name of the format asked of all that have none of their own.

    Raises:
        InputError: for files that cannot be read.

    """
    asked = [each or shared for each in own]
    if shared is None or not isinstance(family_of(None).all().get(shared), PageFormat):
        return asked
    found = [
        set() if each else _page_formats(source) for source, each in zip(sources, own, strict=True)
    ]
    if not any(shared in formats for formats in found):
        return asked
    for index, formats in enumerate(found):
        if formats and shared not in formats:
            asked[index] = min(formats) if len(formats) == 1 else None
            fields = {"file": sources[index].name, "format": shared, "known": few(sorted(formats))}
            sources[index].say(Note("note.other_format", fields))
    return asked


def _page_formats(source: Source) -> set[str]:
    """Return the names of the page formats of a file, or of the files of a folder or archive."""
    from levmetrics.formats.pages.folder import Folder, format_of  # loads all formats of pages

    if holds_files(source):
        return Folder().formats(source)
    kind = format_of(source)
    return set() if kind is None else {kind.name}


def read_pages(
    source: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    text_from: str | None = None,
    hyphens: str = "join",
    pair: str | None = None,
) -> dict[str, Page]:
    r"""Return the pages of a folder, zip file or single file: PAGE XML, ALTO, hOCR, TEI or text.

    Args:
        source: the path of the folder or file.
        format: the name of the format, for a folder with several: ``"alto"``, ``"page"`` ...
        encoding: the encoding of text files, by its name in Python; ``None``: detected.
        text_from: the level of the texts read from PAGE XML: ``"region"``, ``"line"`` or
            ``"word"``; ``None``: the text of a region, or if it has none those of its lines, or
            else of its words.
        hyphens: ``"join"`` puts a word that the format marks as broken at a line end whole into the
            first of the two lines; ``"keep"`` leaves it as printed.
        pair: a regular expression searched in a file's path; its first group, or without a group
            the match, is the page's id.

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
    from levmetrics.formats.pages.folder import page_id  # loads all formats of pages
    from levmetrics.formats.pages.plain_text import PlainText

    if not isinstance(source, (str, Path)) or not str(source):
        raise InputError("pages.path", given=quoted(source))
    path = Path(source)
    options = PageOptions(text_from=text_from, hyphens=hyphens, pair=pair)
    file = detected_table(Source(path, encoding), format)
    kind = PlainText() if isinstance(file.file_format, Lines) else file.file_format
    if not isinstance(kind, PageFormat):
        raise InputError("pages.no_pages", file=file.source.name, format=kind.name)
    pages = kind.changed(options=options).pages(file.source)
    if kind.holds_files:
        return dict(pages)
    name = page_id(path.name)
    return {f"{name}/{number}" if number else name: page for number, page in pages}

"""Folders and zip files of pages: each file is a page, named by its path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from levmetrics.errors import InputError, Note, few
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat
from levmetrics.formats.pages import alto, hocr, page_xml, tei  # noqa: F401  # to be registered
from levmetrics.formats.pages.markup import root_name
from levmetrics.formats.pages.page import Page
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.plain_text import PlainText
from levmetrics.formats.source import Source
from levmetrics.formats.within import files_within

_TEXT_SUFFIX = ".txt"
_ABOUT_PAGES = ("mets", "trpdocmetadata")  # root elements of files that describe others
_COMPRESSIONS = (".gz", ".xz", ".zst")
# Parts of a name before the suffix: the side, if both are in one folder, and the format.
_INNER = (".gt", ".ocr", ".pred", ".page", ".alto", ".hocr", ".tei")


class Folder(PageFormat):
    """A folder whose files are pages: texts, and markup of every page format.

    A page's id is the path of its file in the folder, without the suffix, parts such as ``.gt``,
    ``.ocr`` or ``.page`` before it, and folders of its format's name, such as ``page`` and ``alto``
    of Transkribus; or what ``pair`` finds in the path. Hidden files and files that are not pages
    are left out.

    Args:
        options: as in :class:`PageFormat`.
        references: as in :class:`PageFormat`.
        kind: the format that files must have; ``None``, a folder or an archive: any.

    """

    name = "folder"
    description = "a folder whose files are pages, named by their paths"
    suffixes = ("",)
    holds_files = True

    def __init__(self, kind: FileFormat | None = None) -> None:
        self.of_format = None if kind is None or isinstance(kind, Folder) else kind.name

    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages, in the order of their ids.

        Raises:
            InputError: for a folder without pages, for files of one id, and for unreadable files.

        """
        for name, (file, kind) in source.once(self._files).items():
            for number, page in kind.changed(options=self.options).read(file.changed()):
                yield f"{name}/{number}" if number else name, page

    def has_markup(self, source: Source) -> bool:
        """Whether a file is of a format other than text."""
        return any(kind.has_markup(source) for _, kind in source.once(self._files).values())

    def read_as(self, source: Source) -> str:
        """Return the name, and the formats of the files that were read."""
        kinds = {kind.name for _, kind in source.once(self._files).values()}
        return f"{self.name} of {' and '.join(sorted(kinds))}"

    def formats(self, source: Source) -> set[str]:
        """Return the names of the formats of all files that are pages."""
        return {kind.name for _, kind, _ in self._candidates(source)}

    def _files(self, source: Source) -> dict[str, tuple[Source, PageFormat]]:
        """Return the files that are pages, with their formats, by id and in order."""
        found: dict[str, list[tuple[Source, PageFormat]]] = {}
        others: set[str] = set()
        for file, kind, name in self._candidates(source):
            if self.of_format in (None, kind.name):
                found.setdefault(name, []).append((file.changed(), kind))  # without its bytes
            else:
                others.add(kind.name)
        if not found and others:
            asked = {"format": self.of_format, "known": few(sorted(others))}
            raise InputError("folder.no_pages_of", folder=source.name, **asked)
        if not found:
            raise InputError("folder.no_pages", folder=source.name)
        for name, files in found.items():
            if len(files) > 1:
                paths = sorted(file.path.relative_to(source.path).as_posix() for file, _ in files)
                raise InputError("folder.same_id", folder=source.name, id=name, files=few(paths))
        return {name: found[name][0] for name in sorted(found)}

    def _candidates(self, source: Source) -> Iterator[tuple[Source, PageFormat, str]]:
        """Yield the files that may be pages, with their formats and ids, then warn of others."""
        unknown = []
        for path, file in files_within(source, _suffixes()):
            found = re.search(self.options.pair or "", path)
            if found is None:
                continue
            kind = format_of(file)
            if kind is not None:
                paired = self.options.pair is not None
                yield file, kind, found[found.re.groups and 1] if paired else _id(path, kind)
            elif root_name(file.start) not in _ABOUT_PAGES:
                unknown.append(path)
        if unknown:
            files = few(sorted(unknown))
            source.say(Note("note.unknown_files", {"folder": source.name, "files": files}))


class Zip(Folder):
    """A zip file whose files are pages; a single folder around them is not part of their ids."""

    name = "zip"
    description = "a zip file of pages, named by their paths"
    suffixes = (".zip",)


FILE_FORMATS.register(Zip())


def _id(path: str, kind: PageFormat) -> str:
    """Return the id of a file: its path without folders of its format's name."""
    *folders, name = path.split("/")
    return page_id("/".join([*(each for each in folders if each.lower() != kind.name), name]))


def format_of(file: Source) -> PageFormat | None:
    """Return the format of a file that may be a page; ``None`` for another file."""
    if file.suffix == _TEXT_SUFFIX:
        return PlainText()
    kind = next((kind for kind in _page_formats() if kind.recognises(file)), None)
    if kind is None and file.suffix == ".xml" and not root_name(file.start):
        raise InputError("pages.no_xml", file=file.name, why="it has no element")
    return kind


def _page_formats() -> list[PageFormat]:
    return [kind for kind in FILE_FORMATS.values() if isinstance(kind, PageFormat)]


def _suffixes() -> set[str]:
    """Return the suffixes of files that may be pages."""
    suffixes = {_TEXT_SUFFIX, *(suffix for kind in _page_formats() for suffix in kind.suffixes)}
    return suffixes - {*Zip.suffixes}


def page_id(path: str) -> str:
    """Return the id of a page: the path of its file without suffixes.

    >>> page_id("b/page1.gt.txt"), page_id("page.1.TXT"), page_id("p1.GT.page.xml.gz")
    ('b/page1', 'page.1', 'p1')
    """
    lowered = path.lower()
    for suffix in _COMPRESSIONS:
        lowered = lowered.removesuffix(suffix)
    stem = path[: len(lowered.removesuffix(PurePosixPath(lowered).suffix))]
    while (inner := PurePosixPath(stem).suffix).lower() in _INNER and inner:
        stem = stem.removesuffix(inner)
    return stem

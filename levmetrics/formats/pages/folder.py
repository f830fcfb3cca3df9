"""Folders of pages: each file is a page, named by its path."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from levmetrics.errors import InputError, few
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat
from levmetrics.formats.pages.markup import root_name
from levmetrics.formats.pages.page import Page, PageOptions
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.plain_text import PlainText
from levmetrics.formats.source import Source

_TEXT_SUFFIX = ".txt"
_COMPRESSIONS = (".gz", ".xz", ".zst")
# Parts of a name before the suffix: the side, if both are in one folder, and the format.
_INNER = (".gt", ".ocr", ".pred", ".page", ".alto", ".hocr", ".tei")


class Folder(PageFormat):
    """A folder whose files are pages: texts, and markup of every page format.

    A page's id is the path of its file in the folder, without the suffix and parts such as ``.gt``,
    ``.ocr`` or ``.page`` before it, or what ``pair`` finds in the path. Hidden files and files that
    are not pages are left out.

    Args:
        options: as in :class:`PageFormat`.
        references: as in :class:`PageFormat`.
        of_format: the name of the format that files must have; ``None``: any.

    """

    name = "folder"
    description = "a folder whose files are pages, named by their paths"
    suffixes = ("",)
    holds_files = True

    def __init__(
        self,
        options: PageOptions | None = None,
        references: tuple[PageFormat, Source] | None = None,
        of_format: str | None = None,
    ) -> None:
        super().__init__(options, references)
        self.of_format = of_format

    def reading_pages(
        self, options: PageOptions, references: tuple[FileFormat, Source] | None = None
    ) -> PageFormat:
        """Return the format with other options."""
        changed = super().reading_pages(options, references)
        return Folder(changed.options, changed.references, self.of_format)

    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages, in the order of their ids.

        Raises:
            InputError: for a folder without pages, for files of one id, and for unreadable files.

        """
        for name, (path, kind) in source.once(self._files).items():
            label = f"{source.name}/{path.relative_to(source.path).as_posix()}"
            file = source.changed(path=path, label=label)
            for number, page in kind.reading_pages(self.options).read(file):
                yield f"{name}/{number}" if number else name, page

    def has_markup(self, source: Source) -> bool:
        """Whether a file is of a format other than text."""
        return any(kind.has_markup(source) for _, kind in source.once(self._files).values())

    def _files(self, source: Source) -> dict[str, tuple[Path, PageFormat]]:
        """Return the files that are pages, with their formats, by id and in order."""
        found: dict[str, list[tuple[Path, PageFormat]]] = {}
        for path in _candidates(source.path):
            within = path.relative_to(source.path).as_posix()
            name = self._id(within)
            if name is None:
                continue
            kind = self._format_of(source.changed(path=path, label=f"{source.name}/{within}"))
            if kind is not None:
                found.setdefault(name, []).append((path, kind))
        if not found:
            raise InputError("folder.no_pages", folder=source.name)
        for name, files in found.items():
            if len(files) > 1:
                both = few(sorted(path.name for path, _ in files))
                raise InputError("folder.same_id", folder=source.name, id=name, files=both)
        return {name: found[name][0] for name in sorted(found)}

    def _format_of(self, file: Source) -> PageFormat | None:
        """Return the format of a page; ``None`` for another file, or a format not requested."""
        if _suffix(file.path.name) == _TEXT_SUFFIX:
            kinds: list[PageFormat] = [PlainText()]
        else:
            kinds = [kind for kind in _page_formats() if kind.recognises(file)]
            if not kinds and _suffix(file.path.name) == ".xml" and not root_name(file.start):
                raise InputError("pages.no_xml", file=file.name, why="it has no element")
        return next((kind for kind in kinds if self.of_format in (None, kind.name)), None)

    def _id(self, path: str) -> str | None:
        """Return the id of a file; ``None`` if ``pair`` finds nothing in its path."""
        if self.options.pair is None:
            return page_id(path)
        found = re.search(self.options.pair, path)
        return None if found is None else found[found.re.groups and 1]


def _page_formats() -> list[PageFormat]:
    return [kind for kind in FILE_FORMATS.values() if isinstance(kind, PageFormat)]


def _suffix(name: str) -> str:
    """Return the suffix of the format, in lower case, without that of a compression."""
    path = PurePosixPath(name.lower())
    return PurePosixPath(path.stem).suffix if path.suffix in _COMPRESSIONS else path.suffix


def _candidates(path: Path) -> list[Path]:
    """Return the files of a folder and its subfolders that may be pages."""
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = [each for each in folders if not _is_hidden(each)]
        found += [Path(folder, name) for name in names if may_be_page(name)]
    return [each for each in found if each.is_file()]  # and not a pipe


def may_be_page(path: str) -> bool:
    """Whether a file has a suffix of pages, and neither it nor one of its folders is hidden.

    >>> [*map(may_be_page, ["a/p.XML", "p.txt.gz", "p.png", ".git/p.txt", "__MACOSX/._p.txt"])]
    [True, True, False, False, False]
    """
    suffixes = {_TEXT_SUFFIX, *(suffix for kind in _page_formats() for suffix in kind.suffixes)}
    path = path.replace("\\", "/")
    return _suffix(path) in suffixes - {".zip"} and not any(map(_is_hidden, path.split("/")))


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "__MACOSX"))


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

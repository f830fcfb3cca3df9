"""Zip files of pages, which are read like folders, and never extracted."""

from __future__ import annotations

import weakref
import zipfile
from collections.abc import Collection, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.pages.folder import Folder, may_be_page
from levmetrics.formats.source import Source

_IN_A_FOLDER = str.maketrans("\\:", "/_")  # a system without drive letters
_MOST_BYTES = 20  # bytes of all pages, as a multiple of the limit for one
_ENCRYPTED = 0x1  # bit of a member's flags


class Zip(Folder):
    """A zip file whose files are pages; a single folder around them is not part of their ids."""

    name = "zip"
    description = "a zip file of pages, named by their paths"
    suffixes = (".zip",)

    def recognises(self, source: Source) -> bool:
        """Whether the suffix is ``.zip``; by their content, workbooks are zip files too."""
        return source.suffix == ".zip"

    def _paths(self, source: Source) -> Iterable[str]:
        """Return the paths within the archive.

        Raises:
            InputError: for a file that is damaged, encrypted or too large.

        """
        return source.once(_archive).members

    def _file(self, source: Source, path: str) -> Source:
        """Return a file of the archive; its bytes are those that it states, or an error."""
        archive = source.once(_archive)
        opened = partial(archive.file.open, archive.members[path])
        return source.changed(path=Path(path), label=f"{source.name}/{path}", content=opened)


class _Archive(NamedTuple):
    """An open zip file.

    Attributes:
        file: the zip file, which is closed with this object.
        members: the files that may be pages, by their paths below the folders around all of them.

    """

    file: zipfile.ZipFile
    members: Mapping[str, zipfile.ZipInfo]


def _archive(source: Source) -> _Archive:
    """Open a zip file, and check its files.

    Raises:
        InputError: for a file that is damaged, encrypted or too large, and for two files of one
            path.

    """
    with ExitStack() as stack:
        file = zipfile.ZipFile(stack.enter_context(source.seekable()))
        source.limits.check_members(source.name, len(file.infolist()))
        members = _members(file, source)
        _check_sizes(members.values(), source)
        weakref.finalize(file, stack.pop_all().close)
    return _Archive(file, members)


def _check_sizes(members: Collection[zipfile.ZipInfo], source: Source) -> None:
    """Check the sizes that members state, of which no more is ever read.

    Raises:
        InputError: if one, or all together, are too large.

    """
    for member in members:
        source.limits.check_file(f"{source.name}/{member.filename}", member.file_size)
    if sum(member.file_size for member in members) > _MOST_BYTES * source.limits.file_bytes:
        raise InputError("file.too_much", place=source.name, owner=source.limits.owner)


def _members(archive: zipfile.ZipFile, source: Source) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    for member in archive.infolist():
        if member.is_dir() or not may_be_page(member.filename):
            continue
        if member.flag_bits & _ENCRYPTED:
            raise InputError("pages.encrypted_zip", file=source.name)
        # A name with .. is hidden, and left out; an absolute one is a path within the archive.
        path = str(PurePosixPath(member.filename.translate(_IN_A_FOLDER).lstrip("/")))
        if path in members:
            raise InputError("pages.twice_in_zip", file=source.name, member=member.filename)
        members[path] = member
    around = _folders_around([*map(PurePosixPath, members)])
    return {"/".join(PurePosixPath(path).parts[around:]): each for path, each in members.items()}


def _folders_around(paths: list[PurePosixPath]) -> int:
    """Return the number of folders that hold all other folders and files.

    >>> _folders_around([PurePosixPath("a/b/1.txt"), PurePosixPath("a/b/c/2.txt")])
    2
    """
    folders = [path.parts[:-1] for path in paths]
    levels = zip(*folders, strict=False)
    return sum(1 for _ in takewhile(lambda names: len({*names}) == 1, levels))


FILE_FORMATS.register(Zip())

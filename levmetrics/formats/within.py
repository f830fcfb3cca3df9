"""The files within folders and zip files, which are never extracted."""

from __future__ import annotations

import os
import weakref
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import IO

from levmetrics.errors import InputError
from levmetrics.formats.source import Source
from levmetrics.lazy import zipfile

_IN_A_FOLDER = str.maketrans("\\:", "/_")  # a system without drive letters
_MOST_BYTES = 20  # bytes of all files, as a multiple of the limit for one
_ENCRYPTED = 0x1  # bit of a member's flags


def holds_files(source: Source) -> bool:
    """Whether a source is a folder or a zip file; workbooks are zip files of another suffix."""
    return source.is_folder or source.suffix == ".zip"


def files_within(source: Source, suffixes: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Yield the files of a folder or a zip file, each with its path in it, with slashes.

    Hidden files are left out, and the folders around all files of a zip file are not part of their
    paths. The bytes of a file in a zip file are those that it states, or an error.

    Args:
        source: the folder or the zip file.
        suffixes: the suffixes of the wanted files, besides that of a compression.

    Raises:
        InputError: for a zip file that is damaged, encrypted or too large, and for two of its files
            of one path.

    """
    paths = _paths if source.is_folder else _members
    for path, content in paths(source, suffixes):
        label = f"{source.name}/{path}"
        yield path, source.changed(path=source.path / path, label=label, content=content)


def _paths(source: Source, suffixes: Collection[str]) -> Iterator[tuple[str, None]]:
    for folder, folders, names in os.walk(source.path):
        folders[:] = [each for each in folders if not _is_hidden(each)]
        wanted = [Path(folder, name) for name in names if _is_wanted(name, suffixes)]
        # A pipe is no file to read.
        yield from (
            (each.relative_to(source.path).as_posix(), None) for each in wanted if each.is_file()
        )


def _members(source: Source, suffixes: Collection[str]) -> Iterator[tuple[str, partial[IO[bytes]]]]:
    """Yield the paths of a zip file's members, and what opens each; they keep the file open."""
    with ExitStack() as stack:
        archive = zipfile.ZipFile(stack.enter_context(source.seekable()))
        source.limits.check_members(source.name, len(archive.infolist()))
        members = _checked_members(archive, source, suffixes)
        _check_sizes(members.values(), source)
        weakref.finalize(archive, stack.pop_all().close)
    around = _folders_around([*map(PurePosixPath, members)])
    for path, member in members.items():
        within = "/".join(PurePosixPath(path).parts[around:])
        yield within, partial(archive.open, member)


def _checked_members(
    archive: zipfile.ZipFile, source: Source, suffixes: Collection[str]
) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    for member in archive.infolist():
        if member.is_dir() or not _is_wanted(member.filename, suffixes):
            continue
        if member.flag_bits & _ENCRYPTED:
            raise InputError("pages.encrypted_zip", file=source.name)
        # A name with .. is hidden, and left out; an absolute one is a path within the archive.
        path = str(PurePosixPath(member.filename.translate(_IN_A_FOLDER).lstrip("/")))
        if path in members:
            raise InputError("pages.twice_in_zip", file=source.name, member=member.filename)
        members[path] = member
    return members


def _check_sizes(members: Collection[zipfile.ZipInfo], source: Source) -> None:
    """Check the sizes that members state, of which no more is ever read.

    Raises:
        InputError: if one, or all together, are too large.

    """
    for member in members:
        source.limits.check_file(f"{source.name}/{member.filename}", member.file_size)
    if sum(member.file_size for member in members) > _MOST_BYTES * source.limits.file_bytes:
        raise InputError("file.too_much", place=source.name, owner=source.limits.owner)


def _folders_around(paths: list[PurePosixPath]) -> int:
    """Return the number of folders that hold all other folders and files.

    >>> _folders_around([PurePosixPath("a/b/1.txt"), PurePosixPath("a/b/c/2.txt")])
    2
    """
    folders = [path.parts[:-1] for path in paths]
    levels = zip(*folders, strict=False)
    return sum(1 for _ in takewhile(lambda names: len({*names}) == 1, levels))


def _is_wanted(path: str, suffixes: Collection[str]) -> bool:
    """Whether a file has one of the suffixes, and neither it nor one of its folders is hidden.

    >>> paths = ["a/p.XML", "p.xml.gz", "p.png", ".git/p.xml", "__MACOSX/._p.xml"]
    >>> [_is_wanted(path, [".xml"]) for path in paths]
    [True, True, False, False, False]
    """
    path = path.replace("\\", "/")
    return Source(Path(path)).suffix in suffixes and not any(map(_is_hidden, path.split("/")))


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "__MACOSX"))

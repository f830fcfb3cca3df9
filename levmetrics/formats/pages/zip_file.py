"""Zip files of pages, which are read like folders."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.pages.folder import Folder, may_be_page
from levmetrics.formats.pages.page import Page
from levmetrics.formats.source import Source

_BYTES_OF_A_PART = 1 << 20
_IN_A_FOLDER = str.maketrans("\\:", "/_")  # a system without drive letters
_MOST_BYTES = 20  # bytes of all files within, as a multiple of the limit for one


class Zip(Folder):
    """A zip file whose files are pages; a single folder around them is not part of their ids."""

    name = "zip"
    description = "a zip file of pages, named by their paths"
    suffixes = (".zip",)

    def recognises(self, source: Source) -> bool:
        """Whether the suffix is ``.zip``; by their content, workbooks are zip files too."""
        return source.suffix == ".zip"

    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages, in the order of their ids.

        Raises:
            InputError: as in :class:`Folder`, and for a file that is damaged, encrypted or too
                large.

        """
        yield from super().read(source.once(_folder))

    def has_markup(self, source: Source) -> bool:
        """Whether a file in it is of a format other than text."""
        return super().has_markup(source.once(_folder))

    def read_as(self, source: Source) -> str:
        """Return the name, and the formats of the files that were read."""
        return super().read_as(source.once(_folder))

    def formats(self, source: Source) -> set[str]:
        """Return the names of the formats of all files that are pages."""
        return super().formats(source.once(_folder))


def _folder(source: Source) -> Source:
    """Return the folder with the files of a zip file."""
    extracted = Path(source.once(_extracted).name)
    return Source(_innermost(extracted), source.encoding, source.limits, label=source.name)


def _extracted(source: Source) -> TemporaryDirectory[str]:
    """Extract the files that may be pages to a temporary folder, removed with this object."""
    folder = TemporaryDirectory(prefix="levmetrics-")
    most = _MOST_BYTES * source.limits.file_bytes
    try:
        with source.seekable() as file, zipfile.ZipFile(file) as archive:
            for member in archive.infolist():
                if not member.is_dir() and may_be_page(member.filename):
                    most -= _extract(archive, member, Path(folder.name), source)
                    if most < 0:
                        raise InputError(
                            "file.too_much", place=source.name, owner=source.limits.owner
                        )
    except RuntimeError:
        raise InputError("pages.encrypted_zip", file=source.name) from None
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError) as error:
        raise InputError("file.unreadable", file=source.name, why=error) from None
    return folder


def _extract(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path, source: Source
) -> int:
    """Write a file of a zip file into a folder, and return its size.

    Raises:
        InputError: if it is larger than the limit, whatever size it states.

    """
    # A name with .. is hidden, and left out; an absolute one is placed within the folder.
    path = folder / member.filename.translate(_IN_A_FOLDER).lstrip("/")
    if path.exists():
        raise InputError("pages.twice_in_zip", file=source.name, member=member.filename)
    path.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with archive.open(member) as packed, path.open("wb") as file:
        while part := packed.read(_BYTES_OF_A_PART):
            size += len(part)
            source.limits.check_file(f"{source.name}/{member.filename}", size)
            file.write(part)
    return size


def _innermost(folder: Path) -> Path:
    """Return the innermost folder, below those that hold only one folder."""
    while len(within := [*folder.iterdir()]) == 1 and within[0].is_dir():
        (folder,) = within
    return folder


FILE_FORMATS.register(Zip())

"""Folders whose files are samples, as the pages of OCR are: a text file each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from levmetrics.errors import InputError, few
from levmetrics.formats.encodings import EncodingError
from levmetrics.formats.file_format import FileFormat, batched
from levmetrics.formats.headings import Key
from levmetrics.formats.source import Source

_ID, _TEXT = "id", "text"
_SUFFIX = ".txt"
# What stands before the suffix where reference and prediction lie in one folder, or have one name.
_SIDES = (".gt", ".ocr", ".pred")


class Folder(FileFormat):
    """A folder, whose text files are the samples.

    A sample's id is the path of its file in the folder, without ``.txt`` and what may stand before
    it (``.gt``, ``.ocr``, ``.pred``). Hidden files are left out, and so is all that is no text.
    Line ends at the end of a file are none of its text.
    """

    name = "folder"
    description = "a folder whose text files are the samples, named by their paths"
    suffixes = ("",)

    @property
    def is_binary(self) -> bool:
        """Whether it is in no encoding: each file has its own."""
        return True

    def recognises(self, source: Source) -> bool:
        """Whether a path is that of a folder."""
        return source.path.is_dir()

    def names(self, source: Source) -> list[str]:
        """Return the names of the columns.

        Raises:
            InputError: for a folder without text files, and for files of one id.

        """
        source.once(_files)
        return [_ID, _TEXT]

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[list[Any], ...]]:
        """Return ids and texts.

        Raises:
            InputError: for files that cannot be read.

        """
        for batch in batched(_rows(source, _TEXT in keys), source.limits):
            yield tuple([row[key == _TEXT] for row in batch] for key in keys)


def _rows(source: Source, has_texts: bool) -> Iterator[tuple[str, str]]:
    """Yield the id and the text of each file."""
    for name, path in source.once(_files).items():
        label = f"{source.name}/{path.relative_to(source.path).as_posix()}"
        file = source.changed(path=path, label=label)
        yield name, _text(file).rstrip("\r\n\f") if has_texts else ""


def _text(file: Source) -> str:
    """Return the text of a file, in the encoding that it looks like if none is given."""
    try:
        return "".join(file.decoded())
    except EncodingError as error:
        if file.encoding is not None or error.guess is None:
            raise
        return "".join(file.changed(encoding=error.guess).decoded())


def _files(source: Source) -> dict[str, Path]:
    """Return the text files of a folder by their ids, in the order of these."""
    found: dict[str, list[Path]] = {}
    for folder, folders, names in os.walk(source.path):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in names:
            if name.lower().endswith(_SUFFIX) and not name.startswith("."):
                path = Path(folder, name)
                found.setdefault(_id(path.relative_to(source.path).as_posix()), []).append(path)
    if not found:
        raise InputError("folder.no_texts", folder=source.name)
    for name, paths in found.items():
        if len(paths) > 1:
            both = few(sorted(path.name for path in paths))
            raise InputError("folder.same_id", folder=source.name, id=name, files=both)
    return {name: found[name][0] for name in sorted(found)}


def _id(path: str) -> str:
    """Return the id of a file.

    >>> _id("b/page1.gt.txt"), _id("page.1.TXT")
    ('b/page1', 'page.1')
    """
    stem = path[: -len(_SUFFIX)]
    suffix = PurePosixPath(stem).suffix
    return stem.removesuffix(suffix) if suffix.lower() in _SIDES else stem

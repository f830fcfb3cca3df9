"""A visitor's file as a table: in the encoding that it looks like, or that the visitor says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from levmetrics.demo.limits import PAGE
from levmetrics.demo.reading.read_as import ReadAs
from levmetrics.errors import InputError
from levmetrics.formats.encodings import EncodingError
from levmetrics.formats.files import Table, table
from levmetrics.formats.kinds.timed_words import Ctm, Stm
from levmetrics.formats.source import Source


@dataclass(frozen=True)
class OpenedFile:
    """A file as a table.

    Attributes:
        table: the file.
        encoding: of its text, as Python names it; ``None`` if it is no text.
        encoding_is_guess: whether it only looks like that encoding.

    """

    table: Table
    encoding: str | None
    encoding_is_guess: bool


def opened(name: str, paths: Mapping[str, Path], read_as: Mapping[str, ReadAs]) -> OpenedFile:
    """Open one of a visitor's files.

    Args:
        name: of the file.
        paths: of all files, by their names: timed words need the file of their segments.
        read_as: how files are read, by their names; one that is not there, as it looks.

    Raises:
        InputError: if it is not there, is empty, or is neither a known binary format nor text.

    """
    if name not in paths or not paths[name].exists():
        raise InputError(f"{name} is no longer there; upload it again")
    file = _opened(paths[name], read_as.get(name, ReadAs()).encoding)
    if not file.table.source.start:
        raise InputError(f"{name} is empty; give a file with samples")
    if file.table.file_format.name != Ctm.name:
        return file
    segments = [other for other in paths if Source(paths[other]).suffix in Stm.suffixes]
    if len(segments) != 1:
        return file
    stm = opened(segments[0], paths, read_as).table.source
    return replace(file, table=Table(file.table.source, Ctm(stm)))


def _opened(path: Path, encoding: str | None) -> OpenedFile:
    """Open a file in an encoding; ``None``: the one that it is in, or looks like."""
    try:
        file = table(path, encoding=encoding, limits=PAGE)
        if file.file_format.is_binary:
            return OpenedFile(file, None, encoding_is_guess=False)
        for _ in file.source.decoded():
            pass
    except EncodingError as error:
        if encoding is not None or error.encoding is None:
            raise
        guess = table(path, encoding=error.encoding, limits=PAGE)
        return OpenedFile(guess, error.encoding, encoding_is_guess=True)
    return OpenedFile(file, encoding or file.source.own_encoding, encoding_is_guess=False)

"""A visitor's file as a table: in the encoding that it looks like, or that the visitor says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from levmetrics.errors import InputError
from levmetrics.formats.files import Table, detected_table
from levmetrics.formats.kinds.transcripts import Ctm, Stm
from levmetrics.formats.source import Source
from levmetrics.web.limits import PAGE
from levmetrics.web.reading.read_as import ReadAs


def opened(name: str, paths: Mapping[str, Path], read_as: Mapping[str, ReadAs]) -> Table:
    """Open one of a visitor's files; its source has an encoding if one is told, or guessed.

    Args:
        name: of the file.
        paths: of all files, by their names: timed words need the file of their segments.
        read_as: how files are read, by their names; one that is not there, as it looks.

    Raises:
        InputError: if it is not there, is empty, or is neither a known binary format nor text.

    """
    if name not in paths or not paths[name].exists():
        raise InputError("page.file_gone", file=name)
    source = Source(paths[name], read_as.get(name, ReadAs()).encoding, PAGE)
    file = detected_table(source)
    if not file.source.start:
        raise InputError("page.empty_file", file=name)
    if file.file_format.name != Ctm.name:
        return file
    segments = [other for other in paths if Source(paths[other]).suffix in Stm.suffixes]
    if len(segments) != 1:
        return file
    return replace(file, file_format=Ctm(opened(segments[0], paths, read_as).source))
